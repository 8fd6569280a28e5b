"""Conversations that move between dialects: every ordered pair, with every loss accounted for."""

import pytest

from conformance.claims import owner, wire_format
from conformance.normalizer.dialect import DIALECTS
from conformance.report import markdown
from conformance.report.transplants import Moved, ledger, move, moved
from conformance.wire import exact_json
from conformance.wire.exchange import WireRequest


@pytest.mark.parametrize("source", DIALECTS)
def test_every_request_moves_and_means_the_same(source: str) -> None:
    moves = list(moved(source))
    assert {one.target for one in moves} == {*DIALECTS} - {source}
    assert [(one.target, one.scenario) for one in moves if not one.kept] == []
    assert [(one.target, one.scenario, one.broken) for one in moves if one.broken] == []
    assert [(one.target, one.scenario, path) for one in moves for path, why in one.lost if not why] == []
    said = {loss.at for loss in wire_format(owner(source), source).losses}
    assert said == {row.at for row in ledger(moves)}  # no reason is stale


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
