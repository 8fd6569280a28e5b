"""Tests of approvals: the provider asks if it may call a tool of an MCP server, and the client answers."""

from typing import Any

import pytest

from toolwire.client.answer import Answer
from toolwire.client.front import Front
from toolwire.client.normalizer import Normalizer
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.dialects.transplant import transplant
from toolwire.model import (
    Approval,
    ApprovalRequest,
    Arguments,
    Message,
    Part,
    Request,
    Response,
    Role,
    Text,
    ToolCall,
    ToolResult,
    fresh,
)
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

BASE = "https://host.example/v1"
NAME = "openai_responses"
TITLE = '{"title": "Tower"}'
REQUEST = {
    "type": "mcp_approval_request",
    "id": "mcpr_1",
    "server_label": "archive",
    "name": "find_record",
    "arguments": TITLE,
}
RESPONSE = {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": False}
ASKED = ApprovalRequest(
    id="mcpr_1",
    server="archive",
    name="find_record",
    arguments=Arguments(text=TITLE, form="object", value={"title": "Tower"}),
)
DENIED = Approval(request_id="mcpr_1", approve=False)
OPENING = Message(role="user", parts=(Text(text="When was it opened?"),))
HISTORY = Request(
    model="m",
    messages=(OPENING, Message(role="assistant", parts=(ASKED,)), Message(role="tool", parts=(DENIED,))),
)
ITEMS = [{"role": "user", "content": "When was it opened?"}, REQUEST, RESPONSE]


def items(request: Request) -> list[Any]:
    found: list[Any] = exact_json.loads(dialect(NAME).write_request(request, BASE).body)["input"]
    return found


def read_request(*found: Any) -> Request:
    body = exact_json.encode({"model": "m", "input": [*found]})
    return dialect(NAME).read_request(WireRequest(method="POST", url=f"{BASE}/responses", headers={}, body=body))


def answer(*found: Any, body: bytes | None = None) -> Response:
    plain = exact_json.encode({"id": "resp_1", "object": "response", "status": "completed", "output": [*found]})
    kind = "application/json" if body is None else "text/event-stream"
    return read_answer(
        dialect(NAME), WireResponse(status=200, headers={"content-type": kind}, body=plain if body is None else body)
    )


def test_a_request_and_its_answer_are_read_and_written() -> None:
    assert items(HISTORY) == ITEMS
    assert fresh(read_request(*ITEMS)).messages == HISTORY.messages


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_an_answer_shows_its_requests(stream: bool) -> None:
    plain = answer(REQUEST)
    read = answer(body=dialect(NAME).write_stream(plain)) if stream else plain
    assert read.approvals == (ASKED,)
    assert (read.calls, read.finish.reason) == ((), "stop")


ODD: dict[str, Any] = {
    "with a key that nobody knows": REQUEST | {"created_by": "gpt"},
    "without a server": {key: value for key, value in REQUEST.items() if key != "server_label"},
    "with arguments that are not JSON": REQUEST | {"arguments": "{title"},
    "without arguments": REQUEST | {"arguments": ""},
    "with a reason": RESPONSE | {"reason": "not today"},
    "with an empty reason": RESPONSE | {"reason": ""},
    "with null as reason": RESPONSE | {"reason": None, "approve": True},
    "with an id": RESPONSE | {"id": "mcpa_1"},
    "with a word in place of a truth value": RESPONSE | {"approve": "yes"},
    "without the id of its request": {"type": "mcp_approval_response", "approve": True},
}


@pytest.mark.parametrize("item", ODD.values(), ids=ODD)
def test_an_item_goes_back_unaltered(item: dict[str, Any]) -> None:
    read = read_request(item)
    assert items(read) == items(fresh(read)) == [item]


def test_a_word_is_no_approval() -> None:
    parts: list[Part] = [
        part for message in read_request(RESPONSE | {"approve": "yes"}).messages for part in message.parts
    ]
    assert not any(isinstance(part, Approval) for part in parts)


def test_an_approval_may_stand_beside_a_result() -> None:
    call = ToolCall(id="call_1", name="get_time", arguments=Arguments(text="{}", form="object", value={}))
    result = ToolResult(call_id="call_1", parts=(Text(text="noon"),))
    both = Request(
        model="m",
        messages=(Message(role="assistant", parts=(call, ASKED)), Message(role="tool", parts=(result, DENIED))),
    )
    kinds = [item["type"] for item in items(both)]
    assert kinds == ["function_call", "mcp_approval_request", "function_call_output", "mcp_approval_response"]


@pytest.mark.parametrize("part", [ASKED, DENIED], ids=["request", "answer"])
@pytest.mark.parametrize("name", sorted({*DIALECTS} - {NAME}))
def test_other_dialects_refuse_both(name: str, part: Part) -> None:
    role: Role = "assistant" if part is ASKED else "tool"
    with pytest.raises(Inexpressible, match="approval"):
        dialect(name).write_request(Request(model="m", messages=(OPENING, Message(role=role, parts=(part,)))), BASE)


@pytest.mark.parametrize("name", sorted({*DIALECTS} - {NAME}))
def test_other_dialects_refuse_an_answer_that_asks(name: str) -> None:
    with pytest.raises(Inexpressible, match="approval"):
        dialect(name).write_response(answer(REQUEST))


@pytest.mark.parametrize("name", sorted({*DIALECTS} - {NAME}))
def test_a_transplant_has_neither(name: str) -> None:
    assert transplant(HISTORY, name).request.messages == (OPENING,)


def test_a_normalizer_notes_what_another_provider_does_not_get() -> None:
    notes = Normalizer("mistral").taken(HISTORY, of=NAME).notes
    assert [(note.kind, note.where) for note in notes] == [
        ("dropped", "/messages/1/parts/0"),
        ("dropped", "/messages/2/parts/0"),
    ]
    assert all("approval" in note.why for note in notes)


def test_a_normalizer_keeps_both_for_their_provider() -> None:
    sent = Normalizer("openai/openai_responses").request(HISTORY)
    assert sent.body["input"] == ITEMS
    assert sent.notes == ()


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_a_front_of_the_same_dialect_passes_a_request_on(stream: bool) -> None:
    front = Front("openai/openai_responses")
    written = front.write(Answer(response=answer(REQUEST)), Request(model="m", messages=(OPENING,), stream=stream))
    assert read_answer(dialect(NAME), written).approvals == (ASKED,)


@pytest.mark.parametrize("name", ["anthropic", "gemini/gemini_generate", "openai/openai_chat"])
def test_a_front_of_another_dialect_reports_an_error(name: str) -> None:
    front = Front(name)
    written = front.write(Answer(response=answer(REQUEST)), Request(model="m", messages=(OPENING,)))
    read = read_answer(dialect(front.dialect), written)
    assert written.status == 502
    assert read.error is not None
    assert "waits for an approval" in read.error.message


def test_a_stream_of_chat_completions_ends_with_an_error() -> None:
    front, request = Front("openai/openai_chat"), Request(model="m", messages=(OPENING,), stream=True)
    stream = front.stream(request)
    assert stream is not None
    body = stream.begin() + stream.end(Answer(response=answer(REQUEST)))
    read = read_answer(dialect("openai_chat"), WireResponse(status=200, headers=stream.headers, body=body))
    assert read.error is not None
    assert "waits for an approval" in read.error.message
