"""Tests that the detected text format of a text agrees with the calls that are read in it."""

import pytest

from toolwire.detection import text_format_of
from toolwire.model import ToolDefinition
from toolwire.registry import text_format
from toolwire.text import FORMATS, TextFormat, parse

from .text import ordinary
from .text.test_any_of import TOOLS, written

WRITTEN = [known for known in FORMATS if known.render]
AUTO = text_format("auto")
QUOTED = {
    "hermes": "The model writes <tool_call> and </tool_call> around its calls.",
    "claude-invoke": 'An element like <invoke name="x"> opens a call there.',
    "kimi_k2": "Kimi has <|tool_calls_section_begin|> for that.",
    "deepseek": "It begins with <｜tool▁calls▁begin｜> and ends with <｜tool▁calls▁end｜>.",
    "mistral": "You will see [TOOL_CALLS] in the raw text.",
    "minimax": "Look for <minimax:tool_call> in the log",
    "harmony": "A message of the channel <|channel|>final<|message|> is shown.",
    "phi4": "Phi writes functools[{ and goes on from there.",
    "llama3": "<function=lookup> is what Llama writes.",
}


@pytest.mark.parametrize("text", QUOTED.values(), ids=QUOTED)
@pytest.mark.parametrize("tools", [pytest.param((), id="no-tools"), pytest.param(TOOLS, id="tools")])
def test_prose_about_a_marker_is_no_text_format(text: str, tools: tuple[ToolDefinition, ...]) -> None:
    for answer in (text, f"{text}\n\nThat is all."):
        found = text_format_of(answer, tools)
        assert found is None or found.name is None


@pytest.mark.parametrize("known", WRITTEN, ids=[known.name for known in WRITTEN])
@pytest.mark.parametrize(
    "before",
    [
        pytest.param("", id="alone"),
        pytest.param("Let me look that up.\n\n", id="behind-text"),
        pytest.param("Let me look that up.\n\nFirst of all:\n", id="behind-a-colon"),
    ],
)
def test_a_text_in_which_a_call_is_read_has_a_format_that_reads_it(known: TextFormat, before: str) -> None:
    text = before + written(known)
    found = text_format_of(text, TOOLS)
    assert bool(parse(text, AUTO, TOOLS).calls) is (found is not None and found.confidence != "possible")
    if found is not None:
        assert all(parse(text, text_format(name), TOOLS).calls for name in found.names)


@pytest.mark.parametrize("known", WRITTEN, ids=[known.name for known in WRITTEN])
def test_a_call_that_is_cut_is_likely_at_most(known: TextFormat) -> None:
    text = written(known)
    for size in range(len(text)):
        found = text_format_of(text[:size], TOOLS)
        if found is not None and found.confidence == "certain" and not known.frames_text:
            assert parse(text[:size], AUTO, TOOLS).calls


def test_a_whole_call_of_a_tool_that_nobody_knows() -> None:
    text = '<invoke name="lookup">\n<parameter name="key">a</parameter>\n</invoke>'
    found = text_format_of(text)
    assert found is not None
    assert (found.name, found.confidence) == ("claude_invoke", "likely")
    found = text_format_of(f"<function_calls>\n{text}\n</function_calls>")
    assert found is not None
    assert (found.name, found.confidence) == ("claude_invoke", "certain")


def test_ordinary_answers_have_none() -> None:
    some = [*ordinary.answers()][::23]
    assert [answer for answer in some if text_format_of(answer, ordinary.TOOLS)] == []
    assert [answer for answer in some if (found := text_format_of(answer)) and found.name] == []
