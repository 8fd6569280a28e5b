"""Signatures of stand-ins. They end with a digest, which shows that neither the signature nor the text was altered."""

import base64
import binascii
import hashlib
from typing import Final

from conformance.standins.script import Ids

_DIGEST: Final = 32


def signed(text: str, ids: Ids, head: str, length: int) -> str:
    """Return a signature of a text as base64. ``head``: the first bytes of the signature, in hexadecimal. ``length``:
    the number of its bytes.
    """
    body = bytes.fromhex(head + ids.hex(2 * (length - _DIGEST) - len(head)))
    return base64.b64encode(body + _digest(body, text)).decode()


def signs(signature: object, text: str) -> bool:
    """Return whether a signature, in either base64 alphabet, is valid for the text."""
    if not isinstance(signature, str):
        return False
    try:
        plain = signature.translate(str.maketrans("-_", "+/")).rstrip("=")
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
    return data[-_DIGEST:] == _digest(data[:-_DIGEST], text)


def _digest(body: bytes, text: str) -> bytes:
    return hashlib.sha256(body + text.encode("utf-8", "surrogatepass")).digest()
