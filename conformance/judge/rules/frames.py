"""Checkers of the frames of a streamed answer: its events, lines or chunks, in their order."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
from jsonschema_rs import Draft202012Validator

from conformance.judge import arguments, schemas, wording
from conformance.judge.finding import Finding
from conformance.judge.rules.checker import Checker
from conformance.judge.rules.steps import Sent
from toolwire.model import Json
from toolwire.providers.claim_file import Pointer
from toolwire.wire import patterns, payloads, pointer
from toolwire.wire.exchange import WireResponse


def document(response: WireResponse, frames: list[Json]) -> Json:
    """Return a streamed answer as a single document, for pointers and schemas.

    If the stream has server-sent events and its headers are known, the document also has the ``content_type``.
    """
    has_type = bool(response.headers) and payloads.has_events(response.body)
    return {"frames": frames} | ({"content_type": response.content_type} if has_type else {})


class FramesEnds(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-ends"):
    """The rule that the first frame fits the JSON Schema ``first``, and the last frame the JSON Schema ``last``."""

    first: dict[str, Any] | bool = True
    last: dict[str, Any] | bool = True

    def __post_init__(self) -> None:
        _first(self), _last(self)

    def applies(self, sent: Sent) -> bool:
        return bool(sent.body["frames"])

    def violations(self, sent: Sent) -> Iterator[Finding]:
        if not self.applies(sent):
            return
        first, last = sent.body["frames"][0], sent.body["frames"][-1]
        if not schemas.fits(_first(self), first):
            yield Finding(path="/frames/0", message=f"a stream must not begin with {wording.shown(first)}")
        if not schemas.fits(_last(self), last):
            place = len(sent.body["frames"]) - 1
            yield Finding(path=f"/frames/{place}", message=f"a stream must not end with {wording.shown(last)}")


class FramesOrder(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-order"):
    """The rule that the words of all frames, each followed by a blank, match a regular expression.

    The word of a frame is its value at ``at``, such as the type of its event.
    """

    at: Pointer
    """The pointer to the word of a frame."""
    pattern: str
    beside: tuple[str, ...] = ()
    """Words that may occur anywhere. They are removed before the match."""

    def __post_init__(self) -> None:
        patterns.check(self.pattern)

    def applies(self, sent: Sent) -> bool:
        return bool(sent.body["frames"])

    def violations(self, sent: Sent) -> Iterator[Finding]:
        words = [str(word) for frame in sent.body["frames"] for word in pointer.values(frame, self.at)]
        spelled = "".join(f"{word} " for word in words if word not in self.beside)
        if self.applies(sent) and not patterns.matches(self.pattern, spelled):
            yield Finding(
                path="/frames",
                message=f"expected events in the order {self.pattern}, got {wording.shown(spelled.strip())}",
            )


class FramesRising(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-rising"):
    """The rule that the number at ``at`` increases by 1 from frame to frame. Frames without the number are skipped."""

    at: Pointer

    def applies(self, sent: Sent) -> bool:
        return any(pointer.values(frame, self.at) for frame in sent.body["frames"])

    def violations(self, sent: Sent) -> Iterator[Finding]:
        numbers = [
            (n, number) for n, frame in enumerate(sent.body["frames"]) for number in pointer.values(frame, self.at)
        ]
        for (_, before), (n, number) in pairwise(numbers):
            if not isinstance(before, int) or number != before + 1:
                yield Finding(
                    path=f"/frames/{n}{self.at}",
                    message=f"expected the number after {wording.shown(before)}, got {wording.shown(number)}",
                )


class _Numbered(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule about items that come in several pieces. All pieces of an item have the number of the item."""

    within: Pointer = ""
    """The pointer to the objects that contain items. A stream may interleave several such objects, which are judged
    separately.
    """
    apart: Pointer = ""
    """The pointer to the value that distinguishes the objects at ``within``. "" if all frames are about the same
    object.
    """
    at: Pointer
    number: Pointer

    def applies(self, sent: Sent) -> bool:
        return any(True for _ in self.pieces(sent))

    def pieces(self, sent: Sent) -> Iterator[tuple[str, str, Json, Json]]:
        """Yield each piece that has a number: its place, the object that contains it, its number and its value."""
        for n, frame in enumerate(sent.body["frames"]):
            for path, holder in pointer.find(frame, self.within):
                of = repr(pointer.values(holder, self.apart)) if self.apart else ""
                for place, piece in pointer.find(holder, self.at):
                    for number in pointer.values(piece, self.number):
                        if number is not None:
                            yield f"/frames/{n}{path}{place}", of, number, piece


class FramesDistinct(_Numbered, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-distinct"):
    """The rule that items with different names have different numbers. Items without name or number are left out."""

    name: Pointer

    def applies(self, sent: Sent) -> bool:
        return any(any(pointer.values(piece, self.name)) for *_, piece in self.pieces(sent))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        names: dict[tuple[str, str], str] = {}
        for place, of, number, piece in self.pieces(sent):
            named = pointer.values(piece, self.name)
            if not any(named):
                continue
            name = str(named[0])
            first = names.setdefault((of, repr(number)), name)
            if name != first:
                numbered = f"that of {wording.quoted(first)} for {wording.quoted(name)}"
                message = f"expected another number than {numbered}, got the same number"
                yield Finding(path=f"{place}{self.number}", message=message)


class FramesCounted(_Numbered, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-counted"):
    """The rule that the numbers of items count from 0, in the order in which the items begin.

    A number that is not an integer is ignored here, because the check of the schema reports it.
    """

    def violations(self, sent: Sent) -> Iterator[Finding]:
        known: dict[str, list[Json]] = {}
        for place, of, number, _ in self.pieces(sent):
            begun = known.setdefault(of, [])
            if type(number) is not int or number in begun:
                continue
            if number != len(begun):
                message = f"expected the number {len(begun)} for item {len(begun) + 1}, got {wording.shown(number)}"
                yield Finding(path=f"{place}{self.number}", message=message)
            begun.append(number)


class FramesOnce(_Numbered, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-once"):
    """The rule that no later piece of an item repeats a value of an earlier piece, because readers join the pieces."""

    values: tuple[Pointer, ...]
    """The pointers, within a piece, to the values that no later piece may repeat. Empty values may be repeated."""

    def violations(self, sent: Sent) -> Iterator[Finding]:
        known: set[tuple[str, str, str, str]] = set()
        for place, of, number, piece in self.pieces(sent):
            for at in self.values:
                for value in filter(None, pointer.values(piece, at)):
                    key = of, repr(number), at, repr(value)
                    if key in known:
                        message = f"expected {wording.shown(value)} once, got it again"
                        yield Finding(path=f"{place}{at}", message=message)
                    known.add(key)


class FramesOfItems(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-of-items"):
    """The rule that each frame about an item has the number and the id with which the item began.

    No two items have the same number. The numbers may begin with any number, and may have gaps. Frames without a
    number, and ids that are null or empty, are ignored. So are numbers that are not integers, because the check of the
    schema reports them.
    """

    begins: dict[str, tuple[Json, ...]]
    """The members of a frame that begins an item, each with its possible values."""
    number: Pointer
    ids: tuple[Pointer, ...]
    """The pointers to an item's id in a frame."""

    def applies(self, sent: Sent) -> bool:
        return any(_has(frame, self.begins) for frame in sent.body["frames"])

    def violations(self, sent: Sent) -> Iterator[Finding]:
        begun: dict[int, Json] = {}
        for n, frame in enumerate(sent.body["frames"]):
            for number in pointer.values(frame, self.number):
                if type(number) is not int:
                    continue
                found = [(at, value) for at in self.ids for value in pointer.values(frame, at) if value]
                if _has(frame, self.begins):
                    if number in begun:
                        message = f"expected a new number for a new item, got {number} again"
                        yield Finding(path=f"/frames/{n}{self.number}", message=message)
                    begun[number] = found[0][1] if found else None
                elif number not in begun:
                    message = f"expected the number of an item that has begun, got {number}"
                    yield Finding(path=f"/frames/{n}{self.number}", message=message)
                elif begun[number] is not None:
                    for at, value in found:
                        if value != begun[number]:
                            expected, got = wording.shown(begun[number]), wording.shown(value)
                            message = f"expected {expected}, as at the beginning of item {number}, got {got}"
                            yield Finding(path=f"/frames/{n}{at}", message=message)


class Copy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place of items in a stream. The stream has the same items at another place, too."""

    where: dict[str, tuple[Json, ...]]
    """The members of a frame that has the items, each with its possible values."""
    at: Pointer
    """The pointer to the items in a frame."""
    of: dict[str, tuple[Json, ...]] = {}
    """The members of an item, each with its possible values. Other items are ignored."""
    key: Pointer
    values: tuple[Pointer, ...]

    def places(self, sent: Sent) -> list[str]:
        """Return the places of all items at ``at``, including the items that ``of`` excludes."""
        return [place for place, _ in self._found(sent)]

    def items(self, sent: Sent) -> dict[str, tuple[str, Json]]:
        """Return each item by its value at ``key``, with the place of the item and its values at ``values``.

        Items that ``of`` excludes are left out.
        """
        return {
            str(key): (place, [pointer.values(item, at) for at in self.values])
            for place, item in self._found(sent)
            if _has(item, self.of)
            for key in pointer.values(item, self.key)
        }

    def _found(self, sent: Sent) -> Iterator[tuple[str, Json]]:
        for n, frame in enumerate(sent.body["frames"]):
            for path, item in pointer.find(frame, self.at) if _has(frame, self.where) else ():
                yield f"/frames/{n}{path}", item


class FramesSame(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-same"):
    """The rule that items at two places of a stream are equal."""

    first: Copy
    again: Copy
    complete: bool = False
    """True if the place ``again`` must be empty, or have exactly the items of ``first`` in the same order."""

    def applies(self, sent: Sent) -> bool:
        return bool(self.again.places(sent)) and bool(self.first.items(sent) or self.again.items(sent))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        places = self.again.places(sent) if self.complete else []
        first, again = self.first.items(sent), self.again.items(sent)
        if places and [*first] != [*again]:
            expected, got = (", ".join(items) or "no items" for items in (first, again))
            yield Finding(path=places[-1], message=f"expected {expected}, as in earlier frames, got {got}")
            return
        for key, (place, values) in again.items():
            before = first.get(key, (place, values))[1]
            if not arguments.same(_read(before), _read(values)):
                expected, got = wording.shown(before), wording.shown(values)
                yield Finding(path=place, message=f"expected {expected}, as in an earlier frame, got {got}")


def _has(value: Json, members: dict[str, tuple[Json, ...]]) -> bool:
    """Return whether a value is an object whose members have values that ``members`` allows."""
    return isinstance(value, dict) and all(value.get(key) in allowed for key, allowed in members.items())


def _read(values: Json) -> Json:
    """Return values with each text parsed as arguments, so that blanks between JSON tokens do not matter."""
    return [_read(value) for value in values] if isinstance(values, list) else arguments.value(values)


@cache
def _first(checker: FramesEnds) -> Draft202012Validator:
    return schemas.validator(checker.first)


@cache
def _last(checker: FramesEnds) -> Draft202012Validator:
    return schemas.validator(checker.last)


KINDS = (FramesEnds, FramesOrder, FramesRising, FramesDistinct, FramesCounted, FramesOnce, FramesOfItems, FramesSame)
