"""Checkers: what a rule can require of a request, with the rule's parameters as fields."""

import re
from collections.abc import Iterator

import msgspec

from conformance.judge.finding import Finding
from conformance.judge.rules.steps import Sent


class Checker(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True, tag_field="check"):
    """One checker with its parameters, made once for each rule; the tag is the name that rules call it by."""

    def applies(self, sent: Sent) -> bool:
        """Return whether the request has anything that the rule is about."""
        return bool(sent.steps)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        """Yield a request's violations."""
        raise NotImplementedError


def compiled(pattern: str) -> re.Pattern[str]:
    """The regular expression. Raises ``ValueError``."""
    try:
        return re.compile(pattern)
    except re.error as error:
        raise ValueError(f"no regular expression: {pattern}: {error}") from None
