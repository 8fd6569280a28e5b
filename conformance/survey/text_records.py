"""Records of model outputs with their expected parses, and the comparison with the parses of our own parser."""

import re
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from conformance.judge import arguments
from conformance.survey.errors import RecordError
from toolwire.detection import text_format_of
from toolwire.dialects.dialect import dialect
from toolwire.json_value import Json
from toolwire.model import Reasoning, Text, Tool
from toolwire.providers.claim_file import explained
from toolwire.registry import text_format
from toolwire.text import Parsed, parse
from toolwire.text.any_of import AUTO
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

_ACCEPTED: Final = ("no_tool_calls", "content_passthrough", "exception")
Outcome: TypeAlias = Literal["equal", "soft", "different"]
T = TypeVar("T")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
"""The pattern of a key or an index in the paths that msgspec's error messages contain."""


class ExpectedCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call in an expected parse."""

    name: str
    arguments: Json = None
    """An object, or the JSON text of an object."""
    id: str | None = None
    type: str | None = None
    index: int | None = None
    """The index of the call. Most text formats have neither ``id`` nor ``type`` nor ``index``, so all three are
    ignored.
    """

    def __post_init__(self) -> None:
        if not isinstance(self.arguments, dict | str | None):
            raise ValueError("`arguments`: expected an object, or its JSON text")


class OpenAICall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An expected call in the form of OpenAI's API. Its id is ignored, because most text formats have no ids."""

    function: ExpectedCall
    id: str | None = None
    type: Literal["function"] = "function"


class ExpectedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The expected parse of an output."""

    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: tuple[ExpectedCall, ...] | None = None
    role: str | None = None
    finish_reason: str | None = None
    """The finish reason. A text has neither ``role`` nor ``finish_reason``, so both are ignored."""


class ExpectedError(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results that are accepted for an output without a complete call."""

    reason: str | None = None
    accept: tuple[str, ...] | None = None
    """The names of accepted results: ``no_tool_calls``, ``content_passthrough`` or ``exception``. Our parser never
    raises an exception, but other parsers do. All other names represent results that our parser never gives. None means
    that every result of our parser is wrong.
    """

    def __post_init__(self) -> None:
        if self.accept and not {*self.accept} & {*_ACCEPTED}:
            raise ValueError(f"`accept`: expected at least one of {', '.join(_ACCEPTED)}, got none of them")


class TextRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The text that a model wrote, and its expected parse."""

    where: str
    raw_output: str
    tools: tuple[Tool, ...] = ()
    prompt: str = ""
    """The end of the prompt, if it is known. It may already contain the marker that opens the reasoning."""
    expected: ExpectedAnswer | None = None
    expected_error: ExpectedError | None = None
    """The accepted results, for a record without ``expected``. If the record has neither, the parse cannot be judged.
    """
    family: str = ""
    """The family of models that the record states. It is only used to group results."""

    @property
    def has_expected(self) -> bool:
        """True if the record states its expected parse or its accepted results."""
        return self.expected is not None or self.expected_error is not None


class TextSight(msgspec.Struct, frozen=True, kw_only=True):
    """The result of reading a record and comparing its parse."""

    where: str
    family: str
    text_format: str | None
    """The format that was named or recognised, or None if no format was recognised."""
    outcome: Outcome
    """``equal``, ``soft`` (equal except for outer white space of the content) or ``different``."""
    why: str = ""


class _Record(msgspec.Struct, frozen=True):
    """A line of a file with records. Any other keys of the line are labels, which are ignored."""

    raw_output: str
    tools: list[Json] | None = None
    generation_prompt: str | None = None
    expected: dict[str, Json] | None = None
    expected_error: ExpectedError | None = None
    family: str | None = None

    def __post_init__(self) -> None:
        if self.expected is not None and self.expected_error is not None:
            raise ValueError("expected either `expected` or `expected_error`, got both")


def is_text_record(record: Mapping[str, Json]) -> bool:
    """Return whether a line of JSON is probably a text record, even if the record is not valid."""
    return "raw_output" in record and ("response_body" not in record or isinstance(record["raw_output"], str))


def text_record(where: str, record: Mapping[str, Json]) -> TextRecord:
    """Read a record. ``where``: the place of the record, which is kept with it.

    Raises ``RecordError`` with a JSON Pointer to the value that is not valid.
    """
    line = _typed(record, _Record)
    return TextRecord(
        where=where,
        raw_output=line.raw_output,
        tools=_tools(line.tools or []),
        prompt=line.generation_prompt or "",
        expected=None if line.expected is None else _expected_answer(line.expected),
        expected_error=line.expected_error,
        family=line.family or "not stated",
    )


def _typed(value: Json, kind: type[T], at: str = "") -> T:
    """Convert a value into the type ``kind``. ``at``: the JSON Pointer to the value.

    Raises ``RecordError`` with the JSON Pointer, the error and the valid values.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        why, _, way = str(error).partition(" - at `$")
        place = "".join(f"/{key or index}" for key, index in _STEP.findall(way))
        valid = explained(str(error), value, kind).partition(why)[2]
        raise RecordError(f"{at}{place}: {why}{valid}" if at or place else f"{why}{valid}") from None


def _expected_answer(expected: dict[str, Json]) -> ExpectedAnswer:
    """Read an expected parse. If a call has OpenAI's form, only its function is kept."""
    calls = expected.get("tool_calls")
    if not isinstance(calls, list):
        return _typed(expected, ExpectedAnswer, "/expected")
    answer = _typed(expected | {"tool_calls": None}, ExpectedAnswer, "/expected")
    return msgspec.structs.replace(answer, tool_calls=tuple(map(_expected_call, calls, count())))


def _expected_call(call: Json, n: int) -> ExpectedCall:
    at = f"/expected/tool_calls/{n}"
    if isinstance(call, dict) and "function" in call:
        return _typed(call, OpenAICall, at).function
    return _typed(call, ExpectedCall, at)


def _tools(documents: list[Json]) -> tuple[Tool, ...]:
    """Read tools in OpenAI's form. A tool may also be only the object under ``function``. Raises ``RecordError``."""
    tools = [{"type": "function", "function": tool} if _is_function(tool) else tool for tool in documents]
    body = exact_json.encode({"model": "", "messages": [], "tools": tools})
    try:
        return dialect("openai_chat").read_request(WireRequest(url="", body=body)).tools
    except WireError as error:
        raise RecordError(str(error)) from None


def _is_function(tool: Json) -> bool:
    return isinstance(tool, dict) and "name" in tool and "function" not in tool


def text_sight(record: TextRecord, named: str = AUTO) -> TextSight:
    """Parse a record in the text format ``named``, and compare the result with the expected parse.

    Raises ``NotRegistered`` for an unknown format.
    """
    known = text_format(named)
    parsed = parse(record.raw_output, known, record.tools, in_reasoning=known.opens_reasoning(record.prompt))
    outcome, why = _compared(record, parsed)
    return TextSight(
        where=record.where,
        family=record.family,
        text_format=_recognised(record) if named == AUTO else known.name,
        outcome=outcome,
        why=why,
    )


def _recognised(record: TextRecord) -> str | None:
    found = text_format_of(record.raw_output, record.tools)
    return found.name if found else None


def _compared(record: TextRecord, parsed: Parsed) -> tuple[Outcome, str]:
    calls = [(call.name, call.arguments.text) for call in parsed.calls]
    if record.expected_error is not None:
        return _refused(record.expected_error, record.raw_output, parsed)
    expected = record.expected or ExpectedAnswer()
    expected_calls = expected.tool_calls or ()
    if [name for name, _ in calls] != [call.name for call in expected_calls]:
        found, wanted = _named(name for name, _ in calls), _named(call.name for call in expected_calls)
        return "different", f"expected {wanted}, got {found}"
    for (name, text), call in zip(calls, expected_calls, strict=True):
        if not arguments.same(arguments.value(text), arguments.value(call.arguments)):
            return "different", f"{name}: expected arguments {exact_json.dumps(call.arguments)}, got {text}"
    reasoning, expected_reasoning = _join_text(parsed, Reasoning), expected.reasoning_content or ""
    if reasoning != expected_reasoning:
        return "different", f"expected reasoning {expected_reasoning!r}, got {reasoning!r}"
    content, expected_content = _join_text(parsed, Text), expected.content or ""
    if content.strip() != expected_content.strip():
        return "different", f"expected content {expected_content!r}, got {content!r}"
    return ("equal" if content == expected_content else "soft"), ""


def _refused(expected: ExpectedError, raw_output: str, parsed: Parsed) -> tuple[Outcome, str]:
    """Judge the parse of an output without a complete call. Return the outcome, and the error or "".

    The parse must have no call, and must be a result that ``expected.accept`` lists.
    """
    if parsed.calls:
        found = _named(call.name for call in parsed.calls)
        return (
            "different",
            f"expected no call, got {found}: the output has no complete call ({expected.reason})",
        )
    accepted = expected.accept or ()
    if "no_tool_calls" in accepted or ("content_passthrough" in accepted and _join_text(parsed, Text) == raw_output):
        return "equal", ""
    return "different", f"expected a result that the record accepts ({', '.join(accepted) or 'none'}), got no call"


def _named(calls: Iterable[str]) -> str:
    names = ", ".join(calls)
    return f"calls of {names}" if names else "no call"


def _join_text(parsed: Parsed, kind: type[Text | Reasoning]) -> str:
    return "".join(part.text for part in parsed.parts if isinstance(part, kind))
