"""The client with which a study sends requests to an endpoint.

It limits the rate of the requests, repeats failed requests, and returns a record of each request.
"""

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from threading import Thread
from typing import Final, TypeVar

from conformance.leaks import RANDOM, SHORTEST_KEY, Known, Leak, find, masked, shown
from conformance.recording.headers import REQUEST, keep
from conformance.recording.live import (
    AsyncLive,
    BrokeOff,
    Key,
    LateRequests,
    NoAnswer,
    NoConnection,
    NoKey,
    NotTheApi,
    TimedOut,
    Unreachable,
    key_in,
    key_of,
)  # fmt: skip
from conformance.recording.prices import counted, input_tokens
from conformance.recording.retrying import ATTEMPTS, BUSY, asked_to_wait
from conformance.recording.scrubbing import Scrubber
from conformance.scenarios import Mode
from conformance.standins import Answer
from conformance.verify.budget import Purse
from conformance.verify.case_set import Case
from conformance.verify.record import Body, Outcome, Received, Record, Sent, Unanswered
from conformance.verify.study import Endpoint
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.providers import load
from toolwire.providers.addresses import is_local
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireRequest

T = TypeVar("T")
NO_TIME: Final = frozenset({408, 429, 503, 529})
"""The statuses of an endpoint that is too busy to answer. They show nothing about the model's answer."""
DENIED: Final = frozenset({401, 402, 403, 404})
"""The statuses that show a mistake of the caller, such as a wrong key or address. They do not depend on the case."""
_LONGEST: Final = 60.0
_LOOKED_AT: Final = 10_000
"""The number of characters of an error's text that are searched for secrets. The error shows fewer characters."""
_ENCODED: Final = "the answer is not kept, because it has a key or another secret in a form that cannot be masked"
_TRIES_WITHOUT_TIME: Final = 6
_IN_A_ROW: Final = 10
"""The maximum number of consecutive tries without an answer in time.

The maximum of ``conformance probe`` is lower, because only a study counts how often an endpoint hangs.
"""


class Unreached(Exception):
    """An error for an endpoint that cannot be reached, denies access, or stays busy, so that no case can be asked.

    ``str()`` is the reason, on a single line.
    """


class OverBudget(Exception):
    """An error for a request whose maximum usage exceeds the rest of the budget."""


class Pace:
    """The pace of requests to an endpoint. It determines the times at which requests may begin."""

    def __init__(self, a_minute: float | None) -> None:
        self._gap = 60 / a_minute if a_minute else 0.0
        self._next = 0.0

    async def turn(self) -> None:
        """Wait until the next request may begin."""
        now = time.monotonic()
        begin = max(now, self._next)
        self._next = begin + self._gap
        if begin > now:
            await asyncio.sleep(begin - now)

    def hold(self, seconds: float) -> None:
        """Delay all further requests by at least this number of seconds."""
        self._next = max(self._next, time.monotonic() + seconds)


def key(endpoint: Endpoint) -> Key | None:
    """Return the API key for an endpoint, or None if it needs no key.

    The key comes from the environment. Raises ``NoKey``.
    """
    if endpoint.key is not None:
        found = key_in(endpoint.key, load(endpoint.rules_of).auth)
        if found is None:
            raise NoKey(f"{endpoint.name} needs a key: set the environment variable {endpoint.key}")
        return found
    if endpoint.provider is None or is_local(endpoint.base_url):
        return None
    return key_of(endpoint.provider)


class Asking:
    """A client of an endpoint, as an asynchronous context manager. Several coroutines may use it at the same time.

    Threads parse the answers, because a large answer takes seconds. If the event loop did this, it would receive the
    answers of all other endpoints late, and note wrong times for them.
    """

    def __init__(self, endpoint: Endpoint, purse: Purse, limit: int) -> None:
        """Start a client.

        ``limit``: the maximum number of output tokens, for requests without a limit. Raises ``NoKey``.
        """
        held = key(endpoint)
        self._endpoint = endpoint
        self._purse = purse
        self._limit = limit
        self._live = AsyncLive(held)
        self._key = held.secret if held is not None and len(held.secret) >= SHORTEST_KEY else ""
        self._secrets = frozenset({self._key} if self._key else ())
        self._pace = Pace(endpoint.requests_a_minute)
        self._late_requests = LateRequests(_IN_A_ROW)

    async def __aenter__(self) -> "Asking":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._live.__aexit__()

    async def ask(self, case: Case, mode: Mode, repeat: int) -> Record:
        """Send the request of a case, try again if this may help, and return the record.

        Raises ``Unreached`` and ``GivenUp`` for an endpoint that does not answer, ``OverBudget``, and ``Inexpressible``
        if the endpoint's dialect cannot express the request.
        """
        request = case.written(self._endpoint, mode, self._limit)
        most = (input_tokens(request), case.limit(self._limit))
        faults: list[str] = []
        waits = 0
        used = (0, 0)
        while True:
            self._late_requests.check()
            await self._pace.turn()
            if not self._purse.take(self._endpoint, most):
                raise OverBudget
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            tried = await self._tried(request)
            now, why = await _in_thread(partial(self._weighed, tried, most))
            self._purse.settle(self._endpoint, most, now)
            used = (used[0] + now[0], used[1] + now[1])
            if isinstance(tried, Answer) and tried.status in NO_TIME:
                wait = asked_to_wait(tried.headers)
                if waits + 1 == _TRIES_WITHOUT_TIME or (wait or 0) > _LONGEST:
                    raise Unreached(f"the endpoint is too busy (status {tried.status}): repeat the command later")
                waits += 1
                self._pace.hold(wait if wait is not None else random.uniform(0, min(2**waits, _LONGEST)))
                continue
            if why is not None and len(faults) + 1 < ATTEMPTS:
                faults.append(why)
                await asyncio.sleep(random.uniform(0, 2 ** len(faults)))
                continue
            return await _in_thread(
                partial(self._record, case, mode, repeat, at, request, tried, tuple(faults), waits, used)
            )

    async def _tried(self, request: WireRequest) -> Answer | NoAnswer:
        try:
            answer = await self._live.ask(request)
        except NoConnection as error:
            raise Unreached(self._hidden(str(error))) from None
        except (BrokeOff, TimedOut, Unreachable, NotTheApi) as error:
            self._late_requests.note(late=isinstance(error, TimedOut) or (isinstance(error, BrokeOff) and error.late))
            return error
        except NoAnswer as error:
            raise Unreached(self._hidden(str(error))) from None
        self._late_requests.note(late=False)
        if answer.status in DENIED:
            start = await _in_thread(partial(self._start, answer))
            raise Unreached(f"status {answer.status}: {start}")
        return answer

    def _weighed(self, tried: Answer | NoAnswer, most: tuple[int, int]) -> tuple[tuple[int, int], str | None]:
        """Return the tokens that a try used, and the error of the server or connection, or None without an error.

        ``most``: the numbers of input and output tokens that count if the answer does not report them.
        """
        return _used(self._endpoint, tried, most), self._fault(tried)

    def _record(
        self, case: Case, mode: Mode, repeat: int, at: str, request: WireRequest, tried: Answer | NoAnswer,
        faults: tuple[str, ...], waits: int, used: tuple[int, int],
    ) -> Record:  # fmt: skip
        answer = tried.answer if isinstance(tried, BrokeOff) else tried
        outcome: Outcome
        if isinstance(answer, NoAnswer):
            outcome = Unanswered(why=self._hidden(str(answer)))
            body = Body.of(masked(request.body, self._secrets))
            sent = Sent(url=request.url, headers=keep(request.headers, REQUEST), body=body)
        else:
            response = answer.whole
            exchange = Exchange(request=request, response=response)
            seed = f"{self._endpoint.name}/{case.id}/{mode}/{repeat}"
            kept = Scrubber(seed, [exchange], self._secrets).scrubbed(exchange)
            outcome = (
                Unanswered(why=_ENCODED)
                if self._has_secret(kept)
                else Received(
                    status=answer.status,
                    headers=kept.response.headers,
                    body=Body.of(kept.response.body),
                    chunks=tuple((chunk.at, len(chunk.data)) for chunk in answer.chunks),
                    broke_off=self._hidden(str(tried)) if isinstance(tried, BrokeOff) else "",
                )
            )
            sent = Sent(url=kept.request.url, headers=kept.request.headers, body=Body.of(kept.request.body))
        return Record(
            case=case.id, mode=mode, repeat=repeat, at=at, sent=sent, outcome=outcome, faults=faults, waits=waits,
            tokens=used,
        )  # fmt: skip

    def _has_secret(self, kept: Exchange) -> bool:
        """Return whether an answer still contains a secret in a form that cannot be masked.

        Words that only look random do not count as secrets, because ids also look random.
        """
        known = Known(key=self._key, sent=kept.request.body.decode("utf-8", "replace"))
        response = {"headers": kept.response.headers, "body": kept.response.body}
        return any(isinstance(leak, Leak) and leak.kind != RANDOM for leak in find(response, known=known))

    def _fault(self, tried: Answer | NoAnswer) -> str | None:
        """Return the error of the server or connection, with secrets masked, or None if there is no error."""
        if isinstance(tried, NoAnswer):
            return self._hidden(str(tried))
        return f"status {tried.status}: {self._start(tried)}" if tried.status in BUSY else None

    def _start(self, answer: Answer) -> str:
        """Return the beginning of an answer.

        Secrets are masked before the text is cut, so that no part of a secret remains.
        """
        text = masked(answer.body, self._secrets).decode(errors="replace")
        return " ".join(self._hidden(text[:_LOOKED_AT]).split())[:200]

    def _hidden(self, text: str) -> str:
        """Return a text without secrets and without parts of the key, so that the text can be printed and kept."""
        return shown(text, self._key)


async def _in_thread(work: Callable[[], T]) -> T:
    """Run ``work`` in a thread, and return its result. A running thread does not stop the process from ending."""
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()

    def do() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=do, daemon=True).start()
    return await asyncio.wrap_future(result)


def _used(endpoint: Endpoint, tried: Answer | NoAnswer, most: tuple[int, int]) -> tuple[int, int]:
    """Return the numbers of input and output tokens that an answer reports.

    A refusal counts as 0 tokens. Without a readable answer, return ``most``. If a number is missing or negative, return
    the number in ``most`` in its place.
    """
    if isinstance(tried, NoAnswer):
        return most
    response = tried.whole
    if response.is_refusal:
        return (0, 0)
    try:
        usage = read_answer(dialect(endpoint.dialect), response).usage
    except WireError:
        return most
    return counted(usage, most)
