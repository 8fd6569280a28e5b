"""A stand-in for OpenAI Chat Completions.

It plays a GPT-4.1 model. Messages with calls have ``content: null``. If ``tool_choice`` names a function, the finish
reason is ``stop``, as recordings of GPT-4.1 show. Every chunk has padding in ``obfuscation``. In a stream of calls
without text, the first chunk depends on the number of calls. With a single call, the chunk contains the call's first
fragment. With several calls, it contains no fragment, and ``usage`` comes before ``choices`` in all chunks before the
finish reason. Free-form calls are documented for plain answers only. Sources: OpenAI's OpenAPI description
(``CreateChatCompletionResponse``, ``CreateChatCompletionStreamResponse``, ``ChatCompletionStreamOptions``, read
2026-08-21) and public recordings.

Recordings and issue threads quote the messages about unanswered calls, results without a call, an array that is too
long, and a schema that is not strict. All other messages are not recorded. They are written from memory, or follow the
vendor's pattern for the same kind of error elsewhere.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

from conformance.standins import openai
from conformance.standins.openai import Refused
from conformance.standins.script import Answer, Early, Ids, Turn, TurnCall, paced, tokens
from toolwire.model import Expected, ExpectedCall, ProviderError
from toolwire.wire import exact_json, payloads, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_NAME_LENGTH: Final = 64
_ID_LENGTH: Final = 40
_MAX_TOOLS: Final = 128
_MAX_CALLS: Final = 128
_BLOCK: Final = 16
_ROLES: Final = ("system", "assistant", "user", "function", "tool", "developer")
_INSTEAD_OF_CONTENT: Final = ("tool_calls", "function_call", "refusal", "audio")
_PARTS: Final = ("text", "image_url", "input_audio", "refusal", "audio", "file")
_TOOL_TYPES: Final = ("function", "custom")
_CHOICES: Final = ("none", "auto", "required")
_EARLY: Final[dict[Early, str]] = {"length": "length", "content_filter": "content_filter"}
_MODES: Final = ("auto", "required")
_WORDS: Final = "The server had an error while processing your request. Sorry about that!"
_FAILURE: Final = {
    "message": _WORDS,
    "type": "server_error",
    "param": None,
    "code": None,
}
"""The error that ends a stream. It is in the data of an event, where openai-python looks for ``error``."""


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return OpenAI's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    try:
        body = exact_json.loads(request.body)
        _check(body)
    except JsonError:
        return openai.refusal(Refused("We could not parse the JSON body of your request."), ids)
    except Refused as refused:
        return openai.refusal(refused, ids)
    calls = [(f"call_{ids.alnum(24)}", call) for call in turn.calls]
    fails = turn.early == "error" and body.get("stream") is True
    finish = "" if fails else turn.word(_EARLY, _finish(body, calls))
    expected = Expected(
        calls=tuple(_expected(n, call_id, call, turn) for n, (call_id, call) in enumerate(calls)),
        text=turn.text,
        finish=turn.finish,
        error=ProviderError(message=_WORDS, kind="server_error") if fails else None,
    )
    if body.get("stream"):
        headers = openai.headers(ids, "text/event-stream; charset=utf-8", limits=True)
        frames = _stream(body, turn, calls, finish, ids)
        return Answer(status=200, headers=headers, chunks=paced(frames, ids), expected=expected)
    headers = openai.headers(ids, "application/json", limits=True)
    text = openai.spread(_completion(body, turn, calls, finish, ids)) + "\n"
    return openai.whole(headers, text, ids, expected)


def _expected(n: int, call_id: str, call: TurnCall, turn: Turn) -> ExpectedCall:
    kind: Literal["function", "custom"] = "custom" if call.custom else "function"
    return ExpectedCall(id=call_id, name=call.name, arguments=call.arguments, kind=kind, complete=n != turn.cut)


def _finish(body: dict[str, Any], calls: list[tuple[str, TurnCall]]) -> str:
    choice = body.get("tool_choice")
    if not calls or (isinstance(choice, dict) and choice.get("type") == "function"):
        return "stop"
    return "tool_calls"


def _completion(
    body: dict[str, Any], turn: Turn, calls: list[tuple[str, TurnCall]], finish: str, ids: Ids
) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    if calls:
        message["tool_calls"] = [_call(call_id, call, call.arguments) for call_id, call in calls]
    message |= {"refusal": None, "annotations": []}
    return {
        "id": f"chatcmpl-{ids.alnum(29)}",
        "object": "chat.completion",
        "created": ids.created(),
        "model": openai.served(body["model"]),
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
        "usage": _usage(body, turn),
        "service_tier": "default",
        "system_fingerprint": f"fp_{ids.hex(10)}",
    }


def _call(call_id: str, call: TurnCall, text: str) -> dict[str, Any]:
    if call.custom:
        return {"id": call_id, "type": "custom", "custom": {"name": call.name, "input": text}}
    return {"id": call_id, "type": "function", "function": {"name": call.name, "arguments": text}}


def _usage(body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    input_tokens = tokens(exact_json.dumps([body["messages"], body.get("tools")]))
    output_tokens = tokens(turn.text) + sum(tokens(call.name + call.arguments) + 8 for call in turn.calls)
    return {
        "prompt_tokens": input_tokens,
        "completion_tokens": output_tokens,
        "total_tokens": input_tokens + output_tokens,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": 0,
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    }


def _stream(
    body: dict[str, Any], turn: Turn, calls: list[tuple[str, TurnCall]], finish: str, ids: Ids
) -> Iterator[bytes]:
    head = {
        "id": f"chatcmpl-{ids.alnum(29)}",
        "object": "chat.completion.chunk",
        "created": ids.created(),
        "model": openai.served(body["model"]),
        "service_tier": "default",
        "system_fingerprint": f"fp_{ids.hex(10)}",
    }
    options = body.get("stream_options") or {}
    counted = {"usage": None} if options.get("include_usage") else {}
    obfuscated = options.get("include_obfuscation") is not False
    bare = len(calls) > 1 and not turn.text

    def chunk(fields: dict[str, Any]) -> bytes:
        value = head | fields
        if obfuscated:
            size = len(exact_json.encode(value | {"obfuscation": ""}))
            value["obfuscation"] = ids.alnum((1 - size) % _BLOCK)
        return sse.encode(exact_json.dumps(value))

    def delta(value: dict[str, Any], reason: str | None = None) -> bytes:
        choices = {"choices": [{"index": 0, "delta": value, "logprobs": None, "finish_reason": reason}]}
        return chunk(counted | choices if bare and not reason else choices | counted)

    opening: dict[str, Any] = {}
    if turn.text or not calls:
        yield delta({"role": "assistant", "content": "", "refusal": None})
        for piece in ids.pieces(turn.text):
            yield delta({"content": piece})
    elif bare:
        yield delta({"role": "assistant", "content": None})
    else:
        opening = {"role": "assistant", "content": None}
    for index, (call_id, call) in enumerate(calls):
        started = {"tool_calls": [{"index": index, **_call(call_id, call, "")}]}
        yield delta(opening | started | {"refusal": None} if opening else started)
        for piece in ids.pieces(call.arguments):
            more = {"custom": {"input": piece}} if call.custom else {"function": {"arguments": piece}}
            yield delta({"tool_calls": [{"index": index, **more}]})
    if turn.early == "error":
        yield sse.encode(exact_json.dumps({"error": _FAILURE}))
        return
    yield delta({}, finish)
    if counted:
        yield chunk({"choices": [], "usage": _usage(body, turn)})
    yield sse.encode(payloads.DONE)


def _check(body: Any) -> None:
    """Raise ``Refused`` for a request that the vendor refuses."""
    if not isinstance(body, dict) or not body.get("model"):
        raise Refused("you must provide a model parameter")
    if not isinstance(body["model"], str):
        raise openai.wrong_type("model", "a string", body["model"])
    if not isinstance(body.get("stream_options") or {}, dict):
        raise openai.wrong_type("stream_options", "an object", body["stream_options"])
    messages = body.get("messages")
    if messages is None:
        raise openai.missing("messages")
    if not isinstance(messages, list):
        raise openai.wrong_type("messages", "an array of objects", messages)
    if not messages:
        raise openai.empty_array("messages")
    _check_tools(body)
    _check_messages(messages)
    _check_history(messages)


def _check_tools(body: dict[str, Any]) -> None:
    tools = body.get("tools")
    if tools is None:
        for key in ("tool_choice", "parallel_tool_calls"):
            if body.get(key) not in (None, "none"):
                raise Refused(f"Invalid value for '{key}': '{key}' is only allowed when 'tools' are specified.", key)
        return
    if not isinstance(tools, list):
        raise openai.wrong_type("tools", "an array of objects", tools)
    if not tools:
        raise openai.empty_array("tools")
    if len(tools) > _MAX_TOOLS:
        raise openai.long_array("tools", _MAX_TOOLS, tools)
    for n, tool in enumerate(tools):
        _check_tool(tool, f"tools[{n}]")
    _check_choice(body.get("tool_choice"), tools)


def _check_tool(tool: Any, place: str) -> None:
    if not isinstance(tool, dict):
        raise openai.wrong_type(place, "an object", tool)
    if "type" not in tool:
        raise openai.missing(f"{place}.type")
    if tool["type"] not in _TOOL_TYPES:
        raise openai.unsupported(tool["type"], _TOOL_TYPES, f"{place}.type")
    function = _inner(tool, tool["type"], place)
    openai.check_name(function, f"{place}.{tool['type']}", _NAME_LENGTH)
    if tool["type"] == "function":
        openai.check_schema(function, f"{place}.function")


def _check_choice(choice: Any, tools: list[Any]) -> None:
    if isinstance(choice, str) and choice not in _CHOICES:
        raise openai.unsupported(choice, _CHOICES, "tool_choice")
    if not isinstance(choice, dict):
        return
    chosen = [choice]
    if choice.get("type") == "allowed_tools":
        allowed = _inner(choice, "allowed_tools", "tool_choice")
        if allowed.get("mode") not in _MODES:
            raise openai.unsupported(allowed.get("mode"), _MODES, "tool_choice.allowed_tools.mode")
        if not isinstance(allowed.get("tools"), list):
            raise openai.wrong_type("tool_choice.allowed_tools.tools", "an array of objects", allowed.get("tools"))
        chosen = allowed["tools"]
    for entry in chosen:
        kind = entry.get("type") if isinstance(entry, dict) else None
        if kind in _TOOL_TYPES:
            name = openai.check_text(_inner(entry, kind, "tool_choice"), "name", f"tool_choice.{kind}")
            if name not in [tool[kind]["name"] for tool in tools if tool["type"] == kind]:
                raise Refused(f"Invalid value for 'tool_choice': '{name}' is not in the list of tools.", "tool_choice")


def _inner(holder: dict[str, Any], key: str, place: str) -> dict[str, Any]:
    if key not in holder:
        raise openai.missing(f"{place}.{key}")
    value = holder[key]
    if not isinstance(value, dict):
        raise openai.wrong_type(f"{place}.{key}", "an object", value)
    return value


def _check_messages(messages: list[Any]) -> None:
    for n, message in enumerate(messages):
        if not isinstance(message, dict):
            raise openai.wrong_type(f"messages[{n}]", "an object", message)
        if "role" not in message:
            raise openai.missing(f"messages[{n}].role")
        if message["role"] not in _ROLES:
            raise openai.unsupported(message["role"], _ROLES, f"messages[{n}].role")
        _check_content(message, n)
        if message["role"] == "assistant" and message.get("tool_calls") is not None:
            _check_calls(message["tool_calls"], f"messages[{n}].tool_calls")
        if message["role"] == "tool":
            openai.check_text(message, "tool_call_id", f"messages[{n}]")


def _check_content(message: dict[str, Any], n: int) -> None:
    content = message.get("content")
    if content is None and not any(message.get(key) for key in _INSTEAD_OF_CONTENT) and message["role"] != "function":
        raise Refused("Invalid value for 'content': expected a string, got null.", f"messages.[{n}].content")
    if content is not None and not isinstance(content, str | list):
        raise openai.wrong_type(f"messages[{n}].content", "one of a string or array of objects", content)
    for m, part in enumerate(content if isinstance(content, list) else ()):
        kind = part.get("type") if isinstance(part, dict) else None
        if kind not in _PARTS:
            raise openai.unsupported(kind, _PARTS, f"messages[{n}].content[{m}]")
        if kind == "image_url" and message["role"] != "user":
            raise Refused(
                f"Invalid 'messages[{n}]'. Image URLs are only allowed for messages with role 'user', but this "
                f"message with role '{message['role']}' contains an image URL.",
                f"messages[{n}]",
                "invalid_value",
            )


def _check_calls(calls: Any, place: str) -> None:
    if not isinstance(calls, list):
        raise openai.wrong_type(place, "an array of objects", calls)
    if not calls:
        raise openai.empty_array(place)
    if len(calls) > _MAX_CALLS:
        raise openai.long_array(place, _MAX_CALLS, calls)
    for m, call in enumerate(calls):
        here = f"{place}[{m}]"
        if not isinstance(call, dict):
            raise openai.wrong_type(here, "an object", call)
        openai.check_length(openai.check_text(call, "id", here), f"{here}.id", _ID_LENGTH)
        if call.get("type") == "custom":
            custom = _inner(call, "custom", here)
            openai.check_text(custom, "name", f"{here}.custom")
            openai.check_text(custom, "input", f"{here}.custom")
            continue
        function = _inner(call, "function", here)
        openai.check_text(function, "name", f"{here}.function")
        openai.check_text(function, "arguments", f"{here}.function")


def _check_history(messages: list[dict[str, Any]]) -> None:
    """Refuse a history whose calls and results do not belong together.

    The results of all calls of a message must come directly after the message, before any other message. Each result
    must answer a call of the message before the results.
    """
    waiting: list[str] = []
    called: set[str] = set()
    for n, message in enumerate(messages):
        if message["role"] == "tool":
            if message.get("tool_call_id") not in called:
                raise Refused(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message "
                    "with 'tool_calls'.",
                    f"messages.[{n}].role",
                )
            waiting = [call_id for call_id in waiting if call_id != message["tool_call_id"]]
            continue
        _all_answered(waiting)
        calls = message.get("tool_calls") if message["role"] == "assistant" else None
        waiting = [call["id"] for call in calls or ()]
        called = set(waiting)
    _all_answered(waiting)


def _all_answered(waiting: list[str]) -> None:
    if waiting:
        raise Refused(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            "'tool_call_id'. The following tool_call_ids did not have response messages: " + ", ".join(waiting),
            "messages",
        )
