"""The matrix for a terminal."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from conformance.judge.finding import in_words
from conformance.judge.result import Results
from conformance.judge.subject import TextFormat
from conformance.report.markdown import marked
from conformance.report.matrix import Cell, Column, Matrix, Verdict
from conformance.report.plural import counted

_FEW: Final = 6
_WIDEST: Final = "(✓)/✓ u"
_PART: Final = 3
"""The titles of capabilities take at most one part in this many of the screen's width."""
_BETWEEN: Final = 2
"""The number of characters between columns."""
_NAMED: Final = 3
_CAPABILITY: Final = "capability"
_LENT: Final = "By dialect (≈): nobody recorded it; the dialect's owner's cassettes, with the provider's quirks"
_KEY: Final = (
    "provider/adapter  (…) documented only  […] imported  ≈ by dialect only",
    "✓ pass  ✗ fail  ! warn  ? undecided  u unsupported  – nothing to judge",
    "x not expressible  ○ taken",
)
_IN_TEXT: Final = "Calls in text: what a format can say, as documented, and what the adapter reads"
_STYLES: Final[dict[Verdict, tuple[str, str]]] = {
    "pass": ("✓", "green"),
    "warn": ("!", "yellow"),
    "fail": ("✗", "red"),
    "unsupported": ("u", "yellow"),
    "undecided": ("?", "yellow"),
    "nothing": ("–", "dim"),
}


def tables(matrix: Matrix, width: int) -> Iterator[Table | Text]:
    """Yield tables that fit a screen of this width, in characters.

    Columns with cassettes get tables. Columns that are played by dialect get a line each if they are many.
    """
    spoken, in_text = matrix.spoken, matrix.in_text
    recorded, lent = spoken.only(recorded=True), spoken.only(recorded=False)
    if len(lent.columns) <= _FEW:
        recorded, lent = spoken, spoken.at(())
    yield Text(f"Adapter: {matrix.adapter}", style="italic")
    if recorded.columns:
        yield from _fitting(recorded, width)
        yield Text("\n".join(_key(recorded)), style="italic")
    if lent.columns:
        yield Text(_LENT, style="italic")
        yield lines(lent)
    if in_text.columns:
        yield Text(_IN_TEXT, style="italic")
        yield lines(in_text)


def _key(matrix: Matrix) -> Iterator[str]:
    yield from _KEY
    silent = [row.title for row in matrix.played if row not in matrix.shown]
    if silent:
        yield f"no evidence yet: {', '.join(silent)}"


def _fitting(matrix: Matrix, width: int) -> Iterator[Table]:
    """Yield tables of as many columns as fit the width, those of one dialect side by side."""
    titles = min(max(map(cell_len, [_CAPABILITY, *(row.title for row in matrix.shown)])), width // _PART)
    packs: list[list[int]] = [[]]
    left = room = width - titles
    for n, column in sorted(enumerate(matrix.columns), key=lambda item: matrix.dialects.index(item[1].dialect)):
        needed = max(map(cell_len, [*_title(column).split(), _WIDEST])) + _BETWEEN
        if packs[-1] and needed > left:
            packs.append([])
            left = room
        packs[-1].append(n)
        left -= needed
    for pack in packs:
        yield table(matrix.at(pack), titles)


def _title(column: Column) -> str:
    return f"{column.provider}\n{column.dialect.replace('_', chr(10))}"


def _empty() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))


def table(matrix: Matrix, titles: int) -> Table:
    """Return a table: capabilities down, providers across; a cell has the provider's verdict, then the adapter's.

    ``titles``: the maximum width of the capabilities' titles.
    """
    shown = _empty()
    shown.add_column(_CAPABILITY, max_width=titles)
    for column in matrix.columns:
        shown.add_column(_title(column), justify="center", no_wrap=True)
    for row in matrix.shown:
        shown.add_row(row.title, *(_cell(cell) for cell in row.cells))
    return shown


def lines(matrix: Matrix) -> Table:
    """Return a line for each column: the number of capabilities by verdict, and the names of those that fail."""
    shown = _empty()
    for title in ("provider", "dialect"):
        shown.add_column(title, no_wrap=True)
    for title in ("provider's answers", "adapter"):
        shown.add_column(title, overflow="fold")
    for n, column in enumerate(matrix.columns):
        cells = [(row.capability, row.cells[n]) for row in matrix.played]
        seen = [(name, cell.evidence.verdict) for name, cell in cells if cell.evidence]
        handled = [(name, cell.handled.verdict) for name, cell in cells if cell.handled]
        origin = "documented" if isinstance(column.subject, TextFormat) else "by-dialect"
        shown.add_row(column.provider, column.dialect, _counted(seen, origin), _counted(handled, "handled"))
    return shown


def _counted(verdicts: list[tuple[str, Verdict]], origin: str) -> Text:
    text = Text()
    for verdict, (mark, style) in _STYLES.items():
        names = [name for name, other in verdicts if other == verdict]
        if names:
            text.append(f"{'  ' if text else ''}{marked(mark, origin)} {len(names)}", style=style)
            listed = names[:_NAMED] if verdict != "pass" and len(names) < len(verdicts) else []
            more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
            text.append(f" {', '.join([*listed, *more])}" if listed else "", style="dim")
    return text


def _cell(cell: Cell) -> Text:
    if not cell.evidence or not cell.handled:
        return Text("" if cell.waiting else "○" if cell.accepted else "x" if cell.excluded else "", style="dim")
    mark, style = _STYLES[cell.evidence.verdict]
    text = Text(marked(mark, cell.evidence.origin), style=style)
    mark, style = _STYLES[cell.handled.verdict]
    text.append("/", style="dim").append(mark, style=style)
    return text.append(" u", style="yellow") if cell.handled.declined else text


def summary(results: Results) -> Iterator[str]:
    """Yield a summary of results in words; each result that makes the run red, with its first finding."""
    outcomes = Counter(result.outcome for result in results.results)
    known = sum(result.known is not None and result.outcome == "fail" for result in results.results)
    counts = ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
    total = counted(len(results.results), "result")
    yield f"{total}: {counts or 'none'}; known deviations among the failures: {known}."
    lent = sum(result.origin == "by-dialect" for result in results.results)
    if lent:
        yield f"By dialect: {counted(lent, 'result')}, about what providers are known to change, and nobody recorded."
    parts = [result for result in results.results if result.declined and result.outcome != "unsupported"]
    if parts:
        number = counted(len(parts), "result")
        yield f"About a part of a case: {number}; the adapter declined the rest ({parts[0].declined})."
    for folder, count in sorted(Counter(result.data for result in results.results if result.data).items()):
        yield f"Of cassettes in {folder}: {counted(count, 'result')}."
    for result in results.results:
        if result.red:
            finding = result.findings[0] if result.findings else None
            stale = f"does not fail, but is listed as: {result.known}"
            why = in_words([finding]) if finding and not result.is_stale else stale
            yield f"{result.outcome.upper()} {result.id}: {why}"
