"""The base of all checkers. A checker finds violations of a kind of rule. Its fields are the parameters of the rule."""

from collections.abc import Iterator

import msgspec

from conformance.judge.finding import Finding
from conformance.judge.rules.steps import Sent


class Checker(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True, tag_field="check"):
    """A checker with the parameters of a single rule. The struct's tag is the name of the checker in rules."""

    def applies(self, sent: Sent) -> bool:
        """Return whether the request or answer has anything that the rule is about."""
        return bool(sent.steps)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        """Yield the violations in a request or an answer."""
        raise NotImplementedError
