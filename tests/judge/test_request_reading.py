"""Tests of a codec's reading of a request, which is compared with the canonical request."""

from typing import Any

import msgspec
import pytest

from conformance.judge.request_reading import misread
from toolwire.model import (
    Approval,
    ApprovalRequest,
    Arguments,
    Message,
    ProviderTool,
    Request,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Unknown,
)


def call(name: str, value: Any, call_id: str = "a") -> ToolCall:
    text = msgspec.json.encode(value).decode()
    return ToolCall(id=call_id, name=name, arguments=Arguments(text=text, form="object", value=value))


def result(text: str, call_id: str = "a") -> ToolResult:
    return ToolResult(call_id=call_id, parts=(Text(text=text),))


def spoken(role: Any, *texts: str) -> Message:
    return Message(role=role, parts=tuple(Text(text=text) for text in texts))


CALLS = (call("look", {"city": "Oslo"}), call("wait", {"hours": 1.5}, "b"))
ASKED = Request(
    messages=(
        spoken("system", "Be brief."),
        spoken("user", "Go."),
        Message(role="assistant", parts=(Text(text="I look."), *CALLS)),
        Message(role="user", parts=(result("rain"), result("done", "b"))),
    ),
    tools=(
        ToolDefinition(name="look"),
        ToolDefinition(name="wait"),
        ProviderTool(kind="web_search", name="web_search"),
    ),
    tool_choice=ToolChoice(mode="required"),
)


def with_messages(*messages: Message) -> Request:
    return msgspec.structs.replace(ASKED, messages=messages)


SAME = {
    "itself": ASKED,
    "texts-in-pieces": with_messages(spoken("system", "Be ", "brief."), *ASKED.messages[1:]),
    "a-text-behind-its-calls": with_messages(
        *ASKED.messages[:2], Message(role="assistant", parts=(*CALLS, Text(text="I look."))), ASKED.messages[3]
    ),
    "a-message-for-each-result": with_messages(
        *ASKED.messages[:3], *(Message(role="user", parts=(part,)) for part in ASKED.messages[3].parts[::-1])
    ),
    "a-number-in-another-spelling": with_messages(
        *ASKED.messages[:2],
        Message(role="assistant", parts=(Text(text="I look."), CALLS[0], call("wait", {"hours": 15e-1}, "b"))),
        ASKED.messages[3],
    ),
    "tools-in-another-order": msgspec.structs.replace(ASKED, tools=ASKED.tools[::-1]),
}
OTHER = {
    "a-role": (with_messages(spoken("user", "Be brief."), *ASKED.messages[1:]), "parts: expected system", "context"),
    "a-text": (
        with_messages(spoken("system", "Be."), *ASKED.messages[1:]),
        'system: expected "Be brief.", got "Be."',
        "context",
    ),
    "a-message-kept-whole": (
        with_messages(Message(role="system", parts=(Unknown(kind="x", value={}),)), *ASKED.messages[1:]),
        'parts: expected system "Be brief."',
        "context",
    ),
    "a-call": (
        with_messages(*ASKED.messages[:2], Message(role="assistant", parts=(Text(text="I look."),)), ASKED.messages[3]),
        'parts: expected call.name "look"',
        "call",
    ),
    "arguments": (
        with_messages(
            *ASKED.messages[:2],
            Message(role="assistant", parts=(Text(text="I look."), call("look", {"city": "Lima"}), CALLS[1])),
            ASKED.messages[3],
        ),
        'call.arguments: expected {"city":"Oslo"}, got {"city":"Lima"}',
        "call",
    ),
    "a-result": (
        with_messages(*ASKED.messages[:3], Message(role="user", parts=(result("rain"),))), "result: expected", "call",
    ),
    "a-result-too-many": (
        with_messages(*ASKED.messages, Message(role="user", parts=(result("zzz", "b"),))),
        'result: expected nothing, got "zzz"',
        "call",
    ),
    "results-of-each-other's-calls": (
        with_messages(*ASKED.messages[:3], Message(role="user", parts=(result("done"), result("rain", "b")))),
        'result: expected "rain", got "done"',
        "call",
    ),
    "a-result-of-no-call": (
        with_messages(*ASKED.messages[:3], Message(role="user", parts=(result("rain"), result("done", "c")))),
        "result.call_id: expected the id of a call in each result",
        "call",
    ),
    "a-choice-that-nobody-made": (
        msgspec.structs.replace(ASKED, tool_choice=ToolChoice(mode="none")),
        'tool_choice: expected "required"',
        "tools",
    ),
    "a-description": (
        msgspec.structs.replace(ASKED, tools=(ToolDefinition(name="look", description="Look."), *ASKED.tools[1:])),
        "tool.name: ",
        "tools",
    ),
    "the-limit": (
        msgspec.structs.replace(ASKED, max_output_tokens=9), "max_output_tokens: expected nothing", "context",
    ),
    "a-tool": (msgspec.structs.replace(ASKED, tools=ASKED.tools[:1]), "tool.name: ", "tools"),
    "the-choice": (
        msgspec.structs.replace(ASKED, tool_choice=None), 'tool_choice: expected "required", got nothing', "tools",
    ),
}  # fmt: skip


@pytest.mark.parametrize("read", SAME.values(), ids=SAME)
def test_the_same(read: Request) -> None:
    assert not [*misread(ASKED, read)]


@pytest.mark.parametrize(("read", "message", "effect"), OTHER.values(), ids=OTHER)
def test_another_one(read: Request, message: str, effect: str) -> None:
    first = next(misread(ASKED, read))
    assert first.message.startswith(message)
    assert first.effect == effect


def test_a_plan_is_read_as_text_or_as_reasoning() -> None:
    without = with_messages(*ASKED.messages[:2], Message(role="assistant", parts=CALLS), ASKED.messages[3])
    assert [*misread(ASKED, without)]
    assert not [*misread(ASKED, without, has_plan=True)]


def test_one_tool_that_must_be_called_is_named() -> None:
    named = msgspec.structs.replace(ASKED, tool_choice=ToolChoice(mode="named", names=("look",)))
    allowed = ToolChoice(mode="allowed", names=("look",), must_call=True)
    assert not [*misread(named, msgspec.structs.replace(named, tool_choice=allowed))]


def test_a_free_choice_is_read_as_none_or_as_auto() -> None:
    free = msgspec.structs.replace(ASKED, tool_choice=None)
    assert not [*misread(free, msgspec.structs.replace(free, tool_choice=ToolChoice(mode="auto")))]


def test_names_of_results_are_asked_where_the_dialect_has_them() -> None:
    named = [msgspec.structs.replace(result("rain"), name=name) for name in ("look", "wait", None)]
    asked, other, without = (with_messages(Message(role="user", parts=(each,))) for each in named)
    assert not [*misread(asked, without)]
    assert not [*misread(asked, asked, has_names=True)]
    for read, got in ((other, '["wait"]'), (without, "[]")):
        (finding,) = misread(asked, read, has_names=True)
        assert (finding.message, finding.effect) == (f'result.name: expected ["look"], got {got}', "call")


ASKS = ApprovalRequest(id="r", server="archive", name="find", arguments=Arguments(text="{}", form="object", value={}))


def approved(*parts: ApprovalRequest | Approval) -> Request:
    asks = tuple(part for part in parts if isinstance(part, ApprovalRequest))
    answers = tuple(part for part in parts if isinstance(part, Approval))
    return with_messages(
        spoken("user", "Go."), Message(role="assistant", parts=asks), Message(role="tool", parts=answers)
    )


@pytest.mark.parametrize(
    ("read", "why"),
    [
        (approved(ASKS, Approval(request_id="r", approve=True)), 'approval: expected ["r",false], got ["r",true]'),
        (approved(ASKS, Approval(request_id="s", approve=False)), 'approval: expected ["r",false], got ["s",false]'),
        (approved(ASKS), 'approval: expected ["r",false], got nothing'),
        (approved(Approval(request_id="r", approve=False)), "parts: expected approval_request"),
    ],
    ids=["approved", "another id", "lost", "request lost"],
)
def test_an_approval_is_compared(read: Request, why: str) -> None:
    asked = approved(ASKS, Approval(request_id="r", approve=False))
    assert list(misread(asked, asked)) == []
    [finding] = misread(asked, read)
    assert (finding.effect, finding.message[: len(why)]) == ("call", why)
