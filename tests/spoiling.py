"""A strategy for documents with damaged bytes: missing, repeated, moved or replaced."""

from random import Random
from typing import Final

from hypothesis import strategies as st

_TOKENS: Final = (
    b"null", b"[]", b"{}", b'""', b"-1", b"1e999", b"9" * 5000, b'"\\ud800"', b"[[", b"[" * 300, b"}", b"\n\n", b"\r",
    b"\xff", b"\0", b"\xef\xbb\xbf", b": ", b"- ", b"&a ", b"*a", b"!!binary ", b"!!python/object:os.system ", b"<<: ",
    b"../", b"99999-99-99", b"\x1b[31m", b"\xe2\x80\xae",
)  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn, document: bytes) -> bytes:
    """Draw a document with up to six changes."""
    body = bytearray(document)
    for _ in range(draw(st.integers(1, 6))):
        random = Random(draw(st.integers(0, 2**32)))
        start = random.randrange(len(body) + 1)
        end = min(len(body), start + random.choice((0, 1, 2, 8, 40, 400)))
        piece = bytes(body[start:end])
        to = random.randrange(len(body) + 1)
        match random.randrange(5):
            case 0:
                del body[start:end]
            case 1:
                body[to:to] = piece
            case 2:
                del body[start:end]
                body[to:to] = piece
            case 3:
                body[start:end] = random.choice(_TOKENS)
            case 4:
                body[start:end] = random.randbytes(end - start)
    return bytes(body)
