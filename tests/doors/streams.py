"""The judging of an adapter with OpenAI's streamed cases, in the dialects that the adapter speaks."""

from typing import NamedTuple

from conformance.adapters.adapter import Adapter, speaks
from conformance.recording.case import open_case
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge


class Played(NamedTuple):
    """The scenarios that an adapter passes, and those that it declines."""

    passed: set[str]
    declined: set[str]


def played(adapter: Adapter) -> Played:
    """Play all streamed cases of OpenAI to an adapter. A red check fails the test, and so does a scenario that is both
    passed and declined.
    """
    streams = [name for name in cassettes("openai") if speaks(adapter, name.dialect) and name.mode == "stream"]
    results = [result for name in streams for result in judge(open_case(name), adapter) if result.party == "adapter"]
    assert [result.id for result in results if result.red] == []
    declined = {result.scenario for result in results if result.outcome == "unsupported"}
    passed = {result.scenario for result in results if result.check == "request-matches" and result.outcome == "pass"}
    assert declined.isdisjoint(passed)
    return Played(passed, declined)
