"""The results of a case in a text format. Each check has a result, made from the adapter's readings of answers."""

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
from conformance.judge.text_checks import RAISED, SHOWN, UNKNOWN_TOOL, ExpectedAnswer, Find
from conformance.judge.verdict import Verdict
from toolwire.model import Part, Response, Tool, ToolDefinition, to_builtins
from toolwire.wire import exact_json


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer that an adapter gets to read."""

    pieces: tuple[str, ...]
    tools: tuple[Tool, ...]
    parts: tuple[Part, ...]
    """The parts of the right reading."""
    variant: str = ""
    """The name of the answer's variant. "" if the answer is not a variant."""
    holds: tuple[str, ...] = ()
    """The names of other variants whose changes this variant includes."""

    @property
    def expected(self) -> ExpectedAnswer:
        """The right reading, with the names of the offered tools."""
        offered = frozenset(tool.name for tool in self.tools if isinstance(tool, ToolDefinition))
        return ExpectedAnswer(self.parts, offered, streamed=len(self.pieces) > 1)


class Raised(msgspec.Struct, frozen=True):
    """An exception that the adapter raised when it read an answer."""

    why: str


class Declined(msgspec.Struct, frozen=True):
    """An answer that the adapter declines to read."""

    why: str


class Reading(msgspec.Struct, frozen=True):
    """An answer, and the adapter's reading of it: a response, an exception, or the reason why the adapter declined."""

    answer: GivenAnswer
    got: Response | Raised | Declined
    reads_offered: Callable[[], bool]
    """The function that returns whether the adapter reads the answer's calls when all of the called tools are
    offered.
    """


class _Judged(msgspec.Struct, frozen=True):
    """An answer, the adapter's reading or exception, and the findings on it."""

    answer: GivenAnswer
    got: Response | Raised
    findings: tuple[Finding, ...]


def text_result(
    described: Result,
    check: str,
    asks: Sequence[Find],
    readings: Iterable[Reading],
    level: Level = "MUST",
    shown: Callable[[Find], bool] = lambda _: True,
) -> Result:
    """Return the result of a check on several readings.

    The readings are judged in order. The first wrong reading of each fault is in the result. The check stops after an
    exception, and after a reading that fails and whose answer is not a variant.

    ``described``: the fields that are the same in the results of all checks. ``asks``: the functions that yield
    findings. Only those are called for which ``shown`` is True: the adapter shows the values that they compare. If
    there are none, the check does not apply. ``level``: with ``SHOULD``, every finding is a SHOULD, except for a
    finding on an exception.
    """
    if not (left := [ask for ask in asks if shown(ask)]):
        why = f"the adapter does not show {' and '.join(SHOWN[ask][1] for ask in asks)}"
        return _of_adapter(described, check, verdict.not_applicable(why), [])
    return _of_adapter(
        described, check, *_verdict(replace(described, check=check, party="adapter"), left, readings, level)
    )


def of_the_format(described: Result, check: str, decided: Verdict[None]) -> Result:
    """Return the result of a check on the text format. Such a check judges no adapter."""
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
    """Return the verdict on the readings, and the wrong readings that the report lists. Failures come first.

    A wrong reading is listed only if it has a fault that no listed reading has at the same level. A variant may contain
    the change of another variant that was misread before. Then its wrong reading is listed only if the adapter raised
    an exception. ``asks`` and ``level``: see ``text_result``.
    """
    decided: Verdict[None] = verdict.not_applicable()
    wrong, faults = list[_Judged](), set[tuple[Fault, Level]]()
    for reading in readings:
        if isinstance(reading.got, Declined):
            decided = verdict.declined(reading.got.why or "declined")
            continue
        found = _Judged(reading.answer, reading.got, tuple(_findings(reading.got, reading, asks, level)))
        broke = isinstance(found.got, Raised)
        is_held = any(known.kind in reading.answer.holds for known, _ in faults)
        of_it = {(fault(finding, asking), finding.level) for finding in found.findings}
        if of_it - faults and (broke or not is_held):
            wrong.append(found)
            faults |= of_it
        if broke or (_fails(found) and not reading.answer.variant):
            break
        if decided.outcome == "not-applicable":
            decided = verdict.of_findings([])
    wrong.sort(key=_fails, reverse=True)
    findings = [finding for each in wrong for finding in each.findings]
    return verdict.of_findings(findings) if wrong else decided, wrong


def _fails(judged: _Judged) -> bool:
    return any(map(verdict.fails, judged.findings))


def _findings(got: Response | Raised, reading: Reading, asks: Sequence[Find], level: Level) -> list[Finding]:
    """Return the findings on a reading. ``got``: the adapter's response or exception. ``asks``: see ``text_result``."""
    answer = reading.answer
    if isinstance(got, Raised):
        return [of_reading(Finding(path=RAISED, message=got.why, variant=answer.variant))]
    found = [finding for ask in asks for finding in ask(answer.expected, got)]
    if any(finding.kind == UNKNOWN_TOOL for finding in found) and not reading.reads_offered():
        found = [replace(each, kind="lost") if each.kind == UNKNOWN_TOOL else each for each in found]
    return [
        of_reading(replace(each, level=each.level if level == "MUST" else level, variant=answer.variant))
        for each in found
    ]


def _seen(wrong: _Judged) -> Seen:
    """Return the answer, the right reading and the wrong reading as text, for a person who looks for the cause."""
    answer, got = wrong.answer, wrong.got
    return Seen(
        exchange=1,
        sent="",
        recorded="",
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
