"""What a probe found: its table, what failed, and what it amounts to."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Literal

import msgspec

from conformance.gate.failing import kinds
from conformance.probe.endpoint import Search
from conformance.probe.playing import Left, Played, Probed
from conformance.report.words import counted
from conformance.scenarios import Mode, capabilities

Verdict = Literal["fail", "unsupported", "not-observed", "warn", "pass", "taken", "inexpressible", "unreached"]
_WORST: Final[tuple[Verdict, ...]] = (
    "fail", "unreached", "unsupported", "not-observed", "warn", "pass", "taken", "inexpressible",
)  # fmt: skip
_JUDGED: Final = ("pass", "warn", "fail")
_TOLD: Final = (*_JUDGED, "unsupported", "taken")
"""What an endpoint does, whatever its model chose."""
_OF_A_SCENARIO: Final = "predicates"
"""The check that says something else of each scenario."""
_MODES: Final[tuple[Mode, ...]] = ("plain", "stream")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One capability: a verdict for each dialect and mode; None where nothing was asked."""

    capability: str
    title: str
    cells: tuple[Verdict | None, ...]


class Apart(msgspec.Struct, frozen=True, kw_only=True):
    """What an endpoint does in one way where it answers plain, and in another where it streams."""

    dialect: str
    plain: Verdict
    stream: Verdict
    titles: tuple[str, ...]
    """The capabilities of which that is so."""


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A failure, and the cases that fail alike."""

    first: Probed
    alike: tuple[str, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A probe of one endpoint."""

    base_url: str
    model: str
    date: str
    search: Search
    played: tuple[Played, ...]
    again: str
    """The command that probes it, to which the id of a case can be added."""

    @property
    def columns(self) -> tuple[tuple[str, Mode], ...]:
        """Each dialect that is spoken, plain and streamed."""
        return tuple((one.dialect, mode) for one in self.search.spoken for mode in _MODES)

    @cached_property
    def probed(self) -> tuple[Probed, ...]:
        return tuple(one for played in self.played if not isinstance(played, Left) for one in played)

    @property
    def left(self) -> tuple[Left, ...]:
        return tuple(one for one in self.played if isinstance(one, Left))

    @property
    def unreached(self) -> tuple[Left, ...]:
        return tuple(one for one in self.left if one.kind == "unreached")

    @property
    def judged(self) -> bool:
        """Whether any check came to a verdict."""
        return any(one.outcome in _JUDGED for one in self.probed)

    @property
    def counts(self) -> dict[str, int]:
        """How many checks have each outcome."""
        return dict(sorted(Counter(one.outcome for one in self.probed).items()))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The capability table: a cell shows its worst."""
        found: dict[tuple[str, str, Mode], set[Verdict]] = defaultdict(set)
        for one in self.probed:
            verdict = _verdict(one)
            if verdict is not None:
                found[one.capability, one.dialect, one.mode].add(verdict)
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
    def apart(self) -> tuple[Apart, ...]:
        """Where plain and streamed answers differ: what a model chose to do in one mode alone is no difference."""
        found: dict[tuple[str, Verdict, Verdict], list[str]] = defaultdict(list)
        for row in self.rows:
            for one, plain, stream in zip(self.search.spoken, row.cells[::2], row.cells[1::2], strict=True):
                if plain in _TOLD and stream in _TOLD and plain != stream:
                    found[one.dialect, plain, stream].append(row.title)
        return tuple(
            Apart(dialect=dialect, plain=plain, stream=stream, titles=tuple(titles))
            for (dialect, plain, stream), titles in found.items()
        )

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """What fails: the first of those that fail one check in one dialect and mode in the same way."""
        groups: dict[tuple[object, ...], list[Probed]] = defaultdict(list)
        for one in self.probed:
            if one.outcome in ("fail", "error"):
                about = one.scenario if one.check == _OF_A_SCENARIO else ""
                groups[one.dialect, one.mode, one.check, about, kinds(one.findings), one.known].append(one)
        return tuple(Failure(first=first, alike=tuple(one.id for one in others)) for first, *others in groups.values())

    @property
    def not_passed(self) -> Iterator[tuple[str, str]]:
        """What is neither passed nor failed, and why: one line for a case."""
        seen: set[str] = set()
        for one in self.probed:
            case = one.id.rpartition("/")[0]
            if one.outcome in ("unsupported", "not-observed", "warn") and case not in seen:
                seen.add(case)
                yield case, f"{one.outcome}: {one.findings[0].said if one.findings else one.check}"
        for left in self.left:
            yield left.id, f"{left.kind}: {left.why}"

    @property
    def told(self) -> str:
        """The verdict in one line."""
        if self.unreached and not self.judged:
            return "nothing was judged: there was no answer"
        if not self.judged:
            return "nothing was judged"
        failed = sum(one.outcome in ("fail", "error") for one in self.probed)
        parts = (
            [f"{counted(failed, 'check fails', 'checks fail')}, in {counted(len(self.failures), 'way')}"]
            if failed
            else []
        )
        parts += [f"{counted(len(self.unreached), 'scenario')} had no answer"] if self.unreached else []
        return f"not conformant: {', '.join(parts)}" if parts else "conformant"


def _verdict(probed: Probed) -> Verdict | None:
    if probed.outcome == "not-applicable":
        return None
    return "fail" if probed.outcome == "error" else probed.outcome


def _worst(found: set[Verdict]) -> Verdict | None:
    return next((one for one in _WORST if one in found), None)
