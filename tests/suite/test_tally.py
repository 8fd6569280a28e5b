"""Tests of the tally of a run: how many scenarios work, fail, are declined, or were not judged."""

from typing import get_args

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient
from conformance.gate.tally import Tally, tally
from conformance.judge.finding import Outcome
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import described


def result(outcome: Outcome, check: str = "calls", mode: str = "plain", *, unexercised: bool = False) -> Result:
    case = open_case(CassetteName("openai", "openai_chat", "call-single", mode))  # type: ignore[arg-type]
    given = described(case, ReferenceClient(), None)
    changes = {"id": f"{given.id}/{check}", "check": check, "outcome": outcome, "unexercised": unexercised}
    return msgspec.structs.replace(given, **changes)


PLAIN_WORKS = result("pass")
CASES = {
    "passes": ([PLAIN_WORKS], "work"),
    "warns": ([result("warn")], "work"),
    "fails": ([PLAIN_WORKS, result("fail", "text")], "fail"),
    "fails in one mode": ([PLAIN_WORKS, result("fail", mode="stream")], "fail"),
    "is our own fault": ([result("error")], "fail"),
    "gets no answer": ([result("pass", "request-matches"), result("not-observed", "answered")], "unknown"),
    "was not judged": ([result("not-applicable")], "unknown"),
    "declines": ([result("unsupported", "answered"), result("not-applicable")], "declined"),
    "declines the subject": ([result("pass", unexercised=True)], "declined"),
    "declines in one mode": ([PLAIN_WORKS, result("unsupported", mode="stream")], "work"),
    "fails and declines": ([result("fail"), result("unsupported", mode="stream")], "fail"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_scenario_counts_once(name: str) -> None:
    results, state = CASES[name]
    counted = tally(results)
    assert [field for field in ("work", "fail", "unknown", "declined") if getattr(counted, field)] == [state]
    assert counted.asked == (state != "declined")


def test_what_is_declined_in_part_is_counted_and_named() -> None:
    assert tally([PLAIN_WORKS, result("unsupported", mode="stream")]).words == (
        "1 of 1 scenario works, 1 scenario declined in part"
    )
    assert tally([]) == Tally(work=(), fail=(), unknown=(), declined=(), unknown_in_part=(), declined_in_part=())


def test_what_could_not_be_judged_with_a_provider_is_unknown_in_part() -> None:
    elsewhere = msgspec.structs.replace(
        result("not-observed", "answered"), provider="groq", id="groq/a/b/plain/answered"
    )
    counted = tally([PLAIN_WORKS, elsewhere])
    assert counted.words == "1 of 1 scenario works, 1 scenario unknown in part"
    assert counted.unknown_with == ("groq",)
    assert tally([elsewhere]).words == "0 of 1 scenario works, 1 scenario unknown"
    assert tally([result("fail"), elsewhere]).words == "0 of 1 scenario works"


def test_every_outcome_is_counted() -> None:
    for outcome in get_args(Outcome):
        counted = tally([result(outcome)])
        assert counted.asked + len(counted.declined) == 1
