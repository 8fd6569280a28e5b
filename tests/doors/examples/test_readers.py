"""Tests of the example readers of calls in text: they are right in every case of their format, and fit on a screen."""

from typing import Final

import pytest

from conformance.adapters.adapter import reads_text_alone, speaks
from conformance.adapters.loading import load_adapter
from conformance.adapters.text import text_formats_of
from conformance.recording.text_answers import names
from conformance.recording.text_case import open_text_case
from conformance.suite.text_formats import judge, judge_mutants

from .test_clients import EXAMPLES, MOST, need

FILES: Final = {"python": "text.py", "node": "text.mjs"}


def named(language: str) -> str:
    return "text:Reader" if language == "python" else f"command:{need('node')} text.mjs"


@pytest.mark.parametrize("language", FILES)
def test_a_reader_to_copy(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES / language)
    monkeypatch.syspath_prepend(EXAMPLES / language)
    adapter = load_adapter(named(language))
    assert text_formats_of(adapter) == ("hermes",)
    assert not speaks(adapter, "openai_chat")
    of = [open_text_case(name) for name in names() if name.dialect == "hermes"]
    results = [
        result for case in of for result in (*judge(case, adapter), *judge_mutants(case, adapter, lambda _: True))
    ]
    mine = [result for result in results if result.party == "adapter"]
    assert {result.mode for result in mine if result.outcome == "pass"} == {"plain", "stream"}
    others = [result for result in mine if result.outcome not in ("pass", "not-applicable")]
    assert {result.check for result in others} == {"text-quoted", "text-mentions"}
    assert {result.outcome for result in others} == {"warn"}


def test_the_one_in_python_does_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES / "python")
    assert reads_text_alone(load_adapter("text:Reader"))


@pytest.mark.parametrize("language", FILES)
def test_a_reader_is_a_screenful(language: str) -> None:
    lines = (EXAMPLES / language / FILES[language]).read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip() and not line.lstrip().startswith(("#", "//"))]) < MOST
    assert max(map(len, lines)) <= 120
