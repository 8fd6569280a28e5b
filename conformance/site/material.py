"""The material of the site: results, their matrix, verdicts on libraries, and earlier results and verdicts.

A column of the matrix is a subject (a provider's dialect or a text format), and a row is a capability. A cell has a
mark for plain and a mark for streamed answers. Each mark shows how well the capability works.
"""

from collections import defaultdict
from functools import cached_property
from pathlib import Path

import msgspec

from conformance import scenarios
from conformance.judge.result import Result, Results
from conformance.judge.subject import Dialect, Subject
from conformance.recording.cassette import CassetteName
from conformance.report import adapters, cause_notes, changes, matrix, results
from conformance.report.adapters import Judged, Library, summarise_all
from conformance.report.cause_notes import CauseNotes
from conformance.report.changes import LibraryChanges
from conformance.report.matrix import Cell, Matrix
from conformance.report.results import ResultsError
from conformance.site import cells
from conformance.site.cells import ShownCell


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """The paths from which the material is read, and the options of the site."""

    results: Path
    libraries: Path
    """The folder with a file for each library, and a subfolder of earlier versions. A missing folder means no
    libraries."""
    before: Path | None = None
    """The file with earlier results of the same adapter, or None."""
    repository: str | None = None
    """The address of the repository, below which issues are opened, without a slash at the end."""
    address: str | None = None
    """The address of the published site, without a slash at the end."""
    has_docs: bool = False
    """True if the site's folder has the documentation, in ``docs/``."""


class Material:
    """The results, verdicts and options from which all pages are made. Raises ``ResultsError`` and ``DataError`` for
    invalid files.
    """

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.results: Results = results.read(origin.results)
        self.before: Results | None = results.read(origin.before) if origin.before else None
        if self.before and self.before.adapter != self.results.adapter:
            raise ResultsError(
                f"{origin.before}: expected results of {self.results.adapter!r}, as in {origin.results}, "
                f"got results of {self.before.adapter!r}"
            )
        self.matrix: Matrix = matrix.build(self.results)
        for name in self.judged:
            if name.scenario not in scenarios.names():
                raise ResultsError(
                    f"{origin.results}: unknown scenario: {name.scenario!r}; if the scenario is part of your "
                    f"own data, name the folder of the data with --data"
                )
        self.libraries: tuple[Library, ...] = adapters.read(origin.libraries)
        self.earlier: tuple[Library, ...] = adapters.read_earlier(origin.libraries)
        self.notes: dict[str, CauseNotes] = cause_notes.read(origin.libraries)

    @cached_property
    def judged(self) -> dict[CassetteName, tuple[Result, ...]]:
        """The results of all played cases, sorted by case: cases of providers, and cases in text formats."""
        found: dict[CassetteName, list[Result]] = defaultdict(list)
        for result in self.results.results:
            found[CassetteName(result.provider, result.dialect, result.scenario, result.mode)].append(result)
        return {name: tuple(found[name]) for name in sorted(found)}

    @cached_property
    def cases(self) -> dict[CassetteName, tuple[Result, ...]]:
        """The results of each case of a provider, by the name of its cassette. Cases in text formats are left out."""
        return {name: judged for name, judged in self.judged.items() if isinstance(name.subject, Dialect)}

    @cached_property
    def of_cell(self) -> dict[tuple[Subject, str], tuple[CassetteName, ...]]:
        """The cases on which each cell is based, by subject and capability."""
        found: dict[tuple[Subject, str], list[CassetteName]] = defaultdict(list)
        for name, judged in self.judged.items():
            found[name.subject, judged[0].capability].append(name)
        return {key: tuple(names) for key, names in found.items()}

    @cached_property
    def under_test(self) -> tuple[Judged, ...]:
        """The verdicts on the adapter under test, in the same form as the verdicts on a library."""
        return summarise_all(self.results)

    @cached_property
    def of_libraries(self) -> dict[Subject, tuple[tuple[Library, Judged], ...]]:
        """The verdicts on libraries, by subject."""
        found: dict[Subject, list[tuple[Library, Judged]]] = defaultdict(list)
        for library in self.libraries:
            for judged in library.judged:
                found[judged.subject].append((library, judged))
        return {key: tuple(entries) for key, entries in found.items()}

    @cached_property
    def changed(self) -> tuple[LibraryChanges, ...]:
        """The changes between each earlier version of a library and the library's newest version."""
        return changes.of_libraries(self.libraries, self.earlier)

    @cached_property
    def cell_of(self) -> dict[tuple[Subject, str], Cell]:
        """The cells of the matrix, by subject and capability."""
        return {
            (column.subject, row.capability): cell
            for row in self.matrix.rows
            for column, cell in zip(self.matrix.columns, row.cells, strict=True)
        }

    def shown(self, cell: Cell) -> ShownCell:
        """Return a cell of the matrix in the form in which pages show it."""
        return cells.shown(cell)

    @cached_property
    def outdated(self) -> frozenset[tuple[str, Subject]]:
        """The outdated verdicts, by library and subject. The scenarios, claims or cassettes of these verdicts have
        changed.
        """
        return frozenset(
            (library.name, judged.subject)
            for library in self.libraries
            for judged in library.judged
            if not judged.is_current
        )

    def reasons(self, cases: tuple[CassetteName, ...]) -> dict[str, str]:
        """Return the reason for each check that the provider's answers did not pass, by the name of the check.

        For a known failure, it is the reason in the list of known deviations. For any other failure, it is the check's
        first finding.
        """
        return {
            result.check: result.known or (result.findings[0].line if result.findings else "")
            for name in cases
            for result in reversed(self.judged[name])
            if result.party == "provider" and result.outcome not in ("pass", "not-applicable")
        }
