"""Tests that messages name no file that an installed package lacks."""

import ast
import re
from pathlib import Path
from typing import Final

import conformance

CODE: Final = Path(conformance.__file__).parent
PAGE: Final = re.compile(r"(?<![\w/.(-])docs/[\w/-]+\.md")
_DOCUMENTED: Final = (ast.Module, ast.ClassDef)


def texts(tree: ast.Module) -> list[str]:
    """Return the strings in a module, without the docstrings of the module and its classes.

    The docstrings of functions are included, because they may be help texts of commands.
    """
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, _DOCUMENTED) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]


def test_no_message_names_a_page_of_the_repository() -> None:
    named = {
        (path.name, " ".join(text.split()))
        for folder in ("adapters", "bundle", "cli", "gate", "survey")
        for path in (CODE / folder).rglob("*.py")
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
        if PAGE.search(text)
    }
    assert named == set()
