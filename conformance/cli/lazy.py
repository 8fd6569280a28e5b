"""The commands. Their modules are imported only when they run, so that the command line starts fast."""

from importlib import import_module
from importlib.resources import files
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand
from typer.main import get_command

from conformance.cli import output

COMMANDS: Final = {
    "gate": (
        "gate",
        "Judge an adapter or a gateway against recorded exchanges. Every failure is red, unless a baseline explains "
        "it.",
    ),
    "probe": (
        "probe",
        "Play the scenarios to a running endpoint, and judge its answers. Each scenario is played plain and streamed. "
        "The command keeps nothing.",
    ),
    "check": (
        "check",
        "Judge recordings of other people, such as vcrpy cassettes. The command finds the dialect and provider of "
        "each exchange, decodes and judges it, and encodes it again to find losses.",
    ),
    "import": (
        "import_",
        "Turn recordings that you made with other tools into your own data. Each exchange becomes a scenario and a "
        "cassette.",
    ),
    "matrix": (
        "matrix",
        "Show results as a matrix of providers and capabilities. It has a column for each provider and a row for "
        "each capability.",
    ),
    "explain": (
        "explain",
        "Explain anything that has an id. The command shows its meaning, its reason, its source and its evidence.",
    ),
    "run": (
        "run",
        "Play every cassette to an adapter, and show the matrix. The suite judges the cassettes and the adapter.",
    ),
    "report": (
        "report",
        "Make a site of the results. It has the matrix, and for each cell the exchange, the rules and what adapters "
        "returned.",
    ),
    "verify": (
        "verify",
        "Verify that endpoints serve the model that they claim to serve. The command repeats requests, and compares "
        "the answers with a reference.",
    ),
    "record": (
        "record",
        "Record a provider's answers to every scenario. The recordings replace older or documented cassettes (extra "
        "'record').",
    ),
    "serve": (
        "serve",
        "Play cassettes on loopback until you press Ctrl-C. Point any client at an address that the command shows.",
    ),
    "drift": (
        "drift",
        "Compare fresh recordings with the committed recordings. The command also compares them with the types of "
        "the vendor's SDK.",
    ),
    "bundle": (
        "bundle",
        "Verify a bundle of recordings, or judge its recordings again. 'judge' writes the new verdicts into the "
        "bundle's manifest.",
    ),
    "decode": (
        "decode",
        "Show an answer, plain or streamed, as JSON in canonical form.",
    ),
    "detect": (
        "detect",
        "Recognise the dialect or the text format of answers. The command shows the evidence for it.",
    ),
    "feed": (
        "feed",
        "Show the known capabilities of models as JSON. Each capability has its provider, model, dialect and mode.",
    ),
    "dispute": (
        "dispute",
        "List an installed package's claims that observations contradict. The claims are about models, and each has "
        "an exchange that contradicts it.",
    ),
    "lint": (
        "lint",
        "Check providers, scenarios and cassettes, or search for secrets. The command lists what is wrong or "
        "missing, with file and place.",
    ),
}
"""For each command: its module, and the first paragraph of its help. ``conformance --help`` lists the commands in this
order. In each module, the function with the name of the module is the command."""


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
