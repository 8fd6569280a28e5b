"""Reduction of a generated conversation to a smaller conversation that still shows a root cause."""

from collections.abc import Iterable
from typing import Final

import msgspec

from conformance.adapters.adapter import Adapter
from conformance.gate.failing import to_explain
from conformance.judge.cause import Cause, causes
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed
from conformance.scenarios.generated import generate, parsed
from conformance.scenarios.smaller import smaller
from conformance.suite.verdicts import judge

MOST: Final = 5
"""The maximum number of root causes that are reduced after a run. The gravest causes come first."""
_TRIES: Final = 80
"""The maximum number of conversations that are tried for a root cause."""


def reducible(failed: Iterable[Result]) -> tuple[Cause, ...]:
    """Return the root causes that only generated scenarios show: at most ``MOST``, the gravest first."""
    found = causes(result for result in failed if result.outcome == "fail")
    return tuple(cause for cause in found if all(map(parsed, cause.scenarios)))[:MOST]


def reduced(cause: Cause, adapter: Adapter) -> tuple[Result, ...]:
    """Return the failing results of the smallest case that was found to show a root cause.

    Return () if no case that is smaller than the cause's own case shows the cause.
    """
    of = cause.smallest
    name = parsed(of.scenario)
    assert name is not None
    found: tuple[Result, ...] = ()
    many, place, since = len(smaller(generate(name))), 0, 0
    for _ in range(_TRIES):
        if since >= many:  # no smaller conversation shows the cause
            break
        place %= many
        step = msgspec.structs.replace(name, steps=(*name.steps, place))
        results = _judged(CassetteName(of.provider, of.dialect, str(step), of.mode), adapter)
        if cause.id in {each.id for each in causes(results)}:
            name, found = step, results
            many, since = len(smaller(generate(name))), 0
        else:
            place, since = place + 1, since + 1
    return found


def _judged(name: CassetteName, adapter: Adapter) -> tuple[Result, ...]:
    try:
        return tuple(result for result in to_explain(judge(open_case(name), adapter)) if result.outcome == "fail")
    except NotPlayed:
        return ()
