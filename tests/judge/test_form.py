"""Tests of answers that deviate in form: the libraries that break on them, and the effect."""

from typing import Any

import msgspec
import pytest

from conformance.judge import verdict
from conformance.judge.checks import ANSWER_RULES, FRONT, RESPONSE_SCHEMA, Check
from conformance.judge.finding import Consumers, Effect, Finding, Level, Outcome, in_words
from conformance.judge.form import Pattern, Tried, with_consumers
from conformance.judge.trial import Read, Trial
from conformance.recording import deviated
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.consumers import tried
from conformance.recording.deviations import Deviation, deviations
from toolwire.model import Finish, ProviderError, Response

DEVIATIONS = {deviation.id: deviation for deviation in deviations()}
MISSING = Tried((Pattern(mode="stream", at="/*", message="no index"),), Consumers(3, ("b 1", "a 2")))
BOTH = Tried((*MISSING.patterns, Pattern(mode="stream", at="/*/id", message="it is ...")), Consumers(4, ("c 3",)))


def found(path: str, message: str, level: Level = "MUST") -> Finding:
    return Finding(path=path, message=message, level=level)


@pytest.mark.parametrize(
    ("level", "effect", "consumers", "outcome"),
    [
        *(("MUST", effect, None, "fail") for effect in ("call", "rejected", "tools", "context", None)),
        ("MUST", "form", None, "warn"),
        ("MUST", "form", Consumers(), "warn"),
        ("MUST", "form", Consumers(3), "warn"),
        ("MUST", "form", Consumers(3, ("a 2",)), "fail"),
        ("SHOULD", "advice", None, "warn"),
        ("SHOULD", "form", Consumers(3, ("a 2",)), "warn"),
        ("MAY", "advice", None, "pass"),
    ],
)
def test_the_outcome_of_a_finding(
    level: Level, effect: Effect | None, consumers: Consumers | None, outcome: Outcome
) -> None:
    finding = Finding(path="", message="some", level=level, effect=effect, consumers=consumers)
    assert verdict.outcome([finding]) == outcome
    assert verdict.fails(finding) is (outcome == "fail")
    assert verdict.outcome([found("", "another", "MAY"), finding]) == outcome


def test_the_outcome_of_none() -> None:
    assert verdict.outcome([]) == "pass"


@pytest.mark.parametrize(
    ("findings", "consumers"),
    [
        pytest.param([found("/7", "no index")], [Consumers(3, ("a 2", "b 1"))], id="shown"),
        pytest.param([found("exchange 2: /7", "no index")], [Consumers(3, ("a 2", "b 1"))], id="in-an-exchange"),
        pytest.param([found("/0/id", "it is 3")], [Consumers()], id="in-part"),
        pytest.param(
            [found("/7", "no index"), found("/0/id", "it is 3")],
            [Consumers(4, ("a 2", "b 1", "c 3")), Consumers(4, ("c 3",))],
            id="both",
        ),
        pytest.param([found("/7", "no name")], [Consumers()], id="nobody-was-asked"),
        pytest.param([found("/7", "no index", "SHOULD")], [None], id="advice"),
    ],
)
def test_who_breaks(findings: list[Finding], consumers: list[Consumers | None]) -> None:
    assert [finding.consumers for finding in with_consumers(findings, (MISSING, BOTH))] == consumers


def shown(name: str, mode: Any, at_front: bool = False) -> Trial:
    """Return an exchange whose answer has a deviation. The answer is a provider's, or a gateway's at its front."""
    trial = deviated.case(DEVIATIONS[name], mode).untried()[0]
    response = msgspec.structs.replace(trial.recorded.response, body=deviated.bodies(DEVIATIONS[name], mode)[1])
    changed = msgspec.structs.replace(trial, recorded=msgspec.structs.replace(trial.recorded, response=response))
    return msgspec.structs.replace(trial, front=changed, played=True) if at_front else changed


@pytest.mark.parametrize("at_front", [False, True], ids=["provider", "gateway"])
@pytest.mark.parametrize(
    ("name", "mode", "check", "outcome"),
    [
        ("chat-choice-index-missing", "stream", RESPONSE_SCHEMA, "fail"),
        ("chat-finish-reason-missing", "stream", RESPONSE_SCHEMA, "warn"),
        ("chat-call-index-shared", "stream", ANSWER_RULES, "fail"),
        ("responses-sequence-number-skips", "stream", ANSWER_RULES, "warn"),
    ],
)
def test_only_what_a_library_breaks_on_fails(
    name: str, mode: Any, check: Check, outcome: Outcome, at_front: bool
) -> None:
    looked = (FRONT if at_front else check).look(shown(name, mode, at_front))
    assert verdict.outcome(looked) == outcome
    assert {bool(finding.consumers and finding.consumers.breaks) for finding in looked} == {outcome == "fail"}
    assert all(finding.consumers and finding.consumers.asked for finding in looked)


@pytest.mark.parametrize("deviation", DEVIATIONS.values(), ids=DEVIATIONS)
def test_libraries_were_run_on_each_deviation(deviation: Deviation) -> None:
    for mode in deviation.modes:
        known = [known.patterns for known in tried(deviation.dialect, mode)]
        assert deviation.patterns(mode) in known, f"{mode}: no library was tested; run tools/consumers/run.py"


def test_in_words() -> None:
    some = msgspec.structs.replace(found("/0", "no index"), consumers=Consumers(3, ("a 2", "b 1")))
    none = msgspec.structs.replace(found("/1", "no id"), consumers=Consumers(1))
    nobody = msgspec.structs.replace(found("/2", "no name"), consumers=Consumers())
    assert in_words([some, some]) == "/0: no index; /0: no index (this deviation breaks 2 of 3 libraries: a 2, b 1)"
    assert in_words([none, nobody, found("x", "y")]) == (
        "/1: no id; /2: no name; x: y "
        "(this deviation breaks none of 1 library; no library was tested with this deviation)"
    )
    assert in_words([found("x", "y")]) == "x: y"


EVENT = 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"Extra data"}}\n\n'
ERROR = ProviderError(message="Extra data", kind="api_error")


@pytest.mark.parametrize(
    ("status", "body", "error", "asked_for"),
    [
        (200, "", None, True),
        (200, EVENT, ERROR, False),
        (500, EVENT, ERROR, False),
        (500, "{}", None, False),
    ],
    ids=["an answer", "an error event", "a status and an error", "a status"],
)
def test_a_word_for_why_it_ended_is_asked_of_answers_alone(
    status: int, body: str, error: ProviderError | None, asked_for: bool
) -> None:
    """Check that an error at a gateway's front needs no finish reason. Another check compares the error."""
    trial = open_case(CassetteName("anthropic", "anthropic_messages", "call-single", "stream")).untried()[0]
    recorded = trial.recorded.response
    start = recorded.body.partition(b"event: message_delta")[0]
    response = msgspec.structs.replace(recorded, status=status, body=start + body.encode())
    handed = msgspec.structs.replace(trial, recorded=msgspec.structs.replace(trial.recorded, response=response))
    read = Response(parts=(), finish=Finish(reason="error" if error else "stop"), error=error)
    at_front = msgspec.structs.replace(trial, front=handed, played=True, attempt=Read(trial.recorded.request, read))
    assert ("finish" in {finding.path for finding in FRONT.look(at_front)}) is asked_for
