"""What is known and stands in no result, as documents: providers, dialects, rules, scenarios."""

import msgspec

from conformance.report.documents import (
    DialectDocument,
    ProviderDocument,
    RuleEntry,
    RulesDocument,
    ScenariosDocument,
    SeenOfRule,
    SurveyedIn,
)
from conformance.report.matrix import Matrix
from conformance.scenarios import load_all as load_scenarios
from toolwire.model import to_builtins
from toolwire.providers import every_rule, load, load_all, own_rules, owner, wire_format
from toolwire.providers.evidence import surveyed


def provider(name: str, columns: Matrix) -> ProviderDocument:
    """A provider, with its columns of the matrix."""
    seen = {dialect: SurveyedIn(date=one.date, exchanges=one.exchanges) for dialect, one in surveyed(name).items()}
    return ProviderDocument(**msgspec.structs.asdict(columns), profile=load(name), surveyed=seen)


def dialect(name: str) -> DialectDocument:
    """How a dialect spells tool calling."""
    home = owner(name)
    form = wire_format(home, name)
    speakers = {one: profile.dialects[name] for one, profile in load_all().items() if name in profile.dialects}
    return DialectDocument(
        name=name,
        owner=home,
        mapping=to_builtins(form.mapping),
        expresses=to_builtins(form.expresses),
        equal=tuple(map(to_builtins, form.equal)),
        returned=tuple(map(to_builtins, form.returned)),
        losses=tuple(map(to_builtins, form.losses)),
        differences={one: len(claims.quirks) for one, claims in speakers.items()},
        rules=tuple(rule.id for rule in own_rules(home, name)),
    )


def rules() -> RulesDocument:
    """Every rule, with what other people's recordings show of it."""
    seen: dict[str, list[SeenOfRule]] = {}
    for name in load_all():
        for spoken, survey in surveyed(name).items():
            for rule, one in survey.rules.items():
                seen.setdefault(rule, []).append(
                    SeenOfRule(
                        provider=name,
                        dialect=spoken,
                        date=survey.date,
                        borne_out=one.plain + one.stream,
                        broken_and_accepted=one.otherwise,
                        broken_and_refused=one.refused,
                    )
                )
    return RulesDocument(
        rules=tuple(
            RuleEntry(provider=home, dialect=spoken, rule=rule, seen=tuple(seen.get(rule.id, ())))
            for home, spoken, rule in every_rule()
        )
    )


def scenarios() -> ScenariosDocument:
    """Every scenario in canonical form."""
    return ScenariosDocument(scenarios=tuple(to_builtins(one) for one in load_scenarios()))
