"""What a checker is: something that a rule can ask of a request, with the rule's parameters as its fields."""

from collections.abc import Iterator

import msgspec

from conformance.judge.finding import Finding
from conformance.judge.rules.steps import Sent


class Checker(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True, tag_field="check"):
    """One checker with its parameters, made once for each rule; the tag is the name that rules call it by."""

    def applies(self, sent: Sent) -> bool:
        """Whether the request has anything that the rule speaks of."""
        return bool(sent.steps)

    def violations(self, sent: Sent) -> Iterator[Finding]:
        """What a request breaks."""
        raise NotImplementedError
