"""What got better and what got worse: since earlier results of the adapter under test, and since earlier libraries."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.judge.result import Results
from conformance.recording.cassette import CassetteName
from conformance.report.changes import DIRECTIONS, Change, LibraryChanges, changes, of_results
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page


def pages(material: Material) -> Iterator[Making]:
    """One where earlier results were given, and one for each earlier version of a library."""
    if material.before is not None:
        yield partial(_of_results, material, material.before)
    for one in material.changed:
        yield partial(_of_library, material, one)


def _of_results(material: Material, before: Results) -> Page:
    found = changes(of_results(before), of_results(material.results))
    subjects = {result.id: result.subject for result in (*before.results, *material.results.results)}
    return Page(
        path=addresses.CHANGES,
        title=f"What changed for {material.results.adapter}",
        template="changes.html.jinja",
        told={
            "library": None,
            "counts": [(len(before.results), "results before"), (len(material.results.results), "now")],
            "sides": ("Before", "Now"),
            "groups": _groups(material, found, subjects),
        },
    )


def _of_library(material: Material, library_changes: LibraryChanges) -> Page:
    return Page(
        path=addresses.changed(library_changes.name, library_changes.before.version),
        title=f"What changed in {library_changes.name} since {library_changes.before.version}",
        template="changes.html.jinja",
        told={
            "library": library_changes,
            "counts": [
                (library_changes.compared, "cases compared"),
                (library_changes.same, "came out the same"),
            ],
            "sides": (library_changes.before.version, library_changes.after.version),
            "groups": _groups(material, library_changes.changes, {}),
        },
    )


def _groups(
    material: Material, found: tuple[Change, ...], subjects: dict[str, Any]
) -> list[tuple[str, list[dict[str, Any]]]]:
    return [
        (direction, [_told(material, one, subjects) for one in found if one.direction == direction])
        for direction in DIRECTIONS
    ]


def _told(material: Material, change: Change, subjects: dict[str, Any]) -> dict[str, Any]:
    provider, dialect, scenario, mode, *_ = change.id.split("/")
    name = CassetteName(provider, dialect, scenario, "plain" if mode == "plain" else "stream")
    return {
        "id": change.id,
        "link": addresses.case(name) if name in material.judged else "",
        "subject": subjects.get(change.id, ""),
        "before": change.before,
        "after": change.after,
    }
