"""Reduction of a stream to the fewest events that an adapter still reads wrongly in the same way.

The reference is the project's own normalizer. An adapter's error counts only if the reference reads the stream right.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeVar, cast

import msgspec

from conformance.adapters.adapter import Adapter, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.isolated import forget
from conformance.gate.failing import kinds
from conformance.judge.checks import READINGS, by_name
from conformance.judge.finding import Finding, NotApplicable, Undecided
from conformance.judge.result import Result
from conformance.judge.seen import as_json
from conformance.judge.trial import Attempt, Crashed, Read, Trial
from conformance.mutants.streams import stream
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.converse import converse, server_of
from conformance.suite.hidden import hidden_in_findings, hidden_in_text
from conformance.suite.replay import decoded_of
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Expected, ExpectedCall, Reasoning, Response, Text
from toolwire.wire.errors import WireError

T = TypeVar("T")
_WHOLE: Final = ("stop", "tool_calls", "length", "content_filter", "refusal", "pause", "other")


class Repro(msgspec.Struct, frozen=True, kw_only=True):
    """A failing stream or request that was reduced as far as possible, with the adapter's result.

    The result is the adapter's reading of the stream, or the request that the adapter sent.
    """

    request: str
    """The recorded request that the stream answers. For a reduced request: that request in canonical form."""
    body: bytes | None
    """The reduced stream. It is None for a reduced request."""
    size: int
    of: int
    """The size before the reduction, in the same unit as ``size``."""
    unit: str
    """The unit of the sizes, for example bytes of a request."""
    expected: str
    """The reference's reading of the stream. For a reduced request: that request as the reference writes it."""
    got: str
    """The adapter's reading of the stream, or its exception. For a reduced request: the request as the adapter writes
    it.
    """
    findings: tuple[Finding, ...]


def shrink(result: Result, adapter: Adapter) -> Repro | None:
    """Reduce the recorded stream of a failed result to the fewest events that fail the check in the same way.

    Return None if ``result`` is not about the reading of a stream, if the recorded stream cannot be split into events,
    if the reference does not read the stream as the cassette states, or if the failure disappears when the same events
    are written again. Raises ``CassetteError``.
    """
    if result.mode != "stream" or result.check not in READINGS or result.seen is None:
        return None
    case = open_case(CassetteName(result.provider, result.dialect, result.scenario, result.mode))
    exchanges = case.cassette.exchanges
    turn = result.seen.exchange - 1
    again = _Again(case, adapter, result, turn)
    try:
        whole = stream.read(result.dialect, exchanges[turn].response.body)
    except WireError:
        return None
    if not again.agrees or again.trial(whole.body()) is None:
        return None
    events = shortest(whole.events, lambda kept: again.trial(whole.with_events(kept).body()) is not None)
    body = whole.with_events(events).body()
    trial = again.trial(body)
    assert trial is not None
    assert trial.expected is not None
    return Repro(
        request=exchanges[turn].request.body.decode(errors="backslashreplace"),
        body=body,
        size=len(events),
        of=len(whole.events),
        unit="events of a stream",
        expected=as_json(trial.expected),
        got=hidden_in_text(as_json(_expected(trial.decoded)) if trial.decoded else str(trial.trouble), adapter),
        findings=hidden_in_findings(tuple(by_name(result.check).look(trial)), adapter),
    )


def shortest(items: list[T], fails: Callable[[list[T]], bool]) -> list[T]:
    """Return the items that the failure needs. If any single item of them is left out, the failure is gone.

    ``fails`` returns whether the failure occurs with these items.
    """
    size = max(1, len(items) // 2)
    while True:
        left = _without_some(items, size, fails)
        if size == 1 and len(left) == len(items):
            return items
        items, size = left, max(1, min(size, len(left)) // 2)


def _without_some(items: list[T], size: int, fails: Callable[[list[T]], bool]) -> list[T]:
    """Return the items without the runs of ``size`` items that the failure does not need."""
    at = 0
    while at < len(items):
        fewer = items[:at] + items[at + size :]
        if fewer and fails(fewer):
            items = fewer
        else:
            at += size
    return items


class _Again:
    """A failure of an adapter, and the search for the same failure in other streams."""

    def __init__(self, case: Case, adapter: Adapter, result: Result, turn: int) -> None:
        self._case = case
        self._adapter = adapter
        self._result = result
        self._turn = turn
        self._kinds = kinds(result.findings)
        self._recorded = case.untried()[turn]

    @property
    def agrees(self) -> bool:
        """True if the reference reads the recorded stream as the cassette states."""
        read = self._reference(self._recorded.recorded.response.body)
        if read is None or self._recorded.expected is None:
            return False
        trial = msgspec.structs.replace(self._recorded, attempt=Read(self._recorded.recorded.request, read))
        return not any(list(_found(trial, check)) for check in READINGS)

    def trial(self, body: bytes) -> Trial | None:
        """Play the stream ``body`` to the adapter, and return the trial.

        Return None if the adapter does not fail in the same way, or if the reference does not read ``body`` as a whole
        answer.
        """
        right = self._reference(body)
        if right is None:
            return None
        response = msgspec.structs.replace(self._recorded.recorded.response, body=body)
        recorded = msgspec.structs.replace(self._recorded.recorded, response=response)
        try:
            read = self._tried(body)
        finally:
            forget(self._adapter)
        tried = msgspec.structs.replace(read, recorded=recorded, right=_expected(right))
        found = tuple(_found(tried, self._result.check))
        return tried if found and kinds(found) <= self._kinds else None

    def _tried(self, body: bytes) -> Trial:
        """Return the trial with the adapter's reading of the stream ``body``, or with the adapter's failure."""
        if talks_http(self._adapter):
            mode = self._result.asked or "sync"
            trials = converse(self._case, self._adapter, server_of(self._adapter), mode, {self._turn: (body,)})
            return trials[self._turn] if len(trials) > self._turn else self._recorded
        response = msgspec.structs.replace(self._recorded.recorded.response, body=body)
        read = decoded_of(cast("CodecAdapter", self._adapter), self._result.dialect, response)
        if isinstance(read, Response):
            attempt: Attempt = Read(self._recorded.recorded.request, read)
        else:
            attempt = Crashed(str(read))
        return msgspec.structs.replace(self._recorded, attempt=attempt)

    def _reference(self, body: bytes) -> Response | None:
        """Return the reference's reading of a stream, or None if the stream is not a whole answer."""
        response = msgspec.structs.replace(self._recorded.recorded.response, body=body)
        try:
            read = read_answer(dialect(self._result.dialect), response)
        except WireError:
            return None
        return read if read.finish.reason in _WHOLE and all(call.complete for call in read.calls) else None


def _found(trial: Trial, check: str) -> Iterator[Finding]:
    try:
        found = by_name(check).look(trial)
    except (NotApplicable, Undecided, WireError):
        return
    yield from (finding for finding in found if finding.level == "MUST")


def _expected(read: Response) -> Expected:
    """Return a reading in the form in which cassettes state right readings."""
    return Expected(
        calls=tuple(
            ExpectedCall(name=call.name, arguments=call.arguments.text, id=call.id, kind=call.kind)
            for call in read.calls
        ),
        text="".join(part.text for part in read.parts if isinstance(part, Text)),
        reasoning="".join(part.text for part in read.parts if isinstance(part, Reasoning)),
        finish=read.finish.reason,
    )
