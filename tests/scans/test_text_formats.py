"""Tests of every text format in the suite: the reference passes everything, and the reports have the format."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.finding import Finding
from conformance.judge.result import Result, Results
from conformance.judge.text_checks import EXPRESSED, TEXT_CHECKS
from conformance.mutants.streams.mutant import MUTANT
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import names
from conformance.recording.text_case import open_text_case
from conformance.report import markdown, matrix
from conformance.report.text_formats import overview, to_page
from conformance.scenarios import load
from conformance.standins.script import Turn, TurnCall
from conformance.standins.text_formats import CannotSay, write, written
from conformance.suite.text_formats import checks, judge
from tests.suite.test_text_formats import CALL, NEW, SOME, Broken, Nobody, every, once, spelled, valued
from tests.test_suite import TELLING_TEXTS, TEXTS, report
from toolwire.model import Response
from toolwire.text import FORMATS


@pytest.fixture(scope="module")
def passed() -> list[Result]:
    return every(ReferenceAdapter(), [name for name in names() if name.scenario in SOME])


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in TELLING_TEXTS], ids=str)
def test_call_in_text(name: CassetteName, subtests: pytest.Subtests) -> None:
    report(judge(open_text_case(name), ReferenceAdapter()), subtests)


def test_every_format_is_written_and_read() -> None:
    assert written().keys() == {text_format.name for text_format in FORMATS} == {*ReferenceAdapter.text_formats}
    assert {name.dialect for name in names()} == written().keys()
    some = [name for name in names() if name.scenario in SOME]
    assert {f"{name}/{check}" for name in some for check in checks(name)} == {
        result.id for name in some for result in judge(open_text_case(name), Nobody())  # type: ignore[arg-type]
    }  # fmt: skip


def test_the_reference_reads_what_is_written(passed: list[Result]) -> None:
    assert [
        f"{result.id}: {result.findings}" for result in passed if result.outcome not in ("pass", "not-applicable")
    ] == []
    assert {result.check for result in passed if result.outcome == "pass"} == {
        EXPRESSED, *(check.name for check in TEXT_CHECKS), *(f"{MUTANT}{mutant.id}" for mutant in TEXT_MUTANTS),
    }  # fmt: skip
    assert all(result.origin == "documented" and result.date for result in passed)


def test_what_cannot_be_expressed_has_its_reason(passed: list[Result]) -> None:
    unsaid = [result for result in passed if result.check == EXPRESSED and result.outcome == "not-applicable"]
    assert unsaid
    assert all(result.findings[0].message for result in unsaid)
    for name, turn in {
        "react": Turn.usual(calls=(CALL, CALL)),
        "phi4": Turn.usual(text="a", calls=(CALL,)),
        "hermes": Turn.usual(calls=(TurnCall(name="now", arguments="x", custom=True),)),
        "sentinel": Turn.usual(reasoning="a"),
        "glm": Turn.usual(calls=(TurnCall(name="later", arguments="{}"),)),
    }.items():
        with pytest.raises(CannotSay):
            write(name, turn, ["now"])


def test_each_format_is_asked_for_tags_names_and_equal_calls() -> None:
    """Check an adapter that cleans values, shortens names and drops equal calls. It fails in each format with them."""

    def drops_it_all(answer: Response, pieces: Sequence[str]) -> Response:
        cleaned = once(valued(lambda text: text.replace("&lt;", "").replace("<", ""))(answer, pieces), pieces)
        return spelled(lambda name: name[:60].lower())(cleaned, pieces)

    of = [name for name in names() if name.scenario == "call-single" and name.mode == "plain"]
    reader = Broken(drops_it_all)
    found = [result for result in every(reader, of) if result.outcome == "fail"]
    failed = {check: {result.dialect for result in found if result.check == check} for check in NEW}
    formats = {name.dialect for name in of}
    once_only = {name for name, how in written().items() if how.one_call}
    assert failed == {
        "text-tag-in-value": formats,
        "text-values": formats,
        "text-names": formats,
        "text-equal-calls": formats - once_only,
    }


def test_the_matrix_has_a_column_for_each_format(passed: list[Result]) -> None:
    built = matrix.build(Results(adapter="reference", results=tuple(passed)))
    assert [column.dialect for column in built.in_text.columns] == [text_format.name for text_format in FORMATS]
    assert built.spoken.columns == ()
    cells = {(row.capability, n): cell for row in built.rows for n, cell in enumerate(row.cells)}
    react = [text_format.name for text_format in FORMATS].index("react")
    assert cells["parallel-calls", react].excluded == ("call-parallel: an answer has at most one call",)
    assert cells["parallel-calls", react].handled is None
    evidence = cells["parallel-calls", 0].evidence
    assert evidence is not None
    assert (evidence.origin, evidence.date) == ("documented", written()["hermes"].retrieved)
    assert cells["parallel-calls", 0].marks.sign == "(✓)"
    assert cells["parallel-calls", react].marks.sign == "(–)"
    assert "## Calls in text" in markdown.to_markdown(built)


def test_the_page_names_the_parsers_elsewhere(passed: list[Result]) -> None:
    page = to_page(passed)
    assert "| glm | GLM 4.5 and later | glm4, glm4_5, glm4_moe | glm45, glm47 | glm45, glm, glm47† |" in page
    assert "## Failed" not in page
    read = next(result for result in passed if result.party == "adapter" and result.outcome == "pass")
    finding = Finding(path="calls", message="none <of> them")
    wrong = replace(read, outcome="fail", findings=(finding,))
    assert f"- {read.id}: calls: none \\<of\\> them" in to_page([wrong])


def test_counts_are_those_of_the_results(passed: list[Result]) -> None:
    seen = overview(passed)
    assert sum(seen.counts.values()) == len(passed)
    assert seen.counts["fail"] == 0
    assert set(seen.scenarios) == set(SOME)
    assert all(load(scenario).modes for scenario in seen.scenarios)
