"""An adapter: its versions, and for each provider's dialect its verdicts, its faults, and the cases it declined."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from conformance import __version__
from conformance.recording.cassette import CassetteName
from conformance.report.adapters import Judged
from conformance.report.markdown import CHANGES
from conformance.scenarios import capabilities
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.text import visible


def pages(material: Material) -> Iterator[Making]:
    """Yield a page for the adapter under test, and a page for each library."""
    for name in libraries.names(material):
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    library = next((library for library in material.libraries if library.name == name), None)
    is_under_test = name == material.results.adapter
    judged = material.under_test if is_under_test else library.judged if library else ()
    return Page(
        path=addresses.adapter(name),
        title=name,
        template="adapter.html.jinja",
        told={
            "name": name,
            "library": library,
            "is_under_test": is_under_test,
            "version": __version__ if is_under_test and name == "reference" else library.version if library else "",
            "notes": _notes(material, name),
            "changed": [changed for changed in material.changed if changed.name == name],
            "judged": [_describe_entry(material, name, entry) for entry in judged],
            "capabilities": capabilities(),
        },
    )


def _describe_entry(material: Material, name: str, judged: Judged) -> dict[str, Any]:
    return {
        "one": judged,
        "is_outdated": (name, judged.subject) in material.outdated,
        "troubles": [
            (trouble, [(case, _link(material, judged, case)) for case in trouble.cases]) for trouble in judged.troubles
        ],
        "declined": [
            (why, [(case, _link(material, judged, case)) for case in cases]) for why, cases in judged.declined.items()
        ],
    }


def _link(material: Material, judged: Judged, case: str) -> str:
    scenario, _, mode = case.partition("/")
    name = CassetteName(judged.provider, judged.dialect, scenario, "plain" if mode == "plain" else "stream")
    return addresses.case(name) if name in material.judged else ""


def _notes(material: Material, name: str) -> Markup | None:
    """Return the notes on the causes of an adapter's verdicts, with no markup except that of markdown."""
    path = material.origin.libraries / f"{name}.md"
    if not path.is_file():
        return None
    written, _, _ = path.read_text(encoding="utf-8", errors="replace").partition(CHANGES)
    text = visible(written).partition("\n")[2]
    if not text.strip():
        return None
    for other in libraries.names(material):
        text = text.replace(f"]({other}.md)", f"](../{addresses.adapter(other)})")
    return Markup(MarkdownIt("commonmark", {"html": False}).render(text))  # noqa: S704 - it escapes what it is given
