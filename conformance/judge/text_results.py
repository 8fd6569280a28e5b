"""The results of a case in a text format: one for each check, made of an adapter's readings of some answers."""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from conformance.judge import verdict
from conformance.judge.effect import of_reading
from conformance.judge.fault import Fault, fault
from conformance.judge.finding import Finding, Level
from conformance.judge.result import Result, Seen
from conformance.judge.seen import as_json
from conformance.judge.seen import cut as shortened
from conformance.judge.text_checks import RAISED, UNKNOWN_TOOL, Due, Find
from conformance.judge.verdict import Verdict
from toolwire.model import Part, Response, Tool, ToolDefinition, to_builtins
from toolwire.wire import exact_json


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer that an adapter is given to read."""

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


class Raised(msgspec.Struct, frozen=True):
    """An exception in place of a reading."""

    why: str


class Declined(msgspec.Struct, frozen=True):
    """An answer that the adapter declines to read."""

    why: str


class Reading(msgspec.Struct, frozen=True):
    """An adapter's reading of an answer."""

    answer: GivenAnswer
    got: Response | Raised | Declined
    reads_offered: Callable[[], bool]
    """True if the calls of the answer are read where all of their tools are offered."""


class _Judged(msgspec.Struct, frozen=True):
    """An answer, what the adapter read, or raised, and what is wrong with it."""

    answer: GivenAnswer
    got: Response | Raised
    findings: tuple[Finding, ...]


def text_result(
    described: Result, check: str, asks: Sequence[Find], readings: Iterable[Reading], level: Level = "MUST"
) -> Result:
    """Return the result of a check that asks the same of several readings.

    The first that is wrong is shown and, of variants, the first of each kind of fault. Nothing more is read once an
    answer was not read at all. Without a question to ask, the adapter does not show what the check is about.
    """
    if not asks:
        why = "the adapter does not show in which order text and calls stand"
        return _of_adapter(described, check, verdict.not_applicable(why), [])
    return _of_adapter(
        described, check, *_verdict(replace(described, check=check, party="adapter"), asks, readings, level)
    )


def of_the_format(described: Result, check: str, decided: Verdict[None]) -> Result:
    """Return the result of a check that is about the format alone."""
    return _with(described, check, decided)


def _of_adapter(described: Result, check: str, decided: Verdict[None], wrong: Sequence[_Judged]) -> Result:
    is_declined = decided.outcome == "unsupported"
    return replace(
        _with(described, check, decided),
        party="adapter",
        declined=decided.findings[0].message if is_declined else None,
        unexercised=is_declined,
        silent=any(isinstance(each.got, Response) and each.got.error is None for each in wrong),
        seen=_seen(wrong[0]) if wrong else None,
        also_seen=tuple(map(_seen, wrong[1:])),
    )


def _with(described: Result, check: str, decided: Verdict[None]) -> Result:
    return replace(
        described, id=f"{described.id}/{check}", check=check, outcome=decided.outcome, findings=decided.findings
    )


def _verdict(
    asking: Result, asks: Sequence[Find], readings: Iterable[Reading], level: Level
) -> tuple[Verdict[None], list[_Judged]]:
    """The verdict on readings of some answers, and those that are wrong and shown: all others have the same fault."""
    decided: Verdict[None] = verdict.not_applicable()
    wrong, faults = list[_Judged](), set[Fault]()
    for reading in readings:
        if isinstance(reading.got, Declined):
            decided = verdict.declined(reading.got.why or "declined")
            continue
        found = _Judged(reading.answer, reading.got, tuple(_findings(reading.got, reading, asks, level)))
        broke = isinstance(found.got, Raised)
        is_held = any(known.kind in reading.answer.holds for known in faults)
        of_it = {fault(finding, asking) for finding in found.findings}
        if of_it - faults and (broke or not is_held):
            wrong.append(found)
            faults |= of_it
        if broke or (of_it and not reading.answer.variant):
            break
        if decided.outcome == "not-applicable":
            decided = verdict.of_findings([])
    findings = [finding for each in wrong for finding in each.findings]
    return verdict.of_findings(findings) if wrong else decided, wrong


def _findings(got: Response | Raised, reading: Reading, asks: Sequence[Find], level: Level) -> list[Finding]:
    """The faults of a reading."""
    answer = reading.answer
    if isinstance(got, Raised):
        return [of_reading(Finding(path=RAISED, message=got.why, variant=answer.variant))]
    found = [finding for ask in asks for finding in ask(answer.due, got)]
    if any(finding.kind == UNKNOWN_TOOL for finding in found) and not reading.reads_offered():
        found = [replace(each, kind="lost") if each.kind == UNKNOWN_TOOL else each for each in found]
    return [of_reading(replace(finding, level=level, variant=answer.variant)) for finding in found]


def _seen(wrong: _Judged) -> Seen:
    """All of a wrong reading that somebody needs who looks into it."""
    answer, got = wrong.answer, wrong.got
    return Seen(
        exchange=1,
        sent="",
        due="",
        received=shortened("".join(answer.pieces)),
        expected=shortened(exact_json.dumps(to_builtins(answer.parts))),
        got=shortened(got.why if isinstance(got, Raised) else as_json(got)),
        offered=shortened("\n".join(map(_offered, answer.tools))),
        pieces=len(answer.pieces),
        variant=answer.variant,
    )


def _offered(tool: Tool) -> str:
    document = to_builtins(tool)
    return f"{tool.name} {exact_json.dumps(document.get('parameters'))}"
