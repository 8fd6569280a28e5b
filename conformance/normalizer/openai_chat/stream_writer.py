"""Writing streams."""

from collections.abc import Iterator
from typing import Final

from conformance.model import Json, Reasoning, Refusal, Response, Text, ToolCall
from conformance.normalizer import finish
from conformance.normalizer import usage as counts
from conformance.normalizer.openai_chat import calls
from conformance.normalizer.openai_chat.response import FINISH_WORDS, USAGE
from conformance.wire import exact_json, sse
from conformance.wire.payloads import DONE

_FRAGMENT: Final = 12


def write_stream(response: Response) -> bytes:
    """The stream that brings a response: one chunk for each delta, ``[DONE]`` at the end."""
    head: dict[str, Json] = {"id": response.id, "object": "chat.completion.chunk", "model": response.model}
    deltas = list(_deltas(response))
    chunks: list[Json] = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    if response.error is not None:
        chunks.append({"error": response.error.value or {"message": response.error.message}})
        return b"".join(sse.encode(exact_json.dumps(chunk)) for chunk in chunks)
    if response.finish.reason not in finish.UNENDED:
        raw = finish.word(response.finish, FINISH_WORDS, response.parts)
        chunks.append(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": raw}]})
    if response.usage is not None:
        chunks.append(head | {"choices": [], "usage": counts.write(response.usage, USAGE)})
    frames = [exact_json.dumps(chunk) for chunk in chunks]
    if response.finish.reason not in finish.UNENDED:
        frames.append(DONE)
    return b"".join(sse.encode(frame) for frame in frames)


def _deltas(response: Response) -> Iterator[dict[str, Json]]:
    yield {"role": "assistant"} | response.provider_data
    index = 0
    for part in response.parts:
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
                yield {"tool_calls": [{"index": index} | entry | {key: {"name": part.name, text: ""}}]}
                for piece in pieces(part.arguments.text):
                    yield {"tool_calls": [{"index": index, key: {text: piece}}]}
                index += 1
            case _:
                pass


def pieces(text: str) -> Iterator[str]:
    """``text`` in the fragments that a stream brings."""
    for start in range(0, len(text), _FRAGMENT):
        yield text[start : start + _FRAGMENT]
