"""Tests that the same loss has the same effect in every dialect, and for every check that finds it."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
import yaml

from conformance.judge import schema_effect, schema_meaning
from conformance.judge.difference import Difference, compare
from conformance.judge.effect import OF_FIELD, REFUSAL, Losses, answer_places, gravest, wire_places
from conformance.judge.finding import Effect, Finding
from conformance.judge.request_match import differences
from conformance.judge.round_trip import lost
from toolwire.providers import owner, wire_format
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

from .bench import dialects, document
from .edits import Edit

LOSSES = yaml.safe_load((Path(__file__).parent / "losses.yaml").read_text())
LOST = [
    pytest.param(dialect, spelled, loss["effect"], id=f"{loss['loss']}-{dialect}")
    for loss in LOSSES
    for dialect, spelled in loss["in"].items()
]


def edited(body: str, edits: list[dict[str, Any]]) -> bytes:
    value = exact_json.loads(body)
    for edit in edits:
        value = msgspec.convert(edit, Edit).on(value)
    return exact_json.encode(value)


def effects(found: list[Finding]) -> Effect | None:
    return gravest(finding.effect for finding in found if finding.effect)


@pytest.mark.parametrize(("dialect", "spelled", "effect"), LOST)
def test_a_loss_has_one_effect_in_all_dialects(dialect: str, spelled: dict[str, Any], effect: Effect) -> None:
    asked = document(dialect, spelled["cassette"])["interactions"][-1]["request"]
    form, after = wire_format(owner(dialect), dialect), edited(asked["body"], spelled["edits"])
    places = wire_places(form)
    assert effects(list(lost(asked["body"].encode(), after, places))) == effect
    recorded, sent = (
        WireRequest(url=asked["uri"], method="POST", body=body) for body in (asked["body"].encode(), after)
    )
    matched = list(differences(sent, recorded, form.equal, places=places))
    assert effects(matched) == effect or not matched, "the two comparisons find different effects"


def test_every_dialect_has_each_loss_that_it_can_have() -> None:
    missing = {loss["loss"]: {*dialects()} - {*loss["in"]} for loss in LOSSES}
    assert {name: rest for name, rest in missing.items() if rest} == {
        "error-flag": {"openai_chat", "openai_responses", "mistral_chat", "cohere_v2", "ollama_chat"},
        "image-in-a-result": {"openai_chat", "gemini_generate", "mistral_chat", "cohere_v2", "ollama_chat"},
        "signature": {"openai_chat", "mistral_chat", "cohere_v2", "ollama_chat"},
        "reasoning": {"openai_chat", "gemini_generate"},
        "stream": {"gemini_generate", "bedrock_converse"},  # it is in the address
        "closed-object": {"gemini_generate", "ollama_chat", "gemini_interactions"},
        "strictness": {"gemini_generate", "ollama_chat", "gemini_interactions"},
        "choice": {"ollama_chat"},
    }


ANSWERS = {
    "signature": {
        "anthropic_messages": ("call-with-reasoning.plain", "/content/0/signature"),
        "bedrock_converse": (
            "call-with-reasoning.plain",
            "/output/message/content/0/reasoningContent/reasoningText/signature",
        ),
        "gemini_generate": ("call-single.plain", "/candidates/0/content/parts/0/thoughtSignature"),
        "openai_responses": ("call-with-reasoning.plain", "/output/0/encrypted_content"),
        "gemini_interactions": ("call-with-reasoning.plain", "/steps/0/signature"),
    },
    "reasoning": {
        "anthropic_messages": ("call-with-reasoning.plain", "/content/0/thinking"),
        "bedrock_converse": (
            "call-with-reasoning.plain",
            "/output/message/content/0/reasoningContent/reasoningText/text",
        ),
        "openai_responses": ("call-with-reasoning.plain", "/output/0/summary/0/text"),
        "mistral_chat": ("call-with-reasoning.plain", "/choices/0/message/content/0"),
        "cohere_v2": ("call-with-reasoning.plain", "/message/content/0/thinking"),
        "ollama_chat": ("call-with-reasoning.plain", "/message/thinking"),
        "gemini_interactions": ("call-with-reasoning.plain", "/steps/0/summary/0/text"),
    },
}


@pytest.mark.parametrize(
    ("dialect", "cassette", "path"),
    [
        pytest.param(dialect, *place, id=f"{what}-{dialect}")
        for what, places in ANSWERS.items()
        for dialect, place in places.items()
    ],
)
def test_what_an_answer_loses_of_reasoning_is_context(dialect: str, cassette: str, path: str) -> None:
    answer = document(dialect, cassette)["interactions"][0]["response"]["body"]["string"]
    after = edited(answer, [{"op": "remove", "path": path}])
    found = list(lost(answer.encode(), after, answer_places(wire_format(owner(dialect), dialect))))
    assert effects(found) == "context"


def test_the_message_of_a_refusal_is_context() -> None:
    found = list(lost(b'{"error": {"message": "no", "code": 1}}', b'{"error": {"code": 2}}', REFUSAL))
    assert {finding.effect for finding in found} == {"context"}


@pytest.mark.parametrize("dialect", dialects())
def test_every_field_with_a_place_has_an_effect(dialect: str) -> None:
    form = wire_format(owner(dialect), dialect)
    assert {*form.places.request, *form.places.response} <= {*OF_FIELD}
    assert all(place.startswith("/") for place, _ in (*wire_places(form).effects, *answer_places(form).effects))


@pytest.mark.parametrize(
    ("kind", "path", "expected", "actual", "effect"),
    [
        pytest.param("changed", "url", "https://a.example/x", "https://a.example/y", "call", id="address"),
        pytest.param("changed", "/messages/0/role", "tool", "user", "call", id="result-that-is-none-any-more"),
        pytest.param("changed", "/messages/0/role", "system", "user", "context", id="role"),
        pytest.param("unexpected", "/messages/0/annotations", None, [], "form", id="key-of-a-client"),
        pytest.param("missing", "/functions", [{"name": "f"}], None, "tools", id="functions-of-old"),
        pytest.param("missing", "/some_setting", 1, None, "context", id="unknown-setting-lost"),
        pytest.param("unexpected", "/some_setting", None, 1, "form", id="unknown-key-added"),
        pytest.param("unexpected", "/max_tokens", None, 9, "context", id="limit-added"),
        pytest.param("changed", "", "text", "other", "form", id="no-document"),
    ],
)
def test_the_object_around_decides(kind: Any, path: str, expected: Any, actual: Any, effect: Effect) -> None:
    held = {"messages": [{"role": "tool", "content": "21"}]}
    difference = Difference(kind=kind, path=path, expected=expected, actual=actual)
    places = wire_places(wire_format("openai", "openai_chat"))
    assert Losses(places, held, held).of(difference).effect == effect


SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}


def request(*schemas: Any) -> dict[str, Any]:
    named = [{"name": f"tool_{n}", "parameters": schema} for n, schema in enumerate(schemas)]
    return {"tools": [{"type": "function", "function": function} for function in named]}


def test_equal_differences_of_schemas_are_compared_once() -> None:
    given, sent = (
        {"type": "object", "properties": {f"p{n}": {"type": kind} for n in range(20)}} for kind in ("string", "integer")
    )
    expected, actual = request(given, given, SCHEMA), request(sent, sent, SCHEMA)
    losses = Losses(wire_places(wire_format("openai", "openai_chat")), expected, actual)
    schema_effect._read.cache_clear()
    with patch.object(schema_effect, "compare", wraps=schema_meaning.compare) as compared:
        found = [losses.of(difference) for difference in compare(expected, actual)]
    assert len(found) == 40
    assert compared.call_count == 21  # both schemas as a whole, and each of the 20 differences by itself
    assert len({loss.meaning for loss in found}) == 20
    assert {loss.effect for loss in found} == {"tools"}


def test_a_schema_is_held_against_that_of_the_tool_with_its_name() -> None:
    expected, actual = request(SCHEMA, SCHEMA), request(SCHEMA, SCHEMA | {"$comment": "x"})
    actual["tools"].reverse()
    added = Difference(kind="unexpected", path="/tools/0/function/parameters/$comment", actual="x")
    loss = Losses(wire_places(wire_format("openai", "openai_chat")), expected, actual).of(added)
    assert (loss.effect, loss.meaning) == ("form", "the sent schema accepts the same arguments (proven)")
