"""The commands. Their modules are imported only when they run, so that the command line starts fast."""

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
        "Make a site of the results: the matrix, and for each cell the exchange, the rules and what adapters returned.",
    ),
    "run": (
        "run",
        "Run the whole suite: replay every cassette to the adapter, judge cassettes and adapter, and show the matrix.",
    ),
    "gate": (
        "gate",
        "Judge an adapter in its own CI: every failure is red, unless a baseline explains it.",
    ),
    "matrix": (
        "matrix",
        "Turn results into the matrix, which has a column for each provider and a row for each capability.",
    ),
    "feed": ("feed", "Show, as JSON, the known capabilities of each provider, model, dialect and mode."),
    "dispute": (
        "dispute",
        "List an installed package's claims about models that observed exchanges contradict, each with an exchange.",
    ),
    "check": (
        "check",
        "Read other people's recordings: find the dialect and provider of each exchange, decode, round-trip and judge "
        "it.",
    ),
    "import": (
        "import_",
        "Turn your own captures into data of your own: a scenario and a cassette for each exchange.",
    ),
    "bundle": (
        "bundle",
        "Verify what a bundle states about its recordings, or judge them again and rewrite its manifest.",
    ),
    "decode": ("decode", "Show an answer, plain or streamed, as JSON in canonical form."),
    "detect": (
        "detect",
        "Recognise the dialect or the text format of answers, and show the evidence for it.",
    ),
    "drift": (
        "drift",
        "Compare fresh recordings with the committed recordings and with the types of the vendor's SDK.",
    ),
    "explain": (
        "explain",
        "Explain anything that has an id: its meaning, its reason, its source and its evidence.",
    ),
    "lint": (
        "lint",
        "List what is wrong or missing in the providers, scenarios and cassettes, each with file and place.",
    ),
    "probe": (
        "probe",
        "Play the scenarios to a running endpoint, plain and streamed, and judge its answers. Keeps nothing.",
    ),
    "verify": (
        "verify",
        "Verify that endpoints serve the model that they claim: repeat requests and compare the answers with a "
        "reference.",
    ),
    "record": (
        "record",
        "Record a provider's answers to every scenario, and replace older or documented cassettes (extra 'record').",
    ),
    "serve": (
        "serve",
        "Play cassettes on loopback until you press Ctrl-C: point any client at an address that the command shows.",
    ),
}
"""The module of each command, and the first paragraph of its help. The list of commands has the same order. Each
module has a function of the same name, which is the command."""


class LazyCommand(TyperCommand):
    """A command whose module is imported when the command runs.

    Before that, only the command's name and the start of its help are known.
    """

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
        bool,
        typer.Option("--quiet", "-q", callback=output.be_quiet, help="Show neither progress nor remarks on stderr."),
    ] = False,
) -> None:
    """Define the option ``--quiet``, which every command has in addition to its own options."""


def _quiet() -> Any:
    alone = typer.Typer()
    alone.command()(_command_with_quiet)
    option = next(option for option in get_command(alone).params if option.name == "quiet")
    option.expose_value = False
    return option


def _examples(name: str) -> str:
    """Return the examples of a command, which are at the end of its help. Typer does not wrap these lines."""
    import yaml

    entries = yaml.load((files("conformance.cli") / "examples.yaml").read_bytes(), Loader=yaml.CSafeLoader)[name]
    lines = [line for entry in entries for line in (f"  # {entry['does']}", f"  {entry['command']}")]
    return "\n".join(("\b", "Examples:", *lines))


def commands() -> dict[str, LazyCommand]:
    """Return all commands by name."""
    return {name: LazyCommand(name, module, first_line) for name, (module, first_line) in COMMANDS.items()}
