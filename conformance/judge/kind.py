"""The kind of a difference between two values, read from a finding's message. The kind does not name the values."""

import re
from math import isclose
from typing import Final, NamedTuple

from conformance.judge import arguments, raised, wording
from conformance.judge.difference import Difference, compare
from toolwire.model import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.numbers import exact

_READ: Final = 20_000
"""The number of characters that are read from the beginning of a message."""
_NEAR: Final = 1e-6
"""The maximum relative difference of two numbers that count as the same number, rounded."""
_GOT: Final = ", got "
_NOTHING: Final = "nothing"
_NULL: Final = "null"
"""A text that some readers read as the JSON value null."""
_WINDOWS: Final = re.compile(r"\(they differ from character (\d+) on; (\d+) and (\d+) characters\)")
_CALLS: Final = re.compile(r"(\d+) calls?\b")
_REQUIRED: Final = " is a required property"
_KINDS: Final = {"missing": "lost", "unexpected": "added", "moved": "moved"}


class Unread:
    """A value that a message shows only in part, or in words."""


Value = Json | Unread


UNREAD: Final = Unread()


class Values(NamedTuple):
    """The expected and the actual value of a message, and the text of each in the message."""

    expected: Value
    actual: Value
    expected_text: str
    actual_text: str


def values(message: str) -> Values | None:
    """Return the two values of ``expected X, got Y``. None for other messages."""
    message = message[:_READ]
    if not message.startswith("expected "):
        return None
    start = len("expected ")
    expected, end = _first(message, start)
    if isinstance(expected, Unread) or not message.startswith(_GOT, end):
        end = message.find(_GOT, start)
        expected = UNREAD
    if end < 0:
        return None
    behind = end + len(_GOT)
    actual, _ = _first(message, behind)
    return Values(expected, actual, message[start:end], message[behind:])


def first(message: str) -> Difference | None:
    """Return the largest difference between the two values that a message shows.

    None if the kind of this difference is not ``changed``, or if the message does not show two whole values that
    differ.
    """
    found = values(message)
    if found is None or isinstance(found.expected, Unread) or isinstance(found.actual, Unread):
        return None
    different = next(iter(compare(found.expected, found.actual)), None)
    return None if different is None or different.kind != "changed" else different


def item(message: str) -> Value:
    """Return the item X of the message ``missing item N: X`` or ``unexpected item N: X``.

    ``UNREAD`` if X is not whole JSON.
    """
    _, _, written = message[:_READ].partition(": ")
    return _first(written, 0)[0]


def _first(text: str, start: int) -> tuple[Value, int]:
    """Return the JSON value that begins at the index ``start`` of a text, and the index of its end. If there is no JSON
    value, return ``UNREAD`` and ``start``.
    """
    try:
        return exact_json.first(text, start)
    except JsonError:
        return UNREAD, start


def kind(message: str) -> str:
    """Return the kind of a difference: a word such as ``lost``, ``added`` or ``cut``, or words of the message."""
    message = message[:_READ]
    if message.startswith("missing item") or _REQUIRED in message:
        return "lost"
    if message.startswith(("unexpected item", "Additional properties ")):
        return "added"
    if message.startswith("expected as item"):
        return "moved"
    found = values(message)
    if found is None:
        return "-".join(raised.words(message)) or "wrong"
    if (counted := _counted(found)) is not None:
        return counted
    return _instead(found, message)


def _counted(found: Values) -> str | None:
    """Return ``lost``, ``added`` or ``changed`` for a message about numbers of calls. Return None for other messages.

    For example, ``expected 2 calls, got 1`` is ``lost``.
    """
    numbers = [_CALLS.search(text[:40]) for text in found[2:]]
    expected, actual = (int(number[1]) if number else None for number in numbers)
    if expected is not None and actual is None and (only := re.match(r"\d+", found.actual_text)):
        actual = int(only[0])
    if expected is None or actual is None:
        return None
    return "lost" if actual < expected else "added" if actual > expected else "changed"


def _instead(found: Values, message: str) -> str:
    if found.actual_text.startswith((_NOTHING, "no calls", "no error")):
        return "lost"
    if found.expected_text.startswith((_NOTHING, "no calls", "no error", "no call")):
        return "added"
    if found.expected_text.startswith("the id of call"):
        return "of-another-call" if found.actual_text.startswith("that of call") else "changed"
    if f" ({wording.WITHIN}" in message:
        return "extended"
    if window := _WINDOWS.search(message):
        differ, expected, actual = (int(number) for number in window.groups())
        if not (expected and actual):
            return "lost" if expected else "added"
        if found.expected_text.startswith("{") and differ in (expected, actual):
            return (
                "lost" if actual == differ else "added"
            )  # in objects, the shorter object differs from the longer only at its end
        return "cut" if actual == differ - 1 else "extended" if expected == differ - 1 else "changed"
    if isinstance(found.expected, Unread) or isinstance(found.actual, Unread):
        return "changed"
    return between(found.expected, found.actual)


def between(expected: Json, actual: Json) -> str:
    """Return the kind of the difference between two values, such as ``lost``, ``cut``, ``retyped`` or ``changed``."""
    if {bool, str} == {type(expected), type(actual)}:
        return "retyped"
    if isinstance(expected, bool) or isinstance(actual, bool):
        flags = (expected or None, actual or None)
        return "lost" if flags == (True, None) else "added" if flags == (None, True) else "changed"
    if actual is None and expected and isinstance(expected, str | dict | list) and expected != _NULL:
        return "lost"
    if isinstance(expected, str) and isinstance(actual, str):
        if not (expected and actual):
            return "lost" if expected else "added"
        return "cut" if expected.startswith(actual) else "extended" if expected in actual else "changed"
    if isinstance(expected, list) and isinstance(actual, list) and (counted := _of_names(expected, actual)):
        return counted
    if isinstance(expected, dict | list) and isinstance(actual, str) and _is_broken(actual):
        return "cut" if arguments.ends_early(actual) else "broken"
    if isinstance(expected, dict | list) and type(expected) is type(actual):
        kinds = {inside(difference) for difference in compare(expected, actual)}
        return kinds.pop() if len(kinds) == 1 else "changed"
    if isinstance(expected, str | dict | list) or isinstance(actual, str | dict | list):
        return "retyped"
    before, after = exact(expected), exact(actual)
    if before is None or after is None:
        return "retyped"
    return "rounded" if isclose(float(before.near()), float(after.near()), rel_tol=_NEAR) else "changed"


def _of_names(expected: list[Json], actual: list[Json]) -> str:
    """Return ``lost`` or ``added`` if two lists of names differ in length, and ``cut`` if a name became empty.
    Otherwise return "".
    """
    if not all(isinstance(name, str) for name in (*expected, *actual)):
        return ""
    if len(expected) != len(actual):
        return "lost" if len(actual) < len(expected) else "added"
    emptied = {name for name, read in zip(expected, actual, strict=True) if name and not read}
    return "cut" if emptied else ""


def _is_broken(text: str) -> bool:
    """Return whether a text begins like a JSON object or list, but is not JSON."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        exact_json.loads(text)
    except JsonError:
        return True
    return False


def inside(difference: Difference) -> str:
    """Return the kind of a difference between two documents: ``lost``, ``added`` or ``moved``, or the kind of the
    change of a value (see ``between``).
    """
    known = _KINDS.get(difference.kind)
    return known or between(difference.expected, difference.actual)


def named_property(message: str) -> str:
    """Return the property that is missing or not allowed, as a validator's message quotes it. "" for other messages."""
    message = message[:_READ]
    if _REQUIRED in message:
        return message.partition(_REQUIRED)[0].strip("'\"")
    if message.startswith("Additional properties "):
        return message.partition("('")[2].partition("'")[0]
    return ""
