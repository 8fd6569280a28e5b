"""Field mappings: where on the wire a canonical field stands."""

import msgspec


class Beside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where answers, and payloads of streams, hold what stands beside text and calls.

    What has no place here there is not in the dialect.
    """

    reasoning: tuple[str, ...] = ()
    refusal: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    """The index of each answer, where a request can get several; that of the first is 0."""


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
    beside: Beside = Beside()
    ordered: bool = False
    """Whether text and calls stand in one order."""
