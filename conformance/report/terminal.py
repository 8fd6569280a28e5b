"""The matrix for a terminal."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.table import Table
from rich.text import Text

from conformance.report.matrix import Cell, Matrix
from conformance.report.results import Results

_STYLES: Final = {
    "pass": ("✓", "green"),
    "warn": ("!", "yellow"),
    "fail": ("✗", "red"),
    "unsupported": ("u", "yellow"),
    "undecided": ("?", "yellow"),
    "nothing": ("–", "dim"),
}


def table(matrix: Matrix) -> Table:
    """Capabilities down, providers across; a cell has the evidence's origin and verdict, then the adapter's."""
    shown = Table(
        title=Text(f"Adapter: {matrix.adapter}"),
        caption="provider / adapter; (…): documented only\n✓ pass  ✗ fail  ! warn  u unsupported  "
        "? undecided  – nothing to judge  x not expressible  ○ taken",
    )
    shown.add_column("capability", no_wrap=True)
    for column in matrix.columns:
        title = f"{column.provider}\n{column.dialect.replace('_', chr(10))}"
        shown.add_column(title, justify="center", overflow="fold")
    for row in matrix.played:
        shown.add_row(row.title, *(_cell(cell) for cell in row.cells))
    return shown


def _cell(cell: Cell) -> Text:
    if not cell.evidence or not cell.handled:
        return Text("" if cell.waiting else "○" if cell.accepted else "x" if cell.excluded else "", style="dim")
    mark, style = _STYLES[cell.evidence.verdict]
    text = Text(f"({mark})" if cell.evidence.origin == "documented" else mark, style=style)
    mark, style = _STYLES[cell.handled.verdict]
    text.append(" / ", style="dim").append(mark, style=style)
    return text.append(" u", style="yellow") if cell.handled.declined else text


def summary(results: Results) -> Iterator[str]:
    """What was judged, in words; each surprise with its first finding."""
    outcomes = Counter(result.outcome for result in results.results)
    known = sum(result.known is not None and result.outcome == "fail" for result in results.results)
    counted = ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
    yield f"{len(results.results)} results: {counted or 'none'}; {known} of the failures are known deviations."
    parts = [result for result in results.results if result.declined and result.outcome != "unsupported"]
    if parts:
        yield f"{len(parts)} of them are about a part of a case: the adapter declined the rest ({parts[0].declined})."
    for result in results.results:
        if result.red:
            finding = result.findings[0] if result.findings else None
            why = finding.said if finding else f"passes, but is listed as: {result.known}"
            yield f"{result.outcome.upper()} {result.id}: {why}"
