import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.judge.finding import Finding
from conformance.judge.result import Result, Results
from conformance.report import markdown
from conformance.report.adapters import Judged, Library, Trouble
from conformance.report.changes import State, changes, of_library, of_results

RESULT = Result(
    id="openai/openai_chat/call-single/plain/calls", provider="openai", dialect="openai_chat", scenario="call-single",
    mode="plain", check="calls", capability="single-call", party="adapter", adapter="a", outcome="pass",
    origin="documented", date="2026-11-21", models=("m",),
)  # fmt: skip


def results(*those):
    return of_results(Results(adapter="a", results=those))


def with_outcome(outcome, *messages):
    return msgspec.structs.replace(
        RESULT, outcome=outcome, findings=tuple(Finding(path="", message=message) for message in messages)
    )


@pytest.mark.parametrize(
    ("before", "after", "direction"),
    [
        (with_outcome("pass"), with_outcome("fail", "lost"), "worse"),
        (with_outcome("fail", "lost"), with_outcome("pass"), "better"),
        (with_outcome("pass"), with_outcome("unsupported", "no"), "worse"),
        (with_outcome("unsupported", "no"), with_outcome("fail", "lost"), "worse"),
        (with_outcome("warn", "order"), with_outcome("pass"), "better"),
        (with_outcome("fail", "lost"), with_outcome("fail", "twice"), "other"),
    ],
    ids=["pass to fail", "fail to pass", "pass to declined", "declined to fail", "warn to pass", "fail to fail"],
)
def test_what_changed_is_better_worse_or_something_else(before, after, direction):
    (change,) = changes(results(before), results(after))
    assert change.direction == direction


def test_the_same_is_no_change():
    assert changes(results(RESULT), results(RESULT)) == ()


def test_what_is_there_on_one_side_alone_is_new_or_gone():
    assert [change.direction for change in changes(results(), results(RESULT))] == ["new"]
    assert [change.direction for change in changes(results(RESULT), results())] == ["gone"]


def test_what_had_nothing_to_judge_and_passes_now_is_a_change():
    (change,) = changes(results(with_outcome("not-applicable")), results(RESULT))
    assert change.direction == "other"


REST = {"first/plain": "a", "second/plain": "b", "third/plain": "c"}


def library(version, by="code", rests=REST, **verdicts):
    cases = {f"{name}/plain": verdict for name, verdict in verdicts.items()}
    troubles = tuple(
        Trouble(cases=(case,), verdict=verdict, checks={"played": ("no",), "calls": (f"{verdict} by <it>",)})
        for case, verdict in cases.items()
        if verdict not in ("pass", "declined")
    )
    declined = {"no word": tuple(case for case, verdict in cases.items() if verdict == "declined")}
    judged = Judged(
        provider="openai", dialect="openai_chat", scenarios="s", cassettes="c", outcomes={}, capabilities={},
        troubles=troubles, declined=declined, cases=cases, rests={case: rests[case] for case in cases},
    )  # fmt: skip
    installed = {"lib": version}
    date = "2026-11-21"
    return Library(
        name="lib", version=version, language="python", date=date, installed=installed, judged=(judged,), by=by
    )


def test_two_versions_of_a_library_are_held_against_each_other_case_by_case():
    found = of_library(
        library("1", first="silent", second="pass", third="raised"),
        library("2", first="pass", second="declined", third="raised"),
    )
    assert (found.compared, found.same, found.incomparable) == (3, 1, {})
    assert found.counts == {"worse": 1, "better": 1, "other": 0}
    worse, better = found.changes
    assert (worse.id, worse.after.reasons) == ("openai/openai_chat/second/plain", ("declined: no word",))
    assert (better.id, better.before.reasons) == (
        "openai/openai_chat/first/plain",
        ("calls: silent by <it>", "played: no"),
    )


@pytest.mark.parametrize(
    ("before", "after", "direction"),
    [
        ("pass", "silent", "worse"),
        ("raised", "silent", "worse"),
        ("declined", "raised", "worse"),
        ("warn", "pass", "better"),
        ("undecided", "warn", "better"),
    ],
)
def test_an_error_is_better_than_silence_and_to_decline_than_to_fail(before, after, direction):
    (change,) = of_library(library("1", first=before), library("2", first=after)).changes
    assert change.direction == direction


def test_what_was_wrong_before_and_is_no_longer_raised_is_not_worse():
    before = {"case": State(outcome="raised", reasons=("answered: no connection", "request-schema: no such key"))}
    for findings, direction in ((("request-schema: no such key",), "other"), (("calls: one is lost",), "worse")):
        after = {"case": State(outcome="silent", reasons=findings)}
        (change,) = changes(before, after)
        assert change.direction == direction
        (back,) = changes(after, before)
        assert back.direction == {"other": "other", "worse": "better"}[direction]


def test_an_id_that_is_made_up_in_every_run_is_no_change():
    def with_id(version, made):
        found = library(version, first="silent")
        trouble = msgspec.structs.replace(found.judged[0].troubles[0], checks={"calls": (f"found {made}",)})
        return msgspec.structs.replace(
            found, judged=(msgspec.structs.replace(found.judged[0], troubles=(trouble,)),)
        )  # fmt: skip

    first, second = "b48980f8-a029-4609-8da7-b35789248f2d", "4bd5263a-4684-4ff1-9fd8-5ef7ccf84985"
    assert of_library(with_id("1", first), with_id("2", second)).changes == ()
    assert of_library(with_id("1", f"{first[:20]} ..."), with_id("2", f"{second[:20]} ...")).changes == ()
    assert of_library(with_id("1", "call 1"), with_id("2", "call 2")).counts["other"] == 1


@pytest.mark.parametrize(
    "codes", [("code", "other"), ("", ""), ("", "code")], ids=["other code", "no code", "no code before"]
)
def test_what_other_code_of_ours_judged_is_not_compared(codes):
    found = of_library(library("1", by=codes[0], first="pass"), library("2", by=codes[1], first="silent"))
    assert (found.compared, found.changes) == (0, ())
    assert [*found.incomparable.values()] == [("openai/openai_chat/first/plain",)]


def test_what_rests_on_other_data_is_not_compared():
    newer = library("2", rests=REST | {"first/plain": "z"}, first="silent", second="silent")
    found = of_library(library("1", first="pass", second="pass", third="pass"), newer)
    assert (found.compared, [change.id for change in found.changes]) == (1, ["openai/openai_chat/second/plain"])
    assert set(found.incomparable.values()) == {
        ("openai/openai_chat/first/plain",), ("openai/openai_chat/third/plain",)
    }  # fmt: skip


VERDICTS = st.dictionaries(
    st.sampled_from(("first", "second", "third")), st.sampled_from(("pass", "warn", "silent", "raised", "declined"))
)


@given(VERDICTS, VERDICTS)
def test_the_other_way_round_what_got_better_got_worse(old, new):
    there = of_library(library("1", **old), library("2", **new))
    back = of_library(library("2", **new), library("1", **old))
    assert (there.counts["better"], there.counts["worse"]) == (back.counts["worse"], back.counts["better"])
    assert (there.compared, there.incomparable) == (back.compared, back.incomparable)
    assert of_library(library("1", **old), library("1", **old)).changes == ()


def test_the_notes_say_what_changed_and_nothing_where_nothing_is_kept():
    found = of_library(library("1", first="silent", second="raised"), library("2", first="pass", second="silent"))
    page = markdown.to_changes([found])
    assert page.startswith(markdown.CHANGES)
    assert "1 better, 1 worse, 0 different but neither better nor worse, 0 the same" in page
    assert "| better | openai, openai_chat | first/plain | silent: calls: silent by \\<it\\> | pass |" in page
    assert markdown.to_changes([]) == ""
