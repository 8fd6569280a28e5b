"""Finding the end of a JSON value in text that is still arriving."""

import re
from collections.abc import Collection
from typing import Final

_PLAIN: Final = re.compile(r'[^"\\\x00-\x1f]*')
_ATOM: Final = re.compile(r"[-+.0-9A-Za-z]*")
_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_DEEPEST: Final = 500


class JsonScan:
    """Reads one JSON value, strictly, piece by piece; where the pieces are cut makes no difference.

    ``keys``: the only keys that the objects at the top may have (of an array, those in it); None allows any.
    The first character that shows that it cannot become such a value ends it as ``failed``.
    """

    def __init__(self, keys: Collection[str] | None = None) -> None:
        self._keys = keys
        self._open: list[str] = []
        self._due = "value"
        self._key: str | None = None
        """The key that is being read, where it is looked at."""
        self.failed = False

    def feed(self, text: str, at: int) -> tuple[int, bool]:
        """How far the value was read, from ``at`` on, and whether it ends there."""
        size = len(text)
        while at < size and not self.failed:
            if self._due in ("string", "key string"):
                at = self._string(text, at)
                continue
            if self._due in ("escape", "key escape"):
                self._due = "string" if self._due == "escape" else "key string"
                at += 1
                continue
            if self._due == "atom":
                end = _match(_ATOM, text, at)
                if end == size:
                    return end, False
                at = end
                self._due = "after"
            at = _match(_BLANKS, text, at)
            if at == size:
                break
            self.failed = not self._take(text[at])
            at += 1
            if not self._open and self._due == "after":
                return at, True
        return at, False

    def _string(self, text: str, at: int) -> int:
        end = _match(_PLAIN, text, at)
        if self._key is not None:
            known, self._key = len(self._key), self._key + text[at:end]
            may_be = max((_common(key, self._key) for key in self._keys or ()), default=0)
            if may_be < len(self._key):
                self.failed = True
                return at + may_be + 1 - known
        if end == len(text):
            return end
        in_key = self._due == "key string"
        if text[end] == '"':
            self.failed = self._key is not None and self._key not in (self._keys or ())
            self._key = None
            self._due = "colon" if in_key else "after"
        elif text[end] == "\\":
            self._due = "key escape" if in_key else "escape"
            self.failed = self._key is not None
        else:
            self.failed = True  # a control character in a string
        return end + 1

    def _take(self, char: str) -> bool:
        """Take a character that begins, parts or ends something; whether it may stand here."""
        due, depth = self._due, len(self._open)
        if due in ("value", "value or ]"):
            if char in "{[" and depth < _DEEPEST:
                self._open.append(char)
                self._due = "key or }" if char == "{" else "value or ]"
            elif char == "]" and due == "value or ]":
                self._close()
            elif depth == 0 or (self._keys is not None and self._open == ["["]):
                return False
            elif char == '"':
                self._due = "string"
            elif char in "-0123456789tfn":
                self._due = "atom"
            else:
                return False
        elif due in ("key or }", "key"):
            if char == '"':
                self._due = "key string"
                at_top = depth == 1 or (depth == 2 and self._open[0] == "[")
                self._key = "" if self._keys is not None and at_top else None
            elif char == "}" and due == "key or }":
                self._close()
            else:
                return False
        elif due == "colon" and char == ":":
            self._due = "value"
        elif due == "after" and char == ",":
            self._due = "key" if self._open[-1] == "{" else "value"
        elif due == "after" and char == ("}" if self._open[-1] == "{" else "]"):
            self._close()
        else:
            return False
        return True

    def _close(self) -> None:
        self._open.pop()
        self._due = "after"


def _match(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _common(one: str, other: str) -> int:
    """How many characters two strings begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
