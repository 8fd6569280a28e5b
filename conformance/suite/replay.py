"""Replay of a cassette to a codec: an adapter that only converts requests and answers, and never talks HTTP.

The result shows the codec's requests, its readings of the answers, and whether all exchanges were played.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

import httpx
import msgspec

from conformance.adapters.codec import CodecAdapter, Unsupported
from conformance.adapters.process import Misbehaved
from conformance.adapters.unsupported import crashed, message_of, raised
from conformance.adapters.wire import Hello
from conformance.judge.body_size import too_large
from conformance.judge.earlier import Earlier
from conformance.judge.placement import Placement
from conformance.judge.trial import (
    AnswerTrip,
    Attempt,
    Crashed,
    Declined,
    NotOffered,
    Read,
    ReplayedAnswer,
    RequestTrip,
    RewrittenAnswer,
    RewrittenRequest,
    Trial,
    TripFailed,
    Withheld,
)
from conformance.recording.case import Case
from conformance.recording.conversation import following
from conformance.suite import patience
from conformance.suite.at_once import new_parts_at_once
from conformance.suite.limit import LIMIT, limited
from conformance.suite.readings import next_request, with_plan_apart
from conformance.suite.turns import Turns, together
from conformance.suite.understood import understood
from toolwire.model import Request, Response, faults, own
from toolwire.wire import aws_event_stream, payloads
from toolwire.wire.exchange import WireRequest, WireResponse

P = ParamSpec("P")
T = TypeVar("T")
_OF_THE_TRANSFER: Final = ("content-encoding", "content-length", "transfer-encoding")
"""Headers that describe the transfer of a body. Cassettes keep decoded bodies, for which these headers are wrong."""

_STREAMS: Final = ("text/event-stream", "application/x-ndjson", aws_event_stream.CONTENT_TYPE)


class AdapterFailed(Exception):
    """An error: the adapter raised an exception, or returned a wrong value. ``str()`` describes the failure."""


class _AdapterBroke(AdapterFailed):
    """A failure that is a fault of the adapter, not its decision to send no request.

    For example, the adapter took too long, crashed, or returned a wrong value, or its program on stdio broke the
    protocol.
    """


class _TooLarge(_AdapterBroke):
    """A failure of the adapter: it wrote a body that is too large to be compared."""


def replaying(case: Case, adapter: CodecAdapter) -> Turns:
    """Make a generator that plays ``case`` to ``adapter``: the adapter encodes each request and reads each recorded
    answer.

    The generator pauses after each turn. At its end it returns a trial for each played exchange: the exchange, and what
    the adapter did in it.

    The conversation ends at an exchange that the adapter declines, or for which the adapter sends no request because
    the provider refuses it. Later exchanges are not played. An exception that the generator raises is a fault of the
    suite, not of the adapter.
    """
    request = case.opening()
    recorded: Request | None = request
    trials: list[Trial] = []
    scenario = case.scenario
    earlier = Earlier(view=case.form.history, calls=scenario.calls_before, orphans=scenario.orphans_before)
    placement = Placement(case.cassette.exchanges, case.form, case.rules, earlier)
    for turn in range(case.turns):
        trial = _as_judged(case.trial(request, turn), adapter)
        attempt = _attempt(trial, turn, adapter, placement, case, recorded)
        trials.append(msgspec.structs.replace(trial, attempt=attempt))
        if isinstance(attempt, Declined | Withheld):
            break
        yield
        if turn + 1 < case.turns:
            request = following(case.scenario, request, trials[-1].decoded, turn)
            recorded = next_request(case, recorded, trial.expected, turn) if recorded and trial.expected else None
    played = {turn for turn, _ in placement.answered}
    return tuple(msgspec.structs.replace(trial, played=turn in played) for turn, trial in enumerate(trials))


def _as_judged(trial: Trial, adapter: CodecAdapter) -> Trial:
    """Return the trial with the settings that the judge uses for a codec.

    Only the parts that the adapter shows are compared. Fields that the adapter exposes must not be missing.
    """
    hello: Hello | None = getattr(adapter, "hello", None)
    shows = None if hello is None else frozenset(hello.shows)
    exposes = frozenset(getattr(adapter, "exposes", ()))
    return msgspec.structs.replace(trial, shows=shows, exposes=exposes, marks_cuts=True)


def replay(case: Case, adapter: CodecAdapter) -> tuple[Trial, ...]:
    """Play ``case`` to ``adapter``, with no other case at the same time. Return a trial for each played exchange. See
    ``replaying``.
    """
    return together(replaying(case, adapter))


def _attempt(
    trial: Trial, turn: int, adapter: CodecAdapter, placement: Placement, case: Case, recorded: Request | None
) -> Attempt:
    """Return what the adapter did in an exchange, as a ``Read``, ``Declined``, ``Crashed`` or ``Withheld``.

    ``Withheld`` means that the adapter sent no request, because the provider would refuse it. ``recorded``: the
    canonical request of the recorded conversation; None if it is not known.
    """
    dialect = case.name.dialect
    sent: WireRequest | None = None
    try:
        written = given(WireRequest, adapter.encode, dialect, own(trial.request), case.claims.base_url)
        _expect_size(written.body, trial.recorded.request.body)
        sent = _with_lower_names(written)
        if (posted := _as_sent(sent)) is not None:
            placement.place(posted, turn)
    except (Unsupported, AdapterFailed) as why:
        if trial.rejection and not isinstance(why, _AdapterBroke):
            return Withheld(str(why))
        if isinstance(why, Unsupported):
            return Declined(str(why) or "declined", sent)
        return Crashed(str(why), sent, uncompared=isinstance(why, _TooLarge))
    try:
        decoded = given(Response, adapter.decode, dialect, _without_transfer_headers(trial.recorded.response))
    except Unsupported as declined:
        return Declined(str(declined) or "declined", sent)
    except AdapterFailed as failed:
        return Crashed(str(failed), sent)
    return Read(
        sent,
        with_plan_apart(decoded, trial),
        request_trip=_request_trip(trial, adapter, case, recorded),
        answer_trip=_answer_trip(trial.recorded.response, adapter, dialect, decoded),
    )


def decoded_of(adapter: CodecAdapter, dialect: str, answer: WireResponse) -> Response | Unsupported | str:
    """Return the adapter's reading of an answer. If the adapter declines, return an ``Unsupported``. If it fails,
    return the reason as text.
    """
    try:
        return given(Response, adapter.decode, dialect, _without_transfer_headers(answer))
    except Unsupported as declined:
        return declined
    except AdapterFailed as failed:
        return str(failed)


def given(kind: type[T], method: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Call an adapter's method, and return its value.

    Raises ``AdapterFailed`` if the method raises an exception or returns a value of the wrong type. Raises
    ``Unsupported`` if the method raises it.
    """
    patience.check()
    try:
        with limited(LIMIT):
            gave = method(*args, **named)
    except Unsupported as error:
        raise Unsupported(message_of(error)) from None
    except KeyboardInterrupt:
        raise
    except Misbehaved as error:
        patience.saw(error)
        raise _AdapterBroke(f"{type(error).__name__}: {error}") from None
    except BaseException as error:  # any exception is the adapter's failure, even a cancellation by asyncio
        failed = _AdapterBroke if crashed(error) else AdapterFailed
        raise failed(raised(error)) from None
    if not isinstance(gave, kind):
        raise _AdapterBroke(f"expected the adapter to return a {kind.__name__}, got a {type(gave).__name__}")
    for fault in faults(gave, kind):
        raise _AdapterBroke(f"the adapter returned an invalid {kind.__name__}: {fault}")
    return gave


def _request_trip(trial: Trial, adapter: CodecAdapter, case: Case, asked: Request | None) -> RequestTrip:
    """Let the adapter read the recorded request, and return the request as the adapter writes it again.

    ``asked``: the canonical request of the recorded conversation; None if it is not known. Return ``NotOffered`` if the
    adapter declines, and ``TripFailed`` if it fails.
    """
    try:
        read = given(Request, adapter.decode_request, case.name.dialect, trial.recorded.request)
        whole, plain = (
            given(WireRequest, adapter.encode, case.name.dialect, request, case.claims.base_url)
            for request in (read, understood(read, trial.request))
        )
        for request in (whole, plain):
            _expect_size(request.body, trial.recorded.request.body)
        return RewrittenRequest(whole, plain, read, asked)
    except Unsupported:
        return NotOffered()
    except AdapterFailed as failed:
        return TripFailed(str(failed))


def _answer_trip(recorded: WireResponse, adapter: CodecAdapter, dialect: str, decoded: Response) -> AnswerTrip:
    """Let the adapter write ``decoded``, its reading of the recorded answer, and return the written answer.

    If the recorded answer is a stream, the adapter also reads the written stream. Return ``NotOffered`` if the adapter
    declines, and ``TripFailed`` if it fails.
    """
    stream = recorded.content_type in _STREAMS
    try:
        body = given(bytes, adapter.encode_response, dialect, decoded, stream=stream)
        _expect_size(body, recorded.body, stream=stream)
        if not stream:
            return RewrittenAnswer(body)
        # Bedrock wraps the events of other dialects in frames. A codec writes the events without frames.
        headers = {"content-type": "text/event-stream"} if payloads.has_events(body) else recorded.headers
        written = msgspec.structs.replace(recorded, body=body, headers=headers)
        replayed = given(Response, adapter.decode, dialect, written)
        return ReplayedAnswer(written, replayed, new_parts_at_once(recorded, written, dialect))
    except Unsupported:
        return NotOffered()
    except AdapterFailed as failed:
        return TripFailed(str(failed))


def _expect_size(body: bytes, recorded: bytes, *, stream: bool = False) -> None:
    """Raise ``_TooLarge`` if a body is too large for a comparison with the recorded body."""
    if (why := too_large(body, len(recorded), stream=stream)) is not None:
        raise _TooLarge(why)


def _as_sent(request: WireRequest) -> WireRequest | None:
    """Return the request with the method and the URL that httpx would send, and without headers.

    Return None if the URL is invalid. Raises ``AdapterFailed`` if httpx refuses the request for any other reason.
    """
    try:
        sent = httpx.Request(request.method, request.url, content=request.body, headers=request.headers)
    except httpx.InvalidURL:
        return None
    except Exception as error:
        raise AdapterFailed(f"{type(error).__name__}: {error}") from None
    return WireRequest(method=sent.method, url=str(sent.url), body=request.body)


def _with_lower_names(request: WireRequest) -> WireRequest:
    """Return the request with the names of its headers in lower case, because their case has no meaning in HTTP."""
    return msgspec.structs.replace(request, headers={name.lower(): value for name, value in request.headers.items()})


def _without_transfer_headers(response: WireResponse) -> WireResponse:
    headers = {name: value for name, value in response.headers.items() if name not in _OF_THE_TRANSFER}
    return msgspec.structs.replace(response, headers=headers)
