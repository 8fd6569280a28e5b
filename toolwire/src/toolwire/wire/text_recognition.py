"""Recognition of text formats by the spelling of the calls in a text."""

import re
from bisect import bisect
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Final

import msgspec
import yaml

from toolwire.json_value import Json
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.quoting import Quotation, has_sign, passages, quotations
from toolwire.wire.recognition import Confidence, Recognised


class Sign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spelling by which the start of a call is recognised in a text, such as ``[TOOL_REQUEST]`` and JSON."""

    formats: tuple[str, ...]
    """The text formats that write this sign. If there are several, more of the text is needed to decide."""
    opens: str
    """A regular expression for the sign. Its group ``name`` is the name of the tool, if the sign has the name."""
    label: str
    """A description of the sign, for people."""
    likely: bool = False
    """True if texts without a call may have the sign. If the offered tools are known, the sign then counts only with
    the name of an offered tool.
    """
    at_start: bool = False
    """True if only white space may come before the sign."""
    named: str | None = None
    """A regular expression for the start of the call: the sign, and the tool's name as the group ``name``. None if the
    name is in the JSON after the sign.
    """
    ends: str | None = None
    """A regular expression for the rest of the call, after the match of ``named``; None if the rest is only JSON."""

    @classmethod
    def of(cls, name: str, marker: str) -> "Sign":
        """Return the sign for a marker that only the format ``name`` has."""
        return cls(formats=(name,), opens=re.escape(marker), label=marker)


_CLOSED_BY: Final = {
    "<think>": "</think>",
    "[THINK]": "[/THINK]",
    "<thinking>": "</thinking>",
    "<mm:think>": "</mm:think>",
    "◁think▷": "◁/think▷",
    "<seed:think>": "</seed:think>",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<|channel>thought": "<channel|>",
    "<|open|>think<|sep|>": "<|close|>think<|sep|>",
}
"""The opening tags of reasoning, each with its closing tag.

If reasoning starts in the prompt, the answer has only the closing tag.
"""
_REASONING_TAG: Final = re.compile("|".join(map(re.escape, chain.from_iterable(_CLOSED_BY.items()))))
_FENCE_END: Final = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[ \t\r]*\n?\Z", re.MULTILINE)
_WORD: Final = re.compile(r"\S")
_NO_QUOTATION: Final = Quotation(0, 0, "span")
_NAMES: Final = ("name", "tool", "function", "tool_name")
_ARGUMENTS: Final = ("arguments", "parameters", "args", "input")
_JSON_BEGUN: Final = re.compile(r"""[\[{][\s{"]*\Z""")
_BESIDE: Final = frozenset({"type", "id", "tool_call_id"})


def recognise_text(text: str, tools: Collection[str] = (), signs: tuple[Sign, ...] = ()) -> Recognised | None:
    """Return the text format of the calls in a text, with the evidence; None if no sign of a call is found.

    ``tools`` are the names of the offered tools, if they are known. ``signs`` are the signs of formats from other
    packages. Text in quotations, code or reasoning is not a call.
    """
    quoted = _Quoted(text)
    found = _recognised(text, quoted, tools, signs)
    if not quoted.may_begin_in_reasoning:
        return found
    other = _recognised(text, _Quoted(text, in_reasoning=False), tools, signs)
    if found is None and other is not None:
        return Recognised(other.names, "possible", (*other.evidence, "a closing tag of reasoning follows"))
    if found is not None and other is not None and found.names != other.names:
        names = dict.fromkeys((*found.names, *other.names))
        return Recognised(tuple(names), found.confidence, (*found.evidence, *other.evidence))
    return found


def _recognised(text: str, quoted: "_Quoted", tools: Collection[str], signs: tuple[Sign, ...]) -> Recognised | None:
    answer = text[quoted.answer_start :].strip()
    if answer[:1] in ("{", "["):
        with suppress(JsonError):
            return _json(exact_json.loads(answer), tools)
    found = [
        (place, order, sign)
        for order, sign in enumerate(chain(_signs(), signs))
        if (place := _place(sign, text, quoted, tools)) is not None
    ]
    if found:
        _, _, sign = min(found, key=lambda candidate: candidate[:2])
        return Recognised(sign.formats, _confidence(tools) if sign.likely else "certain", (sign.label,))
    return _fenced(text, quoted, tools)


class Mark(msgspec.Struct, frozen=True):
    """A sign that was found in a text. It shows that a call may follow."""

    name: str | None
    """The name of the tool if it comes before the arguments; None if it is inside the JSON."""
    place: int
    """The index after the match of ``Sign.named`` if ``name`` is set, or else the index at which the JSON starts."""
    is_whole: bool = False
    """True if the rest of the call follows, up to the call's end.

    This is checked only for signs that have ``ends``.
    """


def marks(text: str) -> Iterator[Mark]:
    """Yield a mark for each sign of a call in a text, outside of quotations and reasoning.

    A sign that texts without a call may have (``likely``) counts only if it can only start the answer (``at_start``).
    The other such signs are left out, because they belong to formats on which no model was trained and which no server
    reads.
    """
    quoted = _Quoted(text)
    for sign in _signs():
        if sign.likely and not sign.at_start:
            continue
        for match in _compiled(sign.opens).finditer(text):
            if match.start() not in quoted and (not sign.at_start or match.start() == quoted.answer_start):
                yield _mark(sign, text, match)


def answer_begins(text: str) -> int:
    """Return the index at which the answer starts, after white space and reasoning."""
    return _answer_start(text, list(_thoughts(text, in_reasoning=True)))


def _mark(sign: Sign, text: str, match: re.Match[str]) -> Mark:
    named = _compiled(sign.named).match(text, match.start()) if sign.named else None
    if named is not None:
        is_whole = sign.ends is not None and _compiled(sign.ends).match(text, named.end()) is not None
        return Mark(named["name"], named.end(), is_whole)
    json_start = _JSON_BEGUN.search(match.group())
    return Mark(None, match.start() + json_start.start() if json_start else match.end())


def _confidence(tools: Collection[str]) -> Confidence:
    """Return the confidence in a sign that texts without a call may also have.

    It is ``likely`` if the offered tools are known, and ``possible`` otherwise.
    """
    return "likely" if tools else "possible"


@cache
def _signs() -> tuple[Sign, ...]:
    data = yaml.load((files("toolwire.wire") / "text_signs.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return msgspec.convert(data, tuple[Sign, ...])


@cache
def _compiled(opens: str) -> re.Pattern[str]:
    return re.compile(opens, re.MULTILINE | re.DOTALL)


def _place(sign: Sign, text: str, quoted: "_Quoted", tools: Collection[str]) -> int | None:
    """Return the index of the first match of ``sign`` that counts as a call; None if no match counts.

    A match does not count if it is inside a quotation or reasoning. If texts without a call may have the sign, and if
    the offered tools are known, the match must name an offered tool. A sign with ``at_start`` counts only at the start
    of the answer, and only if the answer consists only of calls.
    """
    pattern = _compiled(sign.opens)
    if sign.at_start:
        begin = quoted.answer_start
        match = pattern.match(text, begin)
        return begin if match and _is_offered(sign, match, tools) and _is_all(text, begin) else None
    return next(
        (
            match.start()
            for match in pattern.finditer(text)
            if match.start() not in quoted and _is_offered(sign, match, tools)
        ),
        None,
    )


def _is_offered(sign: Sign, match: re.Match[str], tools: Collection[str]) -> bool:
    names = [name for name in match.groupdict().values() if name]
    return not tools or not sign.likely or any(name in tools for name in names)


def _is_all(text: str, begin: int) -> bool:
    """Return whether the answer, which starts at ``begin``, may consist only of calls: a list of calls in Python's
    syntax, or JSON objects that ``;`` separates. The last call may be cut.
    """
    if text[begin] == "[":
        return not text.rstrip().endswith(")") and (")]" not in text or text.rstrip().endswith("]"))
    try:
        _, end = exact_json.first(text, begin)
    except JsonError:
        return "\n\n" not in text[begin:]
    return text[end:].lstrip()[:1] == ";"  # an answer that is a single object was checked before


def _json(document: Json, tools: Collection[str]) -> Recognised | None:
    """Recognise a text that consists only of a call in JSON, without a marker before it."""
    if isinstance(document, dict) and _legacy(document, tools):
        return Recognised(("function_call",), _confidence(tools), ("an object with function_call",))
    if isinstance(document, dict) and _are_calls([document], ("name",), ("parameters", "arguments"), tools):
        label = "an object with only a name and parameters"
        return Recognised(("llama3_json",), _confidence(tools), (label,))
    return None


def _fenced(text: str, quoted: "_Quoted", tools: Collection[str]) -> Recognised | None:
    """Recognise calls that are JSON inside a fence."""
    last = len(text.rstrip(" `~\n"))
    for begin, end in quoted.fences:
        if end < last:
            continue  # it may be an example in a longer text
        if not tools and text[quoted.answer_start : begin].strip().count("\n"):
            return None
        try:
            document = exact_json.loads(text[begin:end])
        except JsonError:
            continue
        calls = document.get("tool_calls", [document]) if isinstance(document, dict) else document
        if isinstance(calls, list) and _are_calls(calls, _NAMES, _ARGUMENTS, tools):
            return Recognised(("fenced_json",), _confidence(tools), ("a fence of JSON with a name and arguments",))
    return None


def _legacy(document: dict[str, Json], tools: Collection[str]) -> bool:
    match document:
        case {"function_call": {"name": str(name), "arguments": str() | dict()}}:
            return not tools or name in tools
    return False


def _are_calls(calls: list[Json], names: tuple[str, ...], arguments: tuple[str, ...], tools: Collection[str]) -> bool:
    """Return whether a list has only calls, and is not empty. A call has the tool's name under a key in ``names``, and
    an object under a key in ``arguments``.
    """
    for call in calls:
        if not isinstance(call, dict):
            return False
        name = next((call[key] for key in names if key in call), None)
        if not isinstance(name, str) or not (name in tools if tools else name.isidentifier()):
            return False
        called_with = next((call[key] for key in arguments if isinstance(call.get(key), dict)), None)
        if called_with is None or is_schema(called_with):
            return False
        if call.keys() - _BESIDE - {*names, *arguments}:
            return False
    return bool(calls)


def is_schema(arguments: dict[str, Json]) -> bool:
    """Return whether the arguments look like a JSON Schema. A text with such arguments describes a tool and does not
    call it.
    """
    return arguments.get("type") == "object" and isinstance(arguments.get("properties"), dict)


class _Quoted:
    """The passages of a text that are quotations or reasoning. A sign in such a passage is not a call."""

    def __init__(self, text: str, *, in_reasoning: bool = True) -> None:
        """Find the quotations and the reasoning. If ``in_reasoning`` is true, a closing tag without an opening tag ends
        reasoning that started in the prompt.
        """
        thoughts = list(_thoughts(text, in_reasoning=in_reasoning))
        self.may_begin_in_reasoning = bool(thoughts) and not _REASONING_TAG.match(text, thoughts[0][0])
        between = [end for _, end in thoughts]
        self.fences: list[tuple[int, int]] = []
        """The start and end of the text in each fence."""
        code: list[tuple[int, int]] = []
        for start, end in zip([0, *between], [*(start for start, _ in thoughts), len(text)], strict=True):
            for quotation in quotations(text, start, end):
                code.append((quotation.start, quotation.end))
                if quotation.kind == "fence":
                    self.fences.append(_body(text, *code[-1]))
        spans = sorted([*thoughts, *code])
        self._starts = [start for start, _ in spans]
        self._reach: list[int] = []
        for _, end in spans:
            self._reach.append(max(end, self._reach[-1] if self._reach else 0))
        self.answer_start = _answer_start(text, thoughts)

    def __contains__(self, place: int) -> bool:
        before = bisect(self._starts, place)
        return before > 0 and place < self._reach[before - 1]


def _answer_start(text: str, thoughts: list[tuple[int, int]]) -> int:
    """Return the index at which the answer starts, after white space and reasoning at the start of the text."""
    answer_start = thoughts[0][1] if thoughts and not text[: thoughts[0][0]].strip() else 0
    return answer_start + len(text[answer_start:]) - len(text[answer_start:].lstrip())


def _thoughts(text: str, *, in_reasoning: bool) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each passage of reasoning, including its tags."""
    places = _Passages(text, 0)
    at, answer = 0, _WORD.search(text)
    unclosed: set[str] = set()
    for tag in _REASONING_TAG.finditer(text):
        if tag.start() < at:
            continue
        quoted = places.around(tag.start())
        is_quoted = quoted.end > quoted.start
        if tag.group() in _CLOSED_BY:
            closing = _CLOSED_BY[tag.group()]
            if is_quoted:
                continue
            end = -1 if closing in unclosed else text.find(closing, tag.end())
            if end < 0:
                unclosed.add(closing)
                if answer is not None and answer.start() < tag.start():
                    continue
            start, at = tag.start(), len(text) if end < 0 else end + len(closing)
        elif in_reasoning and not at and not (is_quoted and _quotes_ends(text, quoted)):
            start, at = 0, tag.end()
        else:
            continue
        yield start, at
        places, answer = _Passages(text, at), _WORD.search(text, at)


class _Passages:
    """The quotations in a text after the index ``begin``.

    The text is searched only up to the index that was passed to ``around``.
    """

    def __init__(self, text: str, begin: int) -> None:
        self._text = text
        self._begin = begin
        self._left: Iterator[Quotation] | None = None
        self._last = _NO_QUOTATION

    def around(self, place: int) -> Quotation:
        """Return the quotation around the index ``place``, or an empty quotation. Each call of this method must pass a
        higher index than the call before.
        """
        if self._left is None:
            if not has_sign(self._text, self._begin, place):
                return _NO_QUOTATION
            self._left = passages(self._text, self._begin)
        while self._last.end <= place:
            self._last = next(self._left, Quotation(len(self._text), len(self._text) + 1, "span"))
        return self._last if self._last.start <= place else _NO_QUOTATION


def _quotes_ends(text: str, quoted: Quotation) -> bool:
    """Return whether a closing tag of reasoning is only quoted, and ends no reasoning, if it is inside this quotation.

    This is true for a code span within a line, and for a fence that is closed. It is false for a block quote.
    """
    if quoted.kind == "span":
        return "\n" not in text[quoted.start : quoted.end]
    return quoted.kind == "fence" and (quoted.end < len(text) or _FENCE_END.search(text, quoted.start) is not None)


def _body(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the start and end of the text in a fence, without the lines that open and close the fence."""
    begin = text.find("\n", start, end) + 1 or end
    closing = _FENCE_END.search(text, begin, end)
    return begin, closing.start() if closing else end
