"""Field mappings: for each canonical field, the pointers to it in the documents of a dialect."""

from collections.abc import Iterator
from typing import Final

import msgspec

from toolwire.model import FinishReason, Json
from toolwire.providers.claim_file import Day, NonEmpty, Pointer
from toolwire.wire import pointer
from toolwire.wire.pointer import Steps

ASKED: Final = (
    "model", "tool.name", "tool.description", "tool.parameters", "system", "text", "reasoning", "opaque", "call.id",
    "call.name", "call.arguments", "result.call_id", "result.name", "result.text", "result.is_error",
)  # fmt: skip
"""The canonical fields of requests.

``opaque`` is data that only the sending provider understands, and that must go back to this provider.
"""
ANSWERED: Final = (
    "id", "model", "text", "reasoning", "opaque", "call.id", "call.name", "call.arguments", "finish",
    "usage.input_tokens", "usage.output_tokens",
)  # fmt: skip
"""The canonical fields of answers."""


class Beside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pointers to data other than text and calls, in answers and in the payloads of streams.

    An empty field means that the dialect has no such data.
    """

    reasoning: tuple[str, ...] = ()
    refusal: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    """The pointers to the number that an answer has among several answers to the same request, such as
    ``/choices/*/index``. The first answer has the number 0. Empty if the dialect gives only a single answer.
    """


class Aside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A selection of the objects at the pointer ``at``.

    ``where`` lists the allowed values under each key. If ``where`` is empty, every value at ``at`` is selected.
    """

    at: str
    where: dict[str, tuple[Json, ...]]

    def find(self, document: Json) -> Iterator[Steps]:
        """Yield the path to each object that this selection finds in a document."""
        for path, place in pointer.located(document, self.at):
            if all(isinstance(place, dict) and place.get(key) in among for key, among in self.where.items()):
                yield path


class Mapping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pointers to each canonical field in the documents on the wire."""

    request: dict[str, tuple[str, ...]]
    response: dict[str, tuple[str, ...]]
    stream: dict[str, tuple[str, ...]]
    """Pointers into each payload of a stream. The joined values of all payloads are the field's value."""
    arguments: str
    """The form of arguments on the wire: ``text`` or ``object``."""
    finish: dict[str, str]
    """The vendor's finish words and their meanings; empty if the dialect has no such words."""
    beside: Beside = Beside()
    instead: dict[str, tuple[str, ...]] = {}
    """Pointers into each payload of a stream, for fields that the pointers in ``stream`` do not find."""
    unjoined: dict[str, tuple[str, ...]] = {}
    """Pointers to pieces of a field's value, in a request and in each payload of a stream, if the value cannot be made
    by joining the pieces. Example: Gemini's ``partialArgs``. If a document has such pieces, the field is not compared
    through this mapping, because other checks compare it.
    """
    aside: tuple[Aside, ...] = ()
    """Values to ignore: pointers of this mapping lead to them, but they have no text and no call for the client."""
    ordered: bool = False
    """True if the dialect shows which text comes before and after each call."""
    plan: tuple[str, ...] = ()
    """Pointers to the model's text before a call, which a reader may show as reasoning or as text."""

    def with_own(self, own: "tuple[Stands, ...]") -> "Mapping":
        """Return the mapping for a provider that borrows the dialect, with the provider's additional pointers and
        finish words.
        """
        return msgspec.structs.replace(
            self,
            request=_with(self.request, [(place.field, place.request) for place in own]),
            response=_with(self.response, [(place.field, place.response) for place in own]),
            stream=_with(self.stream, [(place.field, place.stream) for place in own]),
            finish=self.finish | {word: meaning for place in own for word, meaning in place.words.items()},
        )


class Stands(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Additional pointers to a canonical field, for a provider that uses another provider's dialect."""

    field: str
    source: NonEmpty
    retrieved: Day
    request: tuple[Pointer, ...] = ()
    response: tuple[Pointer, ...] = ()
    stream: tuple[Pointer, ...] = ()
    """Pointers into each payload of a stream."""
    words: dict[str, FinishReason] = {}
    """The provider's own words for the finish, and their meanings."""

    def __post_init__(self) -> None:
        if not (self.request or self.response or self.stream or self.words):
            raise ValueError("expected `request`, `response`, `stream`, or `words` for the finish, got none of them")
        for asked, places, known in (
            ("in requests", self.request, ASKED),
            ("in answers", self.response or self.stream, ANSWERED),
            ("with words", self.words, ("finish",)),
        ):
            if places and self.field not in known:
                raise ValueError(f"no field {self.field!r} {asked}; write one of {', '.join(known)}")


def _with(known: dict[str, tuple[str, ...]], more: list[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    places = dict(known)
    for field, own in more:
        if own:
            places[field] = tuple(dict.fromkeys((*places.get(field, ()), *own)))
    return places
