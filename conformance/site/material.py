"""What the site is made of: results, the matrix of them, what libraries did, and what both did before."""

from collections import defaultdict
from functools import cached_property
from pathlib import Path

import msgspec

from conformance import scenarios
from conformance.judge.result import Result, Results
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import TEXT
from conformance.report import adapters, changes, matrix, results
from conformance.report.adapters import Judged, Library
from conformance.report.changes import LibraryChanges
from conformance.report.matrix import Cell, Matrix
from conformance.report.results import ResultsError
from conformance.report.under_test import under_test
from conformance.site import cells
from conformance.site.cells import ShownCell


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where the material is read from."""

    results: Path
    libraries: Path
    """The folder with a file for each library, and earlier versions below; nothing where it is not there."""
    before: Path | None = None
    """Earlier results of the same adapter."""
    repository: str | None = None
    """Where issues are opened, without a slash at the end."""
    has_docs: bool = False
    """Whether the documentation stands beside the site, in ``docs/``."""


class Material:
    """All that pages are made of. Raises ``ResultsError`` for files that are none."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.results: Results = results.read(origin.results)
        self.before: Results | None = results.read(origin.before) if origin.before else None
        if self.before and self.before.adapter != self.results.adapter:
            raise ResultsError(
                f"{origin.before}: results of {self.before.adapter!r}, and {origin.results} has those of "
                f"{self.results.adapter!r}: two results of the same adapter are compared"
            )
        self.matrix: Matrix = matrix.build(self.results)
        for name in self.judged:
            if name.scenario not in scenarios.names():
                raise ResultsError(
                    f"{origin.results}: no scenario is called {name.scenario!r} here; if it is of data of your own, "
                    f"name their folder with --data"
                )
        self.libraries: tuple[Library, ...] = adapters.read(origin.libraries)
        self.earlier: tuple[Library, ...] = adapters.read_earlier(origin.libraries)

    @cached_property
    def judged(self) -> dict[CassetteName, tuple[Result, ...]]:
        """The results of all that was played, in order: of each cassette, and of each scenario in a text format."""
        found: dict[CassetteName, list[Result]] = defaultdict(list)
        for result in self.results.results:
            found[CassetteName(result.provider, result.dialect, result.scenario, result.mode)].append(result)
        return {name: tuple(found[name]) for name in sorted(found)}

    @cached_property
    def cases(self) -> dict[CassetteName, tuple[Result, ...]]:
        """The results of each cassette."""
        return {name: judged for name, judged in self.judged.items() if name.provider != TEXT}

    @cached_property
    def of_cell(self) -> dict[tuple[str, str, str], tuple[CassetteName, ...]]:
        """What is behind each cell: provider, dialect, capability."""
        found: dict[tuple[str, str, str], list[CassetteName]] = defaultdict(list)
        for name, judged in self.judged.items():
            found[name.provider, name.dialect, judged[0].capability].append(name)
        return {key: tuple(names) for key, names in found.items()}

    @cached_property
    def under_test(self) -> tuple[Judged, ...]:
        """What the adapter under test did with what has cassettes of its own, as libraries are told of."""
        return under_test(self.results)

    @cached_property
    def of_libraries(self) -> dict[tuple[str, str], tuple[tuple[Library, Judged], ...]]:
        """What libraries did with each provider's dialect."""
        found: dict[tuple[str, str], list[tuple[Library, Judged]]] = defaultdict(list)
        for library in self.libraries:
            for one in library.judged:
                found[one.provider, one.dialect].append((library, one))
        return {key: tuple(those) for key, those in found.items()}

    @cached_property
    def changed(self) -> tuple[LibraryChanges, ...]:
        """What is otherwise in the newest versions of libraries than in the earlier ones that are kept."""
        return changes.of_libraries(self.libraries, self.earlier)

    def shown(self, cell: Cell) -> ShownCell:
        """A cell of the matrix as it is shown."""
        return cells.shown(cell, self._known)

    @cached_property
    def _known(self) -> frozenset[str]:
        """The ids of the results that are known deviations."""
        return frozenset(result.id for result in self.results.results if result.known is not None)

    @cached_property
    def outdated(self) -> frozenset[tuple[str, str, str]]:
        """Which results of libraries rest on what has changed since: library, provider, dialect."""
        return frozenset(
            (library.name, one.provider, one.dialect)
            for library in self.libraries
            for one in library.judged
            if not one.is_current
        )

    def reasons(self, cases: tuple[CassetteName, ...]) -> dict[str, str]:
        """The checks that the provider's answers did not pass, each with why that is known, or what it found first."""
        return {
            one.check: one.known or (one.findings[0].said if one.findings else "")
            for name in cases
            for one in reversed(self.judged[name])
            if one.subject == "provider" and one.outcome not in ("pass", "not-applicable")
        }
