"""The verdict on an adapter's results, after a comparison with the known failures."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from conformance.adapters.gateway import Kind
from conformance.gate.baseline import Baseline, Entry
from conformance.gate.editions import scored
from conformance.gate.failing import how, is_declined, is_to_explain, to_explain
from conformance.judge import checks
from conformance.judge.exit_codes import Exit, applying
from conformance.judge.fault import CLAIMS
from conformance.judge.result import Result, Results
from conformance.judge.subject import TextFormat
from conformance.judge.text_checks import RAISED

NOT_JUDGED: Final = "is in the baseline, but was not judged: the adapter does not speak the dialect"

_JUDGED: Final = ("pass", "warn", "fail")


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A failure that is in the baseline, with its reason and its link."""

    result: Result
    reason: str
    link: str


class Stale(msgspec.Struct, frozen=True, kw_only=True):
    """A case of the baseline, or a provider's known deviation, that no longer agrees with the result of the run."""

    id: str
    why: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of a run: all its results, and groups of results such as the failed and the declined results."""

    adapter: str
    results: tuple[Result, ...]
    failed: tuple[Result, ...] = ()
    """The failures that no baseline explains."""
    declined: tuple[Result, ...] = ()
    """The results that the adapter declined, in whole or in part, and that no baseline explains."""
    known: tuple[Known, ...] = ()
    stale: tuple[Stale, ...] = ()
    unscored: tuple[Result, ...] = ()
    """The failed and declined results that do not count, because their requirements are newer than the edition."""
    unreadable: tuple[str, ...] = ()
    """The cassettes that could not be read: a line of text for each cassette."""
    strict: bool = False
    """True if declined results count against the adapter."""
    kind: Kind = "adapter"
    """The word for the adapter in messages: ``adapter`` or ``gateway``."""
    why: str = ""
    """The reason why nothing was judged, with what the user can do. If the adapter broke, only what the user can do.
    "" if there is nothing to report.
    """

    @property
    def warned(self) -> tuple[Result, ...]:
        """The adapter's results with a warning. Warnings do not count against the adapter."""
        return tuple(result for result in self.results if result.party == "adapter" and result.outcome == "warn")

    @property
    def nothing_judged(self) -> bool:
        """True if no check of the adapter passed, warned or failed. Results that are too new to count are ignored."""
        counted = (result for result in self.results if result.party == "adapter" and result.unscored is None)
        return not any(result.outcome in _JUDGED for result in counted)

    @property
    def adapter_broke(self) -> bool:
        """True if the adapter could not read a single answer in the cases that it did not decline.

        The check ``answered`` can fail although the adapter read an answer. If it failed after the first exchange, the
        adapter read the first answer. If it failed in one mode (sync or async), and the check ``calls`` has a result
        from the other mode, the adapter read an answer in the other mode.
        """
        unanswered = [
            result for result in self.results if result.check == checks.ANSWERED.name and result.outcome == "fail"
        ]
        if any((finding.exchange or 1) > 1 for result in unanswered for finding in result.findings):
            return False
        failing = {result.asked for result in unanswered}
        if any(
            result.check == checks.CALLS.name and result.outcome in _JUDGED and result.asked not in failing
            for result in self.results
        ):
            return False
        answered = {
            "unsupported" if any(finding.place == CLAIMS for finding in result.findings) else result.outcome
            for result in self.results
            if result.check == checks.ANSWERED.name and result.outcome != "not-applicable"
        }
        read = [
            result
            for result in self.results
            if isinstance(result.subject, TextFormat) and result.party == "adapter" and result.outcome in _JUDGED
        ]
        if read and not answered:
            return all(result.findings and result.findings[0].path == RAISED for result in read)
        return "fail" in answered and answered <= {"fail", "unsupported"}

    @property
    def codes(self) -> tuple[Exit, ...]:
        """The exit codes that apply. Without a verdict on the adapter, its failures do not count."""
        if self.adapter_broke:
            return (Exit.ADAPTER_BROKE,)
        wrong = bool(self.failed or (self.strict and self.declined))
        return applying(
            {
                Exit.UNREADABLE: bool(self.unreadable),
                Exit.NOTHING_JUDGED: self.nothing_judged,
                Exit.STALE: bool(self.stale),
                Exit.NOT_CONFORMANT: wrong and not self.nothing_judged,
            }
        )


def hold(
    results: Results,
    unreadable: tuple[str, ...],
    baseline: Baseline | None,
    asked: Callable[[str], bool],
    edition: str | None = None,
) -> Verdict:
    """Compare results with a baseline, and return the verdict. Without a baseline, declined results do not count.

    ``asked`` returns whether the user selected a case for this run. ``edition``: requirements newer than this day do
    not count.
    """
    every = tuple(sorted(results.results, key=lambda result: result.id))
    if edition is not None:
        every = tuple(scored(result, edition) for result in every)
    entries = (baseline or Baseline()).entries
    failing = {result.id: result for result in to_explain(every)}
    new = [result for result in failing.values() if result.unscored is None and result.id not in entries]
    return Verdict(
        adapter=results.adapter,
        results=every,
        failed=tuple(result for result in new if not is_declined(result)),
        declined=tuple(result for result in new if is_declined(result)),
        known=tuple(
            Known(result=result, reason=entry.reason, link=entry.link)
            for result in failing.values()
            for entry in (entries.get(result.id),)
            if entry is not None and entry.fails == how(result)
        ),
        stale=(*_stale_deviations(every), *_stale(entries, every, asked)),
        unscored=tuple(
            result for result in failing.values() if result.unscored is not None and result.id not in entries
        ),
        unreadable=unreadable,
        strict=baseline is not None,
    )


def _stale_deviations(results: tuple[Result, ...]) -> Iterator[Stale]:
    for result in results:
        if result.is_stale:
            yield Stale(id=result.id, why=f"does not fail, but is listed as a known deviation: {result.known}")


def _stale(
    entries: dict[str, Entry],
    results: tuple[Result, ...],
    asked: Callable[[str], bool],
) -> Iterator[Stale]:
    results_by_id = {result.id: result for result in results}
    for case, entry in entries.items():
        if case in results_by_id:
            why = why_stale(entry, results_by_id[case])
            if why is not None:
                yield Stale(id=case, why=why)
        elif asked(case):
            yield Stale(id=case, why=NOT_JUDGED)


def why_stale(entry: Entry, result: Result) -> str | None:
    """Return the reason why an entry of the baseline is stale, or None if the result fails as the entry states."""
    if not is_to_explain(result):
        return f"does not fail any more, but is in the baseline: the outcome is {result.outcome}"
    if how(result) != entry.fails:
        return f"fails differently: expected '{entry.fails}', as in the baseline, got '{how(result)}'"
    return None
