"""The plan of a recording, made before any request is sent: the numbers of requests and tokens, the models and the
estimated price.
"""

from collections.abc import Iterable
from decimal import Decimal
from math import ceil
from typing import Final

import msgspec

from conformance.recording.cassette import CassetteName
from conformance.recording.conversation import hold
from conformance.recording.keeping import Asked
from conformance.recording.live_case import LiveCase
from conformance.recording.prices import BYTES_A_TOKEN, UnknownPrice, input_tokens, price
from conformance.recording.recorder import Job
from conformance.scenarios import Scenario, usual_limit
from conformance.standins import Answer
from toolwire.dialects.errors import Inexpressible
from toolwire.wire.exchange import WireRequest

_CALL: Final = 100
"""The approximate size of a tool call and its result, in bytes, without arguments and text."""


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """The requests for a cassette, and their maximum price."""

    name: CassetteName
    model: str
    address: str
    calls: int
    input_tokens: int
    """The estimated number of input tokens."""
    output_tokens: int
    """The maximum number of output tokens."""
    usd: Decimal | None
    """The maximum price of the requests in US dollars. None if no price is known."""
    why: str | None = None
    """The reason why the dialect cannot express the scenario, so that no request is sent. Otherwise None."""


class _Opening(Exception):
    """An exception with the first request of a case. It is raised in place of sending the request."""

    def __init__(self, request: WireRequest) -> None:
        super().__init__()
        self.request = request


def plan(cases: Iterable[LiveCase], job: Job) -> list[Planned]:
    """Return the plan for each case: its requests, tokens and price.

    The plan assumes that each scenario succeeds at the first try. In fact, several tries may be needed.
    """
    return [_planned(case, job) for case in cases]


def _planned(case: LiveCase, job: Job) -> Planned:
    scenario = case.scenario
    asked = job.asked(case)
    calls = len(scenario.expect)
    try:
        first = input_tokens(_opening(case, asked))
    except Inexpressible as error:
        return Planned(
            name=case.name,
            model=asked.model,
            address=asked.base_url,
            calls=0,
            input_tokens=0,
            output_tokens=0,
            usd=Decimal(0),
            why=str(error),
        )
    sent = calls * first + sum(ceil(_grown(scenario, turn) / BYTES_A_TOKEN) for turn in range(1, calls))
    most = calls * (scenario.max_output_tokens or usual_limit(reasoning=scenario.reasoning))
    try:
        usd = price(case.name.provider, case.claims.base_url, asked.model, sent, most)
    except UnknownPrice:
        usd = None
    return Planned(
        name=case.name,
        model=asked.model,
        address=asked.base_url,
        calls=calls,
        input_tokens=sent,
        output_tokens=most,
        usd=usd,
    )


def _opening(case: LiveCase, asked: Asked) -> WireRequest:
    """Return the first request of a case. Raises ``Inexpressible`` if the dialect cannot express it."""

    def ask(request: WireRequest) -> Answer:
        raise _Opening(request)

    try:
        next(hold(case, ask, base_url=asked.base_url, model=asked.model))
    except _Opening as opening:
        return opening.request
    raise AssertionError(f"{case.name}: expected the conversation to begin with a request, got none")


def _grown(scenario: Scenario, turn: int) -> int:
    """Return an estimate of the size in bytes that the turns before ``turn`` add to the conversation."""
    calls = sum(len(call.arguments) + _CALL for played in scenario.script[:turn] for call in played.calls)
    results = sum(len(reply.text) * reply.times + _CALL for replies in scenario.replies[:turn] for reply in replies)
    return calls + results
