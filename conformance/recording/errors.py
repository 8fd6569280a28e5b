"""The errors of cassettes and of recordings."""

from pathlib import Path


class CassetteError(Exception):
    """An error for a cassette that cannot be used. ``str()`` is a line with the file, the place and the mistake."""

    def __init__(self, path: Path, why: str, place: str = "") -> None:
        why = " ".join(why.split())
        super().__init__(f"{path}: {place}{': ' if place else ''}{why}")
        self.path = path
        self.place = place
        self.why = why


class RecordingError(Exception):
    """An error for a recording that was not made, or that must not be kept. The old file stays unchanged."""
