"""Tests of reading and writing Anthropic Messages."""

import base64
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance import mutants
from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from toolwire.dialects import anthropic_messages as dialect
from toolwire.dialects import arguments
from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.json_value import Json
from toolwire.model import (
    Arguments,
    Audio,
    CallFinished,
    Candidate,
    Event,
    Failed,
    File,
    Finish,
    Image,
    Message,
    ProviderError,
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
    Usage,
    fresh,
)
from toolwire.model import CustomTool as FreeForm
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse

BASE = "https://api.example"
SCHEMA = {"type": "object", "properties": {"sea": {"type": "string"}}}
USER = {"role": "user", "content": "Which tide?"}
USE = {"type": "tool_use", "id": "toolu_1", "name": "tide", "input": {"sea": "Baltic", "at": exact_json.loads("1.50")}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "low"}
THINKING = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tide"}}
INPUT_VALUES: dict[str, Json] = {"null": None, "empty": {}, "list": [1], "text": "x"}
CITATION = {"type": "web_search_result_location", "url": "https://t.example"}


def read(body: Json, url: str = f"{BASE}/v1/messages") -> Request:
    return dialect.read_request(WireRequest(url=url, body=exact_json.encode(body)))


def write(request: Request, base: str = BASE) -> Json:
    return exact_json.loads(dialect.write_request(request, base).body)


def request_body(*messages: Json, **more: Json) -> Json:
    return {"model": "m", "max_tokens": 9, "messages": list(messages) or [USER]} | more


def ask(*messages: Message, **more: Any) -> Request:
    return Request(model="m", messages=messages or (Message(role="user", parts=(Text(text="q"),)),), **more)


def answer(*blocks: Json, **more: Json) -> Json:
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": list(blocks)}
    usage = {"input_tokens": 3, "output_tokens": 20, "cache_read_input_tokens": 0}
    return head | {"stop_reason": "end_turn", "stop_sequence": None, "usage": usage} | more


def call(text: str = '{"a":1}', *, complete: bool = True, call_id: str | None = "toolu_1") -> ToolCall:
    given_arguments = arguments.from_text(text, complete=complete)
    return ToolCall(id=call_id, name="tide", arguments=given_arguments, complete=complete)


def response(*parts: Any, reason: Any = "stop", **more: Any) -> Response:
    return Response(parts=parts, finish=Finish(reason=reason), **more)


def framed(*events: Json) -> bytes:
    return b"".join(sse.encode(exact_json.dumps(event), event["type"]) for event in events)


def decode(body: bytes, size: int = 0) -> list[Event]:
    decoder = dialect.stream_decoder()
    chunks = [body[n : n + size] for n in range(0, len(body), size)] if size else [body]
    return [event for chunk in chunks for event in decoder.feed(chunk)] + list(decoder.close())


def start(index: int, block: Json) -> Json:
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index: int, kind: str, **more: Json) -> Json:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind} | more}


def stop(index: int) -> Json:
    return {"type": "content_block_stop", "index": index}


def end(reason: str, **usage: int) -> list[Json]:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}, {"type": "message_stop"}]


BEGIN = {"type": "message_start", "message": {"id": "msg_1", "model": "m", "usage": {"input_tokens": 3}}}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(request_body(temperature=0.5, system="Be brief.", stream=True), id="temperature"),
        pytest.param(
            request_body(system=[{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}], stream=False),
            id="system-blocks",
        ),
        pytest.param(request_body(system="", tools=[], tool_choice=None), id="empty-system-and-tools"),
        pytest.param(
            request_body({"role": "user", "content": []}, {"role": "assistant", "content": ""}, {"role": "user"}),
            id="empty-contents",
        ),
        pytest.param(
            request_body(
                USER, {"role": "assistant", "content": [THINKING, USE]}, {"role": "user", "content": [RESULT]}
            ),
            id="call-and-result",
        ),
        pytest.param(
            request_body({"role": "assistant", "content": [{"type": "redacted_thinking", "data": "eA=="}, SEARCH]}),
            id="redacted-thinking",
        ),
        pytest.param(
            request_body({"role": "user", "content": [{"type": "text", "text": "a", "citations": [CITATION]}]}),
            id="citations",
        ),
        pytest.param(
            request_body({"role": "user", "content": [{"type": "text", "text": "", "citations": None}, "b"]}),
            id="citations-null",
        ),
        pytest.param(request_body(USER, {"role": "system", "content": "Now in French."}), id="role-system"),
        pytest.param(
            request_body({"role": "system", "content": "First of the messages."}, USER), id="role-system-first"
        ),
        pytest.param(
            request_body({"role": "user", "content": [RESULT | {"content": [{"type": "text", "text": "x"}]}], "n": 1}),
            id="result-blocks",
        ),
        pytest.param(
            request_body(
                {"role": "user", "content": [RESULT | {"content": "", "is_error": True, "cache_control": None}]}
            ),
            id="result-error",
        ),
        pytest.param(
            request_body({"role": "user", "content": [RESULT | {"toolset_name": "browser"}]}), id="result-more-keys"
        ),
        pytest.param(
            request_body({"role": "user", "content": [{"type": "text", "text": "first"}, {"type": "tool_result"}]}),
            id="result-empty",
        ),
        pytest.param(
            request_body({"role": "assistant", "content": [USE | {"caller": {"type": "direct"}, "cache_control": {}}]}),
            id="call-more-keys",
        ),
        *(
            pytest.param(request_body({"role": "assistant", "content": [USE | {"input": given}]}), id=f"input-{name}")
            for name, given in INPUT_VALUES.items()
        ),
        pytest.param(
            request_body(
                {"role": "assistant", "content": [{"type": "tool_use", "name": "tide"}, {"type": "tool_use"}]}
            ),
            id="call-without-id",
        ),
        pytest.param(
            request_body(
                tools=[{"name": "a", "input_schema": SCHEMA, "strict": True, "type": "custom"}, {"name": "b"}]
            ),
            id="tool-strict",
        ),
        pytest.param(
            request_body(tools=[{"name": "a", "input_schema": True, "description": None}, {"type": "bash_20250124"}]),
            id="tool-of-provider",
        ),
        *(
            pytest.param(request_body(tool_choice=choice), id=f"choice-{name}")
            for name, choice in {
                "text": "auto",
                "any": {"type": "any"},
                "later": {"type": "later"},
                "tool-more-keys": {"type": "tool", "name": "a", "x": 1},
            }.items()
        ),
        pytest.param(
            request_body(tool_choice={"type": "none", "disable_parallel_tool_use": True}),
            id="choice-none-one-at-a-time",
        ),
        pytest.param(
            request_body(tool_choice={"type": "auto", "disable_parallel_tool_use": False}), id="choice-auto-parallel"
        ),
    ],
)
def test_request_round_trip(body: Json) -> None:
    assert exact_json.same(write(read(body)), body)


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        pytest.param(
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "eA=="}},
            Image,
            id="image-base64",
        ),
        pytest.param(
            {"type": "image", "source": {"type": "url", "url": "https://i.example", "x": 1}}, Image, id="image-url"
        ),
        pytest.param(
            {"type": "image", "source": {"type": "file", "file_id": "f"}, "cache_control": {}}, Image, id="image-file"
        ),
        pytest.param(
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "eA=="}},
            File,
            id="document-pdf",
        ),
        pytest.param(
            {"type": "document", "source": {"type": "base64", "media_type": "text/plain", "data": "eA=="}},
            File,
            id="document-text-base64",
        ),
        pytest.param(
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "\ud800é"}},
            File,
            id="document-text",
        ),
        pytest.param(
            {"type": "document", "source": {"type": "url", "url": "https://d.example"}, "title": "d"},
            File,
            id="document-url",
        ),
        pytest.param(
            {"type": "document", "source": {"type": "file", "file_id": "f"}, "context": "c"}, File, id="document-file"
        ),
        pytest.param(
            {"type": "document", "source": {"type": "content", "content": []}}, ProviderPart, id="document-content"
        ),
        pytest.param({"type": "image", "source": {"type": "later"}}, ProviderPart, id="image-later-source"),
        pytest.param({"type": "search_result", "source": "s", "content": []}, ProviderPart, id="search-result"),
        pytest.param({"type": "later", "x": 1}, Unknown, id="later-block"),
        pytest.param({"type": ["x"]}, Unknown, id="type-list"),
        pytest.param({"type": "text", "text": 1}, Unknown, id="text-number"),
    ],
)
def test_blocks_round_trip_beside_and_in_results(part: Json, kind: type) -> None:
    body = request_body({"role": "user", "content": [RESULT | {"content": [part]}, part]})
    request = read(body)
    result, beside = request.messages[0].parts
    assert isinstance(result, ToolResult)
    assert (type(result.parts[0]), type(beside)) == (kind, kind)
    assert exact_json.same(write(request), body)


@pytest.mark.parametrize(
    ("part", "block"),
    [
        pytest.param(Image(url="u"), {"type": "image", "source": {"type": "url", "url": "u"}}, id="image-url"),
        pytest.param(
            File(data=base64.b64encode(b"hi").decode(), media_type="text/plain", name="n"),
            {"type": "document", "title": "n", "source": {"type": "text", "media_type": "text/plain", "data": "hi"}},
            id="text-file",
        ),
        pytest.param(
            File(data="_", media_type="text/plain"),
            {"type": "document", "source": {"type": "base64", "media_type": "text/plain", "data": "_"}},
            id="no-text",
        ),
    ],
)
def test_media_by_hand(part: Any, block: Json) -> None:
    assert write(ask(Message(role="user", parts=(part,))))["messages"][0]["content"] == [block]


def test_usual_spelling_by_hand() -> None:
    request = ask(
        Message(role="system", parts=(Text(text="Be brief."),)),
        Message(role="user", parts=(Text(text="q"),)),
        tools=(
            ToolDefinition(name="now"),
            ToolDefinition(name="tide", description="d", parameters=SCHEMA, strict=True),
        ),
        tool_choice=ToolChoice(mode="required"),
        parallel_tool_calls=False,
        stream=True,
    )
    wire = dialect.write_request(request, f"{BASE}/")
    assert (wire.url, wire.headers["anthropic-version"]) == (f"{BASE}/v1/messages", "2023-06-01")
    assert exact_json.loads(wire.body) == {
        "model": "m",
        "max_tokens": 4096,
        "system": "Be brief.",
        "messages": [{"role": "user", "content": "q"}],
        "tools": [
            {"name": "now", "input_schema": {"type": "object", "properties": {}}},
            {"name": "tide", "description": "d", "input_schema": SCHEMA, "strict": True},
        ],
        "tool_choice": {"type": "any", "disable_parallel_tool_use": True},
        "stream": True,
    }
    assert fresh(dialect.read_request(wire)).messages == request.messages


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param({"model": "n"}, "/model", id="model"),
        pytest.param({"max_output_tokens": 7}, "/max_tokens", id="max-tokens"),
        pytest.param({"stream": False}, "/stream", id="stream"),
        pytest.param({"parallel_tool_calls": True}, "/tool_choice/disable_parallel_tool_use", id="parallel"),
        pytest.param({"parallel_tool_calls": None}, "/tool_choice/disable_parallel_tool_use", id="parallel-absent"),
        pytest.param({"tool_choice": ToolChoice(mode="auto")}, "/tool_choice/type", id="choice"),
        pytest.param({"tool_choice": None}, "/tool_choice/type", id="choice-absent"),
        pytest.param({"tools": ()}, "/tools", id="tools"),
        pytest.param({"messages": ()}, "/messages", id="messages"),
    ],
)
def test_changed_request_shows(change: dict[str, Any], pointer: str) -> None:
    body = request_body(
        stream=True, tools=[{"name": "a"}], tool_choice={"type": "any", "disable_parallel_tool_use": True}, top_k=1
    )
    changed = write(msgspec.structs.replace(read(body), **change))
    assert pointer in list(exact_json.differences(body, changed))
    assert changed["top_k"] == 1


@pytest.mark.parametrize(
    ("n", "change", "pointer"),
    [
        pytest.param(0, {"text": "Oh."}, "/thinking", id="thinking"),
        pytest.param(0, {"provider_data": {"signature": "other"}}, "/signature", id="signature"),
        pytest.param(1, {"text": "Bye"}, "/text", id="text"),
        pytest.param(1, {"provider_data": {}}, "/citations", id="citations"),
        pytest.param(2, {"id": "toolu_2"}, "/id", id="id"),
        pytest.param(2, {"name": "moon"}, "/name", id="name"),
        pytest.param(2, {"arguments": arguments.from_value({})}, "/input/sea", id="arguments"),
        pytest.param(2, {"provider_data": {}}, "/caller", id="caller"),
    ],
)
def test_changed_part_shows(n: int, change: dict[str, Any], pointer: str) -> None:
    text = {"type": "text", "text": "Hi", "citations": [CITATION], "cache_control": {}}
    body = answer(THINKING, text, USE | {"caller": {"type": "direct"}}, stop_reason="tool_use")
    read_back = dialect.read_response(body)
    parts = list(read_back.parts)
    parts[n] = msgspec.structs.replace(parts[n], **change)
    changed = dialect.write_response(msgspec.structs.replace(read_back, parts=tuple(parts)))
    assert f"/content/{n}{pointer}" in list(exact_json.differences(body, changed))


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param({"call_id": "t"}, "tool_use_id", id="call-id"),
        pytest.param({"parts": ()}, "content", id="parts"),
        pytest.param({"is_error": True}, "is_error", id="error"),
    ],
)
def test_changed_result_shows(change: dict[str, Any], pointer: str) -> None:
    body = request_body({"role": "user", "content": [RESULT]})
    request = read(body)
    result = msgspec.structs.replace(request.messages[0].parts[0], **change)
    message = msgspec.structs.replace(request.messages[0], parts=(result,))
    changed = write(msgspec.structs.replace(request, messages=(message,)))
    assert list(exact_json.differences(body, changed)) == [f"/messages/0/content/0/{pointer}"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param({"id": "msg_2"}, "/id", id="id"),
        pytest.param({"model": "n"}, "/model", id="model"),
        pytest.param({"parts": ()}, "/content", id="parts"),
        pytest.param({"finish": Finish(reason="length", raw="end_turn")}, "/stop_reason", id="finish"),
        pytest.param({"usage": Usage(input_tokens=4)}, "/usage/input_tokens", id="usage"),
    ],
)
def test_changed_response_shows(change: dict[str, Any], pointer: str) -> None:
    body = answer({"type": "text", "text": "a"}, stop_details=None)
    changed = dialect.write_response(msgspec.structs.replace(dialect.read_response(body), **change))
    assert pointer in list(exact_json.differences(body, changed))


@pytest.mark.parametrize(
    ("url", "model", "stream", "path"),
    [
        pytest.param(
            "https://b/model/a.c-v1%3A0/invoke", "a.c-v1:0", False, "/model/n/invoke-with-response-stream", id="bedrock"
        ),
        pytest.param(
            "https://b/model/a/invoke-with-response-stream?x",
            "a",
            True,
            "/model/n/invoke-with-response-stream",
            id="bedrock-stream",
        ),
        pytest.param("https://v/v1/p/models/c@1:rawPredict", "c@1", False, "/models/n:streamRawPredict", id="vertex"),
        pytest.param(
            "https://v/v1/p/models/c@1:streamRawPredict", "c@1", True, "/models/n:streamRawPredict", id="vertex-stream"
        ),
    ],
)
def test_model_and_stream_in_the_url(url: str, model: str, stream: bool, path: str) -> None:
    body = {"anthropic_version": "v", "max_tokens": 1, "messages": [USER]}
    request = read(body, url)
    assert (request.model, request.stream) == (model, stream)
    changed = dialect.write_request(msgspec.structs.replace(request, model="n", stream=True), BASE)
    assert (changed.url, exact_json.loads(changed.body)) == (BASE + path, body)


@pytest.mark.parametrize(
    ("base", "stream", "path", "fields"),
    [
        pytest.param(
            "https://bedrock-runtime.us-east-1.amazonaws.com",
            True,
            "/model/a%3A0/invoke-with-response-stream",
            {},
            id="bedrock-stream",
        ),
        pytest.param("https://bedrock-runtime.eu-west-1.amazonaws.com", False, "/model/a%3A0/invoke", {}, id="bedrock"),
        pytest.param(
            "https://us-east5-aiplatform.googleapis.com/v1/p",
            True,
            "/models/a%3A0:streamRawPredict",
            {"stream": True},
            id="vertex-stream",
        ),
        pytest.param("https://aiplatform.googleapis.com/v1/p", False, "/models/a%3A0:rawPredict", {}, id="vertex"),
        pytest.param(BASE, True, "/v1/messages", {"model": "a:0", "stream": True}, id="anthropic-stream"),
    ],
)
def test_who_hosts_it_is_known_by_the_base_url(base: str, stream: bool, path: str, fields: dict[str, Any]) -> None:
    """Check that the request has the form of the official SDK for Bedrock and for Vertex."""
    given = msgspec.structs.replace(ask(Message(role="user", parts=(Text(text="Hi"),))), model="a:0", stream=stream)
    written = dialect.write_request(given, base)
    body = exact_json.loads(written.body)
    assert written.url == base + path
    assert {key: body[key] for key in ("model", "stream") if key in body} == fields
    assert ("anthropic_version" in body) == ("model" not in body)


@pytest.mark.parametrize("size", [1, 11, 12, 13, 1000, pytest.param(1 << 20, id="whole")])
def test_a_stream_in_frames_of_aws_reads_as_one_of_events(size: int) -> None:
    name = CassetteName("anthropic", "anthropic_messages", "call-parallel", "stream")
    (exchange,) = Cassette(name.under(cassettes_folder())).exchanges
    answer = mutants.read(exchange)
    mutants.AwsFrames().apply(answer)
    framed = mutants.write(answer)
    assert dialect.is_stream(framed)
    decoder = dialect.stream_decoder()
    body = framed.body
    events = [event for at in range(0, len(body), size) for event in decoder.feed(body[at : at + size])]
    plain = dialect.stream_decoder()
    assert [*events, *decoder.close()] == [*plain.feed(exchange.response.body), *plain.close()]


def test_a_frame_with_an_exception_is_an_error() -> None:
    body = aws_event_stream.event("throttlingException", b'{"message":"slow down"}')
    (failed,) = [event for event in dialect.stream_decoder().feed(body) if isinstance(event, Failed)]
    assert (failed.error.kind, failed.error.message) == ("throttlingException", "slow down")


def test_a_stream_shorter_than_the_first_bytes_of_a_frame() -> None:
    decoder = dialect.stream_decoder()
    assert [*decoder.feed(b"data: {}"), *decoder.feed(b"\n\n"), *decoder.close()] == []


def test_base_url_that_has_the_version() -> None:
    assert dialect.write_request(ask(), f"{BASE}/v1").url == f"{BASE}/v1/messages"


def test_results_by_hand_share_one_message() -> None:
    results = [ToolResult(call_id=f"t{n}", parts=(Text(text="r"),), is_error=n == 1 or None) for n in range(3)]
    messages = write(
        ask(
            Message(role="tool", parts=(Text(text="look"), results[0])),
            Message(role="tool", parts=tuple(results[1:])),
            Message(role="user", parts=(Text(text="And?"),)),
        )
    )["messages"]
    assert [message["role"] for message in messages] == ["user", "user"]
    assert [block["type"] for block in messages[0]["content"]] == [*["tool_result"] * 3, "text"]
    assert messages[0]["content"][1] == {"type": "tool_result", "tool_use_id": "t1", "content": "r", "is_error": True}


def test_results_from_the_wire_stay_apart() -> None:
    body = request_body(*({"role": "user", "content": [RESULT | {"tool_use_id": f"t{n}"}]} for n in range(2)))
    request = read(body)
    assert [message.role for message in request.messages] == ["tool", "tool"]
    assert exact_json.same(write(request), body)


@pytest.mark.parametrize("streamed", [False, True], ids=["plain", "stream"])
def test_history_replay(streamed: bool) -> None:
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    blocks = [
        THINKING,
        {"type": "redacted_thinking", "data": "eA=="},
        SEARCH,
        found,
        {"type": "text", "text": "Let me see.", "citations": [CITATION]},
        USE | {"caller": {"type": "direct"}},
    ]
    got = dialect.read_response(answer(*blocks, stop_reason="tool_use"))
    if streamed:
        got = assemble(decode(dialect.write_stream(got)))
    history = fresh(Message(role="assistant", parts=got.parts, provider_data=got.provider_data))
    assert exact_json.same(write(ask(history))["messages"], [{"role": "assistant", "content": blocks}])


def test_history_leaves_out_what_is_empty() -> None:
    empty = Message(role="assistant", parts=(Text(text=""),))
    with_call = Message(role="assistant", parts=(Text(text=""), call()))
    messages = write(ask(Message(role="user", parts=()), empty, with_call))["messages"]
    assert messages[0] == {"role": "user", "content": ""}
    assert [block["type"] for block in messages[1]["content"]] == ["tool_use"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            answer(THINKING, SEARCH, {"type": "text", "text": "", "citations": []}, USE, stop_reason="tool_use"),
            id="blocks",
        ),
        pytest.param(
            answer(stop_reason="stop_sequence", stop_sequence="END", container={"id": "c"}), id="stop-sequence"
        ),
        pytest.param(answer(USE, stop_reason=None, usage=None, role="model", type=None), id="no-stop-reason"),
        pytest.param({"content": [USE], "stop_reason": 5}, id="few-keys"),
        pytest.param({"type": "error", "error": {"type": "api_error", "message": "no"}, "request_id": "r"}, id="error"),
    ],
)
def test_response_round_trip(body: Json) -> None:
    assert exact_json.same(dialect.write_response(dialect.read_response(body)), body)


@pytest.mark.parametrize(
    ("body", "message", "kind"),
    [
        pytest.param(
            {"type": "error", "error": {"type": "overloaded_error", "message": "no"}},
            "no",
            "overloaded_error",
            id="typed",
        ),
        pytest.param({"message": "no"}, "no", None, id="message-alone"),
        pytest.param({"Message": "no"}, "no", None, id="capital-message"),
        pytest.param(
            [{"error": {"code": 403, "message": "no", "status": "PERMISSION_DENIED"}}],
            "no",
            "PERMISSION_DENIED",
            id="google",
        ),
        pytest.param({"error": "no"}, "no", None, id="error-text"),
    ],
)
def test_errors(body: Json, message: str, kind: str | None) -> None:
    got = dialect.read_error(body, 529)
    assert got.error is not None
    assert (got.error.message, got.error.kind, got.error.status, got.finish.reason) == (message, kind, 529, "error")
    assert exact_json.same(dialect.write_response(got), body)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("pause_turn", "pause"),
        ("refusal", "refusal"),
        ("later", "other"),
        (None, "other"),
    ],
)
def test_finish(word: str | None, reason: str) -> None:
    plain = dialect.read_response(answer({"type": "text", "text": "a"}, stop_reason=word))
    assert plain.finish == Finish(reason=reason, raw=word)  # type: ignore[arg-type]
    assert fresh(assemble(decode(dialect.write_stream(plain)))) == fresh(plain)


def test_finish_with_calls_is_for_calls() -> None:
    assert dialect.read_response(answer(USE)).finish == Finish(reason="tool_calls", raw="end_turn")


STREAM = [
    BEGIN,
    start(0, {"type": "thinking", "thinking": "", "signature": ""}),
    {"type": "ping"},
    delta(0, "thinking_delta", thinking="Hm."),
    delta(0, "signature_delta", signature="c2ln"),
    stop(0),
    start(1, {"type": "text", "text": "", "citations": []}),
    delta(1, "text_delta", text="Hé"),
    delta(1, "citations_delta", citation=CITATION),
    delta(1, "later_delta", x=1),
    stop(1),
    start(2, SEARCH | {"input": {}}),
    delta(2, "input_json_delta", partial_json='{"query":'),
    delta(2, "input_json_delta", partial_json='"tide"}'),
    stop(2),
    {"type": "later"},
    start(3, {"type": "compaction", "content": None}),
    delta(3, "compaction_delta", content="c"),
    stop(3),
    start(4, USE | {"input": {}, "caller": {"type": "direct"}}),
    delta(4, "input_json_delta", partial_json=""),
    delta(4, "input_json_delta", partial_json='{"sea":"Baltic",'),
    delta(4, "input_json_delta", partial_json='"at":1.50}'),
    stop(4),
    start(5, {"type": "tool_use", "id": "toolu_2", "name": "all", "input": {"q": 1}}),
    stop(5),
    *end("tool_use", output_tokens=20),
]


def test_stream_is_the_plain_answer() -> None:
    body = answer(
        THINKING,
        {"type": "text", "text": "Hé", "citations": [CITATION]},
        SEARCH,
        {"type": "compaction", "content": "c"},
        USE | {"caller": {"type": "direct"}},
        {"type": "tool_use", "id": "toolu_2", "name": "all", "input": {"q": 1}},
        stop_reason="tool_use",
    )
    events = decode(framed(*STREAM))
    assert fresh(assemble(events)) == fresh(dialect.read_response(body))
    assert decode(framed(*STREAM), 1) == events


def test_call_without_arguments() -> None:
    block = {"type": "tool_use", "id": "t", "name": "now", "input": {}}
    got = assemble(decode(framed(BEGIN, start(0, block), delta(0, "input_json_delta"), stop(0), *end("tool_use"))))
    assert got.calls[0].arguments == Arguments(text="", form="empty", value={})
    assert dialect.write_response(got)["content"] == [block]


def test_stops_that_come_late() -> None:
    use = {"type": "tool_use", "id": "t", "name": "now"}
    piece = "input_json_delta"
    body = [BEGIN, start(0, use), delta(0, piece, partial_json="{}"), start(1, use), delta(1, piece, partial_json="{}")]
    ended = assemble(decode(framed(*body, stop(0), stop(1), *end("tool_use"))))
    cut = assemble(decode(framed(*body, stop(0), stop(1), *end("max_tokens"))))
    broken = assemble(decode(framed(*body)))
    assert [[call.complete for call in got.calls] for got in (ended, cut, broken)] == [
        [True, True], [True, False], [False, False],
    ]  # fmt: skip


def test_answer_whole_in_message_start() -> None:
    message = {"id": "msg_1", "content": [USE], "stop_reason": "tool_use"}
    got = assemble(decode(framed({"type": "message_start", "message": message}, {"type": "message_stop"})))
    assert (got.finish.reason, got.calls[0].complete) == ("tool_calls", True)
    assert got.calls[0].arguments.text == '{"sea":"Baltic","at":1.50}'


@pytest.mark.parametrize("length", range(len(STREAM)))
def test_cut_stream(length: int) -> None:
    events = decode(framed(*STREAM[:length]))
    got = assemble(events)
    by_reason = "interrupted" if length < len(STREAM) - 1 else "tool_calls"
    assert got.finish.reason == by_reason
    if by_reason == "interrupted" and got.parts and isinstance(got.parts[-1], ToolCall):
        assert not got.parts[-1].complete
        assert CallFinished(part=len(got.parts) - 1) not in events


@pytest.mark.parametrize("reason", ["max_tokens", "refusal", "model_context_window_exceeded"])
def test_cut_call(reason: str) -> None:
    plain = dialect.read_response(answer(USE, USE, stop_reason=reason))
    body = [start(0, USE), stop(0), start(1, USE), delta(1, "input_json_delta", partial_json='{"sea'), stop(1)]
    streamed = assemble(decode(framed(BEGIN, *body, *end(reason))))
    for got in (plain, streamed):
        assert [call.complete for call in got.calls] == [True, False]
    assert streamed.calls[1].arguments.form == "invalid"


def test_error_in_the_middle() -> None:
    error = {"type": "overloaded_error", "message": "Overloaded"}
    got = assemble(decode(framed(*STREAM[:24], {"type": "error", "error": error})))
    assert got.error == ProviderError(message="Overloaded", kind="overloaded_error", value=error)
    assert (got.finish.reason, got.calls[0].complete) == ("error", False)
    assert fresh(assemble(decode(dialect.write_stream(got)))) == fresh(got)


def test_frames_of_others() -> None:
    done = b"data: [DONE]\n\n"
    without_type = sse.encode('{"index": 0, "content_block": {"type": "text", "text": "a"}}', "content_block_start")
    unended = b'data: {"type": "message_stop"}'
    got = assemble(decode(framed(BEGIN) + without_type + done + unended))
    assert (got.parts, got.finish.reason) == ((Text(text="a"),), "other")
    assert assemble(decode(b'data: {"error": {"message": "no"}}\n\ndata: {"type')).error is not None


@pytest.mark.parametrize(
    ("block", "deltas", "grown"),
    [
        pytest.param(
            {"type": "later", "text": "a"},
            [("text_delta", {"text": "b"}), ("more", {"x": 1})],
            {"text": "ab", "x": 1},
            id="text-and-more",
        ),
        pytest.param({"type": "later"}, [("text_delta", {"text": "b"})], {"text": "b"}, id="text-from-nothing"),
        pytest.param(SEARCH, [("input_json_delta", {"partial_json": ""})], {}, id="empty-json"),
        pytest.param(SEARCH, [("input_json_delta", {"partial_json": '{"q'})], {"input": '{"q'}, id="cut-json"),
    ],
)
def test_blocks_without_a_word_grow(block: Json, deltas: list[tuple[str, Json]], grown: Json) -> None:
    pieces = [delta(0, kind, **more) for kind, more in deltas]
    got = assemble(decode(framed(start(0, block), *pieces, stop(0), stop(7))))
    (part,) = got.parts
    assert isinstance(part, ProviderPart | Unknown)
    assert part.value == block | grown


def test_block_that_another_replaces() -> None:
    text = {"type": "text", "text": "", "citations": [CITATION]}
    got = assemble(decode(framed(start(0, text), start(0, {"type": "redacted_thinking", "data": "eA=="}), stop(0))))
    first, second = got.parts
    assert first == Text(text="", provider_data={"citations": [CITATION]})
    assert second == Reasoning(provider_data={"data": "eA=="})


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([[]], id="list-event"),
        pytest.param([{"type": "message_start"}], id="start-without-message"),
        pytest.param([start(0, None)], id="block-null"),
        pytest.param([{"type": "content_block_start", "index": True, "content_block": {}}], id="index-boolean"),
        pytest.param([delta(0, "text_delta", text="a")], id="delta-without-block"),
        pytest.param([start(0, {"type": "text"}), delta(0, "text_delta", text=1)], id="text-number"),
        pytest.param([start(0, {"type": "text"}), {"type": "content_block_delta", "index": 0}], id="delta-absent"),
    ],
)
def test_no_stream_of_the_dialect(events: list[Json]) -> None:
    with pytest.raises(ShapeError, match=r"^/"):
        decode(b"".join(sse.encode(exact_json.dumps(event)) for event in events))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param([], id="list"),
        pytest.param({}, id="empty"),
        pytest.param(request_body(1), id="message-number"),
        pytest.param(request_body({"role": "wizard", "content": "x"}), id="unknown-role"),
        pytest.param(request_body({"role": "user", "content": {}}), id="content-object"),
        pytest.param(request_body({"role": "user", "content": [1]}), id="block-number"),
        pytest.param(request_body({"role": "user", "content": [RESULT | {"content": 1}]}), id="result-content-number"),
        pytest.param(request_body(tools={}), id="tools-object"),
        pytest.param(request_body(tools=[1]), id="tool-number"),
        pytest.param(request_body(system=1), id="system-number"),
    ],
)
def test_no_request_of_the_dialect(body: Json) -> None:
    with pytest.raises(WireError, match="/"):
        read(body)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param([], id="list"),
        pytest.param({}, id="empty"),
        pytest.param({"content": "x"}, id="content-text"),
        pytest.param({"content": [None]}, id="block-null"),
    ],
)
def test_no_response_of_the_dialect(body: Json) -> None:
    with pytest.raises(ShapeError, match=r"^/"):
        dialect.read_response(body)


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(ask(tools=(FreeForm(name="f"),)), id="free-form-tool"),
        pytest.param(ask(tool_choice=ToolChoice(mode="allowed", names=("a",))), id="choice-allowed"),
        pytest.param(ask(tool_choice=ToolChoice(mode="named")), id="choice-named-nothing"),
        pytest.param(ask(Message(role="user", name="ann", parts=())), id="user-name"),
        *(
            pytest.param(ask(Message(role="assistant", parts=(part,))), id=name)
            for name, part in {
                "refusal": Refusal(text="no"),
                "audio": Audio(data="eA=="),
                "empty-image": Image(),
                "call-without-id": call(call_id=None),
                "arguments-list": call("[1]"),
                "arguments-cut": call("{"),
                "result-without-id": ToolResult(call_id=None),
                "custom-call": ToolCall(id="c", name="f", kind="custom", arguments=arguments.free_text("x")),
            }.items()
        ),
    ],
)
def test_inexpressible_requests(request_: Request) -> None:
    with pytest.raises(Inexpressible):
        dialect.write_request(request_, BASE)


@pytest.mark.parametrize(
    "response_",
    [
        pytest.param(response(reason="content_filter"), id="content-filter"),
        pytest.param(response(alternatives=(Candidate(parts=(), finish=Finish(reason="stop")),)), id="alternatives"),
        pytest.param(response(reason="interrupted"), id="interrupted"),
        pytest.param(response(call(complete=False), reason="tool_calls"), id="incomplete-call"),
        pytest.param(response(call(complete=False), call(complete=False), reason="length"), id="two-incomplete-calls"),
        pytest.param(response(Text(text="a"), reason="error", error=ProviderError(message="no")), id="error-and-text"),
    ],
)
def test_inexpressible_bodies(response_: Response) -> None:
    with pytest.raises(Inexpressible):
        dialect.write_response(response_)


def test_provider_tools_and_choices_stay_whole() -> None:
    body = request_body(tools=[{"type": "web_search_20250305", "name": "web_search"}], tool_choice={"type": "later"})
    request = read(body)
    assert request.tools[0] == ProviderTool(kind="web_search_20250305", name="web_search", value=body["tools"][0])
    assert request.tool_choice == ToolChoice(mode="provider", raw={"type": "later"})


@pytest.mark.parametrize(
    ("content_type", "body", "expected"),
    [
        pytest.param("text/event-stream; charset=utf-8", b"", True, id="sse-header"),
        pytest.param("application/json", b"data: {}", True, id="sse-body"),
        pytest.param("application/json", b'{"data": 1}', False, id="json"),
        pytest.param("", b"event: message_start", True, id="sse-body-without-header"),
        pytest.param("", b"{}", False, id="json-without-header"),
    ],
)
def test_is_stream(content_type: str, body: bytes, expected: bool) -> None:
    headers = {"content-type": content_type} if content_type else {}
    assert dialect.is_stream(WireResponse(body=body, headers=headers)) is expected


TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
JSON = st.recursive(st.none() | st.booleans() | st.integers() | TEXTS, lambda inner: st.lists(inner, max_size=2))
INPUTS = st.dictionaries(TEXTS, JSON, max_size=3)
CALLS = st.builds(
    ToolCall,
    id=TEXTS,
    name=TEXTS,
    arguments=INPUTS.map(arguments.from_value),
    provider_data=st.sampled_from([{}, {"caller": {"type": "direct"}}]),
)
PARTS = st.one_of(
    st.builds(Text, text=TEXTS, provider_data=st.sampled_from([{}, {"citations": [CITATION]}])),
    st.builds(Reasoning, text=TEXTS, provider_data=st.sampled_from([{}, {"signature": ""}, {"signature": "s"}])),
    st.builds(Reasoning, provider_data=st.builds(dict, data=TEXTS)),
    CALLS,
    st.builds(ProviderPart, kind=st.just("server_tool_use"), value=INPUTS.map(lambda given: SEARCH | {"input": given})),
    st.builds(Unknown, kind=st.just("later"), value=INPUTS.map(lambda given: {"type": "later", "given": given})),
)
COUNTS = st.none() | st.integers(0, 99)


@st.composite
def responses(draw: st.DrawFn) -> Response:
    """Draw answers that end, and answers that the end of the bytes or the token limit cuts."""
    parts = draw(st.lists(PARTS, max_size=4).map(tuple))
    called = any(isinstance(part, ToolCall) for part in parts)
    normal = Finish(reason="tool_calls", raw="tool_use") if called else Finish(reason="stop", raw="end_turn")
    cuts = [Finish(reason="length", raw="max_tokens"), Finish(reason="interrupted")]
    finish = draw(st.sampled_from([normal, *cuts]))
    if finish in cuts and parts and isinstance(parts[-1], ToolCall):
        parts = (*parts[:-1], msgspec.structs.replace(parts[-1], complete=False))
    usage = draw(st.none() | st.builds(Usage, input_tokens=COUNTS, output_tokens=COUNTS))
    return Response(parts=parts, finish=finish, id=draw(st.none() | st.just("msg_1")), model="m", usage=usage)


@settings(max_examples=30, deadline=None)
@given(responses(), st.integers(1, 50))
def test_stream_law(given_response: Response, size: int) -> None:
    assert fresh(assemble(decode(dialect.write_stream(given_response), size))) == given_response


@settings(max_examples=30, deadline=None)
@given(responses().filter(lambda value: value.finish.reason != "interrupted"))
def test_plain_law(given_response: Response) -> None:
    assert fresh(dialect.read_response(dialect.write_response(given_response))) == given_response


CONTAINER = {"id": "container_1", "expires_at": "2026-12-01T12:00:00Z"}


def of_program(*, stream: bool) -> Response:
    """Return an answer with the data of a container in which programs run, after it was written and read again."""
    read = dialect.read_response(answer(USE, stop_reason="tool_use", container=CONTAINER))
    if not stream:
        return dialect.read_response(dialect.write_response(fresh(read)))
    return assemble(decode(dialect.write_stream(fresh(read))))


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_the_next_request_names_the_container_of_the_answer(stream: bool) -> None:
    read = of_program(stream=stream)
    assert read.provider_data == {"container": CONTAINER}
    echo = fresh(Message(role="assistant", parts=read.parts, provider_data=read.provider_data))
    result = Message(role="tool", parts=(ToolResult(call_id="toolu_1", name="tide", parts=(Text(text="low"),)),))
    later = Message(role="assistant", parts=(Text(text="Low."),))
    assert write(ask(echo, result))["container"] == "container_1"
    assert "container" not in write(ask(echo, result, later))


def test_a_container_is_read_into_the_last_answer() -> None:
    body = request_body(USER, {"role": "assistant", "content": [USE]}, {"role": "user", "content": [RESULT]})
    named = body | {"container": "container_1"}
    assert write(read(named)) == named
    assert write(fresh(read(named)))["container"] == "container_1"
    assert read(named).messages[1].provider_data == {"container": {"id": "container_1"}}


@pytest.mark.parametrize("container", [None, "", {"id": "container_1", "skills": []}])
def test_other_containers_stay_unread(container: Json) -> None:
    body = request_body(USER, {"role": "assistant", "content": [USE]}, container=container)
    assert write(read(body)) == body
    assert read(body).messages[1].provider_data == {}


def test_a_container_before_any_answer_stays_unread() -> None:
    body = request_body(container="container_1")
    assert write(read(body)) == body


def test_the_container_of_a_continued_program_is_read() -> None:
    started = {"type": "message_start", "message": answer(USE, stop_reason="tool_use", container=CONTAINER)}
    data = b"".join(sse.encode(exact_json.dumps(event), event["type"]) for event in (started, {"type": "message_stop"}))
    assert assemble(decode(data)).provider_data == {"container": CONTAINER}
