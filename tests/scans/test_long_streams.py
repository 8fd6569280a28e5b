"""Tests of streams that are larger than the limits of kept data, in any pieces, or larger than the memory."""

import gc
import tracemalloc
from pathlib import Path

import pytest

import toolwire
from conformance.mutants.streams import Verdict
from toolwire import Limits, ResponseStream
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.model import Malformed

from ..streams.reference import faults, of, shown
from ..streams.test_response_stream import BEGUN, LONG, SILENT, body, cut, holds_little, read


@pytest.mark.parametrize("spoken", DIALECTS)
def test_more_than_is_kept_ends_the_stream_however_it_is_cut(spoken: str) -> None:
    data = body(spoken)
    before, whole = shown(spoken, data), read(spoken, [data])
    ended = set()
    for most in (*range(1, 2000, 97), 4000, 64 * 1024):
        outcome = read(spoken, [data], Limits(total=most))
        assert all(read(spoken, chunks, Limits(total=most)) == outcome for chunks in cut(data))
        assert isinstance(outcome, tuple)
        ended.add(outcome == whole)
        if outcome != whole:
            assert "Limits.total" in str(outcome[1].finish.why)
            assert faults(Verdict(end="malformed"), before, of(outcome[1])) == []
    assert ended == {True, False}


def _kept() -> int:
    """Return the number of bytes that the library has allocated since tracing began. Other threads do not count."""
    gc.collect()
    ours = tracemalloc.Filter(True, f"{Path(toolwire.__file__).parent}/*")
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces([ours]).traces)


@pytest.mark.parametrize("name", SILENT)
def test_what_is_not_kept_may_go_on_forever(name: str) -> None:
    spoken, again = SILENT[name]
    stream = ResponseStream(dialect(spoken), Limits(total=1000))
    stream.feed(BEGUN[spoken])
    stream.feed(again * 100)
    tracemalloc.start()
    try:
        for _ in range(20):
            assert not any(isinstance(event, Malformed) for event in stream.feed(again * 50))
        assert _kept() < 4 * 4000
    finally:
        tracemalloc.stop()
    assert stream.close().finish.reason != "malformed"


@pytest.mark.parametrize("spoken", LONG)
def test_memory_is_a_small_multiple_of_what_the_stream_holds(spoken: str) -> None:
    holds_little(spoken, 512 * 1024)
