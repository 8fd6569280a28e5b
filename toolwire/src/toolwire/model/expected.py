"""The content that a correct reader gets from an answer on the wire."""

from typing import Literal

import msgspec

from toolwire.model.responses import FinishReason, ProviderError


class ExpectedCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A call that a correct reader gets."""

    name: str
    arguments: str
    """The arguments as JSON text. They are compared as JSON values, with exact numbers."""
    id: str | None = None
    """The id on the wire; None if the call has no id there."""
    complete: bool = True
    kind: Literal["function", "custom", "legacy"] = "function"


class ExpectedApproval(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A provider's request for an approval, as a correct reader gets it."""

    id: str
    name: str
    arguments: str
    """The arguments as JSON text, as in ``ExpectedCall``."""
    server: str


class Expected(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The content that a correct reader gets from a response."""

    calls: tuple[ExpectedCall, ...] = ()
    approvals: tuple[ExpectedApproval, ...] = ()
    text: str = ""
    """All text parts, joined."""
    reasoning: str | None = None
    """All reasoning, joined; None if unknown."""
    finish: FinishReason = "stop"
    error: ProviderError | None = None
    """The provider's error, in the provider's own words. The error comes instead of the answer, or within the
    answer.
    """
