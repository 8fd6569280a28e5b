"""The search page. It finds pages by words, and answers questions about a page or about two pages together."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec

from conformance.judge.subject import Dialect
from conformance.plural import counted
from conformance.report.adapters import Judged
from conformance.report.mark import WORDS, Broken, Marks, Unknown, Verdict, Works, WorksExcept, is_observed
from conformance.report.matrix import Cell, Column
from conformance.scenarios import capabilities
from conformance.scenarios import load_all as scenarios
from conformance.site import addresses
from conformance.site.cells import COUNTED, counting
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from conformance.site.text import visible
from conformance.site.words import words
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import every_rule, load_all
from toolwire.text import FORMATS

INDEX: Final = "search-index.js"
_FEW: Final = 6
_DECLARED: Final = "no scenario plays this capability, so only the claims of providers are known"

Kind = Literal["page", "provider", "library", "capability", "scenario", "rule", "dialect", "text format"]


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """A page that the search can find."""

    kind: Kind
    title: str
    name: str
    """The name that data, commands and addresses use for the page's subject."""
    link: str
    words: str
    """More words by which the search finds the page."""
    answer: str
    """The line that the search shows as the answer to a question about this page alone. "" if the page has none."""


class Pair(msgspec.Struct, frozen=True, array_like=True):
    """The answer to a question about two pages, such as a provider and a capability, or a library and a provider.

    ``first`` and ``second`` are the indices of the two pages in ``Index.entries``.
    """

    first: int
    second: int
    link: str
    answer: str


class Index(msgspec.Struct, frozen=True):
    """The pages and answers that the search can find, the words that it ignores, and the other spellings of words."""

    entries: tuple[Entry, ...]
    pairs: tuple[Pair, ...]
    ignored: str
    spellings: dict[str, tuple[str, ...]]


def pages(material: Material) -> Iterator[Making]:
    """Yield the function that makes the search page."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.SEARCH,
        title="Search",
        template="search.html.jinja",
        variables={"capabilities": capabilities()},
        beside={INDEX: b"const searched = " + msgspec.json.encode(index(material)) + b";\n"},
    )


def index(material: Material) -> Index:
    """Return the index: all pages and answers that the search can find."""
    entries = (
        *_pages(),
        *_providers(material),
        *_libraries(material),
        *_capabilities(material),
        *_others(),
    )
    places = {(entry.kind, entry.name): n for n, entry in enumerate(entries)}
    return Index(
        entries=entries,
        pairs=(*_cells(material, places), *_over(material, places)),
        ignored=words().ignored,
        spellings=words().spellings,
    )


def _pages() -> Iterator[Entry]:
    yield Entry("page", "Gate your library", "gate", addresses.GATE, "ci adapter baseline action pytest junit", "")
    yield Entry("page", "About", "about", addresses.ABOUT, "evidence verdicts recorded documented inferred", "")
    yield Entry("page", "Compare two", "compare", addresses.COMPARE, "versus vs difference side by side versions", "")
    yield Entry("page", "All providers", "matrix", addresses.MATRIX, "matrix capabilities table", "")
    yield Entry("page", "All libraries", "adapters", addresses.ADAPTERS, "adapters sdk gateway table", "")
    more = "contradictions documented observed otherwise recordings survey disagree"
    yield Entry("page", "Documented, and observed otherwise", "contradictions", addresses.CONTRADICTIONS, more, "")
    yield Entry("page", "Calls in text", "text-formats", addresses.TEXT_FORMATS, "hermes parser template", "")


def _providers(material: Material) -> Iterator[Entry]:
    titles = capabilities()
    for name, profile in load_all().items():
        marks = {
            titles[row.capability]: cell.marks
            for row in material.matrix.rows
            for column, cell in zip(material.matrix.columns, row.cells, strict=True)
            if column.provider == name
        }
        more = (*words().names.get(name, ()), *profile.dialects)
        yield Entry("provider", profile.title, name, addresses.provider(name), " ".join(more), _trouble(marks))


def _trouble(marks: dict[str, Marks]) -> str:
    """Return a text that lists the capabilities of a provider that are broken, or were observed to work with
    exceptions.

    If there are none, or if no capability was observed, the text states this.
    """
    broken = [title for title, its in marks.items() if isinstance(its.worst, Broken)]
    partly = [title for title, its in marks.items() if isinstance(its.worst, WorksExcept) and is_observed(its.worst)]
    found = ((WORDS["broken"], broken), (WORDS["works-except"], partly))
    parts = [f"{word}: {_listed(titles)}" for word, titles in found if titles]
    if not any(is_observed(mark) for its in marks.values() for mark in its.modes.values()):
        return "no capability was observed"
    return "; ".join(parts) or "nothing was observed to be broken"


def _libraries(material: Material) -> Iterator[Entry]:
    versions = {library.name: library.version for library in material.libraries}
    of = {library.name: library.judged for library in material.libraries}
    for name in libraries.names(material):
        title = f"{name} {versions[name]}" if name in versions else name
        more = " ".join(words().names.get(name, ()))
        verdicts = [verdict for entry in of.get(name, material.under_test) for verdict in entry.cases.values()]
        yield Entry("library", title, name, addresses.adapter(name), more, counting(verdicts))


def _capabilities(material: Material) -> Iterator[Entry]:
    rows = {row.capability: row.cells for row in material.matrix.spoken.rows}
    played = {scenario.capability for scenario in scenarios()}
    titles = capabilities()
    for name in dict.fromkeys((*words().capabilities, *titles)):
        if name not in titles:
            continue
        more = " ".join(words().capabilities.get(name, ()))
        answer = _over_providers(material.matrix.spoken.columns, rows.get(name, ())) if name in played else _DECLARED
        yield Entry("capability", titles[name], name, addresses.capability(name), more, answer)


def _over_providers(columns: Iterable[Column], cells: Iterable[Cell]) -> str:
    """Return a text that counts the dialects where a capability works, and lists the dialects where it is broken."""
    parts = []
    found = [(column, cell.marks) for column, cell in zip(columns, cells, strict=False)]
    for word, marks in (("plain", [its.plain for _, its in found]), ("streamed", [its.stream for _, its in found])):
        works = [mark for mark in marks if isinstance(mark, Works)]
        seen = sum(map(is_observed, works))
        of = counted(len(marks), "dialect")
        parts += [f"{word}: observed to work in {seen} of {of}, documented or inferred in {len(works) - seen}"]
    broken = [f"{column.title}, {column.dialect}" for column, marks in found if isinstance(marks.worst, Broken)]
    parts += [f"broken: {_listed(broken)}"] if broken else []
    return "; ".join(parts)


def _others() -> Iterator[Entry]:
    for scenario in scenarios():
        yield Entry("scenario", scenario.title, scenario.id, addresses.scenario(scenario.id), scenario.capability, "")
    for _, _, rule in every_rule():
        yield Entry("rule", rule.id, rule.id, addresses.rule(rule.id), "", f"{rule.level}: {rule.statement}")
    for name in DIALECTS:
        yield Entry("dialect", name, name, addresses.dialect(name), "", "")
    for text_format in FORMATS:
        link = addresses.text_format(text_format.name)
        yield Entry("text format", text_format.name, text_format.name, link, text_format.title, "")


def _cells(material: Material, places: dict[tuple[Kind, str], int]) -> Iterator[Pair]:
    """Yield an answer for each cell of the matrix, except cells without any evidence or claim.

    ``places``: the index of each page in the search, by the kind and the name of its subject.
    """
    spoken = material.matrix.spoken
    many = Counter(column.provider for column in spoken.columns)
    for row in spoken.rows:
        for column, cell in zip(spoken.columns, row.cells, strict=True):
            if not cell.is_known:
                continue
            yield Pair(
                places["provider", column.provider],
                places["capability", row.capability],
                addresses.cell(column.provider, column.dialect, row.capability),
                visible(f"{column.dialect}: " * (many[column.provider] > 1) + _cell(material, cell)),
            )


def _cell(material: Material, cell: Cell) -> str:
    if isinstance(cell.marks.worst, Unknown) and not cell.marks.is_known:
        return f"{WORDS['unknown']}; claim: {material.shown(cell).declared}"
    unseen = "" if any(map(is_observed, cell.marks.modes.values())) else "; not observed"
    return f"{cell.marks.bare} {material.shown(cell).label}{unseen}"


def _over(material: Material, places: dict[tuple[Kind, str], int]) -> Iterator[Pair]:
    """Yield an answer for each library and each provider's dialect with which the library was judged. The answer counts
    the verdicts on the library.

    ``places``: the index of each page in the search, by the kind and the name of its subject.
    """
    for subject, asked in material.of_libraries.items():
        if not isinstance(subject, Dialect):
            continue
        for library, judged in asked:
            yield Pair(
                places["library", library.name],
                places["provider", subject.provider],
                f"{addresses.adapter(library.name)}#{subject.provider}.{subject.dialect}",
                f"{subject.dialect}: {_in_words(judged)}",
            )


def _in_words(judged: Judged) -> str:
    wrong: dict[Verdict, list[str]] = {}
    for case, verdict in judged.cases.items():
        of_verdict = wrong.setdefault(verdict, [])
        scenario = case.partition("/")[0]
        if scenario not in of_verdict:
            of_verdict.append(scenario)
    parts = [counting(judged.cases.values())]
    parts += [f"{COUNTED[key]}: {_listed(wrong[key])}" for key in ("silent", "raised") if key in wrong]
    return "; ".join(parts)


def _listed(names: list[str]) -> str:
    left = len(names) - _FEW
    return ", ".join(names) if left <= 0 else f"{', '.join(names[:_FEW])} and {left} more"
