"""Tests of the transfer of a conversation to another dialect: ids, dropped values, and media in results."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.transplant import fitted, transplant
from toolwire.model import (
    Arguments,
    Carried,
    Image,
    Message,
    ProviderPart,
    ProviderTool,
    Reasoning,
    Request,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)

NO_ARGUMENTS = Arguments(text="{}", form="object", value={})


def call(name: str, call_id: str | None) -> ToolCall:
    return ToolCall(id=call_id, name=name, arguments=NO_ARGUMENTS, provider_data={"signature": "s"})


def result(text: str, call_id: str | None, name: str | None = None) -> ToolResult:
    return ToolResult(call_id=call_id, name=name, parts=(Text(text=text),))


def conversation(*rounds: tuple[list[ToolCall], list[ToolResult]], **more: Any) -> Request:
    messages = [Message(role="user", parts=(Text(text="Go."),))]
    for calls, results in rounds:
        messages += [Message(role="assistant", parts=tuple(calls)), Message(role="tool", parts=tuple(results))]
    return Request(messages=tuple(messages), **more)


def ids(request: Request) -> tuple[list[str | None], list[str | None]]:
    parts = [part for message in request.messages for part in message.parts]
    return (
        [part.id for part in parts if isinstance(part, ToolCall)],
        [part.call_id for part in parts if isinstance(part, ToolResult)],
    )


def texts(request: Request) -> list[str]:
    parts = [part for message in request.messages for part in message.parts if isinstance(part, ToolResult)]
    return [inner.text for part in parts for inner in part.parts if isinstance(inner, Text)]


def test_ids_that_are_taken_stay() -> None:
    moved = transplant(conversation(([call("a", "call_1")], [result("x", "call_1")])), "anthropic_messages")
    assert ids(moved.request) == (["call_1"], ["call_1"])


def test_ids_that_are_refused_are_replaced_one_for_one_and_come_back() -> None:
    original = conversation(
        (
            [call("a", "functions.a:0"), call("a", "functions.a:1")],
            [result("y", "functions.a:1"), result("x", "functions.a:0")],
        )
    )
    there = transplant(original, "anthropic_messages")
    (first, second), results = ids(there.request)
    assert first != second
    assert results == [first, second]
    assert texts(there.request) == ["x", "y"]
    assert all(re.fullmatch("toolu_01[0-9A-Za-z]{22}", str(call_id)) for call_id in (first, second))
    back = transplant(there.request, "openai_chat", ids=there.ids)
    assert ids(back.request) == (["functions.a:0", "functions.a:1"],) * 2
    assert texts(back.request) == ["x", "y"]


def test_ids_that_are_used_again_in_a_later_turn_are_made_different() -> None:
    there = transplant(
        conversation(
            ([call("a", "call_0")], [result("x", "call_0")]), ([call("b", "call_0")], [result("y", "call_0")])
        ),
        "anthropic_messages",
    )
    calls, results = ids(there.request)
    assert len(set(calls)) == 2
    assert calls == results


def test_calls_without_ids_get_some_and_results_follow_by_name_and_order() -> None:
    original = conversation(
        (
            [call("a", None), call("b", None), call("a", None)],
            [result("1", None, "a"), result("2", None, "b"), result("3", None, "a")],
        )
    )
    there = transplant(original, "openai_chat")
    calls, results = ids(there.request)
    assert calls == results
    assert len(set(calls)) == 3
    back = transplant(there.request, "gemini_generate", ids=there.ids)
    assert ids(back.request) == ([None] * 3, [None] * 3)
    assert [part.name for part in back.request.messages[2].parts] == ["a", "b", "a"]  # type: ignore[union-attr]


def test_what_only_its_own_provider_understands_stays_behind() -> None:
    request = Request(
        messages=(
            Message(role="user", parts=(Text(text="Go."),), provider_data={"id": "msg_1"}),
            Message(role="assistant", parts=(Reasoning(text="Hm.", provider_data={"signature": "s"}),)),
            Message(role="assistant", parts=(ProviderPart(kind="server_tool_use", value={}), call("a", "call_1"))),
            Message(role="tool", parts=(result("x", "call_1"),)),
        ),
        tools=(ToolDefinition(name="a"), ProviderTool(kind="web_search", value={})),
    )
    there = transplant(request, "openai_responses").request
    assert [message.role for message in there.messages] == ["user", "assistant", "tool"]
    assert [part.provider_data for message in there.messages for part in message.parts] == [{}, {}, {}]  # type: ignore[union-attr]
    assert [(tool.name, tool.strict) for tool in there.tools] == [("a", False)]  # type: ignore[union-attr]


def test_a_result_that_names_another_tool_answers_the_open_call_all_the_same() -> None:
    there = transplant(conversation(([call("a", None)], [result("x", None, "other")])), "openai_chat")
    calls, results = ids(there.request)
    assert calls == results


def test_a_result_without_an_id_leaves_calls_that_have_one() -> None:
    original = conversation(([call("a", "call_1"), call("a", None)], [result("2", None), result("1", "call_1")]))
    calls, results = ids(transplant(original, "openai_chat").request)
    assert results == calls
    assert texts(transplant(original, "openai_chat").request) == ["1", "2"]


def test_a_second_result_of_a_call_stays_a_second_result_of_it() -> None:
    original = conversation(([call("a", "paris0001")], [result("1", "paris0001"), result("2", "paris0001")]))
    calls, results = ids(transplant(original, "mistral_chat").request)
    assert results == [*calls, *calls]


def test_the_id_of_a_result_without_its_call_comes_back() -> None:
    there = transplant(Request(messages=(Message(role="tool", parts=(result("x", "call_a"),)),)), "mistral_chat")
    assert ids(there.request)[1] != ["call_a"]
    assert ids(transplant(there.request, "openai_responses", ids=there.ids).request)[1] == ["call_a"]


def test_a_choice_among_no_tools_is_none() -> None:
    request = conversation(tools=(ProviderTool(kind="web_search", value={}),), tool_choice=ToolChoice(mode="required"))
    assert transplant(request, "openai_chat").request.tool_choice is None


def test_types_in_capitals_are_those_of_one_dialect() -> None:
    tool = ToolDefinition(name="a", parameters={"type": "OBJECT", "properties": {"type": {"type": "STRING"}}})
    [moved] = transplant(conversation(tools=(tool,)), "anthropic_messages").request.tools
    assert moved.parameters == {"type": "object", "properties": {"type": {"type": "string"}}}  # type: ignore[union-attr]


def test_media_of_several_results_follow_the_last_of_them() -> None:
    image = Image(data="iVBORw0KGgo=", media_type="image/png")
    results = [ToolResult(call_id=f"call_{n}", parts=(Text(text="see"), image)) for n in (1, 2)]
    apart = tuple(Message(role="tool", parts=(answer,)) for answer in results)
    asked = Message(role="assistant", parts=(call("a", "call_1"), call("a", "call_2")))
    there = transplant(Request(messages=(asked, *apart)), "openai_chat").request
    assert [message.role for message in there.messages] == ["assistant", "tool", "tool", "user"]


def test_a_choice_that_the_target_has_not_is_left_out() -> None:
    request = conversation(tools=(ToolDefinition(name="a"),), tool_choice=ToolChoice(mode="named", names=("a",)))
    assert transplant(request, "ollama_chat").request.tool_choice is None
    assert transplant(request, "anthropic_messages").request.tool_choice == ToolChoice(mode="named", names=("a",))


@pytest.mark.parametrize("target", DIALECTS)
def test_an_image_in_a_result_goes_along(target: str) -> None:
    image = Image(data="iVBORw0KGgo=", media_type="image/png")
    shown = ToolResult(call_id="call_1", name="a", parts=(Text(text="see"), image))
    there = transplant(conversation(([call("a", "call_1")], [shown]), model="m"), target).request
    assert b"iVBORw0KGgo=" in dialect(target).write_request(there, "http://127.0.0.1").body


IDS = st.none() | st.sampled_from(["x", "y", "functions.a:0", "é" * 70])


@given(st.lists(st.tuples(st.sampled_from("ab"), IDS), max_size=6), st.sampled_from(DIALECTS))
def test_pairs_stay_pairs(made: list[tuple[str, str | None]], target: str) -> None:
    rounds = [([call(name, call_id)], [result(str(n), call_id, name)]) for n, (name, call_id) in enumerate(made)]
    calls, results = ids(transplant(conversation(*rounds), target).request)
    assert calls == results
    assert len({call_id for call_id in calls if call_id is not None}) == sum(call_id is not None for call_id in calls)


def test_a_request_by_hand_gets_ids_that_are_taken_and_results_as_its_calls_stand() -> None:
    calls = [call("a", "functions.a:0"), call("b", "good_id")]
    original = conversation((calls, [result("y", "good_id"), result("x", "functions.a:0")]))
    made = fitted(original, "anthropic_messages", "anthropic")
    (first, second), answered = ids(made)
    assert first != "functions.a:0"
    assert second == "good_id"
    assert answered == [first, second]
    assert texts(made) == ["x", "y"]
    assert fitted(original, "anthropic_messages", "anthropic") == made
    assert [part.provider_data for part in made.messages[1].parts] == [{"signature": "s"}] * 2  # type: ignore[union-attr]


def test_what_was_read_stays_as_it_was() -> None:
    carried = Carried()
    read = [msgspec.structs.replace(made, carried=carried) for made in (call("a", "a:0"), call("b", "b:0"))]
    results = [msgspec.structs.replace(result("x", call_id), carried=carried) for call_id in ("b:0", "a:0")]
    original = conversation((read, results))
    assert fitted(original, "anthropic_messages", "anthropic") == original


def test_results_that_answer_nothing_keep_their_places() -> None:
    original = conversation(([call("a", "a"), call("b", "b")], [result("y", "b"), result("z", "c"), result("x", "a")]))
    assert texts(fitted(original, "openai_chat", "openai")) == ["y", "z", "x"]


@pytest.mark.parametrize("call_id", ["x", "functions.a:0"])
def test_what_is_broken_in_a_history_by_hand_stays_broken(call_id: str) -> None:
    twice = [result("y", call_id), result("x", call_id)]
    calls, results = ids(
        fitted(conversation(([call("a", call_id), call("a", call_id)], twice)), "anthropic_messages", "anthropic")
    )
    assert calls == results == [calls[0]] * 2
    calls, results = ids(
        fitted(conversation(([call("a", "b")], [result("y", call_id)])), "anthropic_messages", "anthropic")
    )
    assert calls == ["b"] != results


def test_what_a_dialect_cannot_ask_is_left_out() -> None:
    tools = (ToolDefinition(name="a", strict=True), ToolDefinition(name="b", strict=False))
    request = conversation(tools=tools, parallel_tool_calls=False)
    kept = {target: transplant(request, target).request for target in DIALECTS}
    strict = {target: [tool.strict for tool in moved.tools] for target, moved in kept.items()}  # type: ignore[union-attr]
    assert {target for target, flags in strict.items() if True not in flags} == {
        "cohere_v2", "gemini_generate", "gemini_interactions", "ollama_chat",
    }  # fmt: skip
    assert {target for target, moved in kept.items() if moved.parallel_tool_calls is None} == {
        "bedrock_converse", "cohere_v2", "gemini_generate", "gemini_interactions", "ollama_chat",
    }  # fmt: skip
    all_strict = transplant(conversation(tools=tools[:1]), "cohere_v2").request.tools
    assert [tool.strict for tool in all_strict] == [True]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("data", "kind"), [("iVBORw0KGgoAAA==", "image/png"), ("/9j/4AAQ", "image/jpeg"), ("AAAA", None)]
)
def test_an_image_shows_itself_of_what_kind_it_is(data: str, kind: str | None) -> None:
    shown = Message(role="user", parts=(Image(data=data),))
    (part,) = transplant(Request(messages=(shown,)), "bedrock_converse").request.messages[0].parts
    assert isinstance(part, Image)
    assert part.media_type == kind
