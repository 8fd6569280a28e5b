"""Rules: requirements that a provider makes, and promises that it gives."""

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
from toolwire.providers.wire_format import Header
from toolwire.wire import patterns
from toolwire.wire.errors import PatternError


class Taken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An accepted deviation: a difference from the dialect owner's schema that this provider accepts in requests."""

    at: str
    """A regular expression that the whole pointer to the deviation must match."""
    keywords: tuple[str, ...]
    """The keywords of the schema that do not apply to the values at ``at``: ``required``, ``maxLength`` ..."""
    key: str | None = None
    """The only key that may be missing or unexpected in the object at ``at``; None means any key."""

    def covers(self, place: str, keyword: str, keys: set[str]) -> bool:
        """Return whether the provider accepts a deviation at the pointer ``place`` from the schema's keyword
        ``keyword``. ``keys`` are the keys that are missing or unexpected there.
        """
        fits = keyword in self.keywords and self.key in (None, *keys) and len(keys) <= 1
        return fits and patterns.matches(self.at, place)


class Rule(msgspec.Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """A rule of a provider.

    ``check`` names the function that checks the rule, and ``parameters`` are its parameters. For a rule that no
    function checks, ``excluded`` has the reason.
    """

    id: str
    level: Literal["MUST", "SHOULD", "MAY"]
    """The level of the rule. A rule about requests is a MUST only if it has a refusal."""
    statement: NonEmpty
    source: NonEmpty
    retrieved: Day
    applies_to: Literal["request", "plain", "stream"] = "request"
    """The document that the rule is about: a request, a plain answer, or a streamed answer.

    The function that checks a streamed answer gets an object whose ``frames`` are the payloads. For server-sent events
    the object also has the answer's ``content_type``, in lower case and without parameters.
    """
    costs_calls: bool = False
    """True if an answer that breaks the rule may cost calls. Readers of such an answer may lose calls, or get calls
    that differ from the model's calls, often silently.
    """
    models: str | None = None
    """A regular expression for the names of the models with this rule. It may match any part of a name. None means all
    models.
    """
    unless_header: Header | None = None
    """A header. The rule does not apply to requests that have it. Such a rule is checked only where headers are known.
    """
    refusal: tuple[Refusal, ...] = ()
    """The refusals of requests that break the rule. They all come from the provider to which the rule belongs."""
    replaces: str | None = None
    """The id of a rule of the dialect's owner. This rule replaces the owner's rule: either the owner's rule does not
    apply to this provider, or it applies only in the form that this rule states.
    """
    takes: tuple[Taken, ...] = ()
    """The differences from the dialect owner's schema that this provider accepts in requests."""
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
                f"{path}: {rule.id}: expected either a `check`, or in `excluded` the reason why the rule has no check"
            )
        if _is_strict(rule) and not rule.refusal:
            raise ClaimError(
                f"{path}: {rule.id}: a MUST about requests needs a `refusal` that was recorded, or that a source "
                f"quotes: add a `refusal`, or write SHOULD"
            )
        refusing = (("refusal.models", refusal.models or "") for refusal in rule.refusal)
        for at, pattern in (("models", rule.models or ""), *refusing, *(("takes", taken.at) for taken in rule.takes)):
            if not _compiles(pattern):
                raise ClaimError(f"{path}: {rule.id}: {at}: expected a regular expression, got {pattern!r}")
    return found


@kept
@cache
def every_rule() -> tuple[tuple[str, str, Rule], ...]:
    """Return every rule of every provider, with the provider and the dialect of its folder.

    Raises ``ClaimError`` for an invalid file, and if two rules have the same id.
    """
    found: dict[str, tuple[str, str, Rule]] = {}
    ours_first = sorted(load_all().items(), key=lambda item: folders().index(homes()[item[0]]))
    for provider, profile in ours_first:
        for dialect in profile.dialects:
            for rule in own_rules(provider, dialect):
                taken = found.setdefault(rule.id, (provider, dialect, rule))
                if taken[2] is not rule:
                    raise ClaimError(
                        f"{_file(provider, dialect)}: {rule.id}: the id is already taken by a rule in "
                        f"{_file(taken[0], taken[1])}; "
                        f"write an id that begins with {provider}.{dialect}"
                    )
    return tuple(found.values())


@kept
@lru_cache(maxsize=1024)
def rules(provider: str, dialect: str, model: str | None = None) -> tuple[Rule, ...]:
    """Return the rules for a model of a provider.

    These are the provider's own rules, and the rules of the dialect's owner that the provider does not replace. An
    owner's rule has the form that ``as_borrowed`` returns. Raises ``ClaimError``.
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
                f"{at}: {claims.home!r} has no rule {name!r} of level MUST about requests; write one of "
                f"{', '.join(strict)}"
            )
        for refusal in refusals:
            if not _compiles(refusal.models or ""):
                raise ClaimError(f"{at}: {name}: models: expected a regular expression, got {refusal.models!r}")
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
    """Return a rule of a dialect's owner in the form that applies to another provider that borrows the dialect.

    ``model`` is the other provider's model. A MUST about requests stays a MUST only if the claims quote a refusal by
    the other provider itself. Otherwise it becomes a SHOULD.
    """
    if not _is_strict(rule):
        return rule
    refusal = tuple(refusal for refusal in claims.refuses.get(rule.id, ()) if refusal.covers(model))
    return msgspec.structs.replace(rule, refusal=refusal) if refusal else _without_refusal(rule)


@kept
@lru_cache(maxsize=1024)
def rules_at(host: str | None, dialect: str, model: str | None = None) -> tuple[Rule, ...]:
    """Return the rules for a model at the addresses of the provider ``host``.

    Several providers can share addresses. The rules are those of the provider that speaks the dialect at these
    addresses. If no provider is known to do so, the rules of the dialect's owner apply. Every MUST about requests then
    becomes a SHOULD, because nobody knows which requests are refused there. Raises ``ClaimError``.
    """
    if dialect in dialects_at(host):
        return rules(speaker(host, dialect), dialect, model)
    return tuple(_without_refusal(rule) for rule in rules(owner(dialect), dialect, model))


def _without_refusal(rule: Rule) -> Rule:
    """Return a rule for a provider of which no refusal is known: a MUST about requests becomes a SHOULD. Other rules
    are returned unchanged.
    """
    return msgspec.structs.replace(rule, level="SHOULD") if _is_strict(rule) else rule


def _is_strict(rule: Rule) -> bool:
    return rule.applies_to == "request" and rule.level == "MUST"


def _file(provider: str, dialect: str) -> Path:
    return provider_folder(provider) / dialect / "rules.yaml"


def _compiles(pattern: str) -> bool:
    try:
        patterns.check(pattern)
    except PatternError:
        return False
    return True


def _holds(rule: Rule, model: str | None) -> bool:
    return rule.models is None or patterns.occurs(rule.models, model or "")
