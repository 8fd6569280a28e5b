"""``conformance matrix``: turn results into the matrix or a badge."""

from pathlib import Path
from typing import Annotated, Final

import typer

from conformance.cli import overlay, screen
from conformance.cli.formats import Form
from conformance.cli.output import check_apart, fail, give, writable
from conformance.judge.exit_codes import Exit
from conformance.judge.result import Results
from conformance.report import badge, markdown, tabular
from conformance.report import matrix as matrices
from conformance.report.explanation.verdicts import committed
from conformance.report.matrix import Matrix
from conformance.report.results import ResultsError, UnknownSubject, read
from conformance.report.terminal import summary

_USUAL: Final = Path("conformance-results/results.json")
_OURS: Final = "This is the matrix of the project's own reports. For your own matrix, first use 'conformance run'."


def matrix(
    results: Annotated[
        Path | None,
        typer.Argument(
            help=f"A results.json that 'conformance run' wrote. By default {_USUAL}. Without that file, the command "
            f"shows the matrix of the project's own reports.",
            show_default=False,
        ),
    ] = None,
    format: Annotated[  # noqa: A002
        Form,
        typer.Option(help="A form of the matrix, or a badge of the adapter: JSON for shields.io, or an SVG picture."),
    ] = Form.text,
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Show results as a matrix of providers and capabilities. It has a column for each provider and a row for each
    capability.

    Each cell names its evidence. The text form is as wide as the screen. The badge counts, for each provider's dialect,
    the capabilities that the adapter handles correctly. Only recorded and documented cassettes count. A declined
    capability does not count as correct.

    Exit code 5: the file has no results; 6: the file is not a results file.
    """
    overlay.use(data)

    check_apart({"--output": output}, [results or _USUAL])
    built, ran = _ours() if results is None and not _USUAL.exists() else _of(results or _USUAL)
    match format:
        case Form.text:
            screen.show(built, summary(ran) if ran else [_OURS], output)
        case Form.json:
            give(matrices.to_json(built).decode(), output)
        case Form.markdown:
            give(markdown.to_markdown(built), output)
        case Form.csv:
            give(tabular.to_csv(built).decode(), output)
        case Form.badge | Form.svg if ran is None:
            fail(f"a badge needs your own results: 'conformance run' writes {_USUAL}", Exit.USAGE)
        case Form.badge:
            give(badge.to_json(badge.of_results(ran)).decode(), output)
        case Form.svg:
            give(badge.to_svg(badge.of_results(ran)).decode(), output)
    if ran and not ran.results:
        raise typer.Exit(Exit.NOTHING_JUDGED)


def _of(results: Path) -> tuple[Matrix, Results | None]:
    """Return the matrix of a results file, and the results. A file that cannot be read ends the command."""
    try:
        ran = read(results)
        return matrices.build(ran), ran
    except UnknownSubject as error:
        fail(f"{results}: {error}", Exit.UNREADABLE)
    except ResultsError as error:
        fail(f"{error} ('conformance run' writes it)", Exit.UNREADABLE)


def _ours() -> tuple[Matrix, Results | None]:
    """Return the matrix of the project's own reports. The second value is None, because these reports have no
    results.
    """
    try:
        ours = committed()
    except ResultsError as error:
        fail(str(error), Exit.UNREADABLE)
    if ours is None:
        fail(f"{_USUAL}: No such file or directory ('conformance run' writes it)", Exit.UNREADABLE)
    return ours, None
