"""What is wrong or missing in the data: claims, scenarios, cassettes, and what each should have of the others."""

from collections.abc import Callable, Iterator
from functools import partial

from conformance.claims import (
    ClaimError,
    WireFormat,
    cassettes_folder,
    load,
    names,
    own_rules,
    owner,
    rules,
    wire_format,
)
from conformance.claims.evidence import surveyed
from conformance.judge.rules import checker
from conformance.recording.cassette import Cassette
from conformance.recording.errors import CassetteError
from conformance.report import coverage
from conformance.scenarios import ScenarioError, capabilities
from conformance.scenarios import load as load_scenario
from conformance.scenarios import names as scenario_names
from conformance.suite.cases import cassettes, strays


def problems() -> Iterator[str]:
    """One line for each thing that is wrong; what is whole is looked at all the same."""
    found = dict.fromkeys([*_claims(), *_scenarios()])  # one mistake may show in many places
    yield from found
    yield from dict.fromkeys(problem for problem in _cassettes() if problem not in found)
    try:
        yield from _coverage()
    except (ClaimError, ScenarioError):
        yield "what is covered is not looked at before the claims and scenarios are whole"


def _coverage() -> Iterator[str]:
    for place in coverage.places():
        if place.state == "missing":
            yield f"{place.provider}/{place.dialect}/{place.scenario}: no cassette, and no reason in the profile"
    for played in coverage.contradicted():
        yield f"{played}: played by dialect, and the provider says that it has no such thing: list it as unsupported"
    for stale in coverage.stale():
        yield f"{stale}: the profile says why there is no cassette, and there is one, or no such scenario"


def _claims() -> Iterator[str]:
    for provider in names():
        try:
            profile = load(provider)
            surveyed(provider)
        except ClaimError as error:
            yield str(error)
            continue
        for dialect, claims in profile.dialects.items():
            for declared in claims.declared:
                if declared.capability not in capabilities():
                    yield f"{provider}, {dialect}: declared: {declared.capability!r} is not in capabilities.yaml"
            yield from _said(partial(_form, dialect))
            yield from _said(partial(rules, provider, dialect))
            yield from _rules(provider, dialect)


def _form(dialect: str) -> WireFormat:
    return wire_format(owner(dialect), dialect)


def _rules(provider: str, dialect: str) -> Iterator[str]:
    try:
        own = own_rules(provider, dialect)
    except ClaimError:
        return  # said already
    for rule in own:
        if rule.check is not None:
            yield from _said(partial(checker, rule))


def _scenarios() -> Iterator[str]:
    for name in scenario_names():
        yield from _said(partial(load_scenario, name))


def _cassettes() -> Iterator[str]:
    yield from map(str, strays())
    for name in cassettes():
        yield from _said(partial(Cassette, name.under(cassettes_folder())))


def _said(look: Callable[[], object]) -> Iterator[str]:
    try:
        look()
    except (ClaimError, ScenarioError, CassetteError) as error:
        yield str(error)
