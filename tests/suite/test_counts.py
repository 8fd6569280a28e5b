"""Tests of the counts in a gate's report."""

import msgspec

from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Talk, Task
from conformance.gate.page import Page
from conformance.gate.rendering import to_markdown, to_text
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


class LosesCalls(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        reading = next(talk)
        while reading is not None:
            results = yield msgspec.structs.replace(reading, calls=())
            try:
                reading = talk.send(results)
            except StopIteration:
                return


def _page(adapter: ReferenceClient, *scenarios: str) -> Page:
    names = (CassetteName("openai", "openai_chat", scenario, "plain") for scenario in scenarios)
    results = tuple(result for name in names for result in judge(open_case(name), adapter))
    verdict = hold(Results(adapter="some", results=results), (), None, lambda _: True)
    return Page(verdict=verdict, adapter_options="")


def _counts(adapter: ReferenceClient, scenario: str) -> dict[str, int]:
    return _page(adapter, scenario).counts


def test_counts_that_need_a_word_are_explained() -> None:
    page = _page(GoesElsewhere(), "choice-required")
    number = page.counts["right, and not answered"]
    for shown in (to_text(page), to_markdown(page)):
        assert "Pass only for the request: these cases ended before the adapter returned the answer" in shown
        assert "Not-observed: the check could not judge." in shown
    assert f", {number} pass only for the request, " in to_text(page)
    right = to_text(_page(ReferenceClient(), "call-single"))
    assert "Not-observed" not in right
    assert "only for the request" not in right


def test_a_cause_counts_written_scenarios_apart_from_generated_conversations() -> None:
    generated = ("generated-1-0", "generated-1-1", "generated-1-2", "generated-1-3")
    page = _page(LosesCalls(), "call-single", "call-parallel", *generated)
    [first, *_] = (cause for cause in page.causes if len(cause.cause.scenarios) > 2)
    written = sum(name.startswith("call-") for name in first.cause.scenarios)
    conversations = len(first.cause.scenarios) - written
    words = f"{written} scenarios and {conversations} generated conversation"
    assert first.scenarios.removesuffix("s") == words
    assert f"    {words}" in to_text(page)
    assert f"| {words}" in to_markdown(page)


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
