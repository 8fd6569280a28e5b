"""Tests of the replay server with sessions of OpenAI's Realtime API, with plain clients and with OpenAI's SDK."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from conformance.adapters.wire import Hello, ReadCall, Reading, Talk, Task
from conformance.recording import bounds, realtime, websocket
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.loopback import serving
from conformance.server.serving import replay_server
from conformance.server.tapes import Tapes
from conformance.standins import Answer, Chunk
from conformance.suite.verdicts import judge
from tests.doors.streams import played
from tests.spoiling import spoilt
from toolwire.model import Message, Text, ToolCall, ToolDefinition, ToolResult
from toolwire.wire import exact_json


def case_of(scenario: str) -> Case:
    return open_case(CassetteName("openai", "openai_responses", scenario, "stream"))


@pytest.fixture(scope="module")
def tapes() -> Iterator[Tapes]:
    with replay_server() as opened:
        yield opened


def reached(base_url: str, model: str = "gpt-4.1-mini", **options: Any) -> ClientConnection:
    address = base_url.replace("http://", "ws://")
    connection: ClientConnection = connect(f"{address}/realtime?model={model}", proxy=None, max_size=None, **options)
    return connection


def send(socket: ClientConnection, kind: str, **members: Any) -> None:
    socket.send(exact_json.dumps({"type": kind, **members}))


def received(socket: ClientConnection) -> Any:
    return exact_json.loads(socket.recv(5))


def until(socket: ClientConnection, *kinds: str) -> Any:
    """Return the next event of one of the types."""
    while (event := received(socket))["type"] not in kinds:
        pass
    return event


class Client:
    """A client that speaks the Realtime API. ``wrong`` is its fault. Without a fault, it is right."""

    hello = Hello(
        name="client", version="1", language="python", dialects=("openai_responses",), shows=("ids", "finish", "order")
    )

    def __init__(self, wrong: str = "") -> None:
        self.wrong = wrong

    def converse(self, task: Task) -> Talk:
        with reached(task.base_url, task.model) as socket:
            assert received(socket)["type"] == "session.created"
            self._set(socket, task)
            for message in task.messages:
                for item in self._items(message):
                    send(socket, "conversation.item.create", item=item)
            while True:
                self._ask(socket, task)
                event = until(socket, "response.done", "error")
                if event["type"] == "error":
                    raise RuntimeError(event["error"]["message"])
                calls = [item for item in event["response"]["output"] if item["type"] == "function_call"]
                texts = [item for item in event["response"]["output"] if item["type"] == "message"]
                results = yield Reading(
                    text="".join(part["text"] for item in texts for part in item["content"]),
                    calls=tuple(self._read(call) for call in calls),
                    finish="tool_calls" if calls else "stop",
                )
                self._answer(socket, calls, results)

    def _set(self, socket: ClientConnection, task: Task) -> None:
        tools = [self._tool(tool) for tool in task.tools if isinstance(tool, ToolDefinition)]
        settings: dict[str, Any] = {"type": "realtime", "output_modalities": ["text"]}
        if self.wrong != "innocent: tools with each response":
            settings["tools"] = tools
        if self.wrong == "innocent: instructions":
            settings["instructions"] = "".join(shown(each) for each in task.messages if each.role == "system")
        send(socket, "session.update", session=settings)

    def _tool(self, tool: ToolDefinition) -> dict[str, Any]:
        made = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
        if self.wrong == "tools of Chat Completions":
            return {"type": "function", "function": made}
        return {"type": "function", **made} | ({"strict": False} if self.wrong == "strict tools" else {})

    def _items(self, message: Message) -> list[dict[str, Any]]:
        calls = [part for part in message.parts if isinstance(part, ToolCall)]
        results = [part for part in message.parts if isinstance(part, ToolResult)]
        if message.role == "system" and self.wrong == "innocent: instructions":
            return []
        if calls or results:
            return [*map(self._called, calls), *map(self._result, results)]
        kind = "output_text" if message.role == "assistant" else "input_text"
        return [{"type": "message", "role": message.role, "content": [{"type": kind, "text": shown(message)}]}]

    def _called(self, call: ToolCall) -> dict[str, Any]:
        arguments = self._rounded(call.arguments.text)
        return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments}

    def _result(self, result: ToolResult) -> dict[str, Any]:
        output: Any = shown(result)
        if self.wrong == "result as a list":
            output = [{"type": "input_text", "text": output}]
        return {"type": "function_call_output", "call_id": result.call_id, "output": output}

    def _ask(self, socket: ClientConnection, task: Task) -> None:
        own: dict[str, Any] = {}
        if self.wrong == "innocent: tools with each response":
            own["tools"] = [self._tool(tool) for tool in task.tools if isinstance(tool, ToolDefinition)]
        if task.tool_choice is not None:
            own["tool_choice"] = task.tool_choice.mode
        send(socket, "response.create", response=own)

    def _read(self, call: dict[str, Any]) -> ReadCall:
        return ReadCall(id=call["call_id"], name=call["name"], arguments=self._rounded(call["arguments"]))

    def _rounded(self, arguments: str) -> str:
        return json.dumps(json.loads(arguments, parse_int=float)) if self.wrong == "rounds arguments" else arguments

    def _answer(self, socket: ClientConnection, calls: list[dict[str, Any]], results: tuple[ToolResult, ...]) -> None:
        items = [*map(self._result, results)]
        match self.wrong:
            case "results of other calls":
                ids = [item["call_id"] for item in items]
                items = [item | {"call_id": name} for item, name in zip(items, [*ids[1:], *ids[:1]], strict=True)]
            case "only the first result":
                items = items[:1]
            case "asks too early":
                send(socket, "response.create")
            case "sends calls back":
                items = [*({key: call[key] for key in call if key != "object"} for call in calls), *items]
            case "loses tools":
                send(socket, "session.update", session={"type": "realtime", "tools": []})
            case "innocent: results in front of each other":
                for number, item in enumerate(items):
                    before = {"previous_item_id": f"mine_{number - 1}"} if number else {}
                    send(socket, "conversation.item.create", item=item | {"id": f"mine_{number}"}, **before)
                return
            case "innocent: repeats settings":
                send(socket, "session.update", session={"type": "realtime", "max_output_tokens": "inf"})
        for item in items:
            send(socket, "conversation.item.create", item=item)


def shown(holder: Any) -> str:
    return "\n".join(part.text for part in holder.parts if isinstance(part, Text))


def red(scenario: str, adapter: Any) -> dict[str, str]:
    """Return the failed checks of an adapter, with the words of their findings."""
    results = [result for result in judge(case_of(scenario), adapter) if result.party == "adapter" and result.red]
    return {result.check: " ".join(f"{each.path} {each.message}" for each in result.findings) for result in results}


@pytest.mark.parametrize(
    "kind", ["", "tools with each response", "instructions", "results in front of each other", "repeats settings"]
)
@pytest.mark.parametrize("scenario", ["history-parallel-results", "call-big-numbers", "history-long"])
def test_a_right_client_passes(scenario: str, kind: str) -> None:
    assert red(scenario, Client(kind and f"innocent: {kind}")) == {}


@pytest.mark.parametrize(
    ("wrong", "check", "words"),
    [
        ("results of other calls", "request-matches", "/input/2/output expected"),
        ("only the first result", "request-matches", "/input/4 missing item 4"),
        ("asks too early", "played", "belongs to no recorded exchange"),
        ("sends calls back", "request-matches", "/input/1 unexpected item 1"),
        ("loses tools", "request-matches", "/tools expected"),
        ("strict tools", "answered", "unknown field `strict` - at `$.session.tools[0]`"),
        ("tools of Chat Completions", "answered", "unknown field `function`"),
        ("result as a list", "request-rules", "expected a result for the call"),
    ],
)
def test_a_wrong_client_is_caught(wrong: str, check: str, words: str) -> None:
    assert words in red("history-parallel-results", Client(wrong))[check]


def test_rounded_arguments_are_caught() -> None:
    assert 'got {"account": 9007199254740992.0' in red("call-big-numbers", Client("rounds arguments"))["arguments"]


@pytest.mark.filterwarnings("ignore:connect.. must be used as a context manager:DeprecationWarning")  # openai 3.54.0
def test_the_sdk_of_openai_plays_all_that_the_api_can_express() -> None:
    pytest.importorskip("openai")
    passed, declined = played(pytest.importorskip("conformance.adapters.official").openai_realtime())
    assert {"call-parallel", "history-sequential-steps", "history-long", "end-length", "error-in-stream"} <= passed
    assert {"call-custom-tool", "choice-subset", "define-strict", "history-stored", "result-image"} <= declined
    assert {"call-with-reasoning", "tools-added", "server-tool-beside-call"} <= declined


def test_a_client_with_the_websocket_of_browsers_gets_its_protocol_and_its_case(tapes: Tapes) -> None:
    opened = tapes.open(case_of("call-single"))
    keyless = opened.base_url.replace(f"/{opened.api_key}", "")
    protocols = [Subprotocol(each) for each in ("realtime", f"openai-insecure-api-key.{opened.api_key}")]
    with reached(keyless, subprotocols=protocols) as socket:
        assert socket.subprotocol == "realtime"
        assert received(socket)["type"] == "session.created"
        socket.send("no event")
        assert received(socket)["type"] == "error"
    assert len(opened.tape.sent) == 1


def test_each_change_of_a_session_is_confirmed(tapes: Tapes) -> None:
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]}
    with reached(tapes.open(case_of("call-single")).base_url, "m") as socket:
        created = received(socket)
        assert (created["type"], created["session"]["model"]) == ("session.created", "m")
        send(socket, "session.update", session={"type": "realtime", "output_modalities": ["text"]})
        assert received(socket)["session"]["output_modalities"] == ["text"]
        send(socket, "conversation.item.create", item=item | {"id": "item_1"})
        assert (received(socket)["type"], received(socket)["type"]) == (
            "conversation.item.added",
            "conversation.item.done",
        )
        send(socket, "conversation.item.create", item=item, previous_item_id="root")
        assert received(socket)["previous_item_id"] is None
        assert received(socket)["item"]["id"].startswith("item_")
        send(socket, "conversation.item.delete", item_id="item_1")
        assert received(socket)["type"] == "conversation.item.deleted"
        send(socket, "conversation.item.delete", item_id="item_1")
        assert received(socket)["error"]["message"] == "expected the id of an item in the conversation, got item_1"


@pytest.mark.parametrize(
    ("kind", "members", "words"),
    [
        ("input_audio_buffer.append", {"audio": ""}, "cannot be answered from recordings"),
        ("response.cancel", {}, "cannot be answered from recordings"),
        ("response.create", {}, "sound is not played"),
    ],
)
def test_what_is_not_played_is_refused_and_not_judged(kind: str, members: Any, words: str, tapes: Tapes) -> None:
    opened = tapes.open(case_of("call-single"))
    with reached(opened.base_url) as socket:
        received(socket)
        send(socket, kind, **members)
        refused = received(socket)
    assert refused["type"] == "error"
    assert words in refused["error"]["message"]
    assert opened.tape.sent == []


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("{", "expected a JSON message"),
        ('{"type": "session.update"}', "missing required field `session`"),
        ('{"type": "response.steer"}', "Invalid value 'response.steer'"),
    ],
)
def test_an_event_that_the_api_refuses_is_judged(message: str, words: str, tapes: Tapes) -> None:
    opened = tapes.open(case_of("call-single"))
    with reached(opened.base_url) as socket:
        received(socket)
        socket.send(message)
        assert words in received(socket)["error"]["message"]
        send(socket, "session.update", session={"type": "realtime"})
        assert received(socket)["type"] == "session.updated"
    [sent] = opened.tape.sent
    assert (sent.turn, sent.request.body.decode()) == (None, message)


EVENTS = [
    {"type": "session.update", "session": {"type": "realtime", "output_modalities": ["text"], "tools": [
        {"type": "function", "name": "a", "parameters": {}}, {"type": "mcp"}], "max_output_tokens": 5}},
    {"type": "conversation.item.create", "previous_item_id": "root", "item": {
        "type": "message", "id": "item_1", "role": "user", "content": [{"type": "input_text", "text": "a"}]}},
    {"type": "conversation.item.create", "item": {"type": "function_call_output", "call_id": "a", "output": "a"}},
    {"type": "conversation.item.delete", "item_id": "item_1"},
    {"type": "response.create", "response": {"conversation": "none", "output_modalities": ["text"], "input": [
        {"type": "item_reference", "id": "item_1"},
        {"type": "function_call", "call_id": "a", "name": "a", "arguments": "{}"}]}},
    {"type": "response.create"},
]  # fmt: skip


@given(st.lists(st.sampled_from([*map(exact_json.encode, EVENTS)]).flatmap(lambda it: st.just(it) | spoilt(it))))
def test_no_event_breaks_a_session(events: list[bytes]) -> None:
    session = realtime.Session("http://127.0.0.1/v1/realtime?model=m", {})
    for event in events:
        with suppress(websocket.NoRequest):
            asked = session.read(event)
            assert isinstance(asked, Answer) or asked.url.endswith("/responses") or asked.body == event


def test_the_events_of_a_session_have_a_bound(tapes: Tapes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "WARM", 300)
    opened = tapes.open(case_of("call-single"))
    with reached(opened.base_url) as socket:
        received(socket)
        for expected in ("session.updated", "error"):
            send(socket, "session.update", session={"type": "realtime", "instructions": "a" * 200})
            assert received(socket)["type"] == expected
    assert "in the events of a session" in opened.tape.lost[0]


CREATED = b'data: {"type":"response.created","response":{"id":"resp_1","status":"in_progress"}}\n\n'


@pytest.mark.parametrize(("begun", "received_kinds"), [(b"", []), (CREATED, ["response.created"])])
def test_an_answer_without_an_end_closes_the_session(begun: bytes, received_kinds: list[str]) -> None:
    endless = Answer(status=200, headers={}, chunks=(Chunk(0, begun + b"data: {\n\n"),), expected=None)
    with serving(lambda _: endless) as address, reached(address) as socket:
        received(socket)
        send(socket, "response.create", response={"output_modalities": ["text"]})
        assert [received(socket)["type"] for _ in received_kinds] == received_kinds
        with pytest.raises(ConnectionClosed, match="1011"):
            socket.recv(5)


def test_a_refusal_is_an_error_event(tapes: Tapes) -> None:
    opened = tapes.open(case_of("call-single"))
    tapes.close(opened)
    with reached(opened.base_url) as socket:
        received(socket)
        send(socket, "response.create", response={"output_modalities": ["text"]})
        refused = received(socket)
    assert refused.keys() == {"type", "event_id", "error"}
    assert "belongs to no open case" in refused["error"]["message"]
