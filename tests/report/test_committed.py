"""Tests that every file in ``reports/`` is generated, is a kept result, or is text about kept results."""

from pathlib import Path
from typing import Final

import msgspec
import pytest

from conformance.report import adapters, changes, markdown, servers
from conformance.report.adapters import Library
from conformance.report.canonical import to_json
from conformance.report.matrix import Matrix
from conformance.report.servers import Server

ROOT: Final = Path(__file__).resolve().parents[2]
REPORTS: Final = ROOT / "reports"
LIBRARIES: Final = sorted((REPORTS / "adapters").glob("*.json"))
EARLIER: Final = sorted((REPORTS / "adapters" / adapters.EARLIER).iterdir())
SERVERS: Final = sorted((REPORTS / "probes").glob("*.json"))


def test_every_report_is_made_again_in_ci() -> None:
    made = (ROOT / "tools" / "regenerate.py").read_text(encoding="utf-8")
    loose = [path.name for path in REPORTS.iterdir() if path.is_file() and f'"reports" / "{path.name}"' not in made]
    assert loose == []
    assert "tests/doors" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    checked = (ROOT / "tests" / "doors" / "site" / "test_reports.py").read_text(encoding="utf-8")
    assert '"tools/regenerate.py", "--check"' in checked


@pytest.mark.parametrize("path", [*LIBRARIES, *EARLIER], ids=lambda path: path.stem)
def test_what_a_library_did_is_kept_with_date_versions_and_digests(path: Path) -> None:
    library = msgspec.json.decode(path.read_bytes(), type=Library)
    assert path.name == f"{library.name}@{library.version}.json"
    assert path.read_text(encoding="utf-8") == to_json(library)
    assert library.date
    assert library.version in library.installed.values() or not library.installed
    assert all(judged.scenarios and judged.cassettes for judged in library.judged)


@pytest.mark.parametrize("path", SERVERS, ids=lambda path: path.stem)
def test_what_a_server_did_is_kept_with_date_version_and_digests(path: Path) -> None:
    server = msgspec.json.decode(path.read_bytes(), type=Server)
    assert path.name == f"{server.name}.json"
    assert path.read_text(encoding="utf-8") == to_json(server)
    assert any(mark.isdigit() for mark in server.server)
    assert all((server.date, server.weights, *(probed.asked for probed in server.probed)))


def test_notes_are_of_what_is_kept() -> None:
    versions = {library.name: library.version for library in adapters.read(REPORTS / "adapters")}
    for path in (REPORTS / "adapters").glob("*.md"):
        assert versions[path.stem] in path.read_text(encoding="utf-8").partition("\n")[0]
    names = {path.name for path in (REPORTS / "adapters").iterdir() if path.is_file()} - {
        path.name for path in LIBRARIES
    }
    assert names == {f"{name}.md" for name in versions if f"{name}.md" in names}


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_an_earlier_version_names_what_each_case_rests_on_and_can_be_held_against_the_newest(path: Path) -> None:
    earlier = msgspec.json.decode(path.read_bytes(), type=Library)
    (newest,) = (library for library in adapters.read(REPORTS / "adapters") if library.name == earlier.name)
    assert newest.version != earlier.version
    assert earlier.by
    assert all(dialect.cases and dialect.cases.keys() == dialect.rests.keys() for dialect in earlier.judged)
    comparison = changes.of_library(earlier, newest)
    assert comparison.compared + sum(map(len, comparison.incomparable.values())) == len(
        {
            (dialect.provider, dialect.dialect, case)
            for library in (earlier, newest)
            for dialect in library.judged
            for case in dialect.cases
        }
    )


def test_the_overviews_speak_of_the_newest_versions_alone() -> None:
    page = (REPORTS / "adapters.md").read_text(encoding="utf-8")
    for library in adapters.read_earlier(REPORTS / "adapters"):
        assert f"| {library.name} | {library.version} |" not in page


def test_the_page_marks_what_is_outdated() -> None:
    libraries = adapters.read(REPORTS / "adapters")
    outdated = sum(not dialect.is_current for library in libraries for dialect in library.judged)
    assert markdown.to_adapters(libraries, frozenset()).count("(outdated)") == outdated
    kept = servers.read(REPORTS / "probes")
    stale = sum(not server.is_current(probe) for server in kept for probe in server.probed)
    assert markdown.to_servers(kept).count("**Outdated**") == stale


def test_the_matrix_names_the_evidence_of_every_verdict() -> None:
    matrix = msgspec.json.decode((REPORTS / "matrix.json").read_bytes(), type=Matrix)
    cells = [cell for row in matrix.rows for cell in row.cells]
    assert all(cell.evidence.date for cell in cells if cell.evidence)
    assert all(cell.evidence.models for row in matrix.spoken.rows for cell in row.cells if cell.evidence)
    assert all(cell.declared.source and cell.declared.retrieved for cell in cells if cell.declared)
    assert all(cell.evidence for cell in cells if cell.handled)
