"""Digests of files and texts, by which kept results are found to be outdated."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path


def digest(paths: Iterable[Path]) -> str:
    """Return sixteen hexadecimal digits of the names and contents of some files, in this order."""
    return sha256(b"".join(path.name.encode() + _of_file(path) for path in paths)).hexdigest()[:16]


def digest_of_texts(texts: Iterable[str]) -> str:
    """Return sixteen hexadecimal digits of some texts, in this order."""
    return sha256(b"".join(sha256(text.encode()).digest() for text in texts)).hexdigest()[:16]


@cache
def _of_file(path: Path) -> bytes:
    return sha256(path.read_bytes()).digest()
