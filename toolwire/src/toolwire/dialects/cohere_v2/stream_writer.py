"""Writing of a response as a stream."""

from collections.abc import Iterator

from toolwire.dialects import finish
from toolwire.dialects.cohere_v2 import calls, content
from toolwire.dialects.cohere_v2.messages import CITATIONS, is_plan
from toolwire.dialects.cohere_v2.response import check, finish_word, write_usage
from toolwire.dialects.fragments import fragments
from toolwire.model import Json, Part, Reasoning, Response, Text, ToolCall, fresh
from toolwire.wire import exact_json, sse
from toolwire.wire.payloads import DONE


def write_stream(response: Response) -> bytes:
    """Return a response as a stream. An incomplete call has no ``tool-call-end``, and an interrupted answer has no
    ``message-end``.

    Raises ``Inexpressible``.
    """
    check(response)
    response = fresh(response)
    frames = [sse.encode(exact_json.dumps(event), event["type"]) for event in _events(response)]
    ends = response.error is not None or response.finish.reason not in finish.UNENDED
    return b"".join([*frames, sse.encode(DONE)] if ends else frames)


def _events(response: Response) -> Iterator[dict[str, Json]]:
    opening = {"role": "assistant", "content": [], "tool_plan": "", "tool_calls": [], "citations": []}
    head: dict[str, Json] = {} if response.id is None else {"id": response.id}
    yield head | {"type": "message-start", "delta": {"message": opening}}
    blocks = called = 0
    for part in response.parts:
        if is_plan(part):
            for piece in fragments(part.text):  # type: ignore[union-attr]
                yield {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": piece}}}
        elif isinstance(part, ToolCall):
            yield from _call(part, called)
            called += 1
        else:
            yield from _block(part, blocks)
            blocks += 1
    for n, cited in enumerate(response.provider_data.get(CITATIONS, ())):
        yield _event("citation-start", n, {CITATIONS: cited})
        yield {"type": "citation-end", "index": n}
    if response.error is not None or response.finish.reason not in finish.UNENDED:
        yield {"type": "message-end", "delta": _end(response)}


def _event(kind: str, index: int, message: dict[str, Json]) -> dict[str, Json]:
    return {"type": kind, "index": index, "delta": {"message": message}}


def _call(call: ToolCall, index: int) -> Iterator[dict[str, Json]]:
    start = calls.head(call) | {"function": {"name": call.name, "arguments": ""}}
    yield _event("tool-call-start", index, {"tool_calls": start})
    for piece in fragments(call.arguments.text):
        yield _event("tool-call-delta", index, {"tool_calls": {"function": {"arguments": piece}}})
    if call.complete:
        yield {"type": "tool-call-end", "index": index}


def _block(part: Part, index: int) -> Iterator[dict[str, Json]]:
    match part:
        case Text() | Reasoning():
            kind = "text" if isinstance(part, Text) else "thinking"
            yield _event("content-start", index, {"content": {"type": kind, kind: ""}})
            for piece in fragments(part.text):
                yield _event("content-delta", index, {"content": {kind: piece}})
        case _:
            yield _event("content-start", index, {"content": content.write_part(part, "assistant")})
    yield {"type": "content-end", "index": index}


def _end(response: Response) -> dict[str, Json]:
    usage = {} if response.usage is None else write_usage(response.usage)
    error = response.error
    if error is None:
        return {"finish_reason": finish_word(response), "usage": usage}
    kind = {} if error.kind is None else {"error_type": error.kind}
    return {"finish_reason": "ERROR", "usage": usage, "error": error.message} | kind
