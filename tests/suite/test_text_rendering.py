"""Tests of the gate's report on calls in text. It shows each fault once, and is short in CI."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from conformance.adapters.reference import ReferenceAdapter
from conformance.gate.junit import to_junit
from conformance.gate.page import Page
from conformance.gate.rendering import to_json, to_text
from conformance.gate.verdict import Verdict, hold
from conformance.judge.result import Results
from conformance.recording.text_answers import names
from conformance.recording.text_case import open_text_case
from conformance.suite.text_formats import judge, judge_mutants
from tests.suite.test_text_formats import right
from toolwire.model import Arguments, Part, Reasoning, Response, Text, Tool, ToolCall

SCENARIOS: Final = (
    "call-big-numbers", "call-nested-arguments", "call-parallel", "call-with-reasoning", "call-with-text",
    "choice-auto-no-call",
)  # fmt: skip
Change = Callable[[list[Part], str, bool], list[Part]]
"""A function of the correct parts, of the text, and of a flag for text that arrives in pieces. It returns the changed
parts.
"""


class Wrong(ReferenceAdapter):
    """The reference with changed readings."""

    name = "wrong"

    def __init__(self, change: Change) -> None:
        self._change = change

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        answer = right(text_format, pieces, tools)
        return replace(answer, parts=tuple(self._change([*answer.parts], "".join(pieces), len(pieces) > 1)))


def verdict(change: Change, text_format: str = "hermes", *, mutants: bool = False) -> Verdict:
    reader = Wrong(change)
    of = [open_text_case(name) for name in names() if name.dialect == text_format and name.scenario in SCENARIOS]
    results = [result for case in of for result in judge(case, reader)]
    if mutants:
        results += [result for case in of for result in judge_mutants(case, reader, lambda _: True)]
    return hold(Results(adapter="wrong", results=tuple(results)), (), None, lambda _: True)


def page(change: Change, *more: str, **options: bool) -> Page:
    return Page(verdict=verdict(change, *more, **options), adapter_options="--adapter wrong:Wrong")


def valued(change: Callable[[str], str]) -> Change:
    """Return a change of the text of arguments."""
    return lambda parts, *_: [
        replace(part, arguments=Arguments(text=change(part.arguments.text), form="object"))
        if isinstance(part, ToolCall)
        else part
        for part in parts
    ]


def first_alone(parts: list[Part], *_: object) -> list[Part]:
    calls = [part for part in parts if isinstance(part, ToolCall)]
    return [part for part in parts if part not in calls[1:]]


def merged(parts: list[Part], *_: object) -> list[Part]:
    values = [part.arguments.text if isinstance(part, ToolCall) else part for part in parts]
    return [part for n, part in enumerate(parts) if values[n] not in values[:n]]


def squeezed(parts: list[Part], *_: object) -> list[Part]:
    return [replace(part, text=" ".join(part.text.split())) if isinstance(part, Text) else part for part in parts]


def quoted_too(parts: list[Part], text: str, _: bool) -> list[Part]:
    called = any(isinstance(part, ToolCall) for part in parts)
    whole = not called and "</tool_call>" in text and "<think>" not in text
    return [*parts, a_call("get_time", '{"city": "Oslo"}')] if whole else parts


def cut_too(parts: list[Part], text: str, _: bool) -> list[Part]:
    tail = text.rpartition("<tool_call>")[2] if "<tool_call>" in text else ""
    whole = '"arguments": ' in tail and "</tool_call>" not in tail
    return [*parts, a_call("get_time", "{}")] if whole else parts


def no_farewell(parts: list[Part], *_: object) -> list[Part]:
    last = max((n for n, part in enumerate(parts) if isinstance(part, ToolCall)), default=len(parts))
    return parts[: last + 1]


def held_back(parts: list[Part], _: str, in_pieces: bool) -> list[Part]:
    last = parts[-1]
    return [*parts[:-1], replace(last, text=last.text[:-11])] if in_pieces and isinstance(last, Text) else parts


def drafts(parts: list[Part], text: str, _: bool) -> list[Part]:
    return [*parts, a_call("get_time", "{}")] if "<tool_call>" in text.partition("</think>")[0] != text else parts


def a_call(name: str, text: str) -> ToolCall:
    return ToolCall(id=None, name=name, arguments=Arguments(text=text, form="object"))


def as_text(text: str) -> str:
    texts = {
        key: value if isinstance(value, str) else str(value) for key, value in json.loads(text, parse_float=str).items()
    }
    return json.dumps(texts)


WRONG: Final[dict[str, tuple[Change, str]]] = {
    "drops the second call": (first_alone, 'calls: expected ["get_weather","get_time"], got ["get_weather"]'),
    "merges equal calls": (merged, 'calls: expected ["transfer","transfer"], got ["transfer"]'),
    "rounds big integers": (
        valued(lambda text: json.dumps(json.loads(text, parse_int=lambda spelled: int(float(spelled))))),
        'at character 27: expected \'{"account":9007199254740993,"amount":1250.1}\', got \'{"account":9007199254740992',
    ),
    "squeezes content": (squeezed, "at character 29: expected 'I will look that up for you.\\n"),
    "reads in fences": (quoted_too, "WARN text/hermes/call-big-numbers/plain/text-quoted"),
    "hands out cut calls": (cut_too, 'calls: expected ["transfer"], got ["get_time"]'),
    "loses text behind calls": (no_farewell, 'text: expected "That is all that I need.", got ""'),
    "gives texts for numbers": (valued(as_text), 'at character 12: expected \'{"account":9007199254740993'),
    "holds text back in streams": (held_back, "at character 11: expected 'Hello! How can I help?', got 'Hello! How'"),
    "gives arguments as a text": (valued(json.dumps), 'at character 1: expected \'{"account":90071992547409'),
    "runs drafts": (drafts, 'calls: expected [], got ["get_time"]'),
}
WARNED: Final = ("reads in fences", "loses text behind calls")


@pytest.mark.parametrize("name", WRONG)
def test_what_is_shown_leads_to_the_fault(name: str) -> None:
    change, expected = WRONG[name]
    shown = to_text(page(change, mutants=True))
    assert expected in shown
    assert ("FAIL " in shown) is (name not in WARNED)


def test_a_failure_shows_the_text_the_tools_and_both_readings() -> None:
    shown = (
        to_text(page(first_alone)).partition("FAIL text/hermes/call-parallel/plain/text-calls")[2].partition("\n\n")[0]
    )
    assert shown.startswith(" (silently: no error reached the user)\n  root cause 2: text/calls/calls/lost (call)")
    assert (
        """
  the text, whole:
    '<tool_call>\\n'
    '{"name": "get_weather", "arguments": {"city": "Tokyo"}}\\n'
    '</tool_call>\\n'
    '<tool_call>\\n'
    '{"name": "get_time", "arguments": {"city": "Tokyo"}}\\n'
    '</tool_call>'
  tools offered:
    get_weather {"type":"object","""
        in shown
    )
    assert (
        """
  expected:
    call get_weather {"city": "Tokyo"}
    call get_time {"city": "Tokyo"}
  got:
    call get_weather {"city": "Tokyo"}
    text '\\n'
  again: conformance gate text/hermes/call-parallel/plain/text-calls --adapter wrong:Wrong
"""
        in shown
    )
    assert "sent" not in shown


def test_what_is_the_same_in_pieces_is_one_cause() -> None:
    report = page(first_alone)
    [cause] = [entry for entry in report.causes if entry.cause.finding.message.endswith('got ["get_weather"]')]
    assert cause.modes == "plain and streamed"
    assert cause.smallest.alike == ("text/hermes/call-parallel/stream",)
    machine = json.loads(to_json(report))
    assert {failure["id"] for failure in machine["failed"]} == {result.id for result in report.verdict.failed}
    held = to_text(page(held_back))
    assert "FAIL text/hermes/choice-auto-no-call/stream/text-content (silently" in held
    assert "the text, in 22 pieces:\n    'Hello! How can I help?'\n" in held
    assert {entry.modes for entry in page(held_back).causes if entry.cause.finding.path == "text"} == {"streamed"}


def test_what_is_raised_is_shown_once_for_a_format() -> None:
    def breaks(*_: object) -> Any:
        raise ValueError("odd")

    report = page(breaks, mutants=True)
    [shown] = report.causes
    assert len(report.verdict.failed) > 40
    assert set(shown.cause.cases) == {result.case for result in report.verdict.failed}
    assert shown.smallest.sides[-1].text.startswith("ValueError: odd (tests/suite/test_text_rendering.py:")


def test_long_texts_are_cut_in_their_middle_and_findings_in_one_line() -> None:
    def longer(parts: list[Part], *_: object) -> list[Part]:
        return [Text(text="x" * 5000), *parts]

    text = to_text(page(longer))
    assert max(map(len, text.splitlines())) < 5000
    assert re.search(
        r'MUST text: expected "[^"]*", got "(x+)" \.\.\. \(the expected text stands from character 5001 on; 22 and',
        text,
    )
    [head, _] = text.split("The details follow")
    assert max(map(len, head.splitlines())) <= 80


def test_a_report_for_ci_has_the_difference_and_the_command_alone() -> None:
    change, expected = WRONG["rounds big integers"]
    report = page(change)
    xml = to_junit(report)
    [rounded] = ElementTree.fromstring(xml).iter("failure")
    assert rounded.text is not None
    _, difference, command, *cases = rounded.text.splitlines()
    assert difference.startswith(expected[:40])
    assert command == "conformance gate text/hermes/call-big-numbers/plain/text-calls --adapter wrong:Wrong"
    assert cases == ["text/hermes/call-big-numbers/plain", "text/hermes/call-big-numbers/stream"]
    assert len(xml) / len(report.verdict.results) < 500
    everything = to_junit(page(valued(json.dumps)))
    assert len(everything) / everything.count("<testcase") < 700


def test_reasoning_and_what_is_cut_have_their_words() -> None:
    def thoughtless(parts: list[Part], *_: object) -> list[Part]:
        return [part for part in parts if not isinstance(part, Reasoning)]

    def cut(parts: list[Part], *_: object) -> list[Part]:
        return [replace(part, complete=False) if isinstance(part, ToolCall) else part for part in parts]

    lost = to_text(page(thoughtless)).partition("FAIL text/hermes/call-with-reasoning/plain/text-reasoning")[2]
    assert """
  expected:
    reasoning 'The weather in Berlin decides that, so I should look it up first.'
    call get_weather {"city": "Berlin"}
  got:
    text '\\n\\n'
    call get_weather {"city": "Berlin"}
""" in lost  # fmt: skip
    assert '\n    call transfer {"account": 9007199254740993, "amount": 1250.10} (cut)\n' in to_text(page(cut))
