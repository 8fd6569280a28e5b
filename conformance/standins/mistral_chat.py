"""A stand-in for Mistral's chat completions.

The stand-in plays a Mistral Small of 2026, and a Magistral that writes its reasoning as chunks of content. No recording
of such a Magistral exists. A stream sends text in pieces of a few words. The chunk with the finish reason and the usage
also has all calls of the turn, each complete. Every chunk except the first has padding in ``p``. A message with text
has ``tool_calls: null``, and a message with calls has ``content: ""``. Sources: mistralai 3.7.0 (PyPI),
``client/models`` (``ChatCompletionRequest``, ``ChatCompletionResponse``, ``CompletionChunk``), read 2026-11-22; public
recordings of 2024 to 2026.

The messages about wrong names, ids and histories are from mistral-common 1.13.1 (PyPI),
``protocol/instruct/validator.py``. Public issue threads quote the bodies of such refusals. They also quote the messages
about unequal numbers of calls and results, and about a wrong order of roles. Like models with a tokenizer before
version 13, the stand-in refuses an id that is not 9 letters and digits, and an image in a result. If the request has a
wrong shape, the refusal has the form of the SDK's ``HTTPValidationError`` and the messages of pydantic, but no
recording shows such a refusal.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from conformance.standins.script import Answer, Ids, Thought, Turn, TurnText, expected_error, paced, plain, tokens
from toolwire.model import Expected, ExpectedCall
from toolwire.wire import exact_json, payloads, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ID: Final = re.compile(r"[a-zA-Z0-9]{9}")
_CHOICES: Final = ("auto", "none", "any", "required")
_NEXT: Final = {
    "system": ("user", "assistant", "system"),
    "user": ("assistant", "system", "user"),
    "assistant": ("assistant", "user", "tool"),
    "tool": ("assistant", "tool", "user"),
}
"""For each role: the roles that may follow."""
_KEYS: Final = frozenset((
    "frequency_penalty", "guardrails", "logprobs", "max_tokens", "messages", "metadata", "min_tokens", "model", "n",
    "parallel_tool_calls", "prediction", "presence_penalty", "prompt_cache_key", "prompt_logprobs", "prompt_mode",
    "random_seed", "reasoning_effort", "repetition_penalty", "response_format", "safe_prompt", "service_tier", "stop",
    "stream", "temperature", "tool_choice", "tools", "top_k", "top_logprobs", "top_p", "top_prompt_logprobs",
))  # fmt: skip
_WITH_EFFORT: Final = re.compile("mistral-small-(2603|latest)|magistral-small-latest")
"""The models that take ``reasoning_effort`` in a request, and refuse ``prompt_mode: reasoning``."""
_PADDING: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


class Refused(Exception):
    """The vendor's refusal because of a request's content."""

    status = 400

    def __init__(self, message: str, kind: str = "invalid_request_error", code: str | None = None) -> None:
        super().__init__(message)
        self.body: dict[str, Any] = {"object": "error", "message": message, "type": kind, "param": None, "code": code}


class Misshapen(Refused):
    """The vendor's refusal because of a request's shape."""

    status = 422

    def __init__(self, kind: str, at: tuple[str | int, ...], message: str, found: Any) -> None:
        super().__init__(message)
        self.body = {"detail": [{"type": kind, "loc": ["body", *at], "msg": message, "input": found}]}


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return Mistral's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    headers = {"content-type": "application/json"}
    try:
        body = _check(request.body)
    except Refused as refused:
        expected = expected_error(refused.status, str(refused), refused.body.get("type"), refused.body.get("code"))
        return plain(refused.status, headers, refused.body, ids, expected)
    head = {"id": ids.hex(32), "created": ids.created(), "model": body["model"]}
    made = [(ids.alnum(9), call) for call in turn.calls]
    calls = [
        {"id": call_id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}, "index": n}
        for n, (call_id, call) in enumerate(made)
    ]
    expected = Expected(
        calls=tuple(
            ExpectedCall(id=call_id, name=call.name, arguments=call.arguments, complete=n != turn.cut)
            for n, (call_id, call) in enumerate(made)
        ),
        text=turn.text,
        finish=turn.finish,
        reasoning=turn.reasoning or None,
    )
    finish = turn.word({"length": "length"}, "tool_calls" if calls else "stop")
    usage = _usage(body, turn)
    if body.get("stream"):
        headers["content-type"] = "text/event-stream; charset=utf-8"
        frames = _stream(head, turn, calls, finish, usage, ids)
        return Answer(status=200, headers=headers, chunks=paced(frames, ids), expected=expected)
    content = list(_chunks(turn)) if turn.reasoning else turn.text
    message = {"role": "assistant", "tool_calls": calls or None, "content": content}
    choice = {"index": 0, "finish_reason": finish, "message": message}
    whole = head | {"usage": usage, "object": "chat.completion", "choices": [choice]}
    return plain(200, headers, whole, ids, expected)


def _chunks(turn: Turn) -> Iterator[dict[str, Any]]:
    """Yield the chunks of content in the answer of a model that thinks."""
    for block in turn.blocks:
        match block:
            case Thought(text) if text:
                yield _thought(text)
            case TurnText(text):
                yield {"type": "text", "text": text}


def _thought(text: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": [{"type": "text", "text": text}]}


def _usage(body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    input_tokens = tokens(exact_json.dumps([body["messages"], body.get("tools")]))
    output_tokens = (
        tokens(turn.reasoning)
        + tokens(turn.text)
        + sum(tokens(call.name + call.arguments) + 6 for call in turn.calls)
        + 1
    )
    return {
        "prompt_tokens": input_tokens,
        "total_tokens": input_tokens + output_tokens,
        "completion_tokens": output_tokens,
        "prompt_tokens_details": {"cached_tokens": 0},
        "service_tier": "standard",
    }


def _stream(
    head: dict[str, Any], turn: Turn, calls: list[dict[str, Any]], finish: str, usage: dict[str, Any], ids: Ids
) -> Iterator[bytes]:
    def chunk(delta: dict[str, Any], finish: str | None, more: dict[str, Any]) -> bytes:
        start = {"id": head["id"], "object": "chat.completion.chunk", "created": head["created"]}
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return sse.encode(exact_json.dumps(start | {"model": head["model"], "choices": [choice]} | more))

    def padding() -> dict[str, str]:
        return {"p": _PADDING[: ids.number(1, len(_PADDING))]}

    yield chunk({"role": "assistant", "content": ""}, None, {})
    for block in turn.blocks:
        match block:
            case Thought(text):
                for piece in ids.pieces(text, 4, 24):
                    yield chunk({"content": [_thought(piece)]}, None, padding())
            case TurnText(text):
                for piece in ids.pieces(text, 4, 24):
                    yield chunk({"content": piece}, None, padding())
    last: dict[str, Any] = {"tool_calls": calls} if calls else {"content": ""}
    yield chunk(last, finish, {"usage": usage} | padding())
    yield sse.encode(payloads.DONE)


def _check(data: bytes) -> dict[str, Any]:
    """Return the body of the request. Raises ``Refused`` for a request that the vendor refuses."""
    try:
        body = exact_json.loads(data)
    except JsonError:
        raise Misshapen("json_invalid", (0,), "JSON decode error", {}) from None
    body = _object(body, ())
    for key in body:
        if key not in _KEYS:
            raise Misshapen("extra_forbidden", (key,), "Extra inputs are not permitted", body[key])
    _text(body, "model", ())
    messages = _list(body, "messages", ())
    for n, message in enumerate(messages):
        _check_message(message, ("messages", n))
    tools = _list(body, "tools", ()) if body.get("tools") is not None else []
    for n, tool in enumerate(tools):
        _check_tool(tool, ("tools", n))
    _check_choice(body.get("tool_choice"))
    if body.get("prompt_mode") == "reasoning" and _WITH_EFFORT.fullmatch(body["model"]):
        raise Refused("Reasoning prompt mode is not enabled for this model", "invalid_request_invalid_args", "3051")
    _check_history(messages)
    for message in messages:
        _check_calls(message)
    for tool in tools:
        _check_function(tool)
    return body


def _check_message(message: Any, at: tuple[str | int, ...]) -> None:
    role = _object(message, at).get("role")
    if not isinstance(role, str) or role not in _NEXT:
        tags = ", ".join(f"'{tag}'" for tag in _NEXT)
        problem = f"Input tag '{role}' found using 'role' does not match any of the expected tags: {tags}"
        raise Misshapen("union_tag_invalid", at, problem, message)
    at = (*at, role)
    if role != "assistant" and "content" not in message:
        raise Misshapen("missing", (*at, "content"), "Field required", message)
    if not isinstance(message.get("content"), str | list | None):
        raise Misshapen("string_type", (*at, "content", "str"), "Input should be a valid string", message["content"])
    for m, call in enumerate(_list(message, "tool_calls", at) if message.get("tool_calls") is not None else ()):
        here = (*at, "tool_calls", m)
        function = _inner(_object(call, here), "function", here)
        _text(function, "name", (*here, "function"))
        if not isinstance(function.get("arguments"), str | dict):
            problem, found = "Input should be a valid string", function.get("arguments")
            raise Misshapen("string_type", (*here, "function", "arguments", "str"), problem, found)


def _check_tool(tool: Any, at: tuple[str | int, ...]) -> None:
    if _object(tool, at).get("type", "function") == "function":
        function = _inner(tool, "function", at)
        _text(function, "name", (*at, "function"))
        _inner(function, "parameters", (*at, "function"))


def _check_calls(message: dict[str, Any]) -> None:
    """Refuse a message with a call or a result whose name, id or content is not allowed."""
    for call in message.get("tool_calls") or ():
        if call.get("id") in (None, "null"):
            raise Refused("Tool call id has to be defined in serving mode.")
        _check_id(call["id"])
        _check_name(call["function"]["name"])
    if message["role"] == "tool":
        _check_id(message.get("tool_call_id"))
        content = message["content"] if isinstance(message["content"], list) else []
        if any(isinstance(chunk, dict) and chunk.get("type") == "image_url" for chunk in content):
            raise Refused("Unexpected content chunk types in tool message: ['ImageURLChunk']")


def _check_function(tool: dict[str, Any]) -> None:
    if tool.get("type", "function") != "function":
        return
    _check_name(tool["function"]["name"])
    schema = tool["function"]["parameters"]
    if not isinstance(schema.get("type", "object"), str | list):
        raise Refused(f"Invalid tool schema: {exact_json.dumps(schema['type'])} is not valid under any of the schemas")


def _check_choice(choice: Any) -> None:
    at = ("tool_choice",)
    if isinstance(choice, dict):
        _text(_inner(choice, "function", at), "name", (*at, "function"))
    elif choice is not None and choice not in _CHOICES:
        *most, last = (f"'{word}'" for word in _CHOICES)
        raise Misshapen("enum", at, f"Input should be {', '.join(most)} or {last}", choice)


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        rule = "but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64."
        raise Refused(f"Function name was {name} {rule}")


def _check_id(call_id: Any) -> None:
    if not _ID.fullmatch(str(call_id)):
        raise Refused(f"Tool call id was {call_id} but must be a-z, A-Z, 0-9, with a length of 9.")


def _check_history(messages: list[dict[str, Any]]) -> None:
    """Refuse a history with a wrong order of roles, or with calls and results that do not belong together.

    Each call needs exactly one result before the next message of the assistant.
    """
    if not messages:
        raise Refused("Conversation must have at least one message")
    last = messages[-1]
    if last["role"] == "assistant" and not last.get("prefix"):
        raise Refused("Expected last role User or Tool (or Assistant with prefix) for serving but got assistant")
    before: str | None = None
    called: list[str | None] = []
    answered: list[str | None] = []
    for message in messages:
        role = message["role"]
        if before is not None and role not in _NEXT[before]:
            problem = f"Unexpected role '{role}' after role '{before}'"
            raise Refused(problem, "invalid_request_message_order", "3230")
        if role == "tool":
            _check_result(message.get("tool_call_id"), called, answered)
            answered.append(message.get("tool_call_id"))
        elif role == "assistant":
            _all_answered(called, answered)
            called, answered = [call.get("id") for call in message.get("tool_calls") or ()], []
        before = role
    _all_answered(called, answered)


def _check_result(call_id: str | None, called: list[str | None], answered: list[str | None]) -> None:
    if call_id in answered:
        raise Refused(f"Duplicate tool call id {call_id} in tool results")
    if call_id not in called:
        raise Refused(f"Unexpected tool call id {call_id} in tool results")


def _all_answered(called: list[str | None], answered: list[str | None]) -> None:
    if len(called) != len(answered):
        raise Refused("Not the same number of function calls and responses")


def _object(value: Any, at: tuple[str | int, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Misshapen("dict_type", at, "Input should be a valid dictionary", value)
    return value


def _inner(holder: dict[str, Any], key: str, at: tuple[str | int, ...]) -> dict[str, Any]:
    if key not in holder:
        raise Misshapen("missing", (*at, key), "Field required", holder)
    return _object(holder[key], (*at, key))


def _text(holder: dict[str, Any], key: str, at: tuple[str | int, ...]) -> str:
    if key not in holder:
        raise Misshapen("missing", (*at, key), "Field required", holder)
    if not isinstance(holder[key], str):
        raise Misshapen("string_type", (*at, key), "Input should be a valid string", holder[key])
    return str(holder[key])


def _list(holder: dict[str, Any], key: str, at: tuple[str | int, ...]) -> list[Any]:
    if key not in holder:
        raise Misshapen("missing", (*at, key), "Field required", holder)
    if not isinstance(holder[key], list):
        raise Misshapen("list_type", (*at, key), "Input should be a valid list", holder[key])
    return list(holder[key])
