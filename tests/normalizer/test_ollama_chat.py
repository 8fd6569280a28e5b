"""Tests of reading and writing Ollama's dialect."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.dialects import arguments
from toolwire.dialects import ollama_chat as ollama
from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import Inexpressible
from toolwire.model import (
    Arguments,
    Audio,
    CustomTool,
    Event,
    Finish,
    Image,
    Message,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Usage,
    fresh,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse

from .strategies import TEXTS, VALUES, calls

BASE = "http://127.0.0.1:11434"


def read(body: Any) -> Request:
    return ollama.read_request(WireRequest(url=f"{BASE}/api/chat", body=exact_json.encode(body)))


def written(request: Request) -> Any:
    return exact_json.loads(ollama.write_request(request, BASE).body)


def decode(body: bytes, size: int = 1 << 20) -> list[Event]:
    decoder = ollama.stream_decoder()
    events = [event for at in range(0, len(body), size) for event in decoder.feed(body[at : at + size])]
    return [*events, *decoder.close()]


def lines(*documents: Any) -> bytes:
    return b"".join(exact_json.encode(document) + b"\n" for document in documents)


def line(**message: Any) -> Any:
    return {"model": "m", "message": {"role": "assistant", "content": ""} | message, "done": False}


def end(reason: Any = "stop") -> Any:
    return line() | {"done": True, "done_reason": reason, "prompt_eval_count": 3, "eval_count": 4}


def wire_call(name: str = "f", args: Any = None, **rest: Any) -> Any:
    return {"function": {"name": name, "arguments": args or {}}} | rest


def call(text: str = "{}", name: str = "f", call_id: str | None = None) -> ToolCall:
    return ToolCall(id=call_id, name=name, arguments=arguments.from_text(text))


REQUEST = {
    "model": "m",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Look", "images": ["AA==", "BB=="]},
        {"role": "assistant", "content": "", "thinking": "hm", "tool_calls": [
            wire_call("f", {"n": 12345678901234567890}, id="a"),
            {"type": "function", "function": {"index": 1, "name": "g"}},
            {"function": {"name": "g", "arguments": ""}}]},
        {"role": "tool", "content": "sunny", "tool_name": "f", "tool_call_id": "a"},
        {"role": "tool", "content": "", "name": "g", "tool_call_id": None},
        {"role": "assistant", "content": "Done.", "extra": 1},
    ],
    "tools": [
        {"type": "function", "name": "f", "function": {"name": "f", "description": "d", "parameters": {}, "strict": 1}},
        {"function": {"name": "g"}},
        {"type": "web_search"},
    ],
    "options": {"num_predict": 9, "temperature": 0},
    "format": "",
    "keep_alive": None,
}  # fmt: skip


@pytest.mark.parametrize("change", [
    pytest.param({}, id="usual"),
    pytest.param({"stream": True}, id="stream"),
    pytest.param({"stream": False}, id="plain"),
    pytest.param({"stream": None}, id="stream-null"),
    pytest.param({"options": {"num_predict": -1}}, id="no-limit"),
    pytest.param({"tools": []}, id="no-tools"),
    pytest.param({"options": {}}, id="no-options"),
    pytest.param({"options": None}, id="options-null"),
    pytest.param({"tool_choice": "auto"}, id="tool-choice"),
    pytest.param({"messages": []}, id="no-messages"),
])  # fmt: skip
def test_a_request_comes_back_as_it_was(change: Any) -> None:
    body = REQUEST | change
    assert not list(exact_json.differences(body, written(read(body))))
    assert fresh(read(written(fresh(read(body))))).messages[3:] == fresh(read(body)).messages[3:]


@pytest.mark.parametrize(
    ("body", "stream"),
    [
        pytest.param({}, True, id="absent"),
        pytest.param({"stream": None}, True, id="null"),
        pytest.param({"stream": False}, False, id="false"),
    ],
)
def test_streaming_unless_asked_otherwise(body: Any, stream: bool) -> None:
    assert read(body).stream is stream
    assert written(msgspec.structs.replace(read(body), stream=False))["stream"] is False


def test_what_a_request_means() -> None:
    request = fresh(read(REQUEST))
    _, user, assistant, first, second, _ = request.messages
    assert user.parts == (Text(text="Look"), Image(data="AA=="), Image(data="BB=="))
    assert assistant.parts == (
        Reasoning(text="hm"),
        call('{"n":12345678901234567890}', "f", "a"),
        ToolCall(id=None, name="g", arguments=Arguments(text="", form="empty", value={})),
        ToolCall(id=None, name="g", arguments=Arguments(text="", form="empty", value={})),
    )
    assert first.parts == (ToolResult(call_id="a", name="f", parts=(Text(text="sunny"),)),)
    assert second.parts == (ToolResult(call_id=None, name="g"),)
    assert request.tools[0] == ToolDefinition(name="f", description="d", parameters={})
    assert request.tools[2] == ProviderTool(kind="web_search", value={"type": "web_search"})
    assert (request.model, request.max_output_tokens) == ("m", 9)


def replaced(at: tuple[Any, ...], value: Any, change: dict[str, Any]) -> Any:
    """Return ``value`` with changed fields in the struct to which the steps ``at`` lead."""
    if not at:
        return msgspec.structs.replace(value, **change)
    step, *rest = at
    if isinstance(step, int):
        return tuple(replaced(tuple(rest), item, change) if n == step else item for n, item in enumerate(value))
    return msgspec.structs.replace(value, **{step: replaced(tuple(rest), getattr(value, step), change)})


@pytest.mark.parametrize(
    ("at", "change", "pointer"),
    [
        pytest.param((), {"model": "n"}, "/model", id="model"),
        pytest.param((), {"max_output_tokens": 8}, "/options/num_predict", id="limit"),
        pytest.param((), {"tools": ()}, "/tools", id="tools"),
        pytest.param(("tools", 0), {"name": "h"}, "/tools/0/function/name", id="tool-name"),
        pytest.param(("tools", 0), {"parameters": {"type": "object"}}, "/tools/0/function/parameters", id="parameters"),
        pytest.param(("messages", 0), {"role": "user"}, "/messages/0/role", id="role"),
        pytest.param(("messages", 0, "parts", 0), {"text": "x"}, "/messages/0/content", id="text"),
        pytest.param(("messages", 1, "parts", 1), {"data": "CC=="}, "/messages/1/images/0", id="image"),
        pytest.param(("messages", 2, "parts", 0), {"text": "x"}, "/messages/2/thinking", id="thinking"),
        pytest.param(("messages", 2, "parts", 1), {"id": "b"}, "/messages/2/tool_calls/0/id", id="id"),
        pytest.param(("messages", 2, "parts", 1), {"name": "h"}, "/messages/2/tool_calls/0/function/name", id="name"),
        pytest.param(("messages", 2, "parts", 2), {"arguments": arguments.from_text('{"x":1}')},
         "/messages/2/tool_calls/1/function/arguments", id="arguments"),
        pytest.param(("messages", 3, "parts", 0), {"call_id": "b"}, "/messages/3/tool_call_id", id="result-id"),
        pytest.param(("messages", 3, "parts", 0), {"name": "h"}, "/messages/3/tool_name", id="result-name"),
        pytest.param(("messages", 4, "parts", 0), {"name": "h"}, "/messages/4/name", id="second-result-name"),
        pytest.param(("messages", 4, "parts", 0), {"parts": (Text(text="x"),)}, "/messages/4/content",
            id="result-text"),
    ],
)  # fmt: skip
def test_a_changed_word_shows(at: tuple[Any, ...], change: dict[str, Any], pointer: str) -> None:
    differences = list(exact_json.differences(REQUEST, written(replaced(at, read(REQUEST), change))))
    assert differences
    assert all(difference.startswith(pointer) for difference in differences)


USER = Message(role="user", parts=(Text(text="Hi"),))


def test_a_fresh_request() -> None:
    request = Request(
        model="m",
        messages=(
            Message(role="system", parts=(Text(text="Be brief."),)),
            USER,
            Message(role="assistant", parts=(call('{"x": 1}', "f", "1"), call("", "g"))),
            Message(role="tool", parts=(ToolResult(call_id="1", parts=(Text(text="a"), Text(text="b"))),
                                        ToolResult(call_id=None, name="g"), Text(text="Go on."))),
        ),
        tools=(ToolDefinition(name="f", parameters={"type": "object"}),),
        tool_choice=ToolChoice(mode="auto"),
        max_output_tokens=5,
    )  # fmt: skip
    assert ollama.write_request(request, BASE + "/").url == f"{BASE}/api/chat"
    assert written(request) == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "", "tool_calls": [
                {"id": "1", "function": {"name": "f", "arguments": {"x": 1}}},
                {"function": {"name": "g", "arguments": {}}}]},
            {"role": "tool", "tool_call_id": "1", "tool_name": "f", "content": "a\nb"},
            {"role": "tool", "tool_name": "g", "content": ""},
            {"role": "user", "content": "Go on."},
        ],
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
        "stream": False,
        "options": {"num_predict": 5},
    }  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"parallel_tool_calls": False}, id="parallel"),
        *(
            pytest.param({"tool_choice": ToolChoice(mode=mode, names=("f",))}, id=f"choice-{mode}")
            for mode in ("none", "required", "named", "allowed")
        ),
        pytest.param({"tools": (ToolDefinition(name="f", strict=True),)}, id="strict"),
        pytest.param({"tools": (CustomTool(name="f"),)}, id="free-form-tool"),
        pytest.param({"messages": (Message(role="developer", parts=()),)}, id="role-developer"),
        pytest.param({"messages": (Message(role="user", parts=(), name="Ann"),)}, id="user-name"),
        pytest.param({"messages": (Message(role="user", parts=(Audio(data="AA=="),)),)}, id="audio"),
        pytest.param({"messages": (Message(role="user", parts=(Image(url="https://x"),)),)}, id="image-url"),
        pytest.param({"messages": (Message(role="assistant", parts=(call("[1]"),)),)}, id="arguments-list"),
        pytest.param(
            {"messages": (Message(role="tool", parts=(ToolResult(call_id="x", parts=(Audio(data="AA=="),)),)),)},
            id="audio-in-result",
        ),
    ],
)
def test_what_cannot_be_expressed(change: dict[str, Any]) -> None:
    with pytest.raises(Inexpressible):
        written(msgspec.structs.replace(Request(model="m", messages=(USER,)), **change))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(end() | {"created_at": "t", "total_duration": 5}, id="durations"),
        pytest.param(
            line(content="a", thinking="b", tool_calls=[wire_call(id="1")]) | {"done": True, "done_reason": "stop"},
            id="call-and-texts",
        ),
        pytest.param(line(content="a") | {"done": True}, id="no-reason"),
        pytest.param(line(content="a"), id="not-done"),
        pytest.param({"message": {"content": "a"}, "done_reason": "length"}, id="reason-alone"),
        pytest.param(
            line(tool_calls=[wire_call("f", [1]), wire_call("f", "{"), {"function": {}}, {}]) | {"done": 1},
            id="odd-calls",
        ),
        pytest.param(end("load") | {"message": {"role": "judge", "content": None, "images": ["AA=="]}}, id="load"),
        pytest.param({"error": "no such model"}, id="error"),
    ],
)
def test_a_plain_response_comes_back_as_it_was(body: Any) -> None:
    assert not list(exact_json.differences(body, ollama.write_response(ollama.read_response(body))))


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param({"finish": Finish(reason="length")}, "/done_reason", id="finish"),
        pytest.param({"finish": Finish(reason="interrupted")}, "/done", id="interrupted"),
        pytest.param({"model": "n"}, "/model", id="model"),
        pytest.param({"usage": Usage(input_tokens=2)}, "", id="usage"),
        pytest.param({"parts": (Text(text="b"),)}, "/message/content", id="text"),
    ],
)
def test_a_changed_response_shows(change: dict[str, Any], pointer: str) -> None:
    changed = msgspec.structs.replace(ollama.read_response(end()), **change)
    assert next(exact_json.differences(end(), ollama.write_response(changed))).startswith(pointer)
    begun = msgspec.structs.replace(ollama.read_response(line(content="a")), finish=Finish(reason="stop"))
    assert ollama.write_response(begun)["done_reason"] == "stop"


@pytest.mark.parametrize("reason", ["content_filter", "refusal", "pause", "error", "other"])
def test_ends_without_a_word(reason: Any) -> None:
    with pytest.raises(Inexpressible):
        ollama.write_response(Response(parts=(), finish=Finish(reason=reason)))


STREAM = (
    line(thinking="h"),
    line(thinking="m"),
    line(tool_calls=[wire_call("f", {"x": 1}, id="1")]),
    line(content="a"),
    line(tool_calls=[wire_call("g")]),
    end(),
)
WHOLE = end() | {
    "message": {"role": "assistant", "content": "a", "thinking": "hm", "tool_calls": [
        wire_call("f", {"x": 1}, id="1"), wire_call("g")]},
}  # fmt: skip


@pytest.mark.parametrize("size", [1, 7, pytest.param(1 << 20, id="whole")])
def test_a_stream_brings_what_the_plain_body_holds(size: int) -> None:
    response = assemble(decode(lines(*STREAM), size))
    assert response == fresh(ollama.read_response(WHOLE))
    assert response.finish == Finish(reason="tool_calls", raw="stop")
    assert response.usage == Usage(input_tokens=3, output_tokens=4)
    assert assemble(decode(lines(*STREAM).rstrip(), size)) == response


def test_an_answer_goes_back() -> None:
    response = ollama.read_response(WHOLE)
    message = fresh(Message(role="assistant", parts=response.parts, provider_data=response.provider_data))
    assert written(Request(messages=(message,)))["messages"] == [WHOLE["message"]]


def test_cut_calls() -> None:
    for body in (lines(*STREAM[:-1]), lines(*STREAM[:-1], end("length")), lines(*STREAM)[:-9]):
        assert [made.complete for made in assemble(decode(body)).calls] == [True, False]
    limited = ollama.read_response(WHOLE | {"done_reason": "length"})
    assert [made.complete for made in limited.calls] == [True, False]
    failed = assemble(decode(lines(*STREAM[:-1], {"error": "out of memory"})))
    assert (failed.finish.reason, failed.error and failed.error.message) == ("error", "out of memory")
    assert [made.complete for made in failed.calls] == [True, False]
    assert assemble(decode(ollama.write_stream(failed))) == failed


@pytest.mark.parametrize(
    ("body", "content_type", "stream"),
    [pytest.param(b"{}\n{}\n", "", True, id="two-lines"),
    pytest.param(b"{}\n", "", False, id="one-line"),
    pytest.param(b'{\n"a": {}\n}', "", False, id="object-over-lines"),
     pytest.param(b"{}", "application/x-ndjson", True, id="ndjson-header"),
     pytest.param(b"{}\n{}", "application/json", False, id="json-header")],
)  # fmt: skip
def test_is_stream(body: bytes, content_type: str, stream: bool) -> None:
    headers = {"content-type": content_type} if content_type else {}
    assert ollama.is_stream(WireResponse(body=body, headers=headers)) is stream


@pytest.mark.parametrize(
    "body", [pytest.param({"error": "m"}, id="text"), pytest.param({"error": {"message": "m"}, "code": 1}, id="object")]
)
def test_errors(body: Any) -> None:
    response = ollama.read_error(body, 404)
    assert response.error is not None
    assert (response.error.message, response.error.status) == ("m", 404)
    assert ollama.write_response(response) == body


@pytest.mark.parametrize(
    "body",
    [pytest.param(7, id="number"),
    pytest.param({"messages": "x"}, id="messages-text"),
    pytest.param({"messages": [7]}, id="message-number"),
    pytest.param({"messages": [{}]}, id="no-role"),
    pytest.param({"messages": [{"role": "judge"}]}, id="unknown-role"),
    pytest.param({"tools": [7]}, id="tool-number"),
     pytest.param({"messages": [{"role": "user", "content": []}]}, id="content-list"),
     pytest.param({"messages": [{"role": "user", "images": [7]}]}, id="image-number"),
     pytest.param({"messages": [{"role": "assistant", "tool_calls": [7]}]}, id="call-number")],
)  # fmt: skip
def test_what_is_no_request(body: Any) -> None:
    with pytest.raises(WireError):
        read(body)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"7\n", id="number"),
        pytest.param(b"{]\n", id="no-json"),
        pytest.param(b'{"message": {"content": 7}}\n', id="content-number"),
    ],
)
def test_what_is_no_answer(body: bytes) -> None:
    with pytest.raises(WireError):
        decode(body)
    with pytest.raises(WireError):
        ollama.read_response(exact_json.loads(body))


CALL = calls(id=st.none() | TEXTS)


@st.composite
def responses(draw: st.DrawFn) -> Response:
    parts = (
        *draw(st.lists(st.builds(Reasoning, text=TEXTS), max_size=1)),
        *draw(st.lists(st.builds(Text, text=TEXTS), max_size=1)),
        *draw(st.lists(CALL, max_size=3)),
    )
    made = Response(
        parts=parts,
        finish=Finish(reason="interrupted"),
        model=draw(st.none() | TEXTS),
        usage=draw(st.none() | st.builds(Usage, input_tokens=st.integers(0, 9), output_tokens=st.none())),
    )
    reason = draw(st.sampled_from([{"done_reason": "stop"}, {"done_reason": "length"}, {}]))
    return fresh(ollama.read_response(ollama.write_response(made) | reason))


@given(responses(), st.integers(1, 50))
@settings(max_examples=30, deadline=None)
def test_a_written_stream_brings_the_same_response(response: Response, size: int) -> None:
    assert assemble(decode(ollama.write_stream(response), size)) == response
    assert fresh(ollama.read_response(ollama.write_response(response))) == response


@given(st.recursive(VALUES, lambda inner: st.dictionaries(st.sampled_from(
    ["message", "messages", "role", "content", "tool_calls", "function", "arguments", "done", "error", "images"]
), inner | st.lists(inner, max_size=2), max_size=3)))  # fmt: skip
@settings(max_examples=30, deadline=None)
def test_nothing_but_wire_errors(body: Any) -> None:
    for attempt in (
        lambda: written(read(body)),
        lambda: ollama.write_response(ollama.read_response(body)),
        lambda: ollama.read_error(body, 400),
        lambda: decode(lines(body)),
    ):
        try:
            attempt()
        except (WireError, Inexpressible):
            continue
