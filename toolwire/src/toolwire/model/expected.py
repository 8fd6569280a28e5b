"""The right answer of an exchange, as the evidence states it."""

from typing import Literal

import msgspec

from toolwire.model.responses import FinishReason, ProviderError


class ExpectedCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A call that a right reading finds."""

    name: str
    arguments: str
    """The arguments as JSON text; compared as values, and numbers by their exact value."""
    id: str | None = None
    """The id on the wire; None where the wire has none."""
    complete: bool = True
    kind: Literal["function", "custom", "legacy"] = "function"


class Expected(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a right reading of one response finds."""

    calls: tuple[ExpectedCall, ...] = ()
    text: str = ""
    """All text parts, joined."""
    reasoning: str | None = None
    """All reasoning, joined; None where nobody says what it is."""
    finish: FinishReason = "stop"
    error: ProviderError | None = None
    """What the provider answers instead, or breaks off with, in its own words."""
