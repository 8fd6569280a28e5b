"""Earlier calls: the calls that the history of the first request already has. Their ids come from other servers, so an
adapter may send other ids for them. The same applies to the ids of results that answer no call.
"""

from typing import Any

import msgspec

from conformance.judge.marks import CallId
from toolwire.model import Json
from toolwire.providers import HistoryView, Picker
from toolwire.wire import pointer


class Earlier(msgspec.Struct, frozen=True, kw_only=True):
    """The calls that the first request already has in its history.

    ``calls`` is their number. ``orphans`` is the number of the first request's results that answer no call.
    """

    view: HistoryView
    calls: int
    orphans: int = 0

    def number(self, body: Json) -> Json:
        """Replace the ids of the earlier calls, and of their results, with the numbers of the calls. Number the results
        that answer no call (orphans), too. Change ``body`` in place, and return it.

        Two requests with different ids are then equal if each result answers the same call, or no call, in both
        requests. If two calls have the same id, both get the number of the first call.
        """
        calls = self._places(body, self.view.calls)
        taken = {holder[key] for holder, key in calls}
        numbers: dict[str, CallId] = {}
        for n, (holder, key) in enumerate(calls[: self.calls], 1):
            holder[key] = numbers.setdefault(holder[key], numbered(n, holder[key]))
        results = self._places(body, self.view.results)
        orphans = [holder[key] for holder, key in results if holder[key] not in taken]
        for n, wire in enumerate(dict.fromkeys(orphans[: self.orphans]), 1):
            numbers[wire] = orphan(n, wire)
        for holder, key in results:
            holder[key] = numbers.get(holder[key], holder[key])
        return body

    def _places(self, body: Json, pickers: tuple[Picker, ...]) -> list[tuple[dict[str, Any], str]]:
        """Return the place of each call id to which ``pickers`` lead: the object that contains the id, and the key of
        the id. The places are in the order of the document.

        Return [] if the first request has no earlier calls and no orphans, or if results do not name their call by its
        id.
        """
        if not (self.calls or self.orphans) or self.view.by != "id":
            return []
        found = []
        for path, item in pointer.find(body, self.view.items):
            for place, value in (picked for picker in pickers for picked in picker.find(item)):
                parent, _, key = place.rpartition("/")
                if isinstance(value, str):
                    found.append((pointer.place(path + place), (pointer.values(item, parent)[0], key)))
        return [place for _, place in sorted(found, key=lambda place: place[0])]


def numbered(call: int, wire: str | None) -> CallId:
    """Return the value that replaces the id of an earlier call in a request that is compared.

    ``call``: the number of the call, from 1. ``wire``: the id on the wire.
    """
    return CallId(f"earlier call {call}", wire, call)


def orphan(result: int, wire: str | None) -> CallId:
    """Return the value that replaces the call id of a result that answers no call, in a request that is compared.

    ``result``: the number of the result, from 1. ``wire``: the id on the wire.
    """
    return CallId(f"orphan {result}", wire)
