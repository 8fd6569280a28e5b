"""``--data``: data of somebody's own, laid over ours."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from conformance.cli.exit_codes import Exit
from conformance.cli.output import fail

Folders: TypeAlias = Annotated[
    list[Path],
    typer.Option(
        "--data",
        metavar="DIR",
        exists=True,
        file_okay=False,
        default_factory=list,
        show_default=False,
        help="Lay the providers, scenarios and cassettes of this folder over ours; may be given several times.",
    ),
]


def use(folders: list[Path]) -> None:
    """From here on the data are ours and what these folders hold. What is wrong with their claims ends the command."""
    lay(folders)
    if folders:
        from conformance.suite.lint import refused

        for problem in refused(ours=False):
            fail(f"{problem} ('conformance lint' says all that is wrong)", Exit.UNREADABLE)


def lay(folders: list[Path]) -> None:
    """The same, without looking at what they hold."""
    from conformance import data

    data.use(data.ours(), *map(data.Data.below, folders))
