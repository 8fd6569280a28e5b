"""The page of a rule: its statement, its source and date, the providers that must keep it, and the evidence."""

from collections.abc import Iterator
from functools import partial

import msgspec

from conformance.site import addresses
from conformance.site.laid_out import laid_out
from conformance.site.material import Material
from conformance.site.page import Making, Page
from toolwire.providers import DialectClaims, Rule, as_borrowed, every_rule, load_all, own_rules
from toolwire.providers.evidence import surveyed


def pages(_: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for each rule."""
    for provider, dialect, rule in every_rule():
        yield partial(_page, provider, dialect, rule)


def _page(provider: str, dialect: str, rule: Rule) -> Page:
    return Page(
        path=addresses.rule(rule.id),
        title=rule.id,
        template="rule.html.jinja",
        variables={
            "rule": rule,
            "provider": provider,
            "dialect": dialect,
            "parameters": laid_out(rule.parameters)[0] if rule.parameters else None,
            "takes": laid_out(msgspec.to_builtins(rule.takes))[0] if rule.takes else None,
            "asked_by": [
                (name, profile.title, _level(rule, name, provider, profile.dialects[dialect]))
                for name, profile in load_all().items()
                if dialect in profile.dialects
                and provider in (name, profile.dialects[dialect].home)
                and (name == provider or rule.id not in _replaced(name, dialect))
            ],
            "refuses": [
                (name, profile.title, refusal)
                for name, profile in load_all().items()
                if dialect in profile.dialects
                for refusal in profile.dialects[dialect].refuses.get(rule.id, ())
            ],
            "replaced": [
                (name, profile.title, own)
                for name, profile in load_all().items()
                if dialect in profile.dialects
                for own in own_rules(name, dialect)
                if own.replaces == rule.id
            ],
            "seen": [
                (name, spoken, seen.rules[rule.id], seen.date)
                for name in load_all()
                for spoken, seen in surveyed(name).items()
                if rule.id in seen.rules
            ],
        },
    )


def _level(rule: Rule, name: str, owner: str, claims: DialectClaims) -> str:
    """Return the level of a rule for the provider ``name``, such as ``MUST``. ``owner``: the provider whose claims
    state the rule.

    For any provider except the owner, a MUST about requests becomes a SHOULD if the provider's claims quote no refusal
    of a request that breaks the rule. A refusal by only some of the provider's models is enough to keep the MUST.
    """
    return rule.level if name == owner or rule.id in claims.refuses else as_borrowed(rule, claims, None).level


def _replaced(name: str, dialect: str) -> set[str | None]:
    """Return the ids of the rules that a provider replaces with its own rules, for all of its models."""
    return {own.replaces for own in own_rules(name, dialect) if own.models is None}
