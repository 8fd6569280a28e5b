"""Marks: values that replace wire values while requests are compared. A mark keeps the wire value."""

from typing import Any

from toolwire.model import Json
from toolwire.wire import exact_json


class CallId(str):
    """The mark that replaces the id of a call or a result. It has the number of the call in the history."""

    wire: str | None
    """The id on the wire. None if the wire has no id."""
    call: int | None
    """The number of the call, from 1. None if no single call has the id."""

    note: str
    """A note about an id that several calls share. Else ""."""

    __slots__ = ("call", "note", "wire")

    def __new__(cls, label: str, wire: str | None, call: int | None = None, note: str = "") -> "CallId":
        """Make the mark of an id. Marks with the same ``label`` are equal."""
        self = super().__new__(cls, label)
        self.wire = wire.wire if isinstance(wire, CallId) else wire
        self.call = call
        self.note = note
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> "CallId":
        return self


class Read(dict[str, Json]):
    """A dict with a single member, which replaces a wire value that contains another value, such as JSON text.

    The key of the member is the kind of the replaced value. The member's value is the contained value.
    """

    wire: Json

    __slots__ = ("wire",)

    def __init__(self, key: str, value: Json, wire: Json) -> None:
        super().__init__({key: value})
        self.wire = wire.wire if isinstance(wire, Read) else wire

    @property
    def value(self) -> Json:
        """The content, without the key."""
        [value] = self.values()
        return value


class Written(str):
    """A number that is compared by its text."""

    __slots__ = ()


def on_wire(value: Json) -> Json:
    """Return the value as it is on the wire, with all marks replaced by the wire's values."""
    match value:
        case CallId():
            return value.wire
        case Written():
            return exact_json.Number(str(value))
        case Read():
            return on_wire(value.wire)
        case list() | tuple():
            return [on_wire(item) for item in value]
        case dict() if type(value) is dict:
            return {key: on_wire(item) for key, item in value.items() if not _is_made(item)}
    return value


def _is_made(value: Json) -> bool:
    """Return whether a value is a mark that replaces no value of the wire."""
    return isinstance(value, CallId) and value.wire is None
