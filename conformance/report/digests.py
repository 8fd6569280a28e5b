"""Digests of files and texts. A kept result is outdated if the digest of its evidence has changed."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path


def digest(paths: Iterable[Path]) -> str:
    """Return a digest of the names and contents of files, in this order, as sixteen hexadecimal digits."""
    return sha256(b"".join(path.name.encode() + _of_file(path) for path in paths)).hexdigest()[:16]


def digest_of_texts(texts: Iterable[str]) -> str:
    """Return a digest of texts, in this order, as sixteen hexadecimal digits."""
    return sha256(b"".join(sha256(text.encode()).digest() for text in texts)).hexdigest()[:16]


@cache
def _of_file(path: Path) -> bytes:
    return sha256(path.read_bytes()).digest()
