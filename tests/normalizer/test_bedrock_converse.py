"""Tests of reading and writing Bedrock Converse."""

import base64
from typing import Any

import msgspec
import pytest

from toolwire import ResponseStream
from toolwire.dialects import arguments
from toolwire.dialects.assembly import assemble
from toolwire.dialects.bedrock_converse import (
    is_stream,
    read_error,
    read_request,
    read_response,
    stream_decoder,
    write_request,
    write_response,
    write_stream,
)
from toolwire.dialects.dialect import dialect
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.reading import read_answer
from toolwire.dialects.reviewed import unreviewed
from toolwire.model import (
    Arguments,
    File,
    Finish,
    Image,
    Message,
    ProviderPart,
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
    Video,
    fresh,
    walk,
)
from toolwire.wire import exact_json
from toolwire.wire.aws_event_stream import CONTENT_TYPE, encode, event
from toolwire.wire.errors import FramingError, WireError
from toolwire.wire.exchange import WireRequest, WireResponse

BASE = "https://bedrock-runtime.us-east-1.amazonaws.com"
MODEL = "us.anthropic.claude-haiku-4-5-20251001-v1:0"
URL = f"{BASE}/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse"
USER = {"role": "user", "content": [{"text": "Weather in Oslo?"}]}
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
WEATHER = {"toolSpec": {"name": "get_weather", "description": "Weather.", "inputSchema": {"json": SCHEMA}}}


def call(call_id: str = "tooluse_1", **fields: Any) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": call_id, "name": "get_weather", "input": {"city": "Oslo"}, **fields}}


def result(call_id: str = "tooluse_1", **fields: Any) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": call_id, "content": [{"text": "rain"}], **fields}}


def body(*content: Any, stop: str = "end_turn", **fields: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": list(content)}
    usage = {"inputTokens": 1, "outputTokens": 2, "totalTokens": 3}
    return {"output": {"message": message}, "stopReason": stop, "usage": usage, "metrics": {"latencyMs": 4}} | fields


def asked(url: str = URL, **fields: Any) -> Request:
    document = {"messages": [USER], "toolConfig": {"tools": [WEATHER]}} | fields
    sent = WireRequest(url=url, body=exact_json.encode(document))
    request = read_request(sent)
    assert list(unreviewed(walk(request), "bedrock_converse")) == []
    again = write_request(request, BASE)
    assert exact_json.same(exact_json.loads(again.body), document)
    assert url != URL or again.url == url
    return request


def answered(document: Any) -> Response:
    read = read_response(document)
    assert exact_json.same(write_response(read), document)
    return read


def sent(request: Request) -> Any:
    return exact_json.loads(write_request(request, BASE).body)


def by_hand(*messages: Message, **fields: Any) -> Request:
    return Request(messages=messages or (Message(role="user", parts=(Text(text="Hi."),)),), model=MODEL, **fields)


def streamed(*events: tuple[str, Any]) -> Response:
    return decoded(b"".join(event(kind, exact_json.encode(value)) for kind, value in events))


def decoded(data: bytes) -> Response:
    decoder = stream_decoder()
    return assemble([*decoder.feed(data), *decoder.close()])


def at(index: int, **fields: Any) -> dict[str, Any]:
    return {"contentBlockIndex": index, **fields}


def start(index: int, call_id: str = "tooluse_1", **fields: Any) -> tuple[str, Any]:
    named = {"toolUseId": call_id, "name": "get_weather", **fields}
    return "contentBlockStart", at(index, start={"toolUse": named})


def delta(index: int, **fields: Any) -> tuple[str, Any]:
    return "contentBlockDelta", at(index, delta=fields)


def piece(index: int, text: str) -> tuple[str, Any]:
    return delta(index, toolUse={"input": text})


def stop(index: int) -> tuple[str, Any]:
    return "contentBlockStop", at(index)


def end(reason: str = "tool_use") -> tuple[str, Any]:
    return "messageStop", {"stopReason": reason}


BEGIN = ("messageStart", {"role": "assistant", "p": "abc"})
COUNTS = ("metadata", {"usage": {"inputTokens": 1, "outputTokens": 2, "totalTokens": 3}, "metrics": {"latencyMs": 4}})


# Requests.


def test_the_address_names_the_model_and_the_stream() -> None:
    assert (asked().model, asked().stream) == (MODEL, False)
    assert asked(f"{URL}-stream").stream is True
    arn = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/x.y"
    url = write_request(by_hand(stream=True), BASE).url
    assert url == f"{URL}-stream"
    written = write_request(Request(messages=(), model=arn), f"{BASE}/").url
    assert written == f"{BASE}/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Ainference-profile%2Fx.y/converse"
    assert asked(written).model == arn
    assert asked(f"{BASE}/model/us.amazon.nova-2-lite-v1:0/converse").model == "us.amazon.nova-2-lite-v1:0"
    assert asked("").model is None


def test_tools() -> None:
    [tool] = asked().tools
    assert isinstance(tool, ToolDefinition)
    assert (tool.name, tool.description, tool.parameters, tool.strict) == ("get_weather", "Weather.", SCHEMA, None)
    strict = {"toolSpec": WEATHER["toolSpec"] | {"strict": True}}
    others = [{"systemTool": {"name": "nova_grounding"}}, {"cachePoint": {"type": "default"}}]
    first, *own = asked(toolConfig={"tools": [strict, *others]}).tools
    assert isinstance(first, ToolDefinition)
    assert first.strict is True
    assert own == [
        ProviderTool(kind="systemTool", name="nova_grounding", value=others[0]),
        ProviderTool(kind="cachePoint", value=others[1]),
    ]
    bare = by_hand(tools=(ToolDefinition(name="ping", description=""),))
    empty = {"json": {"type": "object", "properties": {}}}
    assert sent(bare)["toolConfig"] == {"tools": [{"toolSpec": {"name": "ping", "inputSchema": empty}}]}


@pytest.mark.parametrize(
    ("word", "choice"),
    [
        pytest.param({"auto": {}}, ToolChoice(mode="auto"), id="auto"),
        pytest.param({"any": {}}, ToolChoice(mode="required"), id="any"),
        pytest.param({"tool": {"name": "get_weather"}}, ToolChoice(mode="named", names=("get_weather",)), id="tool"),
        pytest.param({"one": {}}, ToolChoice(mode="provider", raw={"one": {}}), id="unknown"),
        pytest.param(
            {"tool": {"name": "a", "x": 1}},
            ToolChoice(mode="provider", raw={"tool": {"name": "a", "x": 1}}),
            id="tool-with-more",
        ),
    ],
)
def test_choices(word: Any, choice: ToolChoice) -> None:
    assert fresh(asked(toolConfig={"tools": [WEATHER], "toolChoice": word}).tool_choice) == choice
    tools = (ToolDefinition(name="get_weather", parameters=SCHEMA),)
    assert sent(by_hand(tools=tools, tool_choice=choice))["toolConfig"]["toolChoice"] == word


def test_no_word_for_no_tool_nor_for_one_call_at_most() -> None:
    tools = (ToolDefinition(name="get_weather"),)
    for fields in ({"tool_choice": ToolChoice(mode="none")}, {"parallel_tool_calls": False}):
        with pytest.raises(Inexpressible):
            write_request(by_hand(tools=tools, **fields), BASE)
    assert "toolConfig" not in sent(by_hand(tool_choice=ToolChoice(mode="none")))
    assert sent(by_hand(parallel_tool_calls=True)) == sent(by_hand())


def test_claudes_own_field_for_one_call_at_most() -> None:
    own = {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}, "top_k": 5}
    request = asked(additionalModelRequestFields=own)
    assert request.parallel_tool_calls is False
    changed = sent(msgspec.structs.replace(request, parallel_tool_calls=True))["additionalModelRequestFields"]
    assert changed == {"tool_choice": {"type": "auto", "disable_parallel_tool_use": False}, "top_k": 5}


def test_limits_and_the_prompt() -> None:
    request = asked(inferenceConfig={"maxTokens": 5, "temperature": 0.10}, system=[{"text": "Be brief."}])
    assert request.max_output_tokens == 5
    assert fresh(request).messages[0] == Message(role="system", parts=(Text(text="Be brief."),))
    assert asked(inferenceConfig={}, system=[]).max_output_tokens is None
    prompt = asked(system=[{"text": "a"}, {"cachePoint": {"type": "default"}}]).messages[0]
    assert isinstance(prompt.parts[1], ProviderPart)
    inline = asked(messages=[USER, {"role": "system", "content": [{"text": "Now."}]}])
    assert [message.role for message in inline.messages] == ["user", "system"]


def test_a_history() -> None:
    assistant = {"role": "assistant", "content": [{"text": "Let me see."}, call(type="tool_use"), call("b")]}
    user = {"role": "user", "content": [result(status="success"), result("b", status="error"), {"text": "So?"}]}
    request = asked(messages=[USER, assistant, user])
    assert [message.role for message in request.messages] == ["user", "assistant", "tool"]
    _, *calls = request.messages[1].parts
    oslo = Arguments(text='{"city":"Oslo"}', form="object", value={"city": "Oslo"})
    assert list(map(fresh, calls)) == [
        ToolCall(id=name, name="get_weather", arguments=oslo) for name in ("tooluse_1", "b")
    ]
    *results, text = request.messages[2].parts
    assert list(map(fresh, results)) == [
        ToolResult(call_id="tooluse_1", parts=(Text(text="rain"),), is_error=False),
        ToolResult(call_id="b", parts=(Text(text="rain"),), is_error=True),
    ]
    assert fresh(text) == Text(text="So?")


def test_a_server_tools_call_and_result_are_the_providers() -> None:
    assistant = {"role": "assistant", "content": [call(type="server_tool_use"), result(type="nova_grounding_result")]}
    request = asked(messages=[USER, assistant, USER])
    assert [part.kind for part in request.messages[1].parts] == ["toolUse", "toolResult"]  # type: ignore[union-attr]


def test_parts_of_results() -> None:
    exact = exact_json.loads('{"n": 9007199254740993, "x": 1.10}')
    parts = [
        {"json": exact}, {"text": "rain"}, {"image": {"format": "png", "source": {"bytes": "aQ=="}}},
        {"document": {"format": "pdf", "name": "a", "source": {"bytes": "aQ=="}}},
        {"searchResult": {"source": "s", "title": "t", "content": []}}, {"hologram": {}},
    ]  # fmt: skip
    found = asked(messages=[USER, {"role": "user", "content": [result(content=parts)]}]).messages[1].parts[0]
    assert isinstance(found, ToolResult)
    assert list(map(fresh, found.parts)) == [
        Text(text='{"n":9007199254740993,"x":1.10}'), Text(text="rain"), Image(data="aQ==", media_type="image/png"),
        File(data="aQ==", media_type="application/pdf", name="a"), ProviderPart(kind="searchResult", value=parts[4]),
        Unknown(kind="hologram", value={"hologram": {}}),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("block", "part"),
    [
        pytest.param(
            {"image": {"format": "jpeg", "source": {"bytes": "aQ=="}}},
            Image(data="aQ==", media_type="image/jpeg"),
            id="image",
        ),
        pytest.param(
            {"video": {"format": "three_gp", "source": {"s3Location": {"uri": "s3://a/b", "bucketOwner": "1"}}}},
            Video(url="s3://a/b", media_type="video/3gpp"),
            id="video",
        ),
        pytest.param(
            {"document": {"format": "txt", "name": "n", "source": {"text": "Hi."}, "context": "c"}},
            File(data=base64.b64encode(b"Hi.").decode(), media_type="text/plain", name="n"),
            id="document",
        ),
        pytest.param({"image": {"source": {"bytes": "aQ=="}}}, Image(data="aQ=="), id="no-format"),
        pytest.param(
            {"document": {"name": "n", "source": {"content": [{"text": "x"}]}}},
            ProviderPart(kind="document", value={"document": {"name": "n", "source": {"content": [{"text": "x"}]}}}),
            id="document-content",
        ),
        pytest.param(
            {"guardContent": {"text": {}}},
            ProviderPart(kind="guardContent", value={"guardContent": {"text": {}}}),
            id="guard-content",
        ),
        pytest.param({"text": "a", "type": "text"}, Text(text="a"), id="text-with-type"),
    ],
)
def test_blocks(block: Any, part: Any) -> None:
    found = asked(messages=[{"role": "user", "content": [block]}]).messages[0].parts[0]
    assert fresh(found) == part


def test_media_by_hand() -> None:
    parts = (
        Image(data="aQ==", media_type="image/webp"), Video(url="s3://a/b", media_type="video/quicktime"),
        File(data="aQ==", media_type="text/csv", name="n"),
    )  # fmt: skip
    assert sent(by_hand(Message(role="user", parts=parts)))["messages"][0]["content"] == [
        {"image": {"format": "webp", "source": {"bytes": "aQ=="}}},
        {"video": {"format": "mov", "source": {"s3Location": {"uri": "s3://a/b"}}}},
        {"document": {"format": "csv", "name": "n", "source": {"bytes": "aQ=="}}},
    ]


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(Image(url="https://a.example/b.png", media_type="image/png"), id="image-url"),
        pytest.param(Image(data="aQ=="), id="image-without-type"),
        pytest.param(Image(data="aQ==", media_type="text/plain"), id="image-of-text"),
        pytest.param(File(data="aQ==", media_type="text/csv"), id="file-csv-without-name"),
        pytest.param(ToolCall(id=None, name="f", arguments=arguments.from_text("{}")), id="call-without-id"),
        pytest.param(ToolCall(id="1", name="f", arguments=arguments.from_text("[1]")), id="arguments-list"),
        pytest.param(ToolCall(id="1", name="f", kind="custom", arguments=arguments.free_text("x")), id="custom-call"),
        pytest.param(ToolResult(call_id=None, parts=(Text(text="a"),)), id="result-without-id"),
        pytest.param(ToolResult(call_id="1", parts=(Text(text=""),), is_error=True), id="result-error-empty"),
        pytest.param(ProviderPart(kind="server_tool_use", value={}), id="server-tool-use"),
    ],
)
def test_what_cannot_be_expressed(part: Any) -> None:
    with pytest.raises(Inexpressible):
        write_request(by_hand(Message(role="user", parts=(part,))), BASE)


def test_results_by_hand_go_into_one_message_and_come_first() -> None:
    calls = tuple(ToolCall(id=name, name="f", arguments=arguments.from_text("{}")) for name in "ab")
    results = [ToolResult(call_id=name, parts=(Text(text=name),)) for name in "ab"]
    messages = (
        Message(role="user", parts=(Text(text="Go."),)),
        Message(role="assistant", parts=calls),
        *(Message(role="tool", parts=(result,)) for result in results),
        Message(role="assistant", parts=(Text(text=" "),)),
        Message(role="user", parts=(Text(text="And?"),)),
    )
    first, second, third = sent(by_hand(*messages))["messages"]
    assert [message["role"] for message in (first, second, third)] == ["user", "assistant", "user"]
    assert third["content"] == [
        {"toolResult": {"toolUseId": "a", "content": [{"text": "a"}]}},
        {"toolResult": {"toolUseId": "b", "content": [{"text": "b"}]}},
        {"text": "And?"},
    ]
    silent = ToolResult(call_id="a", parts=(Text(text=""),))
    block = sent(by_hand(Message(role="tool", parts=(silent,))))["messages"][0]["content"][0]
    assert block == {"toolResult": {"toolUseId": "a", "content": []}}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"messages": {}}, id="messages-object"),
        pytest.param({"messages": ["a"]}, id="message-text"),
        pytest.param({"messages": [{"role": "tool", "content": []}]}, id="role-tool"),
        pytest.param({"messages": [{"role": "user", "content": "Hi."}]}, id="content-text"),
        pytest.param({"messages": [{"role": "user", "content": ["Hi."]}]}, id="block-text"),
        pytest.param(
            {"messages": [{"role": "user", "content": [{"toolResult": {"content": "a"}}]}]}, id="result-content-text"
        ),
        pytest.param({"toolConfig": {"tools": {}}}, id="tools-object"),
        pytest.param({"toolConfig": {"tools": ["a"]}}, id="tool-text"),
        pytest.param({"system": "a"}, id="system-text"),
        pytest.param([], id="list"),
    ],
)
def test_requests_of_another_shape(document: Any) -> None:
    with pytest.raises(ShapeError):
        read_request(WireRequest(url=URL, body=exact_json.encode(document)))


# Answers.


def test_an_answer() -> None:
    read = answered(body({"text": "Let me see."}, call(type="tool_use"), stop="tool_use"))
    assert read.finish == Finish(reason="tool_calls", raw="tool_use")
    assert fresh(read).usage == Usage(input_tokens=1, output_tokens=2, total_tokens=3)
    assert [fresh(part) for part in read.parts] == [
        Text(text="Let me see."),
        ToolCall(id="tooluse_1", name="get_weather", arguments=arguments.from_value({"city": "Oslo"})),
    ]


@pytest.mark.parametrize(
    ("block", "parts"),
    [
        pytest.param(
            {"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "s"}}},
            (Reasoning(text="Hm.", provider_data={"reasoningText": {"signature": "s"}}),),
            id="reasoning-signed",
        ),
        pytest.param(
            {"reasoningContent": {"reasoningText": {"text": "Hm."}}}, (Reasoning(text="Hm."),), id="reasoning"
        ),
        pytest.param(
            {"reasoningContent": {"redactedContent": "eA=="}},
            (Reasoning(provider_data={"redactedContent": "eA=="}),),
            id="reasoning-redacted",
        ),
        pytest.param(
            {"citationsContent": {"content": [{"text": "Ruby."}], "citations": [{"title": "t"}]}},
            (Text(text="Ruby.", provider_data={"citationsContent": {"citations": [{"title": "t"}]}}),),
            id="cited-text",
        ),
        pytest.param(
            {"citationsContent": {"citations": [{"title": "t"}]}},
            (ProviderPart(kind="citationsContent", value={"citationsContent": {"citations": [{"title": "t"}]}}),),
            id="citations-without-text",
        ),
        pytest.param(
            call(type="server_tool_use"),
            (ProviderPart(kind="toolUse", value=call(type="server_tool_use")),),
            id="server-tool",
        ),
        pytest.param(
            {"hologram": {"x": 1}}, (Unknown(kind="hologram", value={"hologram": {"x": 1}}),), id="unknown-block"
        ),
        pytest.param(
            {"toolUse": {"toolUseId": "a"}},
            (Unknown(kind="toolUse", value={"toolUse": {"toolUseId": "a"}}),),
            id="call-without-name",
        ),
        pytest.param(
            {"image": {"format": "png", "source": {"bytes": "aQ=="}}},
            (Image(data="aQ==", media_type="image/png"),),
            id="image",
        ),
    ],
)
def test_blocks_of_answers(block: Any, parts: Any) -> None:
    read = answered(body(block))
    assert tuple(map(fresh, read.parts)) == parts
    again = fresh(read)
    assert exact_json.same(write_response(again)["output"]["message"]["content"], [block])
    if not isinstance(parts[0], Unknown):
        assert tuple(map(fresh, decoded(write_stream(again)).parts)) == parts


@pytest.mark.parametrize(
    ("given", "form"),
    [
        pytest.param({}, "object", id="object"),
        pytest.param([1], "not_object", id="list"),
        pytest.param("a", "not_object", id="text"),
        pytest.param(None, "empty", id="null"),
        pytest.param(..., "empty", id="absent"),
    ],
)
def test_inputs(given: Any, form: str) -> None:
    block = call(input=given)
    if given is ...:
        del block["toolUse"]["input"]
    [read] = answered(body(block)).calls
    assert read.arguments.form == form


@pytest.mark.parametrize(
    ("word", "reason", "complete"),
    [
        ("tool_use", "tool_calls", True),
        ("end_turn", "tool_calls", True),
        ("stop_sequence", "tool_calls", True),
        ("max_tokens", "length", False),
        ("model_context_window_exceeded", "length", False),
        ("guardrail_intervened", "content_filter", False),
        ("content_filtered", "content_filter", False),
        ("malformed_tool_use", "error", False),
        ("malformed_model_output", "error", False),
        ("tired", "other", True),
    ],
)
def test_stop_reasons(word: str, reason: str, complete: bool) -> None:
    read = answered(body(call(), stop=word))
    assert (read.finish, read.calls[0].complete) == (Finish(reason=reason, raw=word), complete)  # type: ignore[arg-type]
    stream = streamed(BEGIN, start(0), piece(0, '{"city":"Oslo"}'), stop(0), end(word), COUNTS)
    assert (stream.finish, stream.calls[0].complete) == (read.finish, complete)


def test_errors() -> None:
    read = read_error({"message": "boom"}, 400)
    assert read.error
    assert (read.error.message, read.error.status, read.finish.reason) == ("boom", 400, "error")
    assert write_response(read) == {"message": "boom"}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({}, id="empty"),
        pytest.param([], id="list"),
        pytest.param({"output": {}}, id="no-message"),
        pytest.param({"output": {"message": {"content": "a"}}}, id="content-text"),
        pytest.param(body("a"), id="block-text"),
    ],
)
def test_answers_of_another_shape(document: Any) -> None:
    with pytest.raises(ShapeError):
        read_response(document)


def test_what_an_answer_cannot_say() -> None:
    cut = ToolCall(id="1", name="f", arguments=arguments.from_text("{", complete=False), complete=False)
    whole = ToolCall(id="2", name="f", arguments=arguments.from_text("{}"))
    for response in (
        Response(parts=(cut,), finish=Finish(reason="tool_calls")),
        Response(parts=(cut, whole), finish=Finish(reason="length")),
        Response(parts=(), finish=Finish(reason="pause")),
    ):
        with pytest.raises(Inexpressible):
            write_response(response)


# Streams.


def test_is_stream() -> None:
    data = event("messageStart", b"{}")
    assert is_stream(WireResponse(body=b"", headers={"content-type": CONTENT_TYPE}))
    assert is_stream(WireResponse(body=data))
    assert not is_stream(WireResponse(body=data, headers={"content-type": "application/json"}))
    assert not is_stream(WireResponse(body=b'{"output": {}}'))


@pytest.mark.parametrize(
    "ending", [pytest.param((end(), COUNTS), id="end-then-counts"), pytest.param((COUNTS, end()), id="counts-then-end")]
)
def test_a_stream(ending: Any) -> None:
    read = streamed(
        BEGIN, delta(0, text="Let "), delta(0, text="me."), stop(0), start(1), piece(1, ""), piece(1, '{"city": '),
        piece(1, '"Oslo"}'), stop(1), start(2, "b"), piece(2, ""), stop(2), *ending,
    )  # fmt: skip
    assert read.parts == (
        Text(text="Let me."),
        ToolCall(id="tooluse_1", name="get_weather", arguments=arguments.from_text('{"city": "Oslo"}')),
        ToolCall(id="b", name="get_weather", arguments=Arguments(text="", form="empty", value={})),
    )
    assert read.finish == Finish(reason="tool_calls", raw="tool_use")
    assert read.usage
    assert (read.usage.input_tokens, read.usage.output_tokens, read.usage.total_tokens) == (1, 2, 3)


def test_a_call_is_whole_once_another_block_begins_or_the_answer_ends() -> None:
    block = (BEGIN, start(0), piece(0, "{}"), stop(0))
    assert [call.complete for call in streamed(*block).calls] == [False]
    assert [call.complete for call in streamed(*block, delta(1, text="a")).calls] == [True]
    assert [call.complete for call in streamed(*block, start(1, "b")).calls] == [True, False]
    assert [call.complete for call in streamed(*block, end()).calls] == [True]
    silent = streamed(BEGIN, start(0), stop(0)).calls[0]
    assert (silent.complete, silent.arguments.value) == (False, None)


def test_reasoning_and_its_signature() -> None:
    read = streamed(
        BEGIN, delta(0, reasoningContent={"text": "H"}), delta(0, reasoningContent={"text": "m."}),
        delta(0, reasoningContent={"signature": "a"}), delta(0, reasoningContent={"signature": "b"}), stop(0),
        delta(1, reasoningContent={"redactedContent": base64.b64encode(b"x").decode()}),
        delta(1, reasoningContent={"redactedContent": base64.b64encode(b"y").decode()}), stop(1), end("end_turn"),
    )  # fmt: skip
    assert read.parts == (
        Reasoning(text="Hm.", provider_data={"reasoningText": {"signature": "ab"}}),
        Reasoning(provider_data={"redactedContent": base64.b64encode(b"xy").decode()}),
    )
    assert read.finish.reason == "stop"


def test_a_cited_text_in_pieces() -> None:
    cited = {"content": [{"text": "Ru"}, {"text": "by."}], "citations": [{"title": "t"}]}
    read = answered(body({"citationsContent": cited}))
    assert tuple(map(fresh, read.parts)) == (Text(text="Ruby.", provider_data={"citationsContent": cited}),)
    assert write_response(fresh(read))["output"]["message"]["content"] == [{"citationsContent": cited}]
    other = msgspec.structs.replace(read.parts[0], text="Rust.")
    whole = write_response(msgspec.structs.replace(read, parts=(other,)))["output"]["message"]["content"]
    assert whole == [{"citationsContent": cited | {"content": [{"text": "Rust."}]}}]


def test_server_tools_citations_and_images() -> None:
    grounding = {"toolUseId": "s", "name": "nova_grounding", "type": "server_tool_use"}
    found = {"toolUseId": "s", "type": "nova_grounding_result", "status": "success"}
    read = streamed(
        BEGIN, ("contentBlockStart", at(0, start={"toolUse": grounding})), piece(0, '{"query":'), piece(0, '"x"}'),
        stop(0), ("contentBlockStart", at(1, start={"toolResult": found})), delta(1, toolResult=[{"text": "h"}]),
        stop(1), delta(2, text="Ruby"), delta(2, citation={"title": "t"}), stop(2), delta(3, citation={"title": "u"}),
        stop(3), ("contentBlockStart", at(4, start={"image": {"format": "png"}})),
        delta(4, image={"source": {"bytes": "aQ=="}}), stop(4), delta(5, hologram={"x": 1}), stop(5), end("end_turn"),
    )  # fmt: skip
    assert read.parts == (
        ProviderPart(kind="toolUse", value={"toolUse": grounding | {"input": {"query": "x"}}}),
        ProviderPart(kind="toolResult", value={"toolResult": found | {"content": [{"text": "h"}]}}),
        Text(text="Ruby", provider_data={"citationsContent": {"citations": [{"title": "t"}]}}),
        ProviderPart(kind="citationsContent", value={"citationsContent": {"citations": [{"title": "u"}]}}),
        msgspec.structs.replace(read.parts[4], data="aQ==", media_type="image/png"),
        Unknown(kind="hologram", value={"hologram": {"x": 1}}),
    )
    assert isinstance(read.parts[4], Image)
    assert read.finish.reason == "stop"


@pytest.mark.parametrize(
    "kind",
    ["internalServerException", "modelStreamErrorException", "serviceUnavailableException", "throttlingException",
     "validationException"],
)  # fmt: skip
def test_exceptions_keep_what_came(kind: str) -> None:
    read = streamed(BEGIN, delta(0, text="Let"), start(1), piece(1, "{}"), stop(1), (kind, {"message": "boom"}))
    assert read.error
    assert (read.error.message, read.error.kind, read.error.value) == ("boom", kind, {"message": "boom"})
    assert read.finish.reason == "error"
    assert [call.complete for call in read.calls] == [False]
    again = decoded(write_stream(read))
    assert (again.error, again.parts) == (read.error, read.parts)


def test_an_error_that_is_no_modeled_exception() -> None:
    failure = encode({":message-type": "error", ":error-code": "InternalError", ":error-message": "boom"}, b"")
    read = decoded(event("messageStart", b'{"role":"assistant"}') + failure)
    assert read.error
    assert (read.error.message, read.error.kind) == ("boom", "InternalError")


@pytest.mark.parametrize("size", [1, 5, pytest.param(1 << 20, id="whole")])
def test_a_broken_checksum_ends_the_stream_and_keeps_what_came(size: int) -> None:
    first = event("messageStart", b"{}") + event("contentBlockDelta", exact_json.encode(at(0, delta={"text": "Let"})))
    broken = bytearray(first + event("contentBlockDelta", exact_json.encode(at(0, delta={"text": " me"}))))
    broken[-8] ^= 1
    data = bytes(broken) + event("messageStop", b'{"stopReason":"end_turn"}')
    stream = ResponseStream(dialect("bedrock_converse"))
    for n in range(0, len(data), size):
        if not stream.is_over:
            stream.feed(data[n : n + size])
    read = stream.close()
    assert read.parts == (Text(text="Let"),)
    assert (read.finish.reason, read.error) == ("malformed", None)
    assert "broken" in str(read.finish.why)


def test_what_is_no_stream_at_all() -> None:
    for data in (b"<html>" * 10, b'{"message": "no stream"}'):
        with pytest.raises(FramingError):
            decoded(data)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([piece(0, "{}")], id="piece-without-start"),
        pytest.param([delta(0, text="a"), piece(0, "{}")], id="piece-of-text"),
        pytest.param([("contentBlockDelta", {"delta": {"text": "a"}})], id="delta-without-index"),
        pytest.param([("contentBlockDelta", at(0))], id="index-without-delta"),
        pytest.param([delta(0, text=1)], id="text-number"),
        pytest.param([start(0), piece(0, {})], id="input-object"),  # type: ignore[arg-type]
        pytest.param([("contentBlockStart", at(0))], id="start-without-block"),
        pytest.param([("messageStart", [])], id="start-list"),
    ],
)
def test_streams_of_another_shape(events: Any) -> None:
    with pytest.raises(WireError):
        streamed(*events)


def test_unknown_events_and_empty_starts_are_no_trouble() -> None:
    read = streamed(BEGIN, ("novelty", {"x": 1}), ("contentBlockStart", at(0, start={})), delta(0, text="a"), end("x"))
    assert (read.parts, read.finish) == ((Text(text="a"),), Finish(reason="other", raw="x"))


def test_a_written_stream_is_the_vendors() -> None:
    response = Response(
        parts=(Text(text="a"), ToolCall(id="b", name="f", arguments=arguments.from_text(""))),
        finish=Finish(reason="tool_calls"),
        usage=Usage(input_tokens=1, output_tokens=2, total_tokens=3),
    )
    expected = [
        ("messageStart", {"role": "assistant"}), delta(0, text="a"), stop(0),
        ("contentBlockStart", at(1, start={"toolUse": {"toolUseId": "b", "name": "f"}})), piece(1, ""), stop(1), end(),
        ("metadata", {"usage": COUNTS[1]["usage"], "metrics": {"latencyMs": 0}}),
    ]  # fmt: skip
    assert write_stream(response) == b"".join(event(kind, exact_json.encode(value)) for kind, value in expected)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("ValidationException", id="kind"),
        pytest.param("ValidationException:http://internal.amazon.com/coral/", id="kind-and-namespace"),
    ],
)
def test_the_kind_of_a_refusal_stands_in_a_header(kind: str) -> None:
    refused = WireResponse(status=400, headers={"x-amzn-errortype": kind}, body=b'{"message": "No."}')
    read = read_answer(dialect("bedrock_converse"), refused)
    assert read.error is not None
    assert (read.error.message, read.error.kind, read.error.status) == ("No.", "ValidationException", 400)
