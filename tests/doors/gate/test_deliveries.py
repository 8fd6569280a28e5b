"""Tests with streams in other pieces and in other legal forms: wrong clients fail, and right clients pass."""

from collections import Counter
from typing import Any

import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Talk, Task
from conformance.cli.judging import selection
from conformance.judge.cause import Cause, causes
from conformance.judge.result import Result
from conformance.mutants.streams import MUTANTS
from conformance.mutants.streams.delivery import DELIVERIES
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import all_streams, cassettes, legal_streams, usual_streams
from conformance.suite.mutated import judge_streams
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner

from .pieces import RIGHT, WRONG, OfPieces

UNICODE = "call-unicode-arguments"


def name_of(dialect: str) -> CassetteName:
    return CassetteName(owner(dialect), dialect, UNICODE, "stream")


def judged(adapter: Any, dialect: str = "openai_chat") -> list[Result]:
    name = name_of(dialect)
    checks = legal_streams(name)
    return list(judge_streams(open_case(name), adapter, lambda case: case.rpartition("/")[2] in checks))


def failing(results: list[Result]) -> set[str]:
    return {result.check for result in results if result.outcome == "fail"}


@pytest.mark.parametrize("adapter", [ReferenceAdapter(), ReferenceClient()], ids=["codec", "wire"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_reference_reads_all_of_them(dialect: str, adapter: Any) -> None:
    results = judged(adapter, dialect)
    assert {result.check for result in results} == legal_streams(name_of(dialect))
    assert {result.outcome for result in results} <= {"pass", "not-applicable"}


@pytest.mark.parametrize("client", RIGHT)
def test_a_right_client_reads_all_of_them(client: str) -> None:
    assert {result.outcome for result in judged(OfPieces(RIGHT[client]))} <= {"pass", "not-applicable"}


ALL_BUT_WHOLE_EVENTS = {
    "delivery-across-events", "delivery-inside-characters", "delivery-inside-line-ends", "delivery-few-bytes",
    "delivery-byte-by-byte",
}  # fmt: skip
CAUGHT: dict[str, tuple[str, set[str]]] = {
    "decodes-each-piece": ("openai_chat", {"delivery-inside-characters", "delivery-byte-by-byte"}),
    "decodes-each-piece-and-raises": ("openai_chat", {"delivery-inside-characters", "delivery-byte-by-byte"}),
    "takes-pieces-for-events": ("anthropic_messages", ALL_BUT_WHOLE_EVENTS),
    "takes-the-first-event-of-a-piece": (
        "openai_chat",
        {"delivery-whole", "delivery-events-together", *ALL_BUT_WHOLE_EVENTS} - {"delivery-byte-by-byte"},
    ),
    "raises-on-crlf": ("openai_responses", {"mutant-lines-crlf"}),
    "raises-on-comments": ("openai_chat", {"mutant-comments", "mutant-keepalive-comments"}),
    "raises-on-ids": ("cohere_v2", {"mutant-id-and-retry"}),
    "raises-on-a-mark": ("mistral_chat", {"mutant-byte-order-mark"}),
    "ends-lines-at-line-separators": ("gemini_generate", {"mutant-line-separators"}),
}


@pytest.mark.parametrize("client", WRONG)
def test_a_wrong_client_is_caught(client: str) -> None:
    dialect, checks = CAUGHT[client]
    assert failing(judged(OfPieces(WRONG[client]), dialect)) == checks


def cause_of(client: str) -> list[Cause]:
    dialect, _ = CAUGHT[client]
    return list(causes(judged(OfPieces(WRONG[client]), dialect)))


def test_the_cause_is_named_once_with_the_end_of_a_piece_that_suffices() -> None:
    [cause] = cause_of("decodes-each-piece")
    assert (cause.id, cause.effect, cause.silent) == ("delivery/inside-characters", "call", True)
    assert cause.heading.startswith("A stream that arrives in pieces that end inside characters is read differently: ")
    messages = [finding.message for finding in cause.smallest.findings if finding.level == "MAY"]
    assert len(messages) == 1
    assert messages[0].startswith("the adapter fails if a piece ends between '")
    assert "m\\xc3' and '\\xb8r" in messages[0]


def test_an_exception_is_not_silent() -> None:
    [cause] = cause_of("decodes-each-piece-and-raises")
    assert (cause.id, cause.effect, cause.silent) == ("delivery/inside-characters", "call", False)
    assert "got UnicodeDecodeError: 'utf-8' codec can't decode byte 0xc3" in cause.heading


def test_to_raise_on_a_legal_form_is_a_failure_of_its_own() -> None:
    [cause] = cause_of("raises-on-ids")
    assert (cause.id, cause.effect, cause.silent) == ("stream/id-and-retry/not-read", "call", False)
    heading = "A legal stream is not read (Events have `id:` and `retry:` lines): expected the same answer"
    assert cause.heading.startswith(heading)


def test_no_end_of_a_piece_is_to_blame_where_a_whole_stream_is_misread() -> None:
    [cause] = [cause for cause in cause_of("takes-the-first-event-of-a-piece") if cause.id == "delivery/whole"]
    assert not any(finding.level == "MAY" for finding in cause.smallest.findings)


def test_what_is_no_stream_as_it_was_recorded_is_judged_by_other_checks() -> None:
    class Breaks(ReferenceClient):
        def converse(self, task: Task) -> Talk:
            raise ValueError("never")
            yield

    class Declines(ReferenceClient):
        def converse(self, task: Task) -> Talk:
            raise Unsupported("no streams")
            yield

    for adapter in (Breaks(), Declines()):
        assert {result.outcome for result in judged(adapter)} == {"not-applicable"}


def test_every_gate_does_something_to_each_stream_and_all_of_it_to_some() -> None:
    streams = [name for name in cassettes() if name.dialect in DIALECTS and name.mode == "stream"]
    done = Counter(check for name in streams for check in usual_streams(name))
    mutants = {check for name in streams for check in all_streams(name) if check.startswith("mutant-")}
    assert {*done} == {delivery.check for delivery in DELIVERIES if delivery.usual} | mutants
    assert mutants >= {mutant.check for mutant in MUTANTS if mutant.usual}
    assert all(usual_streams(name) <= all_streams(name) for name in streams)
    assert {bool(usual_streams(name)) == bool(all_streams(name)) for name in streams} == {True}


@pytest.mark.parametrize(
    ("options", "checks"),
    [
        ({}, set()),
        ({"deliveries": "usual"}, usual_streams(name_of("openai_chat"))),
        ({"deliveries": "all"}, all_streams(name_of("openai_chat"))),
        ({"ids": (f"{name_of('openai_chat')}/delivery-byte-by-byte",)}, {"delivery-byte-by-byte"}),
    ],
    ids=["none", "usual", "all", "one"],
)
def test_what_is_asked_for(options: Any, checks: set[str]) -> None:
    chosen = selection(**{"ids": (str(name_of("openai_chat")),), **options}).cases()
    assert {case.check for case in chosen if case.check.startswith(("delivery-", "mutant-"))} == checks
