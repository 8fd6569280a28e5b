"""``conformance lint``: what is wrong or missing in the data."""

import typer

from conformance.cli.exit_codes import Exit
from conformance.cli.output import one_line


def lint() -> None:
    """Say what is wrong or missing in the providers, scenarios and cassettes: one line each, with file and place.

    For whoever adds to them. Exit code 1: something is.
    """
    from conformance.suite.lint import problems

    found = list(problems())
    for problem in found:
        typer.echo(one_line(problem))
    if found:
        raise typer.Exit(Exit.NOT_CONFORMANT)
    typer.echo("nothing is wrong or missing")
