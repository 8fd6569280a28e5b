"""Tests of a gateway's losses: those that its front's dialect makes inevitable, and the gateway's own faults."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from conformance.adapters.unsupported import Unsupported
from conformance.judge.request_match import request_matches
from conformance.judge.returned import returned
from conformance.judge.trial import Disputed, Trial, Unanswered
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.fronts import at_the_front
from toolwire.model import Request
from toolwire.wire import exact_json

CASES = {
    "anthropic": CassetteName("anthropic", "anthropic_messages", "history-result-error", "plain"),
    "gemini": CassetteName("gemini", "gemini_generate", "history-result-error", "plain"),
    "bedrock": CassetteName("bedrock", "bedrock_converse", "call-with-reasoning", "plain"),
}


def of_front(case: str, change: Any, front: str = "openai_chat") -> Trial | Unsupported:
    """Return the exchange of a gateway that sent the last recorded request of a case with a changed body."""
    opened: Case = open_case(CASES[case])
    exchange = opened.cassette.exchanges[-1]
    body = exact_json.loads(exchange.request.body)
    change(body)
    trial = Trial(
        form=opened.form,
        mode="plain",
        expect=(),
        request=Request(model="m", messages=()),
        recorded=exchange,
        right=Disputed(),
        attempt=Unanswered(msgspec.structs.replace(exchange.request, body=exact_json.encode(body))),
    )
    gateway: Any = SimpleNamespace(front=front)
    return at_the_front(trial, gateway, exchange, opened)


def turned(value: Any) -> Any:
    """Return the same value with the keys of its objects in reversed order."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(item) for item in value] if isinstance(value, list) else value


def results(body: Any) -> list[Any]:
    """Return the results in a request's body of Anthropic's or Gemini's dialect."""
    items = [part for message in body.get("messages", body.get("contents")) for part in parts(message)]
    return [part for part in items if "tool_use_id" in part] or [
        part["functionResponse"]["response"] for part in items if "functionResponse" in part
    ]


def parts(message: Any) -> list[Any]:
    content = message.get("content", message.get("parts"))
    return content if isinstance(content, list) else []


def flag_lost(body: Any) -> None:
    for result in results(body):
        result.pop("is_error", None)


def key_lost(body: Any) -> None:
    for result in results(body):
        if "error" in result:
            result["output"] = result.pop("error")


def reasoning_lost(body: Any) -> None:
    for message in body["messages"]:
        message["content"] = [part for part in message["content"] if "reasoningContent" not in part]


def order_turned(body: Any) -> None:
    flag_lost(body)
    whole = turned(body)
    body.clear()
    body.update(whole)


@pytest.mark.parametrize(
    ("case", "change", "place"),
    [
        ("anthropic", flag_lost, "/messages/*/content/*/is_error"),
        ("anthropic", order_turned, "/messages/*/content/*/is_error"),
        ("gemini", key_lost, "/contents/*/parts/*/functionResponse/response/error"),
        ("bedrock", reasoning_lost, "/messages/*/content/*"),
    ],
    ids=["a flag", "a flag, with keys in another order", "a key that marks", "an item that is the provider's own"],
)
def test_what_the_front_has_no_place_for_is_declined(case: str, change: Any, place: str) -> None:
    declined = of_front(case, change)
    assert str(declined) == f"openai_chat has no way to express {place}"


def test_a_front_with_a_place_for_it_excuses_nothing() -> None:
    judged = of_front("gemini", key_lost, front="anthropic_messages")
    assert isinstance(judged, Trial)
    assert {finding.path.rpartition("/")[2] for finding in request_matches(judged)} == {"error", "output"}


def text_lost(body: Any) -> None:
    key_lost(body)
    for result in results(body):
        result.update(dict.fromkeys(result, "other"))


def text_altered(body: Any) -> None:
    reasoning_lost(body)
    body["messages"][0]["content"][0]["text"] += "!"


def reasoning_altered(body: Any) -> None:
    for message in body["messages"]:
        for part in message["content"]:
            if "reasoningContent" in part:
                part["reasoningContent"]["reasoningText"]["text"] += "!"


@pytest.mark.parametrize(
    ("case", "change", "places"),
    [
        ("gemini", text_lost, ["output"]),
        ("bedrock", text_altered, ["text"]),
        ("bedrock", reasoning_altered, ["text"]),
    ],
    ids=["another text", "another text beside a loss", "another reasoning"],
)
def test_another_value_is_the_gateways_own(case: str, change: Any, places: list[str]) -> None:
    judged = of_front(case, change)
    assert isinstance(judged, Trial)
    assert [finding.path.rpartition("/")[2] for finding in request_matches(judged)] == places


def test_reasoning_that_comes_back_altered_is_found() -> None:
    judged = of_front("bedrock", reasoning_altered)
    assert isinstance(judged, Trial)
    assert [finding.path for finding in returned(judged)]
