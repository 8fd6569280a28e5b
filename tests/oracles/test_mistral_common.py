"""Tests that Mistral's own validator of requests agrees with the cassettes, the stand-in's refusals and the rules."""

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
"""The last version whose ids have nine letters and digits."""
LATEST = TokenizerVersion.v15
SCHEMA = {"type": "object", "properties": {}}
ID, OTHER = "abcdefgh1", "abcdefgh2"


def complaint(body: dict[str, Any], version: TokenizerVersion) -> str | None:
    """Return the error of the vendor's validator for a request, or None."""
    messages = [message | {"content": content(message.get("content"))} for message in body["messages"]]
    try:
        request = ChatCompletionRequest.from_openai(messages, tools=body.get("tools"), model=body["model"])
        get_validator(version, ValidationMode.serving).validate_request(request)
    except MistralCommonException as error:
        return str(error)
    return None


def content(value: Any) -> Any:
    """Return a message's content in the types of the validator, in which thinking is a plain text."""
    if not isinstance(value, list):
        return value
    return [
        chunk | {"thinking": "".join(piece["text"] for piece in chunk["thinking"])} if "thinking" in chunk else chunk
        for chunk in value
    ]


@pytest.mark.parametrize("version", [WITH_IDS, LATEST])
@pytest.mark.parametrize("name", CASSETTES, ids=str)
def test_every_recorded_request_is_valid_or_refused(name: CassetteName, version: TokenizerVersion) -> None:
    for exchange in Cassette(name.under(cassettes_folder())).exchanges:
        refused = exchange.response.status != 200
        assert (complaint(exact_json.loads(exchange.request.body), version) is not None) == refused


def call(call_id: str = ID, name: str = "look") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": "{}"}}


def calling(*calls: dict[str, Any], content: str = "") -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def result(call_id: str | None = ID) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": "1"}


def asking(*more: dict[str, Any], name: str = "look") -> dict[str, Any]:
    tool = {"type": "function", "function": {"name": name, "parameters": SCHEMA}}
    return {"model": "m", "messages": [USER, *more], "tools": [tool]}


USER = {"role": "user", "content": "Look."}
SYSTEM = {"role": "system", "content": "Be brief."}
VALID = {
    "one call": asking(calling(call()), result()),
    "two calls": asking(calling(call(), call(OTHER)), result(OTHER), result(), USER),
    "two rounds": asking(calling(call(), content="I look."), result(), calling(call()), result()),
    "system message": asking(SYSTEM, USER),
}
INVALID = {
    "dot in a name": asking(name="a.b"),
    "long name": asking(name="x" * 65),
    "blank in a name of a call": asking(calling(call(name="a b")), result()),
    "prefix of an id": asking(calling(call("call_abc")), result("call_abc")),
    "null as an id": asking(calling(call("null")), result("null")),
    "other form of an id": asking(calling(call()), result("abc-efgh1")),
    "result without an id": asking(calling(call()), result(None)),
    "second call without a result": asking(calling(call(), call(OTHER)), result()),
    "call without a result": asking(calling(call()), calling(call(OTHER)), result(OTHER)),
    "result of another call": asking(calling(call()), result(OTHER)),
    "two results of a call": asking(calling(call()), result(), result()),
    "second call's result of the first": asking(calling(call()), result(), calling(call(OTHER)), result()),
    "result without a call": asking(result()),
    "user before the result": asking(calling(call()), USER, result()),
    "system message before the result": asking(calling(call()), SYSTEM, result()),
    "assistant at the end": asking({"role": "assistant", "content": "Hi."}),
    "no messages": asking() | {"messages": []},
}


def refusal(body: dict[str, Any]) -> str | None:
    """Return the stand-in's refusal of a request, or None."""
    request = WireRequest(url="https://api.mistral.ai/v1/chat/completions", body=exact_json.encode(body))
    answer = stand_in(DIALECT).answer(request, Turn.usual(text="Hi."), Ids("seed"))
    return None if answer.status == 200 else exact_json.loads(answer.chunks[0].data)["message"]


@pytest.mark.parametrize("case", [*VALID, *INVALID])
def test_the_stand_in_refuses_what_the_vendor_refuses_and_in_its_words(case: str) -> None:
    body = (VALID | INVALID)[case]
    assert refusal(body) == complaint(body, WITH_IDS)
    assert (refusal(body) is None) == (case in VALID)


BREAKING = {
    "calls-answered": asking(calling(call(), call(OTHER)), result()),
    "results-adjacent": asking(calling(call()), USER, result()),
    "results-match": asking(calling(call()), result(), result()),
    "call-ids-unique": asking(calling(call(), call()), result(), result()),
    "call-id-defined": asking(calling(call("null")), result("null")),
    "call-id-form": asking(calling(call("call_abc")), result("call_abc")),
    "tool-name": asking(name="a.b"),
    "call-name": asking(calling(call(name="a b")), result()),
}


def broken(body: dict[str, Any]) -> dict[str, str]:
    form = wire_format("mistral", DIALECT)
    found = violations(body, form.history, rules("mistral", DIALECT))
    return {str(finding.rule).removeprefix(f"{DIALECT}."): finding.level for finding in found}


@pytest.mark.parametrize("body", VALID.values(), ids=VALID)
def test_what_is_valid_breaks_no_must(body: dict[str, Any]) -> None:
    assert set(broken(body).values()) <= {"SHOULD", "MAY"}


def test_a_may_is_refused_by_no_version_any_more() -> None:
    body = asking(calling(call()), result(), USER)
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
