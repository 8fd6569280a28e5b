"""Calls that a history holds from the first request on: other servers made their ids, and here they may be any."""

from typing import Any

import msgspec

from conformance.judge.marks import CallId
from toolwire.model import Json
from toolwire.providers import HistoryView, Picker
from toolwire.wire import pointer


class Earlier(msgspec.Struct, frozen=True, kw_only=True):
    """So many calls at the beginning of a dialect's histories."""

    view: HistoryView
    calls: int

    def number(self, body: Json) -> Json:
        """``body`` with numbers for the ids of these calls, there and in the results that name them.

        So two requests are the same in which each result answers the same call. A call with the id of one before has
        its number.
        """
        numbers: dict[str, CallId] = {}
        for n, (holder, key) in enumerate(self._places(body, self.view.calls)[: self.calls], 1):
            holder[key] = numbers.setdefault(holder[key], numbered(n, holder[key]))
        for holder, key in self._places(body, self.view.results) if numbers else ():
            holder[key] = numbers.get(holder[key], holder[key])
        return body

    def _places(self, body: Json, pickers: tuple[Picker, ...]) -> list[tuple[dict[str, Any], str]]:
        """The objects that hold an id, in the order of the document, and its key."""
        if not self.calls or self.view.by != "id":
            return []
        found = []
        for path, item in pointer.find(body, self.view.items):
            for place, value in (picked for picker in pickers for picked in picker.find(item)):
                parent, _, key = place.rpartition("/")
                if isinstance(value, str):
                    found.append((pointer.place(path + place), (pointer.values(item, parent)[0], key)))
        return [place for _, place in sorted(found, key=lambda place: place[0])]


def numbered(call: int, wire: str | None) -> CallId:
    """The id of one of these calls."""
    return CallId(f"earlier call {call}", wire, call)
