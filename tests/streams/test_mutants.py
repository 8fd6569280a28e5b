"""The reference gives every mutant's verdict, and each mutant is the undoing of a decoder as they are often written."""

from typing import Any

import pytest

from conformance.mutants.streams import MUTANTS, mutants
from toolwire.dialects.dialect import DIALECTS

from . import naive
from .reference import HOMES, Shown, faults, shown, streams

SCENARIOS = ("call-parallel", "call-unicode-arguments")
"""All other streams are mutated in tests/exhaustive."""


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("spoken", DIALECTS)
def test_the_reference_gives_the_verdict_of_every_mutant(spoken: str, scenario: str, subtests: pytest.Subtests) -> None:
    for body in streams(HOMES[spoken], spoken, scenario):
        before = shown(spoken, body)
        for mutant, mutated in mutants(spoken, body):
            with subtests.test(mutant=mutant.id):
                assert faults(mutant.verdicts[spoken], before, shown(spoken, mutated)) == []


def read_naively(framing: naive.Framing, reading: naive.Reading, body: bytes) -> Shown | None:
    """What a naive decoder shows: everything is whole, always. None where it fails without saying what came."""
    try:
        calls, text = reading(framing(body))
    except Exception:
        return None
    form = {True: "object", False: "not_object"}
    entries: list[dict[str, Any]] = [
        {"id": call_id, "name": name, "complete": True, "form": form[isinstance(value, dict)], "value": value}
        for call_id, name, value in calls
    ]
    return Shown(entries, {"Text": text}, "tool_calls" if calls else "stop")


def bare(before: Shown) -> Shown:
    """What naive decoders show at all."""
    return Shown(before.calls, {"Text": before.texts["Text"]}, before.end)


def _undone(spoken: str, body: bytes) -> set[str]:
    """The mutants that a naive decoder gets wrong although it reads the stream as it was."""
    before = bare(shown(spoken, body))
    able = [decoder for decoder in naive.DECODERS[spoken] if read_naively(*decoder, body) == before]
    found: set[str] = set()
    for mutant, mutated in mutants(spoken, body):
        for framing, reading in able if mutant.id not in found else ():
            after = read_naively(framing, reading, mutated)
            if after is None or faults(mutant.verdicts[spoken], before, after):
                found.add(mutant.id)
    return found


def test_every_mutant_is_the_undoing_of_a_naive_decoder() -> None:
    undone = {
        (spoken, mutant)
        for spoken in DIALECTS
        for scenario in (SCENARIOS if spoken in ("openai_chat", "gemini_generate") else SCENARIOS[:1])
        for body in streams(HOMES[spoken], spoken, scenario)
        for mutant in _undone(spoken, body)
    }
    assert [mutant.id for mutant in MUTANTS if not any((spoken, mutant.id) in undone for spoken in DIALECTS)] == []
