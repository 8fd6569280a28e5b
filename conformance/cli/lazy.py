"""Commands whose modules are imported when they run, so that the command line starts fast."""

from importlib import import_module
from importlib.resources import files
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand
from typer.main import get_command

from conformance.cli import output

COMMANDS: Final = {
    "report": (
        "report",
        "Make the site of results: the matrix, and behind each cell the exchange, the rules and what adapters gave "
        "back.",
    ),
    "run": ("run", "Run the whole suite: replay every cassette to the adapter, judge both sides, show the matrix."),
    "gate": (
        "gate",
        "Judge an adapter in its own CI: everything it does not do right is red, unless a baseline explains it.",
    ),
    "matrix": (
        "matrix",
        "Turn results into the matrix: providers across, capabilities down, each cell with its evidence.",
    ),
    "feed": ("feed", "Show what is known of capabilities by provider, model, dialect and mode, as JSON."),
    "dispute": (
        "dispute",
        "List where an installed package's claims about models contradict what was observed, each with an exchange.",
    ),
    "check": (
        "check",
        "Read other people's recordings: find dialect and provider of each exchange, decode, round-trip and judge it.",
    ),
    "import": (
        "import_",
        "Make data of your own from captures of your own: a scenario and a cassette for each exchange.",
    ),
    "bundle": (
        "bundle",
        "Verify what a bundle says of its recordings, or judge them again and write its manifest again.",
    ),
    "decode": ("decode", "Show one answer, plain or streamed, in canonical form, as JSON."),
    "detect": (
        "detect",
        "Say which dialect or text format answers are written in and what shows it, or that it is unknown.",
    ),
    "drift": (
        "drift",
        "Hold fresh recordings against the committed ones and the vendor's SDK's types, and say who moved.",
    ),
    "explain": (
        "explain",
        "Say all there is to say of whatever has an id: what, why, by which source, on which evidence.",
    ),
    "lint": (
        "lint",
        "Say what is wrong or missing in the providers, scenarios and cassettes: one line each, with file and place.",
    ),
    "probe": (
        "probe",
        "Play the scenarios against any endpoint, plain and streamed, and judge what comes back. Keeps nothing.",
    ),
    "verify": (
        "verify",
        "Verify endpoints: is each the model that it claims to be? Repeated requests, compared with a reference.",
    ),
    "record": (
        "record",
        "Record what a provider answers to every scenario, in place of older or documented cassettes (extra 'record').",
    ),
    "serve": (
        "serve",
        "Play cassettes on loopback until it is interrupted: point any client at one of the addresses that are shown.",
    ),
}
"""The module and function of each command, and the beginning of its help, in the order of the list of commands."""


class LazyCommand(TyperCommand):
    """A command of which only the name and the first line of its help are known until it runs."""

    def __init__(self, name: str, module: str, first_line: str) -> None:
        super().__init__(name, help=first_line, rich_markup_mode=None)
        self._module = module

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Import the command and parse its arguments."""
        return self.load().make_context(info_name, args, parent, **extra)

    def load(self) -> Any:
        """Import the command and return it."""
        function = getattr(import_module(f"conformance.cli.{self._module}"), self._module)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(self.name, epilog=_examples(str(self.name)))(function)
        command = get_command(alone)
        command.params.append(_quiet())
        return command


def _command_with_quiet(
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", callback=output.be_quiet, help="Show no progress and no remarks on stderr.")
    ] = False,
) -> None:
    """Have the option that every command has beside its own."""


def _quiet() -> Any:
    alone = typer.Typer()
    alone.command()(_command_with_quiet)
    option = next(option for option in get_command(alone).params if option.name == "quiet")
    option.expose_value = False
    return option


def _examples(name: str) -> str:
    """Return the examples of a command, as its help ends with them; each line stays a line."""
    import yaml

    entries = yaml.safe_load((files("conformance.cli") / "examples.yaml").read_text(encoding="utf-8"))[name]
    lines = [line for entry in entries for line in (f"  # {entry['does']}", f"  {entry['command']}")]
    return "\n".join(("\b", "Examples:", *lines))


def commands() -> dict[str, LazyCommand]:
    """Return all commands by name."""
    return {name: LazyCommand(name, module, first_line) for name, (module, first_line) in COMMANDS.items()}
