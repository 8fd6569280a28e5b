"""Tests of reading and writing Gemini Interactions."""

from typing import Any

import msgspec
import pytest

from toolwire.dialects import gemini_interactions as interactions
from toolwire.dialects.assembly import assemble
from toolwire.dialects.errors import Inexpressible
from toolwire.model import (
    CustomTool,
    File,
    Finish,
    Image,
    Message,
    ProviderPart,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Unknown,
    fresh,
)
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest

URL = "https://generativelanguage.googleapis.com/v1beta/interactions"
TEXT = {"type": "text", "text": "Hello."}
CALL = {"type": "function_call", "id": "zggxzq8r", "name": "f", "arguments": {"a": 1}}
THOUGHT = {"type": "thought", "signature": "c2ln"}
SEARCHED = {"type": "google_search_call", "id": "s1", "arguments": {"queries": ["q"]}, "signature": "c2ln"}


def asked(**body: Any) -> Request:
    return interactions.read_request(WireRequest(url=URL, body=exact_json.encode({"model": "m"} | body)))


def answered(*steps: Any, status: str = "completed", **more: Any) -> Response:
    body = {"id": "v1_x", "object": "interaction", "model": "m", "status": status, "steps": list(steps)}
    return interactions.read_response(body | more)


def streamed(*events: Any) -> Response:
    decoder = interactions.stream_decoder()
    body = b"".join(sse.encode(exact_json.dumps(event), event["event_type"]) for event in events)
    return assemble([*decoder.feed(body), *decoder.close()])


def step(index: int, start: Any, *deltas: Any, stops: bool = True) -> list[Any]:
    events = [{"event_type": "step.start", "index": index, "step": start}]
    events += [{"event_type": "step.delta", "index": index, "delta": delta} for delta in deltas]
    return [*events, *([{"event_type": "step.stop", "index": index}] if stops else [])]


def done(status: str = "completed", **more: Any) -> dict[str, Any]:
    return {"event_type": "interaction.completed", "interaction": {"id": "v1_x", "status": status} | more}


INPUTS: dict[str, Any] = {
    "text": "Hello.",
    "one content": TEXT,
    "contents": [TEXT, {"type": "image", "mime_type": "image/png", "data": "aQ==", "resolution": "low"}],
    "text in place of contents": [{"type": "user_input", "content": "Hello."}],
    "empty text": [{"type": "user_input", "content": ""}],
    "no contents": [{"type": "user_input"}],
    "steps": [
        {"type": "user_input", "content": [TEXT]},
        THOUGHT | {"summary": [{"type": "text", "text": "Hm."}]},
        THOUGHT | {"summary": [{"type": "text", "text": "Hm."}, {"type": "image", "uri": "x"}]},
        CALL | {"signature": ""},
        {"type": "function_result", "call_id": "zggxzq8r", "name": "f", "result": [TEXT], "is_error": False},
        {"type": "model_output", "content": [TEXT, TEXT | {"annotations": [{"type": "url_citation", "url": "u"}]}]},
    ],
    "result as a text": [{"type": "function_result", "call_id": "a", "result": "18"}],
    "result as an object": [{"type": "function_result", "call_id": "a", "result": {"sum": 18.0}}],
    "result as a number": [{"type": "function_result", "call_id": "a", "result": 18.0}],
    "result with a function": [
        {"type": "function_result", "call_id": "a", "result": [{"type": "function", "name": "g"}]}
    ],
    "no result": [{"type": "function_result", "call_id": "a"}],
    "result among contents": [
        {"type": "user_input", "content": [{"type": "function_result", "call_id": "a", "result": "18"}, TEXT]}
    ],
    "arguments as text": [CALL | {"arguments": '{"a": 1}'}],
    "arguments absent": [{"type": "function_call", "id": "a", "name": "f"}],
    "steps of the provider": [SEARCHED, {"type": "tool_search_result", "call_id": "s1", "result": []}, {"type": "x"}],
    "output without contents": [{"type": "model_output", "error": {"code": 3}}],
    "output of media": [
        {"type": "model_output", "content": [{"type": "audio", "uri": "x"}, TEXT, {"type": "y"}], "status": "done"}
    ],
}


@pytest.mark.parametrize("value", INPUTS.values(), ids=INPUTS)
def test_an_input_is_written_as_it_was_read(value: Any) -> None:
    request = asked(input=value, store=False, previous_interaction_id="v1_0", stream=True)
    again = exact_json.loads(interactions.write_request(request, URL.removesuffix("/interactions")).body)
    assert again == {
        "model": "m", "input": value, "store": False, "previous_interaction_id": "v1_0", "stream": True,
    }  # fmt: skip


CHOICES: dict[str, tuple[Any, ToolChoice]] = {
    "auto": ("auto", ToolChoice(mode="auto")),
    "any": ("any", ToolChoice(mode="required")),
    "none": ("none", ToolChoice(mode="none")),
    "validated": ("validated", ToolChoice(mode="auto", raw="validated")),
    "named": ({"allowed_tools": {"mode": "any", "tools": ["f"]}}, ToolChoice(mode="named", names=("f",))),
    "must call": (
        {"allowed_tools": {"mode": "any", "tools": ["f", "g"]}},
        ToolChoice(mode="allowed", names=("f", "g"), must_call=True),
    ),
    "may call": (
        {"allowed_tools": {"mode": "validated", "tools": ["f"]}},
        ToolChoice(mode="allowed", names=("f",)),
    ),
    "may call automatically": (
        {"allowed_tools": {"mode": "auto", "tools": ["f"]}},
        ToolChoice(mode="allowed", names=("f",), raw="auto"),
    ),
    "unknown": ({"mode": "x"}, ToolChoice(mode="provider", raw={"mode": "x"})),
}


@pytest.mark.parametrize(("value", "choice"), CHOICES.values(), ids=CHOICES)
def test_choices(value: Any, choice: ToolChoice) -> None:
    request = asked(input="Hi.", generation_config={"tool_choice": value, "seed": 1})
    assert request.tool_choice
    assert msgspec.structs.replace(request.tool_choice, carried=None) == choice
    written = exact_json.loads(interactions.write_request(fresh(request), "").body)
    assert written["generation_config"] == {"tool_choice": value}


def test_tools_of_both_kinds() -> None:
    function = {"type": "function", "name": "f", "parameters": {"type": "object"}, "defer_loading": True}
    search = {"type": "tool_search", "execution": "server"}
    request = asked(input="Hi.", tools=[function, search])
    assert [type(tool) for tool in request.tools] == [ToolDefinition, ProviderTool]
    assert exact_json.loads(interactions.write_request(request, "").body)["tools"] == [function, search]


USER = Message(role="user", parts=(Text(text="Hi."),))
INEXPRESSIBLE: dict[str, Request] = {
    "one call only": Request(messages=(USER,), parallel_tool_calls=False),
    "strict": Request(messages=(USER,), tools=(ToolDefinition(name="f", strict=True),)),
    "free form": Request(messages=(USER,), tools=(CustomTool(name="f"),)),
    "a late system prompt": Request(messages=(USER, Message(role="system", parts=(Text(text="x"),)))),
    "a result without an id": Request(messages=(Message(role="tool", parts=(ToolResult(call_id=None),)),)),
    "a file by its id": Request(messages=(Message(role="user", parts=(File(file_id="x"),)),)),
    "data of an unknown type": Request(messages=(Message(role="user", parts=(Image(data="aQ=="),)),)),
    "a choice of nothing": Request(messages=(USER,), tool_choice=ToolChoice(mode="named")),
}


@pytest.mark.parametrize("request_", INEXPRESSIBLE.values(), ids=INEXPRESSIBLE)
def test_what_cannot_be_written_is_refused(request_: Request) -> None:
    with pytest.raises(Inexpressible):
        interactions.write_request(request_, "")


def test_a_result_gets_the_name_of_its_call() -> None:
    call = asked(input=[CALL]).messages[0].parts[0]
    result = Message(role="tool", parts=(ToolResult(call_id="zggxzq8r", parts=(Text(text="1"),)),))
    request = Request(messages=(Message(role="assistant", parts=(call,)), result), model="m")
    assert exact_json.loads(interactions.write_request(request, "").body)["input"][1]["name"] == "f"


@pytest.mark.parametrize("value", [1, [1], ["x"], [{"type": "user_input", "content": 1}]])
def test_an_input_of_another_shape_is_an_error(value: Any) -> None:
    with pytest.raises(WireError, match="/input"):
        asked(input=value)


STATUSES = {
    "completed": ("stop", "tool_calls", True), "requires_action": ("stop", "tool_calls", True),
    "incomplete": ("length", "length", False), "budget_exceeded": ("length", "length", False),
    "requires_continuation": ("pause", "pause", False), "failed": ("error", "error", False),
    "cancelled": ("interrupted", "interrupted", False), "in_progress": ("interrupted", "interrupted", False),
    "x": ("other", "other", True),
}  # fmt: skip


@pytest.mark.parametrize(("status", "expected"), STATUSES.items(), ids=STATUSES)
def test_a_status_gives_the_finish_reason(status: str, expected: tuple[str, str, bool]) -> None:
    for read, call in (
        (answered(status=status), None),
        (answered(CALL, status=status), True),
        (streamed(*step(0, CALL), done(status)), True),
    ):
        assert (read.finish.reason, read.finish.raw) == (expected[bool(call)], status)
        assert [call.complete for call in read.calls] == ([expected[2]] if call else [])
    plain = answered(CALL, status=status)
    assert interactions.read_response(interactions.write_response(plain)) == plain


def test_a_stream_that_ends_early_keeps_the_status_of_its_last_update() -> None:
    update = {"event_type": "interaction.status_update", "interaction_id": "v1_x", "status": "budget_exceeded"}
    assert streamed(*step(0, CALL), update).finish == Finish(reason="length", raw="budget_exceeded")
    assert streamed(*step(0, CALL), update | {"status": "requires_action"}).finish.reason == "interrupted"


def test_all_kinds_of_steps_are_read_from_a_stream() -> None:
    cited = {"type": "url_citation", "url": "u"}
    read = streamed(
        {"event_type": "interaction.created", "interaction": {"id": "v1_x", "model": "m"}},
        *step(0, {"type": "thought"}, {"type": "thought_summary", "content": {"type": "text", "text": "H"}},
              {"type": "thought_summary", "content": {"text": "m."}},
              {"type": "thought_signature", "signature": "c2ln"}),
        *step(1, {"type": "google_search_call", "id": "s1", "signature": ""},
              {"type": "google_search_call", "arguments": {"queries": ["q"]}, "signature": "c2ln"}),
        *step(2, {"type": "model_output"}, {"type": "text", "text": "Hel"}, {"text": "lo."},
              {"type": "text_annotation_delta", "annotations": [cited]},
              {"type": "image", "mime_type": "image/png", "data": "aQ=="}, {"type": "audio", "data": "aQ=="},
              {"type": "text", "text": "!"}),
        *step(3, {"type": "function_call", "id": "a", "name": "f", "arguments": {}, "signature": "x"},
              {"type": "arguments_delta", "arguments": '{"a":'}, {"type": "arguments_delta", "arguments": "1}"}),
        *step(4, CALL),
        *step(5, {"type": "model_output"}),
        *step(6, {"type": "x_step", "items": [1]}, {"type": "x_delta", "items": [2], "more": 3}),
        done("requires_action", usage={"total_input_tokens": 1, "total_output_tokens": 2, "total_tokens": 3}),
    )  # fmt: skip
    thought, search, text, image, audio, more, first, second, empty, unknown = read.parts
    assert thought == Reasoning(text="Hm.", provider_data={"step_signature": "c2ln"})
    assert search == ProviderPart(kind="google_search_call", value=SEARCHED)
    assert text == Text(text="Hello.", provider_data={"text_annotations": [cited]})
    assert isinstance(image, Image)
    assert isinstance(audio, ProviderPart)
    assert (more, empty) == (Text(text="!"), Text(text=""))
    assert isinstance(first, ToolCall)
    assert (first.arguments.text, first.provider_data) == ('{"a":1}', {"step_signature": "x"})
    assert isinstance(second, ToolCall)
    assert second.arguments.value == {"a": 1}
    assert unknown == Unknown(kind="x_step", value={"type": "x_step", "items": [1, 2], "more": 3})
    assert read.usage
    assert (read.id, read.model, read.usage.total_tokens, read.finish.reason) == ("v1_x", "m", 3, "tool_calls")
    again = interactions.stream_decoder()
    written = assemble([*again.feed(interactions.write_stream(read)), *again.close()])
    assert fresh(written) == fresh(read)


def test_a_summary_with_an_image_goes_back_as_it_came() -> None:
    image = {"type": "image", "uri": "x"}
    deltas = [{"type": "thought_summary", "content": entry} for entry in ({"text": "a"}, {"text": "b"}, image)]
    (thought,) = streamed(*step(0, {"type": "thought"}, *deltas), done()).parts
    summary = [{"type": "text", "text": "ab"}, image]
    assert thought == Reasoning(text="ab", provider_data={"thought_summary": summary})
    assert interactions.write_response(answered(THOUGHT | {"summary": summary}))["steps"] == [  # type: ignore[index,call-overload]
        THOUGHT | {"summary": summary}
    ]


def test_steps_that_come_only_with_the_end_are_read() -> None:
    read = streamed(done("requires_action", steps=[THOUGHT, CALL]))
    assert [type(part) for part in read.parts] == [Reasoning, ToolCall]
    again = streamed(*step(0, CALL), done("requires_action", steps=[THOUGHT, CALL]))
    assert [type(part) for part in again.parts] == [ToolCall]


FAILURE = {"code": "internal", "message": "boom"}


def test_the_error_of_an_interaction_that_failed() -> None:
    own = {"type": "model_output", "error": {"code": 13, "message": "boom"}}
    for read in (
        answered(status="failed", errors=[FAILURE]), answered(own, status="failed"),
        streamed(done("failed", errors=[FAILURE])), streamed(*step(0, own), done("failed")),
    ):  # fmt: skip
        assert read.error
        assert (read.error.message, read.finish.reason) == ("boom", "error")
    plain = answered(status="failed", errors=[FAILURE])
    assert interactions.read_response(interactions.write_response(plain)) == plain
    assert answered(own, errors=[FAILURE]).error is None


@pytest.mark.parametrize("body", [{"error": FAILURE}, [{"error": {"code": 400, "message": "boom", "status": "X"}}]])
def test_the_body_of_a_refusal(body: Any) -> None:
    read = interactions.read_error(body, 400)
    assert read.error
    assert (read.error.message, read.error.status) == ("boom", 400)
    assert interactions.write_response(read) == body


def test_an_answer_of_the_earlier_revision_is_an_error() -> None:
    with pytest.raises(WireError, match="/steps"):
        interactions.read_response({"id": "x", "outputs": []})


@pytest.mark.parametrize("events", [
    [{"event_type": "step.delta", "index": 0, "delta": {}}],
    [{"event_type": "step.start", "index": "0", "step": CALL}],
    [{"event_type": "step.start", "index": 0, "step": 1}],
    [{"event_type": "interaction.completed", "interaction": []}],
    step(0, {"type": "model_output"}, {"type": "text", "text": 1}),
])  # fmt: skip
def test_events_of_another_shape_are_errors(events: list[Any]) -> None:
    with pytest.raises(WireError):
        streamed(*events)
