"""The published documents about providers, dialects, contradictions, rules and scenarios."""

from collections.abc import Iterable

import msgspec

from conformance.judge.result import Result
from conformance.report.contradictions import every as every_contradiction
from conformance.report.documents import (
    ContradictionsDocument,
    DialectDocument,
    ProviderDocument,
    RuleEntry,
    RulesDocument,
    ScenariosDocument,
    SeenOfRule,
    SurveyedIn,
)
from conformance.report.hazards import hazards
from conformance.report.matrix import Matrix
from conformance.scenarios import load_all as load_scenarios
from toolwire.model import to_builtins
from toolwire.providers import every_rule, load, load_all, own_rules, owner, wire_format
from toolwire.providers.evidence import surveyed


def provider(name: str, columns: Matrix, results: Iterable[Result]) -> ProviderDocument:
    """Return the document of a provider.

    ``columns``: the provider's columns of the matrix. ``results``: the results that show the provider's hazards.
    """
    surveys = {
        dialect: SurveyedIn(date=survey.date, exchanges=survey.exchanges) for dialect, survey in surveyed(name).items()
    }
    return ProviderDocument(
        **msgspec.structs.asdict(columns), hazards=hazards(name, results), profile=load(name), surveyed=surveys
    )


def dialect(name: str) -> DialectDocument:
    """Return the document of a dialect: its wire format, the providers that speak it, and its owner's rules."""
    home = owner(name)
    form = wire_format(home, name)
    speakers = {
        provider: profile.dialects[name] for provider, profile in load_all().items() if name in profile.dialects
    }
    return DialectDocument(
        name=name,
        owner=home,
        mapping=to_builtins(form.mapping),
        expresses=to_builtins(form.expresses),
        equal=tuple(map(to_builtins, form.equal)),
        returned=tuple(map(to_builtins, form.returned)),
        losses=tuple(map(to_builtins, form.losses)),
        differences={provider: len(claims.quirks) for provider, claims in speakers.items()},
        rules=tuple(rule.id for rule in own_rules(home, name)),
    )


def contradictions() -> ContradictionsDocument:
    """Return the document of the contradictions between documentation and recordings."""
    return ContradictionsDocument(
        contradictions=tuple(each for of_provider in every_contradiction().values() for each in of_provider)
    )


def rules() -> RulesDocument:
    """Return the document of all rules. Each rule has the numbers of exchanges in other people's recordings that follow
    or break the rule.
    """
    seen: dict[str, list[SeenOfRule]] = {}
    for name in load_all():
        for spoken, survey in surveyed(name).items():
            for rule, counts in survey.rules.items():
                seen.setdefault(rule, []).append(
                    SeenOfRule(
                        provider=name,
                        dialect=spoken,
                        date=survey.date,
                        borne_out=counts.plain + counts.stream,
                        broken_and_accepted=counts.otherwise,
                        broken_and_refused=counts.refused,
                    )
                )
    return RulesDocument(
        rules=tuple(
            RuleEntry(provider=home, dialect=spoken, rule=rule, seen=tuple(seen.get(rule.id, ())))
            for home, spoken, rule in every_rule()
        )
    )


def scenarios() -> ScenariosDocument:
    """Return the document of all scenarios in canonical form."""
    return ScenariosDocument(scenarios=tuple(map(to_builtins, load_scenarios())))
