"""Tests that deliveries cut a body and do not change its bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.mutants.streams.delivery import DELIVERIES, DELIVERY, Delivery, pieces
from toolwire.wire.aws_event_stream import encode

EVENTS = "data: {}\n\ndata: né\n\n".encode()
CRLF = b"data: 1\r\n\r\ndata: 2\r\n\r\n"
LINES = b'{"a":1}\n{"b":2}\n{"c":3}\n'
FRAMES = [encode({":event-type": "x"}, payload) for payload in (b"{}", b'{"a":"\n\n"}')]


def cut(name: str, body: bytes) -> list[bytes]:
    delivery = next(each for each in DELIVERIES if each.id == name)
    return list(pieces(body, delivery.borders(body)))


@pytest.mark.parametrize("delivery", DELIVERIES, ids=lambda delivery: delivery.id)
@given(
    st.binary(max_size=200) | st.text("da: é寿\r\n{}", max_size=80).map(str.encode) | st.sampled_from([EVENTS, LINES])
)
def test_nothing_is_lost(delivery: Delivery, body: bytes) -> None:
    made = pieces(body, delivery.borders(body))
    assert b"".join(made) == body
    assert all(made)


@pytest.mark.parametrize(
    ("name", "body", "made"),
    [
        ("whole", CRLF, [CRLF]),
        ("event-by-event", CRLF, [b"data: 1\r\n\r\n", b"data: 2\r\n\r\n"]),
        ("event-by-event", LINES, [b'{"a":1}\n', b'{"b":2}\n', b'{"c":3}\n']),
        ("event-by-event", b"".join(FRAMES), FRAMES),
        ("events-together", 4 * b"data:\n\n", [3 * b"data:\n\n", b"data:\n\n"]),
        ("across-events", LINES, [b'{"a"', b':1}\n{"b"', b':2}\n{"c"', b":3}\n"]),
        ("inside-characters", "aé寿".encode(), [b"a\xc3", b"\xa9\xe5", b"\xaf", b"\xbf"]),
        ("inside-characters", CRLF, [CRLF]),
        ("inside-line-ends", b"1\r\n\r\n2\n\n", [b"1\r", b"\n", b"\r", b"\n2\n", b"\n"]),
        ("byte-by-byte", b"abc", [b"a", b"b", b"c"]),
    ],
)
def test_where_a_piece_ends(name: str, body: bytes, made: list[bytes]) -> None:
    assert cut(name, body) == made


def test_few_bytes_are_few_and_the_same_each_time() -> None:
    made = cut("few-bytes", 100 * EVENTS)
    assert made == cut("few-bytes", 100 * EVENTS)
    assert {len(piece) for piece in made} <= {*range(1, 33)}


def test_what_a_delivery_finds_too_stands_before_it() -> None:
    seen: set[str] = set()
    for delivery in DELIVERIES:
        assert seen >= {*delivery.also}
        assert delivery.check == f"{DELIVERY}{delivery.id}"
        seen.add(delivery.id)
