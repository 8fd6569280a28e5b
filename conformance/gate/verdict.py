"""What results amount to, held against the failures that are known."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from conformance.gate.baseline import Baseline, Entry
from conformance.gate.editions import scored
from conformance.gate.failing import how, is_declined, is_to_explain, to_explain
from conformance.judge.result import ANSWERED, Result, Results
from conformance.judge.text_checks import RAISED
from conformance.recording.text_answers import TEXT

NOT_JUDGED: Final = "is in the baseline, and was not judged: the adapter does not speak the dialect"

_JUDGED: Final = ("pass", "warn", "fail")
_READ: Final = "calls"
"""The check that every answer goes through which was read."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A failure that is known, and why."""

    result: Result
    reason: str
    link: str


class Stale(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is listed as a failure, and is none, or not this one."""

    id: str
    why: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a run."""

    adapter: str
    results: tuple[Result, ...]
    failed: tuple[Result, ...] = ()
    """Failures that nobody has explained."""
    declined: tuple[Result, ...] = ()
    """What the adapter declined, in whole or in part, and nobody has explained."""
    known: tuple[Known, ...] = ()
    stale: tuple[Stale, ...] = ()
    unscored: tuple[Result, ...] = ()
    """What would have to be explained, and is younger than the edition that the adapter is held to."""
    unreadable: tuple[str, ...] = ()
    """Cassettes that could not be read, a line each."""
    strict: bool = False
    """Whether what is declined counts against the adapter."""

    @property
    def warned(self) -> tuple[Result, ...]:
        """What the adapter does that breaks a SHOULD, which does not count."""
        return tuple(result for result in self.results if result.subject == "adapter" and result.outcome == "warn")

    @property
    def nothing_judged(self) -> bool:
        """Whether no check of the adapter came to a verdict."""
        counted = (result for result in self.results if result.subject == "adapter" and result.unscored is None)
        return not any(one.outcome in _JUDGED for one in counted)

    @property
    def adapter_broke(self) -> bool:
        """Whether the adapter gave no answer to anything that it was asked and did not decline.

        A result is that of the worst mode; what was read in another one is judged by its calls.
        """
        failing = {result.asked for result in self.results if result.check == ANSWERED and result.outcome == "fail"}
        if any(
            result.check == _READ and result.outcome in _JUDGED and result.asked not in failing
            for result in self.results
        ):
            return False
        answered = {result.outcome for result in self.results if result.check == ANSWERED} - {"not-applicable"}
        read = [
            result
            for result in self.results
            if result.provider == TEXT and result.subject == "adapter" and result.outcome in _JUDGED
        ]
        if read and not answered:
            return all(one.findings and one.findings[0].path == RAISED for one in read)
        return "fail" in answered and answered <= {"fail", "unsupported"}


def hold(
    results: Results,
    unreadable: tuple[str, ...],
    baseline: Baseline | None,
    asked: Callable[[str], bool],
    edition: str | None = None,
) -> Verdict:
    """Hold results against a baseline; without one what is declined does not count.

    ``asked``: whether a case was to be judged in this run. ``edition``: what is younger than this day does not count.
    """
    every = tuple(sorted(results.results, key=lambda result: result.id))
    if edition is not None:
        every = tuple(scored(one, edition) for one in every)
    entries = (baseline or Baseline()).entries
    failing = {one.id: one for one in to_explain(every)}
    new = [one for one in failing.values() if one.unscored is None and one.id not in entries]
    return Verdict(
        adapter=results.adapter,
        results=every,
        failed=tuple(one for one in new if not is_declined(one)),
        declined=tuple(one for one in new if is_declined(one)),
        known=tuple(
            Known(result=one, reason=entry.reason, link=entry.link)
            for one in failing.values()
            for entry in (entries.get(one.id),)
            if entry is not None and entry.fails == how(one)
        ),
        stale=(*_stale_deviations(every), *_stale(entries, every, asked)),
        unscored=tuple(one for one in failing.values() if one.unscored is not None and one.id not in entries),
        unreadable=unreadable,
        strict=baseline is not None,
    )


def _stale_deviations(results: tuple[Result, ...]) -> Iterator[Stale]:
    for result in results:
        if result.known is not None and result.outcome == "pass":
            yield Stale(id=result.id, why=f"passes, but is listed as: {result.known}")


def _stale(
    entries: dict[str, Entry],
    results: tuple[Result, ...],
    asked: Callable[[str], bool],
) -> Iterator[Stale]:
    there = {result.id: result for result in results}
    for case, entry in entries.items():
        if case in there:
            why = why_stale(entry, there[case])
            if why is not None:
                yield Stale(id=case, why=why)
        elif asked(case):
            yield Stale(id=case, why=NOT_JUDGED)


def why_stale(entry: Entry, result: Result) -> str | None:
    """Why an entry does not hold for a result; None where it does."""
    if not is_to_explain(result):
        return f"does not fail any more, but is in the baseline: {result.outcome}"
    if how(result) != entry.fails:
        return f"fails differently: the baseline says '{entry.fails}', now it is '{how(result)}'"
    return None
