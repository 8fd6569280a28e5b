"""Replaying a cassette to an adapter: what it sends, what it reads, and whether all was played."""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

import httpx
import msgspec

from conformance.adapters.codec import CodecAdapter, Unsupported
from conformance.adapters.process import Misbehaved
from conformance.adapters.unsupported import crashed, raised, said
from conformance.judge import request_match
from conformance.judge.earlier import Earlier
from conformance.judge.trial import Trial
from conformance.recording.cassette import Cassette
from conformance.recording.conversation import following, opening
from conformance.scenarios import Scenario
from conformance.scenarios import load as load_scenario
from conformance.suite.limit import LIMIT, limited
from conformance.suite.readings import with_plan_apart
from conformance.suite.turns import Turns, together
from toolwire.model import Request, Response, faults, own
from toolwire.providers import WireFormat, load, rules, wire_format
from toolwire.wire import aws_event_stream
from toolwire.wire.exchange import WireRequest, WireResponse

P = ParamSpec("P")
T = TypeVar("T")
_OF_THE_TRANSFER: Final = ("content-encoding", "content-length", "transfer-encoding")
"""Headers that say how bytes were sent which are kept plain."""

_STREAMS: Final = ("text/event-stream", "application/x-ndjson", aws_event_stream.CONTENT_TYPE)


class AdapterFailed(Exception):
    """The adapter raised something, or gave what is no answer; ``str()`` says what."""


class _AdapterBroke(AdapterFailed):
    """No decision of its own: it took too long, crashed, gave no answer, or did not do what a program on stdio does."""


def replaying(cassette: Cassette, adapter: CodecAdapter) -> Turns:
    """Play ``cassette`` to ``adapter``: a request that means the same as a recorded one gets its answer, once.

    What follows an exchange that the adapter declines is not played: the conversation ends there. Whatever this raises
    is no fault of the adapter's.
    """
    claims = load(cassette.name.provider).dialects[cassette.name.dialect]
    scenario = load_scenario(cassette.name.scenario)
    form = wire_format(cassette.name.provider, cassette.name.dialect)
    request = opening(scenario, cassette.provenance.models.asked, form, stream=cassette.name.mode == "stream")
    trials: list[Trial] = []
    unplayed = _Unplayed(cassette, form, scenario.calls_before)
    for turn in range(len(cassette.exchanges)):
        trial = untried(cassette, scenario, form, request, turn)
        trials.append(_tried(trial, adapter, unplayed, cassette.name.dialect, claims.base_url))
        if trials[-1].declined is not None or trials[-1].withheld is not None:
            break
        yield
        if turn + 1 < len(cassette.exchanges):
            request = following(scenario, request, trials[-1].decoded, turn)
    return tuple(msgspec.structs.replace(trial, played=turn not in unplayed.turns) for turn, trial in enumerate(trials))


def replay(cassette: Cassette, adapter: CodecAdapter) -> tuple[Trial, ...]:
    """Play ``cassette`` alone, see ``replaying``."""
    return together(replaying(cassette, adapter))


def witness(cassette: Cassette) -> tuple[Trial, ...]:
    """The exchanges of a cassette as nobody's trials: for what is to be said of the provider."""
    scenario = load_scenario(cassette.name.scenario)
    form = wire_format(cassette.name.provider, cassette.name.dialect)
    request = opening(scenario, cassette.provenance.models.asked, form, stream=cassette.name.mode == "stream")
    return tuple(untried(cassette, scenario, form, request, turn) for turn in range(len(cassette.exchanges)))


def _tried(trial: Trial, adapter: CodecAdapter, unplayed: "_Unplayed", dialect: str, base_url: str) -> Trial:
    """The trial with all that the adapter makes of the exchange."""
    try:
        encoded = given(WireRequest, adapter.encode, dialect, own(trial.request), base_url)
        trial = msgspec.structs.replace(trial, encoded=encoded)
        answer = unplayed.answer(encoded) or trial.recorded.response
    except (Unsupported, AdapterFailed) as why:
        if trial.rejection and not isinstance(why, _AdapterBroke):
            return msgspec.structs.replace(trial, withheld=str(why))
        kept = {"declined": str(why) or "declined"} if isinstance(why, Unsupported) else {"trouble": str(why)}
        return msgspec.structs.replace(trial, **kept)
    try:
        decoded = given(Response, adapter.decode, dialect, answer)
    except Unsupported as declined:
        return msgspec.structs.replace(trial, declined=str(declined) or "declined")
    except AdapterFailed as failed:
        return msgspec.structs.replace(trial, trouble=str(failed))
    trial = msgspec.structs.replace(trial, decoded=with_plan_apart(decoded, trial))
    return _answer_trip(_request_trip(trial, adapter, dialect, base_url), adapter, dialect, decoded)


def untried(cassette: Cassette, scenario: Scenario, form: WireFormat, request: Request, turn: int) -> Trial:
    """The trial of an exchange before anything is asked of an adapter."""
    answered = cassette.provenance.expected[turn]
    return Trial(
        form=form,
        rules=rules(cassette.name.provider, cassette.name.dialect, request.model),
        mode=cassette.name.mode,
        expect=scenario.expect[turn],
        request=request,
        recorded=cassette.exchanges[turn],
        before=tuple(earlier.response for earlier in cassette.exchanges[:turn]),
        expected=answered.answer,
        undecided=answered.why,
        calls_before=scenario.calls_before,
        not_offered=scenario.not_offered,
    )


def decoded_of(adapter: CodecAdapter, dialect: str, answer: WireResponse) -> Response | Unsupported | str:
    """What an adapter makes of an answer; why it gives none, where it does not."""
    try:
        return given(Response, adapter.decode, dialect, answer)
    except Unsupported as declined:
        return declined
    except AdapterFailed as failed:
        return str(failed)


def given(kind: type[T], method: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """What a method of the adapter gives, looked at once. Raises ``AdapterFailed`` and ``Unsupported``."""
    try:
        with limited(LIMIT):
            gave = method(*args, **named)
    except Unsupported as error:
        raise Unsupported(said(error)) from None
    except KeyboardInterrupt:
        raise
    except Misbehaved as error:
        raise _AdapterBroke(f"{type(error).__name__}: {error}") from None
    except BaseException as error:  # whatever an adapter raises is its failure: what asyncio cancels, too
        failed = _AdapterBroke if crashed(error) else AdapterFailed
        raise failed(raised(error)) from None
    if not isinstance(gave, kind):
        raise _AdapterBroke(f"expected the adapter to return a {kind.__name__}, got a {type(gave).__name__}")
    for fault in faults(gave, kind):
        raise _AdapterBroke(f"the adapter gave a {kind.__name__} that is none: {fault}")
    return gave


def _request_trip(trial: Trial, adapter: CodecAdapter, dialect: str, base_url: str) -> Trial:
    """The recorded request, read and written again."""
    try:
        read = given(Request, adapter.decode_request, dialect, trial.recorded.request)
        again = given(WireRequest, adapter.encode, dialect, read, base_url)
    except Unsupported:
        return trial
    except AdapterFailed as failed:
        return msgspec.structs.replace(trial, request_trip_trouble=str(failed))
    return msgspec.structs.replace(trial, rewritten=again)


def _answer_trip(trial: Trial, adapter: CodecAdapter, dialect: str, decoded: Response) -> Trial:
    """What was decoded, written as an answer; a stream is decoded again."""
    response = trial.recorded.response
    stream = response.content_type in _STREAMS
    try:
        body = given(bytes, adapter.encode_response, dialect, decoded, stream=stream)
        if not stream:
            return msgspec.structs.replace(trial, rewritten_answer=body)
        replayed = given(Response, adapter.decode, dialect, msgspec.structs.replace(response, body=body))
    except Unsupported:
        return trial
    except AdapterFailed as failed:
        return msgspec.structs.replace(trial, answer_trip_trouble=str(failed))
    return msgspec.structs.replace(trial, replayed=replayed)


class _Unplayed:
    """The recorded exchanges that no request has had an answer of yet."""

    def __init__(self, cassette: Cassette, form: WireFormat, calls_before: int) -> None:
        self.turns = dict(enumerate(cassette.exchanges))
        self._equal = form.equal
        self._earlier = Earlier(view=form.history, calls=calls_before)

    def answer(self, request: WireRequest) -> WireResponse | None:
        """Return the answer to the first recorded request that means the same; None where there is none left.

        Raises ``AdapterFailed`` for a request that httpx cannot send.
        """
        sent = _as_sent(request)
        if sent is None:
            return None
        for turn, exchange in self.turns.items():
            if request_match.matches(sent, exchange.request, self._equal, self._earlier):
                del self.turns[turn]
                return _without_transfer_headers(exchange.response)
        return None


def _as_sent(request: WireRequest) -> WireRequest | None:
    """The request as httpx would send it; None where its URL leads nowhere. Raises ``AdapterFailed``."""
    try:
        sent = httpx.Request(request.method, request.url, content=request.body, headers=request.headers)
    except httpx.InvalidURL:
        return None
    except Exception as error:
        raise AdapterFailed(f"{type(error).__name__}: {error}") from None
    return WireRequest(method=sent.method, url=str(sent.url), body=request.body)


def _without_transfer_headers(response: WireResponse) -> WireResponse:
    headers = {name: value for name, value in response.headers.items() if name not in _OF_THE_TRANSFER}
    return msgspec.structs.replace(response, headers=headers)
