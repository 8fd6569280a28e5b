"""The matrix for a terminal."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.table import Table
from rich.text import Text

from conformance.report.markdown import marked
from conformance.report.matrix import Cell, Matrix, Verdict
from conformance.report.results import Results

_FEW: Final = 6
_STYLES: Final[dict[Verdict, tuple[str, str]]] = {
    "pass": ("✓", "green"),
    "warn": ("!", "yellow"),
    "fail": ("✗", "red"),
    "unsupported": ("u", "yellow"),
    "undecided": ("?", "yellow"),
    "nothing": ("–", "dim"),
}


def tables(matrix: Matrix) -> Iterator[Table]:
    """What has cassettes, as a table of cells; what is played by dialect a line each, where there are many."""
    recorded, lent = matrix.only(recorded=True), matrix.only(recorded=False)
    if len(lent.columns) <= _FEW:
        yield table(matrix)
        return
    if recorded.columns:
        yield table(recorded)
    yield lines(lent)


def table(matrix: Matrix) -> Table:
    """Capabilities down, providers across; a cell has the evidence's origin and verdict, then the adapter's."""
    shown = Table(
        title=Text(f"Adapter: {matrix.adapter}"),
        caption="provider / adapter; (…): documented only; […]: imported; ≈: by dialect only\n"
        "✓ pass  ✗ fail  ! warn  u unsupported  "
        "? undecided  – nothing to judge  x not expressible  ○ taken",
    )
    shown.add_column("capability", no_wrap=True)
    for column in matrix.columns:
        title = f"{column.provider}\n{column.dialect.replace('_', chr(10))}"
        shown.add_column(title, justify="center", overflow="fold")
    for row in matrix.played:
        shown.add_row(row.title, *(_cell(cell) for cell in row.cells))
    return shown


def lines(matrix: Matrix) -> Table:
    """A line for each provider that is played by dialect: so many capabilities of each verdict, and those that fail."""
    shown = Table(
        title=Text(f"By dialect, adapter: {matrix.adapter}"),
        caption="≈: nobody recorded it; the dialect's owner's cassettes, with the provider's quirks",
    )
    for title in ("provider", "dialect", "provider's answers", "adapter"):
        shown.add_column(title, overflow="fold")
    for n, column in enumerate(matrix.columns):
        cells = [(row.capability, row.cells[n]) for row in matrix.played]
        seen = [(name, cell.evidence.verdict) for name, cell in cells if cell.evidence]
        handled = [(name, cell.handled.verdict) for name, cell in cells if cell.handled]
        shown.add_row(column.provider, column.dialect, _counted(seen, "≈"), _counted(handled, ""))
    return shown


def _counted(verdicts: list[tuple[str, Verdict]], weak: str) -> Text:
    text = Text()
    for verdict, (mark, style) in _STYLES.items():
        named = [name for name, one in verdicts if one == verdict]
        if named:
            text.append(f"{'  ' if text else ''}{weak}{mark} {len(named)}", style=style)
            few = verdict != "pass" and len(named) < len(verdicts)
            text.append(f" {', '.join(named)}" if few else "", style="dim")
    return text


def _cell(cell: Cell) -> Text:
    if not cell.evidence or not cell.handled:
        return Text("" if cell.waiting else "○" if cell.accepted else "x" if cell.excluded else "", style="dim")
    mark, style = _STYLES[cell.evidence.verdict]
    text = Text(marked(mark, cell.evidence.origin), style=style)
    mark, style = _STYLES[cell.handled.verdict]
    text.append(" / ", style="dim").append(mark, style=style)
    return text.append(" u", style="yellow") if cell.handled.declined else text


def summary(results: Results) -> Iterator[str]:
    """What was judged, in words; each surprise with its first finding."""
    outcomes = Counter(result.outcome for result in results.results)
    known = sum(result.known is not None and result.outcome == "fail" for result in results.results)
    counted = ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
    yield f"{len(results.results)} results: {counted or 'none'}; {known} of the failures are known deviations."
    lent = sum(result.origin == "by-dialect" for result in results.results)
    if lent:
        yield f"{lent} of them are by dialect: about what providers are known to change, and nobody recorded."
    parts = [result for result in results.results if result.declined and result.outcome != "unsupported"]
    if parts:
        yield f"{len(parts)} of them are about a part of a case: the adapter declined the rest ({parts[0].declined})."
    for folder, number in sorted(Counter(result.data for result in results.results if result.data).items()):
        yield f"{number} of them are of cassettes in {folder}."
    for result in results.results:
        if result.red:
            finding = result.findings[0] if result.findings else None
            why = finding.said if finding else f"passes, but is listed as: {result.known}"
            yield f"{result.outcome.upper()} {result.id}: {why}"
