"""A scenario: what it is, why, its canonical form, and who played it."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.judge.result import Result
from conformance.judge.text_checks import SAID
from conformance.report.matrix import why, worst
from conformance.scenarios import Scenario, load, names
from conformance.site import addresses
from conformance.site.laid_out import laid_out
from conformance.site.material import Material
from conformance.site.page import Making, Page
from toolwire.model import to_builtins
from toolwire.providers import load_all


def pages(material: Material) -> Iterator[Making]:
    """One for each that there is."""
    for name in names():
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    scenario = load(name)
    played: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    for case, judged in material.judged.items():
        if case.scenario == name and not _is_unsaid(judged):
            played[case.provider, case.dialect][case.mode] = {
                "case": case,
                "origin": judged[0].origin,
                **verdicts(judged),
            }
    return Page(
        path=addresses.scenario(name),
        title=scenario.title,
        template="scenario.html.jinja",
        told={
            "scenario": scenario,
            "form": laid_out(_form(scenario))[0],
            "played": dict(
                sorted(
                    played.items(),
                    key=lambda item: (all(mode["origin"] == "by-dialect" for mode in item[1].values()), item[0]),
                )
            ),
            "not_played": [
                (provider, dialect, verb, why[name])
                for provider, profile in load_all().items()
                for dialect, claims in profile.dialects.items()
                for verb, why in (("cannot be said", claims.unsupported), ("is taken", claims.accepts))
                if name in why
            ]
            + [
                (case.provider, case.dialect, "cannot say it", why(judged[0]))
                for case, judged in material.judged.items()
                if case.scenario == name and _is_unsaid(judged)
            ],
        },
    )


def _is_unsaid(judged: tuple[Result, ...]) -> bool:
    """Whether a text format has no way to say it."""
    return any(one.check == SAID and one.outcome == "not-applicable" for one in judged)


def _form(scenario: Scenario) -> Any:
    told = to_builtins(scenario)
    return {key: value for key, value in told.items() if key not in ("id", "title", "why", "capability", "modes")}


def verdicts(judged: tuple[Result, ...]) -> dict[str, str]:
    """The worst that was found of the provider's side of a case, and of the adapter's."""
    return {subject: worst([one for one in judged if one.subject == subject]) for subject in ("provider", "adapter")}
