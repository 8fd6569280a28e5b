"""Tools that are drawn at random, and values that the schemas of these tools accept."""

from typing import Any, Final

from msgspec.structs import replace

from conformance.scenarios.chance import Chance
from conformance.scenarios.rare_schemas import LATER_RARE, RARE
from toolwire.model import Json, ToolDefinition

_INTEGERS: Final = (0, 1, -1, 14, 2**31, -(2**31) - 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 10**20)
_NUMBERS: Final = (14.0, 0.1, -0.0, 1e-7, 1.5e30, 3.141592653589793, 100, 0.30000000000000004, -273.15)
KEYS: Final = (
    "city", "unit", "id", "type", "name", "items", "required", "properties", "enum", "default", "input", "arguments",
    "value", "key", "Date", "from", "self", "class", "a_b", "x1", "description", "title", "parameters", "text",
    "kwargs", "args", "config", "context", "schema", "format", "const", "additionalProperties", "__proto__",
    "constructor", "toString", "user.name", "content-type", "index", "_", "state", "callbacks", "run_manager",
)  # fmt: skip
"""Names of parameters. Many of them are also keywords of schemas, keys of wire formats, or common names of parameters
and members in programs. They have only letters, digits and ``_.-``, because Anthropic refuses other characters in a
name.
"""
_LATER_KEYS: Final = (
    "examples", "minimum", "maximum", "pattern", "oneOf", "anyOf", "allOf", "not", "deprecated", "nullable", "ref",
    "definitions", "contents", "role", "content", "tool", "tools", "tool_calls", "function", "call_id", "result",
    "output", "error", "is_error", "status", "signature", "thought", "json", "params", "body", "data", "ID", "Id",
    "City", "cities", "city_name", "async", "lambda", "None", "true", "0", "length", "then", "hasOwnProperty",
    "valueOf", "a.b.c", "x-y_z",
)  # fmt: skip
"""Names of parameters in later conversations (see ``chance.LATER``)."""
_KEY_SHARE: Final = 12
"""The number of names, in ``KEYS`` or ``_LATER_KEYS``, that each conversation should get."""
_OF_FIRST: Final = 6
"""The number of names that are required parameters of the first tool.

These names also occur in arguments: every turn with calls has a call of the first tool, or the forced call of a named
tool.
"""
_STEMS: Final = ("get", "set", "list_all", "find", "make", "run", "Read", "x", "do-it", "a1")
_LATER_STEMS: Final = ("get", "GET", "Read", "read", "read_file", "read-file", "list_all", "list", "do-it", "do_it")
"""Names of tools in later conversations (see ``chance.LATER``). Some are so alike that a faulty adapter confuses
them.
"""
_SCALARS: Final[tuple[dict[str, Json], ...]] = (
    {"type": "string"},
    {"type": "string"},
    {"type": "string", "enum": ["celsius", "Fahrenheit", "true", "7"]},
    {"type": "string", "const": "fixed"},
    {"type": "string", "default": "none"},
    {"type": "string", "format": "date", "examples": ["2026-11-25"]},
    {"type": "string", "pattern": "^[a-z]{2}-\\d+$", "minLength": 4, "maxLength": 9, "examples": ["ab-12"]},
    {"type": "integer"},
    {"type": "integer", "minimum": -5, "maximum": 40, "default": 7},
    {"type": "number"},
    {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5, "examples": [0.5, 14.0]},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
)
"""Schemas of values that are neither objects nor arrays, with keywords of every kind."""
_TREE: Final[dict[str, Json]] = {
    "type": "object",
    "properties": {"tree": {"$ref": "#/$defs/node"}},
    "required": ["tree"],
    "$defs": {
        "node": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "nodes": {"type": "array", "items": {"$ref": "#/$defs/node"}},
            },
            "required": ["name"],
        }
    },
}
"""A schema that refers to itself."""
_REFERRING: Final[dict[str, Json]] = {
    "type": "object",
    "description": "What the tool takes.",
    "properties": {
        "start": {"$ref": "#/definitions/place", "description": "Where it starts."},
        "end": {"$ref": "#/definitions/place", "description": "Where it ends."},
    },
    "required": ["start"],
    "definitions": {
        "place": {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]},
    },
}
"""A schema of a later conversation: references to the older ``definitions``, with descriptions beside them, and a
description of the whole.
"""
_TEXTS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "text_lines": {"type": "array", "items": {"type": "string"}},
        "numbers": {"type": "array", "items": {"type": "number"}},
        "note": {"type": "string"},
    },
    "required": ["text_lines", "numbers"],
}
"""A schema that accepts texts and numbers of every kind."""
_WRAPPED: Final[dict[str, Json]] = {
    "type": "object",
    "properties": {
        "input": {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]},
    },
    "required": ["input"],
}
"""A schema with a single parameter. The parameter is an object, and its name is also a key of wire formats."""
_STRICT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "value": {"type": "string"},
        "unit": {"type": ["string", "null"], "enum": ["celsius", "Fahrenheit", None]},
        "items": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["value", "unit", "items"],
    "additionalProperties": False,
}
"""A schema that every provider with strict tools accepts for a strict tool."""
_TWINS: Final = {
    "string": (("caf\u00e9", "cafe\u0301"), ("a", "a "), ("14", "14.0"), ("\ufb01", "fi")),
    "number": ((14, 14.5), (0.1, 0.30000000000000004)),
    "integer": ((2**53, 2**53 + 1),),
}
"""Pairs of different values that a faulty reader takes for equal, by the type of the values."""
_STRING: Final = {"type": "string"}
_NUMBER: Final = {"type": "number"}
_FEW: Final = 3
"""The length of short arrays of numbers. It is also the number of unusual numbers that each conversation should get."""
_LONG: Final = 7
"""In every ``_LONG``-th conversation, the first array of numbers has ``_ITEMS`` numbers. All other arrays of numbers
are short.
"""
_ITEMS: Final = 128
_PLAIN: Final = tuple({"type": kind} for kind in _TWINS)
"""The schemas that accept all values of a type in ``_TWINS``."""
_RARE_TOOL: Final = "handle"
"""The name of the tool whose schema has rare keywords. The name is the same in all conversations, but the schema
differs.
"""
_RARE_SHARE: Final = 4
"""The number of parameters of the tool with rare keywords."""
_LATER_RARE_SHARE: Final = 18
"""The number of parameters of the tool with rare keywords, in later conversations (see ``chance.LATER``). Most tools
have fewer parameters.
"""
_RARE_DESCRIPTIONS: Final = (
    None,
    "Handles a request. ",
    "Handles what the other tools do not. " * 40,
    "Handles. " * 900,
)
"""Descriptions of the tool with rare keywords: none, a short text, a text over 1,024 characters, and a text over 4,096
characters.
"""


class DrawnTools:
    """A source of random tools, and of random arguments for calls of these tools."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._names = chance.stock(KEYS, _LATER_KEYS)
        self._numbers = _ITEMS if chance.deal.falls("items", _LONG) else _FEW
        """The length of the next array of numbers."""

    def tools(self, *, strict: int = 0) -> tuple[ToolDefinition, ...]:
        """Draw a few tools, sometimes dozens.

        The first ``strict`` tools are strict, and each of them takes only a text, a unit and integers. If there are no
        strict tools, the first tool takes many texts and numbers, or a single object.
        """
        names = self._chance.stock(_STEMS, _LATER_STEMS)
        first, *stems = self._chance.sample(names, self._chance.between(self._chance.stock(1, 4), 6))
        taking = _WRAPPED if self._chance.deal.falls("wrapped", 10) else self._texts()
        tools = [
            ToolDefinition(name=first, description=self._description(), parameters=taking),
            *(
                ToolDefinition(name=stem, description=self._description(), parameters=self._parameters())
                for stem in stems
            ),
        ]
        tools[:strict] = [replace(tool, parameters=_STRICT, strict=True) for tool in tools[:strict]]
        if self._chance.deal.falls("many", 9):
            empty: dict[str, Json] = {"type": "object", "properties": {}}
            for number in range(self._chance.pick((20, 70, 110))):
                tools.append(ToolDefinition(name=f"more_{number}", description=f"Tool {number}.", parameters=empty))
        return tuple(tools)

    def rare_tool(self) -> ToolDefinition:
        """Draw the tool with rare keywords. Its description may be missing, short or long. No scripted turn calls this
        tool.
        """
        deal = self._chance.deal
        rare = self._chance.stock(RARE, LATER_RARE)
        share = self._chance.stock(_RARE_SHARE, _LATER_RARE_SHARE)
        names = dict.fromkeys(deal.next("rare", (*rare,), share) for _ in range(share))
        parameters: dict[str, Json] = {"type": "object", "properties": {name: rare[name] for name in names}}
        return ToolDefinition(name=_RARE_TOOL, description=deal.turn("rare", _RARE_DESCRIPTIONS), parameters=parameters)

    def arguments(self, tool: ToolDefinition) -> dict[str, Json]:
        """Draw the arguments of a call of the tool. Return {} for a tool that declares no schema."""
        return {} if tool.parameters is None else self._of_object(tool.parameters, tool.parameters)

    def twins(self, tool: ToolDefinition) -> tuple[dict[str, Json], ...]:
        """Draw the arguments of two calls. They differ in a single value, and a faulty reader takes the two values for
        equal.

        Return an empty tuple if no parameter of the tool accepts such values.
        """
        properties = (tool.parameters or {}).get("properties", {})
        of_type = {name: schema["type"] for name, schema in properties.items() if schema in _PLAIN}
        if not of_type:
            return ()
        name = self._chance.pick(list(of_type))
        arguments = self.arguments(tool)
        return tuple(arguments | {name: value} for value in self._chance.pick(_TWINS[of_type[name]]))

    def _texts(self) -> dict[str, Json]:
        """Return the schema ``_TEXTS`` with ``_OF_FIRST`` additional parameters, which are drawn at random. They are
        required.
        """
        names = self._keys(_OF_FIRST)
        properties: dict[str, Json] = _TEXTS["properties"] | {name: self._schema(0) for name in names}
        return _TEXTS | {"properties": properties, "required": [*_TEXTS["required"], *names]}

    def _keys(self, count: int) -> list[str]:
        """Return the next ``count`` names of parameters for the conversation, without repetitions."""
        return [*dict.fromkeys(self._chance.deal.next("key", self._names, _KEY_SHARE) for _ in range(count))]

    def _parameters(self) -> dict[str, Json] | None:
        """Draw the schema of a tool's arguments. None represents a tool that declares no schema."""
        if self._chance.of(0.05):
            return None
        if self._chance.is_later and self._chance.of(0.25):
            return _REFERRING
        return _TREE if self._chance.of(0.02) else self._object(2)

    def _description(self) -> str:
        return "Says at length what it does. " * 34 if self._chance.of(0.1) else self._chance.prose("description")

    def _object(self, depth: int) -> dict[str, Json]:
        """Draw the schema of an object. Below it, objects and arrays are nested up to ``depth`` levels deep."""
        names = self._keys(self._chance.pick((0, 1, 1, 2, 3, 4)))
        required: list[Json] = [name for name in names if self._chance.of(0.6)]
        schema: dict[str, Json] = {"type": "object", "properties": {name: self._schema(depth) for name in names}}
        if required:
            schema["required"] = required
        if self._chance.of(0.2):
            schema["additionalProperties"] = False
        return schema

    def _schema(self, depth: int) -> dict[str, Json]:
        """Draw the schema of a parameter. Objects and arrays are nested up to ``depth`` levels deep."""
        if depth and self._chance.of(0.3):
            inner = (
                self._object(depth - 1) if self._chance.of(0.5) else {"type": "array", "items": self._schema(depth - 1)}
            )
            return inner | self._annotations()
        return dict(self._chance.pick(_SCALARS)) | self._annotations()

    def _annotations(self) -> dict[str, Json]:
        more: tuple[dict[str, Json], ...] = (
            {},
            {},
            {"description": "What it is."},
            {"description": 'caf\u00e9 <b> "q"'},
        )
        return dict(self._chance.pick(more))

    def _of_object(self, schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Json]:
        required = schema.get("required", ())
        keys = [key for key in schema["properties"] if key in required or self._chance.of(0.5)]
        return {key: self._value(schema["properties"][key], root) for key in keys}

    def _value(self, schema: dict[str, Any], root: dict[str, Any]) -> Json:
        """Draw a value that ``schema`` accepts. ``root`` is the whole schema of the tool, which has the definitions."""
        match schema:
            case {"$ref": str(pointer)}:
                _, group, name = pointer.split("/")
                return self._value(root[group][name], root)
            case {"const": value}:
                return value
            case {"enum": [*values]}:
                return self._chance.pick(values)
            case {"examples": [*values]}:
                return self._chance.pick(values)
            case {"anyOf": [*schemas]}:
                return self._value(self._chance.pick(schemas), root)
            case {"type": "object"}:
                return self._of_object(schema, root)
            case {"type": "array", "items": items}:
                return [self._value(items, root) for _ in range(self._length(items))]
            case {"type": "integer", "minimum": least, "maximum": most}:
                return self._chance.between(least, most)
            case {"type": "integer"}:
                return self._chance.pick(_INTEGERS)
            case {"type": "number"}:
                return self._chance.deal.next("number", (*_NUMBERS, *_INTEGERS), _FEW)
            case {"type": "boolean"}:
                return self._chance.of(0.5)
            case {"type": ["string", "null"]} if self._chance.of(0.4):
                return None
        return self._chance.text("argument")

    def _length(self, items: Json) -> int:
        """Draw the length of an array whose elements have the schema ``items``."""
        if items == _NUMBER:
            length, self._numbers = self._numbers, _FEW
            return length
        return (self._chance.remaining("argument") if items == _STRING else 0) or self._chance.pick((0, 1, 2, 3))
