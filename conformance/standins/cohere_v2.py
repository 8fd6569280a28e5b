"""A stand-in for Cohere's chat API, version 2.

It plays Command A, which does not think, and Command A Reasoning, which thinks instead of writing a plan. Command A
puts text before calls into ``tool_plan``. It writes a plan even if the script has no text, because nearly all recorded
answers with calls have a plan. Plain answers have arguments without blanks. Streams have arguments as the model wrote
them, or an empty text for a call without arguments. A text that follows results cites the last result. The id of a call
consists of the tool's name and twelve letters or digits. Sources: the types of cohere 7.3.1 (PyPI, read 2026-11-22) and
public recordings of 2025 and 2026. The stand-in keeps all digits of a number that a double cannot represent exactly,
although no recording has such a number.

Public sources quote the messages of three refusals: for a result without an id, for a result that answers no call, and
for ``strict`` in a function. The project wrote the messages of all other refusals, in the form that SDKs expect.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from conformance.standins.script import Answer, Ids, Turn, TurnCall, expected_error, paced, plain, tokens
from toolwire.model import Expected, ExpectedCall, ProviderError
from toolwire.wire import exact_json, payloads, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_ROLES: Final = ("system", "user", "assistant", "tool")
_CHOICES: Final = ("REQUIRED", "NONE")
_SEE: Final = "For proper usage, please refer to https://docs.cohere.com/reference/chat"
_PREAMBLE: Final = 1400
"""The number of input tokens that are not billed. In recordings this number is between 850 and 1,700."""
_SUFFIX: Final = 12
_WORD: Final = re.compile(r"\w+")
_FAILURE: Final = "the model failed to finish its answer"
"""The error in the last event of a stream, under the key that cohere 7.3.1 has for an error. The project wrote the
message.
"""


class Refused(Exception):
    """The vendor's refusal of a request."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return Cohere's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    headers = {"content-type": "application/json"}
    try:
        body = _check(request.body)
    except Refused as refused:
        error = expected_error(refused.status, str(refused))
        return plain(refused.status, headers, {"id": _uuid(ids), "message": str(refused)}, ids, error)
    turn.refuse_cut_call("no source shows a call that the token limit cuts")
    fails = turn.early == "error" and body.get("stream") is True
    calls = [(f"{call.name}_{ids.lower(_SUFFIX)}", call) for call in turn.calls]
    expected = Expected(
        calls=tuple(ExpectedCall(id=call_id, name=call.name, arguments=call.arguments) for call_id, call in calls),
        text="" if calls else turn.text,
        finish=turn.finish,
        reasoning=turn.reasoning or None,
        error=ProviderError(message=_FAILURE) if fails else None,
    )
    if body.get("stream"):
        frames = (_frame(event) for event in _stream(body, turn, calls, ids))
        headers = {"content-type": "text/event-stream"}
        return Answer(status=200, headers=headers, chunks=paced(frames, ids), expected=expected)
    return plain(200, headers, _whole(body, turn, calls, ids), ids, expected)


def _uuid(ids: Ids) -> str:
    """Return a version 4 UUID."""
    variant = "89ab"[ids.number(0, 3)]
    return f"{ids.hex(8)}-{ids.hex(4)}-4{ids.hex(3)}-{variant}{ids.hex(3)}-{ids.hex(12)}"


def _frame(event: Any) -> bytes:
    if isinstance(event, str):
        return sse.encode(event)
    return sse.encode(exact_json.dumps(event), event["type"])


def _whole(body: dict[str, Any], turn: Turn, calls: list[tuple[str, TurnCall]], ids: Ids) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant"}
    if turn.reasoning:
        message["content"] = [{"type": "thinking", "thinking": turn.reasoning}]
    if calls:
        if not turn.reasoning:
            message["tool_plan"] = _plan(turn)
        message["tool_calls"] = [
            _call(call_id, call.name, exact_json.dumps(exact_json.loads(call.arguments))) for call_id, call in calls
        ]
    else:
        message.setdefault("content", []).append({"type": "text", "text": turn.text})
        cited = _citation(body, turn.text)
        if cited:
            message["citations"] = [cited]
    return {"id": _uuid(ids), "message": message, "finish_reason": _finish(turn), "usage": _usage(body, turn)}


def _call(call_id: str, name: str, arguments: str) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def _finish(turn: Turn) -> str:
    return turn.word({"length": "MAX_TOKENS"}, "TOOL_CALL" if turn.calls else "COMPLETE")


def _plan(turn: Turn) -> str:
    """Return the plan that the model writes before its calls: the turn's text, or a sentence that names the tools."""
    names = " and ".join(dict.fromkeys(call.name for call in turn.calls))
    return turn.text or f"I will use {names} to answer."


def _usage(body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    input_tokens = tokens(exact_json.dumps([body["messages"], body.get("tools")]))
    output_tokens = tokens(turn.reasoning or _plan(turn) if turn.calls else turn.text)
    output_tokens += sum(tokens(call.name + call.arguments) for call in turn.calls)
    return {
        "billed_units": {"input_tokens": input_tokens, "output_tokens": output_tokens},
        "tokens": {
            "input_tokens": _PREAMBLE + input_tokens,
            "output_tokens": output_tokens + 12 + 20 * len(turn.calls),
        },
        "cached_tokens": 0,
    }


def _citation(body: dict[str, Any], text: str) -> dict[str, Any] | None:
    """Return a citation that links the last word of a text to the last result in the request ``body``. Return None if
    there are no results or no words.
    """
    results = [message for message in body["messages"] if message["role"] == "tool"]
    words = list(_WORD.finditer(text))
    if not results or not words:
        return None
    source = {"type": "tool", "id": f"{results[-1]['tool_call_id']}:0", "tool_output": _output(results[-1]["content"])}
    word = words[-1]
    return {
        "start": word.start(), "end": word.end(), "text": word[0], "sources": [source], "type": "TEXT_CONTENT",
    }  # fmt: skip


def _output(content: Any) -> dict[str, str]:
    """Return a result as the API shows it in a citation: as an object whose members are texts.

    If the result is not an object, its text becomes the member ``content``.
    """
    first = content[0] if isinstance(content, list) and content else {}
    text = content if isinstance(content, str) else first.get("text", "")
    data = first.get("document", {}).get("data", text)
    if isinstance(data, str):
        try:
            spelled = exact_json.loads(data)
        except JsonError:
            spelled = None
        data = spelled if isinstance(spelled, dict) else {"content": data}
    return {key: item if isinstance(item, str) else exact_json.dumps(item) for key, item in data.items()}


def _stream(body: dict[str, Any], turn: Turn, calls: list[tuple[str, TurnCall]], ids: Ids) -> Iterator[Any]:
    opening = {"role": "assistant", "content": [], "tool_plan": "", "tool_calls": [], "citations": []}
    yield {"id": _uuid(ids), "type": "message-start", "delta": {"message": opening}}
    if turn.reasoning:
        yield _event("content-start", 0, {"content": {"type": "thinking", "thinking": ""}})
        for piece in ids.pieces(turn.reasoning):
            yield _event("content-delta", 0, {"content": {"thinking": piece}})
        yield {"type": "content-end", "index": 0}
    if calls:
        for piece in ids.pieces("" if turn.reasoning else _plan(turn)):
            yield {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": piece}}}
        for index, (call_id, call) in enumerate(calls):
            yield _event("tool-call-start", index, {"tool_calls": _call(call_id, call.name, "")})
            for piece in ids.pieces(call.arguments) if exact_json.loads(call.arguments) else ():
                yield _event("tool-call-delta", index, {"tool_calls": {"function": {"arguments": piece}}})
            yield {"type": "tool-call-end", "index": index}
    else:
        yield _event("content-start", 0, {"content": {"type": "text", "text": ""}})
        for piece in ids.pieces(turn.text):
            yield _event("content-delta", 0, {"content": {"text": piece}})
        cited = _citation(body, turn.text)
        if cited:
            yield _event("citation-start", 0, {"citations": cited})
            yield {"type": "citation-end", "index": 0}
        yield {"type": "content-end", "index": 0}
    fails = turn.early == "error"
    end = {"error": _FAILURE, "finish_reason": "ERROR"} if fails else {"finish_reason": _finish(turn)}
    yield {"type": "message-end", "delta": end | {"usage": _usage(body, turn)}}
    yield payloads.DONE


def _event(kind: str, index: int, message: dict[str, Any]) -> dict[str, Any]:
    return {"type": kind, "index": index, "delta": {"message": message}}


def _check(data: bytes) -> dict[str, Any]:
    """Return the body of the request. Raises ``Refused`` for a body that the types of the vendor's SDK do not allow."""
    try:
        body = exact_json.loads(data)
    except JsonError as error:
        raise Refused(f"invalid request: the body is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise Refused("invalid request: the body is not an object")
    if not isinstance(body.get("model"), str) or not body["model"]:
        raise Refused("invalid request: model is missing")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise Refused("invalid request: messages is missing or empty")
    known: set[str] = set()
    for n, message in enumerate(messages):
        _check_message(message, f"messages[{n}]")
        if message["role"] == "tool" and message["tool_call_id"] not in known:
            name = message["tool_call_id"]
            raise Refused(
                f"invalid tool message at messages[{n}]: tool call id '{name}' not found in previous tool calls"
            )
        known.update(call["id"] for call in message.get("tool_calls") or () if isinstance(call.get("id"), str))
    _check_tools(body)
    return body


def _check_message(message: Any, at: str) -> None:
    if not isinstance(message, dict) or message.get("role") not in _ROLES:
        raise Refused(f"invalid request: {at}.role is not in {', '.join(_ROLES)}")
    if message["role"] == "tool":
        if not isinstance(message.get("tool_call_id"), str):
            raise Refused(f"invalid tool message at {at}: tool_call_id is a required field")
        if not isinstance(message.get("content"), str | list):
            raise Refused(f"invalid request: {at}.content is missing")
    calls = message.get("tool_calls")
    if not isinstance(calls, list | None):
        raise Refused(f"invalid request: {at}.tool_calls is not an array")
    for m, call in enumerate(calls or ()):
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("arguments"), str):
            raise Refused(f"invalid request: {at}.tool_calls[{m}].function.arguments is not a string")


def _check_tools(body: dict[str, Any]) -> None:
    tools = body.get("tools")
    if not isinstance(tools, list | None):
        raise Refused("invalid request: tools is not an array")
    for n, tool in enumerate(tools or ()):
        function = tool.get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise Refused(f"invalid request: tools[{n}].function.name is missing")
        if not isinstance(function.get("parameters"), dict):
            raise Refused(f"invalid request: tools[{n}].function.parameters is missing")
        if "strict" in function:
            raise Refused(f"unknown field: parameter 'strict' is not a valid field. {_SEE}", 422)
    choice = body.get("tool_choice")
    if choice is not None and choice not in _CHOICES:
        raise Refused(f"invalid request: tool_choice is not in {', '.join(_CHOICES)}")
    if choice == "REQUIRED" and not tools:
        raise Refused("invalid request: tool_choice REQUIRED needs tools")
