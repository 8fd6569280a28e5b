"""Losses that a gateway cannot prevent, by the claims on the dialects of its front and of its provider."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from conformance.judge import wire_place
from conformance.judge.difference import Difference
from toolwire.model import Json
from toolwire.providers import WireFormat
from toolwire.providers.history import Picker
from toolwire.providers.mapping import Aside
from toolwire.wire import pointer, spelling

_FIELDS: Final = ("result.is_error",)
"""Fields that are lost where the front has no place for them. Of the others a gateway makes up ids, and derives names
and addresses; and a client does not ask a front for a choice or a flag that it has no place for."""


class Inexpressible(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a request to the provider for which the dialect of a gateway's front has no place.

    A gateway may lose them. It may not put another value there.
    """

    returned: tuple[Picker, ...]
    """Data of the provider's that go back, and only it understands: reasoning, signatures, runs of its tools."""
    own: tuple[Aside, ...]
    """Further objects that only the provider understands."""
    fields: dict[str, tuple[str, ...]]
    """Canonical fields without a place at the front, and pointers to them in requests to the provider."""

    def split(self, found: list[Difference], recorded: Json) -> tuple[list[Difference], list[Difference]]:
        """Return the differences that are the gateway's own, and those that no gateway could prevent.

        ``recorded``: the provider's recorded request, in the spelling that the differences are about. A field is lost,
        too, where its value stands under another key of the same object, as the text of an error that is sent as that
        of a success.
        """
        own = set(self._own(recorded))
        places = {place for places in self.fields.values() for place in places}
        missing = [difference for difference in found if difference.kind == "missing"]
        marks = [difference for difference in missing if pointer.general(difference.path) in places]
        renamed = {_member(difference.path, difference.expected) for difference in marks}
        lost = [
            *marks,
            *(difference for difference in missing if _is_of(own, difference.path, difference.expected)),
            *(each for each in found if each.kind == "unexpected" and _member(each.path, each.actual) in renamed),
        ]
        keys = {difference.key for difference in lost}
        return [difference for difference in found if difference.key not in keys], lost

    def _own(self, recorded: Json) -> Iterator[str]:
        for picker in self.returned:
            yield from (path for path, _ in picker.find(recorded))
        for aside in self.own:
            yield from map(pointer.written, aside.find(recorded))


@lru_cache(maxsize=64)
def inexpressible(provider: WireFormat, front: WireFormat) -> Inexpressible:
    """Return what a front has no place for, of requests in the provider's dialect, which is another."""
    sent, asked = (wire_place.of_fields(form) for form in (provider, front))
    return Inexpressible(
        returned=tuple(place.what for place in provider.returned if not place.joined),
        own=tuple(Aside(at=loss.at, where=loss.where) for loss in provider.losses if loss.whole),
        fields={field: sent[field] for field in _FIELDS if field in sent and field not in asked},
    )


def _is_of(own: set[str], path: str, value: Json) -> bool:
    """Return True for a value that only this provider has, for a part of one, and for a container of nothing else."""
    if any(pointer.is_within(path, place) for place in own):
        return True
    if isinstance(value, dict) and value:
        return all(_is_of(own, f"{path}/{pointer.escape(key)}", inner) for key, inner in value.items())
    if isinstance(value, list) and value:
        return all(_is_of(own, f"{path}/{index}", inner) for index, inner in enumerate(value))
    return False


def _member(path: str, value: Json) -> tuple[str, str]:
    """Return the object that a member stands in, without indices, and the member's value."""
    return pointer.general(path.rpartition("/")[0]), spelling.spelled(value)
