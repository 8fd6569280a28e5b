"""Names and docstrings are in the words of the field."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "benchmarks",
    "conformance/__init__.py",
    "conformance/__main__.py",
    "conformance/adapters",
    "conformance/callers",
    "conformance/cli",
    "conformance/data.py",
    "conformance/drift",
    "conformance/gate",
    "conformance/mutants",
    "conformance/judge",
    "conformance/normalizer.py",
    "conformance/probe",
    "conformance/pytest_plugin.py",
    "conformance/recording",
    "conformance/report",
    "conformance/scenarios",
    "conformance/server",
    "conformance/site",
    "conformance/standins",
    "conformance/suite",
    "conformance/survey",
    "tools",
    "toolwire/src/toolwire",
)
"""Folders and files that were gone through. One that is added here stays so."""
VAGUE = re.compile(r"_*(told|said|tells|says|one|ones|whether_\w+)|\w+_(told|said)|(told|said)_\w+")
QUESTION = re.compile(r"(What|Whether|Where|Why|How|Which|Who|When)\b")
PUBLIC = {
    "conformance/drift/change.py: said",
    "conformance/drift/compare.py: said",
    "conformance/drift/shape.py: said",
    "conformance/gate/page.py: told",
    "conformance/probe/endpoint.py: said",
    "conformance/probe/report.py: told",
    "conformance/report/changes.py: said",
    "conformance/report/servers.py: said",
    "conformance/site/cells.py: says",
    "conformance/site/page.py: told",
    "conformance/site/pages/matrix.py: told_of",
    "conformance/survey/text_records.py: is_told",
    "toolwire/src/toolwire/providers/wire_format.py: strict_unless_said",
}
"""Names in files that templates, published documents and applications have."""


def modules(folder: Path) -> list[Path]:
    return [folder] if folder.is_file() else sorted(folder.rglob("*.py"))


def names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.alias(asname=str(name)):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The nodes of a module that have names or docstrings; kept, since two tests read them."""
    kinds = (
        ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.arg, ast.Name, ast.alias,
        ast.ExceptHandler, ast.MatchAs, ast.MatchStar,
    )  # fmt: skip
    return tuple(node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds))


def docstrings(node: ast.AST) -> Iterator[ast.Constant]:
    """The strings that stand alone: of the node itself, and below its constants and fields."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        for statement in node.body:
            match statement:
                case ast.Expr(value=ast.Constant(value=str()) as text):
                    yield text


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_are_nouns_and_verbs_of_the_field(folder: str) -> None:
    vague = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(ROOT / folder)
        for node in nodes(path)
        for name in names(node)
        if VAGUE.fullmatch(name)
    ]
    assert sorted({*vague} - PUBLIC) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_begin_with_a_verb_or_a_noun(folder: str) -> None:
    questions = [
        f"{path.relative_to(ROOT)}:{text.lineno}: {text.value.split(maxsplit=3)[:3]}"
        for path in modules(ROOT / folder)
        for node in nodes(path)
        for text in docstrings(node)
        if QUESTION.match(str(text.value))
    ]
    assert questions == []
