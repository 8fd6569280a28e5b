"""Tests of marks. The verdicts on a cell's cases and their evidence decide the mark."""

from typing import Any, get_args

import msgspec
import pytest

from conformance.judge.finding import Effect, Finding
from conformance.judge.result import Result
from conformance.report import mark
from conformance.report.mark import (
    INKS,
    UNKNOWN,
    Broken,
    Ink,
    Known,
    Mark,
    Marks,
    Unknown,
    Unsupported,
    Verdict,
    Works,
    WorksExcept,
    kind,
    of_case,
    of_cases,
    of_provider,
    of_text,
)
from toolwire.providers import Declared

WORKS = Works(evidence="recorded")


def result(outcome: str = "pass", effect: Effect | None = None, **changes: Any) -> Result:
    given: dict[str, Any] = {
        "id": "openai/openai_chat/call-single/plain/predicates", "provider": "openai", "dialect": "openai_chat",
        "scenario": "call-single", "mode": "plain", "check": "predicates", "capability": "single-call",
        "party": "provider", "adapter": "some", "outcome": outcome, "origin": "recorded", "date": "2026-01-02",
        "models": ("m",), "findings": (Finding(path="", message="no", effect=effect),) if effect else (),
    }  # fmt: skip
    return Result(**(given | changes))


@pytest.mark.parametrize(
    ("cases", "expected"),
    [
        ({}, UNKNOWN),
        ({"a": "pass"}, WORKS),
        ({"a": "pass", "b": "warn", "c": "warn"}, Works(evidence="recorded", deviations=2)),
        ({"a": "warn"}, Works(evidence="recorded", deviations=1)),
        ({"a": "form"}, WorksExcept(evidence="recorded", reasons=("a has a form on which clients break",))),
        ({"a": "pass", "b": "silent"}, WorksExcept(evidence="recorded", reasons=("b fails",))),
        ({"a": "warn", "b": "raised"}, WorksExcept(evidence="recorded", reasons=("b fails",), deviations=1)),
        ({"a": "pass", "b": "declined"}, WorksExcept(evidence="recorded", reasons=("b is declined",))),
        ({"a": "pass", "b": "undecided"}, WorksExcept(evidence="recorded", reasons=("b is undecided",))),
        ({"a": "silent"}, Broken(evidence="recorded", reasons=("a fails",))),
        ({"a": "raised", "b": "declined"}, Broken(evidence="recorded", reasons=("a fails", "b is declined"))),
        ({"a": "declined"}, Unsupported(evidence="recorded", reasons=("a is declined",))),
        ({"a": "declined", "b": "undecided"}, Unknown(reasons=("a is declined", "b is undecided"))),
        ({"a": "undecided"}, Unknown(reasons=("a is undecided",))),
    ],
    ids=[
        "nothing", "all pass", "form in some", "form in all", "form on which clients break", "one fails",
        "one fails, one off form", "one declined",
        "one undecided", "all fail", "fails and declined", "all declined", "declined and undecided", "all undecided",
    ],
)  # fmt: skip
def test_the_cases_decide_the_mark(cases: dict[str, Verdict], expected: Mark) -> None:
    assert of_cases(cases, "recorded") == expected


@pytest.mark.parametrize(
    ("cases", "beside", "expected"),
    [
        ({"a": "pass"}, {}, Works(evidence="documented")),
        ({"a": "pass", "b": "silent"}, {}, WorksExcept(evidence="documented", reasons=("b fails",))),
        ({"a": "silent"}, {}, Broken(evidence="recorded", reasons=("a fails",))),
        ({}, {"a": "cannot be expressed"}, Unsupported(evidence="documented", reasons=("a cannot be expressed",))),
        ({"a": "declined"}, {}, Unsupported(evidence="recorded", reasons=("a is declined",))),
        ({"a": "undecided"}, {}, Unknown(reasons=("a is undecided",))),
    ],
    ids=["read", "read in part", "misread", "the format cannot say it", "the adapter declines", "undecided"],
)
def test_what_is_read_of_a_written_text_is_documented_and_a_misreading_is_seen(
    cases: dict[str, Verdict], beside: dict[str, str], expected: Mark
) -> None:
    assert of_text(cases, beside) == expected


@pytest.mark.parametrize("evidence", INKS)
@pytest.mark.parametrize("verdict", get_args(Verdict))
def test_broken_is_only_what_was_observed(verdict: Verdict, evidence: Ink) -> None:
    observed = evidence in ("recorded", "surveyed")
    fails = verdict in ("silent", "raised")
    found = of_cases({"a": verdict}, evidence)
    assert isinstance(found, Broken) == (observed and fails)
    assert isinstance(found, Unknown) == (verdict == "undecided" or (fails and not observed))
    beside = of_cases({"a": verdict, "b": "pass"}, evidence)
    assert isinstance(beside, Works) == (verdict in ("pass", "warn") or (verdict == "form" and not observed))
    assert not isinstance(beside, Broken)


@pytest.mark.parametrize("effect", get_args(Effect))
def test_only_form_and_advice_do_not_break_a_case(effect: Effect) -> None:
    found = of_case([result("fail", effect)])
    if effect in ("form", "advice"):  # the form is a failure where clients break on it
        assert found == WorksExcept(evidence="recorded", reasons=("call-single has a form on which clients break",))
        assert of_case([result("fail", effect, origin="documented")]) == Works(evidence="documented", deviations=1)
    else:
        assert found == Broken(evidence="recorded", reasons=("call-single fails",))
    assert of_case([result("warn", effect)]) == Works(evidence="recorded", deviations=1)


def test_form_beside_a_loss_is_no_excuse() -> None:
    findings = (Finding(path="", message="a", effect="form"), Finding(path="", message="b", effect="call"))
    assert isinstance(of_case([result("fail", findings=findings)]), Broken)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"outcome": "error"}, "unknown"),
        ({"outcome": "not-observed"}, "unknown"),
        ({"outcome": "not-applicable"}, "unknown"),
        ({"outcome": "unsupported", "party": "adapter"}, "unsupported"),
        ({"outcome": "pass", "unexercised": True, "party": "adapter"}, "unsupported"),
        ({"outcome": "fail", "effect": "call", "origin": "documented"}, "unknown"),
        ({"outcome": "fail", "effect": "call", "origin": "by-dialect"}, "unknown"),
        ({"outcome": "fail", "effect": "call", "origin": "imported"}, "broken"),
        ({"outcome": "fail", "effect": "call", "origin": "documented", "party": "adapter"}, "broken"),
        ({"outcome": "fail", "effect": "call", "origin": "by-dialect", "party": "adapter"}, "broken"),
    ],
    ids=[
        "our error", "not observed", "nothing to judge", "declined", "subject not exercised", "documented failure",
        "inferred failure", "imported failure", "adapter with a documented answer", "adapter with an inferred answer",
    ],
)  # fmt: skip
def test_the_mark_of_a_case(changes: dict[str, Any], expected: str) -> None:
    assert kind(of_case([result(**changes)])) == expected


def claim(word: Any, note: str | None = None) -> Declared:
    return Declared(capability="single-call", claim=word, source="the vendor", retrieved="2026-11-21", note=note)


RECORDED: dict[Ink, dict[str, Verdict]] = {"recorded": {"a": "pass"}}
DENIED: dict[Ink, dict[str, Verdict]] = {"recorded": {"a": "raised"}}
OPEN: dict[Ink, dict[str, Verdict]] = {"recorded": {"a": "undecided"}}
DOCUMENTED: dict[Ink, dict[str, Verdict]] = {"documented": {"a": "pass"}}
INFERRED: dict[Ink, dict[str, Verdict]] = {"inferred": {"a": "pass"}}


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (Known(cases={}), UNKNOWN),
        (Known(cases=RECORDED | DOCUMENTED), WORKS),
        (Known(cases=DENIED, borne_out=9), Broken(evidence="recorded", reasons=("a fails",))),
        (Known(cases=OPEN, borne_out=9), Works(evidence="surveyed")),
        (Known(cases=OPEN), Unknown(reasons=("a is undecided",))),
        (Known(cases=DOCUMENTED, borne_out=9), Works(evidence="surveyed")),
        (
            Known(cases=INFERRED, borne_out=9, otherwise=1),
            WorksExcept(evidence="surveyed", reasons=("1 of 10 public exchanges show the contrary",)),
        ),
        (
            Known(cases=INFERRED, otherwise=2),
            Broken(evidence="surveyed", reasons=("2 of 2 public exchanges show the contrary",)),
        ),
        (Known(cases=DOCUMENTED, claim=claim("no")), Works(evidence="documented")),
        (Known(cases=INFERRED, claim=claim("yes")), Works(evidence="documented")),
        (Known(cases=INFERRED, claim=claim("no")),
         Unsupported(evidence="documented", reasons=("the provider states that it does not support this",))),
        (Known(cases=INFERRED, claim=claim("partly", "of some models")),
         WorksExcept(evidence="documented", reasons=("of some models",))),
        (Known(cases=INFERRED, claim=claim("unpublished")), Works(evidence="inferred")),
        (Known(cases={}, beside={"a": "cannot be expressed"}),
         Unsupported(evidence="documented", reasons=("a cannot be expressed",))),
        (Known(cases={}, beside={"a": "cannot be expressed"}, waiting=True), UNKNOWN),
        (Known(cases=DOCUMENTED, beside={"b": "cannot be expressed"}),
         WorksExcept(evidence="documented", reasons=("b cannot be expressed",))),
        (Known(cases={"documented": {"a": "raised"}}, claim=claim("yes")),
         Unknown(reasons=("a fails, documented and not observed",))),
    ],
    ids=[
        "nothing", "recorded first", "recorded before surveyed", "surveyed where nothing was observed", "not observed",
        "surveyed before documented", "some show the contrary", "all show the contrary", "answers before claims",
        "a claim before what is inferred", "says no", "says partly", "says nothing", "cannot be expressed",
        "could be tried", "cannot be expressed in part", "a documented failure",
    ],
)  # fmt: skip
def test_the_strongest_evidence_that_shows_anything_decides(known: Known, expected: Mark) -> None:
    assert of_provider(known) == expected


EXCEPT = WorksExcept(evidence="documented", reasons=("b fails",), deviations=1)


@pytest.mark.parametrize(
    ("marks", "sign", "words"),
    [
        (Marks(), "", "no scenario tests it"),
        (Marks(plain=WORKS, stream=WORKS), "✓", "works, recorded"),
        (Marks(stream=UNKNOWN), "?", "nobody knows"),
        (
            Marks(plain=Works(evidence="recorded", deviations=9), stream=Works(evidence="recorded", deviations=3)),
            "✓¹²",
            "plain: works, recorded, a deviation of form or a broken SHOULD in 9 cases; "
            "streamed: works, recorded, a deviation of form or a broken SHOULD in 3 cases",
        ),
        (
            Marks(plain=EXCEPT, stream=Works(evidence="inferred")),
            "(±)/≈✓¹",
            "plain: works with exceptions: b fails, documented, a deviation of form or a broken SHOULD in 1 case; "
            "streamed: works, inferred",
        ),
        (
            Marks(plain=Works(evidence="surveyed"), stream=Broken(evidence="recorded", reasons=("a fails",))),
            "✓°/✗",
            "plain: works, surveyed; streamed: broken: a fails, recorded",
        ),
        (Marks(plain=Unsupported(evidence="documented", reasons=("no",))), "(–)", "not supported: no, documented"),
    ],
    ids=["nothing", "alike", "one mode", "footnotes", "evidence differs", "marks differ", "not supported"],
)
def test_a_cell_as_text_and_in_words(marks: Marks, sign: str, words: str) -> None:
    assert (marks.sign, marks.words) == (sign, words)
    assert msgspec.json.decode(msgspec.json.encode(marks), type=Marks) == marks


def test_the_legend_explains_every_sign_and_every_kind_of_evidence() -> None:
    text = " ".join(mark.LEGEND)
    assert all(f"{sign} " in text for sign in mark.SIGNS.values())
    assert all(f" {mark.bare(Works(evidence=evidence))} " in f" {text}" for evidence in INKS)


def test_cells_are_counted_by_the_worse_of_their_marks() -> None:
    inferred, broken = Works(evidence="inferred"), Broken(evidence="recorded", reasons=("a fails",))
    cells = [
        Marks(),
        Marks(plain=UNKNOWN),
        Marks(plain=WORKS, stream=broken),
        Marks(plain=inferred),
        Marks(plain=WORKS),
    ]
    assert mark.tally([*cells, Marks(plain=WORKS, stream=inferred)]) == {"✓": 2, "≈✓": 1, "✗": 1, "?": 1}
