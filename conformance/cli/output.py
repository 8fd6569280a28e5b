"""Where a command's result goes: stdout or a file; what people read meanwhile goes to stderr."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from conformance.cli.exit_codes import Exit

if TYPE_CHECKING:
    from rich.console import Console

_LONGEST: Final = 2000


def console() -> "Console":
    """The console for people: stderr, so that stdout holds the result alone."""
    from rich.console import Console

    return Console(stderr=True)


def writable(output: Path | None) -> Path | None:
    """The file of an option that a command writes to: what it cannot write, it says before it does anything."""
    if output is not None:
        from conformance.recording.persister import check_writable

        try:
            check_writable(output)
        except OSError as error:
            fail(f"{output}: cannot be written: {error.strerror}", Exit.UNREADABLE)
    return output


def give(text: str, output: Path | None) -> None:
    """Write a command's result."""
    text = text.encode(errors="backslashreplace").decode()
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    from conformance.recording.persister import write

    try:
        write(output, text)
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror}", Exit.UNREADABLE)


def say(message: str) -> None:
    """Say in one line what is wrong."""
    typer.echo(f"conformance: {one_line(message)}", err=True)


def fail(message: str, code: Exit) -> NoReturn:
    """Say in one line what is wrong, and stop."""
    say(message)
    raise typer.Exit(code)


def one_line(text: str) -> str:
    """Text that may hold anything, on one line, with nothing in it that a terminal obeys."""
    line = "".join(mark if mark.isprintable() else " " if mark.isspace() else repr(mark)[1:-1] for mark in text)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ..."
