"""Generated conversations, hundreds: the reference passes, and bugs that no tidy example shows are found."""

import msgspec
import pytest

from conformance.adapters.reference import ReferenceAdapter
from conformance.judge.cause import causes
from conformance.recording.generated import speakers
from tests.suite.test_generated import Wrong, judged, merged
from toolwire.model import Part, Request, Text, ToolCall


@pytest.mark.parametrize("seed", range(100, 102))
@pytest.mark.parametrize("dialect", [dialect for _, dialect in speakers()])
def test_the_reference_passes(dialect: str, seed: int) -> None:
    found = judged(ReferenceAdapter(), dialect, 20, seed)
    wrong = [result for result in found if result.outcome not in ("pass", "not-applicable")]
    assert [f"{result.id}: {result.findings}" for result in wrong] == []


def dropped(parts: list[Part]) -> list[Part]:
    """Drop calls without arguments behind text."""
    has_text = any(isinstance(part, Text) for part in parts)
    return [part for part in parts if not (has_text and isinstance(part, ToolCall) and part.arguments.text == "{}")]


def few(parts: list[Part]) -> list[Part]:
    """Keep four calls."""
    calls = [part for part in parts if isinstance(part, ToolCall)]
    return [part for part in parts if part not in calls[4:]]


def stripped(parts: list[Part]) -> list[Part]:
    return [msgspec.structs.replace(part, text=part.text.strip()) if isinstance(part, Text) else part for part in parts]


def few_tools(request: Request) -> Request:
    return msgspec.structs.replace(request, tools=request.tools[:64])


def short_descriptions(request: Request) -> Request:
    tools = tuple(msgspec.structs.replace(tool, description=(tool.description or "")[:100]) for tool in request.tools)
    return msgspec.structs.replace(request, tools=tools)


WRONG = {
    "merges equal calls": (Wrong(merged), "answer/calls/lost"),
    "drops empty calls behind text": (Wrong(dropped), "answer/calls/lost"),
    "keeps four calls": (Wrong(few), "answer/calls/lost"),
    "strips texts": (Wrong(stripped), "answer/text/changed"),
    "sends 64 tools": (Wrong(request=few_tools), "request/tool/lost"),
    "cuts descriptions": (Wrong(request=short_descriptions), "request/tool.description/cut"),
}


@pytest.mark.parametrize("bug", WRONG)
def test_a_bug_that_no_tidy_example_shows_is_found(bug: str) -> None:
    adapter, cause = WRONG[bug]
    found = causes(result for result in judged(adapter, "anthropic_messages", 40) if result.outcome == "fail")
    assert cause in {each.id for each in found}
