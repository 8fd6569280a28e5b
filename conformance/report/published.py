"""The documents that are published for machines, each at a stable address below the folder of the site.

====================================== ===============================================================================
``data/index.json``                    everything published, by name, with the addresses of documents and of badges
``data/matrix.json``, ``.csv``         the matrix
``data/providers/<provider>.json``     the columns, notes, hazards and profile of a provider
``data/dialects/<dialect>.json``       the wire format of a dialect, its speakers, its rules
``data/capabilities.json``             the capability feed
``data/rules.json``                    every rule, with counts of recordings that follow or break it
``data/contradictions.json``           documented claims of providers that other people's recordings contradict
``data/scenarios.json``                every scenario in canonical form
``data/text-formats.json``             text formats: their columns, the texts that models write, all results
``data/cases/<provider>/<dialect>/``   the results and the evidence of a case, in ``<scenario>.<mode>.json``; written
                                       with the pages of cases
``data/adapter.json``                  the verdicts on the adapter under test, in the same form as a library's
``data/breakage.json``                 faults, each with the libraries or providers that have it
``data/adapters/<adapter>.json``       the verdicts on a library with the providers' cassettes
``data/adapters.csv``                  the verdicts on all libraries
``data/changes/<name>@<version>.json`` the changes of the cases of a library since that version
``data/files.json``                    the list of all files, written last
``data/report.schema.json``            the JSON Schema of these documents
``badges/adapter.svg``, ``.json``      the badge of the adapter under test
``badges/adapters/<adapter>.svg``, ``.json``
``badges/providers/<provider>.svg``, ``.json``, and ``badges/providers/<provider>/<dialect>.svg``, ``.json``
====================================== ===============================================================================
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from conformance import __version__
from conformance.judge.result import Results
from conformance.judge.subject import Dialect
from conformance.recording.cassette import CassetteName
from conformance.report import badge, breakage, catalogue, matrix, published_schema, tabular, text_formats
from conformance.report.adapters import Judged, Library
from conformance.report.badge import Badge
from conformance.report.canonical import indented
from conformance.report.cause_notes import CauseNotes
from conformance.report.changes import LibraryChanges
from conformance.report.documents import (
    AdapterDocument,
    BreakageDocument,
    ChangesEntry,
    Entry,
    FilesDocument,
    Index,
    ScenariosDocument,
    UnderTestDocument,
)
from conformance.report.feed import building
from conformance.report.feed import document as feed
from conformance.report.hazards import shows_hazard
from conformance.report.mark import Marks
from conformance.report.matrix import Matrix
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import to_builtins
from toolwire.providers import load_all

INDEX: Final = "data/index.json"
MATRIX: Final = "data/matrix.json"
SCHEMA: Final = f"data/{published_schema.FILE}"
UNDER_TEST: Final = "data/adapter.json"
BREAKAGE: Final = "data/breakage.json"
CAPABILITIES: Final = f"data/{feed.FEED}"
RULES: Final = "data/rules.json"
CONTRADICTIONS: Final = "data/contradictions.json"
SCENARIOS: Final = "data/scenarios.json"
TEXT_FORMATS: Final = "data/text-formats.json"
FILES: Final = "data/files.json"
_DIALECTS: Final = {name: f"data/dialects/{name}.json" for name in DIALECTS}


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """The results and reports that are published as documents."""

    results: Results
    matrix: Matrix
    """The matrix of the results."""
    under_test: tuple[Judged, ...]
    """The verdicts on the adapter under test, in the same form as the verdicts on a library."""
    libraries: tuple[Library, ...] = ()
    changed: tuple[LibraryChanges, ...] = ()
    notes: dict[str, CauseNotes] = {}
    """The notes on root causes, by the library's name."""


def documents(contents: Contents) -> dict[str, bytes]:
    """Return all documents, by their addresses below the folder of the site. The same results give the same bytes."""
    built, results = contents.matrix, contents.results
    by_address = dict(_of_providers(built.spoken, results))
    by_address |= {address: _json(catalogue.dialect(name)) for name, address in _DIALECTS.items()}
    for library in contents.libraries:
        by_address[f"data/adapters/{library.name}.json"] = _adapter(library, contents.notes.get(library.name))
        by_address |= _badges(f"badges/adapters/{library.name}", badge.of_library(library))
    by_address |= {changes_document(changed): _json(changed) for changed in contents.changed}
    return by_address | {
        **_badges("badges/adapter", badge.of_results(results)),
        MATRIX: matrix.to_json(built),
        "data/matrix.csv": tabular.to_csv(built),
        "data/adapters.csv": tabular.adapters_to_csv(contents.libraries),
        SCHEMA: published_schema.published(),
        UNDER_TEST: _json(
            UnderTestDocument(adapter=results.adapter, judged=contents.under_test, marks=_marks(contents.under_test))
        ),
        BREAKAGE: _json(
            BreakageDocument(
                libraries=breakage.of_libraries(contents.libraries), providers=breakage.of_providers(results.results)
            )
        ),
        CAPABILITIES: feed.to_json(building.build(built, results)),
        RULES: _json(catalogue.rules()),
        CONTRADICTIONS: _json(catalogue.contradictions()),
        SCENARIOS: _canonical(catalogue.scenarios()),
        TEXT_FORMATS: _json(text_formats.document(built, results.results)),
        INDEX: _json(index(contents)),
    }


def files(paths: Iterable[str]) -> bytes:
    """Return the document that lists all written files except itself. ``paths``: the paths of these files."""
    return _json(FilesDocument(files=tuple(sorted(paths))))


def changes_document(changed: LibraryChanges) -> str:
    """Return the address of the document with the changes of a library since an earlier version."""
    return f"data/changes/{changed.name}@{changed.before.version}.json"


def index(contents: Contents) -> Index:
    """Return the index of all published documents."""
    built = contents.matrix
    cases = {
        (result.id.rpartition("/")[0], result.origin)
        for result in contents.results.results
        if isinstance(result.subject, Dialect)
    }
    return Index(
        adapter=built.adapter,
        version=__version__,
        under_test=UNDER_TEST,
        breakage=BREAKAGE,
        providers=tuple(
            _entry("providers", name, profile.title, is_judged=any(column.provider == name for column in built.columns))
            for name, profile in load_all().items()
        ),
        adapters=tuple(
            _entry("adapters", library.name, f"{library.name} {library.version}") for library in contents.libraries
        ),
        dialects=_DIALECTS,
        capabilities=CAPABILITIES,
        rules=RULES,
        contradictions=CONTRADICTIONS,
        scenarios=SCENARIOS,
        text_formats=TEXT_FORMATS,
        played=dict(sorted(Counter(origin for _, origin in cases).items())),
        cases="data/cases/<provider>/<dialect>/<scenario>.<mode>.json",
        changes=tuple(
            ChangesEntry(
                name=changed.name,
                before=changed.before.version,
                after=changed.after.version,
                document=changes_document(changed),
            )
            for changed in contents.changed
        ),
    )


def case(name: CassetteName) -> str:
    """Return the address of the document of a case."""
    return f"data/cases/{name.provider}/{name.dialect}/{name.scenario}.{name.mode}.json"


def _entry(kind: str, name: str, title: str, *, is_judged: bool = True) -> Entry:
    badge_of = f"badges/{kind}/{name}.svg" if is_judged else None
    return Entry(name=name, title=title, document=f"data/{kind}/{name}.json", badge=badge_of)


def _of_providers(built: Matrix, results: Results) -> Iterator[tuple[str, bytes]]:
    failing = [*filter(shows_hazard, results.results)]
    for name in load_all():
        own = built.of(name)
        yield f"data/providers/{name}.json", _json(catalogue.provider(name, own, failing))
        if own.columns:
            yield from _badges(f"badges/providers/{name}", badge.of_provider(own)).items()
        for column in own.columns:
            of_dialect = badge.of_provider(built.of(name, column.dialect))
            yield from _badges(f"badges/providers/{name}/{column.dialect}", of_dialect).items()


def _badges(path: str, made: Badge) -> dict[str, bytes]:
    return {f"{path}.svg": badge.to_svg(made), f"{path}.json": badge.to_json(made)}


def _adapter(library: Library, notes: CauseNotes | None) -> bytes:
    outdated = tuple(f"{judged.provider}/{judged.dialect}" for judged in library.judged if not judged.is_current)
    return _json(
        AdapterDocument(**msgspec.structs.asdict(library), outdated=outdated, notes=notes, marks=_marks(library.judged))
    )


def _marks(all_judged: tuple[Judged, ...]) -> dict[str, dict[str, Marks]]:
    """Return the marks of each capability, by ``provider/dialect``."""
    return {str(judged.subject): judged.marks for judged in all_judged}


def _json(document: msgspec.Struct) -> bytes:
    return indented(msgspec.to_builtins(document)).encode()


def _canonical(document: ScenariosDocument) -> bytes:
    """Return a document as JSON. Numbers keep their original spelling."""
    return indented({**to_builtins(document), "format": document.format}).encode()
