"""Tests that every recorded request can be moved to every other dialect and back, with a reason for every loss."""

import pytest

from conformance.report.transplants import ledger, moved
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner, wire_format


@pytest.mark.parametrize("source", DIALECTS)
def test_every_request_moves_and_means_the_same(source: str) -> None:
    moves = list(moved(source))
    assert {move.target for move in moves} == {*DIALECTS} - {source}
    assert [(move.target, move.scenario) for move in moves if not move.kept] == []
    assert [(move.target, move.scenario, move.broken) for move in moves if move.broken] == []
    assert [(move.target, move.scenario, path) for move in moves for path, why in move.lost if not why] == []
    assert [(move.target, move.scenario, move.unnoted) for move in moves if move.unnoted] == []
    listed = {loss.at for loss in wire_format(owner(source), source).losses}
    assert listed == {row.at for row in ledger(moves)}  # no reason is stale
