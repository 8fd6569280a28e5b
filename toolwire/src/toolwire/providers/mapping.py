"""Field mappings: where on the wire a canonical field stands."""

from collections.abc import Iterator
from typing import Final

import msgspec

from toolwire.model import FinishReason, Json
from toolwire.providers.claim_file import Day, Pointer, Said
from toolwire.wire import pointer
from toolwire.wire.pointer import Steps

ASKED: Final = (
    "model", "tool.name", "tool.description", "tool.parameters", "system", "text", "reasoning", "opaque", "call.id",
    "call.name", "call.arguments", "result.call_id", "result.name", "result.text", "result.is_error",
)  # fmt: skip
"""The canonical fields of requests; ``opaque`` is what only its provider understands, and wants back."""
ANSWERED: Final = (
    "id", "model", "text", "reasoning", "opaque", "call.id", "call.name", "call.arguments", "finish",
    "usage.input_tokens", "usage.output_tokens",
)  # fmt: skip
"""The canonical fields of answers."""


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
    plan: tuple[str, ...] = ()
    """Pointers to what the model says before it calls. Readers may show it as reasoning or as text."""

    def with_own(self, own: "tuple[Stands, ...]") -> "Mapping":
        """The same with the places and words that a borrower has of its own."""
        return msgspec.structs.replace(
            self,
            request=_with(self.request, [(one.field, one.request) for one in own]),
            response=_with(self.response, [(one.field, one.response) for one in own]),
            stream=_with(self.stream, [(one.field, one.stream) for one in own]),
            finish=self.finish | {word: meaning for one in own for word, meaning in one.words.items()},
        )


class Stands(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a canonical field stands too at a provider that borrows the dialect, beside the places of the owner."""

    field: str
    source: Said
    retrieved: Day
    request: tuple[Pointer, ...] = ()
    response: tuple[Pointer, ...] = ()
    stream: tuple[Pointer, ...] = ()
    """Pointers into each payload of a stream."""
    words: dict[str, FinishReason] = {}
    """Words for the end of its own, and what they mean."""

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
