"""Tests of the counts in a gate's report."""

import msgspec

from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Talk, Task
from conformance.gate.page import Page
from conformance.gate.verdict import hold
from conformance.judge.result import Results
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.verdicts import judge


class GoesElsewhere(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield from super().converse(msgspec.structs.replace(task, base_url=f"{task.base_url}/nowhere"))


class DeclinesResults(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        yield next(super().converse(task))
        raise Unsupported("no word for a result")


def _counts(adapter: ReferenceClient, scenario: str) -> dict[str, int]:
    results = judge(open_case(CassetteName("openai", "openai_chat", scenario, "plain")), adapter)
    verdict = hold(Results(adapter="some", results=results), (), None, lambda _: True)
    return Page(verdict=verdict, adapter_options="").counts


def test_nothing_passes_in_a_case_of_which_no_answer_came() -> None:
    counts = _counts(GoesElsewhere(), "choice-required")
    assert counts["pass"] == 0
    assert counts["right, and not answered"] > 0
    assert counts["fail, silently"] > 0
    answered = _counts(ReferenceClient(), "call-single")
    assert answered["pass"] > 0
    assert "right, and not answered" not in answered


def test_nothing_passes_in_a_case_whose_subject_was_declined() -> None:
    counts = _counts(DeclinesResults(), "result-json")
    assert counts["pass"] == 0
    assert counts["unsupported"] > 0
