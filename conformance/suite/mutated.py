"""The streams of a case as mutants: what an adapter makes of each."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final, cast

import msgspec

from conformance.adapters.adapter import Adapter, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.isolated import forget
from conformance.adapters.unsupported import Unsupported
from conformance.callers import Mode
from conformance.judge import verdict
from conformance.judge.mutated import Reread, mutated
from conformance.judge.result import Result, Seen
from conformance.judge.seen import as_json, cut, request_text
from conformance.judge.verdict import worst
from conformance.mutants.streams import Mutant, mutants
from conformance.mutants.streams.mutant import MUTANT
from conformance.recording.case import Case
from conformance.recording.cassette import Cassette
from conformance.recording.errors import CassetteError
from conformance.suite.cases import mutants_of
from conformance.suite.converse import Failed, first_reading, server_of
from conformance.suite.readings import response
from conformance.suite.replay import decoded_of
from conformance.suite.verdicts import described, modes_of
from toolwire.model import Response
from toolwire.wire.errors import WireError

_TURN: Final = 0
"""The exchange whose answer is mutated: the first, with what the scenario is about."""


def judge_mutants(case: Case, adapter: Adapter, wants: Callable[[str], bool]) -> Iterator[Result]:
    """A result for each mutant of a case whose id is wanted. Raises ``CassetteError``."""
    wanted = [mutant for mutant in mutants_of(case.name) if wants(f"{case}/{MUTANT}{mutant.id}")]
    if not wanted:
        return
    bodies = _bodies(case.cassette)
    try:
        played = [_Played(case, adapter, mode) for mode in modes_of(adapter)]
        for mutant in wanted:
            yield worst([mode.result(mutant, bodies[mutant.id]) for mode in played])
    finally:
        forget(adapter)


def _bodies(cassette: Cassette) -> dict[str, list[bytes]]:
    """Return the bodies that each mutant makes of the stream, by its id. Raises ``CassetteError``."""
    found: dict[str, list[bytes]] = defaultdict(list)
    try:
        for mutant, body in mutants(cassette.name.dialect, cassette.exchanges[_TURN].response.body):
            found[mutant.id].append(body)
    except WireError as error:
        raise CassetteError(cassette.path, f"the stream cannot be mutated: {error}") from None
    return found


class _Played:
    """An adapter that reads the stream of a case again and again."""

    def __init__(self, case: Case, adapter: Adapter, mode: Mode | None) -> None:
        self._case = case
        self._adapter = adapter
        self._mode = mode
        self._expected = case.cassette.provenance.expected[_TURN].answer
        self._blank = described(case, adapter, mode)
        self._before = self._read(None)

    def result(self, mutant: Mutant, bodies: list[bytes]) -> Result:
        """The result of a mutant, whatever it makes of the stream."""
        check = f"{MUTANT}{mutant.id}"
        decided = self._verdict(mutant, bodies)
        return msgspec.structs.replace(
            self._blank,
            id=f"{self._case}/{check}",
            check=check,
            outcome=decided.outcome,
            findings=decided.findings,
            declined=decided.findings[0].message if decided.outcome == "unsupported" else None,
            silent=decided.failing is not None and not decided.failing[0].reported,
            seen=self._seen(*decided.failing) if decided.failing else None,
        )

    def _verdict(self, mutant: Mutant, bodies: list[bytes]) -> verdict.Verdict[tuple[Reread, bytes]]:
        if isinstance(self._before, Unsupported):
            return verdict.declined(str(self._before) or "declined")
        if isinstance(self._before, str):
            return verdict.not_applicable(f"the stream as it was recorded is not read: {self._before}")
        if not bodies:
            return verdict.not_applicable()
        if mutant.drops and not talks_http(self._adapter):
            return verdict.not_applicable("an adapter that is given bytes has no connection")
        before = self._before.response
        rereads = [(self._reread(mutant, before, body), body) for body in bodies]
        places = [f"place {number}: " if len(bodies) > 1 else "" for number in range(1, len(bodies) + 1)]
        return verdict.of_readings(
            (reread, place, tuple(mutated(reread[0]))) for reread, place in zip(rereads, places, strict=True)
        )

    def _reread(self, mutant: Mutant, before: Response, body: bytes) -> Reread:
        read = self._read(body, drops=mutant.drops)
        return Reread(
            verdict=mutant.verdicts[self._case.name.dialect],
            expected=self._expected,
            before=before,
            after=read.response if isinstance(read, _Read) else None,
            trouble=None if isinstance(read, _Read) else str(read) or "declined",
            ended=isinstance(read, _Read) and read.ended,
        )

    def _read(self, body: bytes | None, *, drops: bool = False) -> "_Read | Unsupported | str":
        """Return the adapter's reading of the stream, or of other bytes; the reason where it gave none."""
        case = self._case
        if not talks_http(self._adapter):
            answer = case.cassette.exchanges[_TURN].response
            answer = answer if body is None else msgspec.structs.replace(answer, body=body)
            decoded = decoded_of(cast("CodecAdapter", self._adapter), case.name.dialect, answer)
            return _Read(decoded, True) if isinstance(decoded, Response) else decoded
        mode, server = self._mode or "sync", server_of(self._adapter)
        read = first_reading(case, self._adapter, server, mode, body, drops=drops)
        if isinstance(read, Failed):
            return read.why
        if isinstance(read, Unsupported):
            return read
        ended = "finish" in self._adapter.hello.shows and (read.finish is not None or read.error is not None)
        return _Read(response(read, case.form), ended)

    def _seen(self, reread: Reread, body: bytes) -> Seen:
        recorded = request_text(self._case.cassette.exchanges[_TURN].request)
        return Seen(
            exchange=_TURN + 1,
            sent=recorded,
            due=recorded,
            received=cut(body.decode(errors="backslashreplace")),
            expected=cut(f"{reread.verdict}; of the stream as it was recorded: {as_json(reread.before)}"),
            got=cut(as_json(reread.after) if reread.after else str(reread.trouble)),
        )


class _Read(msgspec.Struct, frozen=True):
    """An adapter's reading of a stream; ``ended`` where it shows why the stream ended."""

    response: Response
    ended: bool
