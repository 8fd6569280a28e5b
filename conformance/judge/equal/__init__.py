"""Conversion of requests to a common form. With the dialect's operations, requests become equal if they have the same
meaning.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from conformance.judge.equal import arguments, lists, objects, pairing, schemas, texts
from conformance.judge.equal.operations import in_member, in_object, of_value
from conformance.judge.originals import Originals
from toolwire.model import Json
from toolwire.providers.equal import Equal, Ignore, IgnoreStrict, OfMember, OfValue, Unify
from toolwire.wire import pointer

FAMILIES: Final = (arguments, lists, objects, pairing, schemas, texts)
"""The modules that implement the operations."""
_KEEPING: Final = (Ignore, IgnoreStrict, Unify)
"""Operations that remove or replace a value. The original is kept for messages."""
_PORTS: Final = {"http": 80, "https": 443}


def normalised(body: Json, equal: tuple[Equal, ...], originals: Originals | None = None) -> Json:
    """Change ``body`` in place to the common form of all bodies with the same meaning, and return ``body``.

    ``originals`` keeps the values that are removed or replaced.
    """
    kept = Originals() if originals is None else originals
    steps = _steps(equal)
    for step in (*steps, *steps):  # an operation may make values that an earlier operation changes
        places = pointer.values(body, step.at)
        for key, operation in step.operations if places else ():
            for place in places:
                if key is None or (isinstance(place, dict) and key in place):
                    operation(place, kept)
    return body


def ignored(body: Json, equal: tuple[Equal, ...]) -> list[Json]:
    """Return the values in a body that the comparison ignores."""
    return [
        place[key]
        for operation in equal
        if isinstance(operation, Ignore) and not _is_of_address(operation)
        for at, key in [_parted(operation)]
        for place in pointer.values(body, at)
        if isinstance(place, dict) and key in place and operation.allows(place)
    ]


def address(url: str, equal: tuple[Equal, ...]) -> Json:
    """Return a URL in a form that is equal for equal addresses.

    The case of the host does not matter, and the default port may be left out. ``equal``: the dialect's operations.
    Those on addresses are applied. A URL that cannot be parsed is returned as it is.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return url
    query: dict[str, Json] = {
        key: values[0] if len(values) == 1 else values
        for key, values in parse_qs(parts.query, keep_blank_values=True).items()
    }
    path: dict[str, Json] = {str(n): unquote(step) for n, step in enumerate(parts.path.split("/")[1:])}
    for operation in _of_addresses(equal):
        holder = path if operation.at.startswith("?/") else query
        key = operation.at.removeprefix("?").removeprefix("/")
        if key in holder:
            in_member(operation, holder, key)
    return parts.scheme, parts.hostname, port, path, query


@lru_cache(maxsize=64)
def _of_addresses(equal: tuple[Equal, ...]) -> tuple[OfMember, ...]:
    return tuple(operation for operation in equal if isinstance(operation, OfMember) and _is_of_address(operation))


def _is_of_address(operation: Equal) -> bool:
    return operation.at.startswith("?")


class _Step(NamedTuple):
    """Consecutive operations on the objects at the same place, as functions. The functions are made once, for many
    bodies.

    The key of an operation is the member that it changes. None if the operation may change the whole value.
    """

    at: str
    operations: tuple[tuple[str | None, Callable[[Json, Originals], None]], ...]


@lru_cache(maxsize=64)
def _steps(equal: tuple[Equal, ...]) -> tuple[_Step, ...]:
    of_bodies = (operation for operation in equal if not _is_of_address(operation))
    return tuple(_Step(at, tuple(map(_ready, found))) for at, found in groupby(of_bodies, key=_place))


def _place(operation: Equal) -> str:
    """Return the pointer to the objects that an operation changes."""
    return _parted(operation)[0] if isinstance(operation, OfMember) else operation.at


def _parted(operation: OfMember) -> tuple[str, str]:
    """Return the pointer to the objects that contain an operation's member, and the key of the member."""
    at, _, key = operation.at.rpartition("/")
    return at, key


def _ready(operation: Equal) -> tuple[str | None, Callable[[Json, Originals], None]]:
    """Return the key of the member that an operation changes, and the function that applies the operation to an object
    with this member. The key is None if the operation may change the whole value.
    """
    if isinstance(operation, OfValue):
        change: Callable[..., None] = partial(_set_value, of_value.dispatch(type(operation)))
    elif isinstance(operation, OfMember):
        change = in_member.dispatch(type(operation))
    else:
        change = in_object.dispatch(type(operation))
        return None, lambda place, _: change(operation, place)
    _, key = _parted(operation)
    keeps = isinstance(operation, _KEEPING)

    def change_member(place: Any, originals: Originals) -> None:
        if operation.allows(place):
            if keeps:
                originals.keep(place, key)
            change(operation, place, key)

    return key, change_member


def _set_value(spelled: Callable[[Any, Json], Json], operation: OfValue, around: dict[str, Json], key: str) -> None:
    around[key] = spelled(operation, around[key])
