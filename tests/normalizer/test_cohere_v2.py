"""Tests of reading and writing Cohere's dialect."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.dialects import arguments
from toolwire.dialects import cohere_v2 as cohere
from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reviewed import unreviewed
from toolwire.model import (
    Arguments,
    Audio,
    Candidate,
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
    Unknown,
    Usage,
    fresh,
    walk,
)
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

from .strategies import TEXTS, VALUES, calls

BASE = "https://api.cohere.com"
THINKING = {"type": "thinking"}
CITED = {"start": 0, "end": 2, "text": "Hi", "sources": [{"type": "tool", "id": "f_1:0", "tool_output": {"a": "b"}}]}


def read(body: Any) -> Request:
    return cohere.read_request(WireRequest(url=f"{BASE}/v2/chat", body=exact_json.encode(body)))


def written(request: Request) -> Any:
    return exact_json.loads(cohere.write_request(request, BASE).body)


def decode(body: bytes, size: int = 1 << 20) -> list[Event]:
    decoder = cohere.stream_decoder()
    events = [event for at in range(0, len(body), size) for event in decoder.feed(body[at : at + size])]
    return [*events, *decoder.close()]


def stream(*events: Any) -> bytes:
    return b"".join(sse.encode(exact_json.dumps(event), event["type"]) for event in events) + sse.encode("[DONE]")


def wire_call(call_id: str = "f_1", name: str = "f", text: Any = "{}") -> Any:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": text}}


def call(text: str = "{}", name: str = "f", call_id: str | None = "f_1") -> ToolCall:
    return ToolCall(id=call_id, name=name, arguments=arguments.from_text(text))


REQUEST = {
    "model": "m",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [
            {"type": "text", "text": "Look"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA==", "detail": "low"}},
            {"type": "image_url", "image_url": {"url": "https://h/a.png"}},
            {"type": "sound", "n": 1}]},
        {"role": "assistant", "tool_plan": "I will.", "tool_calls": [
            wire_call("f_1", "f", '{"n": 12345678901234567890}'), wire_call("g_1", "g", ""),
            {"id": "h_1", "type": "function", "function": {"name": "h"}},
            {"id": "i_1"}, {"function": {"arguments": None}}, wire_call("j_1", "j", {"a": 1.10}),
            {"id": "k_1", "type": "novel", "x": 1}]},
        {"role": "tool", "tool_call_id": "f_1", "content": "sunny"},
        {"role": "tool", "tool_call_id": "g_1", "content": [
            {"type": "text", "text": "a"},
            {"type": "document", "document": {"data": {"output": 1.0}, "id": "d"}},
            {"type": "document", "document": {"data": '{"a":  1}'}},
            {"type": "document", "document": 7}]},
        {"role": "tool", "tool_call_id": None, "content": ""},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Hi."}],
         "citations": [CITED], "tool_plan": ""},
        {"role": "assistant", "content": "Hi.", "extra": 1, "tool_calls": [], "citations": None},
        {"role": "user", "content": "Go on."},
    ],
    "tools": [
        {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}}},
        {"type": "function", "function": {"name": "g"}},
        {"type": "web_search"},
    ],
    "strict_tools": True,
    "tool_choice": "REQUIRED",
    "max_tokens": 9,
    "temperature": 0.3,
    "stream": False,
}  # fmt: skip


@pytest.mark.parametrize("change", [
    pytest.param({}, id="usual"),
    pytest.param({"stream": True}, id="stream"),
    pytest.param({"stream": None}, id="stream-null"),
    pytest.param({"strict_tools": False}, id="not-strict"),
    pytest.param({"strict_tools": None}, id="strict-null"),
    pytest.param({"tools": []}, id="no-tools"),
    pytest.param({"tools": None}, id="tools-null"),
    pytest.param({"tool_choice": "NONE"}, id="choice-none"),
    pytest.param({"tool_choice": None}, id="choice-null"),
    pytest.param({"tool_choice": "AUTO"}, id="choice-unknown-word"),
    pytest.param({"max_tokens": None}, id="limit-null"),
    pytest.param({"tool_choice": {"type": "function"}}, id="choice-object"),
    pytest.param({"messages": []}, id="no-messages"),
    pytest.param({"documents": ["a"], "citation_options": {"mode": "OFF"}}, id="documents"),
])  # fmt: skip
def test_a_request_comes_back_as_it_was(change: Any) -> None:
    body = REQUEST | change
    assert not list(exact_json.differences(body, written(read(body))))


def test_what_a_request_means() -> None:
    request = fresh(read(REQUEST))
    _, user, assistant, first, second, _, answer, _, _ = request.messages
    assert user.parts == (
        Text(text="Look"), Image(data="AA==", media_type="image/png"), Image(url="https://h/a.png"),
        Unknown(kind="sound", value={"type": "sound", "n": 1}),
    )  # fmt: skip
    empty = Arguments(text="", form="empty", value={})
    assert assistant.parts[:4] == (
        Reasoning(text="I will."), call('{"n": 12345678901234567890}'),
        ToolCall(id="g_1", name="g", arguments=empty), ToolCall(id="h_1", name="h", arguments=empty),
    )  # fmt: skip
    assert first.parts == (ToolResult(call_id="f_1", parts=(Text(text="sunny"),)),)
    assert second.parts[0].parts[:3] == (Text(text="a"), Text(text='{"output":1.0}'), Text(text='{"a":  1}'))  # type: ignore[union-attr]
    assert answer.parts == (Reasoning(text="Hm.", provider_data=THINKING), Text(text="Hi."))
    assert answer.provider_data == {"citations": [CITED]}
    assert request.tools[0] == ToolDefinition(name="f", description="d", parameters={"type": "object"}, strict=True)
    assert request.tools[2] == ProviderTool(kind="web_search", value={"type": "web_search"})
    assert (request.model, request.max_output_tokens, request.tool_choice) == ("m", 9, ToolChoice(mode="required"))


def test_nothing_of_a_tool_a_call_or_a_result_rides_along_unread() -> None:
    assert not list(unreviewed(walk(read(REQUEST)), "cohere_v2"))
    odd = {"messages": [
        {"role": "assistant", "tool_calls": [wire_call() | {"x": 1}]}, {"role": "tool", "tool_call_id": "f_1", "y": 1}],
        "tools": [{"type": "function", "function": {"name": "f", "strict": True}}]}  # fmt: skip
    assert set(unreviewed(walk(read(odd)), "cohere_v2")) == {("call", "x"), ("result", "y"), ("tool", "function")}


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
        pytest.param((), {"tool_choice": ToolChoice(mode="none")}, "/tool_choice", id="choice-none"),
        pytest.param((), {"tool_choice": ToolChoice(mode="auto")}, "/tool_choice", id="choice-auto"),
        pytest.param(("tools", 0), {"name": "h"}, "/tools/0/function/name", id="tool-name"),
        pytest.param(("messages", 0), {"role": "user"}, "/messages/0/role", id="role"),
        pytest.param(("messages", 1, "parts", 1), {"data": "CC=="}, "/messages/1/content/1/image_url/url", id="image"),
        pytest.param(("messages", 2, "parts", 0), {"text": "x"}, "/messages/2/tool_plan", id="plan"),
        pytest.param(("messages", 2, "parts", 1), {"id": "b"}, "/messages/2/tool_calls/0/id", id="id"),
        pytest.param(
            ("messages", 2, "parts", 2),
            {"arguments": arguments.from_text("{}")},
            "/messages/2/tool_calls/1/function/arguments",
            id="arguments",
        ),
        pytest.param(("messages", 2, "parts", 4), {"name": "h"}, "/messages/2/tool_calls/3/function", id="name"),
        pytest.param(
            ("messages", 4, "parts", 0, "parts", 1),
            {"text": '{"output":2}'},
            "/messages/4/content/1/document/data",
            id="document-output",
        ),
        pytest.param(
            ("messages", 4, "parts", 0, "parts", 1), {"text": "none"}, "/messages/4/content/1", id="document-text"
        ),
        pytest.param(
            ("messages", 4, "parts", 0, "parts", 1), {"text": "[1]"}, "/messages/4/content/1", id="document-list"
        ),
        pytest.param(
            ("messages", 4, "parts", 0, "parts", 2),
            {"text": "none"},
            "/messages/4/content/2/document/data",
            id="document-of-results",
        ),
        pytest.param(("messages", 6, "parts", 0), {"text": "x"}, "/messages/6/content/0/thinking", id="thinking"),
        pytest.param(
            (
                "messages",
                6,
            ),
            {"provider_data": {}},
            "/messages/6/citations",
            id="citations",
        ),
    ],
)
def test_a_changed_word_shows(at: tuple[Any, ...], change: dict[str, Any], pointer: str) -> None:
    differences = list(exact_json.differences(REQUEST, written(replaced(at, read(REQUEST), change))))
    assert differences
    assert all(difference.startswith(pointer) for difference in differences)


USER = Message(role="user", parts=(Text(text="Hi"),))


def test_a_fresh_request() -> None:
    foreign = Reasoning(text="Hm. ", provider_data={"signature": "x"})
    request = Request(
        model="m",
        messages=(
            Message(role="system", parts=()),
            Message(role="developer", parts=(Text(text="Be brief."),)),
            USER,
            Message(role="assistant", parts=(foreign, Reasoning(text="So."), Text(text="Look."), call('{"x": 1}'),
                                             call("", "g", "g_1"))),
            Message(role="tool", parts=(ToolResult(call_id="f_1", parts=(Text(text="a"), Text(text="b"))),
                                        ToolResult(call_id="g_1"), Text(text="Go on."))),
            Message(role="assistant", parts=()),
        ),
        tools=(ToolDefinition(name="f"), ToolDefinition(name="g", strict=False)),
        tool_choice=ToolChoice(mode="auto"),
        stream=True,
        max_output_tokens=5,
    )  # fmt: skip
    assert cohere.write_request(request, BASE + "/").url == f"{BASE}/v2/chat"
    nothing = {"type": "object", "properties": {}}
    assert written(request) == {
        "model": "m",
        "messages": [
            {"role": "system", "content": ""},
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "tool_plan": "Hm. So.", "content": "Look.", "tool_calls": [
                wire_call("f_1", "f", '{"x": 1}'), wire_call("g_1", "g", "{}")]},
            {"role": "tool", "tool_call_id": "f_1", "content": [
                {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
            {"role": "tool", "tool_call_id": "g_1", "content": ""},
            {"role": "user", "content": "Go on."},
            {"role": "assistant", "content": ""},
        ],
        "tools": [{"type": "function", "function": {"name": name, "parameters": nothing}} for name in ("f", "g")],
        "strict_tools": False,
        "stream": True,
        "max_tokens": 5,
    }  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"parallel_tool_calls": False}, id="parallel"),
        *(
            pytest.param({"tool_choice": ToolChoice(mode=mode, names=("f",))}, id=f"choice-{mode}")
            for mode in ("named", "allowed")
        ),
        pytest.param({"tools": (ToolDefinition(name="f", strict=True), ToolDefinition(name="g"))}, id="strict-for-one"),
        pytest.param({"tools": (CustomTool(name="f"),)}, id="free-form-tool"),
        pytest.param({"messages": (Message(role="user", parts=(), name="Ann"),)}, id="user-name"),
        pytest.param({"messages": (Message(role="user", parts=(Audio(data="AA=="),)),)}, id="audio"),
        pytest.param({"messages": (Message(role="user", parts=(Image(file_id="x"),)),)}, id="image-file"),
        pytest.param({"messages": (Message(role="assistant", parts=(call(call_id=None),)),)}, id="call-without-id"),
        pytest.param(
            {"messages": (Message(role="assistant", parts=(msgspec.structs.replace(call(), kind="custom"),)),)},
            id="custom-call",
        ),
        pytest.param(
            {"messages": (Message(role="tool", parts=(ToolResult(call_id="x", parts=(Image(data="AA=="),)),)),)},
            id="image-in-result",
        ),
        pytest.param({"messages": (Message(role="tool", parts=(ToolResult(call_id=None),)),)}, id="result-without-id"),
    ],
)
def test_what_cannot_be_expressed(change: dict[str, Any]) -> None:
    with pytest.raises(Inexpressible):
        written(msgspec.structs.replace(Request(model="m", messages=(USER,)), **change))


USAGE = {"billed_units": {"input_tokens": 1, "output_tokens": 2}, "tokens": {"input_tokens": 3, "output_tokens": 4},
         "cached_tokens": 5}  # fmt: skip


def answer(reason: Any = "COMPLETE", **message: Any) -> Any:
    return {"id": "r", "message": {"role": "assistant"} | message, "finish_reason": reason, "usage": USAGE}


TEXT = [{"type": "text", "text": "Hi."}]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(answer(content=TEXT, citations=[CITED]), id="cited-text"),
        pytest.param(
            answer("TOOL_CALL", tool_plan="I will.", tool_calls=[wire_call(), wire_call("g_1", "g", "null")]),
            id="plan-and-calls",
        ),
        pytest.param(
            answer("TOOL_CALL", content=[{"type": "thinking", "thinking": "Hm."}], tool_calls=[wire_call(text="{")]),
            id="thinking-and-call",
        ),
        pytest.param(
            answer("TOOL_CALL", content=[{"type": "text", "text": ""}], tool_plan=None, tool_calls=[wire_call()]),
            id="empty-text-and-call",
        ),
        pytest.param(answer("MAX_TOKENS", content=[], tool_calls=[], citations=[]), id="limit"),
        pytest.param(answer("LATER", content="Hi."), id="unknown-reason"),
        pytest.param(answer(None, content=None), id="no-reason"),
        pytest.param({"message": {"content": TEXT}}, id="text-alone"),
        pytest.param(
            answer("ERROR", content=[7, "x", {"no": 1}, {"type": "thinking"}]) | {"usage": {}}, id="odd-blocks"
        ),
        pytest.param(answer() | {"usage": {"tokens": {}}, "logprobs": []}, id="no-counts"),
        pytest.param(answer() | {"usage": {"tokens": {"input_tokens": 3.0, "reasoning_tokens": 1}}}, id="counts"),
        pytest.param({"id": "e", "message": "invalid request"}, id="error"),
    ],
)
def test_a_plain_response_comes_back_as_it_was(body: Any) -> None:
    assert not list(exact_json.differences(body, cohere.write_response(cohere.read_response(body))))


@pytest.mark.parametrize(("word", "reason"), [
    ("COMPLETE", "stop"), ("STOP_SEQUENCE", "stop"), ("TOOL_CALL", "stop"), ("MAX_TOKENS", "length"),
    ("ERROR", "error"), ("TIMEOUT", "error"), ("LATER", "other"), (None, "interrupted"),
])  # fmt: skip
def test_ends(word: Any, reason: str) -> None:
    assert cohere.read_response(answer(word, content=TEXT)).finish == Finish(reason=reason, raw=word)  # type: ignore[arg-type]
    cut = cohere.read_response(answer(word, tool_calls=[wire_call(), wire_call("g_1")]))
    assert [made.complete for made in cut.calls] == [True, reason in ("stop", "other")]


@pytest.mark.parametrize("reason", ["content_filter", "refusal", "pause", "other"])
def test_ends_without_a_word(reason: Any) -> None:
    for write in (cohere.write_response, cohere.write_stream):
        with pytest.raises(Inexpressible):
            write(Response(parts=(), finish=Finish(reason=reason)))


def test_one_answer_a_request() -> None:
    other = Candidate(parts=(), finish=Finish(reason="stop"))
    for write in (cohere.write_response, cohere.write_stream):
        with pytest.raises(Inexpressible):
            write(Response(parts=(), finish=Finish(reason="stop"), alternatives=(other,)))


def test_a_fresh_response() -> None:
    made = Response(id="r", parts=(Text(text="Hi."),), finish=Finish(reason="stop"), usage=Usage(output_tokens=1))
    assert cohere.write_response(made) == {
        "id": "r", "message": {"role": "assistant", "content": TEXT}, "finish_reason": "COMPLETE",
        "usage": {"tokens": {"output_tokens": 1}},
    }  # fmt: skip
    assert cohere.write_response(msgspec.structs.replace(made, parts=()))["message"]["content"] == []
    begun = cohere.write_response(Response(parts=(call(),), finish=Finish(reason="interrupted")))
    assert begun == {"message": {"role": "assistant", "tool_calls": [wire_call()]}}


def event(kind: str, index: int | None = None, **message: Any) -> Any:
    return {"type": kind} | ({} if index is None else {"index": index}) | ({"delta": {"message": message}})


def text(index: int, *pieces: str, kind: str = "text") -> list[Any]:
    return [
        event("content-start", index, content={"type": kind, kind: ""}),
        *(event("content-delta", index, content={kind: piece}) for piece in pieces),
        {"type": "content-end", "index": index},
    ]


def asked(index: int, name: str, *pieces: str) -> list[Any]:
    return [
        event("tool-call-start", index, tool_calls=wire_call(f"{name}_1", name, "")),
        *(event("tool-call-delta", index, tool_calls={"function": {"arguments": piece}}) for piece in pieces),
        {"type": "tool-call-end", "index": index},
    ]


def end(reason: Any = "TOOL_CALL", **more: Any) -> Any:
    return {"type": "message-end", "delta": {"finish_reason": reason, "usage": USAGE} | more}


START = {"id": "r", "type": "message-start", "delta": {"message": {
    "role": "assistant", "content": [], "tool_plan": "", "tool_calls": [], "citations": []}}}  # fmt: skip
EVENTS = [
    START, *text(0, "H", "m.", kind="thinking"), event("tool-plan-delta", tool_plan="I "),
    event("tool-plan-delta", tool_plan="will."), *text(1, "Hi", "."), event("citation-start", 0, citations=CITED),
    {"type": "citation-end", "index": 0}, {"type": "debug", "prompt": "x"}, *asked(0, "f", '{"x"', ":1}"),
    *asked(1, "g"), end(),
]  # fmt: skip
WHOLE = answer(
    "TOOL_CALL", tool_plan="I will.", content=[{"type": "thinking", "thinking": "Hm."}, *TEXT], citations=[CITED],
    tool_calls=[wire_call("f_1", "f", '{"x":1}'), wire_call("g_1", "g", "")],
)  # fmt: skip


@pytest.mark.parametrize("size", [1, 7, pytest.param(1 << 20, id="whole")])
def test_a_stream_brings_what_the_plain_body_holds(size: int) -> None:
    response = assemble(decode(stream(*EVENTS), size))
    assert fresh(response) == fresh(cohere.read_response(WHOLE))
    assert response.finish == Finish(reason="tool_calls", raw="TOOL_CALL")
    assert response.calls[1].arguments == Arguments(text="", form="empty", value={})
    assert assemble(decode(stream(*EVENTS).rstrip(), size)) == response
    assert fresh(assemble(decode(cohere.write_stream(response)))) == fresh(response)


def test_types_by_the_name_of_the_event_alone() -> None:
    body = b"".join(
        sse.encode(exact_json.dumps({key: value for key, value in event.items() if key != "type"}), event["type"])
        for event in EVENTS
    )
    assert assemble(decode(body)) == assemble(decode(stream(*EVENTS)))


def test_an_answer_goes_back() -> None:
    response = assemble(decode(stream(*EVENTS)))
    message = fresh(Message(role="assistant", parts=response.parts, provider_data=response.provider_data))
    calls = [wire_call("f_1", "f", '{"x":1}'), wire_call("g_1", "g", "{}")]
    assert written(Request(messages=(message,)))["messages"] == [WHOLE["message"] | {"tool_calls": calls}]


def test_cut_calls() -> None:
    for body in (stream(*EVENTS[:-1]), stream(*EVENTS[:-1], end("MAX_TOKENS")), stream(*EVENTS[:-2])):
        cut = assemble(decode(body))
        assert [made.complete for made in cut.calls] == [True, False]
        assert cut.calls[1].arguments == Arguments(text="", form="invalid")
        assert fresh(assemble(decode(cohere.write_stream(cut)))) == fresh(cut)
    assert [made.complete for made in assemble(decode(stream(*EVENTS[:-4]))).calls] == [False]


def test_calls_whose_fragments_alternate() -> None:
    first, second = asked(0, "f", '{"x"', ":1}"), asked(1, "g", '{"y"', ":2}")
    mixed = [event for pair in zip(first, second, strict=True) for event in pair]
    whole = assemble(decode(stream(START, *mixed, end()))).calls
    assert [(made.name, made.arguments.value, made.complete) for made in whole] == [
        ("f", {"x": 1}, True), ("g", {"y": 2}, True)]  # fmt: skip
    assert [made.complete for made in assemble(decode(stream(START, *mixed))).calls] == [True, False]
    assert [made.complete for made in assemble(decode(stream(START, *mixed[:-2]))).calls] == [False, False]


def test_an_index_that_is_used_again_is_another_call() -> None:
    calls = assemble(decode(stream(START, *asked(0, "f", "{}"), *asked(0, "g", '{"a":1}'), end()))).calls
    assert [(made.id, made.arguments.text) for made in calls] == [("f_1", "{}"), ("g_1", '{"a":1}')]


def test_an_error_at_the_end() -> None:
    last = end("ERROR", error="invalid tool generation", error_type="X", usage={})
    failed = assemble(decode(stream(START, event("tool-plan-delta", tool_plan="I"), *asked(0, "f", "{"), last)))
    assert failed.error
    assert (failed.error.message, failed.error.kind) == ("invalid tool generation", "X")
    assert (failed.finish, failed.usage) == (Finish(reason="error", raw="ERROR"), None)
    assert [made.complete for made in failed.calls] == [False]
    assert assemble(decode(cohere.write_stream(failed))) == failed
    with pytest.raises(Inexpressible):
        cohere.write_response(failed)
    silent = assemble(decode(stream(START, end("ERROR"))))
    assert (silent.finish.reason, silent.error) == ("error", None)


def test_parts_of_another_kind_and_what_comes_whole() -> None:
    novel = {"type": "novel", "x": 1}
    whole = event("tool-call-start", 0, tool_calls=wire_call("f_1", "f", '{"a": 1}'))
    block = {"type": "content-end", "index": 0}
    read = assemble(decode(stream(START, event("content-start", 0, content=novel), block, whole, end(None))))
    assert read.parts == (Unknown(kind="novel", value=novel), call('{"a": 1}'))
    assert read.finish == Finish(reason="tool_calls")
    assert assemble(decode(cohere.write_stream(read))).parts == read.parts


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"message": "m"}, id="message"),
        pytest.param({"id": "e", "message": "m", "data": 1}, id="more-keys"),
        pytest.param({"message": {"x": 1}}, id="message-object"),
        pytest.param({}, id="empty"),
    ],
)
def test_errors(body: Any) -> None:
    response = cohere.read_error(body, 404)
    assert response.error is not None
    assert (response.error.message, response.error.status) == ("m" if body.get("message") == "m" else str(body), 404)
    assert response.id == body.get("id")
    assert cohere.write_response(response) == body
    assert cohere.write_response(fresh(response))["message"] == response.error.message


@pytest.mark.parametrize(
    "body",
    [pytest.param(7, id="number"),
    pytest.param({"messages": "x"}, id="messages-text"),
    pytest.param({"messages": [7]}, id="message-number"),
    pytest.param({"messages": [{}]}, id="no-role"),
    pytest.param({"messages": [{"role": "judge"}]}, id="unknown-role"),
    pytest.param({"tools": [7]}, id="tool-number"),
     pytest.param({"messages": [{"role": "user", "content": 7}]}, id="content-number"),
     pytest.param({"messages": [{"role": "assistant", "tool_calls": {}}]}, id="calls-object"),
     pytest.param({"messages": [{"role": "assistant", "tool_calls": [7]}]}, id="call-number")],
)  # fmt: skip
def test_what_is_no_request(body: Any) -> None:
    with pytest.raises(WireError):
        read(body)


@pytest.mark.parametrize("body", [
    pytest.param(b"data: 7\n\n", id="number"),
    pytest.param(b"data: {]\n\n", id="no-json"),
    pytest.param(b'data: {"type":"tool-call-delta","index":0}\n\n', id="delta-without-start"),
    pytest.param(stream(event("tool-call-start", 0, tool_calls=[wire_call()])), id="calls-list"),
    pytest.param(stream(event("tool-call-delta", 1, tool_calls={})), id="calls-object"),
    pytest.param(stream(event("tool-call-end", True)), id="index-boolean"),
])  # fmt: skip
def test_what_is_no_stream(body: bytes) -> None:
    with pytest.raises(WireError):
        decode(body)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(7, id="number"),
        pytest.param([], id="list"),
        pytest.param({}, id="empty"),
        pytest.param({"message": 7}, id="message-number"),
        pytest.param({"message": {"content": 7}}, id="content-number"),
    ],
)
def test_what_is_no_answer(body: Any) -> None:
    with pytest.raises(WireError):
        cohere.read_response(body)


CALL = calls(id=TEXTS)
CONTENT = st.builds(Text, text=TEXTS) | st.builds(Reasoning, text=TEXTS, provider_data=st.just(THINKING))


@st.composite
def responses(draw: st.DrawFn) -> Response:
    parts = (
        *draw(st.lists(st.builds(Reasoning, text=TEXTS), max_size=1)),
        *draw(st.lists(CONTENT, max_size=3)),
        *draw(st.lists(CALL, max_size=3)),
    )
    made = Response(
        id=draw(st.none() | TEXTS),
        parts=parts,
        finish=Finish(reason="interrupted"),
        usage=draw(st.none() | st.builds(Usage, input_tokens=st.integers(0, 9), output_tokens=st.none())),
        provider_data=draw(st.sampled_from([{}, {"citations": [CITED]}])),
    )
    reason = draw(st.sampled_from(["COMPLETE", "TOOL_CALL", "MAX_TOKENS", "ERROR"]))
    return fresh(cohere.read_response(cohere.write_response(made) | {"finish_reason": reason}))


@given(responses(), st.integers(1, 50))
@settings(max_examples=30, deadline=None)
def test_a_written_stream_brings_the_same_response(response: Response, size: int) -> None:
    assert fresh(assemble(decode(cohere.write_stream(response), size))) == response
    assert fresh(cohere.read_response(cohere.write_response(response))) == response


@given(st.recursive(VALUES, lambda inner: st.dictionaries(st.sampled_from(
    ["message", "messages", "role", "content", "tool_calls", "function", "arguments", "delta", "type", "tools", "usage"]
), inner | st.lists(inner, max_size=2), max_size=3)))  # fmt: skip
@settings(max_examples=30, deadline=None)
def test_nothing_but_wire_errors(body: Any) -> None:
    for attempt in (
        lambda: written(read(body)),
        lambda: cohere.write_response(cohere.read_response(body)),
        lambda: cohere.read_error(body, 400),
        lambda: decode(sse.encode(exact_json.dumps(body))),
    ):
        try:
            attempt()
        except (WireError, Inexpressible):
            continue
