"""The operation that numbers calls, and finds the call that each result answers: by id, by name, or by order."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from conformance.judge.equal.operations import in_object
from conformance.judge.marks import CallId
from toolwire.model import Json
from toolwire.providers.equal import NumberCalls
from toolwire.wire import pointer

Place = dict[str, Any]
Identity = tuple[str | None, str | None]
"""The id of a call or a result, and the name of the tool. A missing id or name is None."""
Named = tuple[str, int | None, str]
"""The label that replaces an id, the number of the call with this id, and a note about the id. The number is None if no
call, or more than one call, has the id.
"""


@in_object.register
def _(operation: NumberCalls, body: Json) -> None:
    """Replace every id with the number of its call. Requests with the same pairs of calls and results then have equal
    values.

    With ``names_are_ids``, also remove the tool's name from results.
    """
    for _, place, where, _, (label, call, note) in _paired(operation, body):
        place[where.id] = CallId(label, _label(place, where)[0], call, note)
        if where is operation.results and operation.names_are_ids:
            place.pop(where.name, None)


class Answering(NamedTuple):
    """A result, and the call that it answers."""

    path: str
    place: Place
    call: int | None
    """The number of the call. None if the result answers no call, or if the call is unknown."""
    by_order: bool
    """True if only the order pairs the result with the call."""


def results(operation: NumberCalls, body: Json) -> list[Answering]:
    """Return the results in a body, in the order of the body."""
    return [
        Answering(path, place, call, by_order=stated == (None, None))
        for path, place, where, stated, (_, call, _) in _paired(operation, body)
        if where is operation.results
    ]


def _paired(operation: NumberCalls, body: Json) -> Iterator[tuple[str, Place, NumberCalls.Place, Identity, Named]]:
    """Yield an entry for each call and result in a body, in the order of the body.

    An entry has the pointer to the call or result, its object, the keys of its id and name, and its identity. The last
    value of the entry is the label, the number and the note of the call. The call of a result is the call that the
    result answers (see ``_OpenCalls``). If no call has an id, all ids are ignored.
    """
    calls = [(path, place, operation.calls) for path, place in _places(body, operation.calls)]
    results = [(path, place, operation.results) for path, place in _places(body, operation.results)]
    any_ids = any(_label(place, operation.calls)[0] for _, place, _ in calls)
    open_calls = _OpenCalls()
    for path, place, where in sorted((*calls, *results), key=lambda found: pointer.place(found[0])):
        call_id, name = _label(place, where)
        stated = (call_id if any_ids else None, name)
        answers = open_calls.add(stated) if where is operation.calls else open_calls.take(stated)
        yield path, place, where, stated, answers


def _places(body: Json, where: NumberCalls.Place) -> list[tuple[str, Place]]:
    return [
        (path, place)
        for path, place in pointer.find(body, where.at)
        if isinstance(place, dict) and all(place.get(key) == value for key, value in where.where.items())
    ]


def _label(place: Place, where: NumberCalls.Place) -> Identity:
    name = next(iter(pointer.values(place, where.name if where.name.startswith("/") else f"/{where.name}")), None)
    return _text(place.get(where.id)), _text(name)


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None


class _OpenCalls:
    """The calls that have no result yet, by each combination of id and name that their result may have."""

    def __init__(self) -> None:
        self._ids: list[str | None] = []
        self._open: Counter[str | None] = Counter()
        self._answered: set[int] = set()
        self._by: dict[Identity, deque[int]] = defaultdict(deque)

    def add(self, call: Identity) -> Named:
        """Add a call. Return its label, its number and a note for messages.

        The note states that another open call has the same id. It is "" if no other open call has this id.
        """
        call_id, name = call
        taken = call_id is not None and self._open[call_id] > 0
        self._ids.append(call_id)
        self._open[call_id] += 1
        for named in {call, (call_id, None), (None, name), (None, None)}:
            self._by[named].append(len(self._ids))
        number = len(self._ids)
        if taken:
            return f"call {number}, whose id another call also has", number, "which another call also has"
        return f"call {number}", number, ""

    def take(self, result: Identity) -> Named:
        """Close the first open call that a result with this id and name answers. Return the label, number and note of
        the call.

        The result answers no call if no open call has this id and name, or if several open calls have the id. Then the
        label states this reason, and the number is None.
        """
        call_id, name = result
        waiting = self._by[call_id, name]
        while waiting and waiting[0] in self._answered:
            waiting.popleft()
        if not waiting:
            return "no call", None, ""
        if call_id and self._open[call_id] > 1:
            return "several calls", None, "which several calls have"
        answers = waiting.popleft()
        self._answered.add(answers)
        self._open[self._ids[answers - 1]] -= 1
        return f"call {answers}", answers, ""
