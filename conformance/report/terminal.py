"""The matrix as tables in a terminal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from conformance.judge.finding import in_words
from conformance.judge.result import Results
from conformance.judge.wording import visible
from conformance.plural import counted
from conformance.report.mark import LEGEND, Kind, Marks, bare, kind, tally
from conformance.report.matrix import Column, Matrix

_FEW: Final = 6
_WIDEST: Final = "(✓)/≈✓¹⁰"
_PART: Final = 3
"""The width of the screen, divided by this number, is the maximum width of the capabilities' titles."""
_BETWEEN: Final = 2
"""The number of characters between columns."""
_NAMED: Final = 3
_UNKNOWN: Final = 8
"""The maximum number of capabilities with only unknown marks that are listed by name."""
_CAPABILITY: Final = "capability"
_LENT: Final = "These dialects have no recordings of their provider. The number of capabilities with each mark:"
_IN_TEXT: Final = "Calls in text, as the adapter reads them:"
_ADAPTER: Final = "The adapter's results for the providers with which not everything works:"
_STYLES: Final[dict[Kind, str]] = {
    "works": "green",
    "works-except": "yellow",
    "broken": "red",
    "unsupported": "dim",
    "unknown": "dim",
}


def tables(matrix: Matrix, width: int) -> Iterator[Table | Text]:
    """Yield tables that fit a screen. ``width``: the width of the screen in characters.

    Each provider's dialect with cassettes is a column. If many dialects are only inferred (by dialect), each of them is
    a line of a separate table instead. Text formats, and the marks of the adapter, follow in separate tables.
    """
    spoken, in_text = matrix.spoken, matrix.in_text
    recorded, lent = spoken.only(recorded=True), spoken.only(recorded=False)
    if len(lent.columns) <= _FEW:
        recorded, lent = spoken, spoken.at(())
    if recorded.columns:
        yield from _fitting(recorded, width)
        yield Text("\n".join(_key(recorded)), style="italic")
    if lent.columns:
        yield Text(_LENT, style="italic")
        yield lines(lent.columns, [_marks(lent, n) for n in range(len(lent.columns))])
    if in_text.columns:
        yield Text(_IN_TEXT, style="italic")
        yield lines(in_text.columns, [_marks(in_text, n) for n in range(len(in_text.columns))])
    yield from _adapter(spoken)


def _adapter(matrix: Matrix) -> Iterator[Table | Text]:
    """Yield the marks of the adapter: the number of each mark, and a line for each provider's dialect in which not
    everything works.
    """
    handled = [_handled(matrix, n) for n in range(len(matrix.columns))]
    counts = ", ".join(
        f"{shown} {number}" for shown, number in tally(marks for of_column in handled for _, marks in of_column).items()
    )
    yield Text(f"Adapter: {visible(matrix.adapter)}{counts and f', {counts}'}", style="italic")
    wrong = [n for n, of_column in enumerate(handled) if any(kind(marks.worst) != "works" for _, marks in of_column)]
    if wrong:
        yield Text(_ADAPTER, style="italic")
        yield lines([matrix.columns[n] for n in wrong], [handled[n] for n in wrong])


def _marks(matrix: Matrix, n: int) -> list[tuple[str, Marks]]:
    return [(row.capability, row.cells[n].marks) for row in matrix.played]


def _handled(matrix: Matrix, n: int) -> list[tuple[str, Marks]]:
    return [(row.capability, handled.marks) for row in matrix.played if (handled := row.cells[n].handled)]


def _key(matrix: Matrix) -> Iterator[str]:
    yield from LEGEND
    silent = [row.title for row in matrix.played if row not in matrix.shown]
    if silent:
        more = f" and {len(silent) - _UNKNOWN} more" if len(silent) > _UNKNOWN else ""
        yield f"unknown in every column: {', '.join(silent[:_UNKNOWN])}{more}"


def _fitting(matrix: Matrix, width: int) -> Iterator[Table]:
    """Yield the matrix as tables, each with as many columns as fit the width. Columns of a dialect are neighbours."""
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
    return f"{visible(column.provider)}\n{column.dialect.replace('_', chr(10))}"


def _empty() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))


def table(matrix: Matrix, titles: int) -> Table:
    """Return a table with a row for each known capability, and a column for each provider's dialect.

    ``titles``: the maximum width of the capabilities' titles.
    """
    shown = _empty()
    shown.add_column(_CAPABILITY, max_width=titles)
    for column in matrix.columns:
        shown.add_column(_title(column), justify="center", no_wrap=True)
    for row in matrix.shown:
        shown.add_row(row.title, *(_cell(cell.marks) for cell in row.cells))
    return shown


def lines(columns: Sequence[Column], cells: Sequence[list[tuple[str, Marks]]]) -> Table:
    """Return a table with a line for each column of the matrix: the number of capabilities by mark, and the names of a
    few capabilities that do not work, or do not work fully.
    """
    shown = _empty()
    for title in ("provider", "dialect"):
        shown.add_column(title, no_wrap=True)
    shown.add_column("capabilities", overflow="fold")
    for column, of_column in zip(columns, cells, strict=True):
        shown.add_row(visible(column.provider), visible(column.dialect), _counted(of_column))
    return shown


def _counted(cells: list[tuple[str, Marks]]) -> Text:
    text = Text()
    for shown, number in tally(marks for _, marks in cells).items():
        worst = [(name, marks.worst) for name, marks in cells if bare(marks.worst) == shown]
        of_kind = kind(worst[0][1])
        text.append(f"{'  ' if text else ''}{shown} {number}", style=_STYLES[of_kind])
        if of_kind in ("broken", "works-except", "unsupported"):
            more = [f"{number - _NAMED} more"] if number > _NAMED else []
            text.append(f" {', '.join([*(name for name, _ in worst[:_NAMED]), *more])}", style="dim")
    return text


def _cell(marks: Marks) -> Text:
    text = Text()
    for shown in marks.shown:
        text.append("/" if text else "", style="dim").append(bare(shown), style=_STYLES[kind(shown)])
    return text.append(marks.sign.removeprefix(marks.bare), style="dim")


def summary(results: Results) -> Iterator[str]:
    """Yield a summary of results as text. Then yield each result that makes the run fail, with its first finding."""
    outcomes = Counter(result.outcome for result in results.results)
    known = sum(result.known is not None and result.outcome == "fail" for result in results.results)
    counts = ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
    total = counted(len(results.results), "result")
    yield f"{total}: {counts or 'none'}; known deviations among the failures: {known}."
    lent = sum(result.origin == "by-dialect" for result in results.results)
    if lent:
        yield (
            f"Not recorded: {counted(lent, 'result')}, inferred from the cassettes of each dialect's owner and the "
            f"known differences."
        )
    parts = [result for result in results.results if result.declined and result.outcome != "unsupported"]
    if parts:
        number = counted(len(parts), "result")
        why = visible(parts[0].declined or "")
        yield f"{number} judged only in part: the adapter declined the rest (the first reason: {why})."
    for folder, count in sorted(Counter(result.data for result in results.results if result.data).items()):
        yield f"The cassettes in {folder} have {counted(count, 'result')}."
    for result in results.results:
        if result.red:
            finding = result.findings[0] if result.findings else None
            stale = f"does not fail, but is listed as a known deviation: {result.known}"
            why = in_words([finding]) if finding and not result.is_stale else stale
            yield visible(f"{result.outcome.upper()} {result.id}: {why}")
