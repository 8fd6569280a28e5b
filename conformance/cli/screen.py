"""The matrix on a screen, or in a file as on one."""

import os
import sys
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console

from conformance.cli.output import give
from conformance.judge.result import Results
from conformance.report.matrix import Matrix
from conformance.report.terminal import summary, tables

_WIDE: Final = 200
"""Columns where there is no screen, and nobody says how many there are."""


def show(built: "Matrix", ran: "Results", output: Path | None) -> None:
    """Tables as wide as the screen, and below them what was judged."""
    page = StringIO() if output else None
    there = "COLUMNS" in os.environ or (page is None and sys.stdout.isatty())
    screen = Console(file=page, width=None if there else _WIDE)
    for table in tables(built, screen.width):
        screen.print(table, end="\n\n")
    for line in summary(ran):
        screen.print(line, markup=False, highlight=False, soft_wrap=True)
    if page:
        give(page.getvalue(), output)
