"""Tests of the report on conversations that move between dialects: every ordered pair, with a reason for every loss."""

from conformance.report import markdown
from conformance.report.transplants import Moved, move
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest


def test_a_loss_without_a_reason_and_a_changed_call_are_seen() -> None:
    body = {"model": "m", "messages": [
        {"role": "user", "content": "Hi."},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "a", "arguments": "[1"}}]},
        {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
    ]}  # fmt: skip
    request = WireRequest(url="https://api.openai.com/v1/chat/completions", body=exact_json.encode(body))
    there = move(request, "openai_chat", "openai_responses", "by-hand")
    assert there.kept
    assert there.lost == ()
    reshaped = {**body, "messages": [*body["messages"], {"role": "assistant", "content": None, "refusal": "No."}]}
    request = WireRequest(url=request.url, body=exact_json.encode(reshaped))
    lost = move(request, "openai_chat", "openai_responses", "by-hand").lost
    assert ("/messages/3/refusal", "") in lost


def test_the_report_counts_what_was_kept() -> None:
    good = Moved(source="a", target="b", scenario="s", broken=(), kept=True, lost=(("/x/0", "because"),))
    bad = Moved(source="a", target="b", scenario="t", broken=(), kept=False, lost=())
    back = Moved(source="b", target="a", scenario="s", broken=(), kept=True, lost=())
    text = markdown.to_transplants([good, bad, back])
    assert "| a |  | 1 of 2 |" in text
    assert "| b | 1 of 1 |  |" in text
    assert "| a | `/x/*` | b | 1 | because |" in text
