"""Changes between two runs of an adapter, or between two versions of a library."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from conformance.judge.checks import PLAYED
from conformance.judge.finding import Outcome
from conformance.judge.result import Results
from conformance.report.adapters import Judged, Library
from conformance.report.mark import Verdict

_MADE_UP: Final = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{1,12})+")
"""A pattern of ids that a library generates. Such an id differs in every run, and its end may be cut off."""

Direction = Literal["worse", "better", "other", "new", "gone"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("worse", "better", "other", "new", "gone")
_RANKS: Final[dict[Outcome | Verdict, int]] = {
    "pass": 0, "not-applicable": 0, "warn": 1, "form": 2, "not-observed": 2, "undecided": 2, "unsupported": 3,
    "declined": 3, "raised": 4, "fail": 5, "error": 5, "silent": 5,
}  # fmt: skip


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a result or of a case, and the reasons for it."""

    outcome: Outcome | Verdict
    reasons: tuple[str, ...] = ()
    """The findings, the reason why a failure is known, or the reason why a case was declined. Each item is a line."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A change: a result or a case that differs between the earlier and the later run."""

    id: str
    """The id: ``provider/dialect/scenario/plain|stream`` for a case, and with ``/check`` at the end for a result."""
    direction: Direction
    """The kind of change. ``other``: neither better nor worse, such as a failure with different findings."""
    before: State | None
    after: State | None


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a library that was judged, with its packages."""

    version: str
    date: str
    installed: dict[str, str]


class LibraryChanges(msgspec.Struct, frozen=True, kw_only=True):
    """The changes of the cases between two versions of a library."""

    name: str
    before: Installed
    after: Installed
    compared: int
    """The number of compared cases. A case is compared if the same code judged both versions, and if the scenario, the
    cassette and the claims were the same.
    """
    same: int
    """The number of compared cases in which nothing changed."""
    counts: dict[Direction, int]
    """The number of changes by direction."""
    changes: tuple[Change, ...]
    incomparable: dict[str, tuple[str, ...]]
    """The cases that cannot be compared, by the reason."""
    format: int = 1
    """Version of this file format."""


def changes(before: Mapping[str, State], after: Mapping[str, State]) -> tuple[Change, ...]:
    """Return the changes between the states of two runs, in the order of ``DIRECTIONS``, and then sorted by id.

    ``before``, ``after``: the states of the earlier and the later run, by the id of the result or the case.
    """
    return tuple(sorted(_changed(before, after), key=lambda change: (DIRECTIONS.index(change.direction), change.id)))


def of_results(results: Results) -> dict[str, State]:
    """Return the state of each result, by its id."""
    return {
        result.id: State(
            outcome=result.outcome,
            reasons=(
                *(finding.line for finding in result.findings),
                *((f"known: {result.known}",) if result.known else ()),
            ),
        )
        for result in results.results
    }


def of_library(before: Library, after: Library) -> LibraryChanges:
    """Return the changes of the cases between two versions of a library.

    Cases that cannot be compared are only listed.
    """
    old, new = _cases(before), _cases(after)
    reasons = {
        name: _incomparable(old.get(name), new.get(name), before.by == after.by != "") for name in sorted({*old, *new})
    }
    comparable = [name for name, why in reasons.items() if why is None]
    changed = changes({name: old[name][1] for name in comparable}, {name: new[name][1] for name in comparable})
    return LibraryChanges(
        name=after.name,
        before=_installed(before),
        after=_installed(after),
        compared=len(comparable),
        same=len(comparable) - len(changed),
        counts={
            direction: sum(change.direction == direction for change in changed)
            for direction in ("worse", "better", "other")
        },
        changes=changed,
        incomparable={
            why: tuple(name for name, reason in reasons.items() if reason == why)
            for why in sorted({reason for reason in reasons.values() if reason is not None})
        },
    )


def of_libraries(newest: tuple[Library, ...], earlier: tuple[Library, ...]) -> tuple[LibraryChanges, ...]:
    """Return the changes of each library: between each of its earlier versions and its newest version."""
    return tuple(of_library(old, new) for new in newest for old in earlier if old.name == new.name)


def _changed(before: Mapping[str, State], after: Mapping[str, State]) -> Iterator[Change]:
    for name in {*before, *after}:
        was, now = before.get(name), after.get(name)
        direction = _direction(was, now)
        if direction is not None:
            yield Change(id=name, direction=direction, before=was, after=now)


def _direction(was: State | None, now: State | None) -> Direction | None:
    if was is None:
        return "new"
    if now is None:
        return "gone"
    old, new = _faults(was), _faults(now)
    if _RANKS[was.outcome] == _RANKS[now.outcome]:
        return None if (was.outcome, old) == (now.outcome, new) else "other"
    # If the new state has all old faults, a better outcome does not make it better. If it has only old faults, a worse
    # outcome does not make it worse. The faults that only one of the states has explain the outcome.
    if _RANKS[now.outcome] < _RANKS[was.outcome]:
        return "other" if old and old <= new else "better"
    return "other" if new and new <= old else "worse"


def _faults(state: State) -> frozenset[str]:
    return frozenset(line for line in state.reasons if not line.startswith(f"{PLAYED.name}: "))


def _installed(library: Library) -> Installed:
    return Installed(version=library.version, date=library.date, installed=library.installed)


def _cases(library: Library) -> dict[str, tuple[str, State]]:
    """Return the state of each case, together with the digest of the case's evidence."""
    return {
        f"{judged.provider}/{judged.dialect}/{case}": (judged.rests[case], _state(judged, case, verdict))
        for judged in library.judged
        for case, verdict in judged.cases.items()
    }


def _state(judged: Judged, case: str, verdict: Verdict) -> State:
    troubles = [trouble for trouble in judged.troubles if case in trouble.cases]
    checks = [item for trouble in troubles for item in trouble.checks.items()]
    lines = [
        f"{check}: {_MADE_UP.sub('an id', finding)}"
        for check, findings in sorted(checks, key=lambda item: item[0] == PLAYED.name)
        for finding in findings
    ]
    lines += ["asked asynchronously" for trouble in troubles if trouble.mode == "async"]
    declined = [f"declined: {why}" for why, cases in judged.declined.items() if case in cases]
    return State(outcome=verdict, reasons=(*lines, *declined))


def _incomparable(was: tuple[str, State] | None, now: tuple[str, State] | None, same_code: bool) -> str | None:
    """Return the reason why the verdicts of two versions on a case cannot be compared. None if they can be compared.

    ``was``, ``now``: the digest of the evidence and the state, for each version. None if the version has no verdict.
    """
    if not same_code:
        return "the suite's own code differs between the two runs"
    if was is None or now is None:
        return "judged in only one of the two runs"
    if was[0] != now[0]:
        return "the scenario, the cassette or the claims about the dialect differ between the two runs"
    return None
