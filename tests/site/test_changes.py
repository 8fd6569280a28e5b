import msgspec

from conformance.judge.finding import Finding
from conformance.report.results import Result, Results
from conformance.site.changes import changes

from ..each import each

ONE = Result(
    id="openai/openai_chat/call-single/plain/calls", provider="openai", dialect="openai_chat", scenario="call-single",
    mode="plain", check="calls", capability="single-call", subject="adapter", adapter="a", outcome="pass",
    origin="documented", date="2026-11-21", models=("m",),
)  # fmt: skip


def results(*those):
    return Results(adapter="a", results=those)


def with_outcome(outcome, *messages):
    return msgspec.structs.replace(
        ONE, outcome=outcome, findings=tuple(Finding(path="", message=one) for one in messages)
    )


@each(
    ("before", "after", "direction"),
    [
        (with_outcome("pass"), with_outcome("fail", "lost"), "worse"),
        (with_outcome("fail", "lost"), with_outcome("pass"), "better"),
        (with_outcome("pass"), with_outcome("unsupported", "no"), "worse"),
        (with_outcome("unsupported", "no"), with_outcome("fail", "lost"), "worse"),
        (with_outcome("warn", "order"), with_outcome("pass"), "better"),
        (with_outcome("fail", "lost"), with_outcome("fail", "twice"), "other"),
    ],
)
def test_what_changed_is_better_worse_or_something_else(before, after, direction):
    (change,) = changes(results(before), results(after))
    assert change.direction == direction


def test_the_same_is_no_change():
    assert changes(results(ONE), results(ONE)) == ()


def test_what_is_there_on_one_side_alone_is_new_or_gone():
    assert [one.direction for one in changes(results(), results(ONE))] == ["new"]
    assert [one.direction for one in changes(results(ONE), results())] == ["gone"]


def test_what_had_nothing_to_judge_and_passes_now_is_told():
    (change,) = changes(results(with_outcome("not-applicable")), results(ONE))
    assert change.direction == "other"
