"""Field mappings: the places of canonical fields on the wire."""

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
"""The canonical fields of requests; ``opaque`` is data that only its provider understands, and needs back."""
ANSWERED: Final = (
    "id", "model", "text", "reasoning", "opaque", "call.id", "call.name", "call.arguments", "finish",
    "usage.input_tokens", "usage.output_tokens",
)  # fmt: skip
"""The canonical fields of answers."""


class Beside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The places in answers, and in payloads of streams, of data beside text and calls.

    The dialect does not have the data for which there is no place.
    """

    reasoning: tuple[str, ...] = ()
    refusal: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    """The index of each answer, if a request can get several; that of the first is 0."""


class Aside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Objects at ``at`` with one of these values under each of these keys; without keys, any value."""

    at: str
    where: dict[str, tuple[Json, ...]]

    def find(self, document: Json) -> Iterator[Steps]:
        """Yield the steps to each of them."""
        for path, place in pointer.located(document, self.at):
            if all(isinstance(place, dict) and place.get(key) in among for key, among in self.where.items()):
                yield path


class Mapping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pointers into the wire document for each canonical field."""

    request: dict[str, tuple[str, ...]]
    response: dict[str, tuple[str, ...]]
    stream: dict[str, tuple[str, ...]]
    """Pointers into each payload of a stream; the joined values of all payloads make the field."""
    arguments: str
    """The form of arguments on the wire: ``text`` or ``object``."""
    finish: dict[str, str]
    """The vendor's finish words and their meanings; empty if the dialect has none."""
    beside: Beside = Beside()
    instead: dict[str, tuple[str, ...]] = {}
    """Pointers into each payload of a stream, for fields that ``stream`` does not find."""
    unjoined: dict[str, tuple[str, ...]] = {}
    """Pointers to fields of a stream that may come in pieces which no pointer can join; other checks judge them."""
    aside: tuple[Aside, ...] = ()
    """Values with neither text nor a call of the client's, although pointers lead into them."""
    ordered: bool = False
    """True if text and calls have one order."""
    plan: tuple[str, ...] = ()
    """Pointers to the text before a call. Readers may show it as reasoning or as text."""

    def with_own(self, own: "tuple[Stands, ...]") -> "Mapping":
        """Return the mapping with a borrower's own places and words."""
        return msgspec.structs.replace(
            self,
            request=_with(self.request, [(place.field, place.request) for place in own]),
            response=_with(self.response, [(place.field, place.response) for place in own]),
            stream=_with(self.stream, [(place.field, place.stream) for place in own]),
            finish=self.finish | {word: meaning for place in own for word, meaning in place.words.items()},
        )


class Stands(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Further places of a canonical field at a provider that borrows the dialect."""

    field: str
    source: NonEmpty
    retrieved: Day
    request: tuple[Pointer, ...] = ()
    response: tuple[Pointer, ...] = ()
    stream: tuple[Pointer, ...] = ()
    """Pointers into each payload of a stream."""
    words: dict[str, FinishReason] = {}
    """Words of its own for the finish, and their meanings."""

    def __post_init__(self) -> None:
        if not (self.request or self.response or self.stream or self.words):
            raise ValueError("say where it stands: `request`, `response`, `stream`, or for the finish its `words`")
        for asked, places, known in (
            ("in requests", self.request, ASKED),
            ("in answers", self.response or self.stream, ANSWERED),
            ("with words", self.words, ("finish",)),
        ):
            if places and self.field not in known:
                raise ValueError(f"there is no {self.field!r} {asked}; write one of {', '.join(known)}")


def _with(known: dict[str, tuple[str, ...]], more: list[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    places = dict(known)
    for field, own in more:
        if own:
            places[field] = tuple(dict.fromkeys((*places.get(field, ()), *own)))
    return places
