"""What a gateway is held to, where its front's dialect has no word for what is recorded."""

from types import SimpleNamespace
from typing import Any

import msgspec

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.unsupported import Unsupported
from conformance.judge.request_match import request_matches
from conformance.judge.trial import Disputed, Trial, Unanswered
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.fronts import at_the_front
from toolwire.model import Message, Request, Text, ToolDefinition
from toolwire.providers import load, owner, wire_format
from toolwire.wire import exact_json
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

CASE = CassetteName("bedrock", "bedrock_converse", "call-single", "plain")
ANSWER = WireResponse(status=200, headers={}, body=b"{}")
REQUEST = Request(
    model="m",
    messages=(Message(role="user", parts=(Text(text="Hi."),)),),
    tools=(
        ToolDefinition(name="f", parameters={"type": "object", "properties": {"a": {"type": "string", "enum": ["b"]}}}),
    ),
)


def turned(value: Any) -> Any:
    """The same value with the keys of its objects in reversed order."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(one) for one in value] if isinstance(value, list) else value


def front_of(change: Any) -> Any:
    """What is made of a gateway that handed on what the reference would, but for a change."""
    said = ReferenceAdapter().encode(
        "openai_chat", REQUEST, load(owner("openai_chat")).dialects["openai_chat"].base_url
    )
    ideal = ReferenceAdapter().encode(
        "bedrock_converse", REQUEST, load("bedrock").dialects["bedrock_converse"].base_url
    )
    body = exact_json.loads(ideal.body)
    recorded = exact_json.loads(ideal.body)
    del recorded["toolConfig"]["tools"][0]["toolSpec"]["inputSchema"]["json"]["properties"]
    trial = Trial(
        form=wire_format("bedrock", "bedrock_converse"),
        mode="plain",
        expect=(),
        request=REQUEST,
        recorded=Exchange(request=_with(ideal, recorded), response=ANSWER),
        right=Disputed(),
        attempt=Unanswered(_with(ideal, change(body))),
    )
    gateway: Any = SimpleNamespace(front="openai_chat")
    return at_the_front(trial, gateway, Exchange(request=said, response=ANSWER), open_case(CASE))


def _with(request: WireRequest, body: Any) -> WireRequest:
    return msgspec.structs.replace(request, body=exact_json.encode(body))


def test_what_nobody_could_say_is_declined_whatever_the_order_of_keys() -> None:
    for change in (lambda body: body, turned):
        declined = front_of(change)
        assert isinstance(declined, Unsupported)
        assert "/properties" in str(declined)


def test_what_nobody_could_say_is_excused_beside_a_loss_of_the_gateways_own() -> None:
    def another_text(body: Any) -> Any:
        body["messages"][0]["content"][0]["text"] = "Ho."
        return body

    judged = front_of(another_text)
    assert isinstance(judged, Trial)
    assert [finding.path for finding in request_matches(judged)] == ["/messages/0/content/0/text"]


def test_another_value_there_is_the_gateways_own() -> None:
    def other(body: Any) -> Any:
        body["toolConfig"]["tools"][0]["toolSpec"]["inputSchema"]["json"]["properties"]["a"]["enum"] = ["c"]
        return body

    assert isinstance(front_of(other), Trial)
