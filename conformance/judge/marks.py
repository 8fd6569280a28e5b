"""Marks: values that replace wire values while requests are compared. A mark keeps the wire value."""

from typing import Any

from toolwire.model import Json
from toolwire.wire import exact_json


class CallId(str):
    """The text that replaces the id of a call or a result while requests are compared, with the number of the call."""

    wire: str | None
    """The id on the wire. None if the wire has no id."""
    call: int | None
    """The number of the call, from 1. None if no call has the id, or if several calls have it."""

    note: str
    """A note for messages, if several calls have the id. Otherwise ""."""

    __slots__ = ("call", "note", "wire")

    def __new__(cls, label: str, wire: str | None, call: int | None = None, note: str = "") -> "CallId":
        """Make the text that replaces an id. Texts with the same ``label`` are equal, whatever their ids are.

        For the other parameters see the fields.
        """
        self = super().__new__(cls, label)
        self.wire = wire.wire if isinstance(wire, CallId) else wire
        self.call = call
        self.note = note
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> "CallId":
        return self


class Read(dict[str, Json]):
    """A dict that replaces a wire value while requests are compared. For example, ``{"JSON text": [1, 2]}`` replaces
    the text ``[1, 2]``.

    The dict has a single member. Its key is the kind of the wire value, and its value is the value that is compared.
    """

    wire: Json

    __slots__ = ("wire",)

    def __init__(self, key: str, value: Json, wire: Json) -> None:
        super().__init__({key: value})
        self.wire = wire.wire if isinstance(wire, Read) else wire

    @property
    def value(self) -> Json:
        """The value that is compared, without the key."""
        [value] = self.values()
        return value


class Written(str):
    """The text of a number. It replaces the number, so that numbers are compared by their texts."""

    __slots__ = ()


def on_wire(value: Json) -> Json:
    """Return a compared value as it is on the wire: each mark (see the module) is replaced by its wire value. Members
    that the wire does not have are left out.
    """
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
    """Return whether a value is a ``CallId`` that was added, so that it replaces no value of the wire."""
    return isinstance(value, CallId) and value.wire is None
