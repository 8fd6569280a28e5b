"""What is published for machines, each document at an address that stays: below the folder of the site.

====================================== ===============================================================================
``data/index.json``                    what there is, by name, with the addresses of documents and of badges
``data/matrix.json``, ``.csv``         the matrix
``data/providers/<provider>.json``     the columns of one provider alone, its notes, its profile
``data/dialects/<dialect>.json``       how a dialect spells tool calling
``data/rules.json``                    every rule, and what other people's recordings show of it
``data/scenarios.json``                every scenario in canonical form
``data/text-formats.json``             text formats: their columns, what models write, every result
``data/cases/<provider>/<dialect>/``   a case each, ``<scenario>.<mode>.json``: its results, and where it comes from;
                                       these are made with their pages
``data/adapter.json``                  what the adapter under test did, told as of a library
``data/adapters/<adapter>.json``       what a library did with the providers' cassettes
``data/adapters.csv``                  what all of them did
``data/changes/<name>@<version>.json`` what got better and worse in a library since that version
``data/files.json``                    what was written: made when all is
``data/report.schema.json``            the JSON Schema of all of these
``badges/adapter.svg``, ``.json``      the adapter under test
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
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import TEXT
from conformance.report import badge, catalogue, matrix, published_schema, tabular, text_formats
from conformance.report.adapters import Judged, Library
from conformance.report.badge import Badge
from conformance.report.canonical import indented
from conformance.report.changes import LibraryChanges
from conformance.report.documents import (
    AdapterDocument,
    ChangesEntry,
    Entry,
    FilesDocument,
    Index,
    ScenariosDocument,
    UnderTestDocument,
)
from conformance.report.matrix import Matrix
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import to_builtins
from toolwire.providers import load_all

INDEX: Final = "data/index.json"
MATRIX: Final = "data/matrix.json"
SCHEMA: Final = f"data/{published_schema.FILE}"
UNDER_TEST: Final = "data/adapter.json"
RULES: Final = "data/rules.json"
SCENARIOS: Final = "data/scenarios.json"
TEXT_FORMATS: Final = "data/text-formats.json"
FILES: Final = "data/files.json"
_DIALECTS: Final = {name: f"data/dialects/{name}.json" for name in DIALECTS}


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What the documents tell of, as it was read and built."""

    results: Results
    matrix: Matrix
    """Of these results."""
    under_test: tuple[Judged, ...]
    """What the adapter under test did, told as of libraries."""
    libraries: tuple[Library, ...] = ()
    changed: tuple[LibraryChanges, ...] = ()


def documents(told: Contents) -> dict[str, bytes]:
    """Every document by its address, a path below the folder of the site; the same for the same results."""
    built, results = told.matrix, told.results
    found = dict(_of_providers(built.spoken))
    found |= {address: _json(catalogue.dialect(name)) for name, address in _DIALECTS.items()}
    for library in told.libraries:
        found[f"data/adapters/{library.name}.json"] = _adapter(library)
        found |= _badges(f"badges/adapters/{library.name}", badge.of_library(library))
    found |= {changes_document(one): _json(one) for one in told.changed}
    return found | {
        **_badges("badges/adapter", badge.of_results(results)),
        MATRIX: matrix.to_json(built),
        "data/matrix.csv": tabular.to_csv(built),
        "data/adapters.csv": tabular.adapters_to_csv(told.libraries),
        SCHEMA: published_schema.published(),
        UNDER_TEST: _json(UnderTestDocument(adapter=results.adapter, judged=told.under_test)),
        RULES: _json(catalogue.rules()),
        SCENARIOS: _canonical(catalogue.scenarios()),
        TEXT_FORMATS: _json(text_formats.document(built, results.results)),
        INDEX: _json(index(told)),
    }


def files(paths: Iterable[str]) -> bytes:
    """The document of what was written, itself aside."""
    return _json(FilesDocument(files=tuple(sorted(paths))))


def changes_document(changed: LibraryChanges) -> str:
    """Where what changed in a library since an earlier version stands."""
    return f"data/changes/{changed.name}@{changed.before.version}.json"


def index(told: Contents) -> Index:
    """What there is, by name."""
    built = told.matrix
    cases = {(one.id.rpartition("/")[0], one.origin) for one in told.results.results if one.provider != TEXT}
    return Index(
        adapter=built.adapter,
        version=__version__,
        under_test=UNDER_TEST,
        providers=tuple(
            _entry("providers", name, profile.title, is_judged=any(column.provider == name for column in built.columns))
            for name, profile in load_all().items()
        ),
        adapters=tuple(_entry("adapters", one.name, f"{one.name} {one.version}") for one in told.libraries),
        dialects=_DIALECTS,
        rules=RULES,
        scenarios=SCENARIOS,
        text_formats=TEXT_FORMATS,
        played=dict(sorted(Counter(origin for _, origin in cases).items())),
        cases="data/cases/<provider>/<dialect>/<scenario>.<mode>.json",
        changes=tuple(
            ChangesEntry(
                name=one.name, before=one.before.version, after=one.after.version, document=changes_document(one)
            )
            for one in told.changed
        ),
    )


def case(name: CassetteName) -> str:
    """The address of a case's document."""
    return f"data/cases/{name.provider}/{name.dialect}/{name.scenario}.{name.mode}.json"


def _entry(kind: str, name: str, title: str, *, is_judged: bool = True) -> Entry:
    badge_of = f"badges/{kind}/{name}.svg" if is_judged else None
    return Entry(name=name, title=title, document=f"data/{kind}/{name}.json", badge=badge_of)


def _of_providers(built: Matrix) -> Iterator[tuple[str, bytes]]:
    for name in load_all():
        own = built.of(name)
        yield f"data/providers/{name}.json", _json(catalogue.provider(name, own))
        if own.columns:
            yield from _badges(f"badges/providers/{name}", badge.of_provider(own)).items()
        for column in own.columns:
            told = badge.of_provider(built.of(name, column.dialect))
            yield from _badges(f"badges/providers/{name}/{column.dialect}", told).items()


def _badges(path: str, told: Badge) -> dict[str, bytes]:
    return {f"{path}.svg": badge.to_svg(told), f"{path}.json": badge.to_json(told)}


def _adapter(library: Library) -> bytes:
    outdated = tuple(f"{one.provider}/{one.dialect}" for one in library.judged if not one.is_current)
    return _json(AdapterDocument(**msgspec.structs.asdict(library), outdated=outdated))


def _json(document: msgspec.Struct) -> bytes:
    return indented(msgspec.to_builtins(document)).encode()


def _canonical(document: ScenariosDocument) -> bytes:
    """Where numbers keep their text."""
    return indented({**to_builtins(document), "format": document.format}).encode()
