"""The check that the text of an answer contains no tool call. Clients do not look for calls in the text."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from conformance.judge import arguments, wording
from conformance.judge.finding import Finding, NotApplicable, Undecided
from conformance.judge.trial import Trial
from toolwire.model import Request, own_functions
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.text_recognition import Mark, answer_begins, is_schema, marks

_NAMES: Final = ("name", "tool_name")
_NAME_IN_JSON: Final = re.compile(r'"(?:tool_)?name"\s*:\s*"([^"]*)"')
_ARGUMENTS: Final = ("arguments", "parameters")
_BEFORE_OBJECT: Final = re.compile(r"\s*(?:```(?:json)?\s*)?(?=\{)")
_MORE_CALLS: Final = re.compile(r"\s*(?:\Z|[;{]|<\|)")
"""A pattern for the text that may follow a call in JSON without tags around it: the end of the text, the next call, or
a special token.
"""
_MOST_MARKS: Final = 1000
"""The maximum number of marks (signs of a call, such as ``<tool_call>``) that are examined in a text. At each mark, the
rest of the text may be read, which takes time.
"""


def leaks(trial: Trial) -> Iterator[Finding]:
    """Check that the text of an answer contains no tool call. Servers must turn such text into calls.

    A call that was cut at the token limit counts, too. Text about calls does not count. A call with so many mistakes
    that it cannot be read is the model's fault, and gives no finding. Signs of such a call in a live answer raise
    ``Undecided``.
    """
    if trial.expected is None:
        raise Undecided
    text = trial.expected.text
    if not text:
        raise NotApplicable
    if stands_in(text, trial.request, cut=trial.expected.finish == "length"):
        yield Finding(path="text", message=f"the text contains a call: {wording.shown(text)}")
    elif trial.live and any(True for _ in marks(text)):
        raise Undecided(f"the text has signs of a call, but no call can be read in it: {wording.shown(text)}")


def stands_in(text: str, request: Request, *, cut: bool) -> bool:
    """Return whether a text contains a call of an offered tool. With ``cut``, the beginning of a call suffices."""
    offered = {tool.name for tool in own_functions(request.offered_tools)}
    begin = answer_begins(text)
    if text.startswith("{", begin) and any(name in offered for name in _names(text, begin, alone=True)):
        return True
    return any(_is_call(text, mark, offered, cut=cut) for mark in islice(marks(text), _MOST_MARKS))


def _is_call(text: str, mark: Mark, offered: set[str], *, cut: bool) -> bool:
    """Return whether a call of an offered tool follows a mark, which is a sign of a call in the text.

    With ``cut``, the beginning of a call suffices.
    """
    if mark.name is not None:
        return mark.name in offered and (mark.is_whole or cut or _is_object(text, mark.place))
    if any(name in offered for name in _names(text, mark.place)):
        return True
    if not cut:
        return False
    named = _NAME_IN_JSON.search(text, mark.place)
    return named is not None and named.group(1) in offered and arguments.ends_early(text[mark.place :])


def _is_object(text: str, place: int) -> bool:
    """Return whether a whole JSON object begins at the index ``place`` of a text. A code fence may precede it."""
    begin = _BEFORE_OBJECT.match(text, place)
    try:
        return begin is not None and isinstance(exact_json.first(text, begin.end())[0], dict)
    except JsonError:
        return False


def _names(text: str, place: int, *, alone: bool = False) -> Iterator[str]:
    """Yield the tool's name for each call in the JSON that begins at the index ``place`` of a text.

    Yield none if no JSON begins there.

    With ``alone``, yield none if other text follows the JSON.
    """
    try:
        value, end = exact_json.first(text, place)
    except JsonError:
        return
    if alone and not _MORE_CALLS.match(text, end):
        return
    for call in value if isinstance(value, list) else [value]:
        if not isinstance(call, dict):
            continue
        given = [call[key] for key in _ARGUMENTS if key in call]
        if given and not any(isinstance(candidate, dict) and is_schema(candidate) for candidate in given):
            yield from (call[key] for key in _NAMES if isinstance(call.get(key), str))
