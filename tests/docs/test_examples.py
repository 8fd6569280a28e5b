"""Tests that the diffs in the pages for contributors name existing files, and add only lines that these files have."""

import re
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("CONTRIBUTING.md", "docs/contributing/examples.md")


def examples() -> list[tuple[str, list[str]]]:
    """Return the file of each diff that names a file, with the lines that the diff adds."""
    found: list[tuple[str, list[str]]] = []
    for page in PAGES:
        for diff in re.findall(r"```diff\n(.*?)```", (ROOT / page).read_text(), re.DOTALL):
            name = ""
            for is_name, lines in groupby(diff.splitlines(), lambda line: line.startswith("--- ")):
                if is_name:
                    name = [*lines][-1].removeprefix("--- ")
                elif name:
                    found.append((name, [line.removeprefix("+") for line in lines]))
    return found


EXAMPLES = examples()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 15


@pytest.mark.parametrize(("name", "lines"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_lines_of_an_example_stand_in_its_file(name: str, lines: list[str]) -> None:
    kept = {line.rstrip() for line in (ROOT / name).read_text().splitlines()}
    assert [line for line in lines if line.rstrip() not in kept] == []
