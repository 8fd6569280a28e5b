"""Where a command's result goes: stdout or a file; what people read meanwhile goes to stderr."""

import sys
from pathlib import Path
from typing import NoReturn

import typer
from rich.console import Console

from conformance.cli.exit_codes import Exit


def console() -> Console:
    """The console for people: stderr, so that stdout holds the result alone."""
    return Console(stderr=True)


def give(text: str, output: Path | None) -> None:
    """Write a command's result."""
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    from conformance.recording.persister import write

    try:
        write(output, text)
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror}", Exit.UNREADABLE)


def fail(message: str, code: Exit) -> NoReturn:
    """Say in one line what is wrong, and stop."""
    typer.echo(f"conformance: {message}", err=True)
    raise typer.Exit(code)
