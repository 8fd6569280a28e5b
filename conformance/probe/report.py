"""A probe's report: its table, its failures, and its verdict."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Literal

import msgspec

from conformance.gate.failing import kinds
from conformance.judge.checks import PREDICATES
from conformance.judge.exit_codes import Exit, applying, in_words, worst
from conformance.plural import counted
from conformance.probe.clients import ClientPlayed
from conformance.probe.endpoint import Search
from conformance.probe.playing import Left, Played, Probed
from conformance.scenarios import Mode, capabilities

Verdict = Literal["fail", "unsupported", "not-observed", "warn", "pass", "taken", "inexpressible", "unreached"]
_WORST: Final[tuple[Verdict, ...]] = (
    "fail", "unreached", "unsupported", "not-observed", "warn", "pass", "taken", "inexpressible",
)  # fmt: skip
_JUDGED: Final = ("pass", "warn", "fail")
_FAILED: Final = ("fail", "error")
_OF_THE_ENDPOINT: Final = (*_JUDGED, "unsupported", "taken")
"""The verdicts that depend only on the endpoint. The other verdicts may depend on the choices of its model."""
_OF_A_SCENARIO: Final = PREDICATES.name
"""The name of the check that judges the conditions of each scenario. The conditions differ between scenarios."""
_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table: a capability, with a verdict for each dialect and mode. A verdict is None if no case was
    judged.
    """

    capability: str
    title: str
    cells: tuple[Verdict | None, ...]


class Apart(msgspec.Struct, frozen=True, kw_only=True):
    """Capabilities of a dialect whose verdicts differ in the same way: ``plain`` on plain answers, and ``stream`` on
    streamed answers.
    """

    dialect: str
    plain: Verdict
    stream: Verdict
    titles: tuple[str, ...]
    """The titles of these capabilities."""


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A failed check (``first``), and the checks of other cases that fail in the same way (``others``)."""

    first: Probed
    others: tuple[Probed, ...]

    @property
    def alike(self) -> tuple[str, ...]:
        """The ids of the results in ``others``, which fail in the same way as ``first``."""
        return tuple(result.id for result in self.others)

    @property
    def capabilities(self) -> frozenset[str]:
        """The capabilities whose cases fail in this way: the rows of the table."""
        return frozenset(result.capability for result in (self.first, *self.others))


class Behind(msgspec.Struct, frozen=True, kw_only=True):
    """A column of the table, which is a dialect in a mode, with counts: the rows in which something fails, and the
    different failures that explain these rows.
    """

    dialect: str
    mode: Mode
    rows: int
    failures: int
    most: Failure
    """The failure that alone explains more rows than any other failure does."""
    alone: int
    """The number of rows that ``most`` alone explains, because they have no other failure."""


class Report(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The report of a probe of an endpoint."""

    base_url: str
    model: str
    date: str
    search: Search
    played: tuple[Played, ...]
    clients: tuple[ClientPlayed, ...] = ()
    """The verdicts on the requests of agents."""
    again: str
    """The command that repeats the probe. To repeat a single case, a user adds the id of the case."""

    @property
    def columns(self) -> tuple[tuple[str, Mode], ...]:
        """The columns of the table: each dialect that the endpoint speaks, plain and streamed."""
        return tuple((spoken.dialect, mode) for spoken in self.search.spoken for mode in _MODES)

    @cached_property
    def probed(self) -> tuple[Probed, ...]:
        return tuple(result for played in self.played if not isinstance(played, Left) for result in played)

    @property
    def left(self) -> tuple[Left, ...]:
        return tuple(played for played in self.played if isinstance(played, Left))

    @property
    def unreached(self) -> tuple[Left, ...]:
        return tuple(left for left in self.left if left.kind == "unreached")

    @cached_property
    def unobserved(self) -> frozenset[str]:
        """The ids of the cases in which the model did not do what the scenario is about."""
        return frozenset(result.case for result in self.probed if result.outcome == "not-observed")

    @property
    def judged(self) -> bool:
        """True if the probe shows anything: a check failed, a check passed in a case in which the model did what the
        scenario is about, or an agent's request passed or failed.
        """
        return any(played.outcome in _JUDGED for played in self.clients) or any(
            result.outcome in _FAILED or (result.outcome in _JUDGED and result.case not in self.unobserved)
            for result in self.probed
        )

    @property
    def failed_clients(self) -> tuple[ClientPlayed, ...]:
        return tuple(played for played in self.clients if played.outcome == "fail")

    @property
    def counts(self) -> dict[str, int]:
        """The number of checks by outcome."""
        return dict(sorted(Counter(result.outcome for result in self.probed).items()))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the table. A cell shows the worst verdict on a capability's cases in a dialect and a mode."""
        found: dict[tuple[str, str, Mode], set[Verdict]] = defaultdict(set)
        for result in self.probed:
            verdict = _verdict(result)
            if verdict is not None:
                found[result.capability, result.dialect, result.mode].add(verdict)
        for left in self.left:
            found[left.capability, left.dialect, left.mode].add(left.kind)
        asked = {capability for capability, *_ in found}
        return tuple(
            Row(
                capability=name,
                title=title,
                cells=tuple(_worst(found[name, dialect, mode]) for dialect, mode in self.columns),
            )
            for name, title in capabilities().items()
            if name in asked
        )

    @property
    def has_empty_cells(self) -> bool:
        """True if the table has a cell without a verdict."""
        return any(cell is None for row in self.rows for cell in row.cells)

    @property
    def apart(self) -> tuple[Apart, ...]:
        """Capabilities whose verdicts on plain and on streamed answers differ. Verdicts that may depend on a model's
        choices are left out.
        """
        found: dict[tuple[str, Verdict, Verdict], list[str]] = defaultdict(list)
        for row in self.rows:
            for spoken, plain, stream in zip(self.search.spoken, row.cells[::2], row.cells[1::2], strict=True):
                if plain in _OF_THE_ENDPOINT and stream in _OF_THE_ENDPOINT and plain != stream:
                    found[spoken.dialect, plain, stream].append(row.title)
        return tuple(
            Apart(dialect=dialect, plain=plain, stream=stream, titles=tuple(titles))
            for (dialect, plain, stream), titles in found.items()
        )

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """The failures in groups.

        All cases of a group fail the same check, in the same dialect and mode, in the same way.
        """
        groups: dict[tuple[object, ...], list[Probed]] = defaultdict(list)
        for result in self.probed:
            if result.outcome in _FAILED:
                about = result.scenario if result.check == _OF_A_SCENARIO else ""
                groups[result.dialect, result.mode, result.check, about, kinds(result.findings), result.known].append(
                    result
                )
        return tuple(Failure(first=first, others=tuple(others)) for first, *others in groups.values())

    @property
    def behind(self) -> Iterator[Behind]:
        """The columns in which a failure explains several rows: they have fewer failures than rows that fail."""
        for dialect, mode in self.columns:
            found = [
                failure for failure in self.failures if (failure.first.dialect, failure.first.mode) == (dialect, mode)
            ]
            rows = Counter(capability for failure in found for capability in failure.capabilities)
            if len(found) < len(rows):
                alone = [sum(rows[name] == 1 for name in failure.capabilities) for failure in found]
                most = max(range(len(found)), key=alone.__getitem__)
                yield Behind(
                    dialect=dialect, mode=mode, rows=len(rows), failures=len(found), most=found[most], alone=alone[most]
                )

    @property
    def not_passed(self) -> Iterator[tuple[str, str]]:
        """The id of each case that is not simply right or wrong, with the reason.

        Such a case was not judged, or has a check with the outcome ``unsupported``, ``not-observed`` or ``warn``. If it
        has several such checks, the reason is that of the first check.
        """
        seen: set[str] = set()
        for result in self.probed:
            if result.outcome in ("unsupported", "not-observed", "warn") and result.case not in seen:
                seen.add(result.case)
                yield result.case, f"{result.outcome}: {result.findings[0].line if result.findings else result.check}"
        for left in self.left:
            yield left.id, f"{left.kind}: {left.why}"

    @property
    def codes(self) -> tuple[Exit, ...]:
        """The exit code of each problem in the report: unreached cases, nothing judged, or a failure."""
        return applying(
            {
                Exit.UNREADABLE: bool(self.unreached),
                Exit.NOTHING_JUDGED: not self.judged,
                Exit.NOT_CONFORMANT: bool(self.failed_clients or self.failures),
            }
        )

    @property
    def code(self) -> Exit:
        """The exit code of the probe."""
        return worst(self.codes)

    @property
    def ending(self) -> str:
        """The exit code of the probe, in words."""
        return in_words(self.codes)

    @property
    def summary(self) -> str:
        """The verdict on the endpoint, as a line of text."""
        unobserved = [f"{counted(len(self.unobserved), 'case')} not observed"] if self.unobserved else []
        if not self.judged:
            reasons = [*(["there was no answer"] if self.unreached else []), *unobserved]
            return ": ".join(["nothing was judged", *([", ".join(reasons)] if reasons else [])])
        failed = sum(result.outcome in _FAILED for result in self.probed)
        parts = (
            [f"{counted(failed, 'check fails', 'checks fail')}, {counted(len(self.failures), 'different failure')}"]
            if failed
            else []
        )
        broken = len(self.failed_clients)
        parts += [f"{counted(broken, 'request')} of agents {'fails' if broken == 1 else 'fail'}"] if broken else []
        lost = [f"incomplete: {counted(len(self.unreached), 'case')} had no answer"] if self.unreached else []
        verdict = [f"not conformant: {', '.join(parts)}"] if parts else [] if lost else ["conformant"]
        return "; ".join([*verdict, *lost, *unobserved])


def _verdict(result: Probed) -> Verdict | None:
    if result.outcome == "not-applicable":
        return None
    return "fail" if result.outcome == "error" else result.outcome


def _worst(verdicts: set[Verdict]) -> Verdict | None:
    return next((verdict for verdict in _WORST if verdict in verdicts), None)
