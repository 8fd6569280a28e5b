"""Options that take several names: with commas between them, or the option again."""

from typing import Annotated, TypeAlias

import typer

from conformance.cli.output import fail
from conformance.judge.exit_codes import Exit
from conformance.suite import selection

Providers: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--providers",
        "--provider",
        metavar="NAMES",
        help="Only these providers, or PROVIDER/DIALECT, separated by commas; 'text' stands for calls in text.",
    ),
]
Scenarios: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--scenarios", "--scenario", metavar="NAMES", help="Only these scenarios, separated by commas."),
]


def listed(given: list[str] | None) -> tuple[str, ...]:
    """Return the names, each once; commas alone end the command."""
    names = ",".join(given or ())
    found = selection.listed(names)
    if names and not found:
        fail(f"{names!r} names nothing", Exit.USAGE)
    return found
