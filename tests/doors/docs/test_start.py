"""Getting started, done as it is written: the files that a page shows are written, and its commands run, in order."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[3]
PAGES: Final = sorted((ROOT / "docs" / "start").glob("*.md"))
NEEDS: Final = "# needs "
"""How a block begins whose commands need what is not here: a key, a server."""


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    yield from re.findall(r"^```(\w+)\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    ran = 0
    for language, text in blocks(page):
        first = text.partition("\n")[0]
        if language == "yaml":
            file = tmp_path / first.removeprefix("# ")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif language == "sh" and not first.startswith(NEEDS):
            for line in text.splitlines():
                run(line, tmp_path)
                ran += 1
    assert ran


def run(line: str, folder: Path) -> None:
    command, _, ends = line.partition("  # ends with ")
    words = shlex.split(command)
    program = [sys.executable, "-m", "conformance"] if words[0] == "conformance" else words[:1]
    done = subprocess.run([*program, *words[1:]], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == int(ends.partition(":")[0] or 0), (line, done.stdout[-2000:], done.stderr)
    baseline = folder / "conformance.yaml"
    if baseline.exists():  # its reader explains what is in it
        told = baseline.read_text().replace("link: to be explained", "link: https://you.example/issues/1")
        baseline.write_text(told.replace("to be explained", "functions alone, on purpose"))


def test_what_is_not_run_needs_something() -> None:
    kept = [text.partition("\n")[0] for page in PAGES for language, text in blocks(page) if language == "sh"]
    told = {f"{NEEDS}a {one}" for one in ("key", "server", "recording")}
    assert {line for line in kept if line.startswith("#")} == told
