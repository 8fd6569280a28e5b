"""Tests of the ends of streams: normal, cut by the token limit or the connection, an error, or unreadable bytes."""

from typing import Any

import msgspec
import pytest

from conformance.mutants.streams import mutants
from conformance.mutants.streams.stream import read
from toolwire.dialects import arguments
from toolwire.dialects.assembly import assemble
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.model import CallStarted, Finish, Finished, Malformed, Response, Text, ToolCall
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireResponse

from .reference import HOMES, events, shown, streams

OUTCOMES = {
    "finish-twice": "tool_calls", "cut-before-last": "interrupted",
    "error-inside": "error", "payload-broken": "malformed",
}  # fmt: skip


@pytest.mark.parametrize("spoken", DIALECTS)
def test_every_outcome_is_kept_apart_from_the_others(spoken: str) -> None:
    found = {}
    for mutant, body in mutants(spoken, streams(HOMES[spoken], spoken, "call-with-text")[0]):
        if mutant.id in (*OUTCOMES, "finish-length", "response-incomplete"):
            found[mutant.id] = shown(spoken, body).end
    limit = "response-incomplete" if spoken == "openai_responses" else "finish-length"
    assert found == OUTCOMES | {limit: "length"}


def _broken(spoken: str, body: bytes, place: int) -> bytes:
    """Return a stream in which the event at a place is not JSON."""
    stream = read(spoken, body)
    stream.events[place].value = "{"
    return stream.body()


@pytest.mark.parametrize("spoken", DIALECTS)
def test_bytes_that_go_bad_keep_what_came_before_them(spoken: str) -> None:
    body = streams(HOMES[spoken], spoken, "call-unicode-arguments")[-1]
    stream = read(spoken, body)
    for place in range(1, len(stream.events)):
        if not list(events(spoken, (b"".join(stream.bodies()[:place]),))):
            continue
        broken = assemble(list(events(spoken, (_broken(spoken, body, place),))))
        before = assemble(list(events(spoken, (b"".join(stream.bodies()[:place]),))))
        assert broken.parts == before.parts
        assert (broken.finish.reason, broken.finish.raw) == ("malformed", before.finish.raw)
        assert broken.finish.why
        assert broken.error is None


@pytest.mark.parametrize("spoken", DIALECTS)
def test_bytes_that_are_bad_from_the_first_are_no_stream(spoken: str) -> None:
    body = _broken(spoken, streams(HOMES[spoken], spoken, "call-parallel")[0], 0)
    with pytest.raises(WireError):
        list(events(spoken, (body,)))


@pytest.mark.parametrize("spoken", DIALECTS)
def test_what_went_bad_is_written_as_a_stream_without_an_end(spoken: str) -> None:
    response = Response(parts=(Text(text="Hm."),), finish=Finish(reason="malformed", why="x"))
    again = assemble(list(events(spoken, (dialect(spoken).write_stream(response),))))
    assert (again.parts, again.finish.reason) == (response.parts, "interrupted")


def test_nothing_is_read_behind_bytes_that_are_bad() -> None:
    def chunk(delta: Any, reason: str | None = None) -> bytes:
        return sse.encode(exact_json.dumps({"id": "c", "choices": [{"delta": delta, "finish_reason": reason}]}))

    call = {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}
    begun, ended = chunk({"tool_calls": [call]}), chunk({}, "tool_calls")
    for body, complete in ((begun + b"data: {\n\n" + ended, False), (begun + ended + b"data: {\n\n", True)):
        response = assemble(list(events("openai_chat", (body,))))
        assert response.finish.reason == "malformed"
        assert [call.complete for call in response.calls] == [complete]


def test_a_malformed_event_is_not_read_again_when_the_stream_is_closed() -> None:
    text = {"choices": [{"delta": {"content": "a"}}, {"delta": {"tool_calls": 3}}]}
    body = sse.encode('{"id":"c","choices":[]}') + sse.encode(exact_json.dumps(text))
    found = list(events("openai_chat", (body,)))
    assert [type(event) for event in found if isinstance(event, Malformed | Finished)] == [Malformed]
    assert assemble(found).parts == (Text(text="a"),)


def test_an_event_that_the_end_cut_off_counts_only_where_it_can_be_read() -> None:
    begun = sse.encode('{"id":"c","choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}')
    for rest in (b'data: {"choices": 3}', b"data: 3", b'data: {"cho'):
        assert shown("openai_chat", begun + rest).end == "stop"


def test_an_error_counts_more_than_what_is_malformed_behind_it() -> None:
    body = sse.encode('{"error":{"message":"boom"}}') + b"data: {\n\n"
    response = assemble(list(events("openai_chat", (body,))))
    assert response.error
    assert response.finish == Finish(reason="error")


def test_a_late_id_is_repeated_with_its_call() -> None:
    pieces = [
        {"index": 0, "function": {"name": "f", "arguments": "{"}},
        {"index": 0, "id": "a"},
        {"index": 0, "id": "b"},
    ]
    chunks = [sse.encode(exact_json.dumps({"choices": [{"delta": {"tool_calls": [piece]}}]})) for piece in pieces]
    started = [event for event in events("openai_chat", chunks) if isinstance(event, CallStarted)]
    assert [(event.part, event.id) for event in started] == [(0, None), (0, "a")]


def test_a_second_end_shows_no_call_twice() -> None:
    item = {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}", "status": "completed"}
    end = {"type": "response.completed", "response": {"status": "completed", "output": [item]}}
    more = {
        "type": "response.completed",
        "response": {"status": "completed", "output": [item, item | {"call_id": "b"}]},
    }
    body = b"".join(sse.encode(exact_json.dumps(event)) for event in (end, end, more))
    assert [call["id"] for call in shown("openai_responses", body).calls] == ["a", "b"]


def test_a_call_whose_index_another_item_took_is_shown_once() -> None:
    """Check a message that takes the index of an open call, as a server was seen to send it. The call ends later."""
    call = {"type": "function_call", "id": "fc", "call_id": "a", "name": "f", "arguments": "{}", "status": "completed"}
    message = {"type": "message", "id": "msg", "role": "assistant", "content": []}
    steps = [("response.output_item.added", call), ("response.output_item.added", message),
            ("response.output_item.done", call)]  # fmt: skip
    payloads = [{"type": kind, "output_index": 1, "item": item} for kind, item in steps]
    end = {"type": "response.completed", "response": {"status": "completed", "output": [message, call]}}
    body = b"".join(sse.encode(exact_json.dumps(event)) for event in (*payloads, end))
    assert [call["id"] for call in shown("openai_responses", body).calls] == ["a"]


NESTED = '{"a":' + "[" * 150 + "]" * 150 + "}"
EXACT = {
    "large-integers": '{"n":9007199254740993,"m":-123456789012345678901234567890}',
    "spelled-numbers": '{"x":1.10,"y":1e400}',
    "nested": NESTED,
    "unicode": '{"é":"寿司 🍸\\u0000"}',
}


@pytest.mark.parametrize("text", EXACT.values(), ids=EXACT)
@pytest.mark.parametrize("spoken", DIALECTS)
def test_arguments_come_through_exactly(spoken: str, text: str) -> None:
    call = ToolCall(id="call_1", name="f", arguments=arguments.from_text(text))
    response = Response(parts=(call,), finish=Finish(reason="tool_calls"))
    body = dialect(spoken).write_stream(response)
    (read_again,) = assemble(list(events(spoken, (body,)))).calls
    assert exact_json.same(read_again.arguments.value, exact_json.loads(text))
    assert read_again.complete
    plain = msgspec.structs.replace(response, id="r", model="m")
    try:
        document = exact_json.encode(dialect(spoken).write_response(plain))
    except Inexpressible:
        return
    (once_more,) = read_answer(dialect(spoken), WireResponse(body=document)).calls
    assert exact_json.same(once_more.arguments.value, exact_json.loads(text))
