"""The claim of a script, which the script's last lines check.

A claim names a value in the library's last request or answer, the expected value, and the wrong value that the root
cause states. The last lines of the script compare the library's value with the expected value.
"""

import json
import re
from typing import Any, Final, TypeAlias

import msgspec

from conformance.judge.finding import without_exchange
from conformance.report.causes import LibraryCause
from conformance.report.repro.situation import NoRepro
from toolwire.wire import pointer

NOTHING: Final = "nothing"
"""The text that represents a missing value."""
UNKNOWN: Final = "something else"
"""The text that represents a value of which the file of the root cause has only a part."""
_PLACE: Final = re.compile(r" \([^()\n]*\.py:\d+[^()\n]*\)$")
_SAME_KEYS: Final = {"parametersJsonSchema": "parameters"}
"""Keys of requests, each with a key that has the same meaning and may replace it."""
_ITEM: Final = re.compile(r"(missing|unexpected) item \d+: ")
_EXPECTED: Final = "expected "
_MESSAGE: Final = re.compile(r'^\{"parts":.*"error":\{"message":"((?:[^"\\]|\\.)*)')
"""A pattern of the error message in a reading. The file of the root cause has only a part of a long reading, so the
message may be cut.
"""
_READING: Final = '{"parts":'
_TOO_LONG: Final = "the answer is too long: the file of the root cause has only a part of it"
_LATER: Final = ", got "


class AtPlace(msgspec.Struct, frozen=True):
    """A claim that the last request must have ``expected`` at the path ``place``, but has ``actual`` there."""

    place: pointer.Steps
    expected: Any
    actual: Any


class Member(msgspec.Struct, frozen=True):
    """A claim that an array in the last request must have an item, or must not have it."""

    place: pointer.Steps
    item: Any
    """The members by which the item is found. The item may have other members, too."""
    wanted: bool
    """True if the request must have the item, False if it must not."""


class Count(msgspec.Struct, frozen=True):
    """A claim about the number of times that an array in the last request has ``item``. The number must be
    ``expected``, but is ``actual``.
    """

    place: pointer.Steps
    item: Any
    """The members by which the items are found. The items may have other members, too."""
    expected: int
    actual: int


class Unwanted(msgspec.Struct, frozen=True):
    """A claim that the last request has the value ``actual``, although a rule allows only ``expected``."""

    rule: str
    expected: str
    actual: str


class Shown(msgspec.Struct, frozen=True):
    """A claim that the library must show a part of the last answer as ``expected``, but shows it as ``actual``."""

    key: str
    """The part of the answer: ``names``, ``arguments``, ``ids``, ``text`` or ``reasoning``."""
    expected: Any
    actual: Any


class Raised(msgspec.Struct, frozen=True):
    """A claim about an exception that the library raises in place of an answer."""

    message: str
    """The beginning of the exception's message."""
    expected: Any
    """A short form of the expected answer: its calls, or its text if it has no calls."""


_NOT_ONE: Final = "a script checks a single value at a single place, but the finding does not name such a value"
_OTHERWISE: Final = (
    "the finding compares the meaning of two requests, but their JSON expresses it differently at this place"
)
Claim: TypeAlias = AtPlace | Member | Count | Unwanted | Shown | Raised


def claim(cause: LibraryCause, recorded: bytes) -> Claim:
    """Return the claim for a root cause.

    ``recorded``: the body of the recorded request in the exchange that shows the cause. Raises ``NoRepro`` if a script
    cannot check the cause.
    """
    first, _, _ = cause.id.partition("/")
    place, _, message = without_exchange(cause.finding).partition(": ")
    if first == "request":
        return _in_request(cause, place, message, json.loads(recorded))
    if first == "rule":
        return _unwanted(cause, message)
    if first in ("answer", "raised", "text"):
        return _of_answer(cause, place)
    raise NoRepro(
        "the finding is about a gateway's own answer"
        if first == "front"
        else "only a changed stream shows the difference"
    )


def at(value: Any, steps: pointer.Steps) -> Any:
    """Return the value at a path, ``steps``, or ``NOTHING`` if there is no value. The generated scripts contain a copy
    of this function.
    """
    for step in steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return NOTHING
    return value


def has(items: Any, item: Any) -> bool:
    """Return whether an array has an item with all members of ``item``. The generated scripts contain a copy of this
    function.
    """
    return count(items, item) > 0


def count(items: Any, item: Any) -> int:
    """Return the number of items of an array that have all members of ``item``. The generated scripts contain a copy of
    this function.
    """
    return sum(includes(each, item) for each in items) if isinstance(items, list) else 0


def includes(there: Any, item: Any) -> bool:
    """Return whether the value ``there`` has all members and items of ``item``. The generated scripts contain a copy of
    this function.
    """
    if isinstance(item, dict):
        return isinstance(there, dict) and all(key in there and includes(there[key], item[key]) for key in item)
    if isinstance(item, list):
        return isinstance(there, list) and len(there) == len(item) and all(map(includes, there, item))
    return type(there) is type(item) and bool(there == item)


def shown(reading: dict[str, Any], key: str) -> Any:
    """Return the part of a reading with which a ``Shown`` is compared. ``key``: the key of the ``Shown``.

    The part is a list for ``names`` and ``arguments``, with an entry for each call. It is the number of different ids
    of calls for ``ids``, and a text for ``text`` and ``reasoning``. The reading is the right reading in a cassette, or
    a canonical response as JSON.
    """
    parts = reading.get("parts", ())
    calls = [*reading.get("calls", ()), *(part for part in parts if part.get("type") == "tool_call")]
    match key:
        case "names":
            return [call["name"] or "" for call in calls]
        case "ids":
            return len({call.get("id") for call in calls})
        case "arguments":
            return [value(_text(call["arguments"])) for call in calls]
    return reading.get(key) or "".join(part["text"] for part in parts if part.get("type") == key)


def value(text: str) -> Any:
    """Return a call's arguments parsed as JSON, or their text if they are not JSON. The generated scripts contain a
    copy of this function.
    """
    try:
        return json.loads(text)
    except ValueError:
        return text


def _text(arguments: Any) -> str:
    found: str = arguments if isinstance(arguments, str) else arguments["text"]
    return found


def _in_request(cause: LibraryCause, place: str, message: str, recorded: Any) -> "AtPlace | Member | Count":
    """Return the claim for a root cause that is a difference between two requests.

    ``place``, ``message``: the JSON Pointer and the message of the finding. ``recorded``: the body of the recorded
    request.

    Findings are about requests in a normalised spelling. So the claim names a value only if the recorded request has
    the same value there in its original spelling. Raises ``NoRepro`` otherwise.
    """
    if not place.startswith("/"):
        raise NoRepro(_NOT_ONE)
    sent = value(cause.actual.partition("\n")[2])
    if isinstance(sent, str) or value(cause.expected.partition("\n")[2]) not in (recorded, ""):
        sent = None  # the file of the root cause has only a part of the request, or a request of another exchange
    steps, there = _steps(place), _steps(place, as_in=cause.actual)
    if found := _ITEM.match(message):
        return _member(
            steps[:-1], there[:-1], found[1] == "missing", _decoded(message[found.end() :])[0], recorded, sent
        )
    if _swapped(cause, steps, recorded, sent):
        steps = there = (*steps[:-1], _apart(at(recorded, steps[:-1]), at(sent, steps[:-1]))[0])
    elif message.startswith(_EXPECTED):
        stated, rest = _decoded(message.removeprefix(_EXPECTED))
        actual = _decoded(rest.removeprefix(_LATER))[0] if rest.startswith(_LATER) else UNKNOWN
        if stated == UNKNOWN and message[len(_EXPECTED)] not in '{["':
            raise NoRepro(_NOT_ONE)
        if not _stated(at(recorded, steps), stated):
            raise NoRepro(_OTHERWISE)
        if sent is None:
            return AtPlace(there, at(recorded, steps), actual)
    elif sent is None:
        raise NoRepro("the report keeps only part of the request, so no script can check it")
    expected, actual = at(recorded, steps), at(sent, there)
    if _alike(expected, actual):
        raise NoRepro("the requests have the same value here before they are normalised")
    while isinstance(expected, dict) and isinstance(actual, dict) and len(_apart(expected, actual)) == 1:
        step = _apart(expected, actual)[0]
        there, expected, actual = (*there, step), at(expected, (step,)), at(actual, (step,))
    return AtPlace(there, expected, actual)


def _stated(there: Any, stated: Any) -> bool:
    """Return whether the value ``there`` equals the value that a finding states.

    The value may have more members than the finding states, because findings leave out members that carry no meaning.
    """
    if stated == UNKNOWN:
        return bool(there != NOTHING)
    if isinstance(there, list) and isinstance(stated, list) and len(there) == len(stated):
        return _alike(there, stated) or all(has(there, item) for item in stated)
    return _alike(there, stated) or (isinstance(stated, dict) and includes(there, stated))


def _member(
    steps: pointer.Steps, there: pointer.Steps, wanted: bool, item: Any, recorded: Any, sent: Any
) -> "Member | Count":
    """Return the claim that an array lacks the item ``item`` (``wanted`` is true), or has it unexpectedly.

    If both requests have the item, but not equally often, the claim is about this number. ``steps``, ``there``: the
    paths to the array in the recorded request, and in the request that the library sent. Raises ``NoRepro`` if the
    requests do not show the difference, or if only a part of the item is known.
    """
    if item == UNKNOWN:
        raise NoRepro("the report keeps only part of this item, so no script can check it")
    expected, actual = count(at(recorded, steps), item), 0 if wanted else 1
    if sent is not None:
        actual = count(at(sent, there), item)
    if expected == actual or (expected > actual) != wanted:
        raise NoRepro(_OTHERWISE)
    return Count(there, item, expected, actual) if expected and actual else Member(there, item, wanted)


def _swapped(cause: LibraryCause, steps: pointer.Steps, recorded: Any, sent: Any) -> bool:
    """Return whether the library swapped two values, and the requests show the swap. ``steps``: the path in the
    finding.

    The requests show it if both have the same value at the path, but the objects that contain this value differ in
    exactly 1 other member. The id of the cause must end with ``/swapped``.
    """
    if not cause.id.endswith("/swapped") or sent is None or not _alike(at(recorded, steps), at(sent, steps)):
        return False
    objects = at(recorded, steps[:-1]), at(sent, steps[:-1])
    return all(isinstance(each, dict) for each in objects) and len(_apart(*objects)) == 1


def _steps(place: str, as_in: str = "") -> pointer.Steps:
    """Return the keys and indices in a JSON Pointer: ``"/tools/0/name" -> ("tools", 0, "name")``.

    ``as_in``: the text of a request that may spell keys differently. If a key in ``_SAME_KEYS``, such as
    ``parametersJsonSchema``, does not occur in this text, it is replaced by the key with the same meaning, such as
    ``parameters``. If ``as_in`` is "", no key is replaced.
    """
    parts = [pointer.unescape(part) for part in place.removeprefix("/").split("/")]
    names = {key: other for key, other in _SAME_KEYS.items() if as_in and key not in as_in}
    return tuple(int(part) if part.isdigit() else names.get(part, part) for part in parts)


def _apart(expected: dict[str, Any], actual: dict[str, Any]) -> list[str]:
    """Return the keys whose values differ between two objects."""
    return [key for key in expected | actual if at(expected, (key,)) != at(actual, (key,))]


def _alike(left: Any, right: Any) -> bool:
    """Return whether two values are the same. If both are arrays, the order of their items does not count."""
    if isinstance(left, list) and isinstance(right, list):
        return sorted(map(_written, left)) == sorted(map(_written, right))
    return _written(left) == _written(right)


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _decoded(text: str) -> tuple[Any, str]:
    """Return the JSON value at the beginning of a text, and the rest of the text.

    The value is ``NOTHING`` if the text begins with this word, and ``UNKNOWN`` if the JSON is cut.
    """
    if text.startswith(NOTHING):
        return NOTHING, text.removeprefix(NOTHING)
    try:
        found, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return UNKNOWN, text[text.find(_LATER) :] if _LATER in text else ""
    return found, text[end:]


def _unwanted(cause: LibraryCause, message: str) -> Unwanted:
    found = _decoded(message.partition(_LATER)[2])[0]
    if not isinstance(found, str) or found == UNKNOWN:
        raise NoRepro(_NOT_ONE)
    return Unwanted(cause.rules[0], message.partition(_LATER)[0].removeprefix("expected "), found)


def _of_answer(cause: LibraryCause, place: str) -> Claim:
    expected = value(cause.expected)
    actual = value(cause.actual)
    if isinstance(expected, list):  # an answer in a text format is a list of parts
        expected = {"parts": expected}
    if not isinstance(actual, dict):
        cut = _MESSAGE.search(cause.actual)
        if cut is None and cause.actual.startswith(_READING):
            raise NoRepro(_TOO_LONG)
        message = json.loads(f'"{cut[1]}"') if cut else str(actual)
        return Raised(first_line(message), _in_short(expected))
    error = actual.get("error")
    if error and isinstance(expected, dict) and "error" not in expected:
        return Raised(first_line(error.get("message", "")), _in_short(expected))
    if isinstance(expected, str):
        raise NoRepro(_TOO_LONG)
    for key in _KEYS.get(place.partition("/")[0], ()):
        sides = shown(expected, key), shown(actual, key)
        if key == "ids":  # the expected reading may have no ids, so only their number is compared
            sides = len(shown(expected, "names")), sides[1]
        if sides[0] != sides[1]:
            return Shown(key, *sides)
    raise NoRepro(f"scripts do not show this part of an answer: {place}")


_KEYS: Final = {"calls": ("names", "arguments", "ids"), "text": ("text",), "reasoning": ("reasoning",)}


def first_line(message: str) -> str:
    """Return the first line of an exception's message, without a place in code such as "(client.py:12)" at its end."""
    return _PLACE.sub("", message).partition("\n")[0].partition(" ... (")[0].strip()


def _in_short(reading: Any) -> Any:
    if not isinstance(reading, dict):
        return "an answer"
    calls = list(zip(shown(reading, "names"), shown(reading, "arguments"), strict=True))
    return {"calls": calls} if calls else {"text": shown(reading, "text")}
