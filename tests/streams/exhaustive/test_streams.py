"""Tests of every stream of all cassettes and of public recordings, cut and mutated in every way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.mutants.streams import mutants
from conformance.recording.cassette import CassetteName
from conformance.survey.sources import Found, Source, content, find, read
from toolwire.dialects.assembly import assemble
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.wire import recognition
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange

from ..cuts import cuttings, in_two, pieces
from ..reference import FIRST_ERROR, events, every, faults, shown, streams
from ..test_response_stream import LONG, holds_little

ROOT = Path(__file__).resolve().parents[3]
RECORDINGS = ROOT.parent / "shared" / "corpus"
TWICE = {
    "transformers/openai_responses/call-with-text/stream": (
        "index-missing",
        "stops-missing",
        "stops-late",
        "item-ids-changing",
    )
}
"""Kinds of mutants that remove the difference between two equal messages. The stream has its message twice, at two
indexes, and only index and id together distinguish them.
"""
SOURCES = [source for source in (find([RECORDINGS]) if RECORDINGS.is_dir() else ()) if isinstance(source, Source)]


def recorded(source: Source) -> Iterator[tuple[str, str, bytes]]:
    """Yield the streams in public recordings that have a known dialect: the place, the dialect, and the bytes."""
    data = content(source)
    assert isinstance(data, bytes)
    for found in read(source, data):
        if not isinstance(found, Found) or found.exchange.response.status >= FIRST_ERROR:
            continue
        spoken, body = recognition.recognise(found.exchange), _body(found.exchange)
        if spoken in DIALECTS and dialect(spoken).is_stream(found.exchange.response):
            yield found.where, spoken, body


def _body(exchange: Exchange) -> bytes:
    """Return the body. If the recording has only the payloads, frame them again."""
    payloads = recognition.unframed(exchange.response)
    return exchange.response.body if payloads is None else recognition.framed(payloads)


def same_however_cut(spoken: str, body: bytes) -> int:
    """Check that every way to cut a stream gives the same events. Return the number of ways."""
    whole = list(events(spoken, (body,)))
    count = 0
    for places in (*cuttings(spoken, body), *in_two(body)):
        cut = list(events(spoken, pieces(body, places)))
        assert cut == whole, places[:5]
        count += 1
    assert assemble(whole) == assemble(list(events(spoken, pieces(body, list(range(1, len(body)))))))
    return count


def count_right(spoken: str, body: bytes, without: tuple[str, ...] = ()) -> int:
    """Check that the mutants of a stream are read right, and return their number."""
    before = shown(spoken, body)
    count = 0
    for mutant, mutated in mutants(spoken, body):
        wrong = faults(mutant.verdicts[spoken], before, shown(spoken, mutated))
        assert wrong == [] or mutant.id in without, mutant.id
        count += 1
    return count


@pytest.mark.parametrize("name", every(), ids=str)
def test_a_cassette_s_streams_however_they_are_cut(name: CassetteName, record_property: Any) -> None:
    for body in streams(name.provider, name.dialect, name.scenario):
        record_property("cuttings", same_however_cut(name.dialect, body))


@pytest.mark.parametrize("name", every(), ids=str)
def test_a_cassette_s_streams_however_they_are_mutated(name: CassetteName, record_property: Any) -> None:
    for body in streams(name.provider, name.dialect, name.scenario):
        record_property("mutants", count_right(name.dialect, body, TWICE.get(str(name), ())))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: f"{source.path.stem}-{source.first}")
def test_public_streams_however_they_are_cut(source: Source, record_property: Any) -> None:
    wrong: list[str] = []
    for where, spoken, body in recorded(source):
        try:
            record_property("public cuttings", same_however_cut(spoken, body))
        except WireError:
            record_property("no stream of its dialect", 1)
        except AssertionError as error:
            wrong.append(f"{where}: {error}")
    assert wrong == []


@pytest.mark.parametrize("spoken", LONG)
def test_memory_of_sixteen_mebibytes(spoken: str) -> None:
    holds_little(spoken, 16 * 1024 * 1024)
