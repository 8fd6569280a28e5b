"""A stand-in for Ollama's own ``/api/chat``.

The stand-in plays Qwen3, which thinks only if the script has reasoning. A stream sends text token by token. Each call
is complete, on a separate line. The finish reason is ``stop``, even with calls. JSON is written as Go writes it.
Numbers in arguments are doubles, because Go reads them into the type ``any``. The dialect has no tool choice, so
``tool_choice`` is ignored like every unknown key. Sources: ``api/types.go``, ``server/routes.go`` and ``docs/api`` of
ollama (commit fb3076099, 2026-08-21), recordings of 2025 and 2026.

The message about tools for a model that supports no tools is from Ollama's own tests. The message about a value of a
wrong type has the form of Go's JSON decoder, with the names of Ollama's types. The messages about an empty body and a
missing model are written from memory of issue threads, without a source. The project wrote the message about text that
is not JSON. Like Ollama, the stand-in checks no rule about histories.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from conformance.standins.script import (
    Answer,
    Chunk,
    Ids,
    Thought,
    Turn,
    TurnCall,
    TurnText,
    as_doubles,
    expected_error,
    tokens,
)
from toolwire.model import Expected, ExpectedCall, ProviderError
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_TOOLLESS: Final = ("codellama", "gemma3", "llama2", "phi3")
_MILLION: Final = 1_000_000
_FAILURE: Final = "an error was encountered while running the model"
"""The error that ends a stream, from the vendor's documentation of errors."""


class _Go(msgspec.Struct, frozen=True):
    """A Go type: its name, the JSON type from which it is read, and the types of its fields or items."""

    name: str
    json: str
    fields: dict[str, "_Go"] = msgspec.field(default_factory=dict)
    items: "_Go | None" = None


_STRING: Final = _Go("string", "string")
_STRINGS: Final = _Go("[]string", "array", items=_STRING)
_OBJECT: Final = _Go("map[string]interface {}", "object")
_FUNCTION_CALL: Final = _Go(
    "api.ToolCallFunction",
    "object",
    {"name": _STRING, "arguments": _Go("api.ToolCallFunctionArguments", "object")},
)
_CALL: Final = _Go("api.ToolCall", "object", {"id": _STRING, "function": _FUNCTION_CALL})
_MESSAGE: Final = _Go(
    "api.Message",
    "object",
    {
        "role": _STRING,
        "content": _STRING,
        "thinking": _STRING,
        "images": _Go("[]api.ImageData", "array"),
        "tool_calls": _Go("[]api.ToolCall", "array", items=_CALL),
        "tool_name": _STRING,
        "tool_call_id": _STRING,
    },
)
_PARAMETERS: Final = _Go(
    "api.ToolFunctionParameters",
    "object",
    {"type": _STRING, "required": _STRINGS, "properties": _Go("map[string]api.ToolProperty", "object")},
)
_FUNCTION: Final = _Go(
    "api.ToolFunction", "object", {"name": _STRING, "description": _STRING, "parameters": _PARAMETERS}
)
_TOOL: Final = _Go("api.Tool", "object", {"type": _STRING, "function": _FUNCTION})
_REQUEST: Final = _Go(
    "api.ChatRequest",
    "object",
    {
        "model": _STRING,
        "messages": _Go("[]api.Message", "array", items=_MESSAGE),
        "stream": _Go("bool", "bool"),
        "tools": _Go("api.Tools", "array", items=_TOOL),
        "options": _OBJECT,
    },
)


class Refused(Exception):
    """The vendor's refusal of a request."""


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return Ollama's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    headers = {"content-type": "application/json; charset=utf-8"}
    try:
        body = _check(request.body)
    except Refused as refused:
        line = Chunk(ids.number(1, 5), _go({"error": str(refused)}))
        return Answer(status=400, headers=headers, chunks=(line,), expected=expected_error(400, str(refused)))
    turn.refuse_cut_call("Ollama reads no call that the token limit cuts, and no source shows such an answer")
    calls = [(f"call_{ids.lower(8)}", call.name, as_doubles(exact_json.loads(call.arguments))) for call in turn.calls]
    fails = turn.early == "error" and body.get("stream") is not False
    expected = Expected(
        calls=tuple(
            ExpectedCall(id=call_id, name=name, arguments=exact_json.dumps(arguments))
            for call_id, name, arguments in calls
        ),
        text=turn.text,
        finish=turn.finish,
        reasoning=turn.reasoning or None,
        error=ProviderError(message=_FAILURE) if fails else None,
    )
    word = "" if fails else turn.word({"length": "length"}, "stop")
    lines = list(_lines(turn, calls, ids))
    if body.get("stream") is not False:
        headers["content-type"] = "application/x-ndjson"
        chunks = tuple(_stream(body, lines, word, ids))
    else:
        chunks = (_plain(body, lines, word, ids),)
    return Answer(status=200, headers=headers, chunks=chunks, expected=expected)


def _lines(turn: Turn, calls: list[tuple[str, str, Any]], ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the message of each line of a stream, except the last line."""
    left = enumerate(calls)
    for block in turn.blocks:
        match block:
            case Thought(text):
                yield from ({"content": "", "thinking": piece} for piece in ids.pieces(text))
            case TurnText(text):
                yield from ({"content": piece} for piece in ids.pieces(text))
            case TurnCall():
                index, call = next(left)
                yield {"content": "", "tool_calls": [_call(index, *call)]}


def _call(index: int, call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"id": call_id, "function": {"index": index, "name": name, "arguments": arguments}}


def _go(value: Any) -> bytes:
    """Return JSON as Go writes it. Characters that are special in HTML are escaped."""
    text = exact_json.dumps(value)
    for sign in "&<>\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text.encode()


class _Run:
    """The times and the token counts of an answer."""

    def __init__(self, body: dict[str, Any], word: str, ids: Ids) -> None:
        self._body, self._word, self._ids = body, word, ids
        self._began = ids.later(0, 0)
        self._loading, self._reading = ids.number(20, 90), ids.number(80, 300)
        self._started = ids.later(self._loading + self._reading, self._loading + self._reading + 9)
        self._now, self._output_tokens = self._started, 0

    def advance(self, line: dict[str, Any]) -> None:
        """Advance the clock by the time that the model needs for ``line``, and count the line's tokens."""
        count = tokens(exact_json.dumps(line["tool_calls"])) if "tool_calls" in line else 1
        self._now = self._ids.later(10 * count, 40 * count)
        self._output_tokens += count

    def chunk(self, message: dict[str, Any], ending: dict[str, Any], end: bytes = b"") -> Chunk:
        """Return a line of a stream, or a plain answer, as a chunk with the present time of the clock.

        ``ending``: the keys after the message. ``end``: the bytes after the JSON, such as a line end.
        """
        second = datetime.fromtimestamp(self._now // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        fraction = f"{_nanoseconds(self._now % 1000, self._ids):09d}".rstrip("0")
        head = {
            "model": self._body["model"],
            "created_at": f"{second}.{fraction}Z",
            "message": {"role": "assistant"} | message,
        }
        return Chunk(self._now - self._began, _go(head | ending) + end)

    def failure(self) -> Chunk:
        """Return the line with the error as a chunk, with the present time of the clock."""
        return Chunk(self._now - self._began, _go({"error": _FAILURE}) + b"\n")

    def ending(self) -> dict[str, Any]:
        """Return the additional keys of the last line: the reason of the end, durations, and token counts."""
        asked = exact_json.dumps([self._body.get("messages"), self._body.get("tools")])
        return {
            "done": True,
            "done_reason": self._word,
            "total_duration": _nanoseconds(self._now - self._began, self._ids),
            "load_duration": _nanoseconds(self._loading, self._ids),
            "prompt_eval_count": tokens(asked),
            "prompt_eval_duration": _nanoseconds(self._reading, self._ids),
            "eval_count": self._output_tokens,
            "eval_duration": _nanoseconds(self._now - self._started, self._ids),
        }


def _stream(body: dict[str, Any], lines: list[dict[str, Any]], word: str, ids: Ids) -> Iterator[Chunk]:
    run = _Run(body, word, ids)
    for line in lines:
        run.advance(line)
        yield run.chunk(line, {"done": False}, b"\n")
    run.advance({})
    if not word:
        yield run.failure()
        return
    yield run.chunk({"content": ""}, run.ending(), b"\n")


def _plain(body: dict[str, Any], lines: list[dict[str, Any]], word: str, ids: Ids) -> Chunk:
    run = _Run(body, word, ids)
    for line in lines:
        run.advance(line)
    run.advance({})
    message: dict[str, Any] = {"content": "".join(line["content"] for line in lines)}
    thinking = "".join(line.get("thinking", "") for line in lines)
    if thinking:
        message["thinking"] = thinking
    calls = [call for line in lines for call in line.get("tool_calls", ())]
    return run.chunk(message | {"tool_calls": calls} if calls else message, run.ending())


def _nanoseconds(milliseconds: int, ids: Ids) -> int:
    return milliseconds * _MILLION + ids.number(1, _MILLION - 1)


def _check(data: bytes) -> dict[str, Any]:
    """Return the body of the request. Raises ``Refused`` for a request that the vendor refuses."""
    if not data.strip():
        raise Refused("missing request body")
    try:
        body = exact_json.loads(data)
    except JsonError as error:
        raise Refused(f"invalid JSON: {error}") from None
    _decode(body, _REQUEST, "")
    if not body or not body.get("model"):
        raise Refused("model is required")
    family, _, tag = body["model"].partition(":")
    if body.get("tools") and family in _TOOLLESS:
        raise Refused(f"registry.ollama.ai/library/{family}:{tag or 'latest'} does not support tools")
    return {key: value for key, value in body.items() if value is not None}


def _decode(value: Any, go: _Go, at: str) -> None:
    """Raise ``Refused`` if Go's decoder cannot read a value as the type ``go``. Null fits every type.

    Keys that the type does not have are ignored.
    """
    if value is None:
        return
    found = _kind(value)
    if found != go.json:
        place = f"Go struct field ChatRequest.{at}" if at else "Go value"
        raise Refused(f"json: cannot unmarshal {found} into {place} of type {go.name}")
    if go.items:
        for item in value:
            _decode(item, go.items, at)
    for key, field in go.fields.items():
        _decode(value.get(key), field, f"{at}.{key}".lstrip("."))


def _kind(value: Any) -> str:
    """Return Go's name for the type of a JSON value."""
    kinds: dict[type, str] = {bool: "bool", str: "string", list: "array"}
    return kinds.get(type(value), "object" if isinstance(value, dict) else "number")
