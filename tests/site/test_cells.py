import pytest

from conformance.report.matrix import Cell, Claim, Elsewhere, Evidence, Handling
from conformance.site import cells


def claim(word):
    return Claim(claim=word, source="the vendor", retrieved="2026-11-21")


DENIED = ("a/b/c/plain/predicates",)


def evidence(verdict, origin="recorded", failing=()):
    return Evidence(verdict=verdict, origin=origin, date="2026-11-21", models=("m",), failing=failing)


def elsewhere(borne_out, otherwise):
    return Elsewhere(date="2026-11-21", borne_out=borne_out, otherwise=otherwise, models=())


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (Cell(declared=claim("yes"), evidence=evidence("pass")), 0),
        (Cell(declared=claim("yes"), evidence=evidence("fail", failing=DENIED)), 1),
        (Cell(declared=claim("yes"), evidence=evidence("fail", failing=("a/b/c/plain/response-schema",))), 0),
        (Cell(declared=claim("no"), evidence=evidence("pass")), 1),
        (Cell(declared=claim("no"), elsewhere=elsewhere(3, 0)), 1),
        (Cell(declared=claim("yes"), elsewhere=elsewhere(3, 1)), 1),
        (Cell(evidence=evidence("fail", failing=DENIED), elsewhere=elsewhere(3, 0)), 1),
        (Cell(evidence=evidence("pass"), handled=Handling(verdict="fail")), 1),
        (Cell(evidence=evidence("fail"), handled=Handling(verdict="fail")), 0),
        (Cell(declared=claim("unpublished"), evidence=evidence("fail", failing=DENIED)), 0),
        (Cell(declared=claim("no"), excluded=("why",)), 0),
        (Cell(), 0),
    ],
    ids=[
        "yes and pass",
        "yes and fail",
        "yes and fail of a schema",
        "no and pass",
        "no, elsewhere yes",
        "yes, elsewhere not",
        "fail, elsewhere pass",
        "pass, adapter fails",
        "both fail",
        "unpublished",
        "no and excluded",
        "nothing",
    ],
)
def test_what_does_not_go_together_is_said(cell, number):
    assert len(list(cells.disagreements(cell))) == number


def test_what_nobody_recorded_contradicts_nobody():
    lent = Cell(declared=claim("yes"), evidence=evidence("fail", "by-dialect", DENIED), elsewhere=elsewhere(2, 0))
    assert list(cells.disagreements(lent)) == []


@pytest.mark.parametrize(
    ("origin", "mark"),
    [("recorded", "✓"), ("recorded-local", "✓"), ("imported", "[✓]"), ("documented", "(✓)"), ("by-dialect", "≈✓")],
)
def test_a_mark_is_as_weak_as_what_it_rests_on(origin, mark):
    assert cells.shown(Cell(evidence=evidence("pass", origin))).mark == mark


def test_nothing_is_inferred_where_there_is_no_evidence():
    assert cells.shown(Cell(waiting=True)).outcome == "waiting"
    assert cells.shown(Cell(declared=claim("yes"))).outcome == "unplayed"
    assert cells.shown(Cell(excluded=("why",))).outcome == "inexpressible"
    assert cells.shown(Cell(accepted=("why",))).outcome == "taken"


def test_a_failure_is_known_where_all_of_it_is():
    cell = Cell(evidence=evidence("fail", failing=("a/b/c/plain/leaks", "a/b/c/plain/served")))
    assert not cells.shown(cell, {"a/b/c/plain/leaks"}).known
    assert cells.shown(cell, {"a/b/c/plain/leaks", "a/b/c/plain/served"}).known
    assert not cells.shown(Cell(evidence=evidence("pass"))).known


def test_a_cell_is_told_in_words():
    cell = Cell(
        declared=claim("partly"),
        evidence=evidence("fail", "documented", ("openai/openai_chat/call-single/plain/predicates",)),
        elsewhere=elsewhere(3, 1),
        handled=Handling(verdict="pass", declined=True),
    )
    assert cells.shown(cell).label == (
        "fails (predicates), documented; provider says part; elsewhere 3/4; "
        "adapter passes, a part declined; disagreement"
    )
    assert cells.shown(cell).seen_elsewhere == "3/4°"
