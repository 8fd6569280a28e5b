"""Tests that ``conformance check`` predicts every known refusal that the request alone explains."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from conformance.survey.reading import sight
from conformance.survey.sight import Remark
from conformance.survey.sources import Found
from toolwire.dialects.dialect import dialect
from toolwire.model import Request
from toolwire.providers import every_rule, load
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

Body = dict[str, Any]


class Case(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request that meets the condition of a refusal, and a request that differs only in this condition."""

    refused: Body
    taken: Body
    rules: tuple[str, ...] = ()
    """The rules that predict this refusal, if they differ from ``Text.rules``."""
    also: tuple[str, ...] = ()
    """Rules that the request also breaks, although the provider's message does not mention them."""
    message: str | None = None


class Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text of a refusal, the condition of the request, and the rules that predict the refusal."""

    message: str
    provider: str
    dialect: str
    when: str
    rules: tuple[str, ...]
    models: tuple[str, ...]
    requests: tuple[Case, ...]
    given: Body = {}
    """The keys that all the requests have."""
    plain: bool = False
    """True if the same request for a stream is accepted."""


class Unexplained(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text of a refusal, and the reason why no request alone predicts it."""

    message: str
    provider: str
    because: str


_FILE = yaml.load((Path(__file__).parent / "refusals.yaml").read_bytes(), Loader=yaml.CSafeLoader)
TEXTS = msgspec.convert(_FILE["texts"], list[Text])
UNEXPLAINED = msgspec.convert(_FILE["unexplained"], list[Unexplained])
_HISTORY = {"gemini_generate": "contents", "openai_responses": "input"}
_IN_THE_ADDRESS = ("gemini_generate", "bedrock_converse")
"""Dialects whose URL contains the model, and shows that a stream is requested."""
_CALL = {"id": "aB3dE6gH9", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
_USE = {"type": "tool_use", "id": "toolu_00", "name": "get_weather", "input": {}}
_BEFORE: dict[str, tuple[list[Any], list[Any]]] = {
    "openai_chat": (
        [
            {"role": "user", "content": "Hi."},
            {"role": "assistant", "content": None, "reasoning_content": "I look.", "tool_calls": [_CALL]},
            {"role": "tool", "tool_call_id": "aB3dE6gH9", "content": "ok"},
        ],
        [{"role": "assistant", "content": "Hello."}],
    ),
    "mistral_chat": (
        [
            {"role": "user", "content": "Hi."},
            {"role": "assistant", "content": "", "tool_calls": [_CALL]},
            {"role": "tool", "tool_call_id": "aB3dE6gH9", "content": "ok"},
        ],
        [{"role": "assistant", "content": "Hello."}],
    ),
    "openai_responses": (
        [
            {"role": "user", "content": "Hi."},
            {"type": "function_call", "call_id": "call_00", "name": "get_weather", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "call_00", "output": "ok"},
        ],
        [{"role": "assistant", "content": "Hello."}],
    ),
    "anthropic_messages": (
        [
            {"role": "user", "content": "Hi."},
            {"role": "assistant", "content": [_USE]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_00", "content": "ok"}]},
        ],
        [{"role": "assistant", "content": "Hello."}],
    ),
    "bedrock_converse": (
        [
            {"role": "user", "content": [{"text": "Hi."}]},
            {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t0", "name": "get_weather", "input": {}}}]},
            {"role": "user", "content": [{"toolResult": {"toolUseId": "t0", "content": [{"text": "ok"}]}}]},
        ],
        [{"role": "assistant", "content": [{"text": "Hello."}]}],
    ),
    "gemini_generate": (
        [
            {"role": "user", "parts": [{"text": "Hi."}]},
            {"role": "model", "parts": [{"functionCall": {"name": "get_weather"}, "thoughtSignature": "c2ln"}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "get_weather", "response": {}}}]},
        ],
        [{"role": "model", "parts": [{"text": "Hello."}]}],
    ),
}
"""A round with a call, and the answer after it. For requests without tools, only the first message and this answer are
used.
"""
_MORE_TOOLS: dict[str, Any] = {
    "openai_chat": {"type": "function", "function": {"name": "now"}},
    "mistral_chat": {"type": "function", "function": {"name": "now", "parameters": {}}},
    "openai_responses": {"type": "function", "name": "now", "strict": False, "parameters": None},
    "anthropic_messages": {"name": "now", "input_schema": {"type": "object"}},
    "gemini_generate": {"functionDeclarations": [{"name": "now"}]},
}
_TEXT_PARTS = {
    "openai_chat": "text",
    "mistral_chat": "text",
    "anthropic_messages": "text",
    "openai_responses": "input_text",
}


def _as_it_is(text: Text, body: Body) -> Body:
    return body


def _streamed(text: Text, body: Body) -> Body:
    return body if text.dialect in _IN_THE_ADDRESS else body | {"stream": True}


def _behind_a_round(text: Text, body: Body) -> Body:
    key = _HISTORY.get(text.dialect, "messages")
    items = body.get(key)
    if not isinstance(items, list):
        return body
    called, ended = _BEFORE[text.dialect]
    before = [*(called if "tools" in text.given or "toolConfig" in text.given else called[:1]), *ended]
    at = 1 if items[0].get("role") == "system" else 0
    return body | {key: [*items[:at], *before, *items[at:]]}


def _beside_another_tool(text: Text, body: Body) -> Body:
    tools = body.get("tools")
    return body | {"tools": [*tools, _MORE_TOOLS[text.dialect]]} if tools else body


def _in_parts(text: Text, body: Body) -> Body:
    key, kind = _HISTORY.get(text.dialect, "messages"), _TEXT_PARTS.get(text.dialect)
    items = body.get(key)
    if not kind or not isinstance(items, list):
        return body
    return body | {
        key: [
            item | {"content": [{"type": kind, "text": item["content"]}]}
            if item.get("role") == "user" and isinstance(item["content"], str)
            else item
            for item in items
        ]
    }


SPELLINGS = (_as_it_is, _streamed, _behind_a_round, _beside_another_tool, _in_parts)
"""Functions that spell a request in another way, without changing the condition of the refusal."""


def _strict_tools(counts: Body) -> list[Body]:
    """Return as many tools as ``counts`` states: strict tools by kind of parameters, other strict tools, and loose
    tools.
    """
    kinds = {
        "optional": {"type": "string"},
        "union": {"type": ["string", "null"]},
        "any": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    }
    found: list[Body] = []

    def add(strict: bool, properties: Body, required: list[str]) -> None:
        schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
        found.append({"name": f"tool_{len(found)}", "input_schema": schema} | ({"strict": True} if strict else {}))

    for kind, schema in kinds.items():
        for number in counts.get(kind, ()):
            properties = {f"p{n}": schema for n in range(number)}
            add(True, properties, [] if kind == "optional" else list(properties))
    for kind in ("strict", "loose"):
        for _ in range(counts.get(kind, 0)):
            add(kind == "strict", {"a": {"type": "string"}}, ["a"])
    return found


def _body(text: Text, own: Body) -> Body:
    whole = text.given | own
    if isinstance(whole.get("tools"), dict):
        whole = whole | {"tools": _strict_tools(whole["tools"])}
    return whole


def _remarks(text: Text, body: Body, model: str, message: str) -> Iterator[Remark]:
    """Yield the remarks of ``conformance check`` on the rules that a request refused with ``message`` breaks."""
    base_url = load(text.provider).dialects[text.dialect].base_url
    url = dialect(text.dialect).write_request(Request(model=model, messages=()), base_url).url
    named = body if text.dialect in _IN_THE_ADDRESS else {"model": model} | body
    refusal = json.dumps({"error": {"message": message}, "message": message}).encode()
    answer = WireResponse(status=400, headers={"content-type": "application/json"}, body=refusal)
    seen = sight(Found(where="here", folder="here", exchange=Exchange(request=_wire(url, named), response=answer)))
    assert (seen.dialect, seen.model) == (text.dialect, model)
    return (remark for remark in seen.remarks if remark.rule is not None)


def _wire(url: str, body: Body) -> WireRequest:
    return WireRequest(url=url, body=json.dumps(body).encode())


def _wrong(text: Text, case: Case, model: str, spelled: Any) -> str | None:
    """Return a message about rules that miss the refused request or reject the accepted request. None if none do."""
    expected = set(case.rules or text.rules)
    message = case.message or text.message
    remarks = list(_remarks(text, spelled(text, _body(text, case.refused)), model, message))
    predicted = {remark.rule for remark in remarks if remark.check == "refusal"}
    innocent = {remark.rule for remark in _remarks(text, spelled(text, _body(text, case.taken)), model, message)}
    missed = expected - predicted
    silent = {remark.rule for remark in remarks if remark.level == "MUST"} - predicted - set(case.also)
    unjust = expected & innocent
    return f"missed {missed}, silent {silent}, unjust {unjust}" if missed or silent or unjust else None


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{text.dialect}-{text.when}".replace(" ", "-"))
def test_it_is_predicted_and_the_innocent_beside_it_is_not(text: Text) -> None:
    """Check each request, with each model, in every spelling."""
    spellings = [spelled for spelled in SPELLINGS if not (text.plain and spelled is _streamed)]
    ways = product(enumerate(text.requests), text.models, spellings)
    found = {
        f"request {n}, {model}, {spelled.__name__}": _wrong(text, case, model, spelled)
        for (n, case), model, spelled in ways
    }
    assert {way: why for way, why in found.items() if why} == {}


def test_the_docs_say_how_many() -> None:
    levels = [{rule.id: rule.level for _, _, rule in every_rule()}[text.rules[0]] for text in TEXTS]
    page = " ".join((Path(__file__).parents[2] / "docs" / "survey.md").read_text().split())
    assert f"{len(TEXTS) + len(UNEXPLAINED)} texts of refusals about tools are known" in page
    assert f"The request alone explains {len(TEXTS)} of them" in page
    must, may = levels.count("MUST"), levels.count("MAY")
    assert f"Rules of level MUST predict {must}, and rules of level MAY predict {may}." in page
    assert f"The request does not explain the other {len(UNEXPLAINED)}." in page
    assert len(levels) == must + may


def test_every_text_is_tried_in_three_ways_and_stands_there_once() -> None:
    assert [text.message for text in TEXTS if len(text.requests) < 3] == []
    known = [(text.message, text.provider) for text in (*TEXTS, *UNEXPLAINED)]
    assert len(set(known)) == len(known)
