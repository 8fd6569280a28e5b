"""Replay of a cassette to an adapter that talks HTTP.

The result shows the adapter's requests, its readings of the answers, and whether all exchanges were played.
"""

import time

import msgspec

from conformance.adapters.gateway import Gateway
from conformance.adapters.process import Misbehaved
from conformance.adapters.stdio import AdapterFailed
from conformance.adapters.task import task_of
from conformance.adapters.unsupported import Escaped, Gone, Unsupported, crashed, raised
from conformance.adapters.wire import Reading, Talk, Task, WireAdapter, begun
from conformance.callers import Mode
from conformance.judge.request_match import goes_there, holds_a_conversation, names_the_address
from conformance.judge.trial import Attempt, Crashed, Declined, Read, Trial, Unanswered, Untried, Withheld
from conformance.recording.case import Case
from conformance.recording.conversation import continuation
from conformance.recording.stored import answer_to
from conformance.server.serving import running_server
from conformance.server.tape import Pieces, Sent
from conformance.server.tapes import Tapes
from conformance.suite import limit, patience
from conformance.suite.continued import continued
from conformance.suite.fronts import at_the_front, unsent
from conformance.suite.readings import contradiction, next_request, response, with_plan_apart
from conformance.suite.turns import Turns, together
from toolwire.model import (
    ProviderError,
    ToolCall,
    ToolResult,
    faults,
)


class Failed(msgspec.Struct, frozen=True):
    """A failure: the adapter raised an exception, or returned a value that is not a reading."""

    why: str

    def __str__(self) -> str:
        return self.why


class Broke(Failed, frozen=True):
    """A failure: the adapter took too long, or a program on stdio broke the protocol."""


class Faulty(Failed, frozen=True):
    """A failure that is a fault of the adapter, not its decision to send no request.

    Examples are a crash, a value that is not a reading, and a gateway that answers without a request to the provider.
    """


class NotJudged(Exception):
    """An error: requests of an adapter could not be judged, because the server refused or lost them."""


class _Talk:
    """A conversation of an adapter with the replay server. Most exceptions of the adapter are returned as values."""

    def __init__(self, adapter: WireAdapter, task: Task) -> None:
        self._adapter = adapter
        self._task = task
        self._talk: Talk | None = None
        self._left = limit.LIMIT

    def answer(self, results: tuple[ToolResult, ...]) -> Reading | Unsupported | Failed:
        """Send the results of calls to the adapter, and return its reading of the next answer.

        The first time, begin the conversation. If the adapter declines, return an ``Unsupported``. If it fails, return
        a ``Failed``.
        """
        patience.check()
        since = time.monotonic()
        try:
            with limit.limited(self._left):
                if self._talk is None:
                    self._talk = begun(self._adapter, self._task)
                    reading = next(self._talk)
                else:
                    reading = self._talk.send(results)
        except Unsupported as why:
            return why
        except (KeyboardInterrupt, Gone):
            raise
        except Misbehaved as error:
            patience.saw(error)
            return Broke(f"{type(error).__name__}: {error}")
        except StopIteration:
            return Faulty("the adapter ended the conversation")
        except BaseException as error:  # any exception is the adapter's failure, even a cancellation by asyncio
            failed = Faulty if crashed(error) else Failed
            return failed(raised(error))
        finally:
            self._left -= time.monotonic() - since
        if not isinstance(reading, Reading):
            return Faulty(f"expected the adapter to yield a Reading, got a {type(reading).__name__}")
        fault = next(faults(reading, Reading), None)
        return Faulty(f"the adapter returned an invalid Reading: {fault}") if fault else reading

    def end(self) -> Failed | None:
        """Close the conversation, so that the adapter cleans up. Return None, or a failure if the adapter breaks in the
        cleanup.

        The adapter breaks if it hangs, tries to exit, or raises a cancellation, or if a program on stdio breaks the
        protocol. Any other exception is ignored, because an error of a client that closes has nothing to do with tool
        calls.
        """
        try:
            if self._talk is not None:
                with limit.limited(self._left):
                    self._talk.close()
        except (KeyboardInterrupt, Gone):
            raise
        except (Misbehaved, AdapterFailed, Escaped) as error:
            if isinstance(error, Misbehaved):
                patience.saw(error)
            return Failed(raised(error))
        except Exception:
            return None
        except BaseException as error:
            return Failed(raised(error))
        return None


def server_of(adapter: WireAdapter) -> Tapes:
    """Return the replay server for an adapter. Raises ``OSError`` if the port for a gateway is in use."""
    return running_server(adapter.port if isinstance(adapter, Gateway) else 0)


def converse(
    case: Case, adapter: WireAdapter, tapes: Tapes, mode: Mode = "sync", instead: dict[int, Pieces] | None = None
) -> tuple[Trial, ...]:
    """Let ``adapter`` hold the conversation of a case, with no other conversation at the same time.

    Return a trial for each played exchange. For the parameters and exceptions see ``conversing``.
    """
    return together(conversing(case, adapter, tapes, mode, instead))


def conversing(
    case: Case, adapter: WireAdapter, tapes: Tapes, mode: Mode = "sync", instead: dict[int, Pieces] | None = None
) -> Turns:
    """Make a generator that lets ``adapter`` hold the conversation of a case with the replay server.

    The generator pauses after each turn. At its end it returns a trial for each played exchange: the exchange, and what
    the adapter did in it. The conversation ends early if the adapter declines, fails, or sends a request that belongs
    to no recorded exchange.

    ``instead``: bodies that replace recorded answers, by the number of the exchange, from 0.

    Raises ``Gone`` if the adapter is not available any more. Raises ``NotJudged`` if the server refused or lost a
    request before the request could be judged.
    """
    request = case.opening()
    opened = tapes.open(case, instead)
    talk = _Talk(adapter, task_of(case, request, opened.base_url, opened.api_key, mode))
    results: tuple[ToolResult, ...] = ()
    trials: list[Trial] = []
    looked_at = 0
    try:
        for turn in range(case.turns):
            reading = talk.answer(results)
            trial = _as_judged(case.trial(request, turn), case, adapter)
            tapes.settle()
            new, looked_at = opened.tape.sent[looked_at:], len(opened.tape.sent)
            trial = _answered(_sent(trial, new, turn))
            if found := continued(case, trials, trial, request):
                trial = _as_judged(found.trial, case, adapter)
                trials[found.turn] = msgspec.structs.replace(trials[found.turn], stored=True, continued=trial.encoded)
            if isinstance(adapter, Gateway):
                trial, reading = _both_sides(trial, reading, adapter, turn, case)
            trial = msgspec.structs.replace(trial, attempt=_attempt(trial, reading))
            if trials and case.scenario.continues:
                trials[-1] = msgspec.structs.replace(trials[-1], continued=trial.encoded)
            trials.append(trial)
            if trial.decoded is None:
                break
            results = continuation(case.scenario, turn, trial.decoded.parts)
            if not results:
                break
            yield
            request = next_request(case, request, trial.expected or trial.decoded, turn)
    finally:
        failed = talk.end()
        tapes.close(opened)
    if lost := opened.tape.lost:
        further = f" ({len(lost) - 1} more not judged)" if len(lost) > 1 else ""
        raise NotJudged(f"a request of the adapter could not be judged: {lost[0]}{further}")
    trials[-1] = _sent_late(trials[-1], opened.tape.sent[looked_at:])
    if failed and trials[-1].trouble is None:
        last = trials[-1]
        trials[-1] = msgspec.structs.replace(last, attempt=Crashed(failed.why, last.encoded, last.decoded))
    return tuple(trials)


def first_reading(
    case: Case,
    adapter: WireAdapter,
    tapes: Tapes,
    mode: Mode,
    body: Pieces | None,
    *,
    drops: bool = False,
) -> Reading | Unsupported | Failed:
    """Return the adapter's reading of the first answer of a case. If ``body`` is not None, it replaces this answer.

    Return an ``Unsupported`` if the adapter declines. Return a ``Failed`` if it fails, or if its requests do not
    match the first recorded request. With ``drops``, the connection is lost after ``body``.
    """
    opened = tapes.open(case, None if body is None else {0: body}, drops=drops)
    talk = _Talk(adapter, task_of(case, case.opening(), opened.base_url, opened.api_key, mode))
    try:
        reading = talk.answer(())
    finally:
        failed = talk.end()
        tapes.close(opened)
    if isinstance(reading, Reading) and not any(sent.turn == 0 for sent in opened.tape.sent):
        failed = failed or Failed("the adapter's request matches no recorded request")
    return failed or reading


def _as_judged(trial: Trial, case: Case, adapter: WireAdapter) -> Trial:
    """Return the trial with the settings that the judge uses for an adapter that talks HTTP.

    The adapter may use its own ids for all calls. Only the parts of an answer that the adapter shows are compared.
    """
    calls = sum(isinstance(part, ToolCall) for message in trial.request.messages for part in message.parts)
    return msgspec.structs.replace(
        trial,
        calls_before=calls,
        shows=frozenset(adapter.hello.shows),
        asks_compaction=case.scenario.compaction,
        asks_reasoning=case.scenario.reasoning,
        asks_streamed_arguments=case.scenario.stream_arguments,
        asks_background=case.scenario.background,
    )


def _sent(trial: Trial, sent: list[Sent], turn: int) -> Trial:
    """Return the trial of the exchange ``turn`` with the request that the adapter sent in this exchange.

    If the adapter sent several requests to the right address, choose the first request that did not get the recorded
    answer of the exchange, or else the first request. If the provider refuses the case, choose the first request that
    got the recorded answer, or else the first request. If the chosen request was not compared, the adapter failed.

    If no request went to the right address, choose in the same manner among those requests that have messages.
    (Requests for information about the model, for example, have none.) If no such request exists either, return the
    trial unchanged.
    """
    there = _to_the_address(sent, trial)
    asked = there or [request for request in sent if holds_a_conversation(request.request, trial.form.history)]
    if not asked:
        return trial
    answered = [request for request in asked if request.turn == turn]
    others = [request for request in asked if request.turn != turn]
    shown = (answered or others if trial.rejection else others or answered)[0]
    if shown.uncompared is not None:
        return msgspec.structs.replace(trial, attempt=Crashed(shown.uncompared, uncompared=True))
    again = 0 if trial.rejection else max(len(answered) - 1, 0)
    return msgspec.structs.replace(trial, attempt=Unanswered(shown.request), played=shown.turn == turn, again=again)


def _to_the_address(sent: list[Sent], trial: Trial) -> list[Sent]:
    """Return the requests to the address of the recorded request.

    A request with another method is among them if it has messages: then it is a wrong form of the recorded request, and
    not, for example, a request for the list of models.
    """
    recorded, equal = trial.recorded.request, trial.form.equal
    return [
        each
        for each in sent
        if goes_there(each.request, recorded, equal)
        or (names_the_address(each.request, recorded, equal) and holds_a_conversation(each.request, trial.form.history))
    ]


def _answered(trial: Trial) -> Trial:
    """Return the trial with the answer that the client got in place of the recorded answer.

    The two answers differ only if the client lets the provider store the answer, but the recorded request does not.
    Then the client's answer has a made-up id.
    """
    if trial.encoded is None:
        return trial
    answer = answer_to(trial.form, trial.recorded, trial.encoded)
    return msgspec.structs.replace(trial, recorded=msgspec.structs.replace(trial.recorded, response=answer))


def _sent_late(trial: Trial, late: list[Sent]) -> Trial:
    """Return the last trial of a conversation, updated with ``late``, the requests that came after the last reading.

    A client may send such requests while it cleans up.
    """
    there = _to_the_address(late, trial)
    answered = sum(request.turn is not None for request in there)
    wrong = next((request for request in there if request.turn is None), None)
    if trial.rejection or wrong is None or not isinstance(trial.attempt, Read):
        return msgspec.structs.replace(trial, again=trial.again + answered)
    attempt = Unanswered(wrong.request) if wrong.uncompared is None else Crashed(wrong.uncompared, uncompared=True)
    return msgspec.structs.replace(trial, attempt=attempt, played=False)


def _both_sides(
    trial: Trial, reading: Reading | Unsupported | Failed, gateway: Gateway, turn: int, case: Case
) -> tuple[Trial, Reading | Unsupported | Failed]:
    """Return a pair: the trial with the exchange between the client and the gateway, and the client's reading.

    In place of the reading, return ``Unsupported`` if the gateway declines the request, or if the dialect of the
    gateway's clients cannot express the request. Return a failure if the gateway did not decline, but sent no request
    to the provider.
    """
    if trial.encoded is None:
        meant = unsent(reading, gateway) if isinstance(reading, Reading) else reading
        return trial, meant if isinstance(meant, Unsupported) else Faulty(str(meant))
    if len(gateway.exchanges) <= turn:
        return trial, reading  # the gateway never answered
    found = at_the_front(trial, gateway, gateway.exchanges[turn], case)
    if isinstance(found, Unsupported):
        return msgspec.structs.replace(trial, attempt=Untried()), found
    return found, reading


def _attempt(trial: Trial, reading: Reading | Unsupported | Failed) -> Attempt:
    """Return what the adapter did in an exchange, as a ``Read``, ``Declined``, ``Crashed`` or ``Withheld``.

    ``Withheld`` means that the adapter sent no request, because the provider would refuse it. A reading counts only if
    the server sent the recorded answer. If the server sent an error about the adapter's request, or did not compare the
    request, return ``trial.attempt`` unchanged.
    """
    if isinstance(trial.attempt, Crashed):
        return trial.attempt
    sent = trial.encoded
    match reading:
        case Broke():
            return Crashed(reading.why, sent)
        case Faulty() if sent is None:
            return Crashed(reading.why)
        case Unsupported() | Failed() if trial.rejection and sent is None:
            return Withheld(str(reading) or "declined")
        case Unsupported():
            return Declined(str(reading) or "declined", sent)
        case Reading() if trial.played and sent is not None:
            read = with_plan_apart(response(reading, trial.form), trial)
            return Read(sent, read, contradiction=contradiction(reading))
        case Reading() if sent is None and trial.rejection and reading.error is not None:
            return Withheld(reading.error.message or "an error")
        case Reading(error=ProviderError() as error) if sent is None:  # not caused by an answer of the provider
            shown = (error.message or "an error").partition("\n")[0]  # LiteLLM adds a traceback
            return Crashed(f"{shown} (no request was sent)")
        case Reading() if sent is None:
            return Crashed("the adapter sent no request")
        case Failed() if trial.played or sent is None:
            return Crashed(reading.why, sent)
    return trial.attempt  # the adapter got an error that states how its request differs
