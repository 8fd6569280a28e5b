"""Joining of data that arrives in pieces and must go back to the provider, such as reasoning details."""

from io import StringIO

from toolwire.dialects.kept import Held
from toolwire.model import Json


class Details:
    """The data that arrives in pieces under a key, and goes back to the provider whole.

    If the data and the next piece are arrays, each entry of the piece is joined to the last entry of the data, or
    appended after it. Entries are joined if both have ``text`` and if all their other common keys have equal values.
    Null is equal to any value. OpenRouter's own client joins entries in the same way (@openrouter/ai-sdk-provider
    2.10.0), and recorded requests contain entries that were joined in this way.

    Data that is not an array arrives whole, so the next piece replaces the data.
    """

    def __init__(self, held: Held) -> None:
        """Start without data. ``held`` counts the bytes of the data."""
        self._held = held
        self._whole: Json = ""
        self._text: StringIO | None = None
        """The text of the last entry, if other entries were joined to it."""

    def add(self, piece: Json) -> None:
        """Add the next piece of the data. Raises ``LimitExceeded``."""
        whole = self._whole
        if not isinstance(whole, list) or not isinstance(piece, list):
            self._held.add(piece, self.value())
            self._whole, self._text = [*piece] if isinstance(piece, list) else piece, None
            return
        for entry in piece:
            if whole and _continues(whole[-1], entry):
                self._join(whole, entry)
            else:
                self._settle(whole)
                self._held.add(entry)
                whole.append(entry)

    def value(self) -> Json:
        """Return the data so far."""
        if isinstance(self._whole, list):
            self._settle(self._whole)
        return self._whole

    def _join(self, whole: list[Json], entry: dict[str, Json]) -> None:
        last = whole[-1]
        if self._text is None:
            last = whole[-1] = dict(last)
            self._text = StringIO()
            self._text.write(last["text"] or "")
        for key, value in entry.items():
            if key != "text" and (value is not None or key not in last):
                self._held.add([key, value], [key, last[key]] if key in last else "")
                last[key] = value
        self._held.add(entry["text"] or "")
        self._text.write(entry["text"] or "")

    def _settle(self, whole: list[Json]) -> None:
        """Put the whole text of the last entry into the entry."""
        if self._text is not None:
            whole[-1]["text"] = self._text.getvalue()
            self._text = None


def _continues(last: Json, entry: Json) -> bool:
    if not isinstance(last, dict) or not isinstance(entry, dict) or "text" not in last or "text" not in entry:
        return False
    common = last.keys() & entry.keys() - {"text"}
    same = all(None in (last[key], entry[key]) or last[key] == entry[key] for key in common)
    return same and all(isinstance(part["text"], str | None) for part in (last, entry))
