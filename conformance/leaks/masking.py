"""Masking of secrets: a text of the same length replaces a secret. Each small letter becomes ``a``, each capital ``A``,
and each digit ``0``. A letter or digit outside ASCII becomes a letter that takes the same number of bytes. Other
characters stay.
"""

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from conformance.leaks.escapes import DEPTH, Unescaped, changed
from conformance.leaks.pieces import encoded
from conformance.leaks.search import HIDDEN, SHORTEST_KEY, Known, Secret, look
from conformance.leaks.shapes import RANDOM, shaped
from conformance.leaks.words import Words, replaced
from conformance.room import Room
from toolwire.json_value import Json

_SHORTEST: Final = 6
"""The minimum length of a secret that is masked. A shorter text may occur elsewhere without being the secret."""
AROUND: Final = 16 * 1024
"""The number of characters before and after a part of a text that are searched for the rest of a secret. This is longer
than a private key of 16,384 bits.
"""
_OFTEN: Final = 2 * AROUND
"""The maximum length of texts whose masked form is cached. The same request is shown for each check that fails."""
_KINDS: Final = ((re.compile("[a-z]"), "a"), (re.compile("[A-Z]"), "A"), (re.compile("[0-9]"), "0"))
_OUTSIDE_ASCII: Final = re.compile(r"[^\W\x00-\x7f]")
_OF_SIZE: Final = {2: "\u00e4", 3: "\u0e01", 4: "\U00010400"}
"""The letters that replace letters and digits outside ASCII, by their number of bytes in UTF-8. In an escape, they need
no more digits than any other character of this size.
"""


def maskable(value: Json) -> frozenset[str]:
    """Return the secrets in a value that can be masked: texts of a known shape, and texts in fields for secrets.

    Texts that only look random are left out, because a mask might change their meaning. The leak guard later refuses a
    file with such a text. Texts shorter than ``_SHORTEST`` are also left out.
    """
    return frozenset(
        secret.text
        for secret in look(value)
        if isinstance(secret, Secret) and secret.leak.kind != RANDOM and len(secret.text) >= _SHORTEST
    )


def shown(text: str, key: str = "") -> str:
    """Return a text that is safe to print: every secret and every word that looks random is masked.

    ``key`` is the key that was sent. It is also masked in other spellings, and so is every part of the key that has a
    digit and at least eight characters. If the masked text still contains an encoded secret, return a fixed sentence in
    place of the text.
    """
    known = Known(key=key)
    secrets = {secret.text for secret in look(text, known=known) if isinstance(secret, Secret)}
    if len(key) >= SHORTEST_KEY:
        secrets.add(key)
    masked_text = hidden(masked(text.encode("utf-8", "surrogatepass"), secrets).decode("utf-8", "surrogatepass"))
    return HIDDEN if any(isinstance(secret, Secret) for secret in look(masked_text, known=known)) else masked_text


def hidden(text: str) -> str:
    """Return a text to print, with every secret of a known shape masked. The secret may be in base64, in hexadecimal or
    with escapes.

    Words that only look random stay, because ids also look random.
    """
    return _hidden_often(text) if len(text) <= _OFTEN else _hidden(text)


@lru_cache(maxsize=64)
def _hidden_often(text: str) -> str:
    return _hidden(text)


def _hidden(text: str) -> str:
    parts = []
    at = 0
    for start, end in _joined(_places(text, Room())):
        parts += [text[at:start], changed(text[start:end], _mask)]
        at = end
    return "".join((*parts, text[at:]))


def _places(text: str, room: Room, depth: int = DEPTH) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each secret of a known shape in a text. A secret may be encoded or have escapes.

    ``room``: the limit for decompressed bytes. ``depth``: the number of times that escapes may still be removed.
    """
    for span in shaped(text):
        yield span.start, span.end
    words = Words(word for word, _, decoded in encoded(text) if _has_known_shape(decoded, room))
    for start, word in words.places(text):
        yield start, start + len(word)
    plain = Unescaped(text)
    if depth and plain.text != text:
        for place in _places(plain.text, room, depth - 1):
            yield plain.place(*place)


def part(text: str, start: int, end: int) -> str:
    """Return ``text[start:end]`` to print, with every secret of a known shape masked, also a secret that is only partly
    between ``start`` and ``end``.

    The secrets are masked before the text is cut, because a part of a secret has no known shape. Of a very long text,
    only ``AROUND`` characters on each side of the part are searched.
    """
    first, last = (0, len(text)) if len(text) <= _OFTEN else (max(0, start - AROUND), end + AROUND)
    return hidden(text[first:last])[start - first : end - first]


def beginning(text: str, most: int) -> str:
    """Return a text unchanged if it has at most ``most`` characters. Of a longer text, return the first ``most``
    characters, with secrets of known shapes masked, followed by `` ...``.
    """
    return text if len(text) <= most else f"{part(text, 0, most)} ..."


def shortened(text: str, most: int, end: int | None = None, between: str = " ... ") -> str:
    """Return a text unchanged if it has at most ``most`` characters. Of a longer text, return the beginning and the
    end, with secrets of known shapes masked, and ``between`` between them.

    ``most``: the number of characters of the beginning and the end together. ``end``: the number of characters of the
    end. None means half of ``most``.
    """
    if len(text) <= most:
        return text
    last = most - most // 2 if end is None else end
    return f"{part(text, 0, most - last)}{between}{part(text, len(text) - last, len(text))}"


def _joined(places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield places, which are pairs of a start and an end, in the order of the text. Places that overlap are joined."""
    end = -1
    start = 0
    for first, last in sorted(places):
        if first >= end:
            if end >= 0:
                yield start, end
            start = first
        end = max(end, last)
    if end >= 0:
        yield start, end


def _has_known_shape(data: bytes, room: Room) -> bool:
    return any(isinstance(secret, Secret) and secret.leak.kind != RANDOM for secret in look(data, room=room))


def _mask(secret: str) -> str:
    for letters, letter in _KINDS:
        secret = letters.sub(letter, secret)
    return _OUTSIDE_ASCII.sub(lambda found: _OF_SIZE[len(found[0].encode())], secret)


def masked(data: bytes, secrets: Iterable[str], mask: Callable[[str], str] = _mask) -> bytes:
    """Return bytes with each secret masked.

    A secret is also masked if it is escaped for JSON or for an address, or is in base64 or hexadecimal.
    """
    instead = {
        spell(secret).encode("utf-8", "surrogatepass"): spell(mask(secret)).encode("utf-8", "surrogatepass")
        for secret in sorted(secrets, key=len)
        for spell in _SPELLINGS
    }
    return replaced(data, instead)


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _escaped_to_ascii(text: str) -> str:
    return json.dumps(text)[1:-1]


def _twice_escaped(text: str) -> str:
    return _escaped(_escaped(text))


def _in_path(text: str) -> str:
    return quote(text, errors="surrogatepass")


def _in_address(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def _in_address_small(text: str) -> str:
    return re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), _in_address(text))


def _slashed(text: str) -> str:
    return _escaped(text).replace("/", "\\/")


def _twice_slashed(text: str) -> str:
    return _escaped(_slashed(text))


def _based(text: str) -> str:
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def _hexadecimal(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").hex()


def _large_hexadecimal(text: str) -> str:
    return _hexadecimal(text).upper()


_SPELLINGS: Final = (
    str, _escaped, _escaped_to_ascii, _twice_escaped, _slashed, _twice_slashed, _in_path, _in_address,
    _in_address_small, _based, _hexadecimal, _large_hexadecimal,
)  # fmt: skip
