"""Tests that the reference reads every mutant right, and that every mutant breaks a naive decoder."""

import json
from typing import Any

import pytest

from conformance.mutants.streams import MUTANTS, lines, mutants
from toolwire.dialects.arguments import from_text
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.model import Finish, Response, Text, ToolCall

from . import naive
from .reference import HOMES, Shown, faults, shown, streams

SCENARIOS = ("call-parallel", "call-unicode-arguments")
"""Scenarios whose streams are mutated here. All other streams are mutated in tests/streams/exhaustive."""


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("spoken", DIALECTS)
def test_the_reference_gives_the_verdict_of_every_mutant(spoken: str, scenario: str, subtests: pytest.Subtests) -> None:
    for body in streams(HOMES[spoken], spoken, scenario):
        before = shown(spoken, body)
        for mutant, mutated in mutants(spoken, body):
            with subtests.test(mutant=mutant.id):
                assert faults(mutant.verdicts[spoken], before, shown(spoken, mutated)) == []


FRAMING = 'data: [DONE]\n\ndata: {"a": 1}\r\nevent: ping\nid: 7\n: comment }\n'
"""A text with everything that may surround the data in streams of events."""


@pytest.mark.parametrize("spoken", DIALECTS)
def test_what_a_text_has_of_a_stream_is_no_part_of_the_stream(spoken: str, subtests: pytest.Subtests) -> None:
    text = json.dumps({"a": FRAMING})
    call = ToolCall(id="call00001", name="get_weather", arguments=from_text(text))
    answer = Response(parts=(Text(text=FRAMING), call), finish=Finish(reason="tool_calls"), id="1", model="m")
    body = dialect(spoken).write_stream(answer)
    before = shown(spoken, body)
    assert before.texts["Text"] == FRAMING
    for mutant, mutated in mutants(spoken, body, lines.MUTANTS):
        with subtests.test(mutant=mutant.id):
            assert faults(mutant.verdicts[spoken], before, shown(spoken, mutated)) == []


def read_naively(framing: naive.Framing, reading: naive.Reading, body: bytes) -> Shown | None:
    """Return a naive decoder's reading, in which everything is complete. None if the decoder raises an error."""
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
    """Return only the parts that naive decoders show."""
    return Shown(before.calls, {"Text": before.texts["Text"]}, before.end)


def _undone(spoken: str, body: bytes) -> set[str]:
    """Return the mutants that a naive decoder reads wrong, although it reads the original stream right."""
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
