"""Checkers of the frames of a streamed answer: its events, lines or chunks, in their order."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from jsonschema_rs import Draft202012Validator

from conformance.judge import schemas, wording
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
    """The rule that the words of all frames, each followed by a blank, match a regular expression."""

    at: Pointer
    """The pointer to the word of a frame."""
    pattern: str
    beside: tuple[str, ...] = ()
    """Words that may occur anywhere, and are left out before the match."""

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
    """The rule that a number increases by 1 from frame to frame. Frames without the number are skipped."""

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


class FramesDistinct(Checker, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="frames-distinct"):
    """The rule that items with different names have different numbers. Items without name or number are left out."""

    within: Pointer
    """The pointer to the holders of items. A stream may interleave several holders, which are judged separately."""
    apart: Pointer
    """The pointer to the value that distinguishes the holders."""
    at: Pointer
    number: Pointer
    name: Pointer

    def applies(self, sent: Sent) -> bool:
        return any(True for _ in self._numbered(sent))

    def violations(self, sent: Sent) -> Iterator[Finding]:
        names: dict[tuple[str, str], str] = {}
        for path, key, name in self._numbered(sent):
            first = names.setdefault(key, name)
            if name != first:
                numbered = f"that of {wording.quoted(first)} for {wording.quoted(name)}"
                yield Finding(path=path, message=f"expected another number than {numbered}, got the same number")

    def _numbered(self, sent: Sent) -> Iterator[tuple[str, tuple[str, str], str]]:
        for n, frame in enumerate(sent.body["frames"]):
            for path, holder in pointer.find(frame, self.within):
                of = repr(pointer.values(holder, self.apart))
                for place, item in pointer.find(holder, self.at):
                    named, numbered = pointer.values(item, self.name), pointer.values(item, self.number)
                    if any(named) and numbered not in ([], [None]):
                        yield f"/frames/{n}{path}{place}{self.number}", (of, repr(numbered)), str(named[0])


@cache
def _first(checker: FramesEnds) -> Draft202012Validator:
    return schemas.validator(checker.first)


@cache
def _last(checker: FramesEnds) -> Draft202012Validator:
    return schemas.validator(checker.last)


KINDS = (FramesEnds, FramesOrder, FramesRising, FramesDistinct)
