"""Tests of the words in names and docstrings."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jinja2
import jinja2.nodes
import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "benchmarks",
    "conformance/__init__.py",
    "conformance/__main__.py",
    "conformance/adapters",
    "conformance/bundle",
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
    "examples",
    "tests",
    "tools",
    "toolwire/src/toolwire",
)
"""Folders and files whose names and docstrings are tested."""
VAGUE = frozenset(("retold", "said", "says", "tells", "told", "whether"))
"""Words that no name contains, in any spelling: ``told``, ``_SAID``, ``whatItSays``."""
PRONOUNS = frozenset(("one", "ones"))
"""Words that are not allowed as a whole name. In a longer name such as ``one_call``, they are numbers."""
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
QUESTION = re.compile(r"(What|Whether|Where|Why|How|Which|Who|When)\b")


def files(folder: Path, suffix: str = ".py") -> list[Path]:
    return [folder] if folder.is_file() else sorted(folder.rglob(f"*{suffix}"))


def is_vague(name: str) -> bool:
    found = [word.lower() for word in WORD.findall(name)]
    return not VAGUE.isdisjoint(found) or (len(found) == 1 and found[0] in PRONOUNS)


def names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.alias(asname=str(name)):
            yield name
        case ast.Attribute(attr=name, ctx=ast.Store()) | ast.keyword(arg=str(name)):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the nodes of a module that have names or docstrings. The result is cached, because two tests need it."""
    kinds = (
        ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.arg, ast.Name, ast.alias,
        ast.Attribute, ast.keyword, ast.ExceptHandler, ast.MatchAs, ast.MatchStar,
    )  # fmt: skip
    return tuple(node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds))


def docstrings(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield the docstrings of a node, of its constants and of its fields."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        for statement in node.body:
            match statement:
                case ast.Expr(value=ast.Constant(value=str()) as text):
                    yield text


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_are_nouns_and_verbs_of_the_field(folder: str) -> None:
    vague = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files(ROOT / folder)
        for name in (path.stem, *(name for node in nodes(path) for name in names(node)))
        if is_vague(name)
    ]
    assert sorted({*vague}) == []


TEMPLATES = files(ROOT / "conformance", ".jinja")


@pytest.mark.parametrize("template", TEMPLATES, ids=[path.name for path in TEMPLATES])
def test_templates_have_names_of_the_field(template: Path) -> None:
    parsed = jinja2.Environment().parse(template.read_text(encoding="utf-8"))
    stored = [name.name for name in parsed.find_all(jinja2.nodes.Name) if name.ctx in ("store", "param")]
    taken = [get.attr for get in parsed.find_all(jinja2.nodes.Getattr)]
    assert sorted(name for name in {*stored, *taken} if is_vague(name)) == []


@pytest.mark.parametrize(
    "name", ["told", "_SAID_BESIDE", "isTold", "strict_unless_said", "Says", "one", "whether_it_is"]
)
def test_a_vague_name_is_seen(name: str) -> None:
    assert is_vague(name)


@pytest.mark.parametrize("name", ["one_call", "zero_or_one", "stone", "essay"])
def test_a_name_with_a_number_is_none(name: str) -> None:
    assert not is_vague(name)


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_begin_with_a_verb_or_a_noun(folder: str) -> None:
    questions = [
        f"{path.relative_to(ROOT)}:{text.lineno}: {text.value.split(maxsplit=3)[:3]}"
        for path in files(ROOT / folder)
        for node in nodes(path)
        for text in docstrings(node)
        if QUESTION.match(str(text.value))
    ]
    assert questions == []
