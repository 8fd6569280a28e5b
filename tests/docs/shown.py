"""The commands that the documentation shows, and the table of their results when they run as shown."""

import re
from pathlib import Path
from typing import Final

import msgspec
import yaml

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = [
    ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "tools").glob("*/README.md")),
]  # fmt: skip
TABLE: Final = Path(__file__).with_name("commands.yaml")
_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_COMMENT: Final = re.compile(r"(?:^|\s+)# .*$", re.MULTILINE)
_ENDS: Final = re.compile(r"# ends with (\d+)")


class Shown(msgspec.Struct, frozen=True):
    """A command as a page shows it."""

    command: str
    ends: int | None
    """The exit code that the page states. None if it states no exit code."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command in the table, with its expected result."""

    run: str
    ends: int = 0
    because: str = ""
    """The reason why the command ends with another exit code than 0, if the page does not state this code."""
    instead: str = ""
    """The command that the test runs instead, for example a command with the address of a stand-in."""
    needs: tuple[str, ...] = ()
    """The names of things that must be installed or prepared for this command, as in tests/doors/docs/preparing.py."""
    until: str = ""
    """The output that shows that the command is ready, for a command that runs until it is interrupted."""
    why_not: str = ""
    """The reason why the test does not run the command."""
    shows: str = ""
    """A part of the command's output."""


class Walk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The commands of a page, in the order of the page."""

    needs: tuple[str, ...] = ()
    """The names of the reader's own folders and files that the page assumes, as in tests/doors/docs/preparing.py."""
    commands: tuple[Entry, ...]


def name_of(page: Path) -> str:
    """Return the path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the fenced blocks of a page, each with its language."""
    return _BLOCK.findall(page.read_text(encoding="utf-8"))


def commands(page: Path) -> list[Shown]:
    """Return the commands that a page shows, in order."""
    return [command for language, text in blocks(page) if language == "sh" for command in _commands(text)]


def _commands(text: str) -> list[Shown]:
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        stated = _ENDS.search(line)
        command = " ".join(_COMMENT.sub("", line).split())
        if command:
            found.append(Shown(command, int(stated[1]) if stated else None))
    return found


def walks() -> dict[str, Walk]:
    """Return the table of commands, by page."""
    return msgspec.convert(yaml.load(TABLE.read_bytes(), Loader=yaml.CSafeLoader), dict[str, Walk])
