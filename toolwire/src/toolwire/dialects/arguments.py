"""Reading and writing of a call's arguments. On the wire they are text or an object."""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields
from toolwire.model import Arguments, Carried, Json, ToolCall
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_INPUT: Final = "input"


def from_text(text: str | None, *, complete: bool = True) -> Arguments:
    """Return a call's arguments from JSON text on the wire.

    For a complete call, an empty text, blanks and ``null`` mean an empty object, because providers send them for a call
    without arguments. For a call that was cut (``complete`` is false), such a text does not mean an empty object.
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
    """Return a call's arguments from a JSON value on the wire, which should be an object."""
    text = exact_json.dumps(value)
    if isinstance(value, dict):
        return Arguments(text=text, form="object", value=value)
    return Arguments(text=text, form="not_object")


def free_text(text: str) -> Arguments:
    """Return the arguments of a call to a custom tool. They may be any text."""
    return Arguments(text=text, form="not_object")


def to_object(arguments: Arguments, name: str) -> dict[str, Json]:
    """Return the arguments of the call to ``name`` as an object. Raises ``Inexpressible`` if they are not an object."""
    if isinstance(arguments.value, dict):
        return arguments.value
    raise Inexpressible(f"expected a JSON object as arguments of the call to {name!r}, got other text")


def read_input(fields: Fields) -> Arguments:
    """Return a call's arguments from the key ``input``, which Anthropic's and Bedrock's calls have.

    If the key is missing or null, the call has no arguments.
    """
    if fields.peek(_INPUT) is not None:
        return from_value(fields.value(_INPUT))
    fields.note(_INPUT, "null" if fields.has(_INPUT) else "absent")
    return from_text(None)


def write_input(call: ToolCall, carried: Carried | None) -> dict[str, Json]:
    """Return an object that has a call's arguments under ``input``.

    The object is empty if ``input`` was missing or null when the call was read, and the call still has no arguments.
    ``carried`` is the carried data of the wire object that has ``input``. Raises ``Inexpressible``.
    """
    if not call.arguments.text and carried is not None and carried.spelling.get(_INPUT) in ("absent", "null"):
        return {}
    # The APIs accept only objects, but recorded histories have other values, too.
    if call.carried is not None and call.arguments.form == "not_object":
        return {_INPUT: exact_json.loads(call.arguments.text)}
    return {_INPUT: to_object(call.arguments, call.name)}
