"""Digests of files and texts.

Results are stored with the digest of their evidence. Results are outdated if their evidence now has a different digest.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from toolwire.wire import limited_yaml

_PROSE: Final = frozenset({"retrieved", "source", "statement", "title", "why"})
"""The keys of claims and scenarios whose texts only explain a claim or state its source. No verdict depends on these
texts.
"""


def digest(paths: Iterable[Path]) -> str:
    """Return the digest of the names and contents of files. It has sixteen hexadecimal digits, and depends on the order
    of ``paths``.
    """
    return _joined(paths, _of_file)


def digest_of_claims(paths: Iterable[Path]) -> str:
    """Return the digest of the names and contents of files with claims or scenarios. It depends on the order of
    ``paths``.

    The digest has sixteen hexadecimal digits. Comments in YAML files do not count, and neither do texts that only
    explain a claim or state its source.
    """
    return _joined(paths, _of_claims)


def digest_of_texts(texts: Iterable[str]) -> str:
    """Return the digest of texts. It has sixteen hexadecimal digits, and depends on the order of ``texts``."""
    return sha256(b"".join(sha256(text.encode()).digest() for text in texts)).hexdigest()[:16]


def _joined(paths: Iterable[Path], of: Callable[[Path], bytes]) -> str:
    return sha256(b"".join(path.name.encode() + of(path) for path in paths)).hexdigest()[:16]


@cache
def _of_file(path: Path) -> bytes:
    return sha256(path.read_bytes()).digest()


@cache
def _of_claims(path: Path) -> bytes:
    if path.suffix != ".yaml":
        return _of_file(path)
    claims = _without_prose(limited_yaml.loads(path.read_bytes()))
    return sha256(json.dumps(claims, sort_keys=True, default=str).encode()).digest()


def _without_prose(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_prose(item) for key, item in value.items() if not (key in _PROSE and isinstance(item, str))
        }
    return [_without_prose(item) for item in value] if isinstance(value, list) else value
