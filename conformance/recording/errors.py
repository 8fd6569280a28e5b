"""The errors of cassettes and recordings."""

from pathlib import Path


class CassetteError(Exception):
    """A cassette cannot be used. ``str()`` is one line with the file, the place and the mistake."""

    def __init__(self, path: Path, why: str, place: str = "") -> None:
        why = " ".join(why.split())
        super().__init__(f"{path}: {place}{': ' if place else ''}{why}")
        self.path = path
        self.place = place
        self.why = why


class RecordingError(Exception):
    """A recording was not made, or must not be kept. The old file stays."""
