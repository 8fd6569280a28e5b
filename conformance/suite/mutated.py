"""The streams of a case as mutants: what an adapter makes of each."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, cast

import msgspec

from conformance.adapters.adapter import Adapter, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.isolated import forget
from conformance.adapters.unsupported import Unsupported
from conformance.callers import Mode
from conformance.judge.checks import outcome
from conformance.judge.finding import Finding
from conformance.judge.mutated import Reread, mutated
from conformance.mutants.streams import Mutant, mutants
from conformance.mutants.streams.mutant import MUTANT
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError
from conformance.report.results import Result, Seen
from conformance.suite.cases import mutants_of
from conformance.suite.converse import Failed, first_reading, server_of
from conformance.suite.readings import response
from conformance.suite.replay import decoded_of
from conformance.suite.seen import as_json, cut, request_text
from conformance.suite.verdicts import described, modes_of, opened, worst
from toolwire.model import Response
from toolwire.providers import owner, wire_format
from toolwire.wire.errors import WireError

_TURN: Final = 0
"""The exchange whose answer is mutated: the first, with what the scenario is about."""


def judge_mutants(
    name: CassetteName, adapter: Adapter, wants: Callable[[str], bool], folder: Path | None = None
) -> Iterator[Result]:
    """A result for each mutant of a case whose id is wanted. Raises ``CassetteError``."""
    there = [mutant for mutant in mutants_of(name) if wants(f"{name}/{MUTANT}{mutant.id}")]
    if not there:
        return
    cassette = opened(name, folder)
    bodies = _bodies(cassette)
    try:
        played = [_Played(cassette, adapter, mode) for mode in modes_of(adapter)]
        for mutant in there:
            yield worst([one.result(mutant, bodies[mutant.id]) for one in played])
    finally:
        forget(adapter)


def _bodies(cassette: Cassette) -> dict[str, list[bytes]]:
    """What each mutant makes of the stream. Raises ``CassetteError``."""
    found: dict[str, list[bytes]] = defaultdict(list)
    try:
        for mutant, body in mutants(cassette.name.dialect, cassette.exchanges[_TURN].response.body):
            found[mutant.id].append(body)
    except WireError as error:
        raise CassetteError(cassette.path, f"the stream cannot be mutated: {error}") from None
    return found


class _Played:
    """An adapter that reads the stream of a case again and again."""

    def __init__(self, cassette: Cassette, adapter: Adapter, mode: Mode | None) -> None:
        self._cassette = cassette
        self._adapter = adapter
        self._mode = mode
        self._expected = cassette.provenance.expected[_TURN].answer
        self._blank = described(cassette, adapter, mode)
        self._before = self._read(None)

    def result(self, mutant: Mutant, bodies: list[bytes]) -> Result:
        """What comes of a mutant, whatever it makes of the stream."""
        check = f"{MUTANT}{mutant.id}"
        blank = msgspec.structs.replace(self._blank, id=f"{self._cassette.name}/{check}", check=check)
        if isinstance(self._before, Unsupported):
            why = str(self._before) or "declined"
            said = Finding(path="", message=why)
            return msgspec.structs.replace(blank, outcome="unsupported", findings=(said,), declined=why)
        if isinstance(self._before, str):
            said = Finding(path="", message=f"the stream as it was recorded is not read: {self._before}", level="MAY")
            return msgspec.structs.replace(blank, findings=(said,))
        if not bodies:
            return blank
        if mutant.drops and not talks_http(self._adapter):
            said = Finding(path="", message="an adapter that is given bytes has no connection", level="MAY")
            return msgspec.structs.replace(blank, findings=(said,))
        findings: list[Finding] = []
        failing: tuple[Reread, bytes] | None = None
        for n, body in enumerate(bodies):
            reread = self._reread(mutant, self._before.response, body)
            found = list(mutated(reread))
            if failing is None and outcome(found) == "fail":
                failing = reread, body
            place = f"place {n + 1}: " if len(bodies) > 1 else ""
            findings += [msgspec.structs.replace(one, path=f"{place}{one.path}") for one in found]
        return msgspec.structs.replace(
            blank,
            outcome=outcome(findings),
            findings=tuple(findings),
            silent=failing is not None and not failing[0].told,
            seen=self._seen(*failing) if failing else None,
        )

    def _reread(self, mutant: Mutant, before: Response, body: bytes) -> Reread:
        read = self._read(body, drops=mutant.drops)
        return Reread(
            verdict=mutant.verdicts[self._cassette.name.dialect],
            expected=self._expected,
            before=before,
            after=read.response if isinstance(read, _Read) else None,
            trouble=None if isinstance(read, _Read) else str(read) or "declined",
            ended=isinstance(read, _Read) and read.ended,
        )

    def _read(self, body: bytes | None, *, drops: bool = False) -> "_Read | Unsupported | str":
        """What the adapter makes of the stream, or of other bytes; why it raised something, where it did."""
        name = self._cassette.name
        if not talks_http(self._adapter):
            answer = self._cassette.exchanges[_TURN].response
            answer = answer if body is None else msgspec.structs.replace(answer, body=body)
            decoded = decoded_of(cast("CodecAdapter", self._adapter), name.dialect, answer)
            return _Read(decoded, True) if isinstance(decoded, Response) else decoded
        mode, server = self._mode or "sync", server_of(self._adapter)
        read = first_reading(self._cassette, self._adapter, server, mode, body, drops=drops)
        if isinstance(read, Failed):
            return read.why
        if isinstance(read, Unsupported):
            return read
        ended = "finish" in self._adapter.hello.shows and (read.finish is not None or read.error is not None)
        return _Read(response(read, wire_format(owner(name.dialect), name.dialect)), ended)

    def _seen(self, reread: Reread, body: bytes) -> Seen:
        recorded = request_text(self._cassette.exchanges[_TURN].request)
        return Seen(
            exchange=_TURN + 1,
            sent=recorded,
            due=recorded,
            received=cut(body.decode(errors="backslashreplace")),
            expected=cut(f"{reread.verdict}; of the stream as it was recorded: {as_json(reread.before)}"),
            got=cut(as_json(reread.after) if reread.after else str(reread.trouble)),
        )


class _Read(msgspec.Struct, frozen=True):
    """What an adapter made of a stream, and whether it shows why it ended."""

    response: Response
    ended: bool
