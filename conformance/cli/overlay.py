"""``--data``: data of somebody's own, laid over ours."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from conformance import data
from conformance.cli.output import fail
from conformance.judge.exit_codes import Exit

Folders: TypeAlias = Annotated[
    list[Path],
    typer.Option(
        "--data",
        metavar="DIR",
        default_factory=list,
        show_default=False,
        help="Lay the providers, scenarios and cassettes of this folder over ours; may be given several times. "
        "Also a name under which an installed package registers one.",
    ),
]


def use(folders: list[Path]) -> None:
    """From here on the data are ours and what these folders hold. What is wrong with their claims ends the command."""
    lay(folders)
    if folders:
        from conformance.suite.lint import refused  # reads all claims: not for those who lay nothing over them

        for problem in refused(ours=False):
            fail(f"{problem} ('conformance lint' says all that is wrong)", Exit.UNREADABLE)


def lay(folders: list[Path]) -> None:
    """The same, without looking at what they hold."""
    data.use(data.ours(), *map(_data, folders))


def _data(folder: Path) -> data.Data:
    if folder.is_dir():
        return data.Data.below(folder)
    known = data.registered()
    if str(folder) not in known:
        there = f"; packages register {', '.join(known)}" if known else ""
        fail(f"--data: there is no folder {folder}{there}", Exit.USAGE)
    return known[str(folder)]
