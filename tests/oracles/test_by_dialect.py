"""Tests that the vendors' official SDKs read the cassettes by dialect, as users of these providers use the SDKs."""

import json
from decimal import Decimal
from typing import Any

import pytest

pytest.importorskip("anthropic", reason="the official SDKs come with the extra 'oracles'")

import vcr
from anthropic import Anthropic, AnthropicBedrock, AnthropicVertex
from vcr.request import Request as VcrRequest

from conformance.callers import anthropic_messages, caller, heard
from conformance.judge import request_match
from conformance.recording.by_dialect import ByDialect, open_cassette
from conformance.recording.cassette import CassetteName
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
"""Providers for which the SDK has a separate client."""


@pytest.mark.parametrize("name", borrowed(), ids=str)
def test_sdk_agrees(name: CassetteName, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the id, name and arguments of every call, plain and streamed. An SDK that is known to fail must fail."""
    cassette = open_cassette(name)
    if not cassette.changed and name.provider not in CLIENTS:
        return  # the owner's answers but for ids, which the SDK has read
    monkeypatch.setattr(anthropic_messages, "Anthropic", CLIENTS.get(name.provider, Anthropic))
    why = disagreement(cassette)
    assert (why is None) == (cassette.known("sdk-reads") is None), why or "is read, and is listed as unreadable"


def disagreement(cassette: ByDialect) -> str | None:
    """Return the reason why the SDK does not read the right calls, or None if it does."""
    stated = [answered.answer for answered in cassette.provenance.expected]
    try:
        found = [calls(answer, right) for answer, right in zip(read(cassette), stated, strict=False)]
    except Exception as error:  # whatever the SDK raises
        return f"{type(error).__name__}: {error}"
    right = [calls(answer, answer) for answer in stated if answer]
    return None if found == right else f"expected {right}, got {found}"


def read(cassette: ByDialect) -> list[Expected]:
    """Return the SDK's readings of the cassette's exchanges, which vcrpy plays."""
    case = LiveCase.of(cassette.name)
    last = len(cassette.exchanges) - 1

    def given(turn: int, made: tuple[ToolCall, ...]) -> tuple[ToolResult, ...]:
        return results(case.scenario)(turn, made) if turn < last else ()

    equal = case.form.equal

    def means_the_same(sent: VcrRequest, recorded: VcrRequest) -> None:
        ours, theirs = (WireRequest(url=request.uri, body=bytes(request.body)) for request in (sent, recorded))
        assert request_match.matches(ours, theirs, equal)

    player = vcr.VCR(record_mode="none", match_on=["method", "means_the_same"])
    player.register_matcher("means_the_same", means_the_same)
    player.register_persister(in_memory(cassette))
    with player.use_cassette(str(cassette.path)) as tape:
        understood = heard(caller(case.name.dialect).converse(case.claims.base_url, conversation(case)), given)
        assert tape.all_played
    return understood


def in_memory(cassette: ByDialect) -> Any:
    class Persister:
        @staticmethod
        def load_cassette(path: str, serializer: Any) -> Any:
            requests = [
                VcrRequest("POST", exchange.request.url, exchange.request.body, {}) for exchange in cassette.exchanges
            ]
            answers = [
                {
                    "status": {"code": exchange.response.status, "message": "OK"},
                    "headers": {key: [value] for key, value in exchange.response.headers.items()},
                    "body": {"string": exchange.response.body},
                }
                for exchange in cassette.exchanges
            ]
            return requests, answers

    return Persister


def calls(answer: Expected, right: Expected | None) -> list[tuple[str | None, str, Any]]:
    """Return the id, name and arguments of each call. A cut call has no arguments, because some SDKs repair them."""
    cut = {n for n, call in enumerate(right.calls if right else ()) if not call.complete}
    return [
        (call.id or None, call.name, None if n in cut else numeric(call.arguments))
        for n, call in enumerate(answer.calls)
    ]


def numeric(arguments: str) -> Any:
    """Return arguments as values. SDKs lose the spelling of a number, but must keep its value."""
    return json.loads(arguments or "{}", parse_float=Decimal, parse_int=Decimal)
