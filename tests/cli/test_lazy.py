"""Commands are imported when they run, and listed without."""

import subprocess
import sys

import pytest

from conformance.cli.lazy import COMMANDS, commands


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_shows_the_beginning_of_the_commands_own_help(name: str) -> None:
    listed = commands()[name]
    assert " ".join(listed.load().help.split("\n\n")[0].split()) == listed.help


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


def test_a_misspelled_command_is_answered_with_names_that_are_like_it() -> None:
    ran = subprocess.run([sys.executable, "-m", "conformance", "mtrix"], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "Did you mean 'matrix'?" in ran.stderr
