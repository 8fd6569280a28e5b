"""Tests that every mistake of an application, and everything that a dialect drops, has a note."""

from typing import Any

import pytest

from toolwire import Normalizer
from toolwire.dialects.arguments import from_text
from toolwire.dialects.dialect import DIALECTS
from toolwire.dialects.dialect import dialect as dialect_of
from toolwire.dialects.errors import Inexpressible
from toolwire.model import CustomTool, Message, Request, Text, ToolCall, ToolChoice, ToolDefinition, ToolResult
from toolwire.text import parse, sentinel
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

A, B = ToolDefinition(name="a"), ToolDefinition(name="b")
NO_WORD = ("ollama_chat", "cohere_v2")
"""Dialects that have no word for a choice of a single tool among several."""
ANSWER = {
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "a", "arguments": "[1]"}}],
            },
        }
    ]
}


def notes(dialect: str, **request: Any) -> list[str]:
    sent = Normalizer(dialect).request(Request(messages=(), model="m", **request))
    return [str(note) for note in sent.notes]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_choice_of_what_is_not_offered(dialect: str) -> None:
    for choice in ToolChoice(mode="named", names=("c",)), ToolChoice(mode="allowed", names=("c",), must_call=True):
        noted = notes(dialect, tools=(A, B), tool_choice=choice)
        assert any(note.endswith("/tool_choice: expected an offered tool, got 'c'") for note in noted)


@pytest.mark.parametrize("dialect", NO_WORD)
def test_what_is_offered_stays_where_nothing_of_it_is_chosen(dialect: str) -> None:
    sent = Normalizer(dialect).request(
        Request(messages=(), model="m", tools=(A, B), tool_choice=ToolChoice(mode="named", names=("c",)))
    )
    assert len(sent.body["tools"]) == 2
    assert "tool_choice" not in sent.body


def test_of_a_choice_only_what_is_offered_is_named() -> None:
    choice = ToolChoice(mode="allowed", names=("a", "c"), must_call=True)
    sent = Normalizer("anthropic").request(Request(messages=(), model="m", tools=(A, B), tool_choice=choice))
    assert sent.body["tool_choice"] == {"type": "tool", "name": "a"}
    assert "dropped: /tool_choice: expected an offered tool, got 'c'" in [str(note) for note in sent.notes]


def test_a_tool_of_the_providers_own_can_be_chosen() -> None:
    tools = [{"type": "image_generation"}, {"type": "function", "name": "a", "parameters": {}}]
    allowed = {"type": "allowed_tools", "mode": "auto", "tools": tools[:1]}
    responses = Normalizer("openai_responses")
    asked = responses.asked("x", tools=tools, tool_choice=allowed, model="m", of="openai_responses")
    sent = responses.request(asked.request)
    assert sent.body["tool_choice"] == allowed
    assert not [note for note in sent.notes if note.where == "/tool_choice"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_two_tools_of_one_name(dialect: str) -> None:
    tools = (A, B, CustomTool(name="a"), A)
    noted = [note for note in notes(dialect, tools=tools) if note.startswith("invalid")]
    assert noted == [f"invalid: /tools/{n}/name: expected different names, got 'a' for two tools" for n in (2, 3)]


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect != "openai_chat"])
def test_messages_that_say_nothing(dialect: str) -> None:
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "Hi."},
        {"role": "assistant", "content": None},
        {"role": "user", "content": []},
        {"role": "user"},
    ]
    piece = Normalizer(dialect).history(messages)
    assert [str(note) for note in piece.notes] == [
        f"dropped: /{n}: the {role} message is empty: it is left out"
        for n, role in ((1, "assistant"), (2, "user"), (3, "user"))
    ]
    [(_, listed)] = piece.body.items()
    assert len(listed) == 1


def test_what_one_dialect_alone_does_not_say() -> None:
    blank = (Message(role="user", parts=(Text(text=" "),)),)
    for name, places in ("bedrock", ["/0"]), ("anthropic", []), ("openai", []):
        assert [note.where for note in Normalizer(name).history(blank).notes] == places


@pytest.mark.parametrize(("name", "message"), [
    pytest.param("anthropic", {"role": "user", "content": []}, id="anthropic"),
    pytest.param("bedrock", {"role": "user", "content": []}, id="bedrock"),
    pytest.param("gemini", {"role": "user", "parts": []}, id="gemini"),
    pytest.param("mistral", {"role": "user", "content": ""}, id="mistral"),
    pytest.param("ollama", {"role": "user", "content": ""}, id="ollama"),
])  # fmt: skip
def test_in_its_own_form_an_empty_message_goes_as_it_is(name: str, message: Any) -> None:
    piece = Normalizer(name).history([message], of=name)
    assert next(iter(piece.body.values())) == [message]
    assert not piece.notes


def test_notes_lead_to_messages_as_they_were_given() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}}
    call = {"id": "c", "type": "function", "function": {"name": "a", "arguments": "{}"}}
    messages = [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": [image]},
        {"role": "user", "content": "So?", "own": 1},
    ]
    places = [note.where for note in Normalizer("ollama").history(messages).notes]
    assert "/2/own" in places


RESULTS: list[dict[str, Any]] = [
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "a", "input": {}}]},
    {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "toolu_1",
                "is_error": True,
                "content": [
                    {"type": "text", "text": "So.", "cache_control": {"type": "ephemeral"}},
                    {"type": "search_result", "source": "s", "title": "t", "content": []},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
                ],
            }
        ],
    },
]


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect != "anthropic_messages"])
def test_what_a_result_cannot_hold(dialect: str) -> None:
    normalizer = Normalizer(dialect)
    asked = normalizer.asked(
        RESULTS, tools=[{"name": "a", "input_schema": {"type": "object"}}], of="anthropic", model="m"
    )
    noted = sorted(str(note).partition(": ")[2] for note in (*asked.notes, *normalizer.request(asked.request).notes))
    expected = [
        "/messages/1/parts/0/parts/0/cache_control/type: the provider's dialect has no field for this value",
        "/messages/1/parts/0/parts/1: search_result: only the provider that sent this value can use it",
    ]
    if dialect not in ("gemini_generate", "bedrock_converse", "gemini_interactions"):
        flag = "the dialect has no flag for a failed tool: only the result's text can show the failure"
        expected.append(f"/messages/1/parts/0/is_error: {flag}")
    if dialect in ("openai_chat", "ollama_chat", "mistral_chat", "cohere_v2"):
        expected.append("/messages/1: the dialect's results cannot have media: the media follow in a user's message")
    if dialect == "mistral_chat":
        noted = [note for note in noted if "the provider refuses the call id" not in note]
    assert noted == sorted(expected)


def test_what_only_another_provider_understands_of_a_call_or_an_answer() -> None:
    call = {"functionCall": {"id": "c", "name": "a", "args": {}}, "thoughtSignature": "c2ln"}
    notes = Normalizer("ollama").history([{"role": "model", "parts": [call]}], of="gemini").notes
    assert [str(note) for note in notes] == [
        "dropped: /0/parts/0: thoughtSignature: only the provider that sent this value can use it"
    ]
    refusal = {"role": "assistant", "content": None, "refusal": "No."}
    notes = Normalizer("anthropic").history([refusal]).notes
    assert [str(note) for note in notes] == ["changed: /0/parts/0: the refusal is sent as text"]


@pytest.mark.parametrize(("form", "tool"), [
    pytest.param("anthropic_messages", {"name": "a", "input_schema": {"type": "object"}}, id="anthropic_messages"),
    pytest.param("openai_responses", {"type": "function", "name": "a", "parameters": {}}, id="openai_responses"),
    pytest.param("bedrock_converse", {"toolSpec": {"name": "a", "inputSchema": {"json": {}}}}, id="bedrock_converse"),
    pytest.param("gemini_generate", {"functionDeclarations": [{"name": "a"}]}, id="gemini_generate"),
])  # fmt: skip
def test_a_function_in_another_form_is_named(form: str, tool: Any) -> None:
    [note] = Normalizer("mistral").tools([tool]).notes
    assert note.why == f"the tool has the form of {form}, but `of` does not name this form: pass `of={form!r}`"
    assert Normalizer("mistral").tools([tool], of=form).body["tools"]


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param({}, id="empty"),
        pytest.param({"type": "web_search"}, id="web-search"),
        pytest.param({"type": "function"}, id="no-function"),
        pytest.param({"name": 3, "input_schema": 4}, id="wrong-types"),
    ],
)
def test_what_is_no_function_anywhere_is_somebodys_own(tool: Any) -> None:
    [note] = Normalizer("anthropic").tools([tool]).notes
    assert note.why.endswith("is a tool that only another provider offers")


def test_forms_and_styles_that_there_are_not() -> None:
    openai = Normalizer("openai")
    answer = openai.response(ANSWER, Request(messages=(), tools=(A,)))
    with pytest.raises(ValueError, match="unknown form of calls: 'xml'; expected one of: generic, openai, anthropic"):
        answer.calls_as("xml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown form of calls: 'xml'"):
        answer.calls[0].as_form("xml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"unknown style of schemas: 'foo'; expected one of: .*openapi"):
        Normalizer("gemini", schemas="foo")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "begins"),
    [
        pytest.param(b"<html>" + b"x" * 100, "<html>" + "x" * 54, id="html"),
        pytest.param(b"", "", id="empty"),
        pytest.param(b"\xff", "\ufffd", id="no-utf-8"),
    ],
)
def test_an_answer_that_is_no_json_is_shown(body: bytes, begins: str) -> None:
    with pytest.raises(JsonError, match=f"^the answer is not JSON, and begins with {begins!r}: "):
        Normalizer("openai").response(body)


def test_parameters_of_a_call_that_has_none() -> None:
    [call] = Normalizer("openai").response(ANSWER, Request(messages=(), tools=(A,))).calls
    assert call.faults
    with pytest.raises(Inexpressible, match="expected a JSON object as arguments of the call to 'a'"):
        _ = call.parameters


def test_delimiters_of_ones_own() -> None:
    own = sentinel("own", "@@", "@@")
    text = 'So. @@{"name": "a", "arguments": {}}@@'
    assert [part.name for part in parse(text, own, [A]).parts if isinstance(part, ToolCall)] == ["a"]
    answer = Normalizer("vllm", text_format=own).response(
        {"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}]},
        Request(messages=(), tools=(A,)),
    )
    assert answer.text == "So. "
    assert answer.calls_as("generic")[0]["tool_name"] == "a"


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        pytest.param("", "x", id="empty-opening"),
        pytest.param("x", "", id="empty-closing"),
        pytest.param(" ", "x", id="blank-opening"),
        pytest.param("x", "\n", id="blank-closing"),
    ],
)
def test_blank_delimiters(opening: str, closing: str) -> None:
    with pytest.raises(ValueError, match="expected delimiters that are not blank"):
        sentinel("own", opening, closing)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_result_alone_is_no_empty_message(dialect: str) -> None:
    call = ToolCall(id="123456789", name="a", arguments=from_text("{}"))
    messages = (
        Message(role="assistant", parts=(call,)),
        Message(role="tool", parts=(ToolResult(call_id="123456789"),)),
    )
    assert not Normalizer(dialect).history(messages).notes


@pytest.mark.parametrize(
    ("dialect", "key"), [("ollama_chat", "tools"), ("bedrock_converse", "toolConfig"), ("anthropic_messages", None)]
)
def test_where_nothing_is_left_to_be_offered_the_piece_names_what_goes(dialect: str, key: str | None) -> None:
    piece = Normalizer(dialect).tool_choice("none", [A, B])
    assert piece.without == ((key,) if key else ())
    assert bool(piece.body) is (key is None)
    assert Normalizer(dialect).tool_choice("none", []).without == ()


def test_one_call_is_part_of_a_choice() -> None:
    choice = {"type": "any", "disable_parallel_tool_use": True}
    openai = Normalizer("openai")
    assert openai.tool_choice(choice, [A], of="anthropic").body == {
        "tool_choice": "required",
        "parallel_tool_calls": False,
    }
    assert openai.asked("x", tools=[A], tool_choice=choice, of="anthropic").request.parallel_tool_calls is False
    asked = openai.asked("x", tools=[A], tool_choice=choice, parallel_tool_calls=True, of="anthropic")
    assert asked.request.parallel_tool_calls is True
    [note] = Normalizer("gemini").tool_choice(choice, [A], of="anthropic").notes
    assert (
        str(note)
        == "dropped: /parallel_tool_calls: the dialect cannot limit an answer to 1 call: it may have several calls"
    )


@pytest.mark.parametrize(("of", "word", "expected"), [
    pytest.param("mistral", "any", "required", id="mistral-any"),
    pytest.param("cohere", "REQUIRED", "required", id="cohere-REQUIRED"),
    pytest.param("cohere", "NONE", "none", id="cohere-NONE"),
    pytest.param("openai", "required", "required", id="openai-required"),
    pytest.param("mistral", "a", {"type": "function", "function": {"name": "a"}}, id="mistral-tool"),
    pytest.param(None, "a", {"type": "function", "function": {"name": "a"}}, id="canonical-tool"),
    pytest.param("anthropic", "none", "none", id="anthropic-none"),
])  # fmt: skip
def test_a_word_of_the_wire_is_no_tools_name(of: str | None, word: str, expected: Any) -> None:
    piece = Normalizer("openai").tool_choice(word, [A], of=of)
    assert piece.body == {"tool_choice": expected}
    assert not piece.notes


def test_names_of_documents_that_are_not_taken() -> None:
    file = {"type": "file", "file": {"filename": "a.pdf  b", "file_data": "data:application/pdf;base64,AAAA"}}
    piece = Normalizer("bedrock").history([{"role": "user", "content": [{"type": "text", "text": "See."}, file]}])
    assert piece.body["messages"][0]["content"][1]["document"]["name"] == "a-pdf b"
    assert [note.where for note in piece.notes] == ["/0/parts/1/name"]


def test_ids_that_are_not_taken() -> None:
    call = ToolCall(id="call_1234", name="a", arguments=from_text("{}"))
    messages = (
        Message(role="assistant", parts=(call,)),
        Message(role="tool", parts=(ToolResult(call_id="call_1234"),)),
    )
    sent = Normalizer("mistral").request(Request(messages=messages, model="m"))
    [called, result] = sent.body["messages"]
    assert called["tool_calls"][0]["id"] == result["tool_call_id"] != "call_1234"
    assert [note.kind for note in sent.notes] == ["changed"]


def test_what_is_false_and_left_behind_is_noted() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi."}], "think": False}
    read = dialect_of("ollama_chat").read_request(WireRequest(url="", body=exact_json.encode(body)))
    noted = Normalizer("anthropic").taken(read, of="ollama").notes
    assert [str(note) for note in noted] == ["dropped: /think: the provider's dialect has no field for this value"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_history_with_calls_that_offers_nothing(dialect: str) -> None:
    messages = (Message(role="assistant", parts=(ToolCall(id="123456789", name="a", arguments=from_text("{}")),)),)
    notes = Normalizer(dialect).request(Request(messages=messages, model="m")).notes
    assert [(note.kind, note.where) for note in notes] == (
        [("refused", "/tools")] if dialect == "bedrock_converse" else []
    )
