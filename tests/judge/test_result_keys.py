"""Tests that a result stays the same if its text is put under a key without meaning, such as ``{"result": "18"}``.

This holds in each dialect. A cut text is a different result.
"""

import json
from typing import Any, Final

import msgspec
import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.cause import causes
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Message, Request, Text, ToolResult
from toolwire.providers import owner
from toolwire.providers.equal import FAILURE_KEY, RESULT_KEYS
from toolwire.wire.exchange import WireRequest

TEXTS: Final = tuple(dialect for dialect in DIALECTS if dialect != "gemini_generate")
"""Dialects whose results are text. Gemini's results are objects."""


class Wraps(ReferenceAdapter):
    """An adapter that puts the text of each result under a key, perhaps without its last letters."""

    def __init__(self, key: str, *, less: int = 0) -> None:
        self._key, self._less = key, less

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        messages = tuple(map(self._message, request.messages))
        return super().encode(dialect, msgspec.structs.replace(request, messages=messages), base_url)

    def _message(self, message: Message) -> Message:
        parts = tuple(self._result(part) if isinstance(part, ToolResult) else part for part in message.parts)
        return msgspec.structs.replace(message, parts=parts)

    def _result(self, result: ToolResult) -> ToolResult:
        text = "".join(part.text for part in result.parts if isinstance(part, Text))
        wrapped = json.dumps({self._key: text[: len(text) - self._less]})
        return msgspec.structs.replace(result, parts=(Text(text=wrapped),))


class WrapsInJson(ReferenceAdapter):
    """An adapter for Bedrock that puts the text of each result into a JSON object."""

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        sent = super().encode(dialect, request, base_url)
        body = json.loads(sent.body)
        for message in body["messages"]:
            for block in message["content"]:
                if "toolResult" in block:
                    text = "".join(part["text"] for part in block["toolResult"]["content"])
                    block["toolResult"]["content"] = [{"json": {"result": text}}]
        return msgspec.structs.replace(sent, body=json.dumps(body).encode())


class WrapsFailuresInJson(WrapsInJson, Wraps):
    """An adapter for Bedrock that puts the text of each result into an object, as text inside another object."""


class WrapsInDocument(ReferenceAdapter):
    """An adapter for Cohere that puts the text of each result into a document, as a failure."""

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        sent = super().encode(dialect, request, base_url)
        body = json.loads(sent.body)
        for message in body["messages"]:
            if message["role"] == "tool":
                document = {"id": "1", "data": {FAILURE_KEY: message["content"]}}
                message["content"] = [{"type": "document", "document": document}]
        return msgspec.structs.replace(sent, body=json.dumps(body).encode())


FAILS: Final = (
    *((dialect, Wraps(FAILURE_KEY)) for dialect in TEXTS),
    ("bedrock_converse", WrapsFailuresInJson(FAILURE_KEY)),
)
"""Adapters that send each result as a failure."""


def failing(adapter: Any, dialect: str, scenario: str) -> set[str]:
    """Return the failing checks, except the round trip of the request, which this adapter changes on purpose."""
    results = judge(open_case(CassetteName(owner(dialect), dialect, scenario, "plain")), adapter)
    return {result.check for result in results if result.outcome == "fail"} - {"request-round-trip"}


def causes_of(adapter: Any, dialect: str, scenario: str) -> list[str]:
    """Return the ids of the failing checks' root causes."""
    results = judge(open_case(CassetteName(owner(dialect), dialect, scenario, "plain")), adapter)
    return [cause.id for cause in causes([result for result in results if result.outcome == "fail"])]


@pytest.mark.parametrize("scenario", ["history-single-result", "call-unicode-arguments", "result-empty"])
@pytest.mark.parametrize("key", sorted({*RESULT_KEYS} - {FAILURE_KEY}))
@pytest.mark.parametrize("dialect", TEXTS)
def test_the_text_under_a_key_that_adds_nothing(dialect: str, key: str, scenario: str) -> None:
    assert failing(Wraps(key), dialect, scenario) == set()


@pytest.mark.parametrize(("dialect", "adapter"), FAILS)
def test_a_result_under_the_key_of_failures_is_a_failure(dialect: str, adapter: Any) -> None:
    assert failing(adapter, dialect, "history-result-error") == set()
    for scenario in ("history-single-result", "result-empty"):
        assert "request/result.is_error/added" in causes_of(adapter, dialect, scenario)


@pytest.mark.parametrize(
    ("dialect", "adapter"), [("gemini_generate", Wraps(FAILURE_KEY)), ("cohere_v2", WrapsInDocument())]
)
def test_a_failure_in_an_object_of_the_dialect(dialect: str, adapter: Any) -> None:
    assert "request-mapping" in failing(adapter, dialect, "history-single-result")


@pytest.mark.parametrize("dialect", TEXTS)
def test_less_of_the_text_is_another_result(dialect: str) -> None:
    assert "request-matches" in failing(Wraps("output", less=3), dialect, "history-single-result")


@pytest.mark.parametrize("dialect", TEXTS)
def test_a_key_that_means_something_is_another_result(dialect: str) -> None:
    assert "request-matches" in failing(Wraps("draft"), dialect, "history-single-result")


@pytest.mark.parametrize("scenario", ["history-single-result", "call-unicode-arguments", "result-json", "result-empty"])
def test_an_object_around_the_text_in_bedrock(scenario: str) -> None:
    assert failing(WrapsInJson(), "bedrock_converse", scenario) == set()
