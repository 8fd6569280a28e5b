"""Search for the end of a JSON value in text that is still arriving."""

import re
from collections.abc import Collection
from typing import Final

_PLAIN: Final = re.compile(r'[^"\\\x00-\x1f]*')
_ATOM: Final = re.compile(r"[-+.0-9A-Za-z]*")
_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_DEEPEST: Final = 500


class JsonScan:
    """A strict reader of a JSON object or array that arrives in pieces of any size.

    ``keys`` are the only keys allowed in the object, or in the objects of the array; None allows any key. The scan
    stops and sets ``failed`` at the first character that shows that the text is not such a value.
    """

    def __init__(self, keys: Collection[str] | None = None) -> None:
        self._keys = keys
        self._open: list[str] = []
        self._expected = "value"
        self._key: str | None = None
        """The characters of the current key so far; None if any key is allowed, or no key is being read."""
        self.failed = False

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """Read ``text`` from the index ``at`` on.

        Return the index after the characters that were read, and True if the value ends there.
        """
        size = len(text)
        while at < size and not self.failed:
            if self._expected in ("string", "key string"):
                at = self._string(text, at)
                continue
            if self._expected in ("escape", "key escape"):
                self._expected = "string" if self._expected == "escape" else "key string"
                at += 1
                continue
            if self._expected == "atom":
                end = _match(_ATOM, text, at)
                if end == size:
                    return end, False
                at = end
                self._expected = "after"
            at = _match(_BLANKS, text, at)
            if at == size:
                break
            self.failed = not self._accept(text[at])
            at += 1
            if not self._open and self._expected == "after":
                return at, True
        return at, False

    def _string(self, text: str, at: int) -> int:
        end = _match(_PLAIN, text, at)
        if self._key is not None:
            known, self._key = len(self._key), self._key + text[at:end]
            fitting = max((_common_length(key, self._key) for key in self._keys or ()), default=0)
            if fitting < len(self._key):
                self.failed = True
                return at + fitting + 1 - known
        if end == len(text):
            return end
        in_key = self._expected == "key string"
        if text[end] == '"':
            self.failed = self._key is not None and self._key not in (self._keys or ())
            self._key = None
            self._expected = "colon" if in_key else "after"
        elif text[end] == "\\":
            self._expected = "key escape" if in_key else "escape"
            self.failed = self._key is not None
        else:
            self.failed = True  # a control character in a string
        return end + 1

    def _accept(self, char: str) -> bool:
        """Accept a character that starts, separates or ends a value. Return False if it is not allowed here."""
        expected, depth = self._expected, len(self._open)
        if expected in ("value", "value or ]"):
            if char in "{[" and depth < _DEEPEST:
                self._open.append(char)
                self._expected = "key or }" if char == "{" else "value or ]"
            elif char == "]" and expected == "value or ]":
                self._close()
            elif depth == 0 or (self._keys is not None and self._open == ["["]):
                return False
            elif char == '"':
                self._expected = "string"
            elif char in "-0123456789tfn":
                self._expected = "atom"
            else:
                return False
        elif expected in ("key or }", "key"):
            if char == '"':
                self._expected = "key string"
                at_top = depth == 1 or (depth == 2 and self._open[0] == "[")
                self._key = "" if self._keys is not None and at_top else None
            elif char == "}" and expected == "key or }":
                self._close()
            else:
                return False
        elif expected == "colon" and char == ":":
            self._expected = "value"
        elif expected == "after" and char == ",":
            self._expected = "key" if self._open[-1] == "{" else "value"
        elif expected == "after" and char == ("}" if self._open[-1] == "{" else "]"):
            self._close()
        else:
            return False
        return True

    def _close(self) -> None:
        self._open.pop()
        self._expected = "after"


def _match(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _common_length(first: str, second: str) -> int:
    """Return the number of characters that both strings have in common at their start."""
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
