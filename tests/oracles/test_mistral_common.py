"""Mistral's own validator of requests, as a second opinion on the cassettes, the stand-in's refusals and the rules."""

from typing import Any, Final

import pytest

pytest.importorskip("mistral_common", reason="the validator comes with the extra 'oracles'")

from mistral_common.exceptions import MistralCommonException
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
from mistral_common.tokens.tokenizers.base import TokenizerVersion

from conformance.data import cassettes_folder
from conformance.judge.rules import violations
from conformance.recording.cassette import Cassette, CassetteName
from conformance.standins import Ids, Turn, stand_in
from conformance.suite.cases import cassettes
from toolwire.providers import rules, wire_format
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

DIALECT: Final = "mistral_chat"
CASSETTES = [name for name in cassettes() if name.dialect == DIALECT]
WITH_IDS = TokenizerVersion.v11
"""The last version whose ids are nine letters and digits."""
LATEST = TokenizerVersion.v15
SCHEMA = {"type": "object", "properties": {}}
ONE, OTHER = "abcdefgh1", "abcdefgh2"


def complaint(body: dict[str, Any], version: TokenizerVersion) -> str | None:
    """What the vendor's validator has against a request; None where it has nothing."""
    messages = [message | {"content": content(message.get("content"))} for message in body["messages"]]
    try:
        request = ChatCompletionRequest.from_openai(messages, tools=body.get("tools"), model=body["model"])
        get_validator(version, ValidationMode.serving).validate_request(request)
    except MistralCommonException as error:
        return str(error)
    return None


def content(said: Any) -> Any:
    """Content as the validator's types have it: of thinking the bare text."""
    if not isinstance(said, list):
        return said
    return [
        chunk | {"thinking": "".join(piece["text"] for piece in chunk["thinking"])} if "thinking" in chunk else chunk
        for chunk in said
    ]


@pytest.mark.parametrize("version", [WITH_IDS, LATEST])
@pytest.mark.parametrize("name", CASSETTES, ids=str)
def test_every_recorded_request_is_valid_or_refused(name: CassetteName, version: TokenizerVersion) -> None:
    for exchange in Cassette(name.under(cassettes_folder())).exchanges:
        refused = exchange.response.status != 200
        assert (complaint(exact_json.loads(exchange.request.body), version) is not None) == refused


def call(call_id: str = ONE, name: str = "look") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": "{}"}}


def said(*calls: dict[str, Any], content: str = "") -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def result(call_id: str | None = ONE) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": "1"}


def asking(*more: dict[str, Any], name: str = "look") -> dict[str, Any]:
    tool = {"type": "function", "function": {"name": name, "parameters": SCHEMA}}
    return {"model": "m", "messages": [USER, *more], "tools": [tool]}


USER = {"role": "user", "content": "Look."}
SYSTEM = {"role": "system", "content": "Be brief."}
VALID = [
    asking(said(call()), result()),
    asking(said(call(), call(OTHER)), result(OTHER), result(), USER),
    asking(said(call(), content="I look."), result(), said(call()), result()),
    asking(SYSTEM, USER),
]
INVALID = [
    asking(name="a.b"),
    asking(name="x" * 65),
    asking(said(call(name="a b")), result()),
    asking(said(call("call_abc")), result("call_abc")),
    asking(said(call("null")), result("null")),
    asking(said(call()), result("abc-efgh1")),
    asking(said(call()), result(None)),
    asking(said(call(), call(OTHER)), result()),
    asking(said(call()), said(call(OTHER)), result(OTHER)),
    asking(said(call()), result(OTHER)),
    asking(said(call()), result(), result()),
    asking(said(call()), result(), said(call(OTHER)), result()),
    asking(result()),
    asking(said(call()), USER, result()),
    asking(said(call()), SYSTEM, result()),
    asking({"role": "assistant", "content": "Hi."}),
    asking() | {"messages": []},
]


def refusal(body: dict[str, Any]) -> str | None:
    """What the stand-in has against a request."""
    request = WireRequest(url="https://api.mistral.ai/v1/chat/completions", body=exact_json.encode(body))
    answer = stand_in(DIALECT).answer(request, Turn(text="Hi."), Ids("seed"))
    return None if answer.status == 200 else exact_json.loads(answer.chunks[0].data)["message"]


@pytest.mark.parametrize("body", [*VALID, *INVALID])
def test_the_stand_in_refuses_what_the_vendor_refuses_and_in_its_words(body: dict[str, Any]) -> None:
    assert refusal(body) == complaint(body, WITH_IDS)
    assert (refusal(body) is None) == (body in VALID)


BREAKING = {
    "calls-answered": asking(said(call(), call(OTHER)), result()),
    "results-adjacent": asking(said(call()), USER, result()),
    "results-match": asking(said(call()), result(), result()),
    "call-ids-unique": asking(said(call(), call()), result(), result()),
    "call-id-defined": asking(said(call("null")), result("null")),
    "call-id-form": asking(said(call("call_abc")), result("call_abc")),
    "tool-name": asking(name="a.b"),
    "call-name": asking(said(call(name="a b")), result()),
}


def broken(body: dict[str, Any]) -> dict[str, str]:
    form = wire_format("mistral", DIALECT)
    found = violations(body, form.history, rules("mistral", DIALECT))
    return {str(finding.rule).removeprefix(f"{DIALECT}."): finding.level for finding in found}


@pytest.mark.parametrize("body", VALID)
def test_what_is_valid_breaks_no_must(body: dict[str, Any]) -> None:
    assert set(broken(body).values()) <= {"SHOULD", "MAY"}


def test_a_may_is_refused_by_no_version_any_more() -> None:
    body = asking(said(call()), result(), USER)
    assert broken(body) == {"user-after-result": "MAY"}
    assert (complaint(body, WITH_IDS), complaint(body, LATEST)) == (None, None)


@pytest.mark.parametrize("rule", BREAKING)
def test_a_must_is_refused_by_every_version_and_a_should_by_some(rule: str) -> None:
    level = broken(BREAKING[rule])[rule]
    assert complaint(BREAKING[rule], WITH_IDS)
    assert (complaint(BREAKING[rule], LATEST) is not None) == (level == "MUST")


def test_every_rule_with_an_error_text_is_here() -> None:
    checked = {
        rule.id.removeprefix(f"{DIALECT}.")
        for rule in rules("mistral", DIALECT)
        if rule.check and rule.applies_to == "request"
    }
    assert checked - BREAKING.keys() == {"results-order", "user-after-result"}
