"""Tests of the differences between mistral_chat and openai_chat."""

from typing import Any

import pytest

from toolwire.dialects import mistral_chat as dialect
from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.reviewed import unreviewed
from toolwire.model import (
    Arguments,
    Audio,
    CustomTool,
    Event,
    File,
    Finish,
    Image,
    Message,
    Part,
    ProviderPart,
    ProviderTool,
    Reasoning,
    Refusal,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Unknown,
    fresh,
    walk,
)
from toolwire.wire import exact_json, sse
from toolwire.wire.exchange import WireRequest

BASE = "https://api.mistral.ai/v1"
CALL = ToolCall(id="abcdefgh1", name="f", arguments=Arguments(text='{"a":1}', form="object", value={"a": 1}))
ENTRY = {"id": "abcdefgh1", "function": {"name": "f", "arguments": '{"a":1}'}}
SIGNED = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}], "signature": "c2ln"}


def asked(body: dict[str, Any]) -> Request:
    return dialect.read_request(WireRequest(url=f"{BASE}/chat/completions", body=exact_json.encode(body)))


def sent(request: Request) -> dict[str, Any]:
    written = dialect.write_request(request, BASE)
    assert written.url == f"{BASE}/chat/completions"
    return exact_json.loads(written.body)  # type: ignore[no-any-return]


def answered(message: dict[str, Any], finish: str = "stop") -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant"} | message}
    usage = {"prompt_tokens": 1, "total_tokens": 2, "completion_tokens": 1}
    return {
        "id": "0a", "created": 1, "model": "m", "usage": usage, "object": "chat.completion", "choices": [choice],
    }  # fmt: skip


def kept(body: dict[str, Any]) -> Response:
    """Return the reading of an answer, after a check that writing it again changes nothing."""
    response = dialect.read_response(body)
    assert exact_json.same(dialect.write_response(response), body)
    return response


def decoded(*chunks: Any, done: bool = True) -> list[Event]:
    decoder = dialect.stream_decoder()
    frames = [exact_json.dumps(chunk) for chunk in chunks] + ["[DONE]"] * done
    return [*decoder.feed(b"".join(map(sse.encode, frames))), *decoder.close()]


def streamed(*deltas: Any, finish: str | None = "stop") -> Response:
    last = len(deltas) - 1
    return assemble(decoded(*(
        {"choices": [{"index": 0, "delta": delta, "finish_reason": finish if n == last else None}]}
        for n, delta in enumerate(deltas)
    )))  # fmt: skip


# Calls.


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({}, id="neither"),
        pytest.param({"type": "function"}, id="type"),
        pytest.param({"index": 3}, id="index"),
        pytest.param({"type": "function", "index": 0}, id="both"),
    ],
)
@pytest.mark.parametrize("arguments", [pytest.param('{"a":1}', id="text"), pytest.param({"a": 1}, id="object")])
def test_calls_with_and_without_type_and_index(more: dict[str, Any], arguments: Any) -> None:
    entry = ENTRY | more | {"function": {"name": "f", "arguments": arguments}}
    response = kept(answered({"content": "", "tool_calls": [entry]}, "tool_calls"))
    assert fresh(response).parts == (CALL,)
    assert response.finish == Finish(reason="tool_calls", raw="tool_calls")
    assert list(unreviewed(walk(response), "mistral_chat")) == []


def test_no_calls_are_no_calls_however_they_are_written() -> None:
    for fields in ({"tool_calls": None}, {"tool_calls": []}, {}):
        response = kept(answered({"content": "Hi."} | fields))
        assert (response.parts, response.finish.reason) == ((Text(text="Hi."),), "stop")


def test_a_call_of_another_kind_is_unknown_and_kept() -> None:
    custom = {"id": "abcdefgh1", "type": "custom", "custom": {"name": "f", "input": "x"}}
    response = kept(answered({"content": "", "tool_calls": [custom, {"id": "x"}]}, "tool_calls"))
    assert [part.kind for part in response.parts if isinstance(part, Unknown)] == ["call: custom", "call: None"]


def test_two_whole_calls_in_the_chunk_that_ends_the_answer() -> None:
    other = {"id": "abcdefgh2", "function": {"name": "g", "arguments": "{}"}}
    for shared in ({}, {"index": 0}):
        both = {"tool_calls": [ENTRY | shared, other | shared]}
        response = streamed({"role": "assistant", "content": ""}, both, finish="tool_calls")
        assert [(call.id, call.name, call.arguments.text, call.complete) for call in response.calls] == [
            ("abcdefgh1", "f", '{"a":1}', True), ("abcdefgh2", "g", "{}", True),
        ]  # fmt: skip
        assert response.finish == Finish(reason="tool_calls", raw="tool_calls")


def test_fragments_with_an_empty_name_carry_on() -> None:
    def more(text: str) -> dict[str, Any]:
        return {"tool_calls": [{"type": "function", "index": 0, "function": {"name": "", "arguments": text}}]}

    start = {"tool_calls": [{"id": "chatcmpl-tool-1", "type": "function", "index": 0,
                             "function": {"name": "f", "arguments": ""}}]}  # fmt: skip
    response = streamed(start, more('{"a"'), more(":1}"), {"content": ""}, finish="tool_calls")
    assert [(call.id, call.name, call.arguments.text) for call in response.calls] == [
        ("chatcmpl-tool-1", "f", '{"a":1}')
    ]


@pytest.mark.parametrize("arguments", ["", '{"a":', '{"a":1}'])
@pytest.mark.parametrize(("finish", "reason"), [("length", "length"), ("model_length", "length"), ("error", "error")])
def test_a_cut_call_is_not_complete(arguments: str, finish: str, reason: str) -> None:
    entry = ENTRY | {"function": {"name": "f", "arguments": arguments}}
    plain = kept(answered({"content": "", "tool_calls": [entry]}, finish))
    for response in (plain, streamed({"tool_calls": [entry]}, finish=finish)):
        assert response.finish == Finish(reason=reason, raw=finish)  # type: ignore[arg-type]
        assert [(call.complete, call.arguments.text) for call in response.calls] == [(False, arguments)]
        assert arguments or response.calls[0].arguments.form == "invalid"


# Content.


CHUNKS: dict[str, tuple[dict[str, Any], Part]] = {
    "text": ({"type": "text", "text": "Hi."}, Text(text="Hi.")),
    "image-url": ({"type": "image_url", "image_url": "https://x/a.png"}, Image(url="https://x/a.png")),
    "image-object":
    ({"type": "image_url", "image_url": {"url": "https://x/a.png", "detail": "low"}}, Image(url="https://x/a.png")),
    "image-data":
    ({"type": "image_url", "image_url": "data:image/png;base64,AA=="}, Image(media_type="image/png", data="AA==")),
    "audio": ({"type": "input_audio", "input_audio": "AA=="}, Audio(data="AA==")),
    "file": ({"type": "file", "file_id": "f1"}, File(file_id="f1")),
    "document-url": ({"type": "document_url", "document_url": "https://x/a.pdf", "document_name": "a"},
     File(url="https://x/a.pdf", name="a")),
    "document-data": ({"type": "document_url", "document_url": "data:application/pdf;base64,AA=="},
     File(media_type="application/pdf", data="AA==")),
    "thinking-signed": (SIGNED, Reasoning(text="Hm.", provider_data={"thinking": {"signature": "c2ln"}})),
    "thinking-not-closed":
    ({"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}], "closed": False}, Reasoning(text="Hm.")),
    "thinking-empty": ({"type": "thinking", "thinking": []}, Reasoning(text="")),
}  # fmt: skip
KEPT: dict[str, tuple[Any, str]] = {
    "reference": ({"type": "reference", "reference_ids": [1, "b"]}, "reference"),
    "resource-link": ({"type": "resource_link", "uri": "x"}, "resource_link"),
    "unknown": ({"type": "hologram", "data": 1}, "hologram"),
    "thinking-text": ({"type": "thinking", "thinking": "Hm."}, "thinking"),
    "image-number": ({"type": "image_url", "image_url": 1}, "image_url"),
    "no-type": ({"text": "no type"}, "None"),
    "string": ("a string", "no chunk"),
}


@pytest.mark.parametrize(("chunk", "part"), CHUNKS.values(), ids=CHUNKS)
@pytest.mark.parametrize("role", ["user", "assistant", "tool"])
def test_chunks_of_content(chunk: dict[str, Any], part: Part, role: str) -> None:
    body = {
        "messages": [{"role": role, "content": [chunk]} | ({"tool_call_id": "abcdefgh1"} if role == "tool" else {})]
    }
    request = asked(body)
    assert exact_json.same(sent(request), body)
    parts = fresh(request).messages[0].parts
    assert (parts[0].parts if isinstance(parts[0], ToolResult) else parts) == (part,)


@pytest.mark.parametrize(("chunk", "kind"), KEPT.values(), ids=KEPT)
def test_chunks_without_a_word_are_kept_whole(chunk: Any, kind: str) -> None:
    content = [{"type": "text", "text": "Hi."}, chunk]
    whole = kept(answered({"content": content})).parts[1]
    assert whole == streamed({"content": "Hi."}, {"content": [chunk]}).parts[1]
    assert isinstance(whole, ProviderPart | Unknown)
    assert (whole.kind, whole.value) == (kind, chunk)
    assert isinstance(whole, ProviderPart) == (kind in ("reference", "resource_link"))


def test_reasoning_goes_back_as_it_came() -> None:
    cited = {"type": "thinking", "thinking": [{"type": "text", "text": "So "}, {"type": "text", "text": "it is."},
                                              {"type": "reference", "reference_ids": [1]}]}  # fmt: skip
    body = answered({"content": [SIGNED, cited, {"type": "text", "text": "Yes."}], "tool_calls": [ENTRY]}, "tool_calls")
    response = fresh(kept(body))
    assert [part.text for part in response.parts if isinstance(part, Reasoning | Text)] == ["Hm.", "So it is.", "Yes."]
    back = sent(Request(model="m", messages=(Message(role="assistant", parts=response.parts),)))["messages"][0]
    assert back == {"role": "assistant", "content": [SIGNED, cited, {"type": "text", "text": "Yes."}],
                    "tool_calls": [ENTRY | {"type": "function"}]}  # fmt: skip


def test_another_text_replaces_the_list_and_keeps_the_signature() -> None:
    data = {"thinking": {"thinking": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "signature": "s"}}
    (message,) = sent(Request(messages=(
        Message(role="assistant", parts=(Reasoning(text="c", provider_data=data),)),
    )))["messages"]  # fmt: skip
    assert message["content"] == [{"type": "thinking", "thinking": [{"type": "text", "text": "c"}], "signature": "s"}]


def test_reasoning_that_only_another_provider_can_read_stays_behind() -> None:
    sealed = Reasoning(text="", provider_data={"signature": "x", "thinking": "x"})
    (message,) = sent(Request(messages=(Message(role="assistant", parts=(sealed, Text(text="a"))),)))["messages"]
    assert message == {"role": "assistant", "content": "a"}


def test_streamed_reasoning_grows_until_something_else_comes() -> None:
    def thought(*entries: Any, **more: Any) -> dict[str, Any]:
        return {"content": [{"type": "thinking", "thinking": list(entries)} | more]}

    def text(words: str) -> dict[str, Any]:
        return {"type": "text", "text": words}

    reference = {"type": "reference", "reference_ids": [1]}
    response = streamed(
        {"role": "assistant", "content": ""}, thought(text("Let ")), thought(text("me.")), thought(signature="s1"),
        thought(text("More.")), thought(text("See"), reference), thought(text("On.")), {"content": "Hel"},
        {"content": [text("lo."), text(" And")]}, thought(text("Wait.")), {"content": [text("")]}, {"content": "Bye."},
    )  # fmt: skip
    assert response.parts == (
        Reasoning(text="Let me.", provider_data={"thinking": {"signature": "s1"}}),
        Reasoning(text="More."),
        Reasoning(text="See", provider_data={"thinking": {"thinking": [text("See"), reference]}}),
        Reasoning(text="On."),
        Text(text="Hello. And"),
        Reasoning(text="Wait."),
        Text(text="Bye."),
    )


def test_a_written_stream_means_what_the_response_means() -> None:
    reference = ProviderPart(kind="reference", value={"type": "reference", "reference_ids": [1]})
    signed = Reasoning(text="Hm.", provider_data={"thinking": {"signature": "s"}})
    picture = Image(url="https://x/a.png")
    response = Response(
        id="0a", model="m", parts=(signed, Text(text="Some words, then."), reference, picture, CALL),
        finish=Finish(reason="tool_calls", raw="tool_calls"),
    )  # fmt: skip
    body = dialect.write_stream(response)
    decoder = dialect.stream_decoder()
    again = fresh(assemble([*decoder.feed(body), *decoder.close()]))
    assert again == response
    frames = [event.data for event in sse.decode(body)[0]]
    assert frames[-1] == "[DONE]"
    assert '"tool_calls":[' in frames[-2]
    assert '"finish_reason":"tool_calls"' in frames[-2]


def test_content_of_another_dialect_is_no_content_here() -> None:
    for part in (Refusal(text="No."), Image(file_id="f"), Audio(file_id="f")):
        with pytest.raises(Inexpressible, match="no content chunk for"):
            sent(Request(messages=(Message(role="assistant", parts=(part,)),)))


# Requests.


@pytest.mark.parametrize(("wire", "mode"), [
    pytest.param("auto", "auto", id="auto"),
    pytest.param("none", "none", id="none"),
    pytest.param("any", "required", id="any"),
    pytest.param("required", "required", id="required"),
    pytest.param({"type": "function", "function": {"name": "f"}}, "named", id="function"),
    pytest.param({"function": {"name": "f"}}, "named", id="function-without-type"),
    pytest.param("sometimes", "provider", id="unknown-word"),
    pytest.param({"type": "tool", "name": "f"}, "provider", id="tool"),
    pytest.param([], "provider", id="list"),
])  # fmt: skip
def test_choices(wire: Any, mode: str) -> None:
    request = asked({"messages": [], "tool_choice": wire})
    assert request.tool_choice
    assert request.tool_choice.mode == mode
    assert sent(request) == {"messages": [], "tool_choice": wire}


def test_a_choice_that_is_made_is_written_in_the_usual_word() -> None:
    for choice, wire in (
        (ToolChoice(mode="required"), "any"),
        (ToolChoice(mode="required", raw="ANY"), "any"),
        (ToolChoice(mode="named", names=("f",)), {"type": "function", "function": {"name": "f"}}),
    ):
        assert sent(Request(messages=(), tool_choice=choice))["tool_choice"] == wire


def test_tools() -> None:
    own = {"type": "document_library", "library_ids": ["a"]}
    untyped = {"function": {"name": "f", "parameters": {"type": "object"}, "strict": True}}
    custom = {"type": "custom", "custom": {"name": "c"}}
    request = asked({"messages": [], "tools": [own, untyped, custom]})
    assert [type(tool) for tool in request.tools] == [ProviderTool, ToolDefinition, ProviderTool]
    assert sent(request)["tools"] == [own, untyped, custom]
    made = sent(Request(messages=(), tools=(ToolDefinition(name="f"),)))["tools"]
    assert made == [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]


@pytest.mark.parametrize(("request_", "why"), [
    pytest.param(Request(messages=(), tools=(CustomTool(name="c"),)), "function tools only", id="free-form-tool"),
    pytest.param(Request(messages=(), tool_choice=ToolChoice(mode="allowed", names=("f",))), "cannot restrict",
        id="choice-allowed"),
    pytest.param(Request(messages=(Message(role="developer", parts=(Text(text="a"),)),)), "no role 'developer'",
        id="role-developer"),
    pytest.param(Request(messages=(Message(role="user", name="Ann", parts=(Text(text="a"),)),)), "no `name`",
        id="user-name"),
    pytest.param(Request(messages=(Message(role="tool", parts=(ToolResult(call_id=None),)),)), "needs a call id",
        id="result-without-id"),
    pytest.param(Request(messages=(Message(role="assistant", parts=(
        ToolCall(id="x", name="f", kind="custom", arguments=Arguments(text="x", form="not_object")),)),)),
        "got a custom", id="custom-call"),
])  # fmt: skip
def test_what_the_dialect_cannot_say(request_: Request, why: str) -> None:
    with pytest.raises(Inexpressible, match=why):
        sent(request_)


def test_a_message_made_by_hand() -> None:
    result = ToolResult(call_id="abcdefgh1", name="f", parts=())
    messages = (
        Message(role="assistant", parts=(CALL,)),
        Message(role="tool", parts=(result, Text(text="Go on."))),
        Message(role="assistant", parts=()),
    )
    assert sent(Request(messages=messages, stream=True, max_output_tokens=9, parallel_tool_calls=False)) == {
        "messages": [
            {"role": "assistant", "content": "", "tool_calls": [ENTRY | {"type": "function"}]},
            {"role": "tool", "tool_call_id": "abcdefgh1", "name": "f", "content": ""},
            {"role": "user", "content": "Go on."},
            {"role": "assistant", "content": ""},
        ],
        "stream": True, "max_tokens": 9, "parallel_tool_calls": False,
    }  # fmt: skip


def test_data_of_another_provider_stays_behind() -> None:
    call = ToolCall(id="abcdefgh1", name="f", arguments=CALL.arguments, provider_data={"extra_content": {"x": 1}})
    (message,) = sent(Request(messages=(Message(role="assistant", parts=(call,)),)))["messages"]
    assert message["tool_calls"] == [ENTRY | {"type": "function"}]


def test_roles_that_there_are_not() -> None:
    for role in ("developer", "function", 1, None):
        with pytest.raises(ShapeError, match="role"):
            asked({"messages": [{"role": role, "content": "a"}]})


# Errors.


ERRORS: dict[str, tuple[Any, str, str | None]] = {
    "typed":
    ({"object": "error", "message": "No.", "type": "invalid_request_error", "param": None, "code": "3230"}, "No.",
     "invalid_request_error"),
    "detail-text": ({"detail": "Unauthorized"}, "Unauthorized", None),
    "detail-list":
    ({"detail": [{"type": "missing", "loc": ["body", "messages", 0], "msg": "Field required", "input": {}}]},
     "body.messages.0: Field required", None),
    "detail-in-message":
    ({"object": "error", "message": {"detail": [{"loc": ["body"], "msg": "a"}, {"loc": "b", "msg": "c"}]},
      "type": "invalid_request_error"}, "body: a; b: c", "invalid_request_error"),
    "message-alone":
    ({"message": "Requests rate limit exceeded", "request_id": "x"}, "Requests rate limit exceeded", None),
    "error-object": ({"error": {"message": "Bad gateway"}}, "Bad gateway", None),
    "unknown": ({"odd": 1}, "{'odd': 1}", None),
}  # fmt: skip


@pytest.mark.parametrize(("body", "message", "kind"), ERRORS.values(), ids=ERRORS)
def test_error_bodies(body: Any, message: str, kind: str | None) -> None:
    response = dialect.read_error(body, 422)
    assert response.error
    assert (response.error.message, response.error.kind, response.error.status) == (message, kind, 422)
    assert response.finish.reason == "error"
    assert dialect.write_response(response) == body
    with pytest.raises(ShapeError, match="expected an object"):
        dialect.read_error([body], 422)


@pytest.mark.parametrize(("body", "message", "kind"), [*ERRORS.values()][:-1], ids=[*ERRORS][:-1])
def test_errors_with_status_200(body: Any, message: str, kind: str | None) -> None:
    plain = dialect.read_response(body)
    streams = assemble(decoded({"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": None}]}, body))
    for response in (plain, streams):
        assert response.error
        assert (response.error.message, response.finish.reason) == (message, "error")
    assert streams.parts == (Text(text="Hi"),)
    assert dialect.write_response(plain) == body


def test_an_error_beside_choices_is_read_too() -> None:
    chunk = {"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": None}], "error": {"message": "boom"}}
    response = assemble(decoded(chunk, done=False))
    assert response.error
    assert (response.error.message, response.parts) == ("boom", (Text(text="Hi"),))


def test_an_error_is_written_into_a_stream() -> None:
    failed = dialect.read_error({"object": "error", "message": "boom"}, 500)
    decoder = dialect.stream_decoder()
    response = assemble([*decoder.feed(dialect.write_stream(failed)), *decoder.close()])
    assert response.error
    assert response.error.message == "boom"
