"""Variants of scripted answers: with other texts as values, with other tool names, or with an additional call."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from conformance.recording.text_answers import ScriptedAnswer
from conformance.scenarios.scenario import ScriptedCall, ScriptedTurn
from conformance.standins.script import TurnCall
from conformance.standins.text_formats import markers
from toolwire.model import Tool, ToolDefinition
from toolwire.wire import exact_json

_NAMES: Final = ("x", "readMeterOf2ndFloor", "read_the-Meter-of_the-main_Building_and_report_its-value_in-kWh_")
"""Tool names: a name of one letter, a name with capitals and a digit, and a name of 64 characters with hyphens."""
_TEXTS: Final = (
    "12", "007", "1e3", "true", "null", "None", '{"a": 1}', "[1, 2]", '"so"',
    "a &lt;b&gt; &amp;#39; c", "a\\nb\\\\c", "a\r\nb", "a  b",
)  # fmt: skip
"""Texts that a faulty reader takes for numbers, for other values or for JSON, or that it unescapes, splits or shortens.
"""


class Variant(msgspec.Struct, frozen=True):
    """A variant of a scripted answer, with the name of its difference from the scripted answer."""

    name: str
    """The name of the difference: the role of a marker, a text, or a tool's name. "" if no other variant has the same
    kind of difference.
    """
    answer: ScriptedAnswer
    holds: tuple[str, ...] = ()
    """The names of variants whose differences this variant also has. If a reader misreads any of these variants, the
    same fault explains why it misreads this variant.
    """


def tagged(text_format: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants with a marker in every value that may be any text according to the tool's schema.

    The marker belongs to the text format, or to another format.
    """
    if not scripted.turn.calls:
        return
    first = scripted.turn.calls[0]
    found = markers(text_format, TurnCall(name=first.tool, arguments=first.arguments))
    for name, marker, holds in (
        ("opening", found.opening, ()),
        ("closing", found.closing, ()),
        ("opening", found.whole, ("opening", "closing")),
        *([("opening", found.akin, ("opening", "closing"))] if found.akin else ()),
        *(("reasoning", marker, ()) for marker in found.reasoning),
        ("other", found.other, ()),
    ):
        for answer in _with_calls(scripted, partial(_around, marker)):
            yield Variant(name, answer, holds)


def texted(_: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants with another text as every value that may be any text according to the tool's schema."""
    for text in _TEXTS:
        for answer in _with_calls(scripted, partial(_instead, text)):
            yield Variant(exact_json.dumps(text), answer)


def named(_: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants in which the tool of the first call has another name."""
    if not scripted.turn.calls:
        return
    old = scripted.turn.calls[0].tool
    for name in _NAMES:
        if any(isinstance(tool, ToolDefinition) and tool.name == name for tool in scripted.tools):
            continue
        turn = scripted.turn.with_calls(partial(_called, old, name))
        tools = tuple(_renamed(tool, old, name) for tool in scripted.tools)
        yield Variant(exact_json.dumps(name), ScriptedAnswer(turn, tools))


def repeated(_: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield a variant with the last call twice."""
    if scripted.turn.calls:
        blocks = (*scripted.turn.blocks, scripted.turn.calls[-1])
        yield Variant("", replace(scripted, turn=ScriptedTurn(blocks)))


def _called(old: str, name: str, call: ScriptedCall) -> ScriptedCall:
    return replace(call, tool=name) if call.tool == old else call


def _renamed(tool: Tool, old: str, name: str) -> Tool:
    return replace(tool, name=name) if isinstance(tool, ToolDefinition) and tool.name == old else tool


def _around(marker: str, text: str) -> str:
    return f"{text}\n{marker}\n{text}"


def _instead(other: str, _: str) -> str:
    return other


def _with_calls(scripted: ScriptedAnswer, text_for: Callable[[str], str]) -> Iterator[ScriptedAnswer]:
    """Yield the answer with another text as every value that may be any text according to the tool's schema.

    Yield nothing if no value may be any text.
    """
    turn = scripted.turn.with_calls(partial(_holding, text_for, scripted.tools))
    if turn != scripted.turn:
        yield replace(scripted, turn=turn)


def _holding(text_for: Callable[[str], str], tools: tuple[Tool, ...], call: ScriptedCall) -> ScriptedCall:
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
