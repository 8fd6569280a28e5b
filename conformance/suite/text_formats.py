"""The judge of adapters that read calls in a model's text, in every text format."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from typing import Final

from msgspec.structs import replace

from conformance.adapters.adapter import Adapter, name_of
from conformance.adapters.isolated import forget
from conformance.adapters.text import reader_of
from conformance.adapters.unsupported import Unsupported
from conformance.data import kept
from conformance.judge import verdict
from conformance.judge.finding import Level
from conformance.judge.result import Result
from conformance.judge.text_checks import EVERYTHING, EXPRESSED, SHOWN, TEXT_CHECKS, Find, TextCheck, Way, calls
from conformance.judge.text_results import Declined, GivenAnswer, Raised, Reading, of_the_format, text_result
from conformance.mutants.texts import TEXT_MUTANTS, Meaning, Stretches, TextMutant, Written, pieces
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import formatted
from conformance.recording.text_case import TextCase, open_text_case
from conformance.recording.text_variants import (
    mentioned,
    named,
    repeated,
    respelled,
    retyped,
    scalar,
    spelled,
    spoken,
    tagged,
    texted,
    unfit,
)
from conformance.standins.text_formats import CannotSay
from conformance.suite.replay import AdapterFailed, given
from toolwire.model import Part, Reasoning, Response, Text, ToolCall, ToolDefinition
from toolwire.registry import text_format

_CUTS: Final = 24
_QUOTED: Final = "For example:\n\n~~~~\n{}\n~~~~\n\nThat is all."


@kept
@cache
def checks(name: CassetteName, *, mutants: bool = False) -> tuple[str, ...]:
    """Return the names of the checks that apply to a case in a text format. With ``mutants``, include the checks of the
    case's mutants.
    """
    return _checks(open_text_case(name), mutants=mutants)


def _checks(case: TextCase, *, mutants: bool = False) -> tuple[str, ...]:
    if isinstance(case.text, CannotSay):
        return (EXPRESSED,) if case.plain else ()
    changed = [mutant.check for mutant in _mutants(case)] if mutants else []
    return (
        *([EXPRESSED] if case.plain else []),
        *(check.name for check in TEXT_CHECKS if _is_asked(check, case)),
        *changed,
    )


def _mutants(case: TextCase) -> tuple[TextMutant, ...]:
    return tuple(mutant for mutant in TEXT_MUTANTS if mutant.in_plain or not case.plain)


def _is_asked(check: TextCheck, case: TextCase) -> bool:
    """Return whether a check applies to a case: to its mode, to its format, and to its answer.

    A check of changed answers applies if the format can express a changed answer of the case.
    """
    match check.way:
        case "whole" | "cut":
            return True
        case "named" if not case.plain:
            return False
        case "quoted":
            return case.plain and case.written.frames is None
        case "mentioned" if case.written.frames is not None:
            return False
    return any(True for _ in _variants(check.way, case))


def judge(case: TextCase, adapter: Adapter) -> tuple[Result, ...]:
    """Return the results of all checks of a case.

    In a plain case, a further result states whether the format can express the case.
    """
    described, asked = _described(case, adapter), _checks(case)
    if isinstance(case.text, CannotSay):
        cannot: verdict.Verdict[None] = verdict.not_applicable(str(case.text))
        return tuple(of_the_format(described, check, cannot) for check in asked)
    reader = _Reader(case, adapter)
    try:
        held = [
            text_result(
                described, check.name, check.asks, reader.each(_answers(check.way, case)), check.level, reader.shows
            )
            for check in TEXT_CHECKS
            if check.name in asked
        ]
    finally:
        forget(adapter)
    plain = [of_the_format(described, EXPRESSED, verdict.of_findings([]))] if case.plain else []
    return (*plain, *held)


def judge_mutants(case: TextCase, adapter: Adapter, wants: Callable[[str], bool]) -> Iterator[Result]:
    """Yield a result for each mutant of a case that ``wants`` accepts. ``wants`` gets the id of a mutant."""
    if isinstance(case.text, CannotSay):
        return
    described, reader, original = _described(case, adapter), _Reader(case, adapter), _as_written(case)
    try:
        for mutant in _mutants(case):
            if wants(f"{case}/{mutant.check}"):
                made = mutant.make(original)
                answers = () if made is None else _mutated(mutant, made, case)
                level: Level = "SHOULD" if mutant.is_disputed(original) else "MUST"
                yield text_result(described, mutant.check, EVERYTHING, reader.each(answers), level, reader.shows)
    finally:
        forget(adapter)


def _answers(way: Way, case: TextCase) -> Iterator[GivenAnswer]:
    """Yield the answers that a check plays. ``way``: how the check changes the answer of the case, such as ``cut``.

    Changed answers that the format cannot express are left out.
    """
    what, text = case.scripted, str(case.text)
    match way:
        case "whole":
            yield GivenAnswer((text,) if case.plain else tuple(text), what.tools, what.parts)
        case "cut":
            for cut in (text[:end] for end in _places(text, text_format(case.text_format).tokens)):
                yield GivenAnswer(
                    (cut,) if case.plain else pieces(cut) or (cut,), what.tools, _written_in(cut, what.parts)
                )
        case "quoted":
            example = _QUOTED.format(text)
            yield GivenAnswer((example,), what.tools, (Text(text=example),))
        case _:
            yield from _variants(way, case)


def _written_in(cut: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts with which the adapter's reading of ``cut`` is compared. ``cut``: the beginning of an answer's
    text. ``parts``: all parts of the whole answer.

    If ``cut`` is long enough to contain the text, the reasoning, and after them the name of the first call, return all
    parts. Otherwise text or reasoning may be cut off, so return only the calls.
    """
    calls = tuple(part for part in parts if isinstance(part, ToolCall))
    end = max((cut.find(part.text) + len(part.text) for part in parts if isinstance(part, Text | Reasoning)), default=0)
    return parts if calls and calls[0].name in cut[end:] else calls


def _variants(way: Way, case: TextCase) -> Iterator[GivenAnswer]:
    """Yield changed versions of the case's answer. ``way``: how the answer is changed, such as ``respelled``.

    Versions that the format cannot express are left out.
    """
    for variant in _VARIANTS[way](case.text_format, case.scripted):
        answer = variant.answer
        text = formatted(case.text_format, answer)
        if not isinstance(text, CannotSay):
            cut = (text,) if case.plain else pieces(text)
            yield GivenAnswer(cut, answer.tools, answer.parts, variant.name, variant.holds)


def _mutated(mutant: TextMutant, made: Stretches, case: TextCase) -> Iterator[GivenAnswer]:
    """Yield the changed answer of a mutant, with its right reading. In a streamed case, yield it for each way in which
    the mutant cuts the text into pieces.

    ``made``: the changed text in stretches. A stretch is a pair of a kind, such as ``reasoning``, and a text. The kind
    determines the right reading of the stretch.
    """
    parts: dict[Meaning, Callable[[str], tuple[Part, ...]]] = {
        "answer": lambda _: case.scripted.parts,
        "text": lambda text: (Text(text=text),),
        "reasoning": lambda text: (Reasoning(text=text),),
        "tag": lambda _: (),
    }
    expected = tuple(part for kind, text in made for part in parts[kind](text))
    text = "".join(text for _, text in made)
    for cut in ((text,),) if case.plain else mutant.cuts(text):
        yield GivenAnswer(cut, case.scripted.tools, expected)


_VARIANTS: Final = {
    "tagged": tagged, "texted": texted, "spoken": spoken, "mentioned": mentioned, "unfit": unfit, "retyped": retyped,
    "scalar": scalar, "spelled": spelled, "respelled": respelled, "named": named, "repeated": repeated,
}  # fmt: skip
"""For each way to change an answer, the function that makes the changed versions of the answer. See ``Way``."""


_MOST_KEPT: Final = 100_000
"""The maximum size of a reading that is cached, in characters. Most of the hundreds of readings in a case are short."""


class _Reader:
    """An adapter that reads the answers of a case. The adapter reads each text once."""

    def __init__(self, case: TextCase, adapter: Adapter) -> None:
        self._format = case.text_format
        self._reader = reader_of(adapter)
        self._readings: dict[tuple[tuple[str, ...], str], Response] = {}
        self._hello = getattr(adapter, "hello", None)

    def shows(self, ask: Find) -> bool:
        """Return whether the adapter shows the values that ``ask`` compares, such as the ids of calls.

        ``ask``: a function of a check, which finds differences between the right reading and the adapter's reading.
        """
        return self._hello is None or ask not in SHOWN or SHOWN[ask][0] in self._hello.shows

    def each(self, answers: Iterable[GivenAnswer]) -> Iterator[Reading]:
        """Yield the reading of each answer. An answer is read only when its reading is needed."""
        for answer in answers:
            yield Reading(answer, self._got(answer), partial(self._reads_offered, answer))

    def _got(self, answer: GivenAnswer) -> Response | Raised | Declined:
        try:
            return self._reading(answer)
        except Unsupported as why:
            return Declined(str(why))
        except AdapterFailed as failed:
            return Raised(str(failed))

    def _reads_offered(self, answer: GivenAnswer) -> bool:
        """Return whether the adapter reads the calls of an answer correctly if all called tools are offered.

        Return False if the adapter declines the answer or raises an exception.
        """
        names = {part.name for part in answer.parts if isinstance(part, ToolCall)} - answer.expected.offered
        tools = (*answer.tools, *(ToolDefinition(name=name, parameters={"type": "object"}) for name in sorted(names)))
        got = self._got(replace(answer, tools=tools))
        return isinstance(got, Response) and not any(calls(answer.expected, got))

    def _reading(self, answer: GivenAnswer) -> Response:
        """Return the adapter's reading of an answer. Raises ``Unsupported``, ``AdapterFailed``.

        The reading is cached for other checks if it is not very large.
        """
        key = answer.pieces, repr(answer.tools)
        if key in self._readings:
            return self._readings[key]
        reading = given(Response, self._reader.read_text, self._format, answer.pieces, answer.tools)
        if sum(map(_size, reading.parts)) <= _MOST_KEPT:
            self._readings[key] = reading
        return reading


def _size(part: Part) -> int:
    """Return the number of characters of a part's text or arguments. Return 1 for a part that has neither."""
    match part:
        case ToolCall():
            return len(part.arguments.text)
        case Text() | Reasoning():
            return len(part.text)
    return 1


def _as_written(case: TextCase) -> Written:
    how = case.written
    before, _, behind = (how.frames.last if how.frames else "{}").partition("{}")
    return Written(
        text=str(case.text),
        thinks=how.thinks,
        alone=how.alone,
        one_call=how.one_call,
        ends=how.ends,
        framed=how.frames is not None,
        last=(before, behind),
        in_messages=how.frames is not None and bool(how.frames.joint),
        reasons=bool(case.scripted.turn.reasoning),
        apart=how.apart,
    )


def _described(case: TextCase, adapter: Adapter) -> Result:
    """Return a result without a check. The results of all checks of the case are made from it."""
    name = case.name
    return Result(
        id=str(case),
        provider=name.provider,
        dialect=name.dialect,
        scenario=name.scenario,
        mode=name.mode,
        check="",
        capability=case.capability,
        party="provider",
        adapter=name_of(adapter),
        outcome="pass",
        bytes=len(str(case.text).encode()),
        origin="documented",
        date=case.written.retrieved,
        models=(),
    )


def _places(text: str, tokens: Collection[str]) -> list[int]:
    """Return the lengths at which an answer is cut: some throughout the answer, and every length near its end.

    No cut is inside a marker that is a token, because a model writes a token as a whole. ``tokens``: these markers.
    """
    inside = {
        place
        for token in tokens
        for found in re.finditer(re.escape(token), text)
        for place in range(found.start() + 1, found.end())
    }
    places = [place for place in range(len(text)) if place not in inside]
    return sorted({*places[:: len(places) // _CUTS + 1], *places[-_CUTS:]})
