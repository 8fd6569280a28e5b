"""Rules: what a provider requires or promises."""

from functools import cache
from typing import Literal

import msgspec

from conformance.claims.folder import ClaimError, providers_folder, read_yaml
from conformance.model import Json


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule: checked by a named checker with parameters, or excluded with the reason."""

    id: str
    level: Literal["MUST", "SHOULD", "MAY"]
    statement: str
    source: str
    retrieved: str
    applies_to: str = "request"
    check: str | None = None
    parameters: dict[str, Json] = {}
    excluded: str | None = None


@cache
def rules(home: str, dialect: str) -> tuple[Rule, ...]:
    """The rules of a dialect, from the provider that owns it."""
    path = providers_folder() / home / dialect / "rules.yaml"
    found = read_yaml(path, tuple[Rule, ...])
    for rule in found:
        if (rule.check is None) == (rule.excluded is None):
            raise ClaimError(f"{path}: {rule.id}: a rule has either a check or the reason why it has none")
    return found
