"""The page of a scenario: its purpose, its canonical form, and the providers that played it."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.judge.result import Result
from conformance.judge.text_checks import EXPRESSED
from conformance.report.mark import Mark, of_case
from conformance.report.matrix import why
from conformance.scenarios import Scenario, load, names
from conformance.site import addresses
from conformance.site.laid_out import laid_out
from conformance.site.material import Material
from conformance.site.page import Making, Page
from toolwire.model import to_builtins
from toolwire.providers import load_all


def pages(material: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for each scenario."""
    for name in names():
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    scenario = load(name)
    played: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    for case, judged in material.judged.items():
        if case.scenario == name and not _is_inexpressible(judged):
            played[case.provider, case.dialect][case.mode] = {
                "case": case,
                "origin": judged[0].origin,
                **marks(judged),
            }
    return Page(
        path=addresses.scenario(name),
        title=scenario.title,
        template="scenario.html.jinja",
        variables={
            "scenario": scenario,
            "modes": [mode for mode in ("plain", "stream") if any(mode in modes for modes in played.values())],
            "form": laid_out(_form(scenario))[0],
            "played": dict(
                sorted(
                    played.items(),
                    key=lambda pair: (all(mode["origin"] == "by-dialect" for mode in pair[1].values()), pair[0]),
                )
            ),
            "not_played": [
                (provider, dialect, verb, why[name])
                for provider, profile in load_all().items()
                for dialect, claims in profile.dialects.items()
                for verb, why in (("cannot be expressed", claims.unsupported), ("is accepted", claims.accepts))
                if name in why
            ]
            + [
                (case.provider, case.dialect, "cannot express it", why(judged[0]))
                for case, judged in material.judged.items()
                if case.scenario == name and _is_inexpressible(judged)
            ],
        },
    )


def _is_inexpressible(judged: tuple[Result, ...]) -> bool:
    """Return whether a text format cannot express the scenario."""
    return any(result.check == EXPRESSED and result.outcome == "not-applicable" for result in judged)


def _form(scenario: Scenario) -> Any:
    document = to_builtins(scenario)
    return {key: value for key, value in document.items() if key not in ("id", "title", "why", "capability", "modes")}


def marks(judged: tuple[Result, ...]) -> dict[str, Mark]:
    """Return two marks of a case: ``provider`` for the provider's answers, and ``adapter`` for the adapter that reads
    them.
    """
    return {party: of_case([result for result in judged if result.party == party]) for party in ("provider", "adapter")}
