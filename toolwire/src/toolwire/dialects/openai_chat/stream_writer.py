"""Writing streams."""

from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.openai_chat import calls
from toolwire.dialects.openai_chat.response import FINISH_WORDS, USAGE
from toolwire.model import Json, Part, Reasoning, Refusal, Response, Text, ToolCall
from toolwire.wire import exact_json, sse
from toolwire.wire.payloads import DONE

_FRAGMENT: Final = 12
_NO_MORE: Final[Mapping[str, Json]] = {}


class StreamWriter:
    """Writes a stream while the response comes: ``begin``, ``more`` for each part, or for pieces of it, and ``end``."""

    def __init__(self, response_id: str | None, model: str | None, more: Mapping[str, Json] = _NO_MORE) -> None:
        """``more``: what else stands in every chunk."""
        self._head: dict[str, Json] = {"id": response_id, "object": "chat.completion.chunk", "model": model, **more}
        self._calls = 0

    def begin(self, data: Mapping[str, Json]) -> bytes:
        """The first chunk, with what else is known of the response."""
        return self._chunk({"role": "assistant", **data})

    def more(self, part: Part) -> bytes:
        """A part, or more of one; a call comes whole."""
        return b"".join(map(self._chunk, self._deltas(part)))

    def end(self, response: Response) -> bytes:
        """What follows the last part: an error, or finish and usage; nothing where the bytes broke off."""
        if response.error is not None:
            return _frame({"error": response.error.value or {"message": response.error.message}})
        ends = response.finish.reason not in finish.UNENDED
        frames = []
        if ends:
            raw = finish.word(response.finish, FINISH_WORDS, response.parts)
            frames.append(_frame(self._head | {"choices": [{"index": 0, "delta": {}, "finish_reason": raw}]}))
        if response.usage is not None:
            frames.append(_frame(self._head | {"choices": [], "usage": counts.write(response.usage, USAGE)}))
        return b"".join([*frames, sse.encode(DONE)] if ends else frames)

    def _chunk(self, delta: Json) -> bytes:
        return _frame(self._head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})

    def _deltas(self, part: Part) -> Iterator[dict[str, Json]]:
        match part:
            case Text():
                yield from ({"content": piece} for piece in pieces(part.text))
            case Refusal():
                yield from ({"refusal": piece} for piece in pieces(part.text))
            case Reasoning(provider_data={"field": str(key)}):
                yield from ({key: piece} for piece in pieces(part.text))
            case ToolCall(kind="legacy"):
                yield {"function_call": {"name": part.name, "arguments": ""}}
                yield from ({"function_call": {"arguments": piece}} for piece in pieces(part.arguments.text))
            case ToolCall():
                entry = calls.write(part)
                key, text = ("custom", "input") if part.kind == "custom" else ("function", "arguments")
                yield {"tool_calls": [{"index": self._calls} | entry | {key: {"name": part.name, text: ""}}]}
                for piece in pieces(part.arguments.text):
                    yield {"tool_calls": [{"index": self._calls, key: {text: piece}}]}
                self._calls += 1
            case _:
                pass


def write_stream(response: Response) -> bytes:
    """The stream that brings a response: one chunk for each delta, ``[DONE]`` at the end."""
    writer = StreamWriter(response.id, response.model)
    said = map(writer.more, response.parts)
    return b"".join((writer.begin(response.provider_data), *said, writer.end(response)))


def _frame(chunk: Json) -> bytes:
    return sse.encode(exact_json.dumps(chunk))


def pieces(text: str) -> Iterator[str]:
    """``text`` in the fragments that a stream brings."""
    for start in range(0, len(text), _FRAGMENT):
        yield text[start : start + _FRAGMENT]
