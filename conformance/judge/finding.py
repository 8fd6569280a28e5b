"""Findings of checks, and the outcome of a check."""

import re
from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec

Party = Literal["provider", "adapter"]
"""The party whose faults a check finds."""
Level = Literal["MUST", "SHOULD", "MAY"]
Effect = Literal["call", "rejected", "tools", "context", "form", "advice"]
"""The user's loss, the gravest first: a call or a result; an answer, since the provider refuses the request; what the
model should get of tools and choice; other content; none, only the form is off; none, it is only advised against."""
Outcome = Literal["pass", "fail", "warn", "unsupported", "not-applicable", "not-observed", "error"]


_EXCHANGE: Final = re.compile(r"^exchange (\d+)(?:: )?")


class Consumers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The libraries that were run on a deviation of form."""

    asked: int = 0
    """The number of those that read the answer without it."""
    breaks: tuple[str, ...] = ()
    """Those that break on it, each with its version."""

    def __str__(self) -> str:
        if not self.asked:
            return "no consumer was run on it"
        of = f"of {self.asked} consumer{'s' if self.asked > 1 else ''}"
        return f"breaks {len(self.breaks)} {of}: {', '.join(self.breaks)}" if self.breaks else f"breaks none {of}"


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One violation: where, and what is wrong in one line."""

    path: str
    """Pointer into the document, or the name of the canonical field."""
    message: str
    level: Annotated[Level, msgspec.Meta(extra_json_schema={"default": "MUST"})] = msgspec.field(
        default_factory=lambda: "MUST"  # for msgspec would omit a default from this process, and write one from another
    )
    rule: str | None = None
    effect: Effect | None = None
    """Set by the check that makes the finding, or by the judge; None for what is no finding of a check."""
    consumers: Consumers | None = None
    """Of an answer that is off the form: who breaks on it. None of everything else."""
    meaning: str = ""
    """Of a difference within a tool's schema: what one schema alone accepts, or that both accept the same."""
    kind: str = ""
    """The kind of the difference, where the check knows it from values or a schema; "" where the message shows it."""
    variant: str = ""
    """Of a text in variants: the one that is misread."""

    @property
    def exchange(self) -> int | None:
        """The exchange that it is about, from 1; None where a conversation has but one."""
        return exchange_of(self.path)

    @property
    def place(self) -> str:
        """The path within its exchange."""
        return without_exchange(self.path)

    @property
    def line(self) -> str:
        """Place, message and meaning in one line."""
        message = f"{self.message}; {self.meaning}" if self.meaning else self.message
        message = f"{message} (variant: {self.variant})" if self.variant else message
        return f"{self.path}: {message}" if self.path else message


def exchange_of(text: str) -> int | None:
    """Return the number of the exchange that the path or the line of a finding begins with; None without one."""
    found = _EXCHANGE.match(text)
    return int(found[1]) if found else None


def without_exchange(text: str) -> str:
    """Return the path or the line of a finding without the exchange that it begins with."""
    return _EXCHANGE.sub("", text)


def in_words(findings: Iterable[Finding]) -> str:
    """Return some findings in one line, with who breaks on what is off the form."""
    found = tuple(findings)
    who = consumers_of(found)
    lines = "; ".join(finding.line for finding in found)
    return f"{lines} ({'; '.join(who)})" if who else lines


def consumers_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return who breaks on the forms of some findings, once each."""
    return tuple(dict.fromkeys(str(finding.consumers) for finding in findings if finding.consumers is not None))


class NotApplicable(Exception):
    """A check has nothing to say of this exchange; ``str()`` may say why."""


class Undecided(Exception):
    """A check cannot tell; ``str()`` may say why. Else it needs a right answer, and readers do not agree on one."""
