"""What got better, and what got worse: two results of an adapter, or two versions of a library."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from conformance.judge.finding import Outcome
from conformance.judge.result import Results
from conformance.report.adapters import Judged, Library, Verdict

PLAYED: Final = "played"
"""The check that says no more than that another failed: it comes last."""

_MADE_UP: Final = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{1,12})+")
"""What is another in every run: an id that a library makes up, also where it is cut."""

Direction = Literal["worse", "better", "other", "new", "gone"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("worse", "better", "other", "new", "gone")
_RANKS: Final[dict[Outcome | Verdict, int]] = {
    "pass": 0, "not-applicable": 0, "warn": 1, "not-observed": 2, "undecided": 2, "unsupported": 3, "declined": 3,
    "raised": 4, "fail": 5, "error": 5, "silent": 5,
}  # fmt: skip


class Came(msgspec.Struct, frozen=True, kw_only=True):
    """What came of something that was judged."""

    outcome: Outcome | Verdict
    said: tuple[str, ...] = ()
    """What was found, and why it is known or was declined; a line each."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Something that came out otherwise than before."""

    id: str
    """Of a result, or of a case: ``provider/dialect/scenario/plain|stream``, with ``/check`` for a result."""
    direction: Direction
    """``other``: neither, and it is not the same, as a failure for something else, or in other words."""
    before: Came | None
    after: Came | None


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a library, as it was installed and judged."""

    version: str
    date: str
    installed: dict[str, str]


class LibraryChanges(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions of a library held against each other, case by case."""

    name: str
    before: Installed
    after: Installed
    compared: int
    """How many cases were judged of both by the same code, with the same scenario, cassette and claims."""
    same: int
    """How many of these came out the same."""
    counts: dict[Direction, int]
    """How many came out how, if not the same."""
    changes: tuple[Change, ...]
    incomparable: dict[str, tuple[str, ...]]
    """Why other cases say nothing of the library, and which."""
    format: int = 1
    """Version of this file format."""


def changes(before: Mapping[str, Came], after: Mapping[str, Came]) -> tuple[Change, ...]:
    """What changed, by id: the worst first, then by id."""
    return tuple(sorted(_changed(before, after), key=lambda one: (DIRECTIONS.index(one.direction), one.id)))


def of_results(results: Results) -> dict[str, Came]:
    """What came of each check of each case."""
    return {
        one.id: Came(
            outcome=one.outcome,
            said=(*(finding.said for finding in one.findings), *((f"known: {one.known}",) if one.known else ())),
        )
        for one in results.results
    }


def of_library(before: Library, after: Library) -> LibraryChanges:
    """What is otherwise in a version of a library than in an earlier one, as far as it is the library's doing."""
    old, new = _cases(before), _cases(after)
    apart = {name: _apart(old.get(name), new.get(name), before.by == after.by != "") for name in sorted({*old, *new})}
    same = [name for name, why in apart.items() if why is None]
    found = changes({name: old[name][1] for name in same}, {name: new[name][1] for name in same})
    return LibraryChanges(
        name=after.name,
        before=_installed(before),
        after=_installed(after),
        compared=len(same),
        same=len(same) - len(found),
        counts={
            direction: sum(one.direction == direction for one in found) for direction in ("worse", "better", "other")
        },
        changes=found,
        incomparable={
            why: tuple(name for name, one in apart.items() if one == why)
            for why in sorted({one for one in apart.values() if one is not None})
        },
    )


def of_libraries(newest: tuple[Library, ...], earlier: tuple[Library, ...]) -> tuple[LibraryChanges, ...]:
    """The newest version of each library, held against each earlier one that is kept."""
    return tuple(of_library(old, new) for new in newest for old in earlier if old.name == new.name)


def _changed(before: Mapping[str, Came], after: Mapping[str, Came]) -> Iterator[Change]:
    for name in {*before, *after}:
        was, now = before.get(name), after.get(name)
        direction = _direction(was, now)
        if direction is not None:
            yield Change(id=name, direction=direction, before=was, after=now)


def _direction(was: Came | None, now: Came | None) -> Direction | None:
    if was is None:
        return "new"
    if now is None:
        return "gone"
    old, new = _faults(was), _faults(now)
    if _RANKS[was.outcome] == _RANKS[now.outcome]:
        return None if (was.outcome, old) == (now.outcome, new) else "other"
    # Where all that is wrong on the one side is wrong on the other, too, and there an exception tells of more, neither
    # is better: it is not told of what is the same.
    if _RANKS[now.outcome] < _RANKS[was.outcome]:
        return "other" if old and old <= new else "better"
    return "other" if new and new <= old else "worse"


def _faults(came: Came) -> frozenset[str]:
    return frozenset(line for line in came.said if not line.startswith(f"{PLAYED}: "))


def _installed(library: Library) -> Installed:
    return Installed(version=library.version, date=library.date, installed=library.installed)


def _cases(library: Library) -> dict[str, tuple[str, Came]]:
    """What each case rests on, and what came of it."""
    return {
        f"{one.provider}/{one.dialect}/{case}": (one.rests[case], _came(one, case, verdict))
        for one in library.judged
        for case, verdict in one.cases.items()
    }


def _came(one: Judged, case: str, verdict: Verdict) -> Came:
    troubles = [trouble for trouble in one.troubles if case in trouble.cases]
    checks = [one for trouble in troubles for one in trouble.checks.items()]
    found = [
        f"{check}: {_MADE_UP.sub('an id', one)}"
        for check, said in sorted(checks, key=lambda one: one[0] == PLAYED)
        for one in said
    ]
    found += ["asked asynchronously" for trouble in troubles if trouble.mode == "async"]
    declined = [f"declined: {why}" for why, cases in one.declined.items() if case in cases]
    return Came(outcome=verdict, said=(*found, *declined))


def _apart(was: tuple[str, Came] | None, now: tuple[str, Came] | None, same_code: bool) -> str | None:
    """Why two verdicts on a case say nothing of the library; None where they do."""
    if not same_code:
        return "our code that asks and judges was another"
    if was is None or now is None:
        return "judged of one of the two alone"
    if was[0] != now[0]:
        return "the scenario, the cassette, or what is known of the dialect was another"
    return None
