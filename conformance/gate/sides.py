"""The sides of a failure, as text: what was sent, what came back, what was expected, and what the adapter returned."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import msgspec

from conformance.judge import arguments, checks, wording
from conformance.judge.fault import REQUEST_CHECKS
from conformance.judge.finding import Finding
from conformance.judge.result import Result, Seen
from conformance.judge.subject import TextFormat
from conformance.judge.text_checks import TEXT_CUT
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

Parts: TypeAlias = list[dict[str, Any]]
"""The parts of an answer, in canonical form."""

OF_REQUESTS: Final = tuple(name for name in REQUEST_CHECKS if name != checks.REQUEST_ROUND_TRIP.name)
"""The names of the checks whose failures are shown beside the recorded request, and not beside the answer."""
_BEGINS: Final = 900
_ENDS: Final = 400
"""The number of characters that are shown from the end of a long text of a model. ``_BEGINS`` is the number from its
beginning.
"""
_MOST_OF_SIDE: Final = 3000
"""The maximum number of characters that are shown of a request, an answer or a reading. Two thirds are from its
beginning.
"""
_AROUND: Final = 30
"""The number of characters that are shown before and after the first difference of two texts."""
_MOST: Final = 900
_END: Final = 300
"""The number of characters that are shown from the end of a finding longer than ``_MOST``."""
_OF_A_CALL: Final = re.compile(r"calls/(\d+)/arguments")


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A side of an exchange in a report: the request, the answer, the expected reading or the actual reading.

    If the report already shows this side under another check of the same case, ``under`` is the name of that check, and
    the text is empty. The title then lists all sides that are shown there.
    """

    title: str
    text: str = ""
    under: str | None = None
    """The check of the same case under which the report already shows the sides in the title. None if the text is shown
    here.
    """


def sides(result: Result, there: dict[tuple[str, str, str], str]) -> Iterator[Side]:
    """Yield the sides of a result's exchange.

    ``there``: the sides that the report already shows. It maps the case, the title and the text of a side to the name
    of the check under which the side is shown. The new sides are added to ``there``.
    """
    if result.seen is None:
        return
    case = result.case
    above: dict[str, list[str]] = defaultdict(list)
    for side in (_of_text if isinstance(result.subject, TextFormat) else _exchange)(result, result.seen):
        under = there.setdefault((case, side.title, side.text), result.check)
        if under == result.check:
            yield side
        else:
            above[under].append(side.title)
    for under, titles in above.items():
        yield Side(title="; ".join(titles), under=under)


def _exchange(result: Result, seen: Seen) -> Iterator[Side]:
    texts = {f"sent, exchange {seen.exchange}": seen.sent or "nothing"}
    if result.check in OF_REQUESTS:
        texts["the recorded request"] = seen.recorded
    else:
        texts |= {"came back": seen.received} if seen.sent else {}
        texts |= {"expected": seen.expected or "undecided", "got": seen.got}
    for title, text in texts.items():
        yield Side(title=title, text=_cut(text, _MOST_OF_SIDE * 2 // 3, _MOST_OF_SIDE // 3))


def _of_text(result: Result, seen: Seen) -> Iterator[Side]:
    """Yield the sides of a text with calls. Each line of the model's text is shown as a Python literal, so that every
    blank is visible.
    """
    pieces = "whole" if seen.pieces == 1 else f"in {seen.pieces} pieces"
    lines = map(repr, _cut(seen.received).splitlines(keepends=True))
    yield Side(title=f"the text, {pieces}", text="\n".join(lines) or "''")
    yield Side(title="tools offered", text=seen.offered)
    of = " (from the complete text)" if result.check == TEXT_CUT.name else ""
    yield Side(title=f"expected{of}", text=_format_answer(seen.expected))
    yield Side(title="got", text=_format_answer(seen.got))
    if apart := difference(result.findings[0], seen):
        yield Side(title="difference", text=apart)


def _format_answer(canonical: str) -> str:
    """Return an answer with a line for each part. Text that is not JSON, such as an exception, stays as it is."""
    parts = _parts(canonical)
    return canonical if parts is None else "\n".join(map(_line, parts)) or "nothing"


def _parts(canonical: str) -> Parts | None:
    """Return the parts of an answer, or None if the text is not a list of parts, for example because it was cut."""
    try:
        read = exact_json.loads(canonical)
    except JsonError:
        return None
    parts = read.get("parts") if isinstance(read, dict) else read
    return parts if isinstance(parts, list) and all(isinstance(part, dict) for part in parts) else None


def _line(part: dict[str, Any]) -> str:
    match part["type"]:
        case "tool_call":
            cut = "" if part.get("complete", True) else " (cut)"
            return f"call {part['name']} {part['arguments']['text']}{cut}"
        case "text" | "reasoning" as kind:
            return f"{kind} {part.get('text', '')!r}"
    return exact_json.dumps(part)


def difference(finding: Finding, seen: Seen) -> str:
    """Return the first difference between an adapter's reading and the expected reading, if the finding is about
    arguments, text or reasoning.

    Return "" for any other finding, because it already states the difference. Also return "" if a reading was cut.
    """
    expected, got = _parts(seen.expected), _parts(seen.got)
    if expected is None or got is None:
        return ""
    if of_a_call := _OF_A_CALL.fullmatch(finding.path):
        place = int(of_a_call[1])
        both = [_calls(parts)[place:] for parts in (got, expected)]
        return _apart(*(arguments.spelled(calls[0]["arguments"]["text"]) for calls in both)) if all(both) else ""
    if finding.path in ("text", "reasoning"):
        return _apart(*("".join(_texts(finding.path, parts)).strip() for parts in (got, expected)))
    return ""


def _calls(parts: Parts) -> Parts:
    return [part for part in parts if part["type"] == "tool_call" and part.get("complete", True)]


def _texts(kind: str, parts: Parts) -> Iterator[str]:
    return (part.get("text", "") for part in parts if part["type"] == kind)


def _apart(got: str, expected: str) -> str:
    """Return the first difference of two texts in words, with the characters around it, or "" if a text is empty."""
    if not got or not expected:
        return ""
    start = wording.apart(got, expected)
    around = slice(max(0, start - _AROUND), start + _AROUND)
    written = ascii if wording.look_alike(got, expected) else repr
    return f"at character {start + 1}: expected {written(expected[around])}, got {written(got[around])}"


def _cut(text: str, begins: int = _BEGINS, ends: int = _ENDS) -> str:
    """Return a text. If the text is long, return only its beginning, the number of characters left out, and its end.

    ``begins`` and ``ends``: the numbers of characters that are shown from the beginning and the end of a long text.
    """
    left = len(text) - begins - ends
    return text if left <= 0 else f"{text[:begins]} ... ({left} characters) ... {text[-ends:]}"


def short(text: str) -> str:
    """Return the text of a finding. A long text is cut in the middle."""
    if len(text) <= _MOST:
        return text
    return f"{text[: _MOST - _END]} ... {text[-_END:]} ({len(text)} characters)"
