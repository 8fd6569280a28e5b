"""Tests of findings as text and of their levels."""

import pickle
from typing import get_args

import msgspec
import pytest

from conformance.judge.finding import Finding, Level

WRITTEN = b'{"path":"calls","message":"some","level":"%s"}'


@pytest.mark.parametrize("level", get_args(Level))
def test_a_finding_of_another_process_is_written_alike(level: Level) -> None:
    finding = Finding(path="calls", message="some", level=level)
    written = WRITTEN.replace(b"%s", level.encode())
    assert [msgspec.json.encode(each) for each in (finding, pickle.loads(pickle.dumps(finding)))] == [written] * 2


def test_a_finding_is_a_must_unless_it_has_another_level() -> None:
    finding = Finding(path="calls", message="some")
    assert finding.level == "MUST"
    assert msgspec.json.encode(finding) == WRITTEN.replace(b"%s", b"MUST")
    assert msgspec.json.decode(b'{"path":"calls","message":"some"}', type=Finding) == finding
