"""The differences between two JSON values.

Lists are aligned. A missing, unexpected or moved item is a single difference, even if it shifts the other items.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, Final, Literal, NamedTuple

import msgspec

from conformance.judge import arguments
from conformance.judge.marks import Read
from conformance.judge.originals import Originals
from toolwire.model import Json
from toolwire.wire import exact_json, pointer, spelling
from toolwire.wire.numbers import exact

_LIKE: Final = 0.3
"""The minimum likeness of two items that are paired as a single, changed item."""
_TAGS: Final = ("type", "role")
"""Keys that give the kind of an item."""
_MOST_PAIRS: Final = 1_000_000
"""The maximum number of pairs: of equal items in two lists, and of leaves in the items that differ.

If the lists have more pairs of equal items, equal items are not aligned first. If the items have more pairs of leaves,
items with the same index are paired.
"""
_MOST_LEAVES: Final = 300


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One difference between two values."""

    kind: Literal["changed", "missing", "unexpected", "moved"]
    path: str
    """A pointer into the expected value. For an unexpected value, a pointer into the actual value.

    If the method or the URL differs, the path is ``method`` or ``url``.
    """
    expected: Json = None
    actual: Json = None
    is_item: bool = False
    """True if the difference is about an item of a list, not a member of an object."""
    moved_to: str = ""
    """A pointer into the actual value, to the new place of an item that moved."""
    wire: tuple[Any, Any] | None = None
    """Both values of a member as they are on the wire. A missing value is ``UNSET``. None if the comparison used the
    values from the wire.
    """

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """A hashable key that is equal for equal differences, whatever the order of keys in their values."""
        return self.kind, self.path, spelling.spelled(self.expected), spelling.spelled(self.actual), self.moved_to

    @property
    def is_container(self) -> bool:
        """True if an object or a list is missing, or was not expected."""
        return self.kind in ("missing", "unexpected") and isinstance(self.expected or self.actual, dict | list)

    @property
    def size(self) -> int:
        """The size of the difference: 1 for a changed value. Otherwise it grows with the number of values in the
        missing, unexpected or moved value.
        """
        if self.kind == "changed":
            return 1
        return 1 + sum(1 for _ in pointer.within(self.actual if self.kind == "unexpected" else self.expected))


class _Both(NamedTuple):
    """The values that were changed for the comparison, as they are on the wire: those of the expected document, and
    those of the actual document.
    """

    expected: Originals
    actual: Originals

    def wire(self, expected: dict[str, Json], actual: dict[str, Json], key: str) -> tuple[Any, Any] | None:
        """Return the expected and the actual value of the member ``key`` as they are on the wire. None if neither value
        was changed for the comparison.
        """
        if self.expected.has(expected, key) or self.actual.has(actual, key):
            return self.expected.value(expected, key), self.actual.value(actual, key)
        return None


def compare(
    expected: Json, actual: Json, originals: tuple[Originals, Originals] = (Originals(), Originals())
) -> list[Difference]:
    """Return the differences between two values, the largest first.

    ``originals``: the values in ``expected`` and in ``actual`` that were changed for the comparison, as they are on the
    wire.
    """
    found = _values("", expected, actual, _Both(*originals), is_item=False)
    return sorted(found, key=lambda difference: -difference.size)


def _values(path: str, expected: Json, actual: Json, both: _Both, *, is_item: bool) -> Iterator[Difference]:
    if arguments.same(expected, actual):
        return
    if isinstance(expected, Read) and isinstance(actual, Read) and expected.keys() == actual.keys():
        yield from _values(path, expected.value, actual.value, both, is_item=is_item)
    elif type(expected) is dict and type(actual) is dict:
        yield from _members(path, expected, actual, both)
    elif isinstance(expected, list) and isinstance(actual, list):
        yield from _lists(path, expected, actual, both)
    else:
        yield Difference(kind="changed", path=path, expected=expected, actual=actual, is_item=is_item)


def _members(path: str, expected: dict[str, Json], actual: dict[str, Json], both: _Both) -> Iterator[Difference]:
    for key in (*expected, *(key for key in actual if key not in expected)):
        place = f"{path}/{pointer.escape(key)}"
        wire = both.wire(expected, actual, key)
        if key not in actual:
            yield Difference(kind="missing", path=place, expected=expected[key], wire=wire)
        elif key not in expected:
            yield Difference(kind="unexpected", path=place, actual=actual[key], wire=wire)
        else:
            for found in _values(place, expected[key], actual[key], both, is_item=False):
                yield msgspec.structs.replace(found, wire=wire) if wire and found.path == place else found


class _Run(NamedTuple):
    """Neighbouring items of two lists that do not match, as their indices in each list."""

    expected: list[int]
    actual: list[int]


def _lists(path: str, expected: list[Json], actual: list[Json], both: _Both) -> Iterator[Difference]:
    runs = _runs(expected, actual)
    moved = _moved(runs, expected, actual)
    gone, new = {place for place, _ in moved}, {place for _, place in moved}
    for was, now in moved:
        place, value = f"{path}/{was}", expected[was]
        yield Difference(kind="moved", path=place, expected=value, is_item=True, moved_to=f"{path}/{now}")
    for run in runs:
        left = [place for place in run.expected if place not in gone]
        right = [place for place in run.actual if place not in new]
        for here, there in _paired(left, right, expected, actual):
            if here is None and there is not None:
                yield Difference(kind="unexpected", path=f"{path}/{there}", actual=actual[there], is_item=True)
            elif here is None:
                continue
            elif there is None:
                yield Difference(kind="missing", path=f"{path}/{here}", expected=expected[here], is_item=True)
            elif _likeness(_leaves(expected[here]), _leaves(actual[there])) >= _LIKE:
                yield from _values(f"{path}/{here}", expected[here], actual[there], both, is_item=True)
            else:
                yield Difference(
                    kind="changed", path=f"{path}/{here}", expected=expected[here], actual=actual[there], is_item=True
                )


def _runs(expected: list[Json], actual: list[Json]) -> list[_Run]:
    """Return the runs of items that do not match. The runs are separated by items that both lists have in the same
    order.
    """
    most = min(len(expected), len(actual))
    start = next((n for n in range(most) if not arguments.same(expected[n], actual[n])), most)
    most -= start
    end = next((n for n in range(most) if not arguments.same(expected[-1 - n], actual[-1 - n])), most)
    left, right = range(start, len(expected) - end), range(start, len(actual) - end)
    left_marks, right_marks = [_mark(expected[n]) for n in left], [_mark(actual[n]) for n in right]
    left_counts, right_counts = Counter(left_marks), Counter(right_marks)
    if sum(number * right_counts[item] for item, number in left_counts.items()) > _MOST_PAIRS:
        return [_Run([*left], [*right])]
    matched = SequenceMatcher(None, left_marks, right_marks, autojunk=False).get_opcodes()
    return [_Run([*left[a:b]], [*right[c:d]]) for kind, a, b, c, d in matched if kind != "equal"]


def _mark(value: Json) -> str:
    """Return a text that is the same for equal values, and differs for values that are not equal."""
    return spelling.spelled(value)


def _moved(runs: list[_Run], expected: list[Json], actual: list[Json]) -> list[tuple[int, int]]:
    """Return the old and the new index of each item that is in both lists, but in a different order.

    ``runs``: the items that do not match. All other items are in the same order in both lists.
    """
    if not (any(run.expected for run in runs) and any(run.actual for run in runs)):
        return []
    there: dict[str, deque[int]] = defaultdict(deque)
    for run in runs:
        for n in run.actual:
            there[_mark(actual[n])].append(n)
    found = []
    for run in runs:
        for n in run.expected:
            if places := there.get(_mark(expected[n])):
                found.append((n, places.popleft()))
    return found


def _paired(
    left: list[int], right: list[int], expected: list[Json], actual: list[Json]
) -> list[tuple[int | None, int | None]]:
    """Return pairs of the most similar items of a run, in order. Items between two pairs, which are not similar to each
    other, are paired as ``_in_turn`` pairs them.

    ``left``: the indices of the run's items in ``expected``. ``right``: the indices of the run's items in ``actual``.
    """
    if not (left and right):
        return _in_turn(left, right)
    left_leaves, right_leaves = [_leaves(expected[n]) for n in left], [_leaves(actual[n]) for n in right]
    if sum(item.number for item in left_leaves) * sum(item.number for item in right_leaves) > _MOST_PAIRS:
        both = min(len(left), len(right))
        return [*zip(left[:both], right[:both], strict=True), *_in_turn(left[both:], right[both:])]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    alike = [[_likeness(item, with_) for with_ in right_leaves] for item in left_leaves]
    for a in range(len(left) - 1, -1, -1):
        for b in range(len(right) - 1, -1, -1):
            joined = alike[a][b] + best[a + 1][b + 1] if alike[a][b] >= _LIKE else 0
            best[a][b] = max(best[a + 1][b], best[a][b + 1], joined)
    found: list[tuple[int | None, int | None]] = []
    a = b = since_a = since_b = 0
    while a < len(left) and b < len(right):
        if alike[a][b] >= _LIKE and best[a][b] == alike[a][b] + best[a + 1][b + 1]:
            found += [*_in_turn(left[since_a:a], right[since_b:b]), (left[a], right[b])]
            a, b = since_a, since_b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            a += 1
        else:
            b += 1
    return [*found, *_in_turn(left[since_a:], right[since_b:])]


def _in_turn(left: list[int], right: list[int]) -> list[tuple[int | None, int | None]]:
    """Return pairs of items that are not alike, as indices. ``left``: the expected items. ``right``: the actual items.

    If both have the same number of items, the first expected item is paired with the first actual item, and so on. Else
    the expected items are missing, and the actual items are unexpected: each item is paired with None.
    """
    if len(left) == len(right):
        return [*zip(left, right, strict=True)]
    return [*((n, None) for n in left), *((None, n) for n in right)]


class _Leaves(NamedTuple):
    """The leaves of an item (values without members or items). Their places have ``*`` instead of indices."""

    places: Counter[str]
    values: Counter[tuple[str, str]]
    tags: dict[str, Json]
    number: int


def _leaves(item: Json) -> _Leaves:
    found: list[tuple[str, str]] = []
    waiting: deque[tuple[str, Json]] = deque([("", item)])
    while waiting and len(found) < _MOST_LEAVES:
        place, value = waiting.popleft()
        if isinstance(value, dict) and value:
            waiting.extend((f"{place}/{key}", inner) for key, inner in value.items())
        elif isinstance(value, list) and value:
            waiting.extend((f"{place}/*", inner) for inner in value)
        else:
            number = exact(value)
            found.append((place, exact_json.dumps(value) if number is None else str(number)))
    tags = {key: item[key] for key in _TAGS if key in item} if isinstance(item, dict) else {}
    return _Leaves(Counter(place for place, _ in found), Counter(found), tags, len(found) or 1)


def _likeness(left: _Leaves, right: _Leaves) -> float:
    """Return the likeness of two items, from 0 to 1. Half of the likeness is for equal places of leaves (values without
    members or items), and half is for equal values at these places. Different types or roles halve the likeness.
    """
    total = left.number + right.number
    places = 2 * (left.places & right.places).total() / total
    values = 2 * (left.values & right.values).total() / total
    if left.places.keys() == right.places.keys() == {""}:  # both items are single values
        places = values
    another = any(left.tags[key] != right.tags[key] for key in left.tags.keys() & right.tags.keys())
    return (places + values) / 2 * (0.5 if another else 1)
