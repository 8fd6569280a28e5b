"""What got better and what got worse since earlier results of the same adapter."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.recording.cassette import CassetteName
from conformance.site import addresses
from conformance.site.changes import DIRECTIONS, Change, changes
from conformance.site.material import Material
from conformance.site.page import Making, Page


def pages(material: Material) -> Iterator[Making]:
    """It, where earlier results were given."""
    if material.before is not None:
        yield lambda: _page(material)


def _page(material: Material) -> Page:
    assert material.before is not None
    found = changes(material.before, material.results)
    return Page(
        path=addresses.CHANGES,
        title=f"What changed for {material.results.adapter}",
        template="changes.html.jinja",
        told={
            "counts": Counter(one.direction for one in found),
            "groups": [
                (direction, [_told(material, one) for one in found if one.direction == direction])
                for direction in DIRECTIONS
            ],
            "of": len(material.results.results),
            "before": len(material.before.results),
        },
    )


def _told(material: Material, change: Change) -> dict[str, Any]:
    one = change.after or change.before
    assert one is not None
    name = CassetteName(one.provider, one.dialect, one.scenario, one.mode)
    return {
        "id": change.id,
        "link": addresses.case(name) if name in material.cases else "",
        "subject": one.subject,
        "before": change.before,
        "after": change.after,
    }
