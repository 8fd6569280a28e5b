"""Tests that a command is imported when it runs, but not when the commands are listed."""

import shlex
import subprocess
import sys
from importlib.resources import files
from typing import Any

import pytest
import yaml

from conformance.cli.lazy import COMMANDS, commands


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_shows_the_beginning_of_the_commands_own_help(name: str) -> None:
    listed = commands()[name]
    assert " ".join(listed.load().help.split("\n\n")[0].split()) == listed.help


EXAMPLES = yaml.safe_load((files("conformance.cli") / "examples.yaml").read_text(encoding="utf-8"))


def test_every_command_has_examples() -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()


@pytest.mark.parametrize(
    ("name", "example"), [(name, entry["command"]) for name, entries in EXAMPLES.items() for entry in entries]
)
def test_an_example_has_options_of_its_command(name: str, example: str) -> None:
    words = shlex.split(example.rpartition("| ")[2])
    assert words[:2] == ["conformance", name]
    command = commands()[name].load()
    context = command.context_class(command)
    given, rest, _ = command.make_parser(context).parse_args(args=[*words[2:], "--quiet"])
    assert given["quiet"]
    assert rest == []


def test_the_help_of_a_command_ends_with_its_examples(conformance: Any) -> None:
    assert conformance("matrix", "--help").stdout.endswith("  conformance matrix results/results.json --format csv\n")


def test_a_quiet_command_shows_no_remark(conformance: Any) -> None:
    shown, hidden = (conformance("lint", "--secrets", __file__, *more) for more in ((), ("--quiet",)))
    assert "1 file searched" in shown.stderr
    assert (hidden.stdout, hidden.stderr) == (shown.stdout, "")


def test_the_list_of_commands_imports_none() -> None:
    script = (
        "import sys; from conformance.cli.app import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: print(*sorted(name for name in sys.modules if name.startswith('conformance')))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    imported = ran.stdout.splitlines()[-1].split()
    assert "conformance.cli.lazy" in imported
    assert not {f"conformance.cli.{module}" for module, _ in COMMANDS.values()} & {*imported}


@pytest.mark.parametrize(
    "words",
    [
        ("gate", "--gateway", "http://127.0.0.1:9", "--speaks", "openai_chat", "--upstream", "nobody"),
        ("explain", "nobody"),
        ("check", ".", "--text-format", "nobody"),
    ],
    ids=lambda words: words[0],
)
def test_wrong_input_is_answered_without_the_server_and_the_templates(words: tuple[str, ...]) -> None:
    blocked = ("uvicorn", "starlette", "websockets", "jinja2")
    code = f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); from conformance.cli import main; main()"
    ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("conformance: unknown ")


def test_no_garbage_is_collected_after_the_last_output() -> None:
    script = (
        "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count()))\n"
        "from conformance.cli import main; main()"
    )
    command = [sys.executable, "-c", script, "--version"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(ran.stdout.splitlines()[-1]) > 0


def test_a_misspelled_command_is_answered_with_names_that_are_like_it() -> None:
    ran = subprocess.run([sys.executable, "-m", "conformance", "mtrix"], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "Did you mean 'matrix'?" in ran.stderr
