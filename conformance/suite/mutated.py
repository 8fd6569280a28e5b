"""An adapter's readings of changed first answers.

The first answer of a case is replaced by each of its mutants. A stream is also replaced by the same stream in other
pieces.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Final, cast

import msgspec

from conformance.adapters.adapter import Adapter, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.isolated import forget
from conformance.adapters.unsupported import Unsupported
from conformance.callers import Mode
from conformance.judge import verdict
from conformance.judge.effect import of_reading
from conformance.judge.finding import Finding
from conformance.judge.mutated import Reread, mutated
from conformance.judge.result import Result, Seen
from conformance.judge.seen import as_json, cut, request_text
from conformance.judge.verdict import worst
from conformance.mutants.plain import plain_mutants
from conformance.mutants.streams import Mutant, Verdict, mutants
from conformance.mutants.streams.delivery import WHOLE, Delivery, by_event, pieces
from conformance.mutants.streams.mutant import SAME
from conformance.recording.case import Case
from conformance.recording.cassette import Cassette
from conformance.recording.errors import CassetteError
from conformance.server.tape import Pieces
from conformance.suite.cases import deliveries_of, mutants_of
from conformance.suite.converse import Failed, first_reading, server_of
from conformance.suite.readings import response, with_plan_apart
from conformance.suite.replay import decoded_of
from conformance.suite.verdicts import described, first_readings, modes_of
from toolwire.model import Response
from toolwire.wire.errors import WireError

_TURN: Final = 0
"""The number of the exchange whose answer is mutated.

The first exchange is used, because the scenario is about its answer.
"""
_AROUND: Final = 24
"""The number of bytes that are shown before and after the end of a piece."""


class _Other(msgspec.Struct, frozen=True, kw_only=True):
    """A changed answer that replaces the recorded answer.

    It has a single body, or a body for each variant of the change.
    """

    check: str
    verdict: Verdict
    """The right reading of this answer."""
    bodies: tuple[Pieces, ...]
    legal: bool
    """True if every reader must accept this answer."""
    usual: bool = False
    """True if this answer is a usual mutant: it is not legal, but a gate may judge it."""
    cut: bool = False
    """True if the answer differs only in the pieces of the stream. Only an adapter that talks HTTP sees this
    difference.
    """
    drops: bool = False
    """True if the connection is lost after this answer."""


def judge_streams(case: Case, adapter: Adapter, wants: Callable[[str], bool]) -> Iterator[Result]:
    """Yield a result for each delivery and each mutant of a case. Raises ``CassetteError``.

    ``wants`` gets the id of a delivery or mutant, and returns whether the suite judges it.
    """
    deliveries = [delivery for delivery in deliveries_of(case.name) if wants(f"{case}/{delivery.check}")]
    changed = [mutant for mutant in mutants_of(case.name) if wants(f"{case}/{mutant.check}")]
    others = [*_delivered(case.cassette, deliveries), *_mutated(case.cassette, changed)]
    if not others:
        return
    try:
        readings = zip(modes_of(adapter), first_readings(case, adapter), strict=True)
        played = [_Played(case, adapter, mode, first) for mode, first in readings]
        for other in others:
            yield worst([mode.result(other) for mode in played])
    finally:
        forget(adapter)


def _delivered(cassette: Cassette, deliveries: list[Delivery]) -> Iterator[_Other]:
    body = cassette.exchanges[_TURN].response.body
    for delivery in deliveries:
        cut_up = pieces(body, delivery.borders(body))
        bodies = (cut_up,) if len(cut_up) > 1 or delivery is WHOLE else ()
        yield _Other(check=delivery.check, verdict=SAME, bodies=bodies, legal=True, cut=True)


def _mutated(cassette: Cassette, wanted: list[Mutant]) -> Iterator[_Other]:
    """Yield an entry for each mutant, with the changed versions of the first answer. Raises ``CassetteError``."""
    if not wanted:
        return
    dialect = cassette.name.dialect
    made = mutants if cassette.name.mode == "stream" else plain_mutants
    bodies: dict[str, list[Pieces]] = defaultdict(list)
    try:
        for mutant, body in made(dialect, cassette.exchanges[_TURN].response.body, wanted):
            bodies[mutant.id].append(by_event(body) if cassette.name.mode == "stream" else (body,))
    except WireError as error:
        raise CassetteError(cassette.path, f"no mutants can be made of the first answer: {error}") from None
    for mutant in wanted:
        yield _Other(
            check=mutant.check,
            verdict=mutant.verdicts[dialect],
            bodies=tuple(bodies[mutant.id]),
            legal=dialect in mutant.legal,
            usual=mutant.usual,
            drops=mutant.drops,
        )


class _Played:
    """An adapter that reads the first answer of a case, and then each changed answer that replaces this answer."""

    def __init__(self, case: Case, adapter: Adapter, mode: Mode | None, first: Response | None) -> None:
        """Prepare an adapter to read changed first answers of a case.

        ``first``: the adapter's reading of the recorded answer in the conversation, or None if it made no reading.
        """
        self._first = first
        self._case = case
        self._adapter = adapter
        self._mode = mode
        self._expected = case.cassette.provenance.expected[_TURN].answer
        self._blank = described(case, adapter, mode)

    def result(self, other: _Other) -> Result:
        """Return the result of a check: the verdict on the adapter's reading of the changed answer ``other``."""
        decided = self._verdict(other)
        return msgspec.structs.replace(
            self._blank,
            id=f"{self._case}/{other.check}",
            check=other.check,
            outcome=decided.outcome,
            findings=decided.findings,
            declined=decided.findings[0].message if decided.outcome == "unsupported" else None,
            silent=bool(decided.failing) and not decided.failing[0][0].reported,
            seen=self._seen(*decided.failing[0]) if decided.failing else None,
        )

    @cached_property
    def _before(self) -> "_Read | Unsupported | str":
        """The adapter's reading of the recorded answer outside of the conversation, as ``_read`` returns it."""
        return self._read(None)

    def _verdict(self, other: _Other) -> verdict.Verdict[tuple[Reread, Pieces]]:
        if other.cut and not talks_http(self._adapter):
            return verdict.not_applicable("a codec gets the whole answer in one piece")
        if other.cut and not other.bodies:
            return verdict.not_applicable("the stream has no place at which this delivery cuts")
        if (other.legal or other.usual) and self._first is None:
            return verdict.not_applicable("the adapter does not read the recorded stream in its conversation")
        if other.legal and self._is_read_as_in_the_conversation(other):
            return verdict.of_findings(())
        if isinstance(self._before, Unsupported):
            return verdict.declined(str(self._before) or "declined")
        if isinstance(self._before, str) and self._first is None:
            return verdict.not_applicable(f"the adapter does not read the recorded stream: {self._before}")
        if self._again or isinstance(self._before, str):
            return verdict.of_findings(self._again)
        if not other.bodies:
            return verdict.not_applicable()
        if other.drops and not talks_http(self._adapter):
            return verdict.not_applicable("a codec has no connection that can be lost")
        before = self._before.response
        read = [(self._reread(other, before, body), body) for body in other.bodies]
        places = [f"place {number}: " if len(read) > 1 else "" for number in range(1, len(read) + 1)]
        found = [tuple(mutated(reread)) for reread, _ in read]
        if other.cut and verdict.outcome(found[0]) == "fail":
            found = [(*found[0], *self._border(other, before))]
        return verdict.of_readings(zip(read, places, found, strict=True))

    @cached_property
    def _again(self) -> tuple[Finding, ...]:
        """The findings on a second reading of the recorded answer, outside of the conversation.

        The second reading is compared with the reading that the adapter made in the conversation. Empty if the adapter
        made no reading in the conversation, if it declines outside of the conversation, if the two readings do not
        differ, or if both have an error.
        """
        if self._first is None or isinstance(self._before, Unsupported):
            return ()
        if isinstance(self._before, str):
            message = f"expected the same reading of the answer as in the conversation, got {self._before}"
            return (of_reading(Finding(path="", message=message)),)
        trial = self._case.trial(self._case.opening(), _TURN)
        after = with_plan_apart(self._before.response, trial)
        if after == self._first or (after.error is not None and self._first.error is not None):
            return ()
        again = Reread(
            verdict=SAME,
            expected=self._expected,
            before=self._first,
            after=after,
            ended=self._before.ended,
            legal=True,
        )
        return tuple(mutated(again))

    def _is_read_as_in_the_conversation(self, other: _Other) -> bool:
        """Return whether the adapter reads each body of ``other`` like the recorded answer in the conversation."""
        read = map(self._read, other.bodies)
        return bool(other.bodies) and all(isinstance(each, _Read) and each.response == self._first for each in read)

    def _border(self, other: _Other, before: Response) -> Iterator[Finding]:
        """Yield a finding with a border between two pieces, if the adapter fails when only this border cuts the stream.

        Yield nothing if the adapter also fails with the stream in a single piece, or fails only with several borders.
        """
        [cut_up] = other.bodies
        borders = tuple(accumulate(map(len, cut_up)))[:-1]
        body = b"".join(cut_up)

        def fails(some: tuple[int, ...]) -> bool:
            reread = self._reread(other, before, pieces(body, some))
            return verdict.outcome(mutated(reread)) == "fail"

        if not borders or fails(()):
            return
        while len(borders) > 1:
            halves = borders[: len(borders) // 2], borders[len(borders) // 2 :]
            failing = next(filter(fails, halves), None)
            if failing is None:
                return
            borders = failing
        [end] = borders
        around = f"{_shown(body[max(0, end - _AROUND) : end])} and {_shown(body[end : end + _AROUND])}"
        yield Finding(path="", message=f"the adapter fails if a piece ends between {around}", level="MAY")

    def _reread(self, other: _Other, before: Response, body: Pieces) -> Reread:
        read = self._read(body, drops=other.drops)
        return Reread(
            verdict=other.verdict,
            expected=self._expected,
            before=before,
            after=read.response if isinstance(read, _Read) else None,
            trouble=None if isinstance(read, _Read) else str(read) or "declined",
            ended=isinstance(read, _Read) and read.ended,
            legal=other.legal,
        )

    def _read(self, body: Pieces | None, *, drops: bool = False) -> "_Read | Unsupported | str":
        """Return the adapter's reading of ``body``, or of the recorded answer if ``body`` is None.

        If the adapter declines, return an ``Unsupported``. If it fails, return the reason as text.
        """
        case = self._case
        if not talks_http(self._adapter):
            answer = case.cassette.exchanges[_TURN].response
            answer = answer if body is None else msgspec.structs.replace(answer, body=b"".join(body))
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

    def _seen(self, reread: Reread, body: Pieces) -> Seen:
        recorded = request_text(self._case.cassette.exchanges[_TURN].request)
        return Seen(
            exchange=_TURN + 1,
            sent=recorded,
            recorded=recorded,
            received=cut(b"".join(body).decode(errors="backslashreplace")),
            expected=cut(f"{reread.verdict}; reading of the recorded stream: {as_json(reread.before)}"),
            got=cut(as_json(reread.after) if reread.after else str(reread.trouble)),
        )


def _shown(piece: bytes) -> str:
    return repr(piece)[1:]


class _Read(msgspec.Struct, frozen=True):
    """An adapter's reading of an answer. ``ended``: true if the reading shows why the answer ended, or if the adapter
    is a codec.
    """

    response: Response
    ended: bool
