"""Masking: a secret gives way to a text of the same length, small letters, capitals and digits where it had them."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import quote

from conformance.recording.leaks.search import Secret, look
from conformance.recording.leaks.shapes import RANDOM
from toolwire.json_value import Json

_SHORTEST: Final = 6
"""What is shorter may stand anywhere, and mean something else there."""
_KINDS: Final = ((re.compile("[a-z]"), "a"), (re.compile("[A-Z]"), "A"), (re.compile("[0-9]"), "0"))


def maskable(value: Json) -> frozenset[str]:
    """The secrets in a value that can be masked: of a known shape, or under a name that says it.

    What only looks random stays, for the guard to refuse: nobody knows what a mask would change.
    """
    return frozenset(
        one.text
        for one in look(value)
        if isinstance(one, Secret) and one.leak.kind != RANDOM and len(one.text) >= _SHORTEST
    )


def _mask(secret: str) -> str:
    for letters, letter in _KINDS:
        secret = letters.sub(letter, secret)
    return secret


def masked(data: bytes, secrets: Iterable[str], mask: Callable[[str], str] = _mask) -> bytes:
    """Bytes with each secret masked wherever it is written: as it is, in JSON, in JSON inside JSON, in an address."""
    for secret in sorted(secrets, key=len, reverse=True):
        for spelled in (str, _escaped, _twice_escaped, quote):
            data = data.replace(spelled(secret).encode(), spelled(mask(secret)).encode())
    return data


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _twice_escaped(text: str) -> str:
    return _escaped(_escaped(text))
