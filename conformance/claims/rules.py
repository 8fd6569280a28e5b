"""Rules: what a provider requires or promises."""

import re
from functools import cache, lru_cache
from typing import Literal

import msgspec

from conformance.claims.folder import ClaimError, providers_folder, read_yaml
from conformance.claims.profile import load
from conformance.model import Json


class Rule(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """One rule: checked by a named checker with parameters, or excluded with the reason."""

    id: str
    level: Literal["MUST", "SHOULD", "MAY"]
    statement: str
    source: str
    retrieved: str
    applies_to: str = "request"
    models: str | None = None
    """A regular expression found in the names of the models that have the rule; all have it where there is none."""
    refusal: tuple[str, ...] = ()
    """The provider's own words when the rule is broken; ``...`` stands for what differs."""
    check: str | None = None
    parameters: dict[str, Json] = {}
    excluded: str | None = None


@cache
def own_rules(provider: str, dialect: str) -> tuple[Rule, ...]:
    """The rules that stand in the provider's own folder of a dialect. Raises ``ClaimError``."""
    path = providers_folder() / provider / dialect / "rules.yaml"
    found = read_yaml(path, tuple[Rule, ...]) if path.exists() else ()
    for rule in found:
        if (rule.check is None) == (rule.excluded is None):
            raise ClaimError(f"{path}: {rule.id}: a rule has either a check or the reason why it has none")
    return found


@lru_cache(maxsize=1024)
def rules(provider: str, dialect: str, model: str | None = None) -> tuple[Rule, ...]:
    """The rules for a model of a provider: those of the dialect's owner, and the provider's own."""
    home = load(provider).dialects[dialect].home
    every = own_rules(home, dialect) + (own_rules(provider, dialect) if provider != home else ())
    return tuple(rule for rule in every if rule.models is None or re.search(rule.models, model or ""))
