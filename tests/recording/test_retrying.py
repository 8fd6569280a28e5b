"""Tests of retries: their number, and the waits between them."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from conformance.recording.live import BrokeOff, NoAnswer, Redirected, TimedOut
from conformance.recording.retrying import ATTEMPTS, PatientAsk
from conformance.standins import Answer
from toolwire.wire.exchange import WireRequest

REQUEST = WireRequest(url="https://api.example.com", body=b"{}")


def answer(status: int, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, headers=named, chunks=(), expected=None)


def asked(*answers: Answer | NoAnswer) -> tuple[Answer | str, int, list[float]]:
    """Return the final answer or error, the number of requests, and the waits in seconds."""
    left, waits, count = list(answers), [], 0

    def ask(_: WireRequest) -> Answer:
        nonlocal count
        count += 1
        step = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(step, NoAnswer):
            raise step
        return step

    try:
        return PatientAsk(ask, waits.append)(REQUEST), count, waits
    except NoAnswer as error:
        return type(error).__name__, count, waits


def test_what_is_good_is_not_asked_twice() -> None:
    assert asked(answer(200))[1:] == (1, [])
    assert asked(answer(400))[1:] == (1, [])


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
def test_what_may_pass_is_asked_again_later_and_later(status: int) -> None:
    last, count, waits = asked(answer(status))
    assert (last, count) == (answer(status), ATTEMPTS)
    assert len(waits) == ATTEMPTS - 1
    assert all(0 <= wait <= 60 for wait in waits)
    assert asked(answer(status), answer(200))[:2] == (answer(200), 2)


def test_an_answer_names_how_long_to_wait() -> None:
    assert asked(answer(429, retry_after="7"), answer(200))[2] == [7.0]
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    (wait,) = asked(answer(503, retry_after=at), answer(200))[2]
    assert 0 < wait <= 30
    assert asked(answer(429, retry_after="7200"), answer(200))[:2] == (answer(429, retry_after="7200"), 1)
    for what in ("soon", "Mon, 01 Jan 99999999999 00:00:00 GMT"):
        assert asked(answer(429, retry_after=what), answer(200))[1] == 2


def test_no_answer_is_asked_for_again_and_raised_at_last() -> None:
    cut = BrokeOff("cut", answer(200))
    assert asked(cut, TimedOut("slow"), answer(200))[:2] == (answer(200), 3)
    assert asked(cut)[:2] == ("BrokeOff", ATTEMPTS)
    assert asked(Redirected("elsewhere"))[:2] == ("Redirected", 1)
