"""Retries. If the endpoint is busy or fails, the request is sent again.

If the answer asks the client to wait for some time, the next try begins after this time.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from tenacity import RetryCallState, Retrying, retry_if_exception_type, retry_if_result, stop_after_attempt
from tenacity.wait import wait_base, wait_random_exponential

from conformance.recording.live import BrokeOff, NotTheApi, TimedOut, Unreachable
from conformance.standins import Answer
from toolwire.wire.exchange import WireRequest

Ask = Callable[[WireRequest], Answer]
BUSY: Final = frozenset({408, 429, 500, 502, 503, 504, 529})
"""The statuses of answers after which a request is sent again."""
ATTEMPTS: Final = 4
_LONGEST: Final = 60.0
"""The longest wait between two tries, in seconds. If an endpoint asks for a longer wait, the request is not sent again.
"""


def asked_to_wait(headers: dict[str, str]) -> float | None:
    """Return the number of seconds for which the headers of an answer ask the client to wait. None if they ask for no
    wait.
    """
    wait = headers.get("retry-after", "")
    if wait.isdecimal():
        return float(wait)
    try:
        return max((parsedate_to_datetime(wait) - datetime.now(UTC)).total_seconds(), 0.0)
    except (TypeError, ValueError, OverflowError):
        return None


class PatientAsk:
    """A function that sends a request, and sends it again if the endpoint is busy or does not answer completely.

    It sends a request at most ``ATTEMPTS`` times. ``sleep`` waits for some seconds.
    """

    def __init__(self, ask: Ask, sleep: Callable[[float], None]) -> None:
        self._ask = ask
        self._retrying = Retrying(
            sleep=sleep,
            stop=_stop,
            wait=_Wait(),
            retry=retry_if_result(lambda answer: answer.status in BUSY)
            | retry_if_exception_type((BrokeOff, TimedOut, Unreachable, NotTheApi)),
            retry_error_callback=_last,
        )

    def __call__(self, request: WireRequest) -> Answer:
        """Return the first answer with a status that is not in ``BUSY``, or else the answer of the last try.

        Raises ``NoAnswer``.
        """
        answer: Answer = self._retrying(self._ask, request)
        return answer


class _Wait(wait_base):
    """The wait before the next try: the wait that the answer asks for, or else a wait that grows with each try."""

    def __call__(self, retry_state: RetryCallState) -> float:
        return _asked_to_wait(retry_state) or _LONGER(retry_state)


_LONGER: Final = wait_random_exponential(multiplier=1, max=_LONGEST)


def _stop(state: RetryCallState) -> bool:
    return stop_after_attempt(ATTEMPTS)(state) or (_asked_to_wait(state) or 0) > _LONGEST


def _asked_to_wait(state: RetryCallState) -> float | None:
    """Return the number of seconds for which the answer to a try asks the client to wait.

    None if it asks for no wait.
    """
    outcome = state.outcome
    if outcome is None or outcome.failed:
        return None
    return asked_to_wait(outcome.result().headers)


def _last(state: RetryCallState) -> Answer:
    assert state.outcome is not None
    answer: Answer = state.outcome.result()
    return answer
