import pytest

from conformance.report.mark import UNKNOWN, Broken, Marks, Unknown, Works, WorksExcept
from conformance.report.matrix import Cell, Claim, Elsewhere, Evidence, Handling
from conformance.site import cells


def claim(word):
    return Claim(claim=word, source="the vendor", retrieved="2026-11-21")


DENIED = ("a/b/c/plain/predicates",)


WORKS = Marks(plain=Works(evidence="recorded"))
BROKEN = Marks(plain=Broken(evidence="recorded", reasons=("c fails",)))


def evidence(origin="recorded", failing=()):
    return Evidence(origin=origin, date="2026-11-21", models=("m",), failing=failing)


def elsewhere(borne_out, otherwise):
    return Elsewhere(date="2026-11-21", borne_out=borne_out, otherwise=otherwise, models=())


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (Cell(declared=claim("yes"), marks=WORKS, evidence=evidence()), 0),
        (Cell(declared=claim("yes"), evidence=evidence(failing=DENIED)), 1),
        (Cell(declared=claim("yes"), evidence=evidence(failing=("a/b/c/plain/response-schema",))), 0),
        (Cell(declared=claim("no"), marks=WORKS, evidence=evidence()), 1),
        (Cell(declared=claim("no"), elsewhere=elsewhere(3, 0)), 1),
        (Cell(declared=claim("yes"), elsewhere=elsewhere(3, 1)), 1),
        (Cell(evidence=evidence(failing=DENIED), elsewhere=elsewhere(3, 0)), 1),
        (Cell(marks=WORKS, evidence=evidence(), handled=Handling(marks=BROKEN)), 1),
        (Cell(marks=BROKEN, evidence=evidence(), handled=Handling(marks=BROKEN)), 0),
        (Cell(declared=claim("unpublished"), evidence=evidence(failing=DENIED)), 0),
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
    lent = Cell(declared=claim("yes"), evidence=evidence("by-dialect", DENIED), elsewhere=elsewhere(2, 0))
    assert list(cells.disagreements(lent)) == []


@pytest.mark.parametrize(
    ("marks", "sign", "style"),
    [
        (WORKS, "✓", "wR"),
        (Marks(plain=Works(evidence="surveyed")), "✓°", "wS"),
        (Marks(plain=Works(evidence="documented")), "(✓)", "wD"),
        (Marks(plain=Works(evidence="inferred")), "≈✓", "wI"),
        (Marks(plain=Works(evidence="recorded"), stream=UNKNOWN), "✓/?", "q"),
        (Marks(plain=UNKNOWN, stream=Broken(evidence="recorded", reasons=("c fails",))), "?/✗", "bR"),
        (Marks(plain=WorksExcept(evidence="documented", reasons=("c fails",))), "(±)", "eD"),
        (Marks(), "", "q"),
    ],
    ids=[
        "recorded",
        "surveyed",
        "documented",
        "inferred",
        "streamed unknown",
        "streamed broken",
        "exceptions",
        "empty",
    ],
)
def test_a_cell_has_the_ink_of_what_it_rests_on(marks, sign, style):
    found = cells.shown(Cell(marks=marks))
    assert (found.sign, found.style) == (sign, style)


def test_a_number_that_is_declared_stands_for_its_mark():
    declared = Claim(claim="yes", value=128, source="the vendor", retrieved="2026-11-21")
    assert cells.shown(Cell(marks=Marks(plain=Works(evidence="documented")), declared=declared)).sign == "128"


def test_a_cell_is_told_in_words():
    cell = Cell(
        marks=Marks(plain=Unknown(reasons=("call-single fails, documented and not observed",))),
        declared=claim("partly"),
        evidence=evidence("documented", ("openai/openai_chat/call-single/plain/predicates",)),
        elsewhere=elsewhere(3, 1),
    )
    assert cells.shown(cell).label == (
        "nobody knows: call-single fails, documented and not observed; provider says part; elsewhere 3/4; disagreement"
    )
