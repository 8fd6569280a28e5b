"""Scenarios as models write them into text, in every format, and who reads them: judged as cassettes are."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from conformance import scenarios
from conformance.adapters.adapter import Adapter, name_of
from conformance.adapters.isolated import forget
from conformance.adapters.text import reader_of
from conformance.adapters.unsupported import Unsupported
from conformance.data import kept
from conformance.judge import verdict
from conformance.judge.effect import of_reading
from conformance.judge.fault import Fault, fault
from conformance.judge.finding import Finding, Level
from conformance.judge.result import Result, Seen
from conformance.judge.seen import as_json
from conformance.judge.seen import cut as shortened
from conformance.judge.text_checks import (
    EVERYTHING,
    RAISED,
    SAID,
    TEXT_CHECKS,
    UNKNOWN_TOOL,
    Due,
    Find,
    TextCheck,
    Way,
    calls,
    order,
)
from conformance.judge.verdict import Verdict
from conformance.mutants.texts import TEXT_MUTANTS, Says, Stretches, TextMutant, Written, pieces
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import ScriptedAnswer, answer, formatted, scripted_answer
from conformance.recording.text_variants import named, repeated, tagged, texted
from conformance.standins.text_formats import CannotSay, written
from conformance.suite.replay import AdapterFailed, given
from toolwire.model import Part, Reasoning, Response, Text, Tool, ToolCall, ToolDefinition, to_builtins
from toolwire.wire import exact_json

_CUTS: Final = 24
_QUOTED: Final = "For example:\n\n~~~~\n{}\n~~~~\n\nThat is all."


@kept
@cache
def checks(name: CassetteName, *, mutants: bool = False) -> tuple[str, ...]:
    """Return the names of the checks of a case, which depend on the number of pieces of the text and on the format."""
    text = answer(name.dialect, name.scenario)
    if isinstance(text, CannotSay):
        return (SAID,) if name.mode == "plain" else ()
    plain = name.mode == "plain"
    changed = [mutant.check for mutant in TEXT_MUTANTS] if mutants and not plain else []
    return (*([SAID] if plain else []), *(check.name for check in TEXT_CHECKS if _is_asked(check, name)), *changed)


def _is_asked(check: TextCheck, name: CassetteName) -> bool:
    """True if a case has anything that a check is about."""
    plain = name.mode == "plain"
    match check.way:
        case "whole":
            return True
        case "cut":
            return plain
        case "named" if not plain:
            return False
        case "quoted":
            return plain and written()[name.dialect].frames is None
    return any(True for _ in _variants(check.way, name))


def judge(name: CassetteName, adapter: Adapter) -> tuple[Result, ...]:
    """The results of all checks of one case: whether the format can say it, and how the adapter reads it."""
    text = answer(name.dialect, name.scenario)
    if isinstance(text, CannotSay):
        decided: Verdict[None] = verdict.not_applicable(str(text))
        return tuple(_with(_blank(name, adapter), check, decided) for check in checks(name))
    read, asked = _Read(name, adapter), checks(name)
    try:
        held = [
            read.result(check.name, _readings(check.way, name, text), check.asks, check.level)
            for check in TEXT_CHECKS
            if check.name in asked
        ]
    finally:
        forget(adapter)
    plain = [_with(read.blank, SAID, verdict.of_findings([]))] if name.mode == "plain" else []
    return (*plain, *held)


def judge_mutants(name: CassetteName, adapter: Adapter, wants: Callable[[str], bool]) -> Iterator[Result]:
    """A result for each mutant of a case whose id is wanted."""
    text = answer(name.dialect, name.scenario)
    if isinstance(text, CannotSay) or name.mode == "plain":
        return
    read, what = _Read(name, adapter), scripted_answer(name.scenario)
    try:
        for mutant in TEXT_MUTANTS:
            if wants(f"{name}/{mutant.check}"):
                made = mutant.make(_as_written(name, text))
                yield read.result(mutant.check, [] if made is None else [_mutated(mutant, made, what)], EVERYTHING)
    finally:
        forget(adapter)


class _Given(msgspec.Struct, frozen=True):
    """An answer to read."""

    pieces: tuple[str, ...]
    tools: tuple[Tool, ...]
    parts: tuple[Part, ...]
    variant: str = ""
    """The name of the variant that it is."""
    holds: tuple[str, ...] = ()
    """The names of the variants whose difference it has, too."""

    @property
    def due(self) -> Due:
        """The right reading."""
        return Due(self.parts, frozenset(tool.name for tool in self.tools if isinstance(tool, ToolDefinition)))


def _readings(way: Way, name: CassetteName, text: str) -> Iterator[_Given]:
    """An answer, given to read in a way."""
    what = scripted_answer(name.scenario)
    match way:
        case "whole":
            yield _Given((text,) if name.mode == "plain" else tuple(text), what.tools, what.parts)
        case "cut":
            yield from (_Given((text[:end],), what.tools, what.parts) for end in _places(len(text)))
        case "quoted":
            example = _QUOTED.format(text)
            yield _Given((example,), what.tools, (Text(text=example),))
        case _:
            yield from _variants(way, name)


def _variants(way: Way, name: CassetteName) -> Iterator[_Given]:
    """Yield the variants of an answer that the format can express."""
    for variant in _VARIANTS[way](name.dialect, scripted_answer(name.scenario)):
        answer = variant.answer
        text = formatted(name.dialect, answer)
        if not isinstance(text, CannotSay):
            cut = (text,) if name.mode == "plain" else pieces(text)
            yield _Given(cut, answer.tools, answer.parts, variant.name, variant.holds)


def _mutated(mutant: TextMutant, made: Stretches, what: ScriptedAnswer) -> _Given:
    """A mutant of an answer, and what each of its stretches says."""
    parts: dict[Says, Callable[[str], tuple[Part, ...]]] = {
        "answer": lambda _: what.parts,
        "text": lambda text: (Text(text=text),),
        "reasoning": lambda text: (Reasoning(text=text),),
        "tag": lambda _: (),
    }
    due = tuple(part for kind, text in made for part in parts[kind](text))
    return _Given(mutant.split("".join(text for _, text in made)), what.tools, due)


_VARIANTS: Final = {"tagged": tagged, "texted": texted, "named": named, "repeated": repeated}
"""By the way in which they are given to read."""


class _Read:
    """An adapter's readings of one answer, each text read once."""

    def __init__(self, name: CassetteName, adapter: Adapter) -> None:
        self.blank = _blank(name, adapter)
        self._format = name.dialect
        self._reader = reader_of(adapter)
        self._readings: dict[tuple[tuple[str, ...], frozenset[str]], Response] = {}
        hello = getattr(adapter, "hello", None)
        self._unshown = () if hello is None or "order" in hello.shows else (order,)

    def result(self, check: str, answers: Iterable[_Given], asks: Sequence[Find], level: Level = "MUST") -> Result:
        """The result of a check that looks at readings of some answers.

        The first that is wrong is shown and, of variants, the first of each kind of fault.
        """
        asked = [ask for ask in asks if ask not in self._unshown]
        wrong: list[_Judged] = []
        if asked:
            decided, wrong = self._verdict(check, answers, asked, level)
        else:
            decided = verdict.not_applicable("the adapter does not show in which order text and calls stand")
        is_declined = decided.outcome == "unsupported"
        return replace(
            _with(self.blank, check, decided),
            party="adapter",
            declined=decided.findings[0].message if is_declined else None,
            unexercised=is_declined,
            silent=any(isinstance(each.got, Response) and each.got.error is None for each in wrong),
            seen=_seen(wrong[0]) if wrong else None,
            seen_of_variants=tuple(map(_seen, wrong[1:])),
        )

    def _verdict(
        self, check: str, answers: Iterable[_Given], asked: Sequence[Find], level: Level
    ) -> tuple[Verdict[None], "list[_Judged]"]:
        """The verdict on readings of some answers, and those that are wrong and shown: all others have the same fault.

        Nothing more is read once one was not read at all.
        """
        decided: Verdict[None] = verdict.not_applicable()
        asking, wrong, faults = replace(self.blank, check=check, party="adapter"), list[_Judged](), set[Fault]()
        for written_answer in answers:
            try:
                found = self._read(written_answer, asked, level)
            except Unsupported as why:
                decided = verdict.declined(str(why) or "declined")
                continue
            broke = isinstance(found.got, AdapterFailed)
            is_held = any(known.kind in written_answer.holds for known in faults)
            of_it = {fault(finding, asking) for finding in found.findings}
            if of_it - faults and (broke or not is_held):
                wrong.append(found)
                faults |= of_it
            if broke or (of_it and not written_answer.variant):
                break
            if decided.outcome == "not-applicable":
                decided = verdict.of_findings([])
        findings = [finding for each in wrong for finding in each.findings]
        return verdict.of_findings(findings) if wrong else decided, wrong

    def _read(self, answer: _Given, asked: Sequence[Find], level: Level) -> "_Judged":
        """An answer, its reading, and what is wrong with it. Raises ``Unsupported``."""
        try:
            got = self._reading(answer)
        except AdapterFailed as failed:
            return _Judged(
                answer, failed, (of_reading(Finding(path=RAISED, message=str(failed), variant=answer.variant)),)
            )
        found = [finding for ask in asked for finding in ask(answer.due, got)]
        if any(finding.kind == UNKNOWN_TOOL for finding in found) and not self._reads_offered(answer):
            found = [replace(each, kind="lost") if each.kind == UNKNOWN_TOOL else each for each in found]
        findings = (replace(finding, level=level, variant=answer.variant) for finding in found)
        return _Judged(answer, got, tuple(map(of_reading, findings)))

    def _reads_offered(self, answer: _Given) -> bool:
        """True if the calls of an answer are read where all of their tools are offered."""
        names = {part.name for part in answer.parts if isinstance(part, ToolCall)} - answer.due.offered
        tools = (*answer.tools, *(ToolDefinition(name=name, parameters={"type": "object"}) for name in sorted(names)))
        try:
            got = self._reading(replace(answer, tools=tools))
        except (Unsupported, AdapterFailed):
            return False
        return not any(calls(answer.due, got))

    def _reading(self, given_text: _Given) -> Response:
        """The adapter's reading; kept, since several checks look at it."""
        key = given_text.pieces, given_text.due.offered
        if key not in self._readings:
            self._readings[key] = given(
                Response, self._reader.read_text, self._format, given_text.pieces, given_text.tools
            )
        return self._readings[key]


class _Judged(msgspec.Struct, frozen=True):
    """An answer, what the adapter read, or raised, and what is wrong with it."""

    answer: _Given
    got: Response | AdapterFailed
    findings: tuple[Finding, ...]


def _seen(wrong: _Judged) -> Seen:
    """All of a wrong reading that somebody needs who looks into it."""
    answer, got = wrong.answer, wrong.got
    return Seen(
        exchange=1,
        sent="",
        due="",
        received=shortened("".join(answer.pieces)),
        expected=shortened(exact_json.dumps(to_builtins(answer.parts))),
        got=shortened(str(got) if isinstance(got, AdapterFailed) else as_json(got)),
        offered=shortened("\n".join(map(_offered, answer.tools))),
        pieces=len(answer.pieces),
        variant=answer.variant,
    )


def _offered(tool: Tool) -> str:
    document = to_builtins(tool)
    return f"{tool.name} {exact_json.dumps(document.get('parameters'))}"


def _as_written(name: CassetteName, text: str) -> Written:
    how = written()[name.dialect]
    before, _, behind = (how.frames.last if how.frames else "{}").partition("{}")
    return Written(
        text=text,
        thinks=how.thinks,
        alone=how.alone,
        one_call=how.one_call,
        ends=how.ends,
        framed=how.frames is not None,
        last=(before, behind),
        in_messages=how.frames is not None and bool(how.frames.joint),
        reasons=bool(scripted_answer(name.scenario).turn.reasoning),
    )


def _blank(name: CassetteName, adapter: Adapter) -> Result:
    """The part that the results of a case have in common, with the outcome of a pass."""
    return Result(
        id=str(name),
        provider=name.provider,
        dialect=name.dialect,
        scenario=name.scenario,
        mode=name.mode,
        check="",
        capability=scenarios.load(name.scenario).capability,
        party="provider",
        adapter=name_of(adapter),
        outcome="pass",
        bytes=len(str(answer(name.dialect, name.scenario)).encode()),
        origin="documented",
        date=written()[name.dialect].retrieved,
        models=(),
    )


def _with(result: Result, check: str, decided: Verdict[None]) -> Result:
    """The result of a check, with its verdict."""
    return replace(result, id=f"{result.id}/{check}", check=check, outcome=decided.outcome, findings=decided.findings)


def _places(size: int) -> list[int]:
    """The places at which an answer is cut: all over it, and everywhere near its end."""
    return sorted({*range(0, size, size // _CUTS + 1), *range(max(0, size - _CUTS), size)})
