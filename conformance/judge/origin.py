"""Origins of evidence."""

from typing import Final, Literal

Recorded = Literal["recorded", "recorded-local", "imported", "documented"]
Origin = Literal["recorded", "recorded-local", "imported", "documented", "by-dialect"]
"""``by-dialect``: a cassette of another provider with the same dialect, which is weaker evidence."""
OBSERVED: Final[tuple[Origin, ...]] = ("recorded", "recorded-local", "imported")
"""Of bytes that a provider sent."""
