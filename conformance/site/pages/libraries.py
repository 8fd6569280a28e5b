"""The page of all libraries: the verdicts on each library for the exchanges of each provider, by capability."""

from collections.abc import Iterator
from typing import Any

from conformance.adapters.loading import REFERENCE
from conformance.judge.subject import Dialect, Subject, TextFormat
from conformance.report.adapters import Judged
from conformance.scenarios import capabilities
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page


def pages(material: Material) -> Iterator[Making]:
    """Yield the function that makes the page of all libraries."""
    yield lambda: _page(material)


def names(material: Material) -> tuple[str, ...]:
    """Return the names of the libraries and of the adapter under test, sorted. The reference comes last."""
    every = {material.results.adapter, *(library.name for library in material.libraries)}
    return tuple(sorted(every, key=lambda name: (name == REFERENCE, name)))


def judged(material: Material, subject: Subject) -> dict[str, Judged]:
    """Return the verdicts on adapters for the cases of a subject (a dialect or text format), by the adapter's name."""
    asked = {library.name: entry for library, entry in material.of_libraries.get(subject, ())}
    for entry in material.under_test:
        if entry.subject == subject:
            asked[material.results.adapter] = entry
    return asked


def subjects(material: Material) -> tuple[Subject, ...]:
    """Return the subjects (dialects and text formats) for which any adapter has verdicts, sorted."""
    every = {*material.of_libraries, *(entry.subject for entry in material.under_test)}
    return tuple(sorted(every, key=lambda subject: subject.spelling))


def _page(material: Material) -> Page:
    return Page(
        path=addresses.ADAPTERS,
        title="Libraries, providers and capabilities",
        template="libraries.html.jinja",
        variables={
            "names": names(material),
            "versions": {library.name: library.version for library in material.libraries},
            "spoken": sum(isinstance(subject, Dialect) for subject in subjects(material)),
            "in_text": sum(isinstance(subject, TextFormat) for subject in subjects(material)),
            "tables": [_table(material, subject) for subject in subjects(material)],
        },
    )


def _table(material: Material, subject: Subject) -> dict[str, Any]:
    asked = judged(material, subject)
    provider, dialect = subject.spelling
    marks = {name: entry.marks for name, entry in asked.items()}
    return {
        "provider": provider,
        "dialect": dialect,
        "outdated": {name for name in asked if (name, subject) in material.outdated},
        "asked": set(asked),
        "rows": [
            (
                capability,
                title,
                [marks[name].get(capability) if name in asked else None for name in names(material)],
            )
            for capability, title in capabilities().items()
            if any(capability in of_adapter for of_adapter in marks.values())
        ],
    }
