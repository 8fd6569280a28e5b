"""Tests that the normalizer's requests keep the judge's rules. The judge does not import the normalizer."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.judge import schemas
from conformance.judge.rules import asked as held
from tests.normalizer.face.test_schemas import SCHEMAS
from toolwire import Normalizer
from toolwire.dialects.arguments import from_text
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import (
    Message,
    Reasoning,
    Request,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)
from toolwire.providers import owner, rules, wire_format

NAMES = ["get_weather", "get_time", "ping"]
TOOLS = st.lists(
    st.builds(
        ToolDefinition,
        name=st.sampled_from(NAMES),
        description=st.none() | st.just("Does it."),
        parameters=st.none() | SCHEMAS,
        strict=st.sampled_from([None, True, False]),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda tool: tool.name,
)
CHOICES = st.one_of(
    st.none(),
    st.sampled_from([ToolChoice(mode="auto"), ToolChoice(mode="none"), ToolChoice(mode="required")]),
    st.just(ToolChoice(mode="named", names=("ping",))),
    st.just(ToolChoice(mode="allowed", names=("ping", "get_time"), must_call=True)),
)
IDS = st.sampled_from(["a", "functions.x:0", "call_" + "1" * 24, "x" * 60])


@st.composite
def histories(draw: Any) -> tuple[Message, ...]:
    """Draw the history of a conversation with another provider."""
    messages = [
        Message(role="system", parts=(Text(text="Be brief."),)),
        Message(role="user", parts=(Text(text="Go."),)),
    ]
    for turn in range(draw(st.integers(0, 2))):
        count = draw(st.integers(1, 3))
        calls = [
            ToolCall(
                id=f"{made}{turn}{n}" if (made := draw(IDS)) else f"n{turn}{n}", name=name, arguments=from_text("{}")
            )
            for n, name in enumerate(draw(st.lists(st.sampled_from(NAMES), min_size=count, max_size=count)))
        ]
        before = draw(st.lists(st.sampled_from([Reasoning(text="Hm."), Text(text="So.")]), max_size=2))
        results = [ToolResult(call_id=made.id, parts=(Text(text="ok"),)) for made in calls]
        messages.append(Message(role="assistant", parts=(*before, *calls)))
        messages.append(Message(role="tool", parts=tuple(draw(st.permutations(results)))))
    return tuple(messages)


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=8)
@given(tools=TOOLS, choice=CHOICES, history=histories(), parallel=st.sampled_from([None, True, False]))
def test_whatever_is_asked_what_is_sent_is_taken(
    dialect: str, tools: list[ToolDefinition], choice: ToolChoice | None, history: tuple[Message, ...], parallel: Any
) -> None:
    """Check that a written request breaks no rule that the provider enforces, and fits the dialect's schema."""
    normalizer = Normalizer(dialect)
    offered = {tool.name for tool in tools}
    if choice is not None and not {*choice.names} <= offered:
        choice = None
    moved = normalizer.asked(history, of="groq" if dialect != "openai_chat" else "anthropic").request
    asked = Request(
        messages=moved.messages,
        tools=tuple(tools),
        tool_choice=choice,
        parallel_tool_calls=parallel,
        model="some-model",
    )
    body = normalizer.request(asked).body
    form = wire_format(owner(dialect), dialect)
    judged = rules(owner(dialect), dialect)
    assert [*schemas.request_violations(form, body, judged)] == []
    broken = [
        (rule.id, found) for rule, found in held(body, form.history, judged, []) if found and rule.level == "MUST"
    ]
    assert broken == []
