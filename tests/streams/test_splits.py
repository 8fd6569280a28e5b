"""Tests that the events of a stream do not depend on its cuts. tests/streams/exhaustive has more than this sample."""

import pytest

from conformance.recording.cassette import CassetteName
from toolwire.dialects.dialect import DIALECTS

from .cuts import cuttings, in_two, pieces
from .reference import HOMES, events, every, streams

SAMPLE = [
    name
    for name in every()
    if name.scenario == "call-parallel"
    or (name.provider == HOMES[name.dialect] and name.scenario in ("call-with-text", "call-unicode-arguments"))
]


@pytest.mark.parametrize("name", SAMPLE, ids=str)
def test_events_are_the_same_however_the_bytes_are_cut(name: CassetteName) -> None:
    body = streams(name.provider, name.dialect, name.scenario)[0]
    whole = list(events(name.dialect, (body,)))
    assert whole
    for places in cuttings(name.dialect, body):
        assert list(events(name.dialect, pieces(body, places))) == whole


@pytest.mark.parametrize("spoken", DIALECTS)
def test_a_beginning_that_is_cut_in_two_is_the_same_too(spoken: str) -> None:
    body = streams(HOMES[spoken], spoken, "call-parallel")[0][:400]
    whole = list(events(spoken, (body,)))
    for places in in_two(body):
        assert list(events(spoken, pieces(body, places))) == whole


def test_cuts_are_where_they_are_expected() -> None:
    body = 'data: {"a": "\\u00e9\\n ü🍸"}\r\n\r\ndata: 2\n\n'.encode()
    every_byte, *others = cuttings("openai_chat", body)
    assert every_byte == list(range(1, len(body)))
    ends = [body.index(b"data: 2") + n for n in range(-3, 4)]
    assert [places[0] for places in others[:7]] == ends
    assert all(b"".join(pieces(body, places)) == body for places in (*others, *in_two(body)))
    inside = {place for places in others[:-10] for place in places}
    escape, glass = body.index(b"\\u00e9"), body.index("🍸".encode())
    assert {*range(escape + 1, escape + 6), *range(glass + 1, glass + 4), body.index(b"\n")} <= inside
