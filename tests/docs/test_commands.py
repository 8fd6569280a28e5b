"""Tests that the documentation shows only commands and files that exist."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
import yaml
from typer.testing import CliRunner, Result

from conformance.cli.app import app

from .shown import PAGES, ROOT, Entry, commands, name_of, walks

SHOWN: Final = {name_of(page): commands(page) for page in PAGES if commands(page)}
TEXT: Final = {page: page.read_text(encoding="utf-8") for page in PAGES}
COMMANDS: Final = sorted(
    {
        match
        for text in TEXT.values()
        for match in re.findall(r"(?:^|`|&& \.venv/bin/)conformance ([a-z]+[^\n`]*)", text, re.M)
    }
)
LINKS: Final = sorted(
    {
        (page, target)
        for page, text in TEXT.items()
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
        if not target.startswith("reference/")  # made for the site, where every link is looked at
    }
)

INSTALLATION: Final = SHOWN["README.md"][0].command
WAYS_IN: Final = (
    "gate-my-adapter", "gate-a-javascript-library", "gate-a-gateway", "check-an-endpoint", "evidence-from-vcr",
)  # fmt: skip


@cache
def helped(name: str) -> Result:
    return CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"})


@pytest.mark.parametrize("page", SHOWN)
def test_every_command_that_a_page_shows_stands_in_the_table(page: str) -> None:
    entries = walks()[page].commands
    assert [entry.run for entry in entries] == [shown.command for shown in SHOWN[page]], "see tests/docs/commands.yaml"
    for shown, entry in zip(SHOWN[page], entries, strict=True):
        assert shown.ends in (None, entry.ends)
        assert _has_its_reason(entry, stated=shown.ends is not None), entry


def _has_its_reason(entry: Entry, *, stated: bool) -> bool:
    """Return whether the table gives the reason why a command is not run as shown, or does not end with 0."""
    if entry.why_not:
        return not (entry.ends or entry.instead or entry.until or entry.needs)
    return bool(entry.because) or (not entry.instead and (entry.ends == 0 or stated))


@pytest.mark.parametrize("name", WAYS_IN)
def test_each_way_in_has_the_installation_of_the_readme(name: str) -> None:
    words = f"in an activated\nenvironment (in a clone: `{INSTALLATION}`, then `. .venv/bin/activate`)."
    assert words in TEXT[ROOT / "docs" / "start" / f"{name}.md"]


def test_the_table_has_no_other_pages() -> None:
    assert walks().keys() == SHOWN.keys()


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_and_options_exist(command: str) -> None:
    name, *words = command.split()
    assert helped(name).exit_code == 0, helped(name).output
    for option in (word for word in words if word.startswith("--")):
        assert option in helped(name).output


@pytest.mark.parametrize(("page", "target"), LINKS, ids=[f"{name_of(page)} {target}" for page, target in LINKS])
def test_links_lead_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


def test_environments_exist() -> None:
    environments = set(re.findall(r"^\[testenv:([\w-]+)\]", (ROOT / "tox.ini").read_text(encoding="utf-8"), re.M))
    named = {
        name
        for text in TEXT.values()
        for names in re.findall(r"tox run -e ([\w,-]+)", text)
        for name in names.split(",")
    }
    assert named <= environments


def test_what_is_on_no_index_is_installed_from_a_clone_or_a_copy_of_the_repository() -> None:
    asked = [(page.name, line) for page, text in TEXT.items() for line in re.findall(r"pip install[^`\n]*", text)]
    assert len(asked) > 8
    assert [line for line in asked if re.search(r"(?<!OWNER/)\btoolcall-conformance\b(?!\[)", line[1])] == []


def test_an_action_has_the_same_version_at_every_place() -> None:
    workflows = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    versions: dict[str, set[str]] = {}
    for text in (*TEXT.values(), *workflows):
        for action, pinned, version in re.findall(r"uses: (actions/[\w-]+)@(?:([0-9a-f]{40}) # )?(v\d+)", text):
            assert version, (action, pinned)
            versions.setdefault(action, set()).add(version)
    assert {"actions/checkout", "actions/setup-python"} <= set(versions)
    assert {action: found for action, found in versions.items() if len(found) > 1} == {}


def test_the_action_uses_options_that_there_are() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    steps = action["runs"]["steps"]
    script = steps[-1]["run"]
    help_text = helped("gate").output
    options = set(re.findall(r"--[a-z]+", script))
    assert options >= {"--adapter", "--command", "--baseline", "--also"}
    assert all(option in help_text for option in options)
    used = {name for step in steps for name in re.findall(r"inputs\.([\w-]+)", str(step["env"]))}
    assert used == set(action["inputs"])
