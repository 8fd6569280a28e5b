"""Tests of newline-delimited JSON."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.wire.ndjson import NdjsonDecoder

BODIES = st.lists(st.sampled_from(["{}", '"é"', " ", "\r", "\n", "\r\n", "1"])).map(lambda some: "".join(some).encode())


def decoded(parts: list[bytes]) -> tuple[list[bytes], bytes | None]:
    decoder = NdjsonDecoder()
    return [line for part in parts for line in decoder.feed(part)], decoder.unfinished()


@pytest.mark.parametrize(("body", "lines", "left"), [
    pytest.param(b"1\n2\n", [b"1", b"2"], None, id="newline"),
    pytest.param(b"1\r\n2\r\n", [b"1", b"2"], None, id="crlf"),
    pytest.param(b"\n1\n\n \r\n2\n\n", [b"1", b"2"], None, id="blank-lines"),
    pytest.param(b"1\n2", [b"1"], b"2", id="no-last-newline"),
    pytest.param(b"1\n \r", [b"1"], None, id="blank-rest"),
    pytest.param(b"", [], None, id="nothing"),
])  # fmt: skip
def test_one_document_a_line(body: bytes, lines: list[bytes], left: bytes | None) -> None:
    assert decoded([body]) == (lines, left)


@given(BODIES, st.integers(1, 7))
@settings(max_examples=30, deadline=None)
def test_lines_are_the_same_however_the_bytes_are_cut(body: bytes, size: int) -> None:
    assert decoded([body[at : at + size] for at in range(0, len(body), size)]) == decoded([body])
