"""The reactions of libraries to answers that deviate in form. The suite plays these answers to each library."""

from collections.abc import Iterable, Iterator

import msgspec

from conformance.adapters.isolated import forget
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading, WireAdapter
from conformance.callers import Mode
from conformance.judge.mutated import Reread, differences
from conformance.mutants import answer
from conformance.mutants.streams import Verdict
from conformance.recording import deviated
from conformance.recording.consumers import Reaction
from conformance.recording.deviations import Deviation
from conformance.report.consumers import rests
from conformance.suite.converse import Failed, first_reading, server_of
from conformance.suite.readings import response
from toolwire.model import Reasoning


def reactions(adapter: WireAdapter, deviations: Iterable[Deviation]) -> Iterator[Reaction]:
    """Yield a library's reaction to each deviation in the library's dialects, plain and streamed.

    The library's requests need not equal the recorded requests. Raises ``CassetteError``.
    """
    played = [_Played(adapter, asked) for asked in adapter.hello.modes]
    for deviation in deviations:
        for mode in deviation.modes if deviation.dialect in adapter.hello.dialects else ():
            yield _worst([library.reaction(deviation, mode) for library in played])


def _worst(of_modes: list[Reaction]) -> Reaction:
    """Return the gravest of a library's reactions in its modes, such as ``sync``.

    The gravest reaction is ``breaks``, and ``not-read`` is returned only if no mode has another reaction. The returned
    reaction names its mode only if the library breaks in some modes, but not in all.
    """
    breaking = [reaction for reaction in of_modes if reaction.outcome == "breaks"]
    if 0 < len(breaking) < len(of_modes):
        return breaking[0]
    read = [reaction for reaction in of_modes if reaction.outcome != "not-read"]
    return msgspec.structs.replace((read or of_modes)[0], asked=None)


class _Played:
    """A library in a single mode, such as ``sync``, and the library's readings of many answers."""

    def __init__(self, adapter: WireAdapter, asked: Mode) -> None:
        self._adapter = adapter
        self._asked = asked
        self._before: dict[tuple[str, bytes], Reading | str] = {}
        """The library's reading of each unchanged answer, by the case and the answer."""

    def reaction(self, deviation: Deviation, mode: answer.Mode) -> Reaction:
        """Return the library's reaction to a deviation: ``accepts`` or ``breaks``, or ``not-read`` if the library does
        not read the answer without the deviation.
        """
        unchanged, changed = deviated.bodies(deviation, mode)
        blank = Reaction(
            deviation=deviation.id, mode=mode, outcome="accepts", asked=self._asked, rests=rests(unchanged, changed)
        )
        key = str(deviated.case(deviation, mode)), unchanged
        if key not in self._before:
            self._before[key] = self._read(deviation, mode, unchanged)
        before = self._before[key]
        if isinstance(before, str):
            return msgspec.structs.replace(blank, outcome="not-read", how=before)
        after = self._read(deviation, mode, changed)
        how = after if isinstance(after, str) else self._differences(deviation, mode, before, after)
        return msgspec.structs.replace(blank, outcome="breaks", how=how) if how else blank

    def _read(self, deviation: Deviation, mode: answer.Mode, body: bytes) -> Reading | str:
        """Return the reading of ``body`` as the first answer of the deviation's case.

        If there is no reading, return the reason.
        """
        case, server = deviated.case(deviation, mode), server_of(self._adapter)
        try:
            reading = first_reading(case, self._adapter, server, self._asked, (body,))
        finally:
            forget(self._adapter)
        match reading:
            case Unsupported():
                return f"declines: {reading}"
            case Failed():
                return str(reading)
        return reading if reading.error is None else f"reports an error: {reading.error.message}"

    def _differences(self, deviation: Deviation, mode: answer.Mode, before: Reading, after: Reading) -> str:
        """Return the differences between two readings in words, or "" if the readings do not differ.

        Ids that the deviation removes do not count.
        """
        case = deviated.case(deviation, mode)
        expected = case.cassette.provenance.expected[0].answer
        changed = deviated.bodies(deviation, mode)[1].decode()
        keeps_ids = all(call.id in changed for call in expected.calls if call.id) if expected else True
        right = response(before, case.form)
        if deviation.reasoning:
            right = msgspec.structs.replace(right, parts=(Reasoning(text=deviation.reasoning), *right.parts))
        wrong = response(after, case.form)
        reread = Reread(
            verdict=Verdict() if keeps_ids else Verdict(calls={"id": None}),
            expected=expected,
            before=right,
            after=wrong,
            ended="finish" in self._adapter.hello.shows,
        )
        return "; ".join(finding.line for finding in differences(reread, wrong))
