"""Findings of checks, and the outcome of a check."""

from typing import Annotated, Literal

import msgspec

Party = Literal["provider", "adapter"]
"""The party whose faults a check finds."""
Level = Literal["MUST", "SHOULD", "MAY"]
Outcome = Literal["pass", "fail", "warn", "unsupported", "not-applicable", "not-observed", "error"]


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One violation: where, and what is wrong in one line."""

    path: str
    """Pointer into the document, or the name of the canonical field."""
    message: str
    level: Annotated[Level, msgspec.Meta(extra_json_schema={"default": "MUST"})] = msgspec.field(
        default_factory=lambda: "MUST"  # for msgspec would omit a default from this process, and write one from another
    )
    rule: str | None = None

    @property
    def line(self) -> str:
        """Place and message in one line."""
        return f"{self.path}: {self.message}" if self.path else self.message


class NotApplicable(Exception):
    """A check has nothing to say of this exchange; ``str()`` may say why."""


class Undecided(Exception):
    """A check cannot tell; ``str()`` may say why. Else it needs a right answer, and readers do not agree on one."""
