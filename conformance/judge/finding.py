"""Findings of checks, and the outcome of a check."""

import re
from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec

from conformance.plural import counted

Party = Literal["provider", "adapter"]
"""The party whose faults a check finds."""
Level = Literal["MUST", "SHOULD", "MAY"]
Effect = Literal["call", "rejected", "tools", "context", "form", "advice"]
"""The effects of findings: what the user loses, the gravest loss first.

``call``: a call or a result. ``rejected``: the answer, because the provider refuses the request. ``tools``: a part of
the tools or of the tool choice, which the model should get. ``context``: other content. ``form``: nothing, because only
the form is wrong. ``advice``: nothing, because the finding only breaks a recommendation.
"""
Outcome = Literal["pass", "fail", "warn", "unsupported", "not-applicable", "not-observed", "error"]


_EXCHANGE: Final = re.compile(r"^exchange (\d+)(?:: )?")


class Consumers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The number of libraries that were run on an answer with a deviation of form, and the libraries that break on it.

    Such an answer has all calls, texts and reasoning, but breaks the published schema or a rule.
    """

    asked: int = 0
    """The number of libraries that were run. Libraries that cannot read the unchanged answer do not count."""
    breaks: tuple[str, ...] = ()
    """The libraries that break on the deviation, each with its version."""

    def __str__(self) -> str:
        if not self.asked:
            return "no library was tested with this deviation"
        of = f"of {counted(self.asked, 'library', 'libraries')}"
        if not self.breaks:
            return f"this deviation breaks none {of}"
        return f"this deviation breaks {len(self.breaks)} {of}: {', '.join(self.breaks)}"


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A violation: its place, and a message in a single line."""

    path: str
    """A pointer into the document, or the name of the canonical field."""
    message: str
    level: Annotated[Level, msgspec.Meta(extra_json_schema={"default": "MUST"})] = msgspec.field(
        default_factory=lambda: "MUST"  # msgspec compares a plain default by identity, and would not omit an equal text
    )
    rule: str | None = None
    effect: Effect | None = None
    """The effect: what the user loses. The check or the judge sets it. None if no check made the finding."""
    consumers: Consumers | None = None
    """The libraries that break on a deviation of form. None for every other finding."""
    meaning: str = ""
    """The meaning of a difference within a tool's schema: arguments that only one of the two schemas accepts, or a
    statement that both schemas accept the same arguments.
    """
    kind: str = ""
    """The kind of the difference, if the check knows it from values or a schema. "" if the message shows the kind."""
    variant: str = ""
    """The variant of a text that is misread, if the text has variants."""

    @property
    def exchange(self) -> int | None:
        """The number of the finding's exchange, from 1. None if the conversation has only one exchange."""
        return exchange_of(self.path)

    @property
    def place(self) -> str:
        """The path without the number of the exchange."""
        return without_exchange(self.path)

    @property
    def line(self) -> str:
        """The path, the message, the meaning and the variant in one line."""
        message = f"{self.message}; {self.meaning}" if self.meaning else self.message
        message = f"{message} (variant: {self.variant})" if self.variant else message
        return f"{self.path}: {message}" if self.path else message


def exchange_of(text: str) -> int | None:
    """Return the number of the exchange at the beginning of a finding's path or line. None if there is no such
    number.
    """
    found = _EXCHANGE.match(text)
    return int(found[1]) if found else None


def without_exchange(text: str) -> str:
    """Return the path or the line of a finding without the number of the exchange at its beginning."""
    return _EXCHANGE.sub("", text)


def in_words(findings: Iterable[Finding]) -> str:
    """Return these findings in one line, and then the sentences of ``consumers_of`` in parentheses."""
    found = tuple(findings)
    who = consumers_of(found)
    lines = "; ".join(finding.line for finding in found)
    return f"{lines} ({'; '.join(who)})" if who else lines


def consumers_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return, for each finding with ``consumers``, a sentence about the libraries that break on its deviation of form.
    Equal sentences are returned once.
    """
    return tuple(dict.fromkeys(str(finding.consumers) for finding in findings if finding.consumers is not None))


class NotApplicable(Exception):
    """An exception: the check does not apply to the exchange. ``str()`` may give the reason."""


class Undecided(Exception):
    """An exception: the check cannot decide. ``str()`` may give the reason.

    If no reason is given, the check needs the right reading of the answer, on which independent readers disagree.
    """
