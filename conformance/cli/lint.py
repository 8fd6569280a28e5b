"""``conformance lint``: what is wrong or missing in the data."""

import typer

from conformance.cli import overlay
from conformance.cli.exit_codes import Exit
from conformance.cli.output import one_line


def lint(*, data: overlay.Folders) -> None:
    """Say what is wrong or missing in the providers, scenarios and cassettes: one line each, with file and place.

    For whoever adds to them: all data are looked at, ours too; on stderr stands which. Exit code 1: something is
    wrong or missing.
    """
    overlay.lay(data)
    from conformance.suite.lint import looked_at, problems

    for folder, holds in looked_at():
        typer.echo(f"{folder.name}: {', '.join(f'{number} {word}' for word, number in holds.items())}", err=True)
    found = list(problems())
    for problem in found:
        typer.echo(one_line(problem))
    if found:
        raise typer.Exit(Exit.NOT_CONFORMANT)
    typer.echo("nothing is wrong or missing")
