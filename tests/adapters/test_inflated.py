"""Tests of compressed bodies. A whole body is read in any pieces, and any other body is an error."""

import gzip
import zlib
from typing import Final

import pytest

from conformance.adapters.inflated import BrokenEncoding, Inflated

TEXT: Final = b"an answer, " * 30
BARE: Final = zlib.compressobj(wbits=-15)
WHOLE: Final = {
    "gzip": gzip.compress(TEXT),
    "zlib": zlib.compress(TEXT),
    "bare": BARE.compress(TEXT) + BARE.flush(),
    "two members": gzip.compress(TEXT[:50]) + gzip.compress(TEXT[50:]),
    "zeros behind": gzip.compress(TEXT) + bytes(8),
}


def inflated(data: bytes, size: int, most: int = 1 << 20) -> bytes:
    decoder = Inflated()
    found = b"".join(decoder.more(data[place : place + size], most) for place in range(0, len(data), size))
    decoder.end()
    return found


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize("form", WHOLE)
def test_a_whole_body_is_read(form: str, size: int) -> None:
    assert inflated(WHOLE[form], size) == TEXT


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize("lost", [1, 3, 9, 12])
def test_a_body_that_is_cut_is_not_read(lost: int, size: int) -> None:
    with pytest.raises(BrokenEncoding, match="only its beginning"):
        inflated(WHOLE["gzip"][:-lost], size)


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize(
    "data",
    [WHOLE["gzip"] + b"{}", b"{}" * 20, WHOLE["gzip"][:-5] + b"\xff" + WHOLE["gzip"][-4:]],
    ids=["more behind", "not compressed", "wrong sum"],
)
def test_other_data_is_not_read(data: bytes, size: int) -> None:
    with pytest.raises(BrokenEncoding, match="compressed answer, got"):
        inflated(data, size)


def test_an_empty_body_is_whole() -> None:
    assert inflated(b"", 1) == b""


def test_no_more_is_decoded_than_is_wanted() -> None:
    assert Inflated().more(gzip.compress(bytes(1 << 24)), 100) == bytes(100)
