"""The arguments of a call, read from text or from an object, and written back."""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields
from toolwire.model import Arguments, Carried, Json, ToolCall
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_INPUT: Final = "input"


def from_text(text: str | None, *, complete: bool = True) -> Arguments:
    """Return arguments that the wire sends as JSON text.

    Providers spell a complete call without arguments as an empty text, as blanks or as ``null``. In a call that was cut
    these are not read as an empty object.
    """
    text = text or ""
    if complete and text.strip() in ("", "null"):
        return Arguments(text=text, form="empty", value={})
    try:
        value = exact_json.loads(text)
    except JsonError:
        return Arguments(text=text, form="invalid")
    if isinstance(value, dict):
        return Arguments(text=text, form="object", value=value)
    return Arguments(text=text, form="not_object")


def from_value(value: Json) -> Arguments:
    """Return arguments that the wire sends as an object."""
    text = exact_json.dumps(value)
    if isinstance(value, dict):
        return Arguments(text=text, form="object", value=value)
    return Arguments(text=text, form="not_object")


def free_text(text: str) -> Arguments:
    """Return the input of a custom tool, which may be any text."""
    return Arguments(text=text, form="not_object")


def to_object(arguments: Arguments, name: str) -> dict[str, Json]:
    """Return the arguments as an object. Raises ``Inexpressible`` if they are none."""
    if isinstance(arguments.value, dict):
        return arguments.value
    raise Inexpressible(f"the arguments of the call to {name!r} are no JSON object")


def read_input(fields: Fields) -> Arguments:
    """Read ``input`` of Anthropic's and Bedrock's calls, an object that may be missing or null."""
    if fields.peek(_INPUT) is not None:
        return from_value(fields.value(_INPUT))
    fields.note(_INPUT, "null" if fields.has(_INPUT) else "absent")
    return from_text(None)


def write_input(call: ToolCall, carried: Carried | None) -> dict[str, Json]:
    """Return ``input`` with the arguments of a call; no key if it was missing or null when read."""
    if not call.arguments.text and carried is not None and carried.spelling.get(_INPUT) in ("absent", "null"):
        return {}
    # The APIs take objects only, but histories that were sent to them hold other values too.
    if call.carried is not None and call.arguments.form == "not_object":
        return {_INPUT: exact_json.loads(call.arguments.text)}
    return {_INPUT: to_object(call.arguments, call.name)}
