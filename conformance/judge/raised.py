"""Exceptions of adapters, as words that do not depend on the values in their messages."""

import re
from typing import Final, NamedTuple

_READ: Final = 2000
"""The number of characters that are read from the beginning of a message."""
_WORDS: Final = 12
_LONGEST: Final = 40
"""The maximum length of a word in a message. A longer word counts as a value."""
_LITERALS: Final = ("null", "true", "false")
_TYPE: Final = re.compile(r"[A-Za-z_][\w.]{0,80}")
_WORD: Final = re.compile(r"[^A-Za-z_]+")
_CLOSED_BY: Final = {"{": "}", "[": "]", "<": ">"}
_QUOTES: Final = "\"'`"
_DEPTH: Final = "maximum recursion depth exceeded"
"""The beginning of Python's message about a recursion that is too deep. The rest of the message names the place."""
_OVERFLOW: Final = "Stack overflow (used "
"""The beginning of the message of Python 3.14 and later about a recursion in C code that is too deep."""


class Raised(NamedTuple):
    """The type of an exception, or "" if the message names none, and the stable words of the message."""

    type: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return "/".join(part for part in (self.type, "-".join(self.words)) if part) or "nothing"


def raised(message: str, exchanged: str = "") -> Raised:
    """Return the type and the stable words of an exception.

    ``message``: the type and the message, as in ``Type: message``. Only the first line is read. ``exchanged``: the text
    of the exchange. A quoted name is a stable word if it is not a value in this text.
    """
    line = message[:_READ].strip().partition("\n")[0]
    head, colon, rest = line.partition(":")
    rest = _DEPTH if _DEPTH in rest or _OVERFLOW in rest else rest
    named = _TYPE.fullmatch(head) and (colon or head.endswith(("Error", "Exception")))
    return Raised(head.rpartition(".")[2] if named else "", words(rest if named else line, exchanged))


def words(text: str, exchanged: str | None = None) -> tuple[str, ...]:
    """Return the words of a text without its values: numbers, paths, documents and quoted texts.

    ``exchanged``: the text of the exchange, or None. If it is given, quoted names that are no values in this text are
    words, too.
    """
    found = (_word(piece) for piece in _unquoted(text[:_READ], exchanged).split())
    return tuple([word for word in found if word][:_WORDS])


def _word(piece: str) -> str:
    if "/" in piece or "\\" in piece or any(letter.isdecimal() for letter in piece):
        return ""
    word = _WORD.sub("-", piece).strip("-_").lower()
    return "error" if word == "errors" else "" if word in _LITERALS else word if len(word) <= _LONGEST else ""


def _unquoted(text: str, exchanged: str | None) -> str:
    """Return a text without the quoted values in it, and without parts in ``{}``, ``[]`` or ``<>``.

    ``exchanged``: see ``words``.
    """
    kept: list[str] = []
    place = 0
    while place < len(text):
        letter = text[place]
        opens = letter in _QUOTES and not (place and text[place - 1].isalnum())
        if opens and (end := text.find(letter, place + 1)) > 0:
            quoted = text[place + 1 : end]
            kept.append(f" {quoted} " if exchanged is not None and _is_stable(quoted, exchanged) else " ")
            place = end + 1
        elif letter in _CLOSED_BY:
            place = _behind(text, place)
            kept.append(" ")
        else:
            kept.append(letter)
            place += 1
    return "".join(kept)


def _behind(text: str, place: int) -> int:
    """Return the index after the part of a text in ``{}``, ``[]`` or ``<>`` that begins at the index ``place``. If the
    closing bracket is missing, return the length of the text.
    """
    opens, closes = text[place], _CLOSED_BY[text[place]]
    depth = 0
    for n in range(place, len(text)):
        depth += (text[n] == opens) - (text[n] == closes)
        if not depth:
            return n + 1
    return len(text)


def _is_stable(quoted: str, exchanged: str) -> bool:
    """Return whether a quoted text is a name in the program, not a value from the exchange."""
    if not quoted.isidentifier() or len(quoted) > _LONGEST:
        return False
    inside = f'"{quoted}"'
    place = exchanged.find(inside)
    while place >= 0:
        behind = exchanged[place + len(inside) : place + len(inside) + 2].lstrip()
        if not behind.startswith(":"):
            return False
        place = exchanged.find(inside, place + len(inside))
    return True
