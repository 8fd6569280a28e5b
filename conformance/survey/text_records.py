"""Model outputs with the parse they should give: reading them, and holding the parse against it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from conformance.judge import arguments
from conformance.model import Reasoning, Text, Tool
from conformance.normalizer.detection import text_format_of
from conformance.normalizer.dialect import dialect
from conformance.normalizer.registry import text_format
from conformance.normalizer.text import Parsed, parse
from conformance.normalizer.text.any_of import AUTO
from conformance.wire import exact_json
from conformance.wire.errors import WireError
from conformance.wire.exchange import WireRequest

Json: TypeAlias = Any
Outcome: TypeAlias = Literal["equal", "soft", "different"]


class DueCall(msgspec.Struct, frozen=True):
    """A call that is due."""

    name: str
    arguments: Json = None
    """An object, or its JSON text."""


class Due(msgspec.Struct, frozen=True):
    """What an output should be read as."""

    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: tuple[DueCall, ...] | None = None


class DueError(msgspec.Struct, frozen=True):
    """What may become of an output that holds no whole call."""

    reason: str | None = None
    accept: tuple[str, ...] | None = None


class TextRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a model wrote, and what it should be read as."""

    where: str
    raw_output: str
    tools: tuple[Tool, ...] = ()
    prompt: str = ""
    """With what the prompt ended, as far as that is known: reasoning may begin in it."""
    expected: Due | None = None
    expected_error: DueError | None = None
    """In place of ``expected``. Where neither is there, nothing can be held against the parse."""
    family: str = ""
    """What the record says of itself. Results are grouped by it, and nothing is told by it."""

    @property
    def is_told(self) -> bool:
        """Whether it says what it should be read as."""
        return self.expected is not None or self.expected_error is not None


class TextSight(msgspec.Struct, frozen=True, kw_only=True):
    """One record, read and compared."""

    where: str
    family: str
    text_format: str | None
    """The format that was recognised, or asked for; None where none was."""
    outcome: Outcome
    """``equal``, ``soft`` (but for outer white space of the content) or ``different``."""
    why: str = ""


def is_text_record(record: Mapping[str, Json]) -> bool:
    """Whether a line of JSON is one."""
    return isinstance(record.get("raw_output"), str)


def text_record(where: str, record: Mapping[str, Json]) -> TextRecord:
    """The record. Raises ``WireError`` where its tools are none, or what it expects is of another shape."""
    error = record.get("expected_error")
    try:
        refused = None if error is None else msgspec.convert(error, DueError)
        due = msgspec.convert(_plain(record["expected"]), Due) if refused is None and "expected" in record else None
    except msgspec.ValidationError as wrong:
        raise WireError(f"{'expected' if error is None else 'expected_error'}: {wrong}") from None
    return TextRecord(
        where=where,
        raw_output=record["raw_output"],
        tools=_tools(record.get("tools")),
        prompt=str(record.get("generation_prompt") or ""),
        expected=due,
        expected_error=refused,
        family=str(record.get("family") or "") or "not said",
    )


def _plain(expected: Json) -> Json:
    """Calls as OpenAI writes them become their functions alone."""
    calls = expected.get("tool_calls") if isinstance(expected, dict) else None
    if not isinstance(calls, list):
        return expected
    functions = [one["function"] if isinstance(one, dict) and "function" in one else one for one in calls]
    return expected | {"tool_calls": functions}


def _tools(said: Json) -> tuple[Tool, ...]:
    """Tools as OpenAI writes them, or their functions alone."""
    if not isinstance(said, list):
        return ()
    tools = [{"type": "function", "function": tool} if _is_function(tool) else tool for tool in said]
    body = exact_json.encode({"model": "", "messages": [], "tools": tools})
    return dialect("openai_chat").read_request(WireRequest(url="", body=body)).tools


def _is_function(tool: Json) -> bool:
    return isinstance(tool, dict) and "name" in tool and "function" not in tool


def text_sight(record: TextRecord, named: str = AUTO) -> TextSight:
    """What a record gives, read in the format of a name, held against what it should. Raises ``NotRegistered``."""
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
    expected = record.expected or Due()
    due = expected.tool_calls or ()
    if [name for name, _ in calls] != [call.name for call in due]:
        found, wanted = _named(name for name, _ in calls), _named(call.name for call in due)
        return "different", f"{found} read where {wanted} due"
    for (name, text), call in zip(calls, due, strict=True):
        if not arguments.same(arguments.value(text), arguments.value(call.arguments)):
            return "different", f"{name}: arguments {text} where {exact_json.dumps(call.arguments)} are due"
    reasoning, reasoning_due = _said(parsed, Reasoning), expected.reasoning_content or ""
    if reasoning != reasoning_due:
        return "different", f"reasoning {reasoning!r} where {reasoning_due!r} is due"
    content, content_due = _said(parsed, Text), expected.content or ""
    if content.strip() != content_due.strip():
        return "different", f"content {content!r} where {content_due!r} is due"
    return ("equal" if content == content_due else "soft"), ""


def _refused(due: DueError, raw_output: str, parsed: Parsed) -> tuple[Outcome, str]:
    """An output that holds no whole call: none may be read, and what else may become of it is said."""
    if parsed.calls:
        found = _named(call.name for call in parsed.calls)
        return "different", f"{found} read where no call is whole: {due.reason}"
    accepted = due.accept or ()
    if "no_tool_calls" in accepted or ("content_passthrough" in accepted and _said(parsed, Text) == raw_output):
        return "equal", ""
    return "different", f"no call is read, and what is accepted is {', '.join(accepted) or 'nothing'}"


def _named(calls: Iterable[str]) -> str:
    names = ", ".join(calls)
    return f"calls of {names} are" if names else "no call is"


def _said(parsed: Parsed, kind: type[Text | Reasoning]) -> str:
    return "".join(part.text for part in parsed.parts if isinstance(part, kind))
