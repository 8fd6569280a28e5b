"""The losses that a gateway cannot prevent.

A gateway's clients may speak another dialect than the provider. If the clients' dialect has no place for a part of a
request, the gateway loses this part. The clients' dialect is also called the front's dialect: the front is the side
of the gateway to which its clients talk.
"""

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
"""Fields that a gateway loses if the front's dialect has no place for them.

A gateway may lose no other fields. A gateway can make up ids, and can derive names and addresses. If the front's
dialect has no place for a choice or a flag, a client cannot ask for it.
"""


class Inexpressible(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a request to the provider for which the dialect of a gateway's front has no place.

    A gateway may lose these parts, but must not replace them with other values.
    """

    returned: tuple[Picker, ...]
    """Data that must be sent back to the provider, and that only the provider understands: reasoning, signatures, runs
    of its own tools."""
    own: tuple[Aside, ...]
    """Objects that only the provider understands, in addition to ``returned``."""
    fields: dict[str, tuple[str, ...]]
    """Canonical fields without a place in the front's dialect, and pointers to these fields in requests to the
    provider.
    """

    def split(self, found: list[Difference], recorded: Json) -> tuple[list[Difference], list[Difference]]:
        """Return the differences that are the gateway's fault, and the differences that no gateway could prevent.

        ``recorded``: the recorded request to the provider, in the common form that was compared. A field also counts as
        lost if its value is under another key of the same object. For example, the text of an error may be sent as the
        text of a success.
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
    """Return the parts of requests in the provider's dialect for which the front's dialect has no place."""
    sent, asked = (wire_place.of_fields(form) for form in (provider, front))
    return Inexpressible(
        returned=tuple(place.what for place in provider.returned if not place.joined),
        own=tuple(Aside(at=loss.at, where=loss.where) for loss in provider.losses if loss.whole),
        fields={field: sent[field] for field in _FIELDS if field in sent and field not in asked},
    )


def _is_of(own: set[str], path: str, value: Json) -> bool:
    """Return whether a value is the provider's own data, a part of the provider's own data, or a container of only such
    data.

    ``own``: the pointers to the provider's own data. ``path``: the pointer to the value.
    """
    if any(pointer.is_within(path, place) for place in own):
        return True
    if isinstance(value, dict) and value:
        return all(_is_of(own, f"{path}/{pointer.escape(key)}", inner) for key, inner in value.items())
    if isinstance(value, list) and value:
        return all(_is_of(own, f"{path}/{index}", inner) for index, inner in enumerate(value))
    return False


def _member(path: str, value: Json) -> tuple[str, str]:
    """Return the pointer to the object that has a member, and the member's value as text.

    The pointer has ``*`` for every index.
    """
    return pointer.general(path.rpartition("/")[0]), spelling.spelled(value)
