"""Every recorded request, moved to every other dialect and back, with every loss accounted for."""

import pytest

from conformance.report.transplants import ledger, moved
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner, wire_format


@pytest.mark.parametrize("source", DIALECTS)
def test_every_request_moves_and_means_the_same(source: str) -> None:
    moves = list(moved(source))
    assert {one.target for one in moves} == {*DIALECTS} - {source}
    assert [(one.target, one.scenario) for one in moves if not one.kept] == []
    assert [(one.target, one.scenario, one.broken) for one in moves if one.broken] == []
    assert [(one.target, one.scenario, path) for one in moves for path, why in one.lost if not why] == []
    said = {loss.at for loss in wire_format(owner(source), source).losses}
    assert said == {row.at for row in ledger(moves)}  # no reason is stale
