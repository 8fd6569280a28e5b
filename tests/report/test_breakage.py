"""Tests of the most frequent faults: faults with the same root cause, and the parties that they affect."""

import pytest

from conformance.report.adapters import Library
from conformance.report.breakage import of_libraries, of_providers
from conformance.report.causes import LibraryCause

LOST = "request/tool.strict/lost"


def cause(name=LOST, effect="tools", silent=True, cases=1, heading="The request loses tool.strict"):
    return LibraryCause(
        id=name,
        effect=effect,
        silent=silent,
        heading=heading,
        finding="/tools/0: missing",
        smallest="openai/openai_chat/define-strict/plain/request-matches",
        expected="",
        actual="",
        cases=tuple(f"openai/openai_chat/scenario-{n}/plain" for n in range(cases)),
        checks=("request-matches",),
    )


def library(name, *causes):
    return Library(
        name=name, version="1", language="python", date="2026-11-24", installed={}, judged=(), causes=causes or None
    )


def test_a_fault_of_several_libraries_is_listed_once_and_names_them_the_most_cases_first():
    [fault] = of_libraries([library("a", cause()), library("b", cause(cases=3, heading="more of it")), library("c")])
    assert (list(fault.affected), fault.cases, fault.heading) == (["b", "a"], 4, "more of it")
    assert fault.smallest == "openai/openai_chat/define-strict/plain"


def test_fronts_of_a_gateway_are_one_and_a_name_with_a_page_is_kept():
    entries = [library(f"gate-{front}", cause()) for front in ("openai_chat", "anthropic_messages")]
    [fault] = of_libraries([*entries, library("gate", cause(cases=2))])
    assert fault.affected == {"gate": "gate"}
    [fault] = of_libraries(entries)
    assert fault.affected == {"gate": "gate-openai_chat"}


@pytest.mark.parametrize(
    ("causes", "silent", "effect"),
    [
        ((cause(), cause(silent=False)), False, "tools"),
        ((cause(), cause(effect="call")), True, "call"),
        ((cause(effect="form"), cause()), True, "tools"),
    ],
    ids=["reported to some", "the gravest effect", "form is left out"],
)
def test_what_a_fault_costs(causes, silent, effect):
    [fault] = of_libraries([library(str(n), each) for n, each in enumerate(causes)])
    assert (fault.silent, fault.effect) == (silent, effect)


@pytest.mark.parametrize("effect", ["form", "advice"])
def test_what_costs_nobody_anything_is_no_fault(effect):
    assert of_libraries([library("a", cause(effect=effect))]) == ()


def test_the_most_shared_come_first_then_the_gravest_then_those_of_most_cases():
    shared, grave = cause("shared", "context"), cause("grave", "call")
    many, few = cause("many", cases=9), cause("few")
    found = of_libraries([library("a", few, many, grave, shared), library("b", shared)])
    assert [fault.id for fault in found] == ["shared", "grave", "many", "few"]


def test_files_that_keep_no_causes_have_no_faults():
    assert of_libraries([library("a"), library("b")]) == ()


def test_nothing_that_fails_has_no_faults_of_providers():
    assert of_providers(()) == ()
