"""The matrix as tables, on a screen or in a file."""

import os
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console

from conformance.cli.output import give, is_terminal
from conformance.report.matrix import Matrix
from conformance.report.terminal import tables

_WIDE: Final = 200
"""The width in characters if the output is not a terminal and ``COLUMNS`` is not set."""


def show(built: "Matrix", below: Iterable[str], output: Path | None) -> None:
    """Show the tables of the matrix as wide as the screen, and then the lines of ``below``."""
    page = StringIO() if output else None
    has_width = "COLUMNS" in os.environ or (page is None and is_terminal())
    screen = Console(file=page, width=None if has_width else _WIDE, markup=False, emoji=False)
    for table in tables(built, screen.width):
        screen.print(table, end="\n\n")
    for line in below:
        screen.print(line, highlight=False, soft_wrap=True)
    if page:
        give(page.getvalue(), output)
