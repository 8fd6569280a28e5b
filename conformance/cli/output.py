"""The output of commands. Results go to stdout or a file, and messages for people go to stderr."""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from conformance.data import all_data
from conformance.files import RECORDINGS, is_in, is_named
from conformance.judge.exit_codes import Exit, concluded, worst

if TYPE_CHECKING:
    from rich.console import Console

_LONGEST: Final = 2000
_NO_VERDICT: Final = {Exit.ADAPTER_BROKE, Exit.NOTHING_JUDGED}
_quiet = False
_CONTROLS: Final = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]"
)
"""Control characters, except tabs and ends of lines. They are escaped on stdout. In JSON, the escapes mean the same
characters.
"""
_COMMANDS: Final = re.compile(r"(?P<before>^[^\S\n]*):(?=:)|#(?=#(?:vso|teamcity)?\[)", re.MULTILINE)
"""The beginning of a command in a job's log: blanks, and the character that is escaped. GitHub's runner obeys lines
that begin with ``::`` after blanks, and ``##[`` anywhere in a line. Other runners obey ``##vso[`` and ``##teamcity[``.
"""


def console() -> "Console":
    """Return a console on stderr, so that stdout has only the result. It shows a text such as ``[bold]`` unchanged."""
    from rich.console import Console

    return Console(stderr=True, quiet=_quiet, markup=False, emoji=False)


def given_path(text: str) -> Path:
    """Return the path in an argument. An empty text ends the command, because it would mean the current folder."""
    if not text:
        raise typer.BadParameter("expected a path, got an empty text; '.' means the current folder")
    return Path(text)


def is_terminal() -> bool:
    """Return whether stdout is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def writable(output: Path | None) -> Path | None:
    """Return an option's output file. If the file cannot be written, end the command before it does any work."""
    if output is not None:
        from conformance.recording.persister import check_writable

        try:
            check_writable(output)
        except OSError as error:
            fail(f"{output}: cannot be written: {error.strerror}", Exit.UNREADABLE)
    return output


def check_apart(
    outputs: "dict[str, Path | None]",
    inputs: Iterable[Path] = (),
    *,
    made: Iterable[Path] = (),
    endings: tuple[str, ...] = RECORDINGS,
) -> None:
    """End the command if an output file is also an input file, is given twice, or is a file that the command makes.

    ``outputs`` has the output file of each option. ``inputs`` has files and folders. The folders of the data in use are
    inputs, too. In a folder, each file that exists is an input if its name ends with any of ``endings``. ``made`` has
    the files and folders that the command itself makes. No output file may be in such a folder.
    """
    used = [folder for each in all_data() for folder in (each.providers, each.scenarios, each.cassettes)]
    inputs, made = (*inputs, *used), tuple(made)
    written = {option: path for option, path in outputs.items() if path is not None}
    for option, path in written.items():
        if any(_same(path, other, endings) for other in inputs):
            fail(f"{option}: {path} is also an input, and would be overwritten: choose another file", Exit.USAGE)
        if any(is_in(path, other) for other in made):
            fail(f"{option}: {path} is among the files that the command makes: choose another place", Exit.USAGE)
        if any(other != option and _same(path, held, endings) for other, held in written.items()):
            fail(f"{' and '.join(written)}: expected different files, got {path} for each", Exit.USAGE)


def _same(path: Path, other: Path, endings: tuple[str, ...]) -> bool:
    try:
        if path.absolute() == other.absolute():
            return True
        if not path.is_file():
            return False
        real = Path(os.path.realpath(path))
        return path.samefile(other) or (is_named(real, endings) and is_in(real, other))
    except OSError:
        return False


def standard_input(most: int) -> bytes:
    """Read stdin to its end. If it cannot be read, or has more than ``most`` bytes, end the command."""
    if sys.stdin is None:
        fail("stdin is closed: name a file in place of -", Exit.USAGE)
    with suppress(OSError, ValueError):  # stdin has no descriptor, for example in a test
        os.set_blocking(sys.stdin.fileno(), True)  # else a pipe that is empty for a moment seems to end
    try:
        data = sys.stdin.buffer.read(most + 1)
    except OSError as error:
        fail(f"stdin cannot be read: {error.strerror}", Exit.UNREADABLE)
    if len(data) > most:
        fail(f"stdin cannot be read: expected at most {most >> 20} MB, got more", Exit.UNREADABLE)
    return data


def give(text: str, output: Path | None) -> None:
    """Write a command's result to a file or to stdout. If that fails, end the command.

    On stdout, control characters and commands for the runner of a job are escaped.
    """
    text = text.encode(errors="backslashreplace").decode()
    if output is None:
        _print(_inert(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)))
        return
    put(text.encode(), output)


def _inert(text: str) -> str:
    """Return a text in which no line is a command for the runner of a job. A text of an adapter, a file or an endpoint
    might be such a line. The first character of the command is escaped. In JSON, the escape means the same character.
    """
    return _COMMANDS.sub(_escaped, text)


def _escaped(command: "re.Match[str]") -> str:
    before = command["before"] or ""
    return f"{before}\\u{ord(command[0][-1]):04x}"


def _print(text: str) -> None:
    if sys.stdout is None:
        fail("stdout is closed: the result cannot be shown", Exit.UNREADABLE)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the pipe has closed it
        raise
    except OSError as error:
        with suppress(OSError):
            sys.stdout.close()  # else Python tries to write the rest again when it ends
        fail(f"stdout cannot be written: {error.strerror}", Exit.UNREADABLE)


def put(data: bytes, output: Path) -> None:
    """Write a file completely or not at all. If that fails, end the command."""
    from conformance.recording.persister import write

    try:
        write(output, data)
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror}", Exit.UNREADABLE)


def give_all(formats: "list[tuple[str, Callable[[], str], Path | None]]") -> bool:
    """Write a result in several formats, and return whether all of them were written.

    Each item of ``formats`` has a name, a function that makes the text, and a file, or None for stdout. A format that
    fails is reported on stderr, and the other formats are still written.
    """
    written = [_given(*item) for item in formats]
    return all(written)


def _given(name: str, made: Callable[[], str], output: Path | None) -> bool:
    try:
        text = made()
    except Exception as error:  # a bug of the suite in this format
        say(f"{name} could not be written, because of a bug in this program: {described(error)}")
        return False
    try:
        give(text, output)
    except typer.Exit:  # the reason is on stderr
        return False
    return True


def described(error: Exception) -> str:
    """Return an exception's type and message, and the line of code that raised it."""
    from traceback import extract_tb

    [*_, last] = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


def be_quiet(asked: bool) -> None:
    """Switch off progress and remarks on stderr if ``asked`` is true."""
    global _quiet
    _quiet = asked


def remark(message: str) -> None:
    """Write a message to stderr as a single line, unless ``--quiet`` is given. For messages that are not errors."""
    if not _quiet:
        say(message)


def say(message: str) -> None:
    """Write a message to stderr as a single line, without secrets of known shapes.

    If stderr cannot be written, such as on a full disk, the command goes on: its result and its exit code do not depend
    on messages.
    """
    from conformance.leaks import hidden

    with suppress(OSError):
        typer.echo(_inert(f"conformance: {one_line(hidden(message))}"), err=True)


def conclude(verdict: str, codes: Collection[Exit], output: Path | None) -> None:
    """Write a verdict to stderr if the report went to a file, if nothing was judged, or if the adapter broke.

    ``codes``: the exit codes that apply.
    """
    if output is None and not _NO_VERDICT & set(codes):
        return
    tell = remark if worst(codes) is Exit.CONFORMANT else say
    tell(concluded(verdict, codes))


def fail(message: str, code: Exit) -> NoReturn:
    """Write a message to stderr as a single line, and end the command with the exit code."""
    say(message)
    raise typer.Exit(code)


def one_line(text: str) -> str:
    """Return a text as a single line without control characters. A very long text is cut in the middle.

    A message often begins with a path or a value that may be long, and ends with the reason. Secrets at the cut are
    masked.
    """
    from conformance.leaks import shortened

    line = "".join(mark if mark.isprintable() else " " if mark.isspace() else repr(mark)[1:-1] for mark in text)
    return shortened(line, _LONGEST)
