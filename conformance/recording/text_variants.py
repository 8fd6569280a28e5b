"""What a model might say to a scenario as well: with other texts in values, with other names, or with a call more."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from conformance.recording.text_answers import Said
from conformance.scenarios.scenario import ScriptedCall
from conformance.standins.script import TurnCall
from conformance.standins.text_formats import markers
from toolwire.model import Tool, ToolDefinition
from toolwire.wire import exact_json

_NAMES: Final = ("x", "readMeterOf2ndFloor", "read_the-Meter-of_the-main_Building_and_report_its-value_in-kWh_")
"""The shortest, one of both cases with a digit, and the longest, with hyphens."""
_TEXTS: Final = (
    "12", "007", "1e3", "true", "null", "None", '{"a": 1}', "[1, 2]", '"so"',
    "a &lt;b&gt; &amp;#39; c", "a\\nb\\\\c", "a\r\nb", "a  b",
)  # fmt: skip
"""Texts that look like numbers, other values or their JSON, and those that somebody may unescape, break or squeeze."""


def tagged(text_format: str, what: Said) -> Iterator[Said]:
    """With each of the markers of the format and of others in every text that the schema leaves free."""
    if not what.turn.calls:
        return
    first = what.turn.calls[0]
    for marker in markers(text_format, TurnCall(name=first.tool, arguments=first.arguments)):
        yield from _with_calls(what, partial(_around, marker))


def texted(_: str, what: Said) -> Iterator[Said]:
    """With other texts in the place of every text that the schema leaves free."""
    for text in _TEXTS:
        yield from _with_calls(what, partial(_instead, text))


def named(_: str, what: Said) -> Iterator[Said]:
    """With other names for the tool that is called first."""
    if not what.turn.calls:
        return
    old = what.turn.calls[0].tool
    for name in _NAMES:
        if any(isinstance(tool, ToolDefinition) and tool.name == name for tool in what.tools):
            continue
        calls = tuple(replace(call, tool=name) if call.tool == old else call for call in what.turn.calls)
        yield Said(replace(what.turn, calls=calls), tuple(_renamed(tool, old, name) for tool in what.tools))


def repeated(_: str, what: Said) -> Iterator[Said]:
    """With the last call said once more."""
    if what.turn.calls:
        yield replace(what, turn=replace(what.turn, calls=(*what.turn.calls, what.turn.calls[-1])))


def _renamed(tool: Tool, old: str, name: str) -> Tool:
    return replace(tool, name=name) if isinstance(tool, ToolDefinition) and tool.name == old else tool


def _around(marker: str, text: str) -> str:
    return f"{text}\n{marker}\n{text}"


def _instead(other: str, _: str) -> str:
    return other


def _with_calls(what: Said, text_for: Callable[[str], str]) -> Iterator[Said]:
    """With another text for each that the schemas leave free; nothing where they leave none."""
    calls = tuple(_holding(call, text_for, what.tools) for call in what.turn.calls)
    if calls != what.turn.calls:
        yield replace(what, turn=replace(what.turn, calls=calls))


def _holding(call: ScriptedCall, text_for: Callable[[str], str], tools: tuple[Tool, ...]) -> ScriptedCall:
    free = {
        key
        for tool in tools
        if isinstance(tool, ToolDefinition) and tool.name == call.tool and isinstance(tool.parameters, dict)
        for key, schema in tool.parameters.get("properties", {}).items()
        if isinstance(schema, dict) and schema.get("type") == "string" and "enum" not in schema
    }
    value = exact_json.loads(call.arguments)
    changed = {key: text_for(old) if key in free else old for key, old in value.items()}
    return call if changed == value else replace(call, arguments=exact_json.dumps(changed, spaced=True))
