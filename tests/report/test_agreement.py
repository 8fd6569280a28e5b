"""Tests that the matrix page, the terminal, markdown, CSV, JSON and the site show the same mark for each cell."""

import csv
import html
import json
import re
from io import StringIO
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from rich.console import Console

from conformance.judge.finding import Finding
from conformance.judge.result import Result, Results
from conformance.report import adapters, chooser, markdown, matrix, results, tabular
from conformance.report.mark import Marks, kind
from conformance.report.matrix import Matrix
from conformance.report.terminal import table
from conformance.site.building import rendered
from conformance.site.material import Material, Origin
from conformance.site.pages import libraries as libraries_page
from conformance.site.pages import matrix as matrix_page

ROOT: Final = Path(__file__).resolve().parents[2]
SIGN: Final = re.compile(r"[✓±✗–?°()≈/⁰¹²³⁴⁵⁶⁷⁸⁹]+")


def result(provider: str, dialect: str, scenario: str, capability: str, outcome: str, **changes: Any) -> Result:
    given: dict[str, Any] = {
        "id": f"{provider}/{dialect}/{scenario}/{changes.get('mode', 'plain')}/predicates", "provider": provider,
        "dialect": dialect, "scenario": scenario, "mode": "plain", "check": "predicates", "capability": capability,
        "party": "provider", "adapter": "some", "outcome": outcome, "origin": "recorded", "date": "2026-01-02",
        "models": ("m",),
        "findings": (Finding(path="", message="no", effect="form" if outcome == "warn" else "call"),)
        if outcome in ("fail", "warn") else (),
    }  # fmt: skip
    return Result(**(given | changes))


SOME: Final = Results(
    adapter="some",
    results=(
        result("openai", "openai_chat", "call-single", "single-call", "pass"),
        result("openai", "openai_chat", "call-single", "single-call", "fail", mode="stream"),
        result("openai", "openai_chat", "call-big-numbers", "exact-numbers", "warn"),
        result("llamacpp", "openai_chat", "call-single", "single-call", "fail"),
        result("llamacpp", "openai_chat", "call-parallel", "parallel-calls", "pass"),
        result("llamacpp", "openai_chat", "call-parallel-same-tool", "parallel-calls", "fail"),
        result("llamacpp", "openai_chat", "choice-none", "choice-none", "not-observed"),
        result("zai", "openai_chat", "call-single", "single-call", "pass", origin="by-dialect"),
        result("gemini", "gemini_generate", "call-big-numbers", "exact-numbers", "fail", origin="documented"),
    ),
)  # fmt: skip


def small() -> Matrix:
    return matrix.build(SOME)


def committed() -> Matrix:
    return msgspec.json.decode((ROOT / "reports" / "matrix.json").read_bytes(), type=Matrix)


def signs(built: Matrix) -> dict[tuple[str, str, str], str]:
    """Return the sign of each cell, by provider, dialect and capability."""
    return {
        (column.provider, column.dialect, row.capability): cell.marks.sign
        for row in built.rows
        for column, cell in zip(built.columns, row.cells, strict=True)
    }


MATRICES: Final = pytest.mark.parametrize("built", [small(), committed()], ids=["small", "committed"])


@MATRICES
def test_json(built: Matrix) -> None:
    document = json.loads(matrix.to_json(built))
    assert document["format"] == 2
    for row, shown in zip(built.rows, document["rows"], strict=True):
        for cell, entry in zip(row.cells, shown["cells"], strict=True):
            marks = {mode: mark["mark"] for mode, mark in entry.get("marks", {}).items()}
            assert ("marks" in entry) == bool(marks)
            assert marks == {mode: kind(mark) for mode, mark in cell.marks.modes.items()}


@MATRICES
def test_csv(built: Matrix) -> None:
    lines = {
        (line["provider"], line["dialect"], line["capability"]): line
        for line in csv.DictReader(StringIO(tabular.to_csv(built).decode()))
    }
    for row in built.rows:
        for column, cell in zip(built.columns, row.cells, strict=True):
            line = lines.get((column.provider, column.dialect, row.capability))
            assert (line is not None) == cell.is_known
            for mode, mark in cell.marks.modes.items() if line else ():
                assert (line or {})[mode] == kind(mark)
                assert (line or {})[f"{mode}_evidence"] == (mark.evidence or "")
                assert len((line or {})[f"{mode}_reasons"]) >= len("; ".join(mark.reasons))


@MATRICES
def test_markdown(built: Matrix) -> None:
    page = markdown.to_markdown(built).partition("\n## Reasons")[0]
    found = signs(built)
    for dialect in built.spoken.dialects:
        lines = page.partition(f"\n## {dialect}\n")[2].partition("\n## ")[0].strip().splitlines()
        columns = built.spoken.speaking(dialect).columns
        shown = [[cell.strip() for cell in line.split("|")[2:-1]] for line in lines[2:]]
        rows = built.spoken.speaking(dialect).rows
        assert shown == [[found[column.provider, column.dialect, row.capability] for column in columns] for row in rows]


@MATRICES
def test_terminal(built: Matrix) -> None:
    own = built.spoken.only(recorded=True)
    console = Console(width=400)
    with console.capture() as captured:
        console.print(table(own, 60))
    lines = captured.get().splitlines()
    for row in own.shown:
        (line,) = [line for line in lines if line.startswith(f"{row.title} ")]
        assert SIGN.findall(line.removeprefix(row.title)) == [cell.marks.sign for cell in row.cells if cell.marks.modes]


def test_the_table_of_well_known_providers() -> None:
    page = (ROOT / "docs/start/read-the-matrix.md").read_text(encoding="utf-8")
    lines = page.partition("<!-- matrix -->\n")[2].partition("\n\n")[0].splitlines()
    built = committed()
    rows = chooser.rows(built)
    found = signs(built)
    assert len(lines) == len(rows) + 2
    for line, row in zip(lines[2:], rows, strict=True):
        shown = dict(zip(chooser.QUESTIONS, [cell.strip() for cell in line.split("|")[2:-1]], strict=True))
        column = row.column
        for question, capability in chooser.QUESTIONS.items():
            if question != "streamed call":
                assert shown[question] == found[column.provider, column.dialect, capability]
        n = built.columns.index(column)
        (cell,) = [entry.cells[n] for entry in built.rows if entry.capability == chooser.QUESTIONS["streamed call"]]
        assert shown["streamed call"] == Marks(stream=cell.marks.stream).sign


def shown_cells(page: bytes) -> list[list[str]]:
    """Return the text of each cell of the grid, by row."""
    grid = page.decode().partition('id="matrix"')[2].partition("</table>")[0].partition("<tbody")[2]
    return [
        [
            html.unescape(re.sub(r"<sup>.*?</sup>|<u>.*?</u>|<[^>]+>", "", cell)).strip()
            for cell in re.split(r"<td[^>]*>", row)[1:]
        ]
        for row in grid.split("<tr")[1:]
        if "data-c" in row
    ]


def material(tmp_path: Path) -> Material:
    (tmp_path / "results.json").write_bytes(results.write(SOME))
    return Material(Origin(results=tmp_path / "results.json", libraries=ROOT / "reports" / "adapters"))


def test_the_site(tmp_path: Path) -> None:
    made = material(tmp_path)
    (making,) = matrix_page.pages(made)
    page = making()
    found = [
        [str(value) if (value := cell.declared and cell.declared.value) else cell.marks.bare for cell in cells]
        for cells in (
            [row.cells[made.matrix.spoken.columns.index(column)] for column in page.variables["columns"]]
            for row in made.matrix.spoken.rows
        )
    ]
    assert shown_cells(rendered(page, made)) == found


def test_the_site_and_the_pages_of_libraries(tmp_path: Path) -> None:
    made = material(tmp_path)
    (making,) = libraries_page.pages(made)
    page = making()
    found = [
        [cell.bare if cell else "" for cell in cells]
        for shown in page.variables["tables"]
        for *_, cells in shown["rows"]
    ]
    assert shown_cells(rendered(page, made)) == found
    names = page.variables["names"]
    marks = {
        (library.name, str(judged.subject), capability): cell.sign
        for library in made.libraries
        for judged in library.judged
        for capability, cell in judged.marks.items()
    }
    for shown in page.variables["tables"]:
        for capability, _, cells in shown["rows"]:
            for name, cell in zip(names, cells, strict=True):
                key = (name, f"{shown['provider']}/{shown['dialect']}", capability)
                assert name == "some" or (cell.sign if cell else None) == marks.get(key)


def test_markdown_and_csv_of_libraries() -> None:
    kept = adapters.read(ROOT / "reports" / "adapters")
    page = markdown.to_adapters(kept, frozenset())
    for shown in adapters.tables(kept):
        heading = f"\n## {shown.provider}, {shown.dialect.replace('_', ' ')}\n"
        lines = page.partition(heading)[2].partition("\n## ")[0].strip().splitlines()[2 : 2 + len(shown.rows)]
        assert [[cell.strip() for cell in line.split("|")[2:-1]] for line in lines] == [
            [cell.sign if cell else "" for cell in row.cells] for row in shown.rows
        ]
