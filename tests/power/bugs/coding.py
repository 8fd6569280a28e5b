"""Bugs in codecs, and in readers of calls in text."""

import html
import json
import re
from collections.abc import Sequence

import msgspec

from conformance.adapters.reference import ReferenceAdapter
from toolwire.model import Arguments, Part, Reasoning, Request, Response, Text, Tool, ToolCall, ToolResult
from toolwire.wire.exchange import WireRequest, WireResponse

from ..bug import adapter_bug
from ..edits import (
    Parts,
    is_json,
    replace,
    schemas_of,
    with_arguments,
    with_calls,
    with_messages,
    with_parts,
    with_texts,
    with_tools,
)


@adapter_bug("codec")
class ReadsRequestsWithoutSystem(ReferenceAdapter):
    """Lose the system message when reading a request."""

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        read = super().decode_request(dialect, request)
        kept = tuple(message for message in read.messages if message.role != "system")
        return replace(read, messages=kept)


@adapter_bug("codec")
class ReadsRequestsWithoutFlags(ReferenceAdapter):
    """Lose the failure flags of results when reading a request."""

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        def edited(result: object) -> object:
            return replace(result, is_error=None, carried=None) if isinstance(result, ToolResult) else result

        read = super().decode_request(dialect, request)
        return with_messages(read, lambda message: with_parts(message, lambda parts: list(map(edited, parts))))  # type: ignore[arg-type]


@adapter_bug("codec")
class ReadsRequestsWithoutStrictness(ReferenceAdapter):
    """Lose the strictness of tools when reading a request."""

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        return with_tools(super().decode_request(dialect, request), lambda tool: replace(tool, strict=None))


@adapter_bug("codec")
class ReadsRequestsWithOtherIds(ReferenceAdapter):
    """Change the ids of calls to lower case when reading a request."""

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        read = super().decode_request(dialect, request)
        return with_messages(
            read, lambda message: with_calls(message, lambda call: replace(call, id=call.id and call.id.lower()))
        )


@adapter_bug("codec")
class WritesAnswersWithoutText(ReferenceAdapter):
    """Write answers with calls without their text."""

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        if response.calls:
            response = with_parts(response, lambda parts: [part for part in parts if not isinstance(part, Text)])
        return super().encode_response(dialect, response, stream=stream)


@adapter_bug("codec")
class WritesStreamsThatStop(ReferenceAdapter):
    """Write streams with calls with the finish reason of an answer without calls."""

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        body = super().encode_response(dialect, response, stream=stream)
        return body.replace(b'"tool_calls"}', b'"stop"}') if stream else body


@adapter_bug("codec")
class WritesStreamsWithoutReasoning(ReferenceAdapter):
    """Write streams without reasoning."""

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        if stream:
            response = with_parts(response, lambda parts: [part for part in parts if not isinstance(part, Reasoning)])
        return super().encode_response(dialect, response, stream=stream)


@adapter_bug("codec")
class WritesStreamsOfAscii(ReferenceAdapter):
    """Write streams with question marks in place of characters outside ASCII."""

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        if stream:
            response = with_texts(response, lambda text: text.encode("ascii", "replace").decode())
        return super().encode_response(dialect, response, stream=stream)


@adapter_bug("codec")
class WritesArgumentsInDoubles(ReferenceAdapter):
    """Write the numbers in arguments as doubles."""

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        doubled = with_arguments(
            response, lambda value: json.loads(json.dumps(msgspec.to_builtins(value, enc_hook=str)), parse_int=float)
        )
        return super().encode_response(dialect, doubled, stream=stream)


@adapter_bug("codec")
class GivesOtherValuesThanTexts(ReferenceAdapter):
    """Return arguments with the right text, but with doubles in their value."""

    def decode(self, dialect: str, response: WireResponse) -> Response:
        def edited(call: ToolCall) -> ToolCall:
            if call.arguments.form != "object":
                return call
            value = json.loads(call.arguments.text, parse_int=float)
            return replace(call, arguments=Arguments(text=call.arguments.text, form="object", value=value))

        return with_calls(super().decode(dialect, response), edited)


@adapter_bug("codec", "langchain#32591")
class CountsTwice(ReferenceAdapter):
    """Count the output tokens twice, as if the counts in the middle and at the end of a stream were added."""

    def decode(self, dialect: str, response: WireResponse) -> Response:
        read = super().decode(dialect, response)
        if read.usage is None or read.usage.output_tokens is None:
            return read
        return replace(read, usage=replace(read.usage, output_tokens=read.usage.output_tokens * 2))


@adapter_bug("codec")
class ReadsNoModel(ReferenceAdapter):
    """Lose the name of the model that answered."""

    def decode(self, dialect: str, response: WireResponse) -> Response:
        return replace(super().decode(dialect, response), model=None)


class _Reader(ReferenceAdapter):
    """A reader of calls in text that edits its readings."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        return self._edited(super().read_text(text_format, pieces, tools))

    def _edited(self, read: Response) -> Response:
        raise NotImplementedError


@adapter_bug("format")
class ReadsOneCallOfText(_Reader):
    """Read only the last call of a text."""

    def _edited(self, read: Response) -> Response:
        return with_parts(read, lambda parts: [part for part in parts if part not in read.calls[:-1]])


@adapter_bug("format")
class StripsTextAroundCalls(_Reader):
    """Replace line ends in the text around calls by blanks."""

    def _edited(self, read: Response) -> Response:
        return with_texts(read, lambda text: text.replace("\n", " "))


@adapter_bug("format")
class ReadsNumbersOfTextAsDoubles(_Reader):
    """Round the integers in calls to doubles."""

    def _edited(self, read: Response) -> Response:
        return with_arguments(
            read, lambda value: json.loads(json.dumps(value, default=str), parse_int=lambda text: int(float(text)))
        )


@adapter_bug("format")
class JoinsPiecesByLines(ReferenceAdapter):
    """Join the pieces of a text with line ends."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        return super().read_text(text_format, ["\n".join(pieces)], tools)


@adapter_bug("format")
class ReadsDigitsOfTextAsNumbers(ReferenceAdapter):
    """Read a string of digits in calls as a number."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        def typed(value: object) -> object:
            return int(value) if isinstance(value, str) and value.isdecimal() else value

        read = super().read_text(text_format, pieces, tools)
        return with_arguments(read, lambda value: {key: typed(item) for key, item in value.items()})


@adapter_bug("format", "TensorRT-LLM#17740")
class EndsAtTextBehindCalls(_Reader):
    """Drop everything from the first text after a call on."""

    def _edited(self, read: Response) -> Response:
        def until(parts: Parts) -> Parts:
            called = [n for n, part in enumerate(parts) if isinstance(part, ToolCall)][:1]
            texts = [n for n, part in enumerate(parts) if isinstance(part, Text) and part.text.strip()]
            return parts[: next((n for first in called for n in texts if n > first), len(parts))]

        return with_parts(read, until)


@adapter_bug("format")
class RepeatsTextBehindCalls(_Reader):
    """Return the last text twice, as if it were flushed twice."""

    def _edited(self, read: Response) -> Response:
        return with_parts(read, lambda parts: [*parts, *(part for part in parts[-1:] if isinstance(part, Text))])


@adapter_bug("format", "sglang#32088")
class CutsTextBehindCalls(_Reader):
    """Drop the first character of the text after a call."""

    def _edited(self, read: Response) -> Response:
        def cut(parts: Parts) -> Parts:
            *others, last = parts or [Text(text="")]
            is_behind = isinstance(last, Text) and read.calls
            return [*others, replace(last, text=last.text.strip()[1:])] if is_behind else parts

        return with_parts(read, cut)


@adapter_bug("format", "sglang#32088")
class CutsTextBehindStreamedCalls(CutsTextBehindCalls):
    """Drop the first character of the text after a call if the answer comes in pieces."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        if len(pieces) > 1:
            return super().read_text(text_format, pieces, tools)
        return ReferenceAdapter.read_text(self, text_format, pieces, tools)


@adapter_bug("format")
class UnescapesTextAroundCalls(_Reader):
    """Unescape HTML in the text around calls."""

    def _edited(self, read: Response) -> Response:
        return with_texts(read, html.unescape)


@adapter_bug("format")
class DropsUndeclaredArguments(ReferenceAdapter):
    """Drop arguments that no schema declares."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        known = {key for schema in schemas_of(tools) for key in schema.get("properties", {})}
        read = super().read_text(text_format, pieces, tools)
        return with_arguments(read, lambda value: {key: item for key, item in value.items() if key in known})


@adapter_bug("format")
class DropsValuesOutsideEnums(ReferenceAdapter):
    """Drop arguments whose value is not in the parameter's enumeration."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        listed = {key: of["enum"] for schema in schemas_of(tools) for key, of in schema.get("properties", {}).items()
                  if "enum" in of}  # fmt: skip
        read = super().read_text(text_format, pieces, tools)
        return with_arguments(read, lambda value: {
            key: item for key, item in value.items() if key not in listed or item in listed[key]
        })  # fmt: skip


@adapter_bug("format")
class DropsCallsThatLackArguments(ReferenceAdapter):
    """Drop calls that lack a required argument."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        required = {
            tool.name: schema.get("required", ()) for tool, schema in zip(tools, schemas_of(tools), strict=True)
        }

        def is_whole(part: Part) -> bool:
            return not isinstance(part, ToolCall) or {*required.get(part.name, ())} <= {*part.arguments.value}

        read = super().read_text(text_format, pieces, tools)
        return with_parts(read, lambda parts: [part for part in parts if is_whole(part)])


@adapter_bug("format")
class FillsInDefaults(ReferenceAdapter):
    """Add the schema's defaults for arguments that the model left out."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        declared = [of for schema in schemas_of(tools) for of in schema.get("properties", {}).items()]
        defaults = {key: of["default"] for key, of in declared if "default" in of}
        return with_arguments(super().read_text(text_format, pieces, tools), lambda value: defaults | value)


@adapter_bug("format")
class MakesListsOfValues(ReferenceAdapter):
    """Put a single value into a list if the schema requires a list."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        declared = [of for schema in schemas_of(tools) for of in schema.get("properties", {}).items()]
        lists = {key for key, of in declared if of.get("type") == "array"}
        read = super().read_text(text_format, pieces, tools)
        return with_arguments(read, lambda value: {
            key: [item] if key in lists and isinstance(item, str | int | float) else item for key, item in value.items()
        })  # fmt: skip


@adapter_bug("format", "vllm#55759")
class ReadsCallsInReasoning(ReferenceAdapter):
    """Return calls that are only drafted in reasoning, too."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        def drafted(part: Part) -> Parts:
            text = part.text if isinstance(part, Reasoning) else ""
            return [part, *super(ReadsCallsInReasoning, self).read_text(text_format, (text,), tools).calls]

        read = super().read_text(text_format, pieces, tools)
        return with_parts(read, lambda parts: [each for part in parts for each in drafted(part)])


@adapter_bug("format", "sglang#35562")
class TakesBracesForCalls(_Reader):
    """Drop the text from the first brace on, because a call may begin there."""

    def _edited(self, read: Response) -> Response:
        return with_texts(read, lambda text: text.partition("{")[0])


@adapter_bug("format", "sglang#35562")
class DropsAnswersInJson(_Reader):
    """Drop a text that is JSON, although it is no call."""

    def _edited(self, read: Response) -> Response:
        return with_texts(read, lambda text: "" if is_json(text) else text)


@adapter_bug("format", "sglang#35565")
class HoldsBeginningsOfMarkers(ReferenceAdapter):
    """Drop the beginning of a marker at the end of a stream, as if the rest of the marker were still to come."""

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        read = super().read_text(text_format, pieces, tools)
        return with_texts(read, lambda text: re.sub(r"<\w*$", "", text)) if len(pieces) > 1 else read


@adapter_bug("format")
class RemovesTagsOfText(_Reader):
    """Remove tags from the text around calls."""

    def _edited(self, read: Response) -> Response:
        return with_texts(read, lambda text: re.sub(r"</?\w+>", "", text))


@adapter_bug("format")
class ReadsCallsInValues(_Reader):
    """Read an argument that is JSON text with a name and arguments as a further call."""

    def _edited(self, read: Response) -> Response:
        def called(part: Part) -> Parts:
            texts = part.arguments.value.values() if isinstance(part, ToolCall) else ()
            values = [json.loads(text) for text in texts if isinstance(text, str) and is_json(text)]
            inner = [value for value in values if isinstance(value, dict) and value.keys() == {"name", "arguments"}]
            return [part, *(replace(part, name=value["name"]) for value in inner)]

        return with_parts(read, lambda parts: [each for part in parts for each in called(part)])
