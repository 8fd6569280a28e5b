"""Properties of every dialect, tested with the committed cassettes."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from conformance.data import cassettes_folder
from conformance.recording.cassette import Cassette, CassetteName
from conformance.suite.cases import cassettes
from toolwire.dialects import arguments
from toolwire.dialects.assembly import assemble
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.model import (
    Event,
    Finish,
    Message,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolResult,
    fresh,
)
from toolwire.wire import exact_json, pointer, sse
from toolwire.wire.aws_event_stream import FrameDecoder, encode, event, framed
from toolwire.wire.errors import JsonError, WireError
from toolwire.wire.exchange import Exchange, WireRequest
from toolwire.wire.payloads import payloads

HOMES = {
    "openai_chat": "openai", "openai_responses": "openai", "anthropic_messages": "anthropic",
    "gemini_generate": "gemini", "ollama_chat": "ollama", "mistral_chat": "mistral",
    "cohere_v2": "cohere", "bedrock_converse": "bedrock", "gemini_interactions": "gemini",
}  # fmt: skip
MARK = "changed"
BASE = "http://127.0.0.1/v1"
WITH_CALLS = ("call-parallel", "call-with-text", "call-unicode-arguments")
STREAMS = [
    name
    for name in cassettes()
    if name.mode == "stream"
    and name.scenario in (WITH_CALLS if name.provider == HOMES[name.dialect] else WITH_CALLS[:1])
]
"""All streams with calls of each dialect's owner, and a single such stream of each other provider."""


@cache
def exchanges(name: CassetteName) -> tuple[Exchange, ...]:
    return Cassette(name.under(cassettes_folder())).exchanges


def recorded(spoken: str, scenario: str, mode: Any = "plain") -> tuple[Exchange, ...]:
    return exchanges(CassetteName(HOMES[spoken], spoken, scenario, mode))


def changed(value: Any, /, **changes: Any) -> Any:
    return msgspec.structs.replace(value, **changes)


def put(values: tuple[Any, ...], n: int, /, **changes: Any) -> tuple[Any, ...]:
    """Return ``values`` with changes in the item ``n``."""
    n %= len(values)
    return (*values[:n], changed(values[n], **changes), *values[n + 1 :])


def decode(spoken: str, body: bytes, size: int = 1 << 20) -> list[Event]:
    decoder = dialect(spoken).stream_decoder()
    events = [event for at in range(0, len(body), size) for event in decoder.feed(body[at : at + size])]
    return [*events, *decoder.close()]


# A change of the canonical form is found in the wire, and nothing else changes there.


def _history(spoken: str) -> WireRequest:
    """Return a recorded request with a history, and with another turn that has all kinds of parts."""
    request = recorded(spoken, "history-parallel-results")[-1].request
    read = dialect(spoken).read_request(request)
    call = ToolCall(id="c9", name="get_time", arguments=arguments.from_text('{"city": "Bonn"}'))
    called = Message(role="assistant", parts=(Text(text="One more."), call))
    result = ToolResult(call_id="c9", name="get_time", parts=(Text(text="noon"),))
    more = (called, Message(role="tool", parts=(result,)), Message(role="user", parts=(Text(text="Go on."),)))
    return dialect(spoken).write_request(changed(read, messages=(*read.messages, *more)), BASE)


def _request_edits(request: Request) -> dict[str, Request]:
    """Return requests with a single change each, by the name of the change."""
    at = {message.role: n for n, message in enumerate(request.messages)}
    calls = request.messages[at["assistant"]].parts
    last = next(n for n, part in enumerate(calls) if isinstance(part, ToolCall))
    result = request.messages[at["tool"]].parts[0]
    assert isinstance(result, ToolResult)

    def part(role: Any, n: int, **changes: Any) -> Request:
        inner = put(request.messages[at[role]].parts, n, **changes)
        return changed(request, messages=put(request.messages, at[role], parts=inner))

    def tool(**changes: Any) -> Request:
        return changed(request, tools=put(request.tools, 1, **changes))

    return {
        "model": changed(request, model=MARK),
        "stream": changed(request, stream=True),
        "limit": changed(request, max_output_tokens=77),
        "parallel": changed(request, parallel_tool_calls=False),
        "tool name": tool(name=MARK),
        "tool description": tool(description=MARK),
        "tool parameters": tool(parameters={"type": MARK}),
        **{f"choose {mode}": changed(request, tool_choice=ToolChoice(mode=mode))
           for mode in ("none", "required")},
        "choose named": changed(request, tool_choice=ToolChoice(mode="named", names=(MARK,))),
        "choose allowed": changed(request, tool_choice=ToolChoice(mode="allowed", names=(MARK, "get_time"))),
        "system text": part("system", 0, text=MARK),
        "user text": part("user", 0, text=MARK),
        "assistant text": part("assistant", 0, text=MARK),
        "call id": part("assistant", last, id=MARK),
        "call name": part("assistant", last, name=MARK),
        "call arguments": part("assistant", last, arguments=arguments.from_text(f'{{"city":"{MARK}"}}')),
        "result id": part("tool", 0, call_id=MARK),
        "result text": part("tool", 0, parts=put(result.parts, 0, text=MARK)),
        "result error": part("tool", 0, is_error=True),
    }  # fmt: skip


NO_WORD = "no word for it"
"""The mark for a change that the dialect cannot express. The dialect raises ``Inexpressible``."""
IN_URL = "url"
REQUEST_PLACES = {
    "openai_chat": {
        "model": "/model", "stream": "/stream", "limit": "/max_completion_tokens", "parallel": "/parallel_tool_calls",
        "tool": "/tools/1/function", "parameters": "parameters", "choose": "/tool_choice",
        "system text": "/messages/0/content", "user text": "/messages/7/content",
        "assistant text": "/messages/5/content", "call id": "/messages/5/tool_calls/0/id",
        "call": "/messages/5/tool_calls/0/function", "result id": "/messages/6/tool_call_id",
        "result text": "/messages/6/content", "result error": None,
    },
    "openai_responses": {
        "model": "/model", "stream": "/stream", "limit": "/max_output_tokens", "parallel": "/parallel_tool_calls",
        "tool": "/tools/1", "parameters": "parameters", "choose": "/tool_choice",
        "system text": "/input/0/content", "user text": "/input/9/content",
        "assistant text": "/input/6/content", "call id": "/input/7/call_id",
        "call": "/input/7", "result id": "/input/8/call_id", "result text": "/input/8/output", "result error": None,
    },
    "anthropic_messages": {
        "model": "/model", "stream": "/stream", "limit": "/max_tokens", "parallel": "/tool_choice",
        "tool": "/tools/1", "parameters": "input_schema", "choose": "/tool_choice", "choose allowed": NO_WORD,
        "system text": "/system", "user text": "/messages/5/content",
        "assistant text": "/messages/3/content/0/text", "call id": "/messages/3/content/1/id",
        "call": "/messages/3/content/1", "call arguments": "/messages/3/content/1/input/city",
        "result id": "/messages/4/content/0/tool_use_id", "result text": "/messages/4/content/0/content",
        "result error": "/messages/4/content/0/is_error",
    },
    "gemini_generate": {
        "model": IN_URL, "stream": IN_URL, "limit": "/generationConfig/maxOutputTokens", "parallel": NO_WORD,
        "tool": "/tools/0/functionDeclarations/1", "parameters": "parameters_json_schema", "choose": "/toolConfig",
        "system text": "/systemInstruction/parts/0/text", "user text": "/contents/5/parts/0/text",
        "assistant text": "/contents/3/parts/0/text", "call id": "/contents/3/parts/1/functionCall/id",
        "call": "/contents/3/parts/1/functionCall", "call arguments": "/contents/3/parts/1/functionCall/args/city",
        "result id": "/contents/4/parts/0/functionResponse/id",
        "result text": "/contents/4/parts/0/functionResponse/response/output",
        "result error": "/contents/4/parts/0/functionResponse/response",
    },
    "ollama_chat": {
        "model": "/model", "stream": "/stream", "limit": "/options/num_predict", "parallel": NO_WORD,
        "tool": "/tools/1/function", "parameters": "parameters", "choose": NO_WORD,
        "system text": "/messages/0/content", "user text": "/messages/7/content",
        "assistant text": "/messages/5/content", "call id": "/messages/5/tool_calls/0/id",
        "call": "/messages/5/tool_calls/0/function",
        "call arguments": "/messages/5/tool_calls/0/function/arguments/city",
        "result id": "/messages/6/tool_call_id", "result text": "/messages/6/content", "result error": None,
    },
    "mistral_chat": {
        "model": "/model", "stream": "/stream", "limit": "/max_tokens", "parallel": "/parallel_tool_calls",
        "tool": "/tools/1/function", "parameters": "parameters", "choose": "/tool_choice", "choose allowed": NO_WORD,
        "system text": "/messages/0/content", "user text": "/messages/7/content",
        "assistant text": "/messages/5/content", "call id": "/messages/5/tool_calls/0/id",
        "call": "/messages/5/tool_calls/0/function", "result id": "/messages/6/tool_call_id",
        "result text": "/messages/6/content", "result error": None,
    },
    "cohere_v2": {
        "model": "/model", "stream": "/stream", "limit": "/max_tokens", "parallel": NO_WORD,
        "tool": "/tools/1/function", "parameters": "parameters", "choose": "/tool_choice",
        "choose auto": NO_WORD, "choose named": NO_WORD, "choose allowed": NO_WORD,
        "system text": "/messages/0/content", "user text": "/messages/7/content",
        "assistant text": "/messages/5/content", "call id": "/messages/5/tool_calls/0/id",
        "call": "/messages/5/tool_calls/0/function", "result id": "/messages/6/tool_call_id",
        "result text": "/messages/6/content", "result error": None,
    },
    "bedrock_converse": {
        "model": IN_URL, "stream": IN_URL, "limit": "/inferenceConfig/maxTokens", "parallel": NO_WORD,
        "tool": "/toolConfig/tools/1/toolSpec", "parameters": "inputSchema/json", "choose": "/toolConfig/toolChoice",
        "choose none": NO_WORD, "choose allowed": NO_WORD,
        "system text": "/system/0/text", "user text": "/messages/0/content/0/text",
        "assistant text": "/messages/3/content/0/text", "call id": "/messages/3/content/1/toolUse/toolUseId",
        "call": "/messages/3/content/1/toolUse", "call arguments": "/messages/3/content/1/toolUse/input/city",
        "result id": "/messages/4/content/0/toolResult/toolUseId",
        "result text": "/messages/4/content/0/toolResult/content/0/text",
        "result error": "/messages/4/content/0/toolResult/status",
    },
    "gemini_interactions": {
        "model": "/model", "stream": "/stream", "limit": "/generation_config/max_output_tokens", "parallel": NO_WORD,
        "tool": "/tools/1", "parameters": "parameters", "choose": "/generation_config/tool_choice",
        "system text": "/system_instruction", "user text": "/input/9/content/0/text",
        "assistant text": "/input/6/content/0/text", "call id": "/input/7/id", "call": "/input/7",
        "call arguments": "/input/7/arguments/city", "result id": "/input/8/call_id",
        "result text": "/input/8/result/0/text", "result error": "/input/8/is_error",
    },
}  # fmt: skip
"""The place on the wire at which each change appears. None: the dialect has no such flag, and drops it."""
CHANGES = (
    "model", "stream", "limit", "parallel", "tool name", "tool description", "tool parameters", "choose none",
    "choose required", "choose named", "choose allowed", "system text", "user text", "assistant text", "call id",
    "call name", "call arguments", "result id", "result text", "result error",
)  # fmt: skip


def _is_unsaid(spoken: str, what: str) -> bool:
    """Return True if a dialect cannot express a change."""
    return _place(REQUEST_PLACES[spoken], what) == NO_WORD


def _place(places: dict[str, Any], what: str) -> str | None:
    if what in places:
        return places[what]
    group, _, field = what.partition(" ")
    if places[group] == NO_WORD or group == "choose":
        return places[group]
    return f"{places[group]}/{places.get(field, field)}"


def _found(before: bytes, after: bytes, at: str, mark: Any) -> None:
    """Check that two documents differ only at ``at`` or below, and that ``mark`` is there if it is given."""
    left, right = exact_json.loads(before), exact_json.loads(after)
    places = list(exact_json.differences(left, right))
    assert places, "the written document lacks the change"
    assert all(re.fullmatch(f"(?:{at})(?:/.*)?", place) for place in places)
    if mark is not None:
        assert exact_json.dumps(mark) in exact_json.dumps(pointer.values(right, at)).replace("\\", "")


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("spoken", DIALECTS)
def test_a_changed_request_changes_in_one_place_on_the_wire(spoken: str, what: str) -> None:
    language, sent = dialect(spoken), _history(spoken)
    request = _request_edits(language.read_request(sent))[what]
    at = _place(REQUEST_PLACES[spoken], what)
    if at == NO_WORD:
        with pytest.raises(Inexpressible):
            language.write_request(request, BASE)
        return
    again = language.write_request(request, BASE)
    if at == IN_URL:
        assert (again.url != sent.url, again.body) == (True, sent.body)
    elif at is None:
        assert again == sent
        return
    else:
        assert again.url == sent.url
        _found(sent.body, again.body, at, MARK if MARK in repr(request) else None)
    reread = fresh(language.read_request(again))
    if what == "parallel":  # anthropic_messages says it in the choice, which is then made
        reread = changed(reread, tool_choice=None)
    assert reread == fresh(request)


CHOICES = ("auto", "none", "required", "named")


@pytest.mark.parametrize(
    ("spoken", "mode"),
    [(spoken, mode) for spoken in DIALECTS for mode in CHOICES if not _is_unsaid(spoken, f"choose {mode}")],
)
def test_a_changed_choice_changes_nothing_else(spoken: str, mode: Any) -> None:
    other = next(
        other for other in ("named", "none", "required") if other != mode and not _is_unsaid(spoken, f"choose {other}")
    )
    language, sent = dialect(spoken), recorded(spoken, f"choice-{other}")[0].request
    read = language.read_request(sent)
    assert read.tool_choice
    choice = changed(read.tool_choice, mode=mode, names=(MARK,) if mode == "named" else ())
    request = changed(read, tool_choice=choice)
    again = language.write_request(request, BASE)
    _found(sent.body, again.body, REQUEST_PLACES[spoken]["choose"], MARK if mode == "named" else None)
    assert fresh(language.read_request(again)) == fresh(request)


REASONING = {
    "openai_chat": Reasoning(text="Hm.", provider_data={"field": "reasoning_content"}),
    "openai_responses": Reasoning(text="Hm.", provider_data={"id": "rs_1", "encrypted_content": "x"}),
    "anthropic_messages": Reasoning(text="Hm.", provider_data={"signature": "x"}),
    "gemini_generate": Reasoning(text="Hm."),
    "ollama_chat": Reasoning(text="Hm."),
    "mistral_chat": Reasoning(text="Hm.", provider_data={"thinking": {"signature": "x"}}),
    "cohere_v2": Reasoning(text="Hm.", provider_data={"type": "thinking"}),
    "bedrock_converse": Reasoning(text="Hm.", provider_data={"reasoningText": {"signature": "x"}}),
    "gemini_interactions": Reasoning(text="Hm.", provider_data={"signature": "x"}),
}
RESPONSE_PLACES = {
    "openai_chat": {
        "id": "/id", "model": "/model", "text": "/choices/0/message/content",
        "reasoning": "/choices/0/message/reasoning_content", "call id": "/choices/0/message/tool_calls/0/id",
        "call name": "/choices/0/message/tool_calls/0/function/name",
        "call arguments": "/choices/0/message/tool_calls/0/function/arguments", "finish": "/choices/0/finish_reason",
        "input": "/usage/prompt_tokens", "output": "/usage/completion_tokens", "total": "/usage/total_tokens",
    },
    "openai_responses": {
        "id": "/id", "model": "/model", "text": "/output/1/content/0/text", "reasoning": "/output/0/summary/0/text",
        "call id": "/output/2/call_id", "call name": "/output/2/name", "call arguments": "/output/2/arguments",
        "finish": "/status|/incomplete_details",
        "input": "/usage/input_tokens", "output": "/usage/output_tokens", "total": "/usage/total_tokens",
    },
    "anthropic_messages": {
        "id": "/id", "model": "/model", "text": "/content/1/text", "reasoning": "/content/0/thinking",
        "call id": "/content/2/id", "call name": "/content/2/name", "call arguments": "/content/2/input/city",
        "finish": "/stop_reason", "input": "/usage/input_tokens", "output": "/usage/output_tokens",
    },
    "gemini_generate": {
        "id": "/responseId", "model": "/modelVersion", "text": "/candidates/0/content/parts/1/text",
        "reasoning": "/candidates/0/content/parts/0/text", "call id": "/candidates/0/content/parts/2/functionCall/id",
        "call name": "/candidates/0/content/parts/2/functionCall/name",
        "call arguments": "/candidates/0/content/parts/2/functionCall/args/city",
        "finish": "/candidates/0/finishReason", "input": "/usageMetadata/promptTokenCount",
        "output": "/usageMetadata/candidatesTokenCount", "total": "/usageMetadata/totalTokenCount",
    },
    "ollama_chat": {
        "model": "/model", "text": "/message/content", "reasoning": "/message/thinking",
        "call id": "/message/tool_calls/0/id", "call name": "/message/tool_calls/0/function/name",
        "call arguments": "/message/tool_calls/0/function/arguments/city", "finish": "/done_reason",
        "input": "/prompt_eval_count", "output": "/eval_count",
    },
    "mistral_chat": {
        "id": "/id", "model": "/model", "text": "/choices/0/message/content/1/text",
        "reasoning": "/choices/0/message/content/0/thinking/0/text", "call id": "/choices/0/message/tool_calls/0/id",
        "call name": "/choices/0/message/tool_calls/0/function/name",
        "call arguments": "/choices/0/message/tool_calls/0/function/arguments", "finish": "/choices/0/finish_reason",
        "input": "/usage/prompt_tokens", "output": "/usage/completion_tokens", "total": "/usage/total_tokens",
    },
    "cohere_v2": {
        "id": "/id", "text": "/message/content/1/text", "reasoning": "/message/content/0/thinking",
        "call id": "/message/tool_calls/0/id", "call name": "/message/tool_calls/0/function/name",
        "call arguments": "/message/tool_calls/0/function/arguments", "finish": "/finish_reason",
        "input": "/usage/tokens/input_tokens", "output": "/usage/tokens/output_tokens",
    },
    "bedrock_converse": {
        "text": "/output/message/content/1/text",
        "reasoning": "/output/message/content/0/reasoningContent/reasoningText/text",
        "call id": "/output/message/content/2/toolUse/toolUseId",
        "call name": "/output/message/content/2/toolUse/name",
        "call arguments": "/output/message/content/2/toolUse/input/city", "finish": "/stopReason",
        "input": "/usage/inputTokens", "output": "/usage/outputTokens", "total": "/usage/totalTokens",
    },
    "gemini_interactions": {
        "id": "/id", "model": "/model", "text": "/steps/1/content/0/text", "reasoning": "/steps/0/summary/0/text",
        "call id": "/steps/3/id", "call name": "/steps/3/name", "call arguments": "/steps/3/arguments/city",
        "finish": "/status", "input": "/usage/total_input_tokens", "output": "/usage/total_output_tokens",
        "total": "/usage/total_tokens",
    },
}  # fmt: skip


def _response_edits(response: Response) -> dict[str, Response]:
    reasoning, text, call = (
        next(n for n, part in enumerate(response.parts) if isinstance(part, kind))
        for kind in (Reasoning, Text, ToolCall)
    )

    def part(n: int, **changes: Any) -> Response:
        return changed(response, parts=put(response.parts, n, **changes))

    def usage(**changes: Any) -> Response:
        return changed(response, usage=changed(response.usage, **changes))

    return {
        "id": changed(response, id=MARK),
        "model": changed(response, model=MARK),
        "text": part(text, text=MARK),
        "reasoning": part(reasoning, text=MARK),
        "call id": part(call, id=MARK),
        "call name": part(call, name=MARK),
        "call arguments": part(call, arguments=arguments.from_text(f'{{"city":"{MARK}"}}')),
        "finish": changed(response, finish=changed(response.finish, reason="length")),
        "input": usage(input_tokens=424242),
        "output": usage(output_tokens=424242),
        "total": usage(total_tokens=424242),
    }


@cache
def _answered(spoken: str) -> tuple[bytes, Response]:
    """Return a recorded answer with text, a call and added reasoning: as bytes, and as its reading."""
    language = dialect(spoken)
    read = language.read_response(exact_json.loads(recorded(spoken, "call-with-text")[0].response.body))
    parts = tuple(Text(text=part.text) if isinstance(part, Reasoning) else part for part in read.parts)
    document = language.write_response(changed(read, parts=(REASONING[spoken], *parts)))
    return exact_json.encode(document), language.read_response(document)


@pytest.mark.parametrize(
    ("spoken", "what"), [(spoken, what) for spoken in DIALECTS for what in RESPONSE_PLACES[spoken]]
)
def test_a_changed_response_changes_in_one_place_on_the_wire(spoken: str, what: str) -> None:
    before, read = _answered(spoken)
    response = _response_edits(read)[what]
    document = dialect(spoken).write_response(response)
    mark = MARK if MARK in repr(response) else 424242 if "424242" in repr(response) else None
    _found(before, exact_json.encode(document), RESPONSE_PLACES[spoken][what], mark)


def test_what_an_answer_has_no_place_for_is_known() -> None:
    every = {spoken: set(_response_edits(_answered(spoken)[1])) for spoken in DIALECTS}
    missing = {spoken: edits - set(RESPONSE_PLACES[spoken]) for spoken, edits in every.items()}
    assert {spoken: edits for spoken, edits in missing.items() if edits} == {
        "anthropic_messages": {"total"}, "ollama_chat": {"id", "total"}, "cohere_v2": {"model", "total"},
        "bedrock_converse": {"id", "model"},
    }  # fmt: skip


# Streams: wherever they end. However their bytes are cut: tests/streams.

DONE: dict[str, Callable[[Any], bool]] = {
    "openai_chat": lambda chunk: any(pointer.values(chunk, "/choices/*/finish_reason")),
    "openai_responses": lambda event: event["type"] == "response.completed",
    "anthropic_messages": lambda event: any(pointer.values(event, "/delta/stop_reason")),
    "gemini_generate": lambda chunk: any(pointer.values(chunk, "/candidates/*/finishReason")),
    "ollama_chat": lambda line: line["done"],
    "mistral_chat": lambda chunk: any(pointer.values(chunk, "/choices/*/finish_reason")),
    "cohere_v2": lambda event: event["type"] == "message-end",
    "bedrock_converse": lambda event: "messageStop" in event,
    "gemini_interactions": lambda event: event["event_type"] == "interaction.completed",
}
"""Functions that return True for a payload that ends the answer."""
ERRORS = {
    "openai_chat": {"error": {"message": "boom", "type": "server_error", "code": 500}},
    "openai_responses": {"type": "error", "sequence_number": 9, "code": "server_error", "message": "boom"},
    "anthropic_messages": {"type": "error", "error": {"type": "overloaded_error", "message": "boom"}},
    "gemini_generate": {"error": {"code": 503, "message": "boom", "status": "UNAVAILABLE"}},
    "ollama_chat": {"error": "boom"},
    "mistral_chat": {"object": "error", "message": "boom", "type": "internal_server_error", "param": None, "code": "1"},
    "cohere_v2": {"type": "message-end", "delta": {
        "finish_reason": "ERROR", "usage": {}, "error": "boom", "error_type": "INVALID_TOOL_GENERATION"}},
    "bedrock_converse": {"message": "boom"},
    "gemini_interactions": {"event_type": "error", "error": {"message": "boom", "code": "internal"}},
}  # fmt: skip


def test_an_array_of_chunks_is_read_like_their_events() -> None:
    response = recorded("gemini_generate", "call-with-text", "stream")[0].response
    array = b"[" + b"\r\n,\r\n".join(map(exact_json.encode, payloads(response))) + b"\n]\n"
    for size in (1, 3, 7, 64, 1 << 20):
        assert decode("gemini_generate", array, size) == decode("gemini_generate", response.body)


def _came(spoken: str, body: bytes) -> Iterator[Any]:
    """Yield the complete payloads in the bytes that arrived. The blank line after a payload may be missing."""
    if spoken == "bedrock_converse":
        for frame in FrameDecoder().feed(body):
            yield exact_json.loads(frame.document())
        return
    events, unfinished = sse.decode(body)
    framed = [event.data for event in (*events, unfinished) if event]
    for text in body.split(b"\n") if spoken == "ollama_chat" else framed:
        try:
            yield exact_json.loads(text)
        except JsonError:
            continue


def _kept(cut: Response, whole: Response) -> None:
    """Check that a cut response is the beginning of the whole response, and that its complete calls are whole."""
    assert len(cut.parts) <= len(whole.parts)
    for part, full in zip(cut.parts, whole.parts, strict=False):
        assert type(part) is type(full)
        match part, full:
            case Text() | Reasoning(), Text() | Reasoning():
                assert full.text.startswith(part.text)
            case ToolCall(), ToolCall():
                assert (part.id, part.name) == (full.id, full.name)
                assert full.arguments.text.startswith(part.arguments.text)
                if part.complete or part.arguments.value is not None:
                    assert part.arguments == full.arguments


def _size(response: Response) -> list[int]:
    """Return a number for each part: 1 more than the length of its text or arguments."""
    return [len(part.arguments.text if isinstance(part, ToolCall) else part.text) + 1 for part in response.parts]


@pytest.mark.parametrize("name", STREAMS, ids=str)
def test_a_stream_cut_anywhere_is_interrupted_and_keeps_what_came(name: CassetteName) -> None:
    _cut_anywhere(name.dialect, exchanges(name)[0].response.body)


@pytest.mark.parametrize("spoken", DIALECTS)
def test_a_written_stream_cut_anywhere_is_interrupted_too(spoken: str) -> None:
    """Check a stream that the dialect writes, with a separate event for its end.

    In recorded streams, the last event may also have content.
    """
    whole = assemble(decode(spoken, recorded(spoken, "call-parallel", "stream")[0].response.body))
    _cut_anywhere(spoken, dialect(spoken).write_stream(whole))


@pytest.mark.parametrize("spoken", DIALECTS)
def test_the_last_call_before_the_token_limit_is_not_complete(spoken: str) -> None:
    language, answer = dialect(spoken), recorded(spoken, "call-parallel")[0].response.body
    read = fresh(language.read_response(exact_json.loads(answer)))
    cut = changed(read, parts=put(read.parts, -1, complete=False), finish=Finish(reason="length"))
    for again in (
        language.read_response(language.write_response(cut)),
        assemble(decode(spoken, language.write_stream(cut))),
    ):
        assert again.finish.reason == "length"
        assert [call.complete for call in again.calls] == [True, False]


def _cut_anywhere(spoken: str, body: bytes) -> None:
    whole = assemble(decode(spoken, body))
    assert all(call.complete for call in whole.calls)
    step = max(1, len(body) // 50)
    before: list[int] = []
    for end in (*range(0, len(body), step), *(len(body) - n for n in range(1, 6))):
        cut = assemble(decode(spoken, body[:end]))
        assert cut.error is None
        _kept(cut, whole)
        came = list(_came(spoken, body[:end]))
        if any(map(DONE[spoken], came)):
            assert (cut.finish, cut.parts) == (whole.finish, whole.parts)
        else:
            assert cut.finish == Finish(reason="interrupted")
            # Only one dialect says that a call is whole before the answer ends.
            done = [event["item"] for event in came if event.get("type") == "response.output_item.done"]
            settled = {item.get("call_id") for item in done}
            last = cut.parts[-1] if cut.parts else None
            assert not (isinstance(last, ToolCall) and last.complete) or last.id in settled
        assert _size(cut) >= before
        before = _size(cut) if end < len(body) - 5 else before


def _documents(name: CassetteName) -> list[bytes]:
    """Return the events, lines or frames of a recorded stream, as bytes."""
    body = exchanges(name)[0].response.body
    if name.dialect == "bedrock_converse":
        return [encode(frame.headers, frame.payload) for frame in FrameDecoder().feed(body)]
    end = b"\n" if name.dialect == "ollama_chat" else b"\r\n\r\n" if b"\r\n\r\n" in body else b"\n\n"
    return [frame + end for frame in body.split(end) if frame]


def _error(spoken: str) -> bytes:
    text, kind = exact_json.dumps(ERRORS[spoken]), ERRORS[spoken].get("type")
    if spoken == "bedrock_converse":
        return event("throttlingException", text.encode())
    return text.encode() + b"\n" if spoken == "ollama_chat" else sse.encode(text, kind)


@pytest.mark.parametrize("name", STREAMS, ids=str)
def test_an_error_in_the_middle_is_read_and_keeps_what_came(name: CassetteName) -> None:
    spoken, frames = name.dialect, _documents(name)
    whole = assemble(decode(spoken, b"".join(frames)))
    for count in range(0, len(frames) + 1, max(1, len(frames) // 12)):
        start = b"".join(frames[:count])
        response = assemble(decode(spoken, start + _error(spoken)))
        assert response.error
        assert response.error.message == "boom"
        assert response.finish.reason == "error"
        _kept(response, whole)
        assert response.parts == assemble(decode(spoken, start)).parts


def test_calls_whose_fragments_alternate_are_not_complete_when_cut() -> None:
    def chunk(index: int, **function: str) -> bytes:
        entry = {"index": index, "function": function} | ({"id": f"c{index}"} if "name" in function else {})
        return sse.encode(exact_json.dumps({"choices": [{"index": 0, "delta": {"tool_calls": [entry]}}]}))

    frames = [chunk(0, name="f", arguments=""), chunk(1, name="g", arguments=""), chunk(0, arguments='{"a":'),
              chunk(1, arguments='{"b":'), chunk(0, arguments="1}"), chunk(1, arguments="2}")]  # fmt: skip
    for count in range(1, len(frames) + 1):
        calls = assemble(decode("openai_chat", b"".join(frames[:count]))).calls
        assert [call.complete for call in calls] == [count >= 5, False][: len(calls)]
        assert calls[0].arguments.value == ({"a": 1} if count >= 5 else None)


def test_an_empty_piece_of_a_message_keeps_its_place() -> None:
    response = Response(
        parts=(Text(text=""), Text(text=""), Text(text="a")), finish=Finish(reason="stop", raw="completed")
    )
    body = dialect("openai_responses").write_stream(response)
    assert assemble(decode("openai_responses", body)).parts == response.parts


# Across dialects.

HISTORIES = ("history-parallel-results", "history-result-error", "call-big-numbers")
WITHOUT_IDS = ("gemini_generate", "ollama_chat")
OTHERS = [(spoken, other) for spoken in DIALECTS for other in DIALECTS if spoken != other]
WITHOUT_BIG_NUMBERS = ("gemini_interactions",)
"""Dialects for which no source states what happens to big numbers."""
HISTORIES_OF_EACH = [
    (*pair, scenario)
    for pair in OTHERS
    for scenario in HISTORIES
    if not (pair[0] in WITHOUT_BIG_NUMBERS and scenario == "call-big-numbers")
]


def _meaning(request: Request) -> dict[str, Any]:
    """Return the parts of a request that every dialect can express."""
    parts = [(message.role, part) for message in request.messages for part in message.parts]
    calls = [part for _, part in parts if isinstance(part, ToolCall)]
    results = [part for _, part in parts if isinstance(part, ToolResult)]
    named = {call.id: call.name for call in calls if call.id is not None}
    return {
        "tools": [(tool.name, tool.description, tool.parameters) for tool in request.tools],  # type: ignore[union-attr]
        "choice": request.tool_choice and (request.tool_choice.mode, request.tool_choice.names),
        "limit": request.max_output_tokens,
        "stream": request.stream,
        "texts": [(role, part.text) for role, part in parts if isinstance(part, Text)],
        "calls": [(call.name, exact_json.dumps(call.arguments.value)) for call in calls],
        "results": [
            (result.name or named.get(result.call_id), [part.text for part in result.parts if isinstance(part, Text)])
            for result in results
        ],
        "ids": [call.id for call in calls if call.id] and [result.call_id for result in results],
    }


@pytest.mark.parametrize(("spoken", "other", "scenario"), HISTORIES_OF_EACH)
def test_a_request_means_the_same_in_another_dialect(spoken: str, other: str, scenario: str) -> None:
    request = fresh(dialect(spoken).read_request(recorded(spoken, scenario)[-1].request))
    calls = any(isinstance(part, ToolCall) for message in request.messages for part in message.parts)
    if spoken in WITHOUT_IDS and other not in WITHOUT_IDS and calls:
        with pytest.raises(Inexpressible, match="id"):
            dialect(other).write_request(request, BASE)
        return
    again = dialect(other).read_request(dialect(other).write_request(request, BASE))
    assert _meaning(again) == _meaning(request)


@pytest.mark.parametrize(
    ("spoken", "other", "mode"),
    [(*pair, mode) for pair in OTHERS for mode in CHOICES[1:] if not _is_unsaid(pair[0], f"choose {mode}")],
)
def test_a_choice_means_the_same_in_another_dialect(spoken: str, other: str, mode: str) -> None:
    request = fresh(dialect(spoken).read_request(recorded(spoken, f"choice-{mode}")[0].request))
    assert request.tool_choice
    if _is_unsaid(other, f"choose {mode}"):
        with pytest.raises(Inexpressible, match="choice"):
            dialect(other).write_request(request, BASE)
        return
    again = dialect(other).read_request(dialect(other).write_request(request, BASE))
    assert _meaning(again) == _meaning(request)


SECRET = "OPAQUE"
CALL = {"name": "f", "arguments": '{"a":1}'}
OPAQUE = {
    "openai_chat": {"messages": [
        {"role": "assistant", "content": "Hi.", "reasoning_details": [{"data": SECRET}], "name": None, "tool_calls": [
            {"id": "c1", "type": "function", "function": CALL, "extra_content": {"google": {"signature": SECRET}}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "1"}]},
    "openai_responses": {"input": [
        {"type": "reasoning", "id": SECRET, "encrypted_content": SECRET, "summary": []},
        {"type": "message", "role": "assistant", "id": SECRET, "phase": SECRET, "status": "completed", "content": [
            {"type": "output_text", "text": "Hi.", "annotations": [{"type": "url_citation", "url": SECRET}]}]},
        {"type": "function_call", "id": SECRET, "call_id": "c1", "namespace": SECRET, "status": "completed",
         "caller": {"type": "program", "caller_id": SECRET}, **CALL},
        {"type": "function_call_output", "call_id": "c1", "output": "1", "namespace": SECRET,
         "caller": {"type": "program", "caller_id": SECRET}}]},
    "anthropic_messages": {"messages": [
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "", "signature": SECRET},
            {"type": "redacted_thinking", "data": SECRET},
            {"type": "text", "text": "Hi.", "citations": [{"type": "char_location", "cited_text": SECRET}]},
            {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}, "toolset_name": SECRET,
             "caller": {"type": "code_execution_20260120", "tool_id": SECRET}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": "1", "toolset_name": SECRET}]}]},
    "gemini_generate": {"contents": [
        {"role": "model", "parts": [
            {"text": "Hi.", "thoughtSignature": SECRET},
            {"functionCall": {"id": "c1", "name": "f", "args": {"a": 1}}, "thoughtSignature": SECRET}]},
        {"role": "user", "parts": [
            {"functionResponse": {"id": "c1", "name": "f", "response": {"output": "1"}}}]}]},
    "mistral_chat": {"messages": [
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": [{"type": "reference", "reference_ids": [SECRET]}], "signature": SECRET},
            {"type": "text", "text": "Hi."}], "tool_calls": [{"id": "c1", "type": "function", "function": CALL}]},
        {"role": "tool", "tool_call_id": "c1", "content": "1"}]},
    "cohere_v2": {"messages": [
        {"role": "assistant", "tool_plan": "Hm.", "tool_calls": [{"id": "c1", "type": "function", "function": CALL}]},
        {"role": "tool", "tool_call_id": "c1", "content": "1"},
        {"role": "assistant", "content": "Hi.", "citations": [{"start": 0, "end": 2, "text": SECRET}]}]},
    "bedrock_converse": {"messages": [
        {"role": "assistant", "content": [
            {"reasoningContent": {"reasoningText": {"text": "", "signature": SECRET}}},
            {"reasoningContent": {"redactedContent": SECRET}},
            {"citationsContent": {"content": [{"text": "Hi."}], "citations": [{"title": SECRET}]}},
            {"toolUse": {"toolUseId": "c1", "name": "f", "input": {"a": 1}}}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "1"}]}}]}]},
    "gemini_interactions": {"input": [
        {"type": "thought", "signature": SECRET},
        {"type": "model_output", "content": [
            {"type": "text", "text": "Hi.", "annotations": [{"type": "url_citation", "url": SECRET}]}]},
        {"type": "function_call", "id": "c1", "name": "f", "arguments": {"a": 1}, "signature": SECRET},
        {"type": "function_result", "call_id": "c1", "name": "f", "result": "1", "signature": SECRET}]},
}  # fmt: skip
"""For each provider, a history with all data that the provider must get back unchanged."""


@pytest.mark.parametrize(("spoken", "other"), [pair for pair in OTHERS if pair[0] in OPAQUE])
def test_what_one_provider_needs_back_goes_to_no_other(spoken: str, other: str) -> None:
    sent = WireRequest(url=f"{BASE}/models/m:generateContent", body=exact_json.encode(OPAQUE[spoken]))
    request = changed(fresh(dialect(spoken).read_request(sent)), model="m")
    home = dialect(spoken).write_request(request, BASE).body
    assert home.count(SECRET.encode()) == sent.body.count(SECRET.encode())
    body = dialect(other).write_request(request, BASE)
    assert SECRET.encode() not in body.body
    assert [part.name for message in dialect(other).read_request(body).messages for part in message.parts
            if isinstance(part, ToolCall)] == ["f"]  # fmt: skip


# Hostile input.

ODD = (None, True, 1.5, "x", [None], ["x"], {"x": 1})


def _spoilt(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield copies of ``value`` with an odd value in a single place, each with the place."""
    for odd in ODD:
        yield f"{path}={odd!r}", odd
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        for place, spoilt in _spoilt(item, f"{path}/{key}"):
            copy = dict(value) if isinstance(value, dict) else list(value)
            copy[key] = spoilt  # type: ignore[index]
            yield place, copy


def _raises_no_other(read: Callable[..., object], place: str, *given: object) -> None:
    try:
        read(*given)
    except WireError:
        pass
    except Exception as error:
        pytest.fail(f"{place} raises {error!r}")


def _assembled(spoken: str, body: bytes) -> Response:
    return assemble(decode(spoken, body))


@pytest.mark.parametrize("spoken", DIALECTS)
def test_any_json_is_read_or_a_wire_error(spoken: str) -> None:
    language, sent = dialect(spoken), recorded(spoken, "history-result-error")[-1].request
    for place, body in _spoilt(exact_json.loads(sent.body)):
        request = WireRequest(url=sent.url, body=exact_json.encode(body))
        _raises_no_other(language.read_request, f"request {place}", request)
    for place, body in _spoilt(exact_json.loads(_answered(spoken)[0])):
        _raises_no_other(language.read_response, f"response {place}", body)
    for place, body in _spoilt(ERRORS[spoken]):
        _raises_no_other(language.read_error, f"error {place}", body, 500)


def _body(spoken: str, texts: list[str]) -> bytes:
    """Return a stream of these payloads."""
    if spoken == "bedrock_converse":
        return framed("\n".join(texts).encode())
    return "\n".join(texts).encode() if spoken == "ollama_chat" else b"".join(map(sse.encode, texts))


@pytest.mark.parametrize("spoken", DIALECTS)
def test_any_payload_of_a_stream_is_read_or_a_wire_error(spoken: str) -> None:
    response = recorded(spoken, "call-with-text", "stream")[0].response
    chunks = [*payloads(response), ERRORS[spoken]]
    seen: set[str] = set()
    for n, chunk in enumerate(chunks):
        for place, spoilt in _spoilt(chunk):
            where = place if place.startswith("/response/") else f"{chunk.get('type')} {place}"
            if where in seen:
                continue
            seen.add(where)
            texts = [exact_json.dumps(chunk) for chunk in (*chunks[max(0, n - 1) : n], spoilt, *chunks[n + 1 : n + 2])]
            body = _body(spoken, texts)
            _raises_no_other(_assembled, f"chunk {n} {place}", spoken, body)
