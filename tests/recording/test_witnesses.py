"""Tests of the witnesses of a recorded answer's right reading: the SDK, the normalizer, and the script."""

import pytest

from conformance.data import cassettes_folder
from conformance.recording import cassette
from conformance.recording.second_reader import is_scripted
from conformance.scenarios import load
from toolwire.model import Expected, ExpectedCall, ProviderError

CALL = ExpectedCall(id="x", name="get_weather", arguments='{"city": "Oslo", "unit": "celsius"}')
OTHERWISE = {"choice-named", "choice-none"}
"""Scenarios in which the small model of the local servers chose differently from the script."""
CUT = {"call-cut-short", "end-length"}
"""Scenarios that the token limit cuts. Each server cuts them at another place than the script does."""


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (Expected(text="I can look up the weather in Oslo. For clothes, think of three", finish="length"), True),
        (Expected(text="I can look up the weather", finish="length"), False),
        (Expected(text="I can look up the weather in Oslo. For clothes, think of three", calls=(CALL,)), False),
        (Expected(error=ProviderError(message="no")), False),
    ],
    ids=["as-scripted", "another-text", "a-call-more", "a-refusal"],
)
def test_the_script_is_a_witness_of_what_it_has(read: Expected, expected: bool) -> None:
    assert is_scripted(load("end-length"), 0, read) is expected


@pytest.mark.parametrize("arguments", ["[" * 100_000, "9" * 5_000], ids=["too-deep", "many-digits"])
def test_arguments_that_cannot_be_parsed_are_not_scripted(arguments: str) -> None:
    call = ExpectedCall(id="x", name="get_weather", arguments=arguments)
    assert not is_scripted(load("call-single"), 0, Expected(calls=(call,)))


def test_nothing_is_scripted_behind_the_last_turn() -> None:
    assert not is_scripted(load("end-length"), 1, Expected())


def test_what_only_two_agree_on_is_where_a_model_chose_otherwise() -> None:
    agreed = {
        (str(name), len(stated.agreed), is_scripted(load(name.scenario), turn, stated.answer))
        for name in cassette.find(cassettes_folder())
        for read in [cassette.Cassette(name.under(cassettes_folder()))]
        if read.provenance.origin == "recorded-local"
        for turn, stated in enumerate(read.provenance.expected)
        if stated.answer is not None
    }
    assert {number for _, number, _ in agreed} == {2, 3}
    assert all((number == 3) == scripted for _, number, scripted in agreed)
    two = {name.split("/")[2] for name, number, _ in agreed if number == 2}
    assert two == {*OTHERWISE, *CUT, "call-with-text"}
