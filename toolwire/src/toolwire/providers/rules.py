"""Rules: requirements and promises of a provider."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import Day, NonEmpty, read_yaml
from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import folders, homes, kept, provider_folder
from toolwire.providers.profile import DialectClaims, dialects_at, load, load_all, owner, speaker
from toolwire.providers.refusal import Refusal


class Taken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deviation from the owner's schema of requests that this provider accepts."""

    at: str
    """A regular expression of the place."""
    keywords: tuple[str, ...]
    """The keywords of the schema that do not hold there: ``required``, ``maxLength`` ..."""
    key: str | None = None
    """The only key that may be missing or unexpected there."""

    def covers(self, place: str, keyword: str, keys: set[str]) -> bool:
        """Return whether it covers this place and keyword, where ``keys`` are missing or unexpected."""
        fits = keyword in self.keywords and self.key in (None, *keys) and len(keys) <= 1
        return fits and re.fullmatch(self.at, place) is not None


class Rule(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """A rule: checked by a named checker with parameters, or excluded with the reason."""

    id: str
    level: Literal["MUST", "SHOULD", "MAY"]
    """A rule about requests is a MUST only with a refusal."""
    statement: NonEmpty
    source: NonEmpty
    retrieved: Day
    applies_to: Literal["request", "plain", "stream"] = "request"
    """The subject of the rule: requests, plain answers, or streamed ones as an object whose ``frames`` are the
    payloads. For server-sent events it also has the answer's ``content_type``, in small letters and without
    parameters."""
    costs_calls: bool = False
    """True if readers of an answer that breaks the rule get other calls than the model made, often silently."""
    models: str | None = None
    """A regular expression found in the names of the models that have the rule; None for all models."""
    refusal: tuple[Refusal, ...] = ()
    """The refusals of requests that break the rule, by the provider whose rule it is."""
    replaces: str | None = None
    """The rule of the dialect's owner that does not hold here, or holds differently."""
    takes: tuple[Taken, ...] = ()
    """The parts of the owner's schema that do not hold here either."""
    check: str | None = None
    parameters: dict[str, Json] = {}
    excluded: str | None = None


@kept
@cache
def own_rules(provider: str, dialect: str) -> tuple[Rule, ...]:
    """Return the rules in the provider's own folder of a dialect. Raises ``ClaimError``."""
    path = _file(provider, dialect)
    found = read_yaml(path, tuple[Rule, ...]) if path.exists() else ()
    for rule in found:
        if (rule.check is None) == (rule.excluded is None):
            raise ClaimError(
                f"{path}: {rule.id}: a rule has either a `check` or, in `excluded`, the reason why it has none"
            )
        if _is_strict(rule) and not rule.refusal:
            raise ClaimError(
                f"{path}: {rule.id}: a MUST about requests has a `refusal` that was recorded, or is quoted with its "
                f"source; write one, or SHOULD"
            )
        refusing = (("refusal.models", refusal.models or "") for refusal in rule.refusal)
        for at, pattern in (("models", rule.models or ""), *refusing, *(("takes", taken.at) for taken in rule.takes)):
            if not _compiles(pattern):
                raise ClaimError(f"{path}: {rule.id}: {at}: no regular expression: {pattern}")
    return found


@kept
@cache
def every_rule() -> tuple[tuple[str, str, Rule], ...]:
    """Return every rule of every provider, with the provider and the dialect whose folder holds it.

    Raises ``ClaimError``, also if an id is taken.
    """
    found: dict[str, tuple[str, str, Rule]] = {}
    ours_first = sorted(load_all().items(), key=lambda item: folders().index(homes()[item[0]]))
    for provider, profile in ours_first:
        for dialect in profile.dialects:
            for rule in own_rules(provider, dialect):
                taken = found.setdefault(rule.id, (provider, dialect, rule))
                if taken[2] is not rule:
                    raise ClaimError(
                        f"{_file(provider, dialect)}: {rule.id}: the id is taken in {_file(taken[0], taken[1])}; "
                        f"write one that begins with {provider}.{dialect}"
                    )
    return tuple(found.values())


@kept
@lru_cache(maxsize=1024)
def rules(provider: str, dialect: str, model: str | None = None) -> tuple[Rule, ...]:
    """Return the rules for a model of a provider: its own, and those of the dialect's owner that it does not replace,
    as they reach it.

    Raises ``ClaimError``.
    """
    claims = load(provider).dialects[dialect]
    owners = own_rules(claims.home, dialect)
    if provider == claims.home:
        return tuple(rule for rule in owners if _holds(rule, model))
    known = [rule.id for rule in owners]
    strict = [rule.id for rule in owners if _is_strict(rule)]
    for name, refusals in claims.refuses.items():
        at = f"{provider_folder(provider) / 'profile.yaml'}: dialects.{dialect}.refuses"
        if name not in strict:
            raise ClaimError(
                f"{at}: {claims.home!r} has no rule of level MUST about requests that is called {name!r}; write one of "
                f"{', '.join(strict)}"
            )
        for refusal in refusals:
            if not _compiles(refusal.models or ""):
                raise ClaimError(f"{at}: {name}: models: no regular expression: {refusal.models}")
    own = own_rules(provider, dialect)
    for rule in own:
        if rule.replaces is not None and rule.replaces not in known:
            raise ClaimError(
                f"{_file(provider, dialect)}: {rule.id}: replaces: {claims.home!r} has no rule {rule.replaces!r}; "
                f"write one of {', '.join(known)}"
            )
    own = tuple(rule for rule in own if _holds(rule, model))
    replaced = {rule.replaces for rule in own}
    borrowed = (rule for rule in owners if rule.id not in replaced and _holds(rule, model))
    return tuple(as_borrowed(rule, claims, model) for rule in borrowed) + own


def as_borrowed(rule: Rule, claims: DialectClaims, model: str | None) -> Rule:
    """Return a rule of a dialect's owner as it reaches a model of a borrower.

    A MUST about requests is a SHOULD there unless the claims have a refusal of the borrower's own.
    """
    if not _is_strict(rule):
        return rule
    refusal = tuple(refusal for refusal in claims.refuses.get(rule.id, ()) if refusal.covers(model))
    return msgspec.structs.replace(rule, refusal=refusal) if refusal else _without_refusal(rule)


@kept
@lru_cache(maxsize=1024)
def rules_at(host: str | None, dialect: str, model: str | None = None) -> tuple[Rule, ...]:
    """Return the rules for a model at a provider's hosts: of the dialect's speaker there.

    Of nobody who is known to speak the dialect, nobody knows what it refuses: it gets the rules of the dialect's owner,
    and none of those about requests is a MUST. Raises ``ClaimError``.
    """
    if dialect in dialects_at(host):
        return rules(speaker(host, dialect), dialect, model)
    return tuple(_without_refusal(rule) for rule in rules(owner(dialect), dialect, model))


def _without_refusal(rule: Rule) -> Rule:
    """Return a rule for a provider that nobody has seen refuse what breaks it."""
    return msgspec.structs.replace(rule, level="SHOULD") if _is_strict(rule) else rule


def _is_strict(rule: Rule) -> bool:
    return rule.applies_to == "request" and rule.level == "MUST"


def _file(provider: str, dialect: str) -> Path:
    return provider_folder(provider) / dialect / "rules.yaml"


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _holds(rule: Rule, model: str | None) -> bool:
    return rule.models is None or re.search(rule.models, model or "") is not None
