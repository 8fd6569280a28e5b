"""Calls held against the tools that were offered, before anybody runs them."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import jsonschema_rs
import msgspec

from conformance.model import CustomTool, Json, ProviderTool, Tool, ToolCall, ToolDefinition
from conformance.normalizer.face.note import Note
from conformance.normalizer.face.plain import plain
from conformance.normalizer.face.schemas import json_schema
from conformance.wire import exact_json, pointer
from conformance.wire.exact_json import RepeatedKeys

_LONGEST: Final = 200


class SchemaError(ValueError):
    """A tool's schema that is no JSON Schema, refers to one elsewhere, or is nested too deep. ``str()`` says why."""


def faults(call: ToolCall, tools: Sequence[Tool], where: str) -> Iterator[Note]:
    """Why a call should not be run: it is cut, its tool was not offered, or its arguments do not fit the tool."""
    tool = next((one for one in tools if not isinstance(one, ProviderTool) and one.name == call.name), None)
    if not call.complete:
        yield Note(kind="cut", where=where, why=f"the call to {call.name!r} did not arrive whole")
    elif tool is None:
        yield Note(kind="invalid", where=f"{where}/name", why=f"no tool that was offered is called {call.name!r}")
    elif isinstance(tool, CustomTool) is not (call.kind == "custom"):
        yield Note(kind="invalid", where=where, why=f"{call.name!r} is not called as a tool of its kind")
    elif isinstance(tool, ToolDefinition):
        yield from _against(tool, call, f"{where}/arguments")


def validator(tool: ToolDefinition) -> Any:
    """What holds arguments against the tool's schema. Raises ``SchemaError``."""
    try:
        schema = {} if tool.parameters is None else plain(json_schema(tool))
        return jsonschema_rs.validator_for(schema, retriever=_nowhere)
    except ValueError as error:
        raise SchemaError(f"the schema of {tool.name!r}: {_first_line(error)}") from None
    except RecursionError:
        raise SchemaError(f"the schema of {tool.name!r}: it is nested too deep") from None


def without_nulls(call: ToolCall, tools: Sequence[Tool], where: str) -> tuple[ToolCall, tuple[Note, ...]]:
    """``call`` without the nulls that strict mode makes a model write for what it leaves out.

    Strict tools require every property, so that optional ones are offered as nullable. What says null and is neither
    required nor nullable in the schema of the tool itself is taken out.
    """
    tool = next((one for one in tools if isinstance(one, ToolDefinition) and one.name == call.name), None)
    if tool is None or not tool.strict or call.arguments.form != "object":
        return call, ()
    notes: list[Note] = []
    value = _without_nulls(call.arguments.value, tool.parameters, f"{where}/arguments", notes)
    if not notes:
        return call, ()
    args = msgspec.structs.replace(call.arguments, text=exact_json.dumps(value), value=value)
    return msgspec.structs.replace(call, arguments=args), tuple(notes)


def _without_nulls(value: Json, schema: Json, where: str, notes: list[Note]) -> Json:
    if not isinstance(schema, dict):
        return value
    if isinstance(value, list):
        return [_without_nulls(one, schema.get("items"), f"{where}/{n}", notes) for n, one in enumerate(value)]
    properties, required = schema.get("properties"), schema.get("required") or ()
    if not isinstance(value, dict) or isinstance(value, RepeatedKeys) or not isinstance(properties, dict):
        return value
    kept = {}
    for key, item in value.items():
        place = f"{where}/{pointer.escape(key)}"
        if item is None and key in properties and key not in required and not _nullable(properties[key]):
            notes.append(Note(kind="changed", where=place, why="null stands for an optional argument that is left out"))
        else:
            kept[key] = _without_nulls(item, properties.get(key), place, notes)
    return kept


def _nullable(schema: Json) -> bool:
    try:
        return bool(jsonschema_rs.validator_for(plain(schema), retriever=_nowhere).is_valid(None))
    except (ValueError, RecursionError):
        return True  # it is none, or refers to definitions that stand elsewhere: leave what is there


def _against(tool: ToolDefinition, call: ToolCall, where: str) -> Iterator[Note]:
    if not isinstance(call.arguments.value, dict):
        yield Note(kind="invalid", where=where, why=f"no JSON object: {_short(call.arguments.text)}")
        return
    if _repeats(call.arguments.value):
        yield Note(kind="invalid", where=where, why="a key stands twice in one object")
        return
    try:
        errors = [*validator(tool).iter_errors(plain(call.arguments.value))]
    except ValueError as error:  # a schema that is none, numbers beyond all use
        yield Note(kind="invalid", where=where, why=_first_line(error))
        return
    for found in errors:
        place = "".join(f"/{pointer.escape(str(step))}" for step in found.instance_path)
        yield Note(kind="invalid", where=where + place, why=_short(found.message))


def _repeats(value: Json) -> bool:
    return any(isinstance(one, RepeatedKeys) for one in pointer.within(value))


def _nowhere(address: str) -> Any:
    raise ValueError(f"it refers to {address}, and nothing is fetched")


def _first_line(error: ValueError) -> str:
    return _short(str(error).partition("\n")[0])


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 4] + " ..."
