"""The operation on calls whose arguments arrived value by value: ``[{jsonPath, stringValue | numberValue | ...}]``."""

import re
from itertools import pairwise
from typing import Any, Final

from conformance.judge.equal.operations import of_value
from toolwire.model import Json
from toolwire.providers.equal import JoinArguments

_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d{1,9})\]")
_VALUES: Final = ("numberValue", "boolValue", "nullValue")


@of_value.register
def _(operation: JoinArguments, value: Json) -> Json:
    """Return a list of calls with the pieces of each call's arguments joined.

    Return ``value`` as it is if it is not a list, if a piece cannot be joined, or if the last piece of a call is
    missing.
    """
    if not isinstance(value, list):
        return value
    joined: list[Any] = []
    arguments: dict[str, Any] | None = None
    continues = False
    for item in value:
        call = item.get(operation.call) if isinstance(item, dict) else None
        if not isinstance(call, dict) or operation.whole in call or not _is_piece(call, operation):
            joined.append(item)
            continue
        if call.get("name"):
            if continues:
                return value
            arguments = {}
            inner = {key: call[key] for key in call if key not in (operation.pieces, operation.more)}
            joined.append({**item, operation.call: inner | {operation.whole: arguments}})
        try:
            for entry in call.get(operation.pieces) or ():
                _add(arguments, entry)
        except (AttributeError, IndexError, KeyError, TypeError):
            return value
        continues = call.get(operation.more) is True
    return value if continues else joined


def _is_piece(call: dict[str, Any], operation: JoinArguments) -> bool:
    return not call.get("name") or operation.pieces in call or operation.more in call


def _add(arguments: Any, entry: Any) -> None:
    """Add a value, or append a piece of a text, at its path in the arguments.

    An invalid entry raises ``AttributeError``, ``IndexError``, ``KeyError`` or ``TypeError``.
    """
    steps = [int(index) if index else name for name, index in _STEP.findall(entry["jsonPath"])]
    place = arguments
    for step, following in pairwise(steps):
        place = _inside(place, step, [] if isinstance(following, int) else {})
    last = steps[-1]
    if "stringValue" in entry:
        place[last] = _inside(place, last, "") + entry["stringValue"]
    for key in _VALUES:
        if key in entry:
            _inside(place, last, None)
            place[last] = entry[key]


def _inside(place: Any, step: str | int, fresh: Any) -> Any:
    """Return the value at the key or index ``step`` of ``place``. If there is no value, first put ``fresh`` there."""
    if isinstance(place, list) and step == len(place):
        place.append(fresh)
    elif isinstance(place, dict):
        place.setdefault(step, fresh)
    return place[step]
