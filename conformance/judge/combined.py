"""The faults of a result. Several findings of a check on the same exchange may show a single fault."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from conformance.judge import fault as single
from conformance.judge import kind, verdict, wire_place
from conformance.judge.difference import compare
from conformance.judge.fault import Fault
from conformance.judge.finding import Finding
from conformance.judge.kind import Unread
from conformance.judge.result import Result
from toolwire.model import Json
from toolwire.wire import pointer

Pairs: TypeAlias = list[tuple[Finding, Fault]]
"""The findings of a check on an exchange, each with its fault."""
SWAPPED: Final = Fault("request", "result", "swapped")
_SEVERAL: Final = 2
_MANY: Final = 3
"""The minimum number of kinds of lost items with which the loss counts as a lost history."""
_MOST: Final = 8
"""The maximum number of lost or added items that are compared with each other."""
_OF_CALLS: Final = ("calls", "call.id", "call.name", "call.kind")
_ARGUMENTS: Final = "call.arguments"
_CHOICE: Final = (wire_place.CHOICE, wire_place.NAMES)
_ITEMS: Final = ("call", "result", "text", "reasoning", "system", "image", "message")
_PROPERTIES: Final = f"{wire_place.PARAMETERS}/properties"
_WITH_MEMBERS: Final = ("result.text", _ARGUMENTS, _PROPERTIES)
"""Fields that contain objects whose keys the user or the model chose: results, arguments and properties."""
_CALL_ID: Final = "result.call_id"
_ID: Final = re.compile(r'\("([^"]{0,200})"')
"""A pattern for the id that follows the number of a call in a message, as in ``the id of call 2 ("call_9")``."""


def faults(result: Result) -> Iterator[tuple[Finding, Fault]]:
    """Yield those findings that make a result fail, each with its fault.

    If the result is an error of the suite, no finding may make it fail. Then yield the first finding.
    """
    broken = [finding for finding in result.findings if verdict.fails(finding)] or list(result.findings[:1])
    for _, findings in groupby(sorted(broken, key=_exchange), _exchange):
        pairs = [(finding, single.fault(finding, result)) for finding in findings]
        items = _replaced(pairs, result)
        pairs = [(finding, items.get((fault.first, fault.place), _Other(fault)).fault) for finding, fault in pairs]
        pairs = _swapped_results(pairs, items)
        for combine in (_other_calls, _other_choice, _instead, _other_tools, _lost_history):
            pairs = combine(pairs)
        yield from pairs


def _exchange(finding: Finding) -> int:
    return finding.exchange or 0


class _Other(NamedTuple):
    """The fault of a place where items were replaced by other items.

    ``values``: for each lost item whose replacement differs from it in a single field, the expected and the actual
    value of this field.
    """

    fault: Fault
    values: tuple[tuple[Json, Json], ...] = ()


def _replaced(pairs: Pairs, result: Result) -> dict[tuple[str, str], _Other]:
    """Return the new fault for each place where items were replaced by other items.

    The fault is ``moved`` if the added items contain the lost items. If an item and its replacement differ in a single
    field, the fault is about that field. Else the fault is ``changed``.
    """
    kinds: dict[tuple[str, str], set[str]] = defaultdict(set)
    for _, fault in pairs:
        kinds[fault.first, fault.place].add(fault.kind)
    places = [
        (first, place)
        for (first, place), found in kinds.items()
        if first == "request" and place in _ITEMS and found == {"lost", "added"}
    ]
    return {(first, place): _other(place, pairs, result) for first, place in places}


def _other(place: str, pairs: Pairs, result: Result) -> _Other:
    gone, came = (
        _items([finding for finding, fault in pairs if (fault.place, fault.kind) == (place, how)])
        for how in ("lost", "added")
    )
    if gone and all(any(_has(holder, item) for _, holder in came) for _, item in gone):
        return _Other(Fault("request", place, "moved"))
    nearest = [
        (finding, item, min((compare(item, other) for _, other in came), key=len))
        for finding, item in (gone if came else ())
    ]
    alike = [(finding, item, differences[0]) for finding, item, differences in nearest if len(differences) == 1]
    if not alike:
        return _Other(Fault("request", place, "changed"))
    finding, item, first = alike[0]
    field = wire_place.of_request(f"{finding.place}{first.path}", result, item=item)
    how = single.of_field(field, kind.inside(first))
    return _Other(Fault("request", field, how), tuple((each.expected, each.actual) for *_, each in alike))


def _has(holder: Json, item: Json) -> bool:
    """Return whether ``item`` occurs inside ``holder``."""
    return any(value == item for value in pointer.within(holder))


def _items(findings: list[Finding]) -> list[tuple[Finding, Json]]:
    """Return the items that these findings show, each with its finding. Items that are shown only in part are left
    out.
    """
    found = [(finding, _shown(finding.message)) for finding in findings[:_MOST]]
    return [(finding, item) for finding, item in found if not isinstance(item, Unread)]


def _shown(message: str) -> kind.Value:
    """Return the value that a message reports as missing or added: X in ``expected X, got nothing``, in ``expected
    nothing, got X`` or in ``missing item N: X``.
    """
    found = kind.values(message)
    if found is None:
        return kind.item(message)
    return found.expected if found.actual_text.startswith("nothing") else found.actual


def _swapped_results(pairs: Pairs, replaced: dict[tuple[str, str], _Other]) -> Pairs:
    """Return ``pairs``, with the fault ``swapped`` for results that have each other's call ids, or each other's texts.

    If the results have each other's texts, but new call ids, only the order of the results differs. Then they get the
    fault of the changed call ids instead.
    """
    ids = [
        (str(expected), str(actual))
        for other in replaced.values()
        if other.fault.place == _CALL_ID
        for expected, actual in other.values
    ]
    named = [finding for finding, fault in pairs if (fault.place, fault.kind) == (_CALL_ID, "of-another-call")]
    ids += [(found[0], found[1]) for finding in named if len(found := _ID.findall(finding.message)) == _SEVERAL]
    texts = [finding for finding, fault in pairs if (fault.first, fault.place) == ("request", "result.text")]
    other_ids = next((fault for _, fault in pairs if (fault.place, fault.kind) == (_CALL_ID, "changed")), None)
    by_ids, written = _is_permuted(ids), _written(texts)
    if not (by_ids or _is_permuted(written) or (other_ids and _are_elsewhere(written))):
        return pairs
    swapped = other_ids if other_ids and not by_ids else SWAPPED
    return [(finding, swapped if _of_result(fault) else fault) for finding, fault in pairs]


def _of_result(fault: Fault) -> bool:
    return fault.first == "request" and fault.place in (_CALL_ID, "result.text", "result")


def _is_permuted(values: list[tuple[str, str]]) -> bool:
    """Return whether the found values are the expected values in a different order. False for a single pair.

    ``values``: pairs of an expected and a found value. ``nothing`` is ignored.
    """
    expected, actual = (Counter(pair[side] for pair in values if pair[side] != "nothing") for side in (0, 1))
    return len(values) >= _SEVERAL and bool(expected) and expected == actual


def _are_elsewhere(values: list[tuple[str, str]]) -> bool:
    """Return whether most of the expected values are also among the actual values, at any place.

    ``values``: pairs of an expected and an actual value.
    """
    expected, actual = (Counter(pair[side] for pair in values) for side in (0, 1))
    return _SEVERAL * (expected & actual).total() > len(values) >= _SEVERAL


def _written(findings: list[Finding]) -> list[tuple[str, str]]:
    """Return the expected and the actual value of each message ``expected X, got Y``, as texts. Other messages are
    left out.
    """
    found = [kind.values(finding.message) for finding in findings]
    return [(both.expected_text, both.actual_text) for both in found if both is not None]


def _other_calls(pairs: Pairs) -> Pairs:
    """Return ``pairs``, with a single fault for calls that the adapter replaced by other calls or read in a
    different order.

    A call counts as replaced if its name and its id differ.
    """
    named, known = (
        {_call(finding) for finding, fault in pairs if (fault.first, fault.place) == ("answer", place)}
        for place in ("call.name", "call.id")
    )
    of_calls = (*_OF_CALLS, _ARGUMENTS)
    read = [finding for finding, fault in pairs if fault.first == "answer" and fault.place in of_calls]
    how = "reordered" if any(map(_is_permuted, map(_written, _by_place(read).values()))) else "changed"
    other, affected = Fault("answer", "calls", how), of_calls if how == "reordered" else _OF_CALLS
    return [
        (finding, other if fault.place in affected and _is_other(finding, named & known, how) else fault)
        for finding, fault in pairs
    ]


def _other_choice(pairs: Pairs) -> Pairs:
    """Return ``pairs``, with the fault ``changed`` for a tool choice that lost some values and got other values."""
    kinds = {fault.kind for _, fault in pairs if fault.place in _CHOICE}
    if not {"lost", "added"} <= kinds:
        return pairs
    other = Fault("request", wire_place.CHOICE, "changed")
    return [(finding, other if fault.place in _CHOICE else fault) for finding, fault in pairs]


def _is_other(finding: Finding, calls: set[str], how: str) -> bool:
    return _call(finding) in calls or how == "reordered"


def _by_place(findings: list[Finding]) -> dict[str, list[Finding]]:
    """Return findings on calls, grouped by the last step of their places, such as ``name`` or ``id``."""
    places: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        places[finding.place.rpartition("/")[2]].append(finding)
    return places


def _call(finding: Finding) -> str:
    return "/".join(finding.place.split("/")[:2])


def _instead(pairs: Pairs) -> Pairs:
    """Return ``pairs``, with a single fault for each place where some values were lost and other values were added.

    The single fault is ``changed`` if the values are members of an object whose keys the user or the model chose. It
    is ``moved`` if the added values are the lost values in another order. All other faults stay as they are.
    """
    places: dict[tuple[str, str], Pairs] = defaultdict(list)
    for finding, fault in pairs:
        places[fault.first, fault.place].append((finding, fault))
    how = {place: _how(*place, of_place) for place, of_place in places.items()}
    return [
        (finding, Fault(fault.first, fault.place, how[fault.first, fault.place] or fault.kind))
        for finding, fault in pairs
    ]


def _how(first: str, place: str, of_place: Pairs) -> str:
    if first != "request" or {fault.kind for _, fault in of_place} != {"lost", "added"}:
        return ""
    if place in _WITH_MEMBERS:
        return "changed"
    return "moved" if _is_permuted(_written([finding for finding, _ in of_place])) else ""


def _other_tools(pairs: Pairs) -> Pairs:
    """Return ``pairs``, with the single fault of changed tools if both descriptions and properties of tools changed."""
    changed = {fault.place for _, fault in pairs if fault.kind == "changed"}
    if not {"tool.description", _PROPERTIES} <= changed:
        return pairs
    other = Fault("request", "tool", "changed")
    fields = ("tool.description", wire_place.PARAMETERS)
    return [(finding, other if fault.field in fields else fault) for finding, fault in pairs]


def _lost_history(pairs: Pairs) -> Pairs:
    """Return ``pairs``, with the single fault of a lost history for all lost items if at least ``_MANY`` kinds of
    items are lost.
    """
    lost = {fault.place for _, fault in pairs if (fault.first, fault.kind) == ("request", "lost")} & {*_ITEMS}
    if len(lost) < _MANY:
        return pairs
    history = Fault("request", "history", "lost")
    return [(finding, history if fault.place in lost and fault.kind == "lost" else fault) for finding, fault in pairs]
