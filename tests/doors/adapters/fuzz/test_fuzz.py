"""Fuzzing of adapters on stdio: lines are damaged for some minutes. Each case ends with results, or with a reason."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from conformance.adapters.isolated import forget
from conformance.adapters.process import Misbehaved
from conformance.adapters.stdio import over_stdio
from conformance.adapters.unsupported import Gone
from conformance.recording.cassette import CassetteName
from conformance.suite.run import results_of
from conformance.suite.selection import Selection
from tests.fuzzing import hold_for_a_share
from tests.spoiling import spoilt

CASE: Final = CassetteName("openai", "openai_chat", "history-parallel-results", "stream")
DOORS: Final = {
    "codec": "conformance.adapters.reference:ReferenceAdapter",
    "wire": "conformance.adapters.reference_client:ReferenceClient",
}
PARROT: Final = """
import json, sys
lines = iter(json.load(open(sys.argv[1])))
for _ in sys.stdin.buffer:
    sys.stdout.buffer.write(next(lines, "").encode("latin-1"))
    sys.stdout.buffer.flush()
"""
"""A program that answers each line with the next line of a file, without reading what it is asked."""


def right_lines(door: str, folder: Path) -> list[bytes]:
    """Return the lines that a correct adapter writes."""
    program = f"{shlex.quote(sys.executable)} -m conformance.adapters.answering {DOORS[door]}"
    results = results_of(CASE, over_stdio(("sh", "-c", f"{program} | tee {shlex.quote(str(folder))}/$$")), Selection())
    assert {result.outcome for result in results} <= {"pass", "not-applicable"}
    return max((kept.read_bytes() for kept in folder.iterdir()), key=len).splitlines(keepends=True)


@st.composite
def spoilt_lines(draw: st.DrawFn, right: list[bytes]) -> list[bytes]:
    """Return the lines of ``right``, of which some are damaged, missing, repeated or moved."""
    lines = list(right)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 6)):
            case 0 if len(lines) > 1:
                del lines[place]
            case 1:
                lines.insert(place, lines[draw(st.integers(0, len(lines) - 1))])
            case 2:
                lines[place] = draw(st.binary(max_size=60)) + b"\n"
            case _:
                lines[place] = draw(spoilt(lines[place].rstrip(b"\n"))) + b"\n"
    return lines


@pytest.mark.parametrize("door", DOORS)
def test_for_its_share_of_the_minutes(door: str, tmp_path: Path, record_property: Any) -> None:
    right = right_lines(door, tmp_path)
    plan = tmp_path / "plan.json"

    def ends_in_results(lines: list[bytes]) -> None:
        plan.write_text(json.dumps([line.decode("latin-1") for line in lines]))
        try:
            adapter = over_stdio((sys.executable, "-I", "-S", "-c", PARROT, str(plan)), limit=2)
        except Misbehaved:
            return
        try:
            results = results_of(CASE, adapter, Selection())
        except Gone:
            return
        finally:
            forget(adapter)
        assert results
        assert lines[: len(right)] == right or any(result.outcome != "pass" for result in results)

    record_property("examples", hold_for_a_share(ends_in_results, (spoilt_lines(right),), len(DOORS)))
