"""Field mappings: where on the wire a canonical field stands."""

from collections.abc import Iterator

import msgspec

from conformance.model import Json
from conformance.wire import pointer
from conformance.wire.pointer import Steps


class Beside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where answers, and payloads of streams, hold what stands beside text and calls.

    What has no place here there is not in the dialect.
    """

    reasoning: tuple[str, ...] = ()
    refusal: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    """The index of each answer, where a request can get several; that of the first is 0."""


class Aside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands at ``at``: objects with one of these values under each of these keys; anything if there are none."""

    at: str
    where: dict[str, tuple[Json, ...]]

    def find(self, document: Json) -> Iterator[Steps]:
        """Where they stand."""
        for path, place in pointer.located(document, self.at):
            if all(isinstance(place, dict) and place.get(key) in among for key, among in self.where.items()):
                yield path


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
    instead: dict[str, tuple[str, ...]] = {}
    """Pointers into each payload of a stream for fields that ``stream`` finds nowhere."""
    unjoined: dict[str, tuple[str, ...]] = {}
    """Places of a stream where a field may stand in pieces that no pointer puts together; then other checks tell."""
    aside: tuple[Aside, ...] = ()
    """What holds neither text nor a call of the client's, though pointers lead into it."""
    ordered: bool = False
    """Whether text and calls stand in one order."""
