"""The origins of evidence, such as recordings and documentation."""

from typing import Final, Literal

Recorded = Literal["recorded", "recorded-local", "imported", "documented"]
Origin = Literal["recorded", "recorded-local", "imported", "documented", "by-dialect"]
"""The origin of evidence. ``by-dialect`` means a cassette of another provider with the same dialect, which is weaker
evidence.
"""
OBSERVED: Final[tuple[Origin, ...]] = ("recorded", "recorded-local", "imported")
"""The origins of bytes that a provider sent."""
