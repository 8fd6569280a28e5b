"""Reducing a generated conversation to the smallest that shows a root cause still."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from conformance.adapters.adapter import Adapter
from conformance.gate.failing import to_explain
from conformance.judge.cause import Cause, causes
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed
from conformance.scenarios.generated import GeneratedName, generate, parsed
from conformance.scenarios.smaller import smaller
from conformance.suite.verdicts import judge

MOST: Final = 5
"""The most causes of a run that are reduced, the gravest first."""
_TRIES: Final = 80
"""The most conversations that are tried for a cause."""


def reducible(failed: Iterable[Result]) -> tuple[Cause, ...]:
    """Return the gravest causes that no written scenario shows."""
    found = causes(result for result in failed if result.outcome == "fail")
    return tuple(cause for cause in found if all(map(parsed, cause.scenarios)))[:MOST]


def reduced(cause: Cause, adapter: Adapter) -> tuple[Result, ...]:
    """Return the results of the smallest case that shows a cause; none if no smaller one does."""
    smallest = cause.smallest
    name = parsed(smallest.scenario)
    assert name is not None
    found: tuple[Result, ...] = ()
    for tried in _smaller(name, smallest, cause, adapter):
        found = tried
    return found


def _smaller(name: GeneratedName, of: Result, cause: Cause, adapter: Adapter) -> Iterator[tuple[Result, ...]]:
    """Yield the results of ever smaller cases that show the cause."""
    place = tries = since = 0
    while tries < _TRIES:
        many = len(smaller(generate(name)))
        if since >= many:  # none of them shows it
            return
        place %= many
        step = msgspec.structs.replace(name, steps=(*name.steps, place))
        results = _judged(CassetteName(of.provider, of.dialect, str(step), of.mode), adapter)
        tries += 1
        if cause.id in {each.id for each in causes(results)}:
            name, since = step, 0
            yield results
        else:
            place, since = place + 1, since + 1


def _judged(name: CassetteName, adapter: Adapter) -> tuple[Result, ...]:
    try:
        return tuple(result for result in to_explain(judge(open_case(name), adapter)) if result.outcome == "fail")
    except NotPlayed:
        return ()
