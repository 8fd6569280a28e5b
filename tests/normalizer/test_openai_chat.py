"""Tests of reading and writing OpenAI Chat: the joining of a stream's fragments, and odd bodies."""

from typing import Any

import pytest

from toolwire.dialects import openai_chat as dialect
from toolwire.dialects.assembly import assemble
from toolwire.model import Arguments, CustomTool, Message, Request, Response, Text, ToolCall, ToolResult, Unknown, fresh
from toolwire.wire import exact_json, sse
from toolwire.wire.exchange import WireRequest


def streamed(*deltas: Any, finish: Any = "tool_calls", done: bool = True) -> Response:
    chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    if finish is not ...:
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    frames = [exact_json.dumps(chunk) for chunk in chunks] + ["[DONE]"] * done
    decoder = dialect.stream_decoder()
    return assemble([*decoder.feed(b"".join(map(sse.encode, frames))), *decoder.close()])


def fragment(name: str | None = None, text: str | None = None, **more: Any) -> dict[str, Any]:
    function = {key: value for key, value in (("name", name), ("arguments", text)) if value is not None}
    return {"tool_calls": [more | {"function": function}]}


def seen(response: Response) -> list[tuple[str | None, str, str]]:
    assert all(call.complete for call in response.calls)
    return [(call.id, call.name, call.arguments.text) for call in response.calls]


@pytest.mark.parametrize(
    ("fragments", "calls"),
    [
        ([fragment("f", "", index=0, id="a"), fragment(None, "{}", index=0)], [("a", "f", "{}")]),
        ([fragment("f", "{}")], [(None, "f", "{}")]),
        ([fragment("f", "{", id=""), fragment(None, "}")], [(None, "f", "{}")]),
        ([fragment("f", "{}", id="a"), fragment("g", "{}", id="b")], [("a", "f", "{}"), ("b", "g", "{}")]),
        ([fragment("f", "{", index=-1, id="a"), fragment(None, "}", index=-1)], [("a", "f", "{}")]),
        ([fragment("f", "{}", index=0, id="a"), fragment("g", "{}", index=0, id="b")],
         [("a", "f", "{}"), ("b", "g", "{}")]),
        ([fragment("f", "{", index=0, id="a"), fragment("", "}", index=0, id="b")], [("a", "f", "{}")]),
        ([fragment("f", "", index=0, id="a"), fragment("f", "{}", index=0, id="a")], [("a", "f", "{}")]),
        ([fragment("edit_ex", None, index=0, id="a"), fragment("isting", "{}", index=0)],
         [("a", "edit_existing", "{}")]),
        ([fragment("f", None, index=0), fragment(None, "{}", index=0, id="late")], [("late", "f", "{}")]),
        ([fragment("f", None, index=1, id="a"), fragment(None, "", index=1)], [("a", "f", "")]),
        ([fragment("f", "{", index="0", id="a"), fragment(None, "}", index="0")], [("a", "f", "{}")]),
        ([fragment("f", "{", index=0.0, id="a"), fragment(None, "}", index=0)], [("a", "f", "{}")]),
        ([fragment("f", [1], index=0, id="a")], [("a", "f", "[1]")]),
        ([fragment("f", '{"a":"\ud83d', index=0, id="a"), fragment(None, '\ude00"}', index=0)],
         [("a", "f", '{"a":"\U0001f600"}')]),
        ([fragment("f", "{}", index=0, id="a"), {"function_call": {"name": "g", "arguments": "{}"}}],
         [("a", "f", "{}"), (None, "g", "{}")]),
        (
            [fragment("f", "{", index=0, id="a"), fragment("g", "{", index=1, id="b"),
             fragment(None, "}", index=0), fragment(None, "}", index=1)],
            [("a", "f", "{}"), ("b", "g", "{}")],
        ),
    ],
    ids=["usual", "no-index-no-id", "empty-id", "by-id", "minus-one", "index-again-with-a-name", "new-id-no-name",
         "name-repeated", "name-in-pieces", "late-id", "no-arguments", "index-is-text", "index-has-a-point",
         "arguments-are-a-list", "character-cut-in-two",
         "legacy-beside", "alternating"],
)  # fmt: skip
def test_fragments_make_calls(fragments: list[Any], calls: list[tuple[str | None, str, str]]) -> None:
    response = streamed({"role": "assistant"}, *fragments)
    assert seen(response) == calls
    assert response.finish.reason == "tool_calls"


def test_a_name_in_very_many_pieces() -> None:
    pieces = [f"{n:04}" * 500 for n in range(4_000)]
    response = streamed(*(fragment(piece, None, index=0, id="a") for piece in pieces))
    assert [call.name for call in response.calls] == ["".join(pieces)]


def test_fragments_without_any_name_are_not_lost() -> None:
    (part,) = streamed(fragment(None, '{"a":1}', index=0, id="a")).parts
    assert part == Unknown(kind="a call without a name", value={"id": "a", "arguments": '{"a":1}'})


@pytest.mark.parametrize(
    ("finish", "done", "reason", "complete"),
    [
        ("stop", True, "tool_calls", True),
        ("tool_call", True, "tool_calls", True),
        ("", True, "tool_calls", True),
        (None, True, "tool_calls", True),
        (..., True, "tool_calls", True),
        ("", False, "interrupted", False),
        (..., False, "interrupted", False),
        ("length", True, "length", False),
        ("content_filter", True, "content_filter", False),
    ],
)
def test_ends(finish: Any, done: bool, reason: str, complete: bool) -> None:
    response = streamed(
        fragment("f", '{"a":', index=0, id="a"), fragment(None, "1}", index=0), finish=finish, done=done
    )
    assert response.finish.reason == reason
    assert [call.complete for call in response.calls] == [complete]


def test_a_call_without_arguments_is_not_taken_for_whole_where_the_end_is_missing() -> None:
    response = streamed(fragment("f", "", index=0, id="a"), finish=...)
    assert [(call.complete, call.arguments.form) for call in response.calls] == [(False, "invalid")]


def test_two_answers_keep_their_calls_apart() -> None:
    chunks = [
        {"choices": [{"index": n, "delta": fragment(name, "{}", index=0, id="same"), "finish_reason": "tool_calls"}]}
        for n, name in enumerate(("f", "g"))
    ]
    decoder = dialect.stream_decoder()
    body = b"".join(sse.encode(exact_json.dumps(chunk)) for chunk in chunks)
    response = assemble([*decoder.feed(body), *decoder.close()])
    assert [call.name for call in response.calls] == ["f"]
    assert [part.name for other in response.alternatives for part in other.parts if isinstance(part, ToolCall)] == ["g"]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        pytest.param({"name": "f", "arguments": ""}, Arguments(text="", form="empty", value={}), id="empty"),
        pytest.param({"name": "f", "arguments": None}, Arguments(text="", form="empty", value={}), id="null"),
        pytest.param({"name": "f"}, Arguments(text="", form="empty", value={}), id="absent"),
        pytest.param(
            {"name": "f", "arguments": "null"}, Arguments(text="null", form="empty", value={}), id="null-text"
        ),
        pytest.param({"name": "f", "arguments": "[1]"}, Arguments(text="[1]", form="not_object"), id="list-text"),
        pytest.param({"name": "f", "arguments": '{"a":'}, Arguments(text='{"a":', form="invalid"), id="cut-text"),
        pytest.param(
            {"name": "f", "arguments": {"a": 1}}, Arguments(text='{"a":1}', form="object", value={"a": 1}), id="object"
        ),
        pytest.param({"name": "f", "arguments": [1]}, Arguments(text="[1]", form="not_object"), id="list"),
        pytest.param({"name": "f", "arguments": 0}, Arguments(text="0", form="not_object"), id="number"),
    ],
)
def test_arguments_of_every_form_are_read_and_kept(function: Any, arguments: Arguments) -> None:
    call = {"id": "a", "type": "function", "function": function}
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [call]},
                         "finish_reason": "tool_calls"}]}  # fmt: skip
    response = dialect.read_response(body)
    assert response.calls[0].arguments == arguments
    assert exact_json.same(dialect.write_response(response), body)


def test_calls_with_empty_ids_have_none_and_do_not_share_one() -> None:
    """Check empty ids, as Gemini's endpoint for OpenAI's dialect sends them. Written again, they are still empty."""
    call = {"id": "", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [call, call]}}]}
    response = dialect.read_response(body)
    assert [read.id for read in response.calls] == [None, None]
    assert dialect.write_response(response) == body


@pytest.mark.parametrize(
    "name",
    [
        pytest.param({}, id="absent"),
        pytest.param({"name": None}, id="null"),
        pytest.param({"name": ""}, id="empty"),
        pytest.param({"name": 1}, id="number"),
    ],
)
@pytest.mark.parametrize("kind", ["function", "custom"])
def test_a_call_without_a_name_is_read_and_kept(name: dict[str, Any], kind: str) -> None:
    call = {"id": "a", "type": kind, kind: name | {"arguments" if kind == "function" else "input": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    body = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    response = dialect.read_response(body)
    assert [call.name for call in response.calls] == [""]
    assert exact_json.same(dialect.write_response(response), body)


@pytest.mark.parametrize(
    ("inside", "word"), [(False, "error"), (True, "error"), (True, "tool_calls")], ids=["beside", "inside", "word"]
)
def test_an_error_beside_what_had_come_is_read_and_kept(inside: bool, word: str) -> None:
    error = {"error": {"message": "Sorry.", "code": 502}}
    choice = {"index": 0, "message": {"role": "assistant", "content": "So"}, "finish_reason": word}
    body = {"id": "a", "choices": [choice | error]} if inside else {"id": "a", "choices": [choice]} | error
    response = dialect.read_response(body)
    assert response.error is not None
    assert (response.finish.reason, response.error.message, response.error.code) == ("error", "Sorry.", 502)
    assert exact_json.same(dialect.write_response(response), body)
    decoder = dialect.stream_decoder()
    streamed = assemble(list(decoder.feed(sse.encode(exact_json.dumps(body)))))
    assert (streamed.finish.reason, streamed.error and streamed.error.message) == ("error", "Sorry.")


def test_blanks_around_the_last_word_and_empty_events_say_nothing() -> None:
    chunk = exact_json.dumps({"choices": [{"index": 0, "delta": fragment("f", "{}", index=0)}]})
    decoder = dialect.stream_decoder()
    body = sse.encode(chunk) + b"data: \n\n" + b"data: [DONE] \n\n"
    assert seen(assemble([*decoder.feed(body), *decoder.close()])) == [(None, "f", "{}")]


def test_a_call_of_no_known_type_is_kept_and_no_call() -> None:
    entry = {"id": "a", "type": "spell", "spell": {"name": "f"}}
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "tool_calls": [entry]}, "finish_reason": "stop"}]}
    response = dialect.read_response(body)
    assert response.calls == ()
    assert [part.kind for part in response.parts if isinstance(part, Unknown)] == ["call: spell"]
    assert exact_json.same(dialect.write_response(response), body)


def test_legacy_functions_are_read_and_written() -> None:
    body = {
        "model": "m",
        "functions": [{"name": "f", "parameters": {"type": "object"}}],
        "function_call": {"name": "f"},
        "messages": [
            {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
            {"role": "function", "name": "f", "content": "done"},
        ],
    }
    request = dialect.read_request(WireRequest(url="", body=exact_json.encode(body)))
    assert request.tool_choice is not None
    assert (request.tools[0].name, request.tool_choice.names) == ("f", ("f",))
    assert exact_json.same(exact_json.loads(dialect.write_request(request, "http://h/v1").body), body)


def test_results_of_one_turn_are_one_message_each() -> None:
    results = tuple(ToolResult(call_id=name, parts=(Text(text=name),)) for name in ("a", "b"))
    request = Request(model="m", messages=(Message(role="tool", parts=results),))
    sent = exact_json.loads(dialect.write_request(fresh(request), "http://h/v1").body)
    assert [message["tool_call_id"] for message in sent["messages"]] == ["a", "b"]


def rewritten(body: dict[str, Any]) -> Any:
    """Read a request, remove its carried data, write it again, and return the body."""
    sent = WireRequest(url="https://api.openai.com/v1/chat/completions", body=exact_json.encode(body))
    return exact_json.loads(dialect.write_request(fresh(dialect.read_request(sent)), "http://127.0.0.1").body)


def test_a_legacy_conversation_stays_one() -> None:
    body = {
        "model": "m",
        "messages": [
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": '{"a":1}'}},
            {"role": "function", "name": "f", "content": "ok"},
        ],
        "functions": [{"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}],
        "function_call": {"name": "f"},
    }
    assert rewritten(body) == body


NESTED = {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: WORD"}}
FLAT = {"type": "grammar", "syntax": "lark", "definition": "start: WORD"}


@pytest.mark.parametrize(
    ("form", "read"),
    [
        pytest.param(NESTED, FLAT, id="documented"),
        pytest.param(FLAT, FLAT, id="as-in-responses"),
        pytest.param({"type": "text"}, {"type": "text"}, id="text"),
        pytest.param({"type": "grammar"}, {"type": "grammar"}, id="without-a-grammar"),
        pytest.param(NESTED | {"x": 1}, NESTED | {"x": 1}, id="with-another-key"),
    ],
)
def test_a_grammar_is_read_and_written(form: Any, read: Any) -> None:
    tool = {"type": "custom", "custom": {"name": "move", "format": form}}
    body = {"model": "m", "messages": [], "tools": [tool]}
    request = dialect.read_request(WireRequest(url="", body=exact_json.encode(body)))
    assert [each.format for each in request.tools if isinstance(each, CustomTool)] == [read]
    assert exact_json.loads(dialect.write_request(request, "https://host.example").body) == body


def test_a_grammar_of_responses_is_nested() -> None:
    request = Request(messages=(), model="m", tools=(CustomTool(name="move", format=FLAT),))
    body = exact_json.loads(dialect.write_request(request, "https://host.example").body)
    assert body["tools"] == [{"type": "custom", "custom": {"name": "move", "format": NESTED}}]


def test_a_custom_tool_is_chosen_as_one() -> None:
    tools = [{"type": "custom", "custom": {"name": "m"}}, {"type": "function", "function": {"name": "f"}}]
    body = {"model": "m", "messages": [{"role": "user", "content": "Go."}], "tools": tools}
    for kind, name in (("custom", "m"), ("function", "f")):
        choice = {"type": kind, kind: {"name": name}}
        assert rewritten(body | {"tool_choice": choice})["tool_choice"] == choice


def thought(**entry: Any) -> dict[str, Any]:
    return {"reasoning_details": [{"index": 0} | entry]}


@pytest.mark.parametrize(
    ("pieces", "whole"),
    [
        pytest.param(
            [
                thought(type="reasoning.text", text="I", format=None),
                thought(type="reasoning.text", text=" see."),
                thought(type="reasoning.text", text=None, signature="s", format="f"),
            ],
            [{"index": 0, "type": "reasoning.text", "text": "I see.", "signature": "s", "format": "f"}],
            id="text",
        ),
        pytest.param(
            [
                thought(type="reasoning.summary", summary="A"),
                thought(type="reasoning.summary", summary="B"),
                thought(type="reasoning.encrypted", data="x", id="1"),
                thought(type="reasoning.encrypted", data="y", id="2"),
            ],
            [
                {"index": 0, "type": "reasoning.summary", "summary": "A"},
                {"index": 0, "type": "reasoning.summary", "summary": "B"},
                {"index": 0, "type": "reasoning.encrypted", "data": "x", "id": "1"},
                {"index": 0, "type": "reasoning.encrypted", "data": "y", "id": "2"},
            ],
            id="summaries-and-sealed",
        ),
        pytest.param(
            [thought(type="reasoning.encrypted", data="x"), thought(type="reasoning.encrypted", data="x")],
            [{"index": 0, "type": "reasoning.encrypted", "data": "x"}] * 2,
            id="equal-sealed",
        ),
        pytest.param(
            [thought(text="a"), thought(index=1, text="b"), thought(text=3), {"reasoning_details": ["c"]}],
            [{"index": 0, "text": "a"}, {"index": 1, "text": "b"}, {"index": 0, "text": 3}, "c"],
            id="odd-pieces",
        ),
    ],
)
def test_what_goes_back_beside_the_reasoning_comes_in_pieces(pieces: list[Any], whole: list[Any]) -> None:
    answer = streamed(*pieces, fragment("f", "{}", index=0, id="a"))
    assert answer.provider_data == {"reasoning_details": whole}
    assert seen(answer) == [("a", "f", "{}")]


def test_what_goes_back_is_that_of_the_first_answer() -> None:
    def choice(index: int, text: str) -> dict[str, Any]:
        return {"index": index, "delta": thought(type="reasoning.text", text=text), "finish_reason": "stop"}

    decoder = dialect.stream_decoder()
    chunk = {"choices": [choice(0, "one"), choice(1, "other")]}
    answer = assemble([*decoder.feed(sse.encode(exact_json.dumps(chunk))), *decoder.close()])
    assert answer.provider_data["reasoning_details"] == [{"index": 0, "type": "reasoning.text", "text": "one"}]


@pytest.mark.parametrize(
    "usual",
    [
        pytest.param({}, id="absent"),
        pytest.param({"usage": None}, id="null"),
        pytest.param({"usage": {"prompt_tokens": 7, "completion_tokens": 5}}, id="both"),
    ],
)
def test_usage_of_groq_is_read_where_it_stands(usual: dict[str, Any]) -> None:
    decoder = dialect.stream_decoder()
    used = {"prompt_tokens": 3, "completion_tokens": 2} if usual.get("usage") is None else {"prompt_tokens": 0}
    chunk = {"choices": [], "x_groq": {"id": "r", "usage": used}} | usual
    read = assemble([*decoder.feed(sse.encode(exact_json.dumps(chunk))), *decoder.close()]).usage
    assert read is not None
    assert (read.input_tokens, read.output_tokens) == ((3, 2) if usual.get("usage") is None else (7, 5))


def test_content_in_parts_is_read_from_a_stream_too() -> None:
    thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm.", "signature": "s"}]}
    deltas = [{"content": [thought]}, {"content": [{"type": "text", "text": "Hel"}]}, {"content": "lo"}]
    answer = streamed(*deltas, {"content": [{"type": "text", "text": ""}]}, {"content": []}, finish="stop")
    assert answer.parts == (Unknown(kind="reasoning", value=thought), Text(text="Hello"))
