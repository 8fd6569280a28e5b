"""Tests that messages on stdio fit the published schema and lose nothing."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator, meta

from conformance.adapters import protocol_schema
from conformance.adapters.adapter import Adapter
from conformance.adapters.loading import load_adapter
from conformance.adapters.process import Process
from conformance.adapters.protocol import (
    VERSIONS,
    Body,
    Decode,
    Encode,
    Message,
    NotProtocol,
    ResponseBytes,
    Result,
    bytes_of,
    message,
    reply,
    to_line,
)
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import cassettes
from conformance.suite.verdicts import judge
from toolwire.model import Arguments, Finish, Request, Response, ToolCall, ToolDefinition
from toolwire.model import Message as ModelMessage
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireResponse

SCHEMA: Final = json.loads(protocol_schema.published())
CLIENT: Final = "conformance.adapters.reference_client:ReferenceClient"
SAMPLE: Final = [
    name
    for name in cassettes()
    if name.provider in ("openai", "anthropic", "gemini", "ollama", "mistral", "cohere", "bedrock")
    and f"{name.scenario}.{name.mode}"
    in (
        "call-big-numbers.plain",
        "history-parallel-results.stream",
        "call-with-reasoning.stream",
        "result-image.plain",
        "reject-orphan-result.plain",
    )
]


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def test_the_published_schema_is_the_one_that_the_types_make() -> None:
    assert protocol_schema.generate() == protocol_schema.published(), "run: tox -e reports"
    meta.validate(SCHEMA)


@pytest.fixture(scope="module", params=["reference", CLIENT])
def doors(request: pytest.FixtureRequest) -> tuple[Adapter, Adapter]:
    """Return the reference itself, and the reference over stdio."""
    command = f"command:{sys.executable} -m conformance.adapters.answering {request.param}"
    return load_adapter(request.param), load_adapter(command)


@pytest.fixture
def crossed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[bytes, bytes]]]:
    """Yield a list to which each later message and its reply are added."""
    lines: list[tuple[bytes, bytes]] = []
    ask = Process.ask

    def kept(self: Process, line: bytes) -> bytes:
        lines.append((line, ask(self, line)))
        return lines[-1][1]

    monkeypatch.setattr(Process, "ask", kept)
    yield lines
    assert lines


@pytest.mark.parametrize("name", SAMPLE, ids=str)
def test_the_reference_is_the_same_through_stdio(name: CassetteName, doors: Any, crossed: Any) -> None:
    here, there = (judge(open_case(name), adapter) for adapter in doors)
    assert there == here
    assert [result.id for result in there if result.red] == []
    for asked, replied in crossed:
        sent = json.loads(asked)
        validator("messages").validate(sent)
        validator(f"reply-{sent['op']}").validate(json.loads(replied))
        assert to_line(message(asked)) == asked
        assert to_line(reply(replied, message(asked))) == replied + b"\n"


CALL: Final = ToolCall(
    id="1",
    name="pay",
    arguments=Arguments(
        text='{"a": 12345678901234567890.10, "a": 1}',
        form="object",
        value=exact_json.loads('{"a": 12345678901234567890.10, "a": 1}'),
    ),
    provider_data={"signature": {"at": exact_json.Number("1.10"), "n": 2**70}},
)


def crossing(value: Message) -> Message:
    line = to_line(value)
    assert line.count(b"\n") == 1
    return message(line)


def test_nothing_is_rounded() -> None:
    tool = ToolDefinition(
        name="pay", parameters=exact_json.loads('{"maximum": 1e400, "minimum": -0.0, "default": 1.0}')
    )
    request = Request(messages=(ModelMessage(role="assistant", parts=(CALL,)),), tools=(tool,))
    asked = Encode(seq=1, dialect="openai_chat", request=request, base_url="https://api.example/v1")
    assert crossing(asked) == asked
    assert b'"maximum":1e400,"minimum":-0.0,"default":1.0' in to_line(asked)
    assert b'"n":1180591620717411303424' in to_line(asked)
    answer = Result(seq=1, result=Response(parts=(CALL,), finish=Finish(reason="tool_calls")))
    decode = Decode(seq=1, dialect="openai_chat", response=ResponseBytes(status=200, body=""))
    assert reply(to_line(answer), decode) == answer


def test_arguments_cross_as_text_alone() -> None:
    answer = Result(seq=1, result=Response(parts=(CALL,), finish=Finish(reason="tool_calls")))
    (part,) = json.loads(to_line(answer))["result"]["parts"]
    assert part["arguments"] == {"text": CALL.arguments.text, "form": "object"}
    part["arguments"]["value"] = {"a": 1}
    line = json.dumps({"seq": 1, "result": {"parts": [part], "finish": {"reason": "tool_calls"}}}).encode()
    decode = Decode(seq=1, dialect="openai_chat", response=ResponseBytes(status=200, body=""))
    with pytest.raises(NotProtocol, match="leave out `value`"):
        reply(line, decode)
    assert not validator("reply-decode").is_valid(json.loads(line))


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (Arguments(text="{}", form="object"), {}),
        (Arguments(text="", form="empty"), {}),
        (Arguments(text="[1]", form="not_object"), None),
        (Arguments(text="{", form="invalid"), None),
        (Arguments(text="{", form="object"), None),
        (Arguments(text="any", form="invalid"), None),
    ],
    ids=["object", "empty", "list", "invalid", "object that is none", "free text"],
)
def test_the_judge_parses_arguments(arguments: Arguments, value: Any) -> None:
    call = ToolCall(id=None, name="f", arguments=arguments)
    line = to_line(Result(seq=1, result=Response(parts=(call,), finish=Finish(reason="stop"))))
    read = reply(line, Decode(seq=1, dialect="openai_chat", response=ResponseBytes(status=200, body="")))
    assert isinstance(read, Result)
    assert read.result.calls[0].arguments.value == value


@pytest.mark.parametrize(
    "data",
    [b"", b"data: \xc3\xbc\r\n\r\n", bytes(range(256)), '"\ufeff\u2028\x00'.encode()],
    ids=["empty", "event", "every byte", "marks"],
)
def test_bytes_cross_whole(data: bytes) -> None:
    assert bytes_of(data).bytes == data
    given = WireResponse(status=200, headers={"content-type": "text/event-stream"}, body=data)
    asked = Decode(seq=1, dialect="bedrock_converse", response=ResponseBytes.of(given))
    crossed = crossing(asked)
    assert isinstance(crossed, Decode)
    assert crossed.response.wire() == given


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (Body(body="\ud800"), "not valid text: .* surrogates not allowed"),
        (Body(body="a", encoding="base64"), "not valid base64: "),
        (Body(body="ü", encoding="base64"), "not valid base64: string argument should contain only ASCII"),
    ],
    ids=["surrogate", "cut base64", "base64 with an umlaut"],
)
def test_bodies_that_are_no_bytes(body: Body, message: str) -> None:
    with pytest.raises(NotProtocol, match=message):
        _ = body.bytes


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"null",
        b'{"op": "hello", "seq": 1}',
        b'{"op": "greet", "seq": 1}',
        b'{"op": "hello", "seq": 1, "protocols": ["1.0"], "more": 1}',
        b'{"op": "end", "seq": "1"}',
        b'{"op": "end", "seq": 1} {}',
    ],
)
def test_lines_that_are_no_message(line: bytes) -> None:
    with pytest.raises(NotProtocol):
        message(line)


def test_what_is_right_never_crosses(crossed: Any) -> None:
    name = CassetteName("openai", "openai_chat", "call-parallel", "plain")
    judge(open_case(name), load_adapter(f"command:{sys.executable} -m conformance.adapters.answering {CLIENT}"))
    sent = [json.loads(asked) for asked, _ in crossed]
    assert [message["op"] for message in sent] == ["hello", "start", "end", "hello"]
    assert [message["seq"] for message in sent] == [1, 2, 3, 4]
    assert sent[0] == {"op": "hello", "seq": 1, "protocols": list(VERSIONS)}
    expected = open_case(name).cassette.provenance.expected[0].answer
    assert expected
    for call in expected.calls:
        assert str(call.id) not in json.dumps(sent)
        assert json.dumps(call.arguments) not in json.dumps(sent)
