"""Tests of server-sent events by the rules of the WHATWG HTML standard."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.wire import sse
from toolwire.wire.sse import SseEvent

PIECES = (
    "data: é", "data:🌦", "data", "event: x", "id: 7", "id", ": hi", "retry: 5", "\r", "\n", "\r\n", "\n\n", "\ufeff",
)  # fmt: skip
STREAMS = st.lists(st.sampled_from(PIECES)).map(lambda pieces: "".join(pieces).encode()) | st.binary(max_size=60)


def events(text: str | bytes) -> list[SseEvent]:
    return sse.decode(text.encode() if isinstance(text, str) else text)[0]


def data(text: str | bytes) -> list[str]:
    return [event.data for event in events(text)]


def pieces(body: bytes, cuts: list[int]) -> list[bytes]:
    marks = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    return [body[start:end] for start, end in pairwise(marks)]


@pytest.mark.parametrize(
    "end", [pytest.param("\n", id="lf"), pytest.param("\r", id="cr"), pytest.param("\r\n", id="crlf")]
)
def test_lines_end_in_any_of_three_ways(end: str) -> None:
    assert data(f"data: a{end}data: b{end}{end}data: c{end}{end}") == ["a\nb", "c"]


@pytest.mark.parametrize(("wire", "found"), [
    pytest.param("\ufeffdata: a\n\n", ["a"], id="bom"),
    pytest.param("\ufeff\ufeffdata: a\n\n", [], id="two-boms"),
    pytest.param("data: a\n\n\ufeffdata: b\n\n", ["a"], id="bom-between"),
    pytest.param(": comment\n:\ndata: a\n\n", ["a"], id="comments"),
    pytest.param("data\n\n", [""], id="no-colon"),
    pytest.param("data:\ndata\n\n", ["\n"], id="two-empty-lines"),
    pytest.param("data:a\n\ndata:  b \n\n", ["a", " b "], id="spaces"),
    pytest.param("data: a: b\n\n", ["a: b"], id="second-colon"),
    pytest.param("Data: a\n data: b\nunknown: c\n\n", [], id="other-fields"),
    pytest.param("event: x\nid: 1\n\n\n\n", [], id="no-data"),
    pytest.param("data: a\u2028b\x0bc\x85d\n\n", ["a\u2028b\x0bc\x85d"], id="other-line-ends"),
    pytest.param(b"data: a\xff\xe2\x82\n\n", ["a\ufffd\ufffd"], id="no-utf-8"),
])  # fmt: skip
def test_data_of_the_events(wire: str | bytes, found: list[str]) -> None:
    assert data(wire) == found


def test_the_event_type_holds_for_one_event() -> None:
    kinds = [event.event for event in events("event: x\nevent: y\ndata: 1\n\ndata: 2\n\nevent: z\n\ndata: 3\n\n")]
    assert kinds == ["y", "message", "message"]


def test_the_last_event_id_is_kept_and_none_with_nul_is_taken() -> None:
    found = events("id: 1\ndata: a\n\ndata: b\n\nid: 2\n\nid: 3\0\ndata: c\n\nid\ndata: d\n\n")
    assert [event.id for event in found] == ["1", "1", "2", ""]


@pytest.mark.parametrize(("value", "retry"), [
    pytest.param("10", 10, id="digits"),
    pytest.param("007", 7, id="leading-zeros"),
    pytest.param("", None, id="empty"),
    pytest.param("-1", None, id="minus"),
    pytest.param("1.5", None, id="fraction"),
    pytest.param("1s", None, id="unit"),
    pytest.param("١", None, id="arabic-digit"),
    pytest.param(" 1", None, id="blank"),
])  # fmt: skip
def test_retry_takes_digits_only(value: str, retry: int | None) -> None:
    decoder = sse.SseDecoder()
    list(decoder.feed(f"retry: {value}\n\n".encode()))
    assert decoder.retry == retry


def test_a_retry_of_very_many_digits_breaks_nothing() -> None:
    assert data(f"retry: {'9' * 5000}\ndata: a\n\n") == ["a"]


def test_comments_are_counted() -> None:
    decoder = sse.SseDecoder()
    list(decoder.feed(b": ping\n\n:\ndata: :\n\n"))
    assert decoder.comments == 2


@pytest.mark.parametrize(("wire", "data"), [
    pytest.param("data: b\n", "b", id="newline"),
    pytest.param("data: b", "b", id="no-newline"),
    pytest.param("data: b\ndata: c", "b\nc", id="two-lines"),
    pytest.param("event: x\ndata: b\n", "b", id="event-and-data"),
    pytest.param("data: b\r", "b", id="cr"),
    pytest.param("data", "", id="no-colon"),
    pytest.param("", None, id="nothing"),
    pytest.param("event: x", None, id="event-alone"),
    pytest.param(": data: b", None, id="comment"),
    pytest.param("dat", None, id="half-a-field"),
])  # fmt: skip
def test_an_event_without_its_blank_line_is_not_dispatched_but_known_as_unfinished(wire: str, data: str | None) -> None:
    found, cut_off = sse.decode(f"data: a\n\n{wire}".encode())
    assert [event.data for event in found] == ["a"]
    assert (cut_off.data if cut_off else None) == data


def test_an_event_that_its_taker_could_not_read_is_not_unfinished() -> None:
    decoder = sse.SseDecoder()
    taken = decoder.feed(b"data: a\n\ndata: b\n\n")
    assert next(taken).data == "a"
    taken.close()
    assert decoder.unfinished() is None


@given(STREAMS, st.lists(st.integers(0, 200), max_size=8))
@settings(max_examples=40, deadline=None)
def test_events_are_the_same_however_the_bytes_are_cut(body: bytes, cuts: list[int]) -> None:
    whole, left = sse.decode(body)
    for parts in (pieces(body, cuts), [body[n : n + 1] for n in range(len(body))]):
        decoder = sse.SseDecoder()
        assert [event for part in parts for event in decoder.feed(part)] == whole
        assert decoder.unfinished() == left


@given(st.text(), st.sampled_from([None, "x"]), st.sampled_from(["\n", "\r", "\r\n"]))
@settings(max_examples=30, deadline=None)
def test_what_is_encoded_is_decoded(text: str, kind: str | None, end: str) -> None:
    text = text.replace("\r", " ")
    assert events(sse.encode(text, kind, line_end=end)) == [SseEvent(text.encode(), kind or "message")]
