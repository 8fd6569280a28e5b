"""Writing of a response as a stream."""

from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.fragments import fragments
from toolwire.dialects.openai_chat import calls
from toolwire.dialects.openai_chat.response import FINISH_WORDS, USAGE
from toolwire.model import Json, Part, Reasoning, Refusal, Response, Text, ToolCall
from toolwire.wire import exact_json, sse
from toolwire.wire.payloads import DONE

_NO_EXTRA: Final[Mapping[str, Json]] = {}


class StreamWriter:
    """A writer that writes a stream while the response arrives.

    Call ``begin`` first, ``add`` for each part or piece of a part, and ``end`` last.
    """

    def __init__(self, response_id: str | None, model: str | None, extra: Mapping[str, Json] = _NO_EXTRA) -> None:
        """Start a writer.

        The keys and values of ``extra`` are added to every chunk. If ``extra`` lacks ``created``, the time 0 is
        written, because clients require a time.
        """
        chunk: dict[str, Json] = {"id": response_id, "object": "chat.completion.chunk", "created": 0, "model": model}
        self._head: dict[str, Json] = {**chunk, **extra}
        self._calls = 0

    def begin(self, data: Mapping[str, Json]) -> bytes:
        """Return the first chunk. Its delta has the role and the keys of ``data``, the response's provider data."""
        return self._chunk({"role": "assistant", **data})

    def add(self, part: Part) -> bytes:
        """Return the chunks for a part, or for a piece of text or reasoning. A call must be whole."""
        return b"".join(map(self._chunk, self._deltas(part)))

    def end(self, response: Response) -> bytes:
        """Return the chunks after the last part: an error, or the finish and the usage.

        No finish is written for an answer that was interrupted.
        """
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
                yield from ({"content": piece} for piece in fragments(part.text))
            case Refusal():
                yield from ({"refusal": piece} for piece in fragments(part.text))
            case Reasoning(provider_data={"field": str(key)}):
                yield from ({key: piece} for piece in fragments(part.text))
            case ToolCall(kind="legacy"):
                yield {"function_call": {"name": part.name, "arguments": ""}}
                yield from ({"function_call": {"arguments": piece}} for piece in fragments(part.arguments.text))
            case ToolCall():
                entry = calls.write(part)
                key, text = ("custom", "input") if part.kind == "custom" else ("function", "arguments")
                yield {"tool_calls": [{"index": self._calls} | entry | {key: {"name": part.name, text: ""}}]}
                for piece in fragments(part.arguments.text):
                    yield {"tool_calls": [{"index": self._calls, key: {text: piece}}]}
                self._calls += 1
            case _:
                pass


def write_stream(response: Response) -> bytes:
    """Return a response as a stream: a chunk for each delta, then the chunks of the end. If the answer ended without an
    error, ``[DONE]`` is the last event.
    """
    writer = StreamWriter(response.id, response.model)
    frames = map(writer.add, response.parts)
    return b"".join((writer.begin(response.provider_data), *frames, writer.end(response)))


def _frame(chunk: Json) -> bytes:
    return sse.encode(exact_json.dumps(chunk))
