"""Two results of the same adapter held against each other: what got better, and what got worse."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from conformance.judge.finding import Outcome
from conformance.report.results import Result, Results

Direction = Literal["worse", "better", "other", "new", "gone"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("worse", "better", "other", "new", "gone")
_RANKS: Final[dict[Outcome, int]] = {
    "pass": 0, "not-applicable": 0, "warn": 1, "not-observed": 2, "unsupported": 3, "fail": 4, "error": 4,
}  # fmt: skip


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One case that came out otherwise than before."""

    id: str
    direction: Direction
    """``other``: it is as bad as it was, and for something else."""
    before: Result | None
    after: Result | None


def changes(before: Results, after: Results) -> tuple[Change, ...]:
    """What changed: the worst first, then by id."""
    return tuple(sorted(_changed(before, after), key=lambda one: (DIRECTIONS.index(one.direction), one.id)))


def _changed(before: Results, after: Results) -> Iterator[Change]:
    old = {result.id: result for result in before.results}
    new = {result.id: result for result in after.results}
    for name in {*old, *new}:
        was, now = old.get(name), new.get(name)
        direction = _direction(was, now)
        if direction is not None:
            yield Change(id=name, direction=direction, before=was, after=now)


def _direction(was: Result | None, now: Result | None) -> Direction | None:
    if was is None:
        return "new"
    if now is None:
        return "gone"
    if _RANKS[was.outcome] != _RANKS[now.outcome]:
        return "worse" if _RANKS[now.outcome] > _RANKS[was.outcome] else "better"
    same = (was.outcome, was.findings, was.known) == (now.outcome, now.findings, now.known)
    return None if same else "other"
