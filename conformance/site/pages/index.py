"""The first page: questions of readers who choose a provider or a library, and links to the other pages."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from conformance.gate.rendering import LOSSES
from conformance.recording.cassette import CassetteName
from conformance.report import breakage, chooser
from conformance.report.breakage import Breakage
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.pages.matrix import link
from toolwire.providers import Rule, own_rules, owner

_FIRST: Final = 3
"""The number of faults that are always visible on the page. The other faults are folded."""
_BEST_KNOWN: Final = 8
"""The number of providers that are always visible on the page. The other providers are folded."""


def pages(material: Material) -> Iterator[Making]:
    """Yield the function that makes the first page."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.INDEX,
        title="Which providers and libraries get tool calling right?",
        template="index.html.jinja",
        variables={
            "questions": chooser.QUESTIONS,
            "best_known": _BEST_KNOWN,
            "rows": [_row(material, row) for row in chooser.rows(material.matrix)],
            "providers": len({column.provider for column in material.matrix.spoken.columns}),
            "breakages": _breakages(material),
            "names": libraries.names(material),
            "versions": {library.name: library.version for library in material.libraries},
        },
    )


def _breakages(material: Material) -> list[dict[str, Any]]:
    """Return a dict of template variables about the faults of libraries, and another dict about the faults of
    providers.

    The dict is left out for libraries or providers without faults.
    """
    kinds = (
        ("libraries", "The library", breakage.of_libraries(material.libraries), addresses.adapter),
        ("providers", "The provider", breakage.of_providers(material.results.results), addresses.provider),
    )
    return [
        {
            "of": of,
            "first": [_breakage(material, fault, who, address) for fault in found[:_FIRST]],
            "folded": [_breakage(material, fault, who, address) for fault in found[_FIRST:]],
        }
        for of, who, found, address in kinds
        if found
    ]


def _breakage(material: Material, fault: Breakage, who: str, address: Callable[[str], str]) -> dict[str, Any]:
    provider, dialect, scenario, mode = fault.smallest.split("/")
    name = CassetteName(provider, dialect, scenario, "plain" if mode == "plain" else "stream")
    rule = _broken_rule(fault, dialect)
    return {
        "fault": fault,
        "rule": rule and (rule.statement.rstrip("."), addresses.rule(rule.id)),
        "heading": fault.heading.partition(": expected ")[0].replace("The adapter", who),
        "loss": LOSSES[fault.effect],
        "affected": [(who, address(page)) for who, page in fault.affected.items()],
        "example": addresses.case(name) if name in material.judged else "",
    }


def _broken_rule(fault: Breakage, dialect: str) -> Rule | None:
    """Return the rule of a dialect that a fault breaks, or None if the fault is not about such a rule."""
    kind, _, name = fault.id.partition("/")
    rules = own_rules(owner(dialect), dialect) if kind == "rule" else ()
    return next((rule for rule in rules if rule.id == f"{dialect}.{name}"), None)


def _row(material: Material, row: chooser.Row) -> dict[str, Any]:
    place = material.matrix.columns.index(row.column)
    cells = {of_capability.capability: of_capability.cells[place] for of_capability in material.matrix.rows}
    return {
        "column": row.column,
        "answers": [
            (
                question,
                marks,
                link(material, row.column, capability, cells[capability])
                if capability in cells and cells[capability].is_known
                else "",
            )
            for (question, capability), marks in zip(chooser.QUESTIONS.items(), row.answers, strict=True)
        ],
    }
