"""Scenarios as models write them into text, in every format, and who reads them: judged as cassettes are."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from conformance import scenarios
from conformance.adapters.adapter import Adapter, name_of
from conformance.adapters.text import reader_of
from conformance.adapters.unsupported import Unsupported
from conformance.judge.checks import outcome
from conformance.judge.finding import Finding
from conformance.judge.text_checks import RAISED, SAID, TEXT_CHECKS, TextCheck, Way, calls, quoted
from conformance.model import Response
from conformance.mutants.streams.mutant import MUTANT
from conformance.mutants.texts import TEXT_MUTANTS, TextMutant, Written
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import answer
from conformance.report.results import Result, Seen
from conformance.scenarios.scenario import ScriptedTurn
from conformance.standins.text_formats import CannotSay, written
from conformance.suite.replay import AdapterFailed, given
from conformance.suite.seen import as_json
from conformance.suite.seen import cut as shortened

_NO_CALLS: Final = "no calls"
_CUTS: Final = 24
_QUOTED: Final = "For example:\n\n~~~~\n{}\n~~~~\n\nThat is all."


def checks(name: CassetteName, *, mutants: bool = False) -> tuple[str, ...]:
    """What is asked of a case: by how many pieces the text comes in, and by whether the format can say it."""
    text = answer(name.dialect, name.scenario)
    if isinstance(text, CannotSay):
        return (SAID,) if name.mode == "plain" else ()
    plain = name.mode == "plain"
    framed = written()[name.dialect].frames is not None
    own = [one.name for one in TEXT_CHECKS if (one.way == "whole" or plain) and not (one.way == "quoted" and framed)]
    changed = [f"{MUTANT}{one.id}" for one in TEXT_MUTANTS] if mutants and not plain else []
    return (*([SAID] if plain else []), *own, *changed)


def judge(name: CassetteName, adapter: Adapter) -> tuple[Result, ...]:
    """The results of all checks of one case: whether the format can say it, and how the adapter reads it."""
    text = answer(name.dialect, name.scenario)
    if isinstance(text, CannotSay):
        why = Finding(path="", message=str(text), level="MAY")
        found = msgspec.structs.replace(_blank(name, adapter), outcome="not-applicable", findings=(why,))
        return tuple(_named(found, one) for one in checks(name))
    read = _Read(name, adapter)
    ways: dict[Way, Sequence[Sequence[str]]] = {
        "whole": ([text] if name.mode == "plain" else [*text],),
        "cut": [[text[:end]] for end in _places(len(text))],
        "quoted": ([_QUOTED.format(text)],),
    }
    asked = {one.name: one for one in TEXT_CHECKS}
    return tuple(
        _named(read.blank, SAID)
        if one == SAID
        else read.result(one, ways[asked[one].way], _looking(asked[one], read.due), _due(asked[one].way, read.due))
        for one in checks(name)
    )


def judge_mutants(name: CassetteName, adapter: Adapter, wants: Callable[[str], bool]) -> Iterator[Result]:
    """A result for each mutant of a case whose id is wanted."""
    text = answer(name.dialect, name.scenario)
    if isinstance(text, CannotSay) or name.mode == "plain":
        return
    read = _Read(name, adapter)
    for mutant in TEXT_MUTANTS:
        check = f"{MUTANT}{mutant.id}"
        if wants(f"{name}/{check}"):
            pieces = mutant.make(_as_written(name, text))
            due = _NO_CALLS if mutant.verdict == "no calls" else f"{mutant.verdict}: {as_json(read.due)}"
            yield read.result(check, [] if pieces is None else [pieces], _expecting(mutant, read.due), due)


def _due(way: Way, due: ScriptedTurn) -> str:
    """What is to be read, in words."""
    told = {"quoted": _NO_CALLS, "cut": f"of these no call that is not whole: {as_json(due)}"}
    return told.get(way, as_json(due))


def _looking(check: TextCheck, due: ScriptedTurn) -> "_Look":
    return lambda got: check.find(due, got)


def _expecting(mutant: TextMutant, due: ScriptedTurn) -> "_Look":
    """What a mutant's reading has to show."""
    if mutant.verdict == "no calls":
        return lambda got: quoted(due, got)
    times = 2 if mutant.verdict == "the same calls, twice" else 1
    expected = msgspec.structs.replace(due, calls=due.calls * times)
    return lambda got: calls(expected, got)


_Look = Callable[[Response], Iterator[Finding]]


class _Read:
    """An answer that an adapter reads, again and again."""

    def __init__(self, name: CassetteName, adapter: Adapter) -> None:
        self.blank = _blank(name, adapter)
        self.due = scenarios.load(name.scenario).script[0]
        self._format = name.dialect
        self._tools = scenarios.load(name.scenario).tools
        self._reader = reader_of(adapter)
        self._readings: dict[tuple[str, ...], Response] = {}

    def result(self, check: str, answers: Sequence[Sequence[str]], look: _Look, due: str) -> Result:
        """What comes of a check that looks at readings of some answers; the first that is wrong is told."""
        adapters = msgspec.structs.replace(self.blank, subject="adapter")
        if not answers:
            return _named(msgspec.structs.replace(adapters, outcome="not-applicable"), check)
        declined: Result | None = None
        for pieces in answers:
            try:
                got = self._reading(tuple(pieces))
            except Unsupported as why:
                reason = str(why) or "declined"
                told = (Finding(path="", message=reason),)
                declined = msgspec.structs.replace(adapters, outcome="unsupported", findings=told, declined=reason)
                continue
            except AdapterFailed as failed:
                findings = [Finding(path=RAISED, message=str(failed))]
                shown, silent = str(failed), False
            else:
                findings = list(look(got))
                shown, silent = as_json(got), got.error is None
            if findings:
                seen = Seen(
                    exchange=1,
                    sent="",
                    due="",
                    received=shortened("".join(pieces)),
                    expected=shortened(due),
                    got=shortened(shown),
                )
                wrong = msgspec.structs.replace(
                    adapters, outcome=outcome(findings), findings=tuple(findings), silent=silent, seen=seen
                )
                return _named(wrong, check)
        return _named(declined or adapters, check)

    def _reading(self, pieces: tuple[str, ...]) -> Response:
        """What the adapter reads; kept, for there are several checks of a reading."""
        if pieces not in self._readings:
            self._readings[pieces] = given(Response, self._reader.read_text, self._format, pieces, self._tools)
        return self._readings[pieces]


def _as_written(name: CassetteName, text: str) -> Written:
    how, turn = written()[name.dialect], scenarios.load(name.scenario).script[0]
    return Written(
        text=text,
        thinks=how.thinks,
        alone=how.alone,
        one_call=how.one_call,
        ends=how.ends,
        framed=how.frames is not None,
        reasons=bool(turn.reasoning),
    )


def _blank(name: CassetteName, adapter: Adapter) -> Result:
    """What the results of a case have in common; as if all were well."""
    return Result(
        id=str(name),
        provider=name.provider,
        dialect=name.dialect,
        scenario=name.scenario,
        mode=name.mode,
        check="",
        capability=scenarios.load(name.scenario).capability,
        subject="provider",
        adapter=name_of(adapter),
        outcome="pass",
        origin="documented",
        date=written()[name.dialect].retrieved,
        models=(),
    )


def _named(result: Result, check: str) -> Result:
    return msgspec.structs.replace(result, id=f"{result.id}/{check}", check=check)


def _places(size: int) -> list[int]:
    """Where an answer is cut: all over it, and everywhere near its end."""
    return sorted({*range(0, size, size // _CUTS + 1), *range(max(0, size - _CUTS), size)})
