"""The page of a provider: hazards, marks, each cell in words, differences, known failures and rules."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from conformance.bundle.submitted import disagreements_of, of_provider
from conformance.judge.result import Result
from conformance.judge.subject import Dialect
from conformance.recording.cassette import CassetteName
from conformance.report.contradictions import contradictions
from conformance.report.hazards import hazards, shows_hazard
from conformance.report.mark import Broken, WorksExcept, tally
from conformance.report.matrix import Cell
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from toolwire.providers import load, load_all, own_rules
from toolwire.providers.evidence import surveyed

_FIRST: Final = 4
"""The number of hazards that are always visible on the page. The other hazards are folded."""
_FAILING_FIRST: Final = 6
"""The number of a dialect's broken or partly working capabilities that are always visible. The other such capabilities
are folded.
"""


def pages(material: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for each provider, also for providers without results."""
    failing = [*filter(shows_hazard, material.results.results)]
    for name in load_all():
        yield partial(_page, material, name, failing)


def _page(material: Material, name: str, failing: list[Result]) -> Page:
    profile = load(name)
    return Page(
        path=addresses.provider(name),
        title=profile.title,
        template="provider.html.jinja",
        variables={
            "name": name,
            "profile": profile,
            "hazards": hazards(name, failing),
            "bundles": of_provider(name),
            "disagreements": disagreements_of(name),
            "contradicted": bool(contradictions(name)),
            "first": _FIRST,
            "failing_first": _FAILING_FIRST,
            "named": _named,
            "dialects": [_dialect(material, name, dialect) for dialect in profile.dialects],
        },
    )


def _named(case: str) -> CassetteName:
    """Return the name of a case's cassette. ``case``: ``provider/dialect/scenario/plain|stream``."""
    provider, dialect, scenario, mode = case.split("/")
    return CassetteName(provider, dialect, scenario, "plain" if mode == "plain" else "stream")


def _dialect(material: Material, name: str, dialect: str) -> dict[str, Any]:
    subject, columns = Dialect(name, dialect), [column.subject for column in material.matrix.columns]
    place = columns.index(subject) if subject in columns else None
    rows = [
        _row(material, subject, row.capability, row.title, row.cells[place])
        for row in material.matrix.rows
        if place is not None
    ]
    return {
        "name": dialect,
        "is_there": place is not None,
        "recorded": place is not None and material.matrix.columns[place].recorded,
        "claims": load(name).dialects[dialect],
        "surveyed": surveyed(name).get(dialect),
        "rules": own_rules(name, dialect),
        "rows": rows,
        "failing": [row for kind in (Broken, WorksExcept) for row in rows if isinstance(row["cell"].marks.worst, kind)],
        "tally": tally(row["cell"].marks for row in rows),
    }


def _row(material: Material, subject: Dialect, capability: str, title: str, cell: Cell) -> dict[str, Any]:
    cases = material.of_cell.get((subject, capability), ())
    survey = surveyed(subject.provider).get(subject.dialect)
    seen = survey.capabilities.get(capability) if survey else None
    return {
        "capability": capability,
        "title": title,
        "cell": cell,
        "shown": material.shown(cell),
        "origins": seen.origins if seen else (),
        "cases": cases,
        "reasons": material.reasons(cases),
    }
