"""Functions that read values in the events of a stream and check their types."""

from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import kind
from toolwire.model import Json


def text_in(value: dict[str, Json], key: str, where: str) -> str:
    """Return the string under a key; "" if the value is missing or null. Raises ``ShapeError`` for a value of another
    type.
    """
    text = value.get(key)
    if isinstance(text, str):
        return text
    if text is not None:
        raise ShapeError(f"{where}/{key}: expected a string, got {kind(text)}")
    return ""


def number_in(event: dict[str, Json], key: str) -> int:
    """Return the whole number under a key of an event. Raises ``ShapeError`` for any other value."""
    number = event.get(key)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ShapeError(f"/{key}: expected a whole number, got {kind(number)}")
    return number


def object_in(event: dict[str, Json], key: str) -> dict[str, Json]:
    """Return the object under a key of an event. Raises ``ShapeError`` for any other value."""
    return as_object(event.get(key), f"/{key}")


def as_object(value: Json, where: str) -> dict[str, Json]:
    """Return ``value`` if it is an object. Raises ``ShapeError`` for any other value."""
    if not isinstance(value, dict):
        raise ShapeError(f"{where}: expected an object, got {kind(value)}")
    return value


def filled(value: Json) -> str | None:
    """Return ``value`` if it is a string and not empty. Otherwise return None."""
    return value if isinstance(value, str) and value else None
