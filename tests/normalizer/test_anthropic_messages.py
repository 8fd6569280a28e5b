"""Anthropic Messages, both ways."""

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
INPUT_VALUES: list[Json] = [None, {}, [1], "x"]
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
        request_body(temperature=0.5, system="Be brief.", stream=True),
        request_body(system=[{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}], stream=False),
        request_body(system="", tools=[], tool_choice=None),
        request_body({"role": "user", "content": []}, {"role": "assistant", "content": ""}, {"role": "user"}),
        request_body(USER, {"role": "assistant", "content": [THINKING, USE]}, {"role": "user", "content": [RESULT]}),
        request_body({"role": "assistant", "content": [{"type": "redacted_thinking", "data": "eA=="}, SEARCH]}),
        request_body({"role": "user", "content": [{"type": "text", "text": "a", "citations": [CITATION]}]}),
        request_body({"role": "user", "content": [{"type": "text", "text": "", "citations": None}, "b"]}),
        request_body(USER, {"role": "system", "content": "Now in French."}),
        request_body({"role": "system", "content": "First of the messages."}, USER),
        request_body({"role": "user", "content": [RESULT | {"content": [{"type": "text", "text": "x"}]}], "n": 1}),
        request_body({"role": "user", "content": [RESULT | {"content": "", "is_error": True, "cache_control": None}]}),
        request_body({"role": "user", "content": [RESULT | {"toolset_name": "browser"}]}),
        request_body({"role": "user", "content": [{"type": "text", "text": "first"}, {"type": "tool_result"}]}),
        request_body({"role": "assistant", "content": [USE | {"caller": {"type": "direct"}, "cache_control": {}}]}),
        *(request_body({"role": "assistant", "content": [USE | {"input": given}]}) for given in INPUT_VALUES),
        request_body({"role": "assistant", "content": [{"type": "tool_use", "name": "tide"}, {"type": "tool_use"}]}),
        request_body(tools=[{"name": "a", "input_schema": SCHEMA, "strict": True, "type": "custom"}, {"name": "b"}]),
        request_body(tools=[{"name": "a", "input_schema": True, "description": None}, {"type": "bash_20250124"}]),
        *(
            request_body(tool_choice=choice)
            for choice in ("auto", {"type": "any"}, {"type": "later"}, {"type": "tool", "name": "a", "x": 1})
        ),
        request_body(tool_choice={"type": "none", "disable_parallel_tool_use": True}),
        request_body(tool_choice={"type": "auto", "disable_parallel_tool_use": False}),
    ],
)
def test_request_round_trip(body: Json) -> None:
    assert exact_json.same(write(read(body)), body)


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "eA=="}}, Image),
        ({"type": "image", "source": {"type": "url", "url": "https://i.example", "x": 1}}, Image),
        ({"type": "image", "source": {"type": "file", "file_id": "f"}, "cache_control": {}}, Image),
        ({"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "eA=="}}, File),
        ({"type": "document", "source": {"type": "base64", "media_type": "text/plain", "data": "eA=="}}, File),
        ({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "\ud800é"}}, File),
        ({"type": "document", "source": {"type": "url", "url": "https://d.example"}, "title": "d"}, File),
        ({"type": "document", "source": {"type": "file", "file_id": "f"}, "context": "c"}, File),
        ({"type": "document", "source": {"type": "content", "content": []}}, ProviderPart),
        ({"type": "image", "source": {"type": "later"}}, ProviderPart),
        ({"type": "search_result", "source": "s", "content": []}, ProviderPart),
        ({"type": "later", "x": 1}, Unknown),
        ({"type": ["x"]}, Unknown),
        ({"type": "text", "text": 1}, Unknown),
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
        (Image(url="u"), {"type": "image", "source": {"type": "url", "url": "u"}}),
        (
            File(data=base64.b64encode(b"hi").decode(), media_type="text/plain", name="n"),
            {"type": "document", "title": "n", "source": {"type": "text", "media_type": "text/plain", "data": "hi"}},
        ),
        (
            File(data="_", media_type="text/plain"),
            {"type": "document", "source": {"type": "base64", "media_type": "text/plain", "data": "_"}},
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
        ({"model": "n"}, "/model"),
        ({"max_output_tokens": 7}, "/max_tokens"),
        ({"stream": False}, "/stream"),
        ({"parallel_tool_calls": True}, "/tool_choice/disable_parallel_tool_use"),
        ({"parallel_tool_calls": None}, "/tool_choice/disable_parallel_tool_use"),
        ({"tool_choice": ToolChoice(mode="auto")}, "/tool_choice/type"),
        ({"tool_choice": None}, "/tool_choice/type"),
        ({"tools": ()}, "/tools"),
        ({"messages": ()}, "/messages"),
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
        (0, {"text": "Oh."}, "/thinking"),
        (0, {"provider_data": {"signature": "other"}}, "/signature"),
        (1, {"text": "Bye"}, "/text"),
        (1, {"provider_data": {}}, "/citations"),
        (2, {"id": "toolu_2"}, "/id"),
        (2, {"name": "moon"}, "/name"),
        (2, {"arguments": arguments.from_value({})}, "/input/sea"),
        (2, {"provider_data": {}}, "/caller"),
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
    [({"call_id": "t"}, "tool_use_id"), ({"parts": ()}, "content"), ({"is_error": True}, "is_error")],
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
        ({"id": "msg_2"}, "/id"),
        ({"model": "n"}, "/model"),
        ({"parts": ()}, "/content"),
        ({"finish": Finish(reason="length", raw="end_turn")}, "/stop_reason"),
        ({"usage": Usage(input_tokens=4)}, "/usage/input_tokens"),
    ],
)
def test_changed_response_shows(change: dict[str, Any], pointer: str) -> None:
    body = answer({"type": "text", "text": "a"}, stop_details=None)
    changed = dialect.write_response(msgspec.structs.replace(dialect.read_response(body), **change))
    assert pointer in list(exact_json.differences(body, changed))


@pytest.mark.parametrize(
    ("url", "model", "stream", "path"),
    [
        ("https://b/model/a.c-v1%3A0/invoke", "a.c-v1:0", False, "/model/n/invoke-with-response-stream"),
        ("https://b/model/a/invoke-with-response-stream?x", "a", True, "/model/n/invoke-with-response-stream"),
        ("https://v/v1/p/models/c@1:rawPredict", "c@1", False, "/models/n:streamRawPredict"),
        ("https://v/v1/p/models/c@1:streamRawPredict", "c@1", True, "/models/n:streamRawPredict"),
    ],
)
def test_model_and_stream_in_the_url(url: str, model: str, stream: bool, path: str) -> None:
    body = {"anthropic_version": "v", "max_tokens": 1, "messages": [USER]}
    request = read(body, url)
    assert (request.model, request.stream) == (model, stream)
    changed = dialect.write_request(msgspec.structs.replace(request, model="n", stream=True), BASE)
    assert (changed.url, exact_json.loads(changed.body)) == (BASE + path, body)


@pytest.mark.parametrize(
    ("base", "stream", "path", "said"),
    [
        ("https://bedrock-runtime.us-east-1.amazonaws.com", True, "/model/a%3A0/invoke-with-response-stream", {}),
        ("https://bedrock-runtime.eu-west-1.amazonaws.com", False, "/model/a%3A0/invoke", {}),
        ("https://us-east5-aiplatform.googleapis.com/v1/p", True, "/models/a%3A0:streamRawPredict", {"stream": True}),
        ("https://aiplatform.googleapis.com/v1/p", False, "/models/a%3A0:rawPredict", {}),
        (BASE, True, "/v1/messages", {"model": "a:0", "stream": True}),
    ],
)
def test_who_hosts_it_is_known_by_the_base_url(base: str, stream: bool, path: str, said: dict[str, Any]) -> None:
    """As the official SDK writes it for Bedrock and for Vertex."""
    given = msgspec.structs.replace(ask(Message(role="user", parts=(Text(text="Hi"),))), model="a:0", stream=stream)
    written = dialect.write_request(given, base)
    body = exact_json.loads(written.body)
    assert written.url == base + path
    assert {key: body[key] for key in ("model", "stream") if key in body} == said
    assert ("anthropic_version" in body) == ("model" not in body)


@pytest.mark.parametrize("size", [1, 11, 12, 13, 1000, 1 << 20])
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
    said = write(
        ask(
            Message(role="tool", parts=(Text(text="look"), results[0])),
            Message(role="tool", parts=tuple(results[1:])),
            Message(role="user", parts=(Text(text="And?"),)),
        )
    )["messages"]
    assert [message["role"] for message in said] == ["user", "user"]
    assert [block["type"] for block in said[0]["content"]] == [*["tool_result"] * 3, "text"]
    assert said[0]["content"][1] == {"type": "tool_result", "tool_use_id": "t1", "content": "r", "is_error": True}


def test_results_from_the_wire_stay_apart() -> None:
    body = request_body(*({"role": "user", "content": [RESULT | {"tool_use_id": f"t{n}"}]} for n in range(2)))
    request = read(body)
    assert [message.role for message in request.messages] == ["tool", "tool"]
    assert exact_json.same(write(request), body)


@pytest.mark.parametrize("streamed", [False, True])
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


def test_history_leaves_out_what_says_nothing() -> None:
    empty = Message(role="assistant", parts=(Text(text=""),))
    with_call = Message(role="assistant", parts=(Text(text=""), call()))
    said = write(ask(Message(role="user", parts=()), empty, with_call))["messages"]
    assert said[0] == {"role": "user", "content": ""}
    assert [block["type"] for block in said[1]["content"]] == ["tool_use"]


@pytest.mark.parametrize(
    "body",
    [
        answer(THINKING, SEARCH, {"type": "text", "text": "", "citations": []}, USE, stop_reason="tool_use"),
        answer(stop_reason="stop_sequence", stop_sequence="END", container={"id": "c"}),
        answer(USE, stop_reason=None, usage=None, role="model", type=None),
        {"content": [USE], "stop_reason": 5},
        {"type": "error", "error": {"type": "api_error", "message": "no"}, "request_id": "r"},
    ],
)
def test_response_round_trip(body: Json) -> None:
    assert exact_json.same(dialect.write_response(dialect.read_response(body)), body)


@pytest.mark.parametrize(
    ("body", "message", "kind"),
    [
        ({"type": "error", "error": {"type": "overloaded_error", "message": "no"}}, "no", "overloaded_error"),
        ({"message": "no"}, "no", None),
        ({"Message": "no"}, "no", None),
        ([{"error": {"code": 403, "message": "no", "status": "PERMISSION_DENIED"}}], "no", "PERMISSION_DENIED"),
        ({"error": "no"}, "no", None),
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
    assert [[one.complete for one in got.calls] for got in (ended, cut, broken)] == [
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
        assert [one.complete for one in got.calls] == [True, False]
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
        ({"type": "later", "text": "a"}, [("text_delta", {"text": "b"}), ("more", {"x": 1})], {"text": "ab", "x": 1}),
        ({"type": "later"}, [("text_delta", {"text": "b"})], {"text": "b"}),
        (SEARCH, [("input_json_delta", {"partial_json": ""})], {}),
        (SEARCH, [("input_json_delta", {"partial_json": '{"q'})], {"input": '{"q'}),
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
        [[]],
        [{"type": "message_start"}],
        [start(0, None)],
        [{"type": "content_block_start", "index": True, "content_block": {}}],
        [delta(0, "text_delta", text="a")],
        [start(0, {"type": "text"}), delta(0, "text_delta", text=1)],
        [start(0, {"type": "text"}), {"type": "content_block_delta", "index": 0}],
    ],
)
def test_no_stream_of_the_dialect(events: list[Json]) -> None:
    with pytest.raises(ShapeError, match=r"^/"):
        decode(b"".join(sse.encode(exact_json.dumps(event)) for event in events))


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        request_body(1),
        request_body({"role": "wizard", "content": "x"}),
        request_body({"role": "user", "content": {}}),
        request_body({"role": "user", "content": [1]}),
        request_body({"role": "user", "content": [RESULT | {"content": 1}]}),
        request_body(tools={}),
        request_body(tools=[1]),
        request_body(system=1),
    ],
)
def test_no_request_of_the_dialect(body: Json) -> None:
    with pytest.raises(WireError, match="/"):
        read(body)


@pytest.mark.parametrize("body", [[], {}, {"content": "x"}, {"content": [None]}])
def test_no_response_of_the_dialect(body: Json) -> None:
    with pytest.raises(ShapeError, match=r"^/"):
        dialect.read_response(body)


@pytest.mark.parametrize(
    "request_",
    [
        ask(tools=(FreeForm(name="f"),)),
        ask(tool_choice=ToolChoice(mode="allowed", names=("a",))),
        ask(tool_choice=ToolChoice(mode="named")),
        ask(Message(role="user", name="ann", parts=())),
        *(
            ask(Message(role="assistant", parts=(part,)))
            for part in (
                Refusal(text="no"),
                Audio(data="eA=="),
                Image(),
                call(call_id=None),
                call("[1]"),
                call("{"),
                ToolResult(call_id=None),
                ToolCall(id="c", name="f", kind="custom", arguments=arguments.free_text("x")),
            )
        ),
    ],
)
def test_inexpressible_requests(request_: Request) -> None:
    with pytest.raises(Inexpressible):
        dialect.write_request(request_, BASE)


@pytest.mark.parametrize(
    "response_",
    [
        response(reason="content_filter"),
        response(alternatives=(Candidate(parts=(), finish=Finish(reason="stop")),)),
        response(reason="interrupted"),
        response(call(complete=False), reason="tool_calls"),
        response(call(complete=False), call(complete=False), reason="length"),
        response(Text(text="a"), reason="error", error=ProviderError(message="no")),
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
        ("text/event-stream; charset=utf-8", b"", True),
        ("application/json", b"data: {}", True),
        ("application/json", b'{"data": 1}', False),
        ("", b"event: message_start", True),
        ("", b"{}", False),
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
    """Answers that end, and those that the bytes' end cuts."""
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
@given(responses().filter(lambda one: one.finish.reason != "interrupted"))
def test_plain_law(given_response: Response) -> None:
    assert fresh(dialect.read_response(dialect.write_response(given_response))) == given_response
