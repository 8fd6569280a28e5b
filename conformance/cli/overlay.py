"""The option ``--data``, which adds folders of a user's own data to the project's data. The user's data take
precedence.
"""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from conformance import data
from conformance.cli.output import fail, given_path
from conformance.judge.exit_codes import Exit
from toolwire.wire import limited_file

Folders: TypeAlias = Annotated[
    list[Path],
    typer.Option(
        "--data",
        metavar="DIR",
        parser=given_path,
        default_factory=list,
        show_default=False,
        help="Use the providers, scenarios and cassettes of this folder in addition to the project's own. Data of this "
        "folder take precedence. May be given several times. DIR may also be the name under which an installed package "
        "registers its folder.",
    ),
]


def use(folders: list[Path]) -> None:
    """Use the project's data and the data of these folders from now on. An error in the folders' claims about providers
    ends the command.
    """
    lay(folders)
    if folders:
        from conformance.suite.lint import refused  # reads all claims, so only with --data

        for problem in refused(ours=False):
            fail(f"{problem} ('conformance lint' lists all problems)", Exit.UNREADABLE)


def lay(folders: list[Path]) -> None:
    """Use the project's data and the data of these folders, without checking the claims."""
    data.use(data.ours(), *map(_data, folders))


def _data(folder: Path) -> data.Data:
    try:
        if limited_file.is_folder(folder):
            return data.Data.below(folder)
    except OSError as error:
        fail(f"--data: {folder}: cannot be read: {error.strerror}", Exit.UNREADABLE)
    known = data.registered()
    if str(folder) not in known:
        packages = f"; packages register {', '.join(known)}" if known else ""
        fail(f"--data: there is no folder {folder}{packages}", Exit.USAGE)
    return known[str(folder)]
