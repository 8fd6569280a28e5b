"""Variants of scripted answers: with other texts, values or tool names, or with an additional call."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from conformance.recording.text_answers import ScriptedAnswer
from conformance.scenarios.scenario import ScriptedCall, ScriptedText, ScriptedThought, ScriptedTurn
from conformance.standins.script import TurnCall
from conformance.standins.text_formats import first_marker, markers, written
from toolwire.model import Tool, ToolDefinition
from toolwire.wire import exact_json

_NAMES: Final = ("x", "readMeterOf2ndFloor", "read_the-Meter-of_the-main_Building_and_report_its-value_in-kWh_")
"""Tool names: a name of one letter, a name with capitals and a digit, and a name of 64 characters with hyphens."""
_MORE: Final = "_2"
"""The suffix that makes a tool's name from another tool's name: ``read`` -> ``read_2``."""
_MANY: Final = 10
"""The number of times that a variant repeats a call. The index of the last of these calls has two digits."""
_TEXTS: Final = (
    "12", "007", "1e3", "true", "null", "None", '{"a": 1}', "[1, 2]", '"so"',
    "a &lt;b&gt; &amp;#39; c", "a\\nb\\\\c", "a\r\nb", "a  b", "C:\\new\\", "<![CDATA[a]]>", "it's \"so\"", "{0} %s",
    '{"name": "get_weather", "arguments": {}}',
)  # fmt: skip
"""Texts that a faulty reader takes for numbers, for other values or for JSON, or that it unescapes, splits or shortens.
"""
_SOME_TEXTS: Final = ("12", "true", '{"a": 1}')
"""Texts that a faulty reader takes for other values if the tool's schema does not plainly show a text."""
_SPOKEN: Final = {
    "lines": "First:\n\n- one\n  - two\n\n\n    three\n\nThat  is\tall.",
    "escapes": "Write &lt;b&gt; as \\u003cb\\u003e, \"&amp;\" as '&', and a line end as \\n.",
    "json": '{"city": "Berlin", "degrees": 21}',
    "object": 'Her entry is {"name": "Ada", "born": {"year": 1815}}, and {} is empty.',
    "list": "[1, 2]",
    "brackets": "See [the list](#list), [x] and [[y]].",
    "fence": '```json\n{"a": [1, 2]}\n```\n\nor\n\n```python\nprint([1, 2])\n```',
    "tags": "If a < b and b > c, <b>it</b> ends with </i> or <br/>.",
}
"""Texts that a faulty reader takes for calls, or that it unescapes, splits, shortens or loses. Each text has a name."""
_JSON: Final = re.compile(r'("(?:[^"\\]|\\.)*")|([{\[,])|([}\]])')
"""A pattern for a string of a JSON text, or for a character outside of strings that may end or begin a line."""
_SHOWN_OF_MARKER: Final = 5
"""The length of the beginning of a marker that a variant's text contains in place of the whole marker."""
_DECLARED: Final = {
    "confirmed": {"type": "boolean"}, "level": {"type": "integer"}, "share": {"type": "number"},
    "labels": {"type": "array", "items": {"type": "string"}},
}  # fmt: skip
_SIMPLE: Final = {
    "true": {"confirmed": True, "level": -3, "share": exact_json.Number("0.50"), "labels": ["new"]},
    "false": {"confirmed": False, "level": 0, "share": exact_json.Number("1e-7"), "labels": ["old"]},
}
"""The values of the arguments in ``_DECLARED``, for each variant."""
_REMARK: Final = "remark"
"""The name of an argument that no tool of a scenario declares."""
_TEXT: Final = "as asked"
"""The value of the argument ``_REMARK``, and the text that replaces lists."""
_NUMBER: Final = 7
"""The number that replaces texts."""
Members: TypeAlias = dict[str, Any]
"""The members of a JSON object."""


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
    """Yield variants with a marker, such as ``<tool_call>``, in every value that may be any text by its schema.

    The marker belongs to the text format of the answer, or to another text format.
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
    """Yield variants in which another text replaces every value that may be any text according to the tool's schema."""
    for text in _TEXTS:
        for answer in _with_calls(scripted, partial(_instead, text)):
            yield Variant(exact_json.dumps(text), answer)


def spoken(text_format: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants in which other texts replace the answer's text before the calls.

    Each of these texts resembles a call or the beginning of a marker, or has several lines or escapes. None of them is
    a call in any text format. If the answer has no reasoning, there are also variants that keep the answer's text, and
    have another text before it as reasoning. Yield nothing if the answer has no text.
    """
    marker = first_marker(text_format)[:_SHOWN_OF_MARKER]
    beginning = {"beginning": f"A text with {marker} in it, and at the end {marker}"} if marker else {}
    yield from _saying(scripted, _SPOKEN | beginning)
    if scripted.turn.text and not scripted.turn.reasoning:
        for name, text in _SPOKEN.items():
            blocks = (ScriptedThought(text=text), *scripted.turn.blocks)
            yield Variant(f"{name} in reasoning", replace(scripted, turn=replace(scripted.turn, blocks=blocks)))


def mentioned(text_format: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants with a text that mentions the format's marker, or has the JSON of a call in a sentence."""
    marker = first_marker(text_format)
    mention = {"marker": f"It writes {marker} before each call."} if marker else {}
    name = next(tool.name for tool in scripted.tools if isinstance(tool, ToolDefinition))
    quoted = {"call": f'It means {{"name": "{name}", "arguments": {{"city": "Berlin"}}}}, as usual.'}
    yield from _saying(scripted, mention | quoted)


def unfit(text_format: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants with calls that the schema of their tool does not allow. Such a call has an undeclared argument,
    lacks a required argument, has a value that is not in an enumeration, or has a text where the schema has a list. If
    the call leaves out an argument of the scripted answer, the schema has the argument's scripted value as a default.

    Yield nothing if the format recognises a call only by arguments that fit the schema. A list is replaced with a text
    only if the format shows the types of values. In other formats, only the schema shows that a value is a text.
    """
    how = written()[text_format]
    if not how.shaped:
        for name, change in (_UNFIT | _UNFIT_TYPED if how.typed else _UNFIT).items():
            for answer in _with_arguments(scripted, change):
                yield Variant(name, replace(answer, tools=_with_defaults(scripted, answer)))


def retyped(text_format: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants with a text where the schema has a number, and with a number where the schema has a text.

    Yield nothing if the text format does not show the types of values, because then only the schema shows the type of a
    value.
    """
    if written()[text_format].typed:
        for name, change in _RETYPED.items():
            yield from (Variant(name, answer) for answer in _with_arguments(scripted, change))


def scalar(_: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield two variants. In both, each call has four more arguments, which the tool's schema declares: a boolean, an
    integer, a number, and a list with a single item. The values of these arguments differ between the variants.

    Yield nothing if no call is a call of an offered tool.
    """
    for name, values in _SIMPLE.items():
        for answer in _with_arguments(scripted, partial(_with_values, values)):
            yield Variant(name, replace(answer, tools=tuple(map(_with_declared, answer.tools))))


def spelled(text_format: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants with other spellings of the arguments' JSON: without blanks, in several lines, and with escapes.

    Yield nothing if the text format does not contain the arguments as JSON.
    """
    if "call.arguments" not in written()[text_format].calls:
        return
    for name, spelling in _OF_JSON.items():
        turn = scripted.turn.with_calls(partial(_with_json, spelling))
        if turn != scripted.turn:
            yield Variant(name, replace(scripted, turn=turn))


def respelled(_: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants with other spellings of the tools' schemas: each argument may also be null, or its schema is a
    reference to a definition.

    For each spelling, the first variant has the scripted values. In each further variant, a text such as ``true``
    replaces every value that may be any text according to the tool's schema. A faulty reader takes this text for a
    value of another type. Yield nothing without a call.
    """
    if scripted.turn.calls:
        for name, spelling in _SPELLINGS.items():
            tools = tuple(_with_schemas(tool, spelling) for tool in scripted.tools)
            texts = (_with_calls(scripted, partial(_instead, text)) for text in _SOME_TEXTS)
            for answer in (scripted, *(answer for answers in texts for answer in answers)):
                yield Variant(name, replace(answer, tools=tools))


def named(_: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield variants in which a tool has another name.

    First, the tool of the first call gets each name in ``_NAMES``. If the request offers a second tool, each of the two
    tools is also renamed so that its name begins with the name of the other: ``read_2``, if the other is ``read``. A
    name that another tool already has is left out. Yield nothing without a call.
    """
    if not scripted.turn.calls:
        return
    first = scripted.turn.calls[0].tool
    names = [tool.name for tool in scripted.tools if isinstance(tool, ToolDefinition)]
    second = next((name for name in names if name != first), None)
    longer = [(first, f"{second}{_MORE}"), (second, f"{first}{_MORE}")] if second else []
    for old, name in (*((first, name) for name in _NAMES), *longer):
        if name not in names:
            turn = scripted.turn.with_calls(partial(_called, old, name))
            tools = tuple(_renamed(tool, old, name) for tool in scripted.tools)
            yield Variant(exact_json.dumps(name), ScriptedAnswer(turn, tools))


def repeated(_: str, scripted: ScriptedAnswer) -> Iterator[Variant]:
    """Yield two variants: with the last call twice, and with the last call many times. Yield nothing without a call."""
    if scripted.turn.calls:
        for name, times in (("", 1), ("many", _MANY)):
            blocks = (*scripted.turn.blocks, *[scripted.turn.calls[-1]] * times)
            yield Variant(name, replace(scripted, turn=ScriptedTurn(blocks)), ("",) if name else ())


def _with_json(spelling: Callable[[str], str], call: ScriptedCall) -> ScriptedCall:
    return replace(call, arguments=spelling(call.arguments))


def _called(old: str, name: str, call: ScriptedCall) -> ScriptedCall:
    return replace(call, tool=name) if call.tool == old else call


def _renamed(tool: Tool, old: str, name: str) -> Tool:
    return replace(tool, name=name) if isinstance(tool, ToolDefinition) and tool.name == old else tool


def _around(marker: str, text: str) -> str:
    return f"{text}\n{marker}\n{text}"


def _instead(other: str, _: str) -> str:
    return other


def _saying(scripted: ScriptedAnswer, texts: dict[str, str]) -> Iterator[Variant]:
    """Yield a variant for each of ``texts``, which replaces the answer's text.

    Yield nothing if the answer has no text.
    """
    if scripted.turn.text:
        for name, text in texts.items():
            blocks = (
                replace(block, text=text) if isinstance(block, ScriptedText) else block
                for block in scripted.turn.blocks
            )
            yield Variant(name, replace(scripted, turn=replace(scripted.turn, blocks=tuple(blocks))))


def _with_calls(scripted: ScriptedAnswer, text_for: Callable[[str], str]) -> Iterator[ScriptedAnswer]:
    """Yield the answer after ``text_for`` has replaced every value that may be any text according to the tool's schema.

    Yield nothing if no value may be any text.
    """

    def other(arguments: Members, schema: Members) -> Members:
        return _replaced(arguments, schema, lambda of: _is_text(of) and "enum" not in of, text_for)

    return _with_arguments(scripted, other)


def _with_arguments(
    scripted: ScriptedAnswer, change: Callable[[Members, Members], Members]
) -> Iterator[ScriptedAnswer]:
    """Yield the answer with changed arguments in each call of an offered tool. Yield nothing if ``change`` changes no
    call.

    ``change`` gets the arguments of a call and the schema of its tool, and returns the changed arguments.
    """
    schemas = {tool.name: tool.parameters for tool in scripted.tools if isinstance(tool, ToolDefinition)}

    def other(call: ScriptedCall) -> ScriptedCall:
        schema, value = schemas.get(call.tool), exact_json.loads(call.arguments)
        changed = change(value, schema) if isinstance(schema, dict) else value
        return call if changed == value else replace(call, arguments=exact_json.dumps(changed, spaced=True))

    turn = scripted.turn.with_calls(other)
    if turn != scripted.turn:
        yield replace(scripted, turn=turn)


def _with_defaults(scripted: ScriptedAnswer, answer: ScriptedAnswer) -> tuple[Tool, ...]:
    """Return the tools of an answer with a default for each argument that the answer has left out.

    The default is the value of the argument in the scripted answer.
    """
    defaults: dict[str, Members] = {}
    for call, changed in zip(scripted.turn.calls, answer.turn.calls, strict=True):
        left = exact_json.loads(changed.arguments).keys()
        left_out = {key: value for key, value in exact_json.loads(call.arguments).items() if key not in left}
        defaults[call.tool] = left_out | defaults.get(call.tool, {})
    return tuple(_with_default(tool, defaults) for tool in answer.tools)


def _with_default(tool: Tool, defaults: dict[str, Members]) -> Tool:
    if not isinstance(tool, ToolDefinition) or not defaults.get(tool.name):
        return tool
    of_tool, schema = defaults[tool.name], tool.parameters
    declared = {
        key: of | {"default": of_tool[key]} if key in of_tool else of for key, of in schema["properties"].items()
    }
    return replace(tool, parameters=schema | {"properties": declared})


def _declared(schema: Members) -> list[tuple[str, Members]]:
    """Return the name and the schema of each argument that a schema of arguments declares."""
    return [(key, of) for key, of in schema.get("properties", {}).items() if isinstance(of, dict)]


def _with_values(values: Members, arguments: Members, _: Members) -> Members:
    return arguments | values


def _with_declared(tool: Tool) -> Tool:
    if not isinstance(tool, ToolDefinition) or not isinstance(schema := tool.parameters, dict):
        return tool
    return replace(tool, parameters=schema | {"properties": schema.get("properties", {}) | _DECLARED})


def _undeclared(arguments: Members, schema: Members) -> Members:
    return {**arguments, _REMARK: _TEXT} if schema.get("properties") else arguments


def _undeclared_inside(arguments: Members, schema: Members) -> Members:
    inner = {key: of for key, of in _declared(schema) if isinstance(arguments.get(key), dict)}
    return {key: _undeclared(value, inner[key]) if key in inner else value for key, value in arguments.items()}


def _without_required(arguments: Members, schema: Members) -> Members:
    first = next(iter(schema.get("required", ())), None)
    return {key: value for key, value in arguments.items() if key != first}


def _outside_enum(arguments: Members, schema: Members) -> Members:
    return _replaced(arguments, schema, lambda of: _is_text(of) and "enum" in of, lambda _: "none of these")


def _without_list(arguments: Members, schema: Members) -> Members:
    return _replaced(arguments, schema, lambda of: of.get("type") == "array", lambda _: _TEXT)


def _as_texts(arguments: Members, schema: Members) -> Members:
    return _replaced(arguments, schema, lambda of: of.get("type") in ("integer", "number"), exact_json.dumps)


def _as_numbers(arguments: Members, schema: Members) -> Members:
    return _replaced(arguments, schema, _is_text, lambda _: _NUMBER)


def _is_text(schema: Members) -> bool:
    return bool(schema.get("type") == "string")


def _replaced(
    arguments: Members, schema: Members, is_chosen: Callable[[Members], bool], instead: Callable[[Any], Any]
) -> Members:
    """Return a call's arguments after some values are replaced.

    ``schema``: the schema of the arguments. ``is_chosen`` gets the schema of an argument, and returns whether to
    replace the argument's value. ``instead`` gets this value, and returns the new value.
    """
    chosen = {key for key, of in _declared(schema) if is_chosen(of)}
    return {key: instead(value) if key in chosen else value for key, value in arguments.items()}


def _with_schemas(tool: Tool, spelling: Callable[[Members, str], Members]) -> Tool:
    """Return a tool with another spelling of the schema of each argument.

    ``spelling`` gets the schema and a reference to its copy under ``$defs``, and returns the other spelling.
    """
    if not isinstance(tool, ToolDefinition) or not isinstance(schema := tool.parameters, dict):
        return tool
    copies, properties = dict(schema.get("$defs", {})), dict(schema.get("properties", {}))
    for place, (key, of) in enumerate(_declared(schema)):
        copies[f"argument{place}"] = of
        properties[key] = spelling(of, f"#/$defs/argument{place}")
    return replace(tool, parameters=schema | {"$defs": copies, "properties": properties}) if properties else tool


def _or_null(schema: Members, _: str) -> Members:
    return {"anyOf": [schema, {"type": "null"}]}


def _with_null(schema: Members, _: str) -> Members:
    return schema | {"type": [schema["type"], "null"]} if isinstance(schema.get("type"), str) else schema


def _referred(_: Members, reference: str) -> Members:
    return {"$ref": reference}


def _compact(text: str) -> str:
    return exact_json.dumps(exact_json.loads(text))


def _in_lines(text: str) -> str:
    return _JSON.sub(lambda found: found[1] or (f"{found[2]}\n" if found[2] else f"\n{found[3]}"), text)


def _escaped(text: str) -> str:
    return re.sub(r"[^\x00-\x7f]", lambda found: json.dumps(found[0])[1:-1], text)


_OF_JSON: Final = {"compact": _compact, "lines": _in_lines, "escapes": _escaped}
_SPELLINGS: Final = {"any-of": _or_null, "types": _with_null, "reference": _referred}
_UNFIT: Final = {
    "undeclared": _undeclared,
    "undeclared-inside": _undeclared_inside,
    "required": _without_required,
    "enum": _outside_enum,
}
_UNFIT_TYPED: Final = {"list": _without_list}
_RETYPED: Final = {"text": _as_texts, "number": _as_numbers}
