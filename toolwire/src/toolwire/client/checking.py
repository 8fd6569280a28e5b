"""Checks that calls fit the offered tools. They are made before the application runs the calls."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import jsonschema_rs

from toolwire.client.note import Note
from toolwire.client.openapi_schemas import json_schema
from toolwire.client.plain import plain
from toolwire.model import CustomTool, Json, Tool, ToolCall, ToolDefinition, own_tools
from toolwire.wire import pointer
from toolwire.wire.exact_json import RepeatedKeys

_LONGEST: Final = 200


class SchemaError(ValueError):
    """An error for a tool's schema that is not a JSON Schema, refers to another document, or is nested too deep.

    ``str()`` is the reason.
    """


def faults(call: ToolCall, tools: Sequence[Tool], where: str) -> Iterator[Note]:
    """Yield a note for each reason not to run a call: the call is cut, its tool was not offered, a free-form tool is
    called as a function or the reverse, the tool's schema is invalid, or the arguments do not fit the schema.

    ``where`` is the JSON pointer to the call.
    """
    tool = next(
        (candidate for candidate in own_tools(tools) if candidate.name == call.name),
        None,
    )
    if not call.complete:
        yield Note(kind="cut", where=where, why=f"the call to {call.name!r} was cut: do not run it")
    elif tool is None:
        yield Note(kind="invalid", where=f"{where}/name", why=f"expected an offered tool, got {call.name!r}")
    elif isinstance(tool, CustomTool) is not (call.kind == "custom"):
        expected, got = ("free-form", "function") if isinstance(tool, CustomTool) else ("function", "free-form")
        yield Note(kind="invalid", where=where, why=f"expected a {expected} call to {call.name!r}, got a {got} call")
    elif isinstance(tool, ToolDefinition):
        yield from _against(tool, call, f"{where}/arguments")


def validator(tool: ToolDefinition) -> Any:
    """Return a validator of arguments for the tool's schema. Raises ``SchemaError`` for an invalid schema."""
    try:
        schema = {} if tool.parameters is None else plain(json_schema(tool))
        return jsonschema_rs.validator_for(schema, retriever=_nowhere)
    except ValueError as error:
        raise SchemaError(f"the schema of {tool.name!r}: {_first_line(error)}") from None
    except RecursionError:
        raise SchemaError(f"the schema of {tool.name!r} is nested too deep") from None


def _against(tool: ToolDefinition, call: ToolCall, where: str) -> Iterator[Note]:
    if not isinstance(call.arguments.value, dict):
        yield Note(kind="invalid", where=where, why=f"expected a JSON object, got {_short(call.arguments.text)}")
        return
    if _repeats(call.arguments.value):
        yield Note(kind="invalid", where=where, why="expected each key once in an object, got a repeated key")
        return
    try:
        errors = [*validator(tool).iter_errors(plain(call.arguments.value))]
    except ValueError as error:  # an invalid schema, or numbers out of range
        yield Note(kind="invalid", where=where, why=_first_line(error))
        return
    for found in errors:
        place = "".join(f"/{pointer.escape(str(step))}" for step in found.instance_path)
        yield Note(kind="invalid", where=where + place, why=_short(found.message))


def _repeats(value: Json) -> bool:
    return any(isinstance(inner, RepeatedKeys) for inner in pointer.within(value))


def _nowhere(address: str) -> Any:
    raise ValueError(f"other documents are not fetched: copy the schema at {address} into `$defs` of this schema")


def _first_line(error: ValueError) -> str:
    return _short(str(error).partition("\n")[0])


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 4] + " ..."
