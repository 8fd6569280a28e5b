"""The documentation shows commands that exist, and files that are there."""

import re
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from conformance.cli.app import app

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXT: Final = {page: page.read_text(encoding="utf-8") for page in PAGES}
COMMANDS: Final = sorted(
    {
        match
        for text in TEXT.values()
        for match in re.findall(r"(?:^|`|&& \.venv/bin/)conformance ([a-z]+[^\n`]*)", text, re.M)
    }
)
LINKS: Final = sorted(
    {(page, target) for page, text in TEXT.items() for target in re.findall(r"\]\(([^)#:]+)\)", text)}
)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_and_options_exist(command: str) -> None:
    name, *words = command.split()
    helped = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert helped.exit_code == 0, helped.output
    for option in (word for word in words if word.startswith("--")):
        assert option in helped.output


@pytest.mark.parametrize(("page", "target"), LINKS, ids=str)
def test_links_lead_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


def test_environments_exist() -> None:
    environments = set(re.findall(r"^\[testenv:(\w+)\]", (ROOT / "tox.ini").read_text(encoding="utf-8"), re.M))
    named = {
        name
        for text in TEXT.values()
        for names in re.findall(r"tox run -e ([\w,]+)", text)
        for name in names.split(",")
    }
    assert named <= environments
