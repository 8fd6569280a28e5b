"""The claim of a script: what its end compares, and what the root cause says that comes of it."""

import json
import re
from typing import Any, Final, TypeAlias

import msgspec

from conformance.report.causes import LibraryCause
from conformance.report.repro.situation import NoRepro
from toolwire.wire import pointer

NOTHING: Final = "nothing"
"""Stands for a value that is not there."""
UNKNOWN: Final = "something else"
"""Stands for a value of which no whole copy is kept."""
_PREFIX: Final = re.compile(r"^exchange \d+: ")
_PLACE: Final = re.compile(r" \([^()\n]*\.py:\d+[^()\n]*\)$")
_SAME_KEYS: Final = {"parametersJsonSchema": "parameters"}
"""Keys of requests in place of which another one means the same."""
_MESSAGE: Final = re.compile(r'^\{"parts":.*"error":\{"message":"((?:[^"\\]|\\.)*)')
"""The message of an error at the end of a reading that was too long to be kept whole."""
_LATER: Final = ", got "


class AtPlace(msgspec.Struct, frozen=True):
    """A value in the last request."""

    place: pointer.Steps
    expected: Any
    actual: Any


class Unwanted(msgspec.Struct, frozen=True):
    """A value that a rule forbids, which stands in the last request all the same."""

    rule: str
    expected: str
    actual: str


class Shown(msgspec.Struct, frozen=True):
    """A part of the last answer, as the library shows it."""

    key: str
    """``names``, ``arguments``, ``ids``, ``text`` or ``reasoning``."""
    expected: Any
    actual: Any


class Raised(msgspec.Struct, frozen=True):
    """An exception of the library's, in place of an answer."""

    message: str
    """Its beginning."""
    expected: Any
    """The answer in short."""


Claim: TypeAlias = AtPlace | Unwanted | Shown | Raised


def claim(cause: LibraryCause, due: bytes) -> Claim:
    """Return the claim of a cause. ``due``: the body of the recorded request of its exchange.

    Raises ``NoRepro`` where no value alone shows it.
    """
    first, _, _ = cause.id.partition("/")
    place, _, message = _PREFIX.sub("", cause.finding).partition(": ")
    if first == "request":
        return _at_place(cause, place, message, json.loads(due))
    if first == "rule":
        return _unwanted(cause, message)
    if first in ("answer", "raised", "text"):
        return _of_answer(cause, place)
    raise NoRepro("it is about a gateway's own answer" if first == "front" else "a stream that is changed shows it")


def at(value: Any, steps: pointer.Steps) -> Any:
    """Return the value at a place, or ``NOTHING``; the scripts have the same function."""
    for step in steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return NOTHING
    return value


def shown(reading: dict[str, Any], key: str) -> Any:
    """Return what a reading has under the key of a claim: a cassette's, or a canonical response as JSON."""
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
    """Return the value of arguments, or their text if they are no JSON; the scripts have the same function."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _text(arguments: Any) -> str:
    found: str = arguments if isinstance(arguments, str) else arguments["text"]
    return found


def _at_place(cause: LibraryCause, place: str, message: str, due: Any) -> AtPlace:
    if not place.startswith("/"):
        raise NoRepro("no place in a request alone shows it")
    steps = _steps(place)
    sent = value(cause.actual.partition("\n")[2])
    if isinstance(sent, str) or value(cause.expected.partition("\n")[2]) not in (due, ""):
        # No whole copy is kept, or one of another exchange.
        return AtPlace(steps, at(due, steps), _got(message))
    there = _as_sent(sent, steps)
    while steps and _same(at(due, steps), at(sent, there)):  # what stands there belongs to another thing
        steps, there = steps[:-1], there[:-1]
    if not steps:
        raise NoRepro("both requests say the same, as they were written")
    expected, actual, steps = at(due, steps), at(sent, there), there
    while isinstance(expected, dict) and isinstance(actual, dict) and len(_apart(expected, actual)) == 1:
        step = _apart(expected, actual)[0]
        steps, expected, actual = (*steps, step), at(expected, (step,)), at(actual, (step,))
    return AtPlace(steps, expected, actual)


def _steps(place: str) -> pointer.Steps:
    parts = [part.replace("~1", "/").replace("~0", "~") for part in place.removeprefix("/").split("/")]
    return tuple(int(part) if part.isdigit() else part for part in parts)


def _as_sent(sent: Any, steps: pointer.Steps) -> pointer.Steps:
    """Return a place in a request whose keys have other names there, which mean the same."""
    for n, step in enumerate(steps):
        other = _SAME_KEYS.get(str(step))
        if other is not None and at(sent, steps[: n + 1]) == NOTHING and at(sent, (*steps[:n], other)) != NOTHING:
            return (*steps[:n], other, *steps[n + 1 :])
    return steps


def _same(expected: Any, actual: Any) -> bool:
    return json.dumps(expected, sort_keys=True) == json.dumps(actual, sort_keys=True)


def _apart(expected: dict[str, Any], actual: dict[str, Any]) -> list[str]:
    """Return the keys by which two objects differ."""
    return [key for key in expected | actual if at(expected, (key,)) != at(actual, (key,))]


def _got(message: str) -> Any:
    """Return the value that a finding says it got; ``UNKNOWN`` if it has no whole value."""
    try:
        return json.loads(message.partition(_LATER)[2].partition("; ")[0])
    except ValueError:
        return UNKNOWN


def _unwanted(cause: LibraryCause, message: str) -> Unwanted:
    found = _got(message)
    if not isinstance(found, str) or found == UNKNOWN:
        raise NoRepro("no value alone breaks the rule")
    return Unwanted(cause.rules[0], message.partition(_LATER)[0].removeprefix("expected "), found)


def _of_answer(cause: LibraryCause, place: str) -> Claim:
    expected = value(cause.expected)
    actual = value(cause.actual)
    if isinstance(expected, list):  # of a text format: its parts
        expected = {"parts": expected}
    if not isinstance(actual, dict):
        cut = _MESSAGE.search(cause.actual)
        message = json.loads(f'"{cut[1]}"') if cut else str(actual)
        return Raised(first_line(message), _in_short(expected))
    error = actual.get("error")
    if error and isinstance(expected, dict) and "error" not in expected:
        return Raised(first_line(error.get("message", "")), _in_short(expected))
    for key in _KEYS.get(place.partition("/")[0], ()):
        sides = shown(expected, key), shown(actual, key)
        if key == "ids":  # those of the expected reading may be left to the adapter
            sides = len(shown(expected, "names")), sides[1]
        if sides[0] != sides[1]:
            return Shown(key, *sides)
    raise NoRepro(f"the scripts show nothing of it: {place}")


_KEYS: Final = {"calls": ("names", "arguments", "ids"), "text": ("text",), "reasoning": ("reasoning",)}


def first_line(message: str) -> str:
    """Return the first line of an exception's message, without the place in the library's code."""
    return _PLACE.sub("", message).partition("\n")[0].partition(" ... (")[0].strip()


def _in_short(reading: Any) -> Any:
    if not isinstance(reading, dict):
        return "an answer"
    calls = list(zip(shown(reading, "names"), shown(reading, "arguments"), strict=True))
    return {"calls": calls} if calls else {"text": shown(reading, "text")}
