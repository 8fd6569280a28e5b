"""The pages of changes: since earlier results of the adapter under test, and since earlier versions of libraries."""

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
    """Yield the functions that make the pages: a page for each earlier version of a library, and, if earlier results
    were given, a page for the changes since these results.
    """
    if material.before is not None:
        yield partial(_of_results, material, material.before)
    for changed in material.changed:
        yield partial(_of_library, material, changed)


def _of_results(material: Material, before: Results) -> Page:
    found = changes(of_results(before), of_results(material.results))
    parties = {result.id: result.party for result in (*before.results, *material.results.results)}
    return Page(
        path=addresses.CHANGES,
        title=f"What changed for {material.results.adapter}",
        template="changes.html.jinja",
        variables={
            "library": None,
            "counts": [(len(before.results), "results before"), (len(material.results.results), "now")],
            "sides": ("Before", "Now"),
            "groups": _groups(material, found, parties),
        },
    )


def _of_library(material: Material, changed: LibraryChanges) -> Page:
    return Page(
        path=addresses.changed(changed.name, changed.before.version),
        title=f"What changed in {changed.name} since {changed.before.version}",
        template="changes.html.jinja",
        variables={
            "library": changed,
            "counts": [
                (changed.compared, "cases compared"),
                (changed.same, "without a change"),
            ],
            "sides": (changed.before.version, changed.after.version),
            "groups": _groups(material, changed.changes, {}),
        },
    )


def _groups(
    material: Material, found: tuple[Change, ...], parties: dict[str, Any]
) -> list[tuple[str, list[dict[str, Any]]]]:
    return [
        (direction, [_describe_change(material, change, parties) for change in found if change.direction == direction])
        for direction in DIRECTIONS
    ]


def _describe_change(material: Material, change: Change, parties: dict[str, Any]) -> dict[str, Any]:
    provider, dialect, scenario, mode, *_ = change.id.split("/")
    name = CassetteName(provider, dialect, scenario, "plain" if mode == "plain" else "stream")
    return {
        "id": change.id,
        "link": addresses.case(name) if name in material.judged else "",
        "party": parties.get(change.id, ""),
        "before": change.before,
        "after": change.after,
    }
