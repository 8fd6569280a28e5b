"""Tests of the survey's own checks. Each check has a killer (an exchange or reader, broken in one place) and an
innocent.
"""

from typing import Any

import msgspec
import pytest

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette
from conformance.survey import reading
from conformance.survey.sight import Sight
from conformance.survey.sources import Found
from conformance.survey.summary import summarise
from toolwire.dialects.dialect import Dialect, dialect
from toolwire.wire.exchange import Exchange, WireRequest

from .bench import cassette_name
from .edits import Edit

FRAMING = {"plain": "", "stream": "sse"}
CALL = "/choices/0/message/tool_calls/0"


def _found(cassette: str, answer: Edit | None = None, request: Edit | None = None, *, turn: int = 0) -> Found:
    name = cassette_name("openai_chat", cassette)
    exchange = Cassette(name.under(cassettes_folder())).exchanges[turn]
    asked, answered = exchange.request, exchange.response
    if request is not None:
        asked = msgspec.structs.replace(asked, body=request.on_bytes(asked.body, ""))
    if answer is not None:
        answered = msgspec.structs.replace(answered, body=answer.on_bytes(answered.body, FRAMING[name.mode]))
    return Found(where=f"{cassette}-{turn}", folder="f", exchange=Exchange(request=asked, response=answered))


def _checks(seen: Sight) -> set[str]:
    return {remark.check for remark in seen.remarks}


class Broken:
    """A dialect's reader and writer with one broken method."""

    def __init__(self, whole: Dialect, method: str, edit: Edit) -> None:
        self._whole, self._method, self._edit = whole, method, edit

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._whole, name)
        if name != self._method:
            return method
        if name == "write_request":
            return lambda request, base: self._sent(method(request, base))
        return lambda *given: self._edit.on(method(*given))

    def _sent(self, wire: WireRequest) -> WireRequest:
        return msgspec.structs.replace(wire, body=self._edit.on_bytes(wire.body, ""))


@pytest.mark.parametrize(
    ("method", "edit", "checks"),
    [
        ("write_request", Edit(op="remove", path="/tools/0/function/description"), {"request-round-trip"}),
        ("write_response", Edit(op="remove", path=f"{CALL}/id"), {"response-round-trip"}),
        ("read_response", Edit(op="remove", path="/parts/1"), {"decoded", "response-round-trip"}),
    ],
    ids=["request-written-short", "answer-written-short", "call-lost"],
)
def test_broken_reader(method: str, edit: Edit, checks: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "dialect", lambda name: Broken(dialect(name), method, edit))
    assert _checks(reading.sight(_found("call-parallel.plain"))) == checks


@pytest.mark.parametrize(
    ("answer", "request_edit", "checks"),
    [
        (Edit(path=f"{CALL}/surprise", to=1), None, {"carried"}),
        (Edit(path="/choices/0/message/content", to=[{"type": "hologram"}]), None, {"decoded", "response-schema"}),
        (Edit(op="text", source='"usage":', to='"usage"'), None, {"decoded"}),
        (Edit(op="remove", path="/id"), None, {"response-schema"}),
        (None, Edit(path="/tools/0/function/name", to="a.b"), {"request-schema", "request-rules"}),
        (None, Edit(op="text", source='"tools":', to='"tools"'), {"request"}),
    ],
    ids=["unknown-key-in-a-call", "unknown-part", "no-json", "no-id", "tool-name", "request-no-json"],
)
def test_broken_exchange(answer: Edit | None, request_edit: Edit | None, checks: set[str]) -> None:
    assert _checks(reading.sight(_found("call-single.plain", answer, request_edit))) == checks


def test_record_that_knows_of_more_calls() -> None:
    found = msgspec.structs.replace(_found("call-single.plain"), known_calls=2)
    assert _checks(reading.sight(found)) == {"decoded"}


FRAGMENT = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": ""}}
CHUNK = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}


def _stream(*fragments: Any) -> Edit:
    chunks = [CHUNK | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in fragments]
    end = CHUNK | {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}
    return Edit(to=[*chunks, end, "[DONE]"])


@pytest.mark.parametrize(
    ("cassette", "answer", "request_edit"),
    [
        ("call-single.plain", Edit(path=f"{CALL}/index", to=0), None),
        ("call-single.plain", Edit(path="/surprise", to=1), None),
        ("call-single.plain", Edit(path=f"{CALL}/surprise", to=None), None),
        ("call-single.plain", None, Edit(path="/tool_choice", to="auto")),
        ("call-no-arguments.plain", Edit(path=f"{CALL}/function/arguments", to=""), None),
        ("call-single.stream", Edit(op="text", source="\n", to="\r\n"), None),
    ],
    ids=["reviewed-key", "key-of-the-answer", "null", "default-stated", "no-arguments", "crlf"],
)
def test_unusual_exchange(cassette: str, answer: Edit | None, request_edit: Edit | None) -> None:
    seen = reading.sight(_found(cassette, answer, request_edit))
    assert _checks(seen) == set()
    assert seen.decoded


def test_a_stream_that_repeats_a_name_is_read_and_breaks_a_rule() -> None:
    seen = reading.sight(_found("call-single.stream", _stream({"tool_calls": [FRAGMENT]}, {"tool_calls": [FRAGMENT]})))
    assert _checks(seen) == {"answer-rules"}
    assert seen.decoded


def _returned(request: Edit | None = None) -> tuple[int, int, set[str]]:
    history = "history-single-result.stream"
    seen = summarise(reading.sight(_found(history, None, request if turn else None, turn=turn)) for turn in (0, 1))
    returned = seen.returned_calls
    return returned.compared, returned.equal, {remark.check for remark in seen.findings}


def test_call_that_comes_back_otherwise() -> None:
    changed = Edit(path="/messages/2/tool_calls/0/function/arguments", to='{"city": "Wien"}')
    assert _returned(changed) == (1, 0, {"returned-calls"})


def test_call_that_comes_back_in_another_spelling() -> None:
    changed = Edit(path="/messages/2/tool_calls/0/function/arguments", to='{ "city":"\\u0056ienna" }')
    assert _returned() == (1, 1, set())
    assert _returned(changed) == (1, 1, set())


@pytest.mark.parametrize(
    ("address", "checks"),
    [
        pytest.param(None, {"answer-rules"}, id="known"),
        pytest.param("http://127.0.0.1:1/v1/chat/completions", set(), id="unknown"),
    ],
)
def test_what_answers_promise_is_held_against_a_provider_that_is_known(address: str | None, checks: set[str]) -> None:
    found = _found("call-single.stream", Edit(op="text", source="data: [DONE]\n\n", to=""))
    if address is not None:
        asked = msgspec.structs.replace(found.exchange.request, url=address)
        found = msgspec.structs.replace(found, exchange=msgspec.structs.replace(found.exchange, request=asked))
    assert _checks(reading.sight(found)) == checks
