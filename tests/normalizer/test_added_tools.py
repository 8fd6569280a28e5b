"""Tests of tools that messages add within a conversation."""

from typing import Any

import pytest

from toolwire.client.normalizer import Normalizer
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.transplant import transplant
from toolwire.model import AddedTool, Arguments, Message, Request, Text, ToolCall, ToolDefinition, ToolResult, fresh
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
FIRST, LATER = (ToolDefinition(name=name, parameters=SCHEMA, strict=False) for name in ("get_weather", "get_time"))
ASKED = Request(
    model="m",
    tools=(FIRST,),
    messages=(
        Message(role="user", parts=(Text(text="The weather, then the time."),)),
        Message(
            role="assistant",
            parts=(ToolCall(id="call_1", name="get_weather", arguments=Arguments(text="{}", form="object", value={})),),
        ),
        Message(role="tool", parts=(ToolResult(call_id="call_1", name="get_weather", parts=(Text(text="fog"),)),)),
        Message(role="system", parts=(AddedTool(tool=LATER),)),
    ),
)
BASE = "https://host.example/v1"
ADDING = ("anthropic_messages", "openai_chat", "openai_responses")
RESPONSES_TOOL = {"type": "function", "name": "get_time", "parameters": SCHEMA, "strict": False}
CHAT_TOOL = {"type": "function", "function": {"name": "get_time", "parameters": SCHEMA, "strict": False}}
MESSAGES_TOOL = {"name": "get_time", "input_schema": SCHEMA, "strict": False}
DEFINED = {"type": "tool_definition", "definition": MESSAGES_TOOL}
WRITTEN: dict[str, Any] = {
    "openai_responses": {"type": "additional_tools", "role": "developer", "tools": [RESPONSES_TOOL]},
    "openai_chat": {"role": "system", "tools": [CHAT_TOOL]},
    "anthropic_messages": {"role": "system", "content": [{"type": "tool_addition", "tool": DEFINED}]},
}


def items(body: dict[str, Any]) -> list[Any]:
    found: list[Any] = body.get("input") or body["messages"]
    return found


@pytest.mark.parametrize("name", ADDING)
def test_an_added_tool_is_written_at_its_place_and_read(name: str) -> None:
    written = dialect(name).write_request(ASKED, BASE)
    body = exact_json.loads(written.body)
    assert items(body)[-1] == WRITTEN[name]
    assert len(body["tools"]) == 1
    read = dialect(name).read_request(written)
    assert [tool.name for tool in read.tools] == ["get_weather"]
    assert [tool.name for tool in read.offered_tools] == ["get_weather", "get_time"]
    assert fresh(read).messages[-1] == ASKED.messages[-1]


def test_the_beta_feature_is_named_only_if_a_tool_is_added() -> None:
    plain = Request(model="m", tools=(FIRST,), messages=ASKED.messages[:1])
    sent = [dialect("anthropic_messages").write_request(request, BASE).headers for request in (ASKED, plain)]
    assert [headers.get("anthropic-beta") for headers in sent] == ["inline-tools-2026-09-15", None]


@pytest.mark.parametrize("name", sorted({*DIALECTS} - {*ADDING}))
def test_other_dialects_refuse_an_added_tool(name: str) -> None:
    with pytest.raises(Inexpressible, match=f"{name} cannot add tools within a conversation: offer 'get_time'"):
        dialect(name).write_request(ASKED, BASE)


ODD: dict[str, tuple[str, dict[str, Any]]] = {
    "with an id": ("openai_responses", {**WRITTEN["openai_responses"], "id": "at_1"}),
    "of another role": ("openai_responses", {**WRITTEN["openai_responses"], "role": "assistant"}),
    "without tools": ("openai_responses", {**WRITTEN["openai_responses"], "tools": []}),
    "with null as content": ("openai_chat", {**WRITTEN["openai_chat"], "content": None}),
    "beside a text": ("openai_chat", {**WRITTEN["openai_chat"], "content": "Use it."}),
    "of a user": ("openai_chat", {"role": "user", "content": "Hello", "tools": [CHAT_TOOL]}),
    "as a bare function": ("openai_chat", {"role": "system", "tools": [{"name": "get_time", "parameters": SCHEMA}]}),
    "by its name": (
        "anthropic_messages",
        {"role": "system", "content": [{"type": "tool_addition", "tool": {"type": "tool_reference", "name": "f"}}]},
    ),
    "with a mark for caching": (
        "anthropic_messages",
        {"role": "system", "content": [{"type": "tool_addition", "tool": DEFINED, "cache_control": {"type": "x"}}]},
    ),
}


@pytest.mark.parametrize(("name", "item"), ODD.values(), ids=ODD)
def test_an_addition_goes_back_unaltered(name: str, item: dict[str, Any]) -> None:
    body = exact_json.loads(dialect(name).write_request(ASKED, BASE).body)
    items(body)[-1] = item
    url = dialect(name).write_request(ASKED, BASE).url
    sent = WireRequest(method="POST", url=url, headers={}, body=exact_json.encode(body))
    assert exact_json.loads(dialect(name).write_request(dialect(name).read_request(sent), BASE).body) == body


@pytest.mark.parametrize("target", DIALECTS)
def test_another_provider_gets_the_tool_at_the_head(target: str) -> None:
    moved = transplant(ASKED, target).request
    assert [tool.name for tool in moved.tools] == ["get_weather", "get_time"]
    assert moved.offered_tools == moved.tools
    dialect(target).write_request(moved, BASE)


def test_a_later_definition_replaces_an_earlier_one() -> None:
    other = ToolDefinition(name="get_weather", description="Weather by the hour.", parameters=SCHEMA)
    asked = Request(messages=(Message(role="system", parts=(AddedTool(tool=other),)),), tools=(FIRST,))
    moved = transplant(asked, "mistral_chat").request
    assert [tool.name for tool in moved.tools] == ["get_weather"]
    assert getattr(moved.tools[0], "description", None) == "Weather by the hour."
    assert moved.messages == ()


def test_a_normalizer_keeps_the_place_where_the_dialect_can_add_tools() -> None:
    sent = Normalizer("openai/openai_responses").request(ASKED)
    assert items(sent.body)[-1] == WRITTEN["openai_responses"]
    assert [note for note in sent.notes if "offered from the start" in note.why] == []


def test_a_normalizer_notes_a_tool_that_is_offered_from_the_start() -> None:
    sent = Normalizer("mistral").request(ASKED)
    assert len(sent.body["tools"]) == 2
    notes = [(note.kind, note.where) for note in sent.notes if note.kind == "changed"]
    assert notes[:2] == [("changed", "/messages/3/parts/0"), ("changed", "/tools")]
    taken = Normalizer("anthropic").taken(ASKED, of="openai_responses")
    assert [tool.name for tool in taken.request.tools] == ["get_weather", "get_time"]
    assert [note.where for note in taken.notes] == ["/messages/3/parts/0", "/tools"]


def test_a_history_alone_loses_an_added_tool_with_a_note() -> None:
    piece = Normalizer("mistral").history(ASKED.messages, of="openai_responses")
    assert any("offer it in the tools of the request" in note.why for note in piece.notes)


def test_a_call_of_an_added_tool_is_checked_with_its_schema() -> None:
    answer = {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "output": [
            {"type": "function_call", "id": "fc_1", "call_id": "call_2", "name": "get_time", "arguments": '{"city": 7}'}
        ],
    }
    read = Normalizer("openai/openai_responses").response(answer, ASKED)
    [call] = read.calls
    assert call.call.name == "get_time"
    assert [fault.why for fault in call.faults] == ['7 is not of type "string"']
