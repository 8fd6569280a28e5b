"""Tests of the benchmarks' inputs and of the committed table. No test measures time."""

import sys
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).resolve().parents[2]
if not (ROOT / "benchmarks").is_dir():
    pytest.skip("only a checkout has the benchmarks", allow_module_level=True)
sys.path.insert(0, str(ROOT))

from benchmarks.page import page
from benchmarks.results import Results, spread
from benchmarks.streams import HOMES, arguments, stream
from toolwire.dialects.dialect import dialect
from toolwire.dialects.reading import read_answer
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireResponse
from toolwire.wire.payloads import payloads


@pytest.mark.parametrize("name", HOMES)
@pytest.mark.parametrize("delta", [16, 64])
def test_streams_bring_the_arguments_whole(name: str, delta: int) -> None:
    data, text = stream(name, 4096, delta)
    answer = WireResponse(body=data, headers={"content-type": "text/event-stream"})
    (call,) = read_answer(dialect(name), answer).calls
    assert (call.arguments.text, call.complete) == (text, True)
    assert len(payloads(answer)) > 4096 // delta


@pytest.mark.parametrize("size", [1024, 65536])
def test_arguments_are_one_object_of_that_size(size: int) -> None:
    text = arguments(size)
    assert len(text) == size
    assert isinstance(exact_json.loads(text), dict)


def test_a_spread_is_the_middle_and_the_ends() -> None:
    assert msgspec.to_builtins(spread([3, 1, 9])) == {"median": 3, "least": 1, "most": 9}


def test_the_committed_table_is_of_the_committed_results() -> None:
    results = msgspec.json.decode((ROOT / "benchmarks" / "results.json").read_bytes(), type=Results)
    assert (ROOT / "docs" / "benchmarks.md").read_text() == page(results)
