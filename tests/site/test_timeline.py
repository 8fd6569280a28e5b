from hypothesis import given
from hypothesis import strategies as st

from conformance.site import timeline
from toolwire.wire.exchange import WireResponse

EVENTS = b'event: start\ndata: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]\n\n'
SSE = WireResponse(body=EVENTS, headers={"content-type": "text/event-stream"})


def described(events):
    return [(event.at, event.name, event.document) for event in events]


def test_an_event_came_when_its_last_byte_did():
    chunks = ((10, 20), (25, 30), (90, len(EVENTS) - 50))
    assert described(timeline.events(SSE, chunks)) == [(25, "start", {"n": 1}), (25, "", {"n": 2}), (90, "", None)]


def test_times_of_other_bytes_say_nothing():
    assert [event.at for event in timeline.events(SSE, ((10, 5),))] == [None, None, None]


@given(st.lists(st.integers(min_value=1, max_value=20), max_size=20))
def test_however_the_bytes_came_the_events_are_the_same(sizes):
    chunks, left, at = [], len(EVENTS), 0
    for size in sizes:
        if size < left:
            at += 7
            chunks.append((at, size))
            left -= size
    chunks.append((at + 7, left))
    events = timeline.events(SSE, tuple(chunks))
    assert [(event.name, event.document) for event in events] == [("start", {"n": 1}), ("", {"n": 2}), ("", None)]
    assert [event.at for event in events] == sorted(event.at for event in events)


def test_lines_are_events():
    lines = WireResponse(body=b'{"a":1}\n{"a":2}', headers={"content-type": "application/x-ndjson"})
    assert described(timeline.events(lines, ((5, 8), (9, 7)))) == [(5, "", {"a": 1}), (9, "", {"a": 2})]


def test_an_event_that_was_cut_is_there_all_the_same():
    cut = WireResponse(body=b'data: {"a":1}\n\ndata: {"a"', headers={"content-type": "text/event-stream"})
    assert [event.text for event in timeline.events(cut, ())] == ['{"a":1}', '{"a"']


def test_a_plain_answer_is_no_stream():
    assert not timeline.is_stream(WireResponse(body=b"{}", headers={"content-type": "application/json"}))
    assert timeline.is_stream(SSE)
