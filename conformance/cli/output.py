"""Where a command's result goes: stdout or a file; what people read meanwhile goes to stderr."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from conformance.judge.exit_codes import Exit

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


def give_all(formats: "list[tuple[str, Callable[[], str], Path | None]]") -> bool:
    """Write a result in several formats, in this order: for each its name, a function that makes it, and a file.

    A format that fails is reported on stderr, and the others are written all the same. Returns whether all were.
    """
    written = [_given(*one) for one in formats]
    return all(written)


def _given(name: str, made: Callable[[], str], output: Path | None) -> bool:
    try:
        text = made()
    except Exception as error:  # a bug of ours in one format
        say(f"{name} could not be written, which is an error of this program: {described(error)}")
        return False
    try:
        give(text, output)
    except typer.Exit:  # the reason is on stderr
        return False
    return True


def described(error: Exception) -> str:
    """An exception with the place that raised it."""
    from traceback import extract_tb

    [*_, last] = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


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
