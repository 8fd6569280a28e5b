"""The vendors' official SDKs read what is played by dialect, as users of these providers have them do."""

import json
from decimal import Decimal
from itertools import groupby
from typing import Any

import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

import vcr
from anthropic import Anthropic, AnthropicBedrock, AnthropicVertex
from vcr.request import Request as VcrRequest

from conformance.callers import anthropic_messages, caller, heard
from conformance.judge import request_match
from conformance.recording.by_dialect import ByDialect, open_cassette
from conformance.recording.conversation import conversation, results
from conformance.recording.live_case import LiveCase
from conformance.suite.cases import borrowed
from toolwire.model import Expected, ToolCall, ToolResult
from toolwire.wire.exchange import WireRequest

CLIENTS: dict[str, Any] = {
    "anthropic-bedrock": lambda **_: AnthropicBedrock(
        aws_access_key="none", aws_secret_key="none", aws_region="us-east-1", max_retries=0
    ),
    "anthropic-vertex": lambda **_: AnthropicVertex(
        region="us-east5", project_id="PROJECT", access_token="none", max_retries=0
    ),
}
"""Those for which the SDK has a client of its own."""
LENT = {
    lender: list(names)
    for lender, names in groupby(borrowed(), key=lambda name: f"{name.dialect}/{name.scenario}/{name.mode}")
}


@pytest.mark.parametrize("lender", LENT)
def test_sdk_agrees(lender: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Id, name and arguments of every call, plain and streamed; where it is known to fail on them, it does."""
    wrong = {}
    for name in LENT[lender]:
        cassette = open_cassette(name)
        if not cassette.changed and name.provider not in CLIENTS:
            continue  # the owner's answers but for ids, which the SDK has read
        monkeypatch.setattr(anthropic_messages, "Anthropic", CLIENTS.get(name.provider, Anthropic))
        why = disagreement(cassette)
        if (why is None) != (cassette.known("sdk-reads") is None):
            wrong[str(name)] = why or "is read, and is listed as what the SDK cannot read"
    assert wrong == {}


def disagreement(cassette: ByDialect) -> str | None:
    """Why the SDK does not find the calls that are there; None where it does."""
    stated = [answered.answer for answered in cassette.provenance.expected]
    try:
        found = [calls(answer) for answer in read(cassette)]
    except Exception as error:  # whatever the SDK raises
        return f"{type(error).__name__}: {error}"
    due = [calls(answer) for answer in stated if answer]
    return None if found == due else f"{due} are due, found {found}"


def read(cassette: ByDialect) -> list[Expected]:
    """What the SDK understands when vcrpy plays the cassette to it, for as long as there is an exchange."""
    case = LiveCase.of(cassette.name)
    last = len(cassette.exchanges) - 1

    def given(turn: int, said: tuple[ToolCall, ...]) -> tuple[ToolResult, ...]:
        return results(case.scenario)(turn, said) if turn < last else ()

    equal = case.form.equal

    def says_the_same(sent: VcrRequest, recorded: VcrRequest) -> None:
        one, other = (WireRequest(url=it.uri, body=bytes(it.body)) for it in (sent, recorded))
        assert request_match.matches(one, other, equal)

    player = vcr.VCR(record_mode="none", match_on=["method", "says_the_same"])
    player.register_matcher("says_the_same", says_the_same)
    player.register_persister(in_memory(cassette))
    with player.use_cassette(str(cassette.path)) as tape:
        understood = heard(caller(case.name.dialect).converse(case.claims.base_url, conversation(case)), given)
        assert tape.all_played
    return understood


def in_memory(cassette: ByDialect) -> Any:
    class Persister:
        @staticmethod
        def load_cassette(path: str, serializer: Any) -> Any:
            requests = [VcrRequest("POST", one.request.url, one.request.body, {}) for one in cassette.exchanges]
            answers = [
                {
                    "status": {"code": one.response.status, "message": "OK"},
                    "headers": {key: [value] for key, value in one.response.headers.items()},
                    "body": {"string": one.response.body},
                }
                for one in cassette.exchanges
            ]
            return requests, answers

    return Persister


def calls(answer: Expected) -> list[tuple[str | None, str, Any]]:
    return [(call.id or None, call.name, numeric(call.arguments)) for call in answer.calls]


def numeric(arguments: str) -> Any:
    """Arguments as values. SDKs that parse lose the text of a number, but may not lose its value."""
    return json.loads(arguments or "{}", parse_float=Decimal, parse_int=Decimal)
