"""Field mappings: where on the wire a canonical field stands."""

import msgspec


class Mapping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For each canonical field, pointers into the wire document."""

    request: dict[str, tuple[str, ...]]
    response: dict[str, tuple[str, ...]]
    stream: dict[str, tuple[str, ...]]
    """Pointers into each payload of a stream; the values of all payloads, joined, make the field."""
    arguments: str
    """``text`` or ``object``: how arguments stand on the wire."""
    finish: dict[str, str]
    """The vendor's finish words and what they mean; empty where the dialect has none."""
