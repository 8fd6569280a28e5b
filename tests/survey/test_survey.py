"""Tests of the judging of other people's exchanges: recognition, counts, round trips, and calls that are sent back."""

import base64
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from conformance.data import cassettes_folder
from conformance.survey import run
from conformance.survey.run import _pieces, survey
from conformance.survey.summary import Summary, Totals, summarise
from toolwire.wire import aws_event_stream

URL = "https://api.openai.com/v1/chat/completions"
ANTHROPIC = "https://api.anthropic.com/v1/messages"
NOVEL = {
    "type": "message", "id": "m", "role": "assistant", "model": "m", "content": [{"type": "novel"}],
    "stop_reason": "end_turn", "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
}  # fmt: skip
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": '{"at": 1.10}'}}
ASK = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


def answer(*calls: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": None, "tool_calls": list(calls)}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls", "logprobs": None}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


def stream(call: dict[str, Any]) -> str:
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas = [({"role": "assistant", "tool_calls": [call | {"index": 0}]}, None), ({}, "tool_calls")]
    chunks = [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas]
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"


def returning(call: dict[str, Any]) -> dict[str, Any]:
    result = {"role": "tool", "tool_call_id": call["id"], "content": "ok"}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return ASK | {"messages": [*ASK["messages"], message, result]}  # type: ignore[misc]


def surveyed(tmp_path: Path, *records: dict[str, Any]) -> Summary:
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(json.dumps({"url": URL, "request_body": ASK} | record) for record in records))
    return summarise(survey([path], Console(stderr=True), workers=1))


def test_the_documented_keys() -> None:
    totals = ["exchanges", "tool_exchanges", "recognised", "decoded", "request_round_trips", "response_round_trips",
              "carried", "findings", "unreadable"]  # fmt: skip
    empty = msgspec.to_builtins(Summary())
    texts = ["text_records", "equal", "soft", "different", "by_family"]
    assert list(empty) == [*totals, "returned_calls", "not_covered", "foreign", "by_dialect", *texts]
    assert list(msgspec.to_builtins(Totals())) == totals
    assert empty["request_round_trips"] == empty["response_round_trips"] == {"ok": 0, "of": 0}


def test_our_own_cassettes_are_read_whole() -> None:
    summary = summarise(survey([cassettes_folder() / "openai" / "openai_chat"], Console(stderr=True), workers=1))
    assert summary.exchanges == summary.recognised == summary.decoded == summary.tool_exchanges + 1 > 30
    assert summary.request_round_trips.ok == summary.request_round_trips.of == summary.exchanges
    assert summary.returned_calls.equal == summary.returned_calls.compared > 0
    assert summary.unreadable == []
    assert summary.by_dialect["openai_chat"].exchanges == summary.exchanges


def test_our_own_binary_cassettes_are_read_whole() -> None:
    """Check that every call comes back equal, although Python's SDK writes 1250.10 as 1250.1.

    A scenario with the results in reverse order is included.
    """
    summary = summarise(survey([cassettes_folder() / "bedrock" / "bedrock_converse"], Console(stderr=True), workers=1))
    assert summary.exchanges == summary.recognised == summary.decoded == summary.tool_exchanges > 30
    assert summary.request_round_trips.ok == summary.request_round_trips.of == summary.exchanges
    assert summary.unreadable == []
    assert {finding.check for finding in summary.findings} == {"refusal", "request-rules", "whole"}
    cut = {Path(finding.where.partition(": ")[0]).name for finding in summary.findings if finding.check == "whole"}
    assert cut == {"error-in-stream.stream.yaml"}
    assert summary.returned_calls.equal == summary.returned_calls.compared > 0


def test_a_good_exchange(tmp_path: Path) -> None:
    summary = surveyed(tmp_path, {"response_body": answer(CALL), "x_n_calls": 1})
    assert (summary.exchanges, summary.recognised, summary.decoded, summary.tool_exchanges) == (1, 1, 1, 1)
    assert (summary.request_round_trips.ok, summary.response_round_trips.ok) == (1, 1)
    assert (summary.findings, summary.unreadable) == ([], [])


@pytest.mark.parametrize(
    ("url", "broken"),
    [
        ("https://api.deepseek.com/chat/completions", ["deepseek.openai_chat.thinking-choice"]),
        (URL, []),
        ("http://localhost:8000/v1/chat/completions", []),
        ("", []),
    ],
    ids=["DeepSeek", "OpenAI", "localhost", "unknown"],
)
def test_the_host_decides_whose_rules_hold(url: str, broken: list[str], tmp_path: Path) -> None:
    tools = [{"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}]
    asked = ASK | {"tools": tools, "tool_choice": "required", "thinking": {"type": "enabled"}}
    summary = surveyed(tmp_path, {"url": url, "request_body": asked, "response_body": answer(CALL)})
    assert [finding.rule for finding in summary.findings if finding.check == "request-rules"] == broken


@pytest.mark.parametrize(
    ("record", "why", "recognised"),
    [
        ({"response_body": answer(CALL), "x_n_calls": 2}, "calls: expected 2, as the record states, got 1", 1),
        ({"response_body": "<html>"}, "Expecting value: line 1 column 1", 1),
        ({"url": ANTHROPIC, "request_body": None, "response_body": NOVEL}, "parts of known kinds, got novel", 1),
        ({"url": "", "response_body": {"hello": 1}}, "not an exchange of a known dialect: POST an unknown", 0),
        ({"url": "https://h/v1/embeddings", "response_body": {"data": []}}, "POST https://h/v1/embeddings", 0),
        ({"response_body": "//8=", "x_response_encoding": "base64"}, "not UTF-8: byte 1 of 2", 1),
        ({"response_body": stream(CALL) + "data: 3\n\n"}, "expected an object as a chunk of the stream", 1),
    ],
    ids=["call count", "HTML", "unknown part", "no dialect", "other endpoint", "bytes", "broken chunk"],
)
def test_what_is_not_read_and_why(record: dict[str, Any], why: str, recognised: int, tmp_path: Path) -> None:
    summary = surveyed(tmp_path, record)
    assert (summary.exchanges, summary.recognised, summary.decoded) == (1, recognised, 0)
    (unreadable,) = summary.unreadable if recognised else summary.foreign
    assert unreadable.where == f"{tmp_path / 'some.jsonl'}: line 1"
    assert re.search(why, unreadable.why)


def test_a_broken_request_loses_nothing_of_the_answer(tmp_path: Path) -> None:
    summary = surveyed(tmp_path, {"request_body": "{broken", "response_body": answer(CALL)})
    assert (summary.decoded, summary.request_round_trips.ok, summary.request_round_trips.of) == (1, 0, 1)
    assert [finding.check for finding in summary.findings] == ["request"]


@pytest.mark.parametrize(
    ("back", "equal"),
    [
        (CALL, 1),
        (CALL | {"function": {"name": "look", "arguments": '{ "at":1.10 }'}}, 1),
        (CALL | {"function": {"name": "look", "arguments": '{"at": 1.1}'}}, 1),
        (CALL | {"function": {"name": "look", "arguments": '{"at": 1.2}'}}, 0),
        (CALL | {"function": {"name": "peek", "arguments": '{"at": 1.10}'}}, 0),
    ],
    ids=["same", "other spelling", "other spelling of a number", "other argument", "other tool"],
)
def test_streamed_calls_that_come_back(back: dict[str, Any], equal: int, tmp_path: Path) -> None:
    streamed = {"response_body": stream(CALL), "response_content_type": "text/event-stream"}
    again = {"request_body": returning(back), "response_body": answer()}
    summary = surveyed(tmp_path, streamed, again, again)
    assert (summary.returned_calls.compared, summary.returned_calls.equal) == (1, equal)
    lost = [finding for finding in summary.findings if finding.check == "returned-calls"]
    assert [(loss.where, loss.path) for loss in lost] == [(f"{tmp_path / 'some.jsonl'}: line 2", "call_1")] * (
        1 - equal
    )
    elsewhere = [streamed | {"source_path": "a/x"}, again | {"source_path": "b/x"}]
    assert surveyed(tmp_path, *elsewhere).returned_calls.compared == 0


CONVERSE = "https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream"
INVOKE = "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.m/invoke-with-response-stream"
EVENTS = (
    {"messageStart": {"role": "assistant"}},
    {"contentBlockStart": {"contentBlockIndex": 0, "start": {"toolUse": {"toolUseId": "a", "name": "look"}}}},
    {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"toolUse": {"input": "{}"}}}},
    {"contentBlockStop": {"contentBlockIndex": 0}},
    {"messageStop": {"stopReason": "tool_use"}},
    {"metadata": {"usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2}, "metrics": {"latencyMs": 1}}},
)


@pytest.mark.parametrize("url", [CONVERSE, ""])
@pytest.mark.parametrize("framing", ["frames", "frames without a type", "lines"])
def test_frames_of_aws(framing: str, url: str, tmp_path: Path) -> None:
    lines = "\n".join(map(json.dumps, EVENTS))
    record: dict[str, Any] = {"url": url, "request_body": None, "x_n_calls": 1, "response_body": lines}
    if framing != "lines":
        body = base64.b64encode(aws_event_stream.framed(lines.encode())).decode()
        record |= {"response_body": body, "x_response_encoding": "base64 (frames)"}
    if framing == "frames":
        record["response_content_type"] = aws_event_stream.CONTENT_TYPE
    summary = surveyed(tmp_path, record)
    assert (summary.recognised, summary.decoded, summary.findings, summary.unreadable) == (1, 1, [], [])
    assert list(summary.by_dialect) == ["bedrock_converse"]


def test_frames_of_aws_around_the_events_of_another_dialect(tmp_path: Path) -> None:
    message = NOVEL | {"content": [], "stop_reason": None}
    events: tuple[dict[str, Any], ...] = (
        {"type": "message_start", "message": message},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}},
        {"type": "message_stop"},
    )
    chunks = [{"bytes": base64.b64encode(json.dumps(event).encode()).decode()} for event in events]
    body = b"".join(aws_event_stream.event("chunk", json.dumps(chunk).encode()) for chunk in chunks)
    record = {"url": INVOKE, "request_body": None, "response_content_type": aws_event_stream.CONTENT_TYPE}
    coded = {"response_body": base64.b64encode(body).decode(), "x_response_encoding": "base64"}
    summary = surveyed(tmp_path, record | coded)
    assert (list(summary.by_dialect), summary.decoded) == (["anthropic_messages"], 1)


def test_a_bug_of_ours_is_reported_and_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = run.sight
    monkeypatch.setattr(run, "sight", lambda found: 1 / 0 if "line 1" in found.where else real(found))
    summary = surveyed(tmp_path, {"response_body": answer(CALL)}, {"response_body": answer(CALL)})
    assert (summary.exchanges, summary.decoded) == (1, 1)
    assert [skipped.why for skipped in summary.unreadable] == [
        "an error in toolcall-conformance: ZeroDivisionError: division by zero"
    ]


@pytest.mark.parametrize(
    ("words", "check"),
    [
        ("Thinking mode does not support this tool_choice", "refusal"),
        ("You are out of credit.", "refused-request"),
    ],
)
def test_a_rule_predicts_a_refusal_that_has_its_words(words: str, check: str, tmp_path: Path) -> None:
    asked = ASK | {"tool_choice": "required", "thinking": {"type": "enabled"}}
    url = "https://api.deepseek.com/chat/completions"
    answered = {"status": 400, "response_body": {"error": {"message": words}}}
    found = surveyed(tmp_path, {"url": url, "request_body": asked} | answered).findings
    assert (check, "deepseek.openai_chat.thinking-choice") in {(finding.check, finding.rule) for finding in found}
    assert {finding.check for finding in found if finding.rule} <= {check, "refused-request"}


def test_no_more_workers_start_than_there_are_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    @contextmanager
    def started(number: int) -> Iterator[ThreadPoolExecutor]:
        asked.append(number)
        with ThreadPoolExecutor(number) as pool:
            yield pool

    monkeypatch.setattr(run, "started_workers", started)
    line = json.dumps({"response_body": {}}) + "\n"
    (tmp_path / "a.jsonl").write_text(line)
    assert len(list(survey([tmp_path], Console(quiet=True), workers=100_000))) == 1
    assert not asked
    (tmp_path / "b.jsonl").write_text(line * (run._AT_ONCE // len(line)))
    list(survey([tmp_path], Console(quiet=True), workers=100_000))
    assert asked == [2]


def test_the_sizes_of_sources_are_added_only_a_few_times() -> None:
    asked: list[int] = []

    class Empty:
        @property
        def size(self) -> int:
            asked.append(1)
            return 0

    sources: Any = [Empty() for _ in range(100)]
    assert list(_pieces(sources)) == [sources]
    assert len(asked) <= 3 * len(sources)
