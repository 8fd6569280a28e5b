"""Feeds of the changes in libraries, as JSON Feed 1.1 and Atom (RFC 4287), and the sitemap."""

from collections.abc import Iterable, Iterator
from typing import Final
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

import msgspec

from conformance.report.changes import LibraryChanges
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.text import visible

JSON: Final = "changes/feed.json"
ATOM: Final = "changes/feed.atom"
SITEMAP: Final = "sitemap.xml"
_TITLE: Final = "toolcall-conformance: changes in libraries"
_VERSION: Final = "https://jsonfeed.org/version/1.1"
_ATOM: Final = "http://www.w3.org/2005/Atom"
_SITEMAPS: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_MOST: Final = 10
"""The maximum number of cases that an entry lists for each direction of change, such as ``worse``."""


class _Entry(msgspec.Struct, frozen=True):
    id: str
    url: str
    title: str
    content_text: str
    date_published: str


def documents(material: Material) -> dict[str, bytes]:
    """Return the text of both feeds, by their paths below the site's folder.

    Addresses in the feeds are absolute if the site's address is known. Otherwise they are relative to the feed.
    """
    base = f"{material.origin.address}/" if material.origin.address else "../"
    entries = sorted((_entry(changed, base) for changed in material.changed), key=lambda entry: entry.title)
    entries.sort(key=lambda entry: entry.date_published, reverse=True)
    return {JSON: _to_json(entries, base), ATOM: _to_atom(entries, base)}


def sitemap(address: str, paths: Iterable[str]) -> bytes:
    """Return a site's sitemap, which lists the paths that end in ``.html``. ``address`` has no slash at the end."""
    root = ElementTree.Element("urlset", xmlns=_SITEMAPS)
    for path in paths:
        if path.endswith(".html"):
            ElementTree.SubElement(ElementTree.SubElement(root, "url"), "loc").text = f"{address}/{path}"
    return _xml(root)


def _entry(changed: LibraryChanges, base: str) -> _Entry:
    path = addresses.changed(changed.name, changed.before.version)
    counts = ", ".join(f"{number} {direction}" for direction, number in changed.counts.items() if number)
    return _Entry(
        id=uuid5(NAMESPACE_URL, f"toolcall-conformance/{path}/{changed.after.version}").urn,
        url=f"{base}{path}",
        title=visible(f"{changed.name} {changed.after.version} since {changed.before.version}: {counts or 'the same'}"),
        content_text=visible("\n".join(_lines(changed))),
        date_published=f"{changed.after.date}T00:00:00Z",
    )


def _lines(changed: LibraryChanges) -> Iterator[str]:
    yield f"{changed.compared:,} cases compared, {changed.same:,} without a change."
    for direction, number in changed.counts.items():
        cases = [change.id for change in changed.changes if change.direction == direction]
        yield from (f"{direction}: {case}" for case in cases[:_MOST])
        if number > _MOST:
            yield f"{direction}: {number - _MOST:,} more"


def _to_json(entries: list[_Entry], base: str) -> bytes:
    feed = {"version": _VERSION, "title": _TITLE, "home_page_url": base, "items": entries}
    return msgspec.json.format(msgspec.json.encode(feed), indent=2) + b"\n"


def _to_atom(entries: list[_Entry], base: str) -> bytes:
    root = ElementTree.Element("feed", xmlns=_ATOM)
    _put(root, "id", uuid5(NAMESPACE_URL, f"toolcall-conformance/{ATOM}").urn)
    _put(root, "title", _TITLE)
    _put(root, "updated", max((entry.date_published for entry in entries), default="1970-01-01T00:00:00Z"))
    _put(ElementTree.SubElement(root, "author"), "name", "toolcall-conformance")
    ElementTree.SubElement(root, "link", href=base)
    for entry in entries:
        element = ElementTree.SubElement(root, "entry")
        _put(element, "id", entry.id)
        _put(element, "title", entry.title)
        _put(element, "updated", entry.date_published)
        ElementTree.SubElement(element, "link", href=entry.url)
        _put(element, "content", entry.content_text)
    return _xml(root)


def _put(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text


def _xml(root: ElementTree.Element) -> bytes:
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"
