"""Tests with mutants of a case's stream: the reference is right as a codec and as a client, and wrong adapters fail."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from conformance.adapters.codec import Unsupported
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.wire import Reading, Talk, Task
from conformance.cli.judging import selection
from conformance.judge.result import Result
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import cassettes, legal_of, mutants_of, usual_of
from conformance.suite.mutated import judge_streams
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Finish, Reasoning, Response, Text, ToolCall
from toolwire.providers import owner

PARALLEL = CassetteName("openai", "openai_chat", "call-parallel", "stream")


def judged(adapter: Any, name: CassetteName = PARALLEL) -> list[Result]:
    return list(judge_streams(open_case(name), adapter, lambda case: "/mutant-" in case))


def outcomes(results: list[Result]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for result in results:
        found.setdefault(result.outcome, set()).add(result.check.removeprefix("mutant-"))
    return found


@pytest.mark.parametrize("adapter", [ReferenceAdapter(), ReferenceClient()], ids=["codec", "wire"])
@pytest.mark.parametrize("scenario", ["call-parallel", "call-with-text"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_reference(dialect: str, scenario: str, adapter: Any) -> None:
    name = CassetteName(owner(dialect), dialect, scenario, "stream")
    results = judged(adapter, name)
    assert [result.id for result in results] == [f"{name}/mutant-{mutant.id}" for mutant in mutants_of(name)]
    assert set(outcomes(results)) <= {"pass", "not-applicable"}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_reference_reads_the_mutants_of_every_scenario(dialect: str) -> None:
    names = [name for name in cassettes(owner(dialect)) if name.dialect == dialect and name.mode == "stream"]
    results = [result for name in names for result in judged(ReferenceAdapter(), name)]
    assert {result.id: result.outcome for result in results if result.outcome not in ("pass", "not-applicable")} == {}
    assert results


def test_one_mutant_alone() -> None:
    wanted = f"{PARALLEL}/mutant-cut-inside"
    (result,) = judge_streams(open_case(PARALLEL), ReferenceAdapter(), wanted.__eq__)
    assert (result.id, result.outcome) == (wanted, "pass")


@pytest.mark.parametrize(("check", "mutants"), [("mutant-cut-inside", True), ("calls", False)])
def test_the_id_of_a_mutant_asks_for_mutants(check: str, mutants: bool) -> None:
    assert selection(ids=(f"{PARALLEL}/{check}",)).mutants is mutants


def test_plain_answers_have_their_own_and_refusals_none() -> None:
    plain = judged(ReferenceAdapter(), msgspec.structs.replace(PARALLEL, mode="plain"))
    assert {result.check for result in plain} == {mutant.check for mutant in PLAIN_MUTANTS}
    assert {result.outcome for result in plain} == {"pass"}
    assert not judged(ReferenceAdapter(), msgspec.structs.replace(PARALLEL, scenario="reject-missing-result"))


class Whole(ReferenceAdapter):
    """An adapter that shows every answer and every call as complete."""

    def decode(self, dialect: str, response: Any) -> Response:
        read = super().decode(dialect, response)
        parts = tuple(
            msgspec.structs.replace(part, complete=True) if isinstance(part, ToolCall) else part for part in read.parts
        )
        reason: Any = "tool_calls" if read.calls else "stop"
        return Response(parts=parts, finish=msgspec.structs.replace(read.finish, reason=reason))


CUTS = {"cut-after-first", "cut-before-last", "cut-between", "cut-inside"}


def test_a_call_that_was_cut_and_is_presented_as_complete() -> None:
    results = judged(Whole())
    failed = outcomes(results)["fail"]
    assert failed >= CUTS
    assert {result.silent for result in results if result.outcome == "fail"} == {True}
    found = {result.check: result for result in results}["mutant-cut-inside"]
    assert any(
        "was cut, but is shown as complete" in finding.message and finding.path.startswith("place ")
        for finding in found.findings
    )
    assert found.seen is not None
    assert "ends with `interrupted`" in found.seen.expected


class Fetches(ReferenceClient):
    """An adapter that shows the part before a lost connection as the whole answer."""

    def converse(self, task: Task) -> Talk:
        reading = next(super().converse(task))
        finish = "tool_calls" if reading.finish == "interrupted" else reading.finish
        yield msgspec.structs.replace(
            reading, finish=finish, calls=tuple(msgspec.structs.replace(call, complete=True) for call in reading.calls)
        )


def test_a_connection_that_is_lost() -> None:
    wanted = f"{PARALLEL}/mutant-cut-dropped"
    outcomes = []
    for adapter in (ReferenceClient(), Fetches(), ReferenceAdapter()):
        (result,) = judge_streams(open_case(PARALLEL), adapter, wanted.__eq__)
        outcomes.append((result.outcome, result.silent))
    assert outcomes == [("pass", False), ("fail", True), ("not-applicable", False)]


class Raises(ReferenceAdapter):
    """An adapter that raises an error for every answer that does not end normally."""

    def decode(self, dialect: str, response: Any) -> Response:
        read = super().decode(dialect, response)
        if read.finish.reason not in ("stop", "tool_calls"):
            raise ValueError("cut")
        return read


def test_an_exception_is_reported_and_loses_what_came_before() -> None:
    found = outcomes(judged(Raises()))
    assert "fail" not in found
    assert found["warn"] >= CUTS


class Fussy(ReferenceAdapter):
    """An adapter that raises an error for streams without the second call's index."""

    def decode(self, dialect: str, response: Any) -> Response:
        if b'"index":1' not in response.body:
            raise ValueError("no index")
        return super().decode(dialect, response)


def test_an_exception_where_a_right_reading_shows_the_same() -> None:
    results = {result.check: result for result in judged(Fussy())}
    missing = results["mutant-index-missing"]
    assert (missing.outcome, missing.silent) == ("warn", False)
    message = (
        "expected the same answer as without the change, got ValueError: no index (tests/doors/gate/test_mutants.py:"
    )
    assert missing.findings[0].message.startswith(message)


class Forgiving(ReferenceAdapter):
    """An adapter that shows the whole recorded answer where the reference finds malformed bytes."""

    def __init__(self) -> None:
        self._whole: Response | None = None

    def decode(self, dialect: str, response: Any) -> Response:
        read = super().decode(dialect, response)
        self._whole = self._whole or read
        return self._whole if read.finish.reason == "malformed" else read


def test_to_read_all_of_a_stream_that_is_malformed_is_no_fault() -> None:
    name = CassetteName("anthropic", "anthropic_messages", "call-single", "stream")
    results = {result.check: result for result in judged(Forgiving(), name)}
    assert results["mutant-index-missing"].outcome == "pass"


class Changes(ReferenceAdapter):
    """An adapter that reads the first answer right, and every other answer wrong."""

    def __init__(self, **changes: Any) -> None:
        self._changes = changes
        self._seen: bytes | None = None

    def decode(self, dialect: str, response: Any) -> Response:
        read = super().decode(dialect, response)
        self._seen = self._seen or response.body
        return read if response.body == self._seen else msgspec.structs.replace(read, **self._changes)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"parts": ()}, "calls"),
        ({"parts": (Text(text="more"),)}, "text"),
        ({"parts": (Reasoning(text="hm"),)}, "reasoning"),
        ({"finish": Finish(reason="stop")}, "finish"),
    ],
    ids=["calls", "text", "reasoning", "finish"],
)
def test_readings_that_change_with_the_stream(changes: Any, path: str) -> None:
    results = {result.check: result for result in judged(Changes(**changes))}
    changed = results["mutant-index-zero"]
    assert changed.outcome == "fail"
    assert path in {finding.path for finding in changed.findings}


def test_what_is_declined() -> None:
    class Declines(ReferenceClient):
        def converse(self, task: Task) -> Iterator[Reading]:  # type: ignore[override]
            raise Unsupported("no streams")
            yield

    declined = outcomes(judged(Declines()))
    judged_always = {mutant.id for mutant in (*legal_of(PARALLEL), *usual_of(PARALLEL))}
    assert declined == {"unsupported": declined["unsupported"], "not-applicable": judged_always}


def test_a_stream_that_is_not_read_as_it_was() -> None:
    class Breaks(ReferenceAdapter):
        def decode(self, *_: Any) -> Response:
            raise ValueError("never")

    results = judged(Breaks())
    assert set(outcomes(results)) == {"not-applicable"}
    assert "does not read the recorded stream: ValueError: never" in results[0].findings[0].message


def test_the_finish_is_not_compared_where_it_is_not_shown() -> None:
    class NoFinish(ReferenceClient):
        hello = msgspec.structs.replace(ReferenceClient.hello, shows=("ids",))

        def converse(self, task: Task) -> Talk:
            reading = next(super().converse(task))
            yield msgspec.structs.replace(reading, finish=None, error=None)

    results = judged(NoFinish())
    failed = outcomes(results).get("fail", set())
    assert "cut-after-first" in failed, "a reading that hides a lost end passes"
    assert "index-zero" not in failed
