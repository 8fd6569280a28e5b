"""Replaying a cassette to an adapter: what it sends, what it reads, and whether all was played."""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

import httpx
import msgspec
from vcr.cassette import Cassette as Tape
from vcr.errors import UnhandledHTTPRequestError
from vcr.matchers import method
from vcr.record_mode import RecordMode
from vcr.request import Request as VcrRequest

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
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

P = ParamSpec("P")
T = TypeVar("T")
_OF_THE_TRANSFER: Final = ("content-encoding", "content-length", "transfer-encoding")
"""Headers that say how bytes were sent which are kept plain."""

_STREAMS: Final = ("text/event-stream", "application/x-ndjson", aws_event_stream.CONTENT_TYPE)


class OwnError(Exception):
    """Something of ours broke while a cassette was played; ``str()`` says what."""


class AdapterFailed(Exception):
    """The adapter raised something, or gave what is no answer; ``str()`` says what."""


class _AdapterBroke(AdapterFailed):
    """No decision of its own: it took too long, crashed, gave no answer, or did not do what a program on stdio does."""


def replaying(cassette: Cassette, adapter: CodecAdapter) -> Turns:
    """Play ``cassette`` to ``adapter`` through vcrpy: nothing is recorded and the network is refused.

    What follows an exchange that the adapter declines is not played: the conversation ends there. Whatever this raises
    is no fault of the adapter's.
    """
    claims = load(cassette.name.provider).dialects[cassette.name.dialect]
    scenario = load_scenario(cassette.name.scenario)
    form = wire_format(cassette.name.provider, cassette.name.dialect)
    request = opening(scenario, cassette.provenance.models.asked, form, stream=cassette.name.mode == "stream")
    trials: list[Trial] = []
    tape = _tape(cassette, form, scenario.calls_before)
    with httpx.Client(transport=_Player(tape), trust_env=False) as client:
        for turn, exchange in enumerate(cassette.exchanges):
            trial = _trial(cassette, scenario, form, adapter, client, request, exchange, turn, claims.base_url)
            trials.append(trial)
            if trial.declined is not None or trial.withheld is not None:
                break
            yield
            if turn + 1 < len(cassette.exchanges):
                request = following(scenario, request, trial.decoded, turn)
    return tuple(
        msgspec.structs.replace(trial, played=bool(tape.play_counts[turn])) for turn, trial in enumerate(trials)
    )


def replay(cassette: Cassette, adapter: CodecAdapter) -> tuple[Trial, ...]:
    """Play ``cassette`` alone, see ``replaying``."""
    return together(replaying(cassette, adapter))


def witness(cassette: Cassette) -> tuple[Trial, ...]:
    """The exchanges of a cassette as nobody's trials: for what is to be said of the provider."""
    scenario = load_scenario(cassette.name.scenario)
    form = wire_format(cassette.name.provider, cassette.name.dialect)
    request = opening(scenario, cassette.provenance.models.asked, form, stream=cassette.name.mode == "stream")
    return tuple(untried(cassette, scenario, form, request, turn) for turn in range(len(cassette.exchanges)))


def _trial(
    cassette: Cassette,
    scenario: Scenario,
    form: WireFormat,
    adapter: CodecAdapter,
    client: httpx.Client,
    request: Request,
    exchange: Exchange,
    turn: int,
    base_url: str,
) -> Trial:
    name = cassette.name
    trial = untried(cassette, scenario, form, request, turn)
    try:
        encoded = given(WireRequest, adapter.encode, name.dialect, own(request), base_url)
        trial = msgspec.structs.replace(trial, encoded=encoded)
        answer = _send(client, encoded) or exchange.response
    except (Unsupported, AdapterFailed) as why:
        if trial.rejection and not isinstance(why, _AdapterBroke):
            return msgspec.structs.replace(trial, withheld=str(why))
        kept = {"declined": str(why) or "declined"} if isinstance(why, Unsupported) else {"trouble": str(why)}
        return msgspec.structs.replace(trial, **kept)
    try:
        decoded = given(Response, adapter.decode, name.dialect, answer)
    except Unsupported as declined:
        return msgspec.structs.replace(trial, declined=str(declined) or "declined")
    except AdapterFailed as failed:
        return msgspec.structs.replace(trial, trouble=str(failed))
    trial = msgspec.structs.replace(trial, decoded=with_plan_apart(decoded, trial))
    return _answer_trip(_request_trip(trial, adapter, name.dialect, base_url), adapter, name.dialect, decoded)


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


def _send(client: httpx.Client, request: WireRequest) -> WireResponse | None:
    """What the tape answers; None where no recorded request is like this one. Raises ``AdapterFailed``."""
    try:
        answer = client.request(request.method, request.url, content=request.body, headers=request.headers)
    except (UnhandledHTTPRequestError, httpx.InvalidURL, httpx.UnsupportedProtocol):
        return None
    except OwnError:
        raise
    except Exception as error:  # httpx cannot send it
        raise AdapterFailed(f"{type(error).__name__}: {error}") from None
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return WireResponse(status=answer.status_code, headers=headers, body=answer.content)


class _Player(httpx.BaseTransport):
    """Answers from a tape, and has no network. Raises ``UnhandledHTTPRequestError``.

    vcrpy's own patch of httpx does the same for each client of the process, which takes as long as the whole request.
    """

    def __init__(self, tape: Tape) -> None:
        self._tape = tape

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._tape.play_response(VcrRequest(request.method, str(request.url), request.read(), {}))
        headers = [(name, value) for name, values in answer["headers"].items() for value in values]
        return httpx.Response(answer["status"]["code"], headers=headers, content=answer["body"]["string"])


def _tape(cassette: Cassette, form: WireFormat, calls_before: int) -> Tape:
    """What vcrpy plays: each exchange once, to a request that says what the recorded one says."""
    earlier = Earlier(view=form.history, calls=calls_before)

    def conformance(sent: VcrRequest, recorded: VcrRequest) -> None:
        try:
            same = request_match.matches(_wire(sent), _wire(recorded), form.equal, earlier)
        except Exception as error:
            raise OwnError(f"{type(error).__name__}: {error}") from error
        assert same

    return Tape.load(
        path=str(cassette.path),
        persister=_read_already(cassette),
        record_mode=RecordMode.NONE,
        match_on=(method, conformance),
    )


def _wire(request: VcrRequest) -> WireRequest:
    body = request.body or b""
    return WireRequest(url=request.uri, method=request.method, body=body if isinstance(body, bytes) else bytes(body))


def _read_already(cassette: Cassette) -> Any:
    """A persister that gives vcrpy the exchanges which were read and checked before."""

    class Persister:
        @staticmethod
        def load_cassette(path: str, serializer: Any) -> Any:
            return [_request(one.request) for one in cassette.exchanges], [_answer(one) for one in cassette.exchanges]

        @staticmethod
        def save_cassette(path: str, cassette: Any, serializer: Any) -> None:
            raise AssertionError("a replay never writes")

    return Persister


def _request(request: WireRequest) -> VcrRequest:
    return VcrRequest(request.method, request.url, request.body, {})


def _answer(exchange: Exchange) -> dict[str, Any]:
    response = exchange.response
    headers = {name: [value] for name, value in response.headers.items() if name not in _OF_THE_TRANSFER}
    return {"status": {"code": response.status, "message": ""}, "headers": headers, "body": {"string": response.body}}
