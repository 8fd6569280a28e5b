"""The page of an adapter: its verdicts by dialect, the root causes of its failures, and notes."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from markdown_it import MarkdownIt
from markupsafe import Markup

from conformance import __version__
from conformance.gate.issue import of_library
from conformance.gate.rendering import LOSSES, to_issue
from conformance.recording.cassette import CassetteName
from conformance.report import again, causes, markdown
from conformance.report.adapters import Judged, Library
from conformance.report.cause_notes import read_in, spans
from conformance.report.causes import LibraryCause
from conformance.report.mark import Verdict
from conformance.report.readings import as_stated
from conformance.report.repro.kept import Kept, read
from conformance.scenarios import capabilities
from conformance.site import addresses
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.side_by_side import side_by_side
from conformance.site.text import visible

_CODE: Final = Markup("<code>{}</code>")
_FIRST: Final = 3
"""The number of root causes, and of dialects or text formats, that are always visible on the page. All others are
folded.
"""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A note on a root cause, in the form in which the page shows it."""

    version: str
    """The version of the library whose source code the author of the note read."""
    source: tuple[str, ...]
    why: Markup
    repair: Markup


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which an adapter breaks tool calls: a root cause, in the form in which the page shows it."""

    number: int
    cause: LibraryCause
    silent: int
    """The number of the cause's cases in which the user gets a wrong result without an error. In the other cases, the
    user gets an error."""
    loss: str
    link: str
    """The address of the smallest case. It is "" if the case has no page."""
    expected: Markup
    actual: Markup
    commands: str
    """The commands with which a reader can play the smallest case again."""
    note: Note | None
    """The note on the cause. None if the cause has no note."""
    kept: Kept | None
    """The script that shows the cause, or the reason why there is no script. None if nobody tried to make a script."""
    issue: str
    """The text of an issue for the library's maintainers. It is "" if nobody tried to make a script."""


def pages(material: Material) -> Iterator[Making]:
    """Yield the functions that make the pages: a page for the adapter under test, and a page for each library."""
    for name in libraries.names(material):
        yield partial(_page, material, name)


def _page(material: Material, name: str) -> Page:
    library = next((library for library in material.libraries if library.name == name), None)
    is_under_test = name == material.results.adapter
    judged = material.under_test if is_under_test else library.judged if library else ()
    found = causes.of_results(material.results.results) if is_under_test else library.causes if library else None
    kept = read(library, material.origin.libraries) if library and not is_under_test else {}
    verdicts = {f"{entry.provider}/{entry.dialect}/{case}": of for entry in judged for case, of in entry.cases.items()}
    ways = [
        _way(material, name, library, n, cause, kept.get(cause.id), verdicts) for n, cause in enumerate(found or (), 1)
    ]
    return Page(
        path=addresses.adapter(name),
        title=name,
        template="adapter.html.jinja",
        variables={
            "name": name,
            "library": library,
            "is_under_test": is_under_test,
            "verdicts": verdicts,
            "release": __version__ if is_under_test and name == "reference" else library.version if library else "",
            "first": _FIRST,
            "is_explained": found is not None,
            "ways": [way for way in ways if not way.cause.is_harmless],
            "harmless": [way for way in ways if way.cause.is_harmless],
            "notes": _notes(material, name),
            "changed": [changed for changed in material.changed if changed.name == name],
            "judged": [_describe_entry(material, name, entry, ways) for entry in judged],
            "capabilities": capabilities(),
        },
    )


def _way(
    material: Material,
    name: str,
    library: Library | None,
    number: int,
    cause: LibraryCause,
    kept: Kept | None,
    verdicts: Mapping[str, Verdict],
) -> Way:
    expected, actual = side_by_side(cause.expected, as_stated(cause.actual, cause.expected))
    case, _, _ = cause.smallest.rpartition("/")
    return Way(
        number=number,
        cause=cause,
        silent=sum(verdicts.get(case) == "silent" for case in cause.cases) if cause.silent else 0,
        loss=LOSSES[cause.effect],
        link=_case(material, *case.split("/")),
        expected=expected,
        actual=actual,
        commands="\n".join(_commands(name, library, cause)),
        note=_note(material, name, library, cause),
        kept=kept,
        issue=to_issue(of_library(library, cause, kept.script, kept.evidence)) if library and kept else "",
    )


def _note(material: Material, name: str, library: Library | None, cause: LibraryCause) -> Note | None:
    notes = material.notes.get(name)
    note = notes.on(cause.id) if notes else None
    if notes is None or note is None:
        return None
    version = read_in(note.source, notes, library) if library else notes.version
    return Note(version=version, source=note.source, why=_prose(note.why), repair=_prose(note.repair))


def _prose(text: str) -> Markup:
    return Markup().join(_CODE.format(visible(part)) if is_code else visible(part) for part, is_code in spans(text))


def _commands(name: str, library: Library | None, cause: LibraryCause) -> Iterator[str]:
    """Yield the commands with which a reader can play the smallest case of a cause again. ``name``: the name of the
    adapter, which is used if ``library`` is None.
    """
    if library and (installs := again.install(library)):
        yield installs
    yield from again.plays(cause.smallest, library.adapters if library else (name,))


def _describe_entry(material: Material, name: str, judged: Judged, ways: list[Way]) -> dict[str, Any]:
    subject = str(judged.subject)
    return {
        "judged": judged,
        "ways": [way for way in ways if subject in way.cause.subjects],
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
    return _case(material, judged.provider, judged.dialect, scenario, mode)


def _case(material: Material, provider: str, dialect: str, scenario: str, mode: str) -> str:
    """Return the address of a case's page, or "" if the case has no page."""
    name = CassetteName(provider, dialect, scenario, "plain" if mode == "plain" else "stream")
    return addresses.case(name) if name in material.judged else ""


def _notes(material: Material, name: str) -> Markup | None:
    """Return the notes on an adapter as HTML, made from a markdown file. Return None if there are no notes.

    HTML in the file is shown as text.
    """
    path = material.origin.libraries / f"{name}.md"
    if not path.is_file():
        return None
    _, written = markdown.written(path.read_text(encoding="utf-8", errors="replace"))
    text = visible(written)
    if not text.strip():
        return None
    for other in libraries.names(material):
        text = text.replace(f"]({other}.md)", f"](../{addresses.adapter(other)})")
    return Markup(MarkdownIt("commonmark", {"html": False}).render(text))  # noqa: S704 - it escapes what it is given
