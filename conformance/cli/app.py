"""The application and its commands."""

import sys
from contextlib import suppress
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from conformance.cli.lazy import commands
from conformance.cli.output import fail, say
from conformance.judge.exit_codes import STOPPED, Exit

WrongUsage: Any = typer.BadParameter.__base__
"""The class of all errors about the arguments of a command. Some versions of Typer take it from Click, and others have
a copy of it.
"""


class Commands(TyperGroup):
    """The group of all commands.

    If data are wrong or the user interrupts a command, the command ends with a line on stderr.
    """

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands.update(commands())

    def make_context(self, *args: Any, **extra: Any) -> Any:
        try:
            return super().make_context(*args, **extra)
        except KeyboardInterrupt:
            _stopped()
        except WrongUsage as error:
            raise _hidden(error) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _stopped()
        except WrongUsage as error:
            raise _hidden(error) from None
        except Exception as error:
            from concurrent.futures.process import BrokenProcessPool

            from conformance.data import DataError
            from toolwire.wire.errors import SlowPattern

            if isinstance(error, BrokenProcessPool):
                fail("a worker process crashed, or memory ran out: free some memory, and try again", Exit.UNREADABLE)
            if not isinstance(error, DataError | SlowPattern):
                raise
            fail(str(error), Exit.UNREADABLE)


def _hidden(error: Any) -> Any:
    """Mask the secrets in the message of an error about a command's arguments, and return the error.

    Such a message may repeat an argument.
    """
    from conformance.leaks import hidden

    error.message = hidden(error.message.removeprefix("Value error, "))  # a prefix of pydantic, which Typer uses
    return error


def _stopped() -> NoReturn:
    say("stopped")
    raise typer.Exit(STOPPED)


app = typer.Typer(
    cls=Commands,
    name="conformance",
    help="Judge whether providers and adapters do tool calling right, and show the evidence.\n\n"
    "Exit codes: 0 conformant, 1 not conformant, 2 wrong usage, 3 the adapter broke, 4 a baseline entry or a known "
    "deviation no longer applies, 5 nothing was judged, 6 something could not be read.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from conformance import __version__

        typer.echo(f"conformance {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    del version


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            if stream is sys.stdout and not stream.isatty():
                reconfigure(encoding="utf-8")  # the result is JSON or XML, and a program reads it
            reconfigure(errors="backslashreplace")  # another encoding sets errors to "strict"
    try:
        app()
    except OSError as error:  # such as a full disk while the help is written, or too many open files
        with suppress(OSError):
            sys.stdout.close()  # else Python tries to write the rest again when it ends
        say(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        raise SystemExit(Exit.UNREADABLE) from None
