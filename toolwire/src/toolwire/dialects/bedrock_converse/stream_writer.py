"""Writing of a response as a stream."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from toolwire.dialects import finish
from toolwire.dialects import usage as counts
from toolwire.dialects.bedrock_converse import calls, content, media, results
from toolwire.dialects.bedrock_converse.response import METRICS, USAGE, check, error_value, stop_word
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fragments import fragments
from toolwire.model import Image, Json, Part, ProviderPart, Reasoning, Response, Text, ToolCall
from toolwire.wire import aws_event_stream, exact_json

_FAILURE: Final = "modelStreamErrorException"

Block: TypeAlias = tuple[dict[str, Json] | None, list[dict[str, Json]]]
"""The start of a block, and the deltas with the rest of the block. The start is None if the block starts with a delta.
"""


def write_stream(response: Response) -> bytes:
    """Return a response as a stream. An incomplete call has ``contentBlockStop`` only if it is the last part before a
    stop reason.

    Raises ``Inexpressible``.
    """
    check(response)
    return b"".join(aws_event_stream.event(name, exact_json.encode(value)) for name, value in _events(response))


def _events(response: Response) -> Iterator[tuple[str, dict[str, Json]]]:
    ends = response.error is None and response.finish.reason not in finish.UNENDED
    yield "messageStart", {"role": "assistant"}
    for index, part in enumerate(response.parts):
        at = {"contentBlockIndex": index}
        start, deltas = _block(part)
        if start is not None:
            yield "contentBlockStart", at | {"start": start}
        for delta in deltas:
            yield "contentBlockDelta", at | {"delta": delta}
        cut = isinstance(part, ToolCall) and not part.complete
        if not cut or (ends and part is response.parts[-1]):
            yield "contentBlockStop", at
    if ends:
        yield "messageStop", {"stopReason": stop_word(response)}
    if response.usage is not None:
        yield "metadata", {"usage": counts.write(response.usage, USAGE), "metrics": METRICS}
    if response.error is not None:
        name = response.error.kind or ""
        yield name if name.endswith("Exception") else _FAILURE, error_value(response.error)


def _block(part: Part) -> Block:
    match part:
        case Text():
            cited = part.provider_data.get(content.CITED, {}).get("citations", ())
            texts: list[dict[str, Json]] = [{"text": piece} for piece in (*fragments(part.text),) or ("",)]
            return None, texts + [{"citation": citation} for citation in cited]
        case Reasoning():
            return None, [{"reasoningContent": piece} for piece in _reasoning(part)]
        case ToolCall():
            return {calls.KEY: calls.head(part)}, _input(part.arguments.text)
        case ProviderPart(kind=calls.KEY, value={"toolUse": {"input": given, **rest}}):
            return {calls.KEY: rest}, _input(exact_json.dumps(given))
        case ProviderPart(kind=results.KEY, value={"toolResult": {"content": list(listed), **rest}}):
            return {results.KEY: rest}, [{results.KEY: listed}]
        case ProviderPart(kind=content.CITED, value={"citationsContent": {"citations": list(listed), **more}}):
            if not more:
                return None, [{"citation": citation} for citation in listed]
        case Image():
            written = media.write(part)["image"]
            return {"image": {"format": written["format"]}}, [{"image": {"source": written["source"]}}]
    raise Inexpressible(f"bedrock_converse cannot stream this part of an answer: {type(part).__name__.lower()}")


def _reasoning(part: Reasoning) -> Iterator[dict[str, Json]]:
    for piece in fragments(part.text):
        yield {"text": piece}
    signature = part.provider_data.get(content.SIGNED, {}).get("signature")
    if signature is not None:
        yield {"signature": signature}
    if content.REDACTED in part.provider_data:
        yield {content.REDACTED: part.provider_data[content.REDACTED]}
    if not (part.text or part.provider_data):
        yield {"text": ""}


def _input(text: str) -> list[dict[str, Json]]:
    """Return the deltas of a call's input.

    The first delta is empty, as in the streams of Claude (9 of 9 calls). A call without arguments has no other delta.
    """
    return [{calls.KEY: {"input": piece}} for piece in ("", *fragments(text))]
