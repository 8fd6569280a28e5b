"""Tests of the root causes in a library's file, and of the table at the beginning of its page."""

import json
from typing import Any

import msgspec
import pytest

from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.wire import Talk, Task
from conformance.judge.result import Result
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.report import causes, markdown
from conformance.report.adapters import Library
from conformance.report.repro.kept import Kept
from conformance.suite.verdicts import judge


class LosesTheChoice(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield from super().converse(msgspec.structs.replace(task, tool_choice=None))


@pytest.fixture(scope="module")
def results() -> tuple[Result, ...]:
    names = (CassetteName("openai", "openai_chat", "choice-required", mode) for mode in ("plain", "stream"))
    return tuple(result for name in names for result in judge(open_case(name), LosesTheChoice()))


def library(**changes: Any) -> Library:
    given: dict[str, Any] = {"name": "some", "version": "1", "language": "python", "date": "2026-01-01"}
    return Library(**given | {"installed": {"some": "1"}, "judged": ()} | changes)


def test_a_cause_is_kept_with_its_cases_and_both_values(results: tuple[Result, ...]) -> None:
    (cause,) = causes.of_results(results)
    assert (cause.effect, cause.silent, cause.checks) == ("tools", True, ("request-matches",))
    assert cause.cases == tuple(f"openai/openai_chat/choice-required/{mode}" for mode in ("plain", "stream"))
    assert cause.subjects == ("openai/openai_chat",)
    assert '"tool_choice":"required"' in cause.expected
    assert '"tool_choice"' not in cause.actual


def test_long_texts_are_kept_in_part(results: tuple[Result, ...]) -> None:
    long = "x" * 5000
    findings = [
        msgspec.structs.replace(result, findings=(msgspec.structs.replace(result.findings[0], message=long),))
        for result in results
        if result.outcome == "fail"
    ]
    (cause, *_) = causes.of_results(findings)
    assert cause.finding.endswith(" more characters)")
    assert len(cause.finding) < 1300


def test_the_page_begins_with_the_causes(results: tuple[Result, ...]) -> None:
    begin, end = markdown.CAUSES
    kept = causes.of_results(results)
    page = markdown.to_causes(
        library(causes=kept, adapters=("some.module:Some",)), None, {kept[0].id: Kept(file="a.py")}
    )
    assert page.startswith(begin)
    assert page.endswith(end)
    assert "1 root cause" in page
    assert "\npip install some==1\n" in page
    assert "[a.py](repro/some/a.py)" in page
    assert "only the library: nobody can." in markdown.to_causes(
        library(causes=kept), None, {kept[0].id: Kept(why="nobody can")}
    )
    assert "| tools, silently |" in page
    assert f"\nconformance gate {kept[0].smallest} --adapter some.module:Some\n" in page
    assert '\n-  "tool_choice": "required"\n' in page
    assert msgspec.json.decode(msgspec.json.encode(library(causes=kept)), type=Library).causes == kept


def test_a_page_without_causes() -> None:
    assert "No case fails." in markdown.to_causes(library(causes=()))


def test_a_file_that_keeps_no_causes_claims_none() -> None:
    assert markdown.to_causes(library()) == ""
    assert "causes" not in json.loads(msgspec.json.encode(library()))
