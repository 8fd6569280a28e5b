"""Carried data: the keys of a wire object that were not read, because they have no canonical form."""

import msgspec

from toolwire.json_value import Json


class Carried(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The keys of a wire object that have no canonical form. They are kept, so that no key is lost when the object is
    written again.

    A value that was read from the wire has a ``Carried``, which may be empty. Any other value has None instead, and is
    written in the dialect's usual spelling.
    """

    rest: dict[str, Json] = msgspec.field(default_factory=dict)
    """Keys of the wire object that were not read, with their values."""
    spelling: dict[str, str] = msgspec.field(default_factory=dict)
    """The unusual spellings in the wire object, by the usual key. A spelling is the key on the wire, such as
    ``{"parametersJsonSchema": "parameters"}``, or a word for the form of the value, such as ``{"error": "absent"}``.
    Only dialects that allow several spellings use this field.
    """
