"""``conformance gate``: what its options have judged."""

import json
from typing import Any

import pytest

from conformance.mutants.streams.delivery import DELIVERIES
from conformance.recording.cassette import CassetteName
from conformance.suite.cases import usual_of

NAME = CassetteName("openai", "openai_chat", "call-single", "stream")
CASE = str(NAME)
BREAKING = f"{CASE}/mutant-cut-inside"


@pytest.mark.parametrize(
    ("options", "breaks", "pieces"),
    [((), False, False), (("--mutants",), True, False), (("--thorough",), True, True)],
    ids=["default", "mutants", "thorough"],
)
def test_streams_break_and_arrive_in_pieces(
    conformance: Any, options: tuple[str, ...], breaks: bool, pieces: bool
) -> None:
    ran = conformance(
        "gate", CASE, "--adapter", "reference", "--generate", 0, "--workers", 1, "--format", "json", *options
    )
    judged = json.loads(ran.stdout)["outcomes"].keys()
    assert (BREAKING in judged) == breaks
    assert ({f"{CASE}/{each.check}" for each in DELIVERIES} <= judged) == pieces
    assert {f"{CASE}/{each.check}" for each in usual_of(NAME)} <= judged
