"""Tests of ``conformance decode``: canonical JSON of whole, cut and broken answers."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from conformance.data import cassettes_folder
from conformance.judge.exit_codes import Exit
from conformance.recording import vcr_file
from toolwire.wire import limits
from toolwire.wire.aws_event_stream import FrameDecoder, encode, event
from toolwire.wire.exchange import Exchange
from toolwire.wire.limits import Limits

STREAMS = {
    "openai_chat": "openai",
    "openai_responses": "openai",
    "anthropic_messages": "anthropic",
    "gemini_generate": "gemini",
    "ollama_chat": "ollama",
    "mistral_chat": "mistral",
    "cohere_v2": "cohere",
    "bedrock_converse": "bedrock",
    "gemini_interactions": "gemini",
}
ERRORS = {
    "openai_chat": b'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n',
    "openai_responses": b'event: error\ndata: {"type":"error","code":"server_error","message":"overloaded",'
    b'"param":null,"sequence_number":99}\n\n',
    "anthropic_messages": b'event: error\ndata: {"type":"error","error":{"type":"overloaded_error",'
    b'"message":"overloaded"}}\n\n',
    "gemini_generate": b'data: {"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}\n\n',
    "ollama_chat": b'{"error":"overloaded"}\n',
    "mistral_chat": b'data: {"object":"error","message":"overloaded","type":"service_unavailable"}\n\n',
    "cohere_v2": b'event: message-end\ndata: {"type":"message-end","delta":{"finish_reason":"ERROR","usage":{},'
    b'"error":"overloaded","error_type":"SERVER"}}\n\ndata: [DONE]\n\n',
    "bedrock_converse": event("serviceUnavailableException", b'{"message":"overloaded"}'),
    "gemini_interactions": b'event: error\ndata: {"error":{"message":"overloaded","code":"unavailable"},'
    b'"event_type":"error"}\n\n',
}
LAST = {
    "openai_chat": b'"name":"get_time"',
    "openai_responses": b'"type":"response.function_call_arguments.delta"',
    "anthropic_messages": b'"input_json_delta"',
    "gemini_generate": b'"functionCall"',
    "ollama_chat": b'"tool_calls"',
    "mistral_chat": b'"tool_calls"',
    "cohere_v2": b'"tool-call-delta"',
    "bedrock_converse": b'{"toolUse":{"input":',
    "gemini_interactions": b'"arguments_delta"',
}
"""A text in the last event that arrives, by dialect."""
UNTOLD = ("mistral_chat",)
"""Dialects whose answers look like answers of openai_chat. Only the address distinguishes them."""
BESIDE_CALLS = {"cohere_v2": "reasoning"}
"""The type of the part that contains text beside calls, by dialect. For all other dialects it is ``text``."""
CUTS_INSIDE_CALLS = [name for name in STREAMS if name not in ("gemini_generate", "ollama_chat")]


def body(dialect: str, case: str) -> bytes:
    path = cassettes_folder() / STREAMS[dialect] / dialect / f"{case}.yaml"
    found, *_ = vcr_file.exchanges(path, vcr_file.read_document(path))
    assert isinstance(found, Exchange)
    return found.response.body


def up_to(dialect: str, whole: bytes, last: bytes) -> bytes:
    """Return the beginning of a stream, up to the first event that contains ``last``."""
    if dialect != "bedrock_converse":
        return whole[: whole.index(b"\n", whole.index(last))] + b"\n\n"
    frames = [encode(frame.headers, frame.payload) for frame in FrameDecoder().feed(whole)]
    return b"".join(frames[: 1 + next(n for n, frame in enumerate(frames) if last in frame)])


def calls(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for part in answer["parts"] if part["type"] == "tool_call"]


@pytest.mark.parametrize("dialect", STREAMS)
@pytest.mark.parametrize("case", ["call-with-text.plain", "call-with-text.stream"])
def test_whole_answers_from_file_and_stdin(dialect: str, case: str, conformance: Any, tmp_path: Path) -> None:
    (tmp_path / "answer").write_bytes(body(dialect, case))
    result = conformance("decode", tmp_path / "answer")
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    assert answer["finish"]["reason"] == "tool_calls"
    assert [call["name"] for call in calls(answer)] == ["get_time"]
    for arguments in (("decode",), ("decode", "-"), ("decode", "-", "--dialect", dialect)):
        again = conformance(*arguments, stdin=body(dialect, case))
        assert (again.exit_code, again.stdout) == (0, result.stdout)
    written = conformance("decode", tmp_path / "answer", "--output", tmp_path / "out.json")
    assert (written.exit_code, written.stdout) == (0, "")
    assert (tmp_path / "out.json").read_text() == result.stdout


def test_a_session_of_the_realtime_api(conformance: Any) -> None:
    call = {"type": "function_call", "call_id": "call_1", "name": "get_time", "arguments": "{}", "status": "completed"}
    about = {"event_id": "event_1", "response_id": "resp_1", "output_index": 0}
    response = {"id": "resp_1", "object": "realtime.response", "status": "completed", "output": [call]}
    frames: list[dict[str, Any]] = [
        {"type": "response.create"},
        {"type": "response.created", "event_id": "event_0", "response": response | {"output": []}},
        {"type": "response.output_item.added", **about, "item": call | {"arguments": ""}},
        {"type": "response.output_item.done", **about, "item": call},
        {"type": "response.done", "event_id": "event_2", "response": response},
    ]
    for session in (json.dumps(frames), "\n".join(map(json.dumps, frames))):
        result = conformance("decode", stdin=session.encode())
        assert (result.exit_code, result.stderr) == (0, "")
        assert [call["name"] for call in calls(json.loads(result.stdout))] == ["get_time"]
    further = {"type": "response.done", "event_id": "event_3", "response": {"id": "resp_2", "status": "completed"}}
    result = conformance("decode", stdin=json.dumps([*frames, further]).encode())
    assert result.exit_code == Exit.UNREADABLE
    assert "expected a session with a single response, got 2 responses" in result.stderr


@pytest.mark.parametrize("dialect", STREAMS)
@pytest.mark.parametrize("ending", ["cut", "error"])
def test_a_stream_that_ends_early_keeps_what_came(dialect: str, ending: str, conformance: Any) -> None:
    whole = body(dialect, "call-with-text.stream")
    kept = up_to(dialect, whole, LAST[dialect])
    for word in (b'"finishReason": "STOP",', b',"finish_reason":"tool_calls"'):
        kept = kept.replace(word, b"")  # Gemini and Mistral say it with the call
    named = ("--dialect", dialect) if dialect in UNTOLD else ()
    result = conformance("decode", *named, stdin=kept + (ERRORS[dialect] if ending == "error" else b""))
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert result.stderr == ""
    answer = json.loads(result.stdout)
    assert answer["finish"]["reason"] == ("error" if ending == "error" else "interrupted")
    if ending == "error":
        assert "overloaded" in json.dumps(answer["error"])
    assert any(part["type"] == BESIDE_CALLS.get(dialect, "text") and part["text"] for part in answer["parts"])
    assert [call["name"] for call in calls(answer)] == ["get_time"]
    if dialect in CUTS_INSIDE_CALLS:
        assert [call.get("complete", True) for call in calls(answer)] == [False]


@pytest.mark.parametrize("dialect", STREAMS)
def test_a_stream_that_is_cut_inside_of_an_event(dialect: str, conformance: Any) -> None:
    whole = body(dialect, "call-parallel.stream")
    result = conformance("decode", "--dialect", dialect, stdin=whole[: len(whole) // 2])
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert json.loads(result.stdout)["finish"]["reason"] == "interrupted"


@pytest.mark.parametrize(
    ("data", "arguments", "why"),
    [
        (b"", (), "expected an answer in a known dialect; if the body is an answer, name its dialect with --dialect"),
        (b"<html>", (), "expected an answer in a known dialect"),
        (b"\xff\xfe", (), "expected an answer in a known dialect"),
        (b"[" * 10_000 + b"]" * 10_000, (), "nested deeper than the 200 levels"),
        (b'{"choices": [{"mess', (), "JSON that is broken or cut: "),
        (b'{"choices": ' + b"[" * 10_000, ("--dialect", "openai_chat"), "nested deeper than the 200 levels"),
        (b"\xff", ("--dialect", "openai_chat"), "not UTF-8: byte 1 of 1"),
        (b'{"choices": 3}', ("--dialect", "openai_chat"), "openai_chat: "),
        (b'{"choices": [', ("--dialect", "openai_chat"), "line 1 column"),
    ],
    ids=[
        "nothing",
        "HTML",
        "bytes",
        "deep",
        "cut",
        "deep, dialect named",
        "bytes, dialect named",
        "other document",
        "cut, dialect named",
    ],
)
def test_what_cannot_be_read(
    data: bytes, arguments: tuple[str, ...], why: str, conformance: Any, tmp_path: Path
) -> None:
    path = tmp_path / "answer"
    path.write_bytes(data)
    result = conformance("decode", path, *arguments, "--output", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (Exit.UNREADABLE, "")
    assert result.stderr.startswith(f"conformance: {path}: ")
    assert why in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_byte_order_mark_and_an_error_without_its_status(conformance: Any, tmp_path: Path) -> None:
    path = tmp_path / "answer"
    path.write_bytes(b"\xef\xbb\xbf" + body("openai_chat", "call-single.plain"))
    assert conformance("decode", path).exit_code == Exit.CONFORMANT
    path.write_text('{"error": {"message": "no", "type": "t"}}')
    result = conformance("decode", path, "--dialect", "openai_chat")
    assert result.exit_code == Exit.NOT_CONFORMANT
    assert "status" not in json.loads(result.stdout)["error"]


def test_files_that_are_none_or_too_large(conformance: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = conformance("decode", tmp_path / "no")
    assert (missing.exit_code, missing.stderr.count("\n")) == (Exit.UNREADABLE, 1)
    assert "cannot be read: not a regular file" in conformance("decode", tmp_path).stderr
    monkeypatch.setattr(limits, "LIMITS", Limits(event=1000))
    (tmp_path / "large").write_bytes(b"x" * 1001)
    for result in (conformance("decode", tmp_path / "large"), conformance("decode", stdin=b"x" * 1001)):
        assert (result.exit_code, result.stdout) == (Exit.UNREADABLE, "")
        assert "at most 0 MB" in result.stderr
    assert conformance("decode", "/dev/zero").exit_code == Exit.UNREADABLE


def test_a_stream_that_goes_bad_shows_as_far_as_it_came(conformance: Any) -> None:
    whole = body("openai_chat", "call-with-text.stream")
    result = conformance("decode", stdin=up_to("openai_chat", whole, LAST["openai_chat"]) + b"data: {\n\n" + whole)
    assert (result.exit_code, result.stderr) == (Exit.NOT_CONFORMANT, "")
    answer = json.loads(result.stdout)
    assert answer["finish"]["reason"] == "malformed"
    assert "line 1 column 2" in answer["finish"]["why"]
    assert [call["complete"] for call in calls(answer)] == [False]


def test_an_unknown_dialect_is_a_usage_error(conformance: Any) -> None:
    result = conformance("decode", "--dialect", "morse", stdin=b"{}")
    assert result.exit_code == Exit.USAGE
    assert f"expected one of: {', '.join(STREAMS)}" in result.stderr


def test_a_result_that_cannot_be_written(conformance: Any, tmp_path: Path) -> None:
    answer = body("openai_chat", "call-single.plain")
    result = conformance("decode", "--output", tmp_path, stdin=answer)
    assert result.exit_code == Exit.UNREADABLE
    assert result.stderr.startswith(f"conformance: {tmp_path}: cannot be written: ")
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_is_written_to_and_a_link_followed(conformance: Any, tmp_path: Path) -> None:
    # Never try this with /dev/null: where it fails, root would replace the device by a file.
    answer = body("openai_chat", "call-single.plain")
    expected = conformance("decode", stdin=answer).stdout
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDWR | os.O_NONBLOCK)
    assert conformance("decode", "--output", tmp_path / "pipe", stdin=answer).exit_code == 0
    assert os.read(reader, 100_000).decode() == expected
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real").write_text("old")
    assert conformance("decode", "--output", tmp_path / "link", stdin=answer).exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == expected
