"""The arguments of a call: from text, from an object, and back."""

from toolwire.dialects.errors import Inexpressible
from toolwire.model import Arguments, Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError


def from_text(text: str | None, *, complete: bool = True) -> Arguments:
    """Arguments that the wire sends as JSON text.

    Nothing at all, blanks and ``null`` are how providers spell a call without arguments, once the call is
    complete. They are never read into a call that was cut off.
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
    """Arguments that the wire sends as an object."""
    text = exact_json.dumps(value)
    if isinstance(value, dict):
        return Arguments(text=text, form="object", value=value)
    return Arguments(text=text, form="not_object")


def free_text(text: str) -> Arguments:
    """The input of a custom tool: any text."""
    return Arguments(text=text, form="not_object")


def to_object(arguments: Arguments, name: str) -> dict[str, Json]:
    """The object that the arguments spell. Raises ``Inexpressible`` where they spell none."""
    if isinstance(arguments.value, dict):
        return arguments.value
    raise Inexpressible(f"the arguments of the call to {name!r} are no JSON object")
