"""``conformance matrix``: results to a matrix."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from conformance.cli import overlay
from conformance.cli.exit_codes import Exit
from conformance.cli.output import fail, give


class Format(StrEnum):
    markdown = "markdown"
    json = "json"


def matrix(
    results: Annotated[Path, typer.Argument(help="A results.json that 'conformance run' wrote.")] = Path(
        "conformance-results/results.json"
    ),
    format: Annotated[Format, typer.Option(help="Markdown for people, JSON for machines.")] = Format.markdown,  # noqa: A002
    output: Annotated[Path | None, typer.Option(help="Write here instead of to stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Turn results into the matrix: providers across, capabilities down, each cell with its evidence.

    Exit code 5: there is no result in it; 6: it is no results file.
    """
    overlay.use(data)
    from conformance.report import markdown
    from conformance.report import matrix as matrices
    from conformance.report.results import ResultsError, read

    try:
        ran = read(results)
        built = matrices.build(ran)
    except ResultsError as error:
        fail(f"{error} ('conformance run' writes it)", Exit.UNREADABLE)
    give(matrices.to_json(built).decode() if format is Format.json else markdown.to_markdown(built), output)
    if not ran.results:
        raise typer.Exit(Exit.NOTHING_JUDGED)
