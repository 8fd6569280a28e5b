"""What is published for machines, each document at an address that stays: below the folder of the site.

====================================== ===============================================================================
``data/index.json``                    what there is, by name, with the addresses of all the others
``data/matrix.json``, ``.csv``         the matrix
``data/providers/<provider>.json``     the columns of one provider alone, and its notes
``data/adapters/<adapter>.json``       what a library did with the providers' cassettes
``data/adapters.csv``                  what all of them did
``data/report.schema.json``            the JSON Schema of all of these
``badges/adapter.svg``, ``.json``      the adapter under test
``badges/adapters/<adapter>.svg``, ``.json``
``badges/providers/<provider>.svg``, ``.json``, and ``badges/providers/<provider>/<dialect>.svg``, ``.json``
====================================== ===============================================================================
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from conformance.report import badge, matrix, published_schema, tabular
from conformance.report.adapters import Library
from conformance.report.badge import Badge
from conformance.report.canonical import indented
from conformance.report.documents import AdapterDocument, Entry, Index
from conformance.report.matrix import Matrix
from conformance.report.results import Results

INDEX: Final = "data/index.json"
MATRIX: Final = "data/matrix.json"
SCHEMA: Final = f"data/{published_schema.FILE}"


def documents(results: Results, libraries: tuple[Library, ...]) -> dict[str, bytes]:
    """Every document by its address, a path below the folder of the site; the same for the same results.

    Raises ``ResultsError``.
    """
    built = matrix.build(results)
    found = dict(_of_providers(built))
    for library in libraries:
        found[f"data/adapters/{library.name}.json"] = _adapter(library)
        found |= _badges(f"badges/adapters/{library.name}", badge.of_library(library))
    return found | {
        **_badges("badges/adapter", badge.of_results(results)),
        MATRIX: matrix.to_json(built),
        "data/matrix.csv": tabular.to_csv(built),
        "data/adapters.csv": tabular.adapters_to_csv(libraries),
        SCHEMA: published_schema.published(),
        INDEX: _json(index(built, libraries)),
    }


def index(built: Matrix, libraries: tuple[Library, ...]) -> Index:
    """What there is, by name."""
    titles = {column.provider: column.title for column in built.columns}
    return Index(
        adapter=built.adapter,
        providers=tuple(_entry("providers", name, title) for name, title in titles.items()),
        adapters=tuple(_entry("adapters", one.name, f"{one.name} {one.version}") for one in libraries),
    )


def _entry(kind: str, name: str, title: str) -> Entry:
    return Entry(name=name, title=title, document=f"data/{kind}/{name}.json", badge=f"badges/{kind}/{name}.svg")


def _of_providers(built: Matrix) -> Iterator[tuple[str, bytes]]:
    for name in dict.fromkeys(column.provider for column in built.columns):
        own = built.of(name)
        yield f"data/providers/{name}.json", matrix.to_json(own)
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
