"""Tests of the conversion between sessions of OpenAI's Realtime API and Responses."""

from functools import cache
from typing import Any, get_args

import pytest

from conformance.recording.cassette import Cassette
from conformance.suite.cases import cassettes, path_of
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.model import Response, Text, ToolCall
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireResponse
from toolwire.wire.payloads import payloads
from toolwire.wire.realtime import client_events, reading
from toolwire.wire.realtime.session import Session, UnknownItem
from toolwire.wire.realtime.writing import Writer

CALL = {"type": "function_call", "call_id": "call_1", "name": "get_weather", "arguments": '{"n":1.10}'}
TOOL = {"type": "function", "name": "get_weather", "parameters": {"type": "object"}}
ELSEWHERE = (b'"custom_tool_call"', b'"queued"')
"""Words in answers that the Realtime API cannot have: calls of custom tools, and answers in the background."""
RECORDED = [
    pytest.param(exchange.response, id=f"{name.scenario}-{turn}")
    for name in cassettes("openai")
    if (name.dialect, name.mode) == ("openai_responses", "stream")
    for turn, exchange in enumerate(Cassette(path_of(name)).exchanges)
    if not exchange.response.is_refusal and not any(word in exchange.response.body for word in ELSEWHERE)
]


def message(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def update(**settings: Any) -> dict[str, Any]:
    return {"type": "session.update", "session": {"type": "realtime", **settings}}


def create(item: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "conversation.item.create", "item": item, **more}


VALID = [
    update(tools=[TOOL, {"type": "mcp", "server_label": "archive"}], tool_choice={"type": "function", "name": "a"}),
    update(instructions="", max_output_tokens="inf", output_modalities=["text"], event_id=None) | {"event_id": "e"},
    create(message("assistant", "Hm.") | {"id": "item_1", "status": "completed"}, previous_item_id="root"),
    create(CALL),
    create({"type": "function_call_output", "call_id": "call_1", "output": ""}),
    create({"type": "mcp_approval_response", "id": "a", "approval_request_id": "b", "approve": True}),
    {"type": "conversation.item.delete", "item_id": "item_1"},
    {"type": "response.create"},
    {"type": "response.create", "response": {"input": [{"type": "item_reference", "id": "item_1"}, CALL]}},
    {"type": "input_audio_buffer.append", "audio": ""},
]
del VALID[1]["session"]["event_id"]


@pytest.mark.parametrize("event", VALID, ids=lambda event: str(event["type"]))
def test_a_valid_event_has_no_fault(event: Any) -> None:
    assert client_events.fault(exact_json.loads(exact_json.dumps(event))) is None


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        ([], "Expected `object`, got `array`"),
        ({}, "missing required field `type`"),
        ({"type": "session.updates"}, "Invalid value 'session.updates'"),
        ({"type": "session.update", "session": {"tools": []}}, "missing required field `type` - at `$.session`"),
        (update(tools=[TOOL | {"strict": False}]), "unknown field `strict` - at `$.session.tools[0]`"),
        (update(tools=[{"type": "function", "function": TOOL}]), "unknown field `function`"),
        (update(tools=[{"type": "custom", "name": "a"}]), "Invalid value 'custom'"),
        (update(tool_choice="any"), "Invalid enum value 'any' - at `$.session.tool_choice`"),
        (create({"type": "function_call_output", "call_id": "a", "output": [{}]}), "Expected `str`, got `array`"),
        (create({"type": "function_call_output", "output": ""}), "missing required field `call_id`"),
        (create(CALL | {"arguments": {}}), "Expected `str`, got `object` - at `$.item.arguments`"),
        (create({"type": "message", "role": "user", "content": "a"}), "Expected `array`, got `str`"),
        (
            create({"type": "message", "role": "assistant", "content": [{"type": "input_text", "text": "a"}]}),
            "expected content of type output_text or output_audio for the role assistant, got input_text",
        ),
        ({"type": "response.create", "response": {"store": False}}, "unknown field `store` - at `$.response`"),
    ],
    ids=str,
)
def test_the_fault_of_an_event_is_named(event: Any, fault: str) -> None:
    assert fault in str(client_events.fault(event))


def test_the_parameters_are_those_of_the_sdk() -> None:
    types: Any = pytest.importorskip("openai.types.realtime")
    pairs = {
        client_events.SessionUpdate: types.SessionUpdateEventParam,
        client_events.ItemCreate: types.ConversationItemCreateEventParam,
        client_events.ItemDelete: types.ConversationItemDeleteEventParam,
        client_events.ResponseCreate: types.ResponseCreateEventParam,
        client_events.Settings: types.RealtimeSessionCreateRequestParam,
        client_events.Response: types.RealtimeResponseCreateParamsParam,
        client_events.FunctionTool: types.RealtimeFunctionToolParam,
        client_events.CallItem: types.RealtimeConversationItemFunctionCallParam,
        client_events.OutputItem: types.RealtimeConversationItemFunctionCallOutputParam,
        client_events.MessageItem: types.RealtimeConversationItemUserMessageParam,
    }
    for ours, theirs in pairs.items():
        tag = {"type"} if ours.__struct_config__.tag else set()
        assert {*ours.__struct_fields__} | tag == {*theirs.__annotations__}
    kinds = {client_events.UPDATE, client_events.CREATE_ITEM, client_events.DELETE_ITEM, client_events.CREATE}
    events = get_args(types.RealtimeClientEventParam)
    named = " ".join(str(event.__annotations__["type"]) for event in events)
    assert len(events) == len(kinds | {*client_events.OTHERS})
    assert all(kind in named for kind in kinds | {*client_events.OTHERS})


def test_a_session_becomes_the_body_of_a_request() -> None:
    session = Session("gpt-realtime-2")
    session.update({"type": "realtime", "model": "other", "instructions": "Be short.", "tools": [TOOL]})
    session.update({"type": "realtime", "output_modalities": ["text"], "max_output_tokens": 100})
    assert session.create("item_1", message("user", "Weather?") | {"status": "completed"}) is None
    session.answered("fc_1", CALL | {"id": "fc_1"})
    result = {"type": "function_call_output", "call_id": "call_1", "output": "snow"}
    assert session.create("item_2", result | {"object": "realtime.item"}) == "fc_1"
    assert session.asks_for_text({})
    assert session.body({"tool_choice": "none", "metadata": {}}) == {
        "model": "gpt-realtime-2",
        "instructions": "Be short.",
        "tools": [TOOL | {"strict": False}],
        "tool_choice": "none",
        "max_output_tokens": 100,
        "input": [message("user", "Weather?"), CALL | {"id": "fc_1"}, result],
        "store": False,
        "stream": True,
    }


def test_a_response_may_have_its_own_settings_and_input() -> None:
    session = Session("m")
    session.update({"tools": [TOOL], "instructions": "Be short."})
    session.create("item_1", message("user", "first"))
    session.create("item_0", message("system", "before"), "root")
    assert session.create("item_2", message("user", "between"), "item_0") == "item_0"
    own = session.body({"tools": [], "instructions": "", "input": [{"type": "item_reference", "id": "item_2"}, CALL]})
    assert own["input"] == [message("user", "between"), CALL]
    assert own.keys() == {"model", "input", "store", "stream"}
    assert session.body({})["input"] == [message("system", "before"), *own["input"][:1], message("user", "first")]
    session.delete("item_2")
    assert session.last == "item_1"
    with pytest.raises(UnknownItem, match="item_2"):
        session.body({"input": [{"type": "item_reference", "id": "item_2"}]})
    with pytest.raises(UnknownItem):
        session.create("item_3", CALL, "item_2")


@cache
def server_event() -> Any:
    """Return the validator of the SDK's server events."""
    types: Any = pytest.importorskip("openai.types.realtime.realtime_server_event")
    return pytest.importorskip("pydantic").TypeAdapter(types.RealtimeServerEvent)


def shown(answer: Response) -> tuple[Any, ...]:
    parts = [part for part in answer.parts if isinstance(part, Text | ToolCall)]
    read = [part.text if isinstance(part, Text) else (part.id, part.name, part.arguments.text) for part in parts]
    tokens = answer.usage and (answer.usage.input_tokens, answer.usage.output_tokens)
    return read, answer.finish.reason, answer.error, tokens


@pytest.mark.parametrize("response", RECORDED)
def test_an_answer_as_server_events_is_the_same_answer(response: WireResponse) -> None:
    writer = Writer(Session("m"), "a")
    writer.begin(apart=False)
    written = [made for event in payloads(response) if isinstance(event, dict) for made in writer.written(event)]
    assert not writer.is_busy
    assert len({event["event_id"] for event in written}) == len(written)
    [body] = reading.bodies([{"type": "response.create"}, *written])
    responses = dialect("openai_responses")
    first, second = (read_answer(responses, each) for each in (response, WireResponse(body=body)))
    assert shown(first) == shown(second)
    for event in written:
        server_event().validate_python(event)


def test_output_apart_does_not_belong_to_the_conversation() -> None:
    session = Session("m")
    writer = Writer(session, "a")
    writer.begin(apart=True)
    response: dict[str, Any] = {"id": "resp_1", "status": "completed", "output": [CALL]}
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {"id": "resp_1", "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": CALL},
        {"type": "response.output_item.done", "output_index": 0, "item": CALL},
        {"type": "response.completed", "response": response},
    ]
    written = [made for event in events for made in writer.written(event)]
    assert [made["type"] for made in written] == [
        "response.created", "response.output_item.added", "response.output_item.done", "response.done",
    ]  # fmt: skip
    assert written[-1]["response"]["conversation_id"] is None
    assert session.last is None


def test_the_end_of_a_response_has_all_items_that_were_done() -> None:
    writer = Writer(Session("m"), "a")
    writer.begin(apart=False)
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {"id": "resp_1", "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": CALL},
        {"type": "response.output_item.done", "output_index": 0, "item": CALL},
        {"type": "response.completed", "response": {"id": "resp_1", "status": "completed", "output": []}},
    ]
    written = [made for event in events for made in writer.written(event)]
    assert [item["call_id"] for item in written[-1]["response"]["output"]] == ["call_1"]


def done(name: str, status: str, **more: Any) -> dict[str, Any]:
    return {"type": "response.done", "event_id": "e", "response": {"id": name, "status": status, **more}}


def test_responses_of_a_session_are_read_apart_and_the_text_of_sound_is_its_transcript() -> None:
    spoken = {"type": "message", "role": "assistant", "status": "completed", "id": "item_1"}
    sound = spoken | {"content": [{"type": "output_audio", "transcript": "Hello."}]}
    about = {"response_id": "a", "output_index": 0, "event_id": "e"}
    part = {"type": "audio", "transcript": ""}
    frames: list[Any] = [
        {"type": "session.created", "event_id": "e", "session": {}},
        {"type": "response.created", "event_id": "e", "response": {"id": "a", "status": "in_progress"}},
        {"type": "response.created", "event_id": "e", "response": {"id": "b", "status": "in_progress"}},
        {"type": "response.output_item.added", **about, "item": spoken | {"content": []}},
        {"type": "response.content_part.added", **about, "item_id": "item_1", "content_index": 0, "part": part},
        {
            "type": "response.audio_transcript.delta",
            **about,
            "item_id": "item_1",
            "content_index": 0,
            "delta": "Hello.",
        },
        {"type": "response.output_audio.delta", **about, "item_id": "item_1", "content_index": 0, "delta": "AAAA"},
        {
            "type": "response.audio_transcript.done",
            **about,
            "item_id": "item_1",
            "content_index": 0,
            "transcript": "Hello.",
        },
        {"type": "response.output_item.done", **about, "item": sound},
        done("b", "failed", status_details={"type": "failed", "error": {"code": "server_error", "message": "no"}}),
        done("a", "incomplete", output=[sound], status_details={"type": "incomplete", "reason": "max_output_tokens"}),
    ]
    read = [read_answer(dialect("openai_responses"), WireResponse(body=body)) for body in reading.bodies(frames)]
    assert [(answer.finish.reason, [getattr(part, "text", "") for part in answer.parts]) for answer in read] == [
        ("length", ["Hello."]),
        ("error", []),
    ]


@pytest.mark.parametrize("frames", [[], [{"id": "a"}], [{"type": "response.created", "response": {"id": "a"}}], [1]])
def test_other_documents_are_no_session(frames: Any) -> None:
    assert reading.bodies(frames) == []


def test_a_number_keeps_its_digits() -> None:
    session = Session("m")
    event: Any = exact_json.loads(
        b'{"type":"session.update","session":{"type":"realtime","tools":'
        b'[{"type":"function","name":"a","parameters":{"maximum":1.10}}]}}'
    )
    assert client_events.fault(event) is None
    session.update(event["session"])
    assert b'{"maximum":1.10}' in exact_json.encode(session.body({}))
