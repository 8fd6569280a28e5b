"""Options that take several names: separated by commas, or with the option repeated."""

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
        help="Only these providers, or PROVIDER/DIALECT, separated by commas; 'text' means calls that models write as "
        "text.",
    ),
]
Scenarios: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--scenarios", "--scenario", metavar="NAMES", help="Only these scenarios, separated by commas."),
]


def listed(given: list[str] | None) -> tuple[str, ...]:
    """Return the names in the values of an option, without repetitions: ``["a,b", "a"]`` -> ``("a", "b")``.

    Without the option (None), return (). A value without any name, such as a comma, ends the command.
    """
    names = ",".join(given or ())
    found = selection.listed(names)
    if names and not found:
        fail(f"expected names separated by commas, got {names!r}", Exit.USAGE)
    return found
