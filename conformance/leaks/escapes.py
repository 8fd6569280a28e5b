"""Escapes of JSON, programs, addresses, HTML, mail and terminals. They represent characters, colours and other settings
of a terminal.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from html import unescape
from typing import Final, NamedTuple

DEPTH: Final = 6
"""The maximum number of nested encodings that are decoded."""
_MARKS: Final = "\x1b\x9b\\%&="
"""The characters that escapes begin with."""
_PATTERN: Final = (
    r"\x1b(?:\[[0-?]{0,20}[ -/]{0,2}[@-~]|[()*+][0-9A-Za-z])|\x9b[0-?]{0,20}[ -/]{0,2}[@-~]"
    r"|\\(?<!\\\\)\\*+(?:[nrtbf/]|u[0-9a-fA-F]{4}|u\{0{0,5}[0-9a-fA-F]{1,5}\}|U000[0-9a-fA-F]{5}|x[0-9a-fA-F]{2})"
    r"|%[0-7][0-9a-fA-F]|(?:%[89a-fA-F][0-9a-fA-F])+"
    r"|&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|(?:lt|gt|amp|quot|apos|colon|commat|equals|sol|nbsp);)"
)
"""A pattern of an escape. Several backslashes before its letter count as a single backslash. The bytes of a character
outside ASCII are a single escape.
"""
_ESCAPE: Final = re.compile(_PATTERN)
_WITH_MAIL: Final = re.compile(rf"{_PATTERN}|=\n|=[0-7][0-9a-fA-F]|(?:=[89a-fA-F][0-9a-fA-F])+")
_OF_MAIL: Final = re.compile(r"(?:=[0-9A-Fa-f]{2}){4}")
"""A pattern that only texts in quoted-printable match. In other texts, an equals sign begins no escape."""
_DIGITS: Final = re.compile("[0-9a-fA-F]+(?=[;}]?$)")
"""A pattern of the digits of an escape for a single character."""
_CONTROLS: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "/": "/", "=\n": ""}


def unescaped(text: str) -> str:
    """Return a text without colours, with each escape replaced by the character that it represents: ``a%3Db`` ->
    ``a=b``. If these characters form new escapes, the new escapes stay.
    """
    return text if not _may_have_escapes(text) else _pattern(text).sub(_represented, text)


def layers(text: str) -> Iterator[str]:
    """Yield a text, then ``unescaped`` of this text, then ``unescaped`` of the result, and so on until no escapes are
    left. The function ``unescaped`` is applied at most ``DEPTH`` times.
    """
    yield text
    for _ in range(DEPTH):
        plain = unescaped(text)
        if plain == text:
            return
        text = plain
        yield text


class _Escape(NamedTuple):
    """An escape in a text, and the place of the represented character in the text without escapes."""

    start: int
    end: int
    at: int
    until: int


class Unescaped:
    """A text with escapes (``source``), the same text without escapes (``text``), and the places of the escapes."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.text = source
        self._escapes: list[_Escape] = []
        if not _may_have_escapes(source):
            return
        parts = []
        end = at = 0
        for found in _pattern(source).finditer(source):
            character = _represented(found)
            parts += [source[end : found.start()], character]
            at += found.start() - end
            end = found.end()
            self._escapes.append(_Escape(found.start(), end, at, at + len(character)))
            at += len(character)
        self.text = "".join((*parts, source[end:]))

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the start and the end, in ``source``, of the characters ``text[start:end]``."""
        first, last = self._before(start), self._before(end - 1)
        return (
            first.start if start < first.until else first.end + start - first.until,
            last.end if end <= last.until else last.end + end - last.until,
        )

    def _before(self, at: int) -> _Escape:
        """Return the escape that represents the character ``self.text[at]``, or the last escape before this character.

        Without such an escape, return an empty escape at the start of the text.
        """
        n = bisect_right(self._escapes, at, key=lambda escape: escape.at)
        return self._escapes[n - 1] if n else _Escape(0, 0, 0, 0)

    def escaped(self, text: str) -> str:
        """Return ``text`` with the escapes of the source. ``text`` is a changed version of ``self.text``, with the same
        length.

        If the changed character had an escape, an escape of the same form and length represents the new character.
        """
        parts = []
        at = 0
        for escape in self._escapes:
            written = self.source[escape.start : escape.end]
            character = text[escape.at : escape.until]
            is_same = character == self.text[escape.at : escape.until]
            parts += [text[at : escape.at], written if is_same else _escaped(written, character)]
            at = escape.until
        return "".join((*parts, text[at:]))


def changed(text: str, change: Callable[[str], str], depth: int = DEPTH) -> str:
    """Apply ``change`` to the text without its escapes, and return the result with the escapes.

    ``change`` must keep the length of a text.
    """
    plain = Unescaped(text)
    if not depth or plain.text == text:
        return change(text)
    return plain.escaped(changed(plain.text, change, depth - 1))


def _may_have_escapes(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def _pattern(text: str) -> "re.Pattern[str]":
    return _WITH_MAIL if _OF_MAIL.search(text) else _ESCAPE


def _represented(found: "re.Match[str]") -> str:
    """Return the character that an escape represents: ``&amp;`` -> ``&``. Return "" for a setting of a terminal, such
    as a colour, and for a line end that mail inserted.
    """
    escape = found[0].lstrip("\\")
    if escape.startswith(("\x1b", "\x9b")):
        return ""
    if escape in _CONTROLS:
        return _CONTROLS[escape]
    if escape.startswith("&"):
        return unescape(escape)
    if escape[0] in "%=":
        return bytes.fromhex(escape.replace(escape[0], "")).decode(errors="replace")
    return chr(int(_digits(escape)[0], 16))


def _escaped(escape: str, character: str) -> str:
    """Return an escape for another text, in the form and with the length of a given escape.

    In UTF-8, the text must take as many bytes as the text that the given escape represents.
    """
    if escape[0] in "%=":
        written = "".join(f"{escape[0]}{byte:02x}" for byte in character.encode())
        return written if len(written) == len(escape) else f"{escape[0]}61" * (len(escape) // 3)  # broken UTF-8
    digits = _digits(escape)
    is_decimal = escape.startswith("&#") and escape[2] not in "xX"
    number = str(ord(character)) if is_decimal else f"{ord(character):x}"
    return escape[: digits.start()] + number.zfill(len(digits[0])) + escape[digits.end() :]


def _digits(escape: str) -> "re.Match[str]":
    found = _DIGITS.search(escape)
    assert found is not None
    return found
