"""Lint the project's texts with textlint: pages, help texts, docstrings, messages and templates.

``python tools/prose/lint.py`` prints each finding with its file and line, and ends with 1 if there is any. It needs
Node, and ``npm ci --prefix tools/prose`` installs textlint. The YAML and JSON files in ``tools/prose`` are the rules.
"""

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
PAGES: Final = (
    "README.md",
    "CONTRIBUTING.md",
    "toolwire/README.md",
    "docs/**/*.md",
    "examples/**/*.md",
    "tools/*/README.md",
)
CODE: Final = ("conformance/**/*.py", "toolwire/src/**/*.py")
TEMPLATES: Final = ("conformance/*/templates/*.txt.jinja", "conformance/*/templates/*.md.jinja")
_JINJA: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_TABLE: Final = re.compile(r"^=+ =+$.*^=+ =+$", re.DOTALL | re.MULTILINE)
_PROSE: Final = re.compile(r"[A-Za-z]+,? [a-z]+,? [a-z]+")
"""The pattern of three words in a row. Texts for people contain such words, but keys and patterns do not."""


def files(*patterns: str) -> list[Path]:
    """Return the files that match any of the patterns, sorted."""
    return sorted({file for pattern in patterns for file in ROOT.glob(pattern)})


def padded(texts: list[tuple[int, str]]) -> str:
    """Return a document in which each text begins on the line with its number.

    The lines between the texts are empty.
    """
    lines: list[str] = []
    for number, text in sorted(texts):
        lines += [""] * (number - 1 - len(lines))
        lines += [line.strip() for line in _blank(_TABLE, text).splitlines()] + [""]
    return "\n".join(lines) + "\n"


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the docstrings of a module, its public classes and functions, and its attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module) or (isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name[0] != "_"):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    yield statement.value


def messages(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each text for people in a module, with its line. ``{}`` represents a value in a text."""
    skipped = {id(node) for node in docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            skipped |= {id(part) for part in ast.walk(node)}
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            text = node.value
        else:
            continue
        if _PROSE.search(text):
            yield node.lineno, text


def extract(folder: Path) -> None:
    """Write the texts of code and templates to files below ``folder``, with the sources' paths and line numbers."""
    for file in files(*CODE):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        shown = [(node.lineno, str(node.value)) for node in docstrings(tree)]
        found = {
            ("summaries", ".md"): [(number, text.strip().partition("\n")[0]) for number, text in shown],
            ("docstrings", ".md"): shown,
            ("messages", ".txt"): list(messages(tree)),
        }
        for (kind, ending), texts in found.items():
            _write(folder / kind, file, ending, padded(texts))
    for file in files(*TEMPLATES):
        _write(folder / "templates", file, ".txt", _blank(_JINJA, file.read_text(encoding="utf-8")))


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Return a text with ``_`` for each character of a match, so that all other characters keep their places."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", "_", found[0]), text)


def _write(folder: Path, source: Path, ending: str, text: str) -> None:
    target = folder / f"{source.relative_to(ROOT)}{ending}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def findings(config: str, paths: list[Path]) -> Iterator[tuple[Path, int, str]]:
    """Yield textlint's findings in files or folders: file, line, message."""
    found = subprocess.run(
        [HERE / "node_modules/.bin/textlint", "--config", HERE / config, "--format", "json", *paths],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if found.returncode not in (0, 1) or not found.stdout:
        sys.exit(found.stderr or f"expected a report from textlint, got nothing (exit code {found.returncode})")
    for file in json.loads(found.stdout):
        for message in file["messages"]:
            yield Path(file["filePath"]), message["line"], message["message"].splitlines()[0]


def main() -> int:
    """Lint everything, print the findings, and return the exit code."""
    if not (HERE / "node_modules/.bin/textlint").exists():
        sys.exit("textlint is not installed; run: npm ci --prefix tools/prose")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        extract(folder)
        found = [
            *findings("pages.json", files(*PAGES)),
            *findings("summaries.json", [folder / "summaries"]),
            *findings("docstrings.json", [folder / "docstrings"]),
            *findings("messages.json", [folder / "messages", folder / "templates"]),
        ]
        lines = []
        for file, line, message in found:
            if file.is_relative_to(folder):
                file = ROOT / Path(*file.relative_to(folder).parts[1:]).with_suffix("")
            lines.append(f"{file.relative_to(ROOT)}:{line}: {message}")
    for line in sorted(set(lines)):
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
