"""Semantic changes of Python code, made one at a time. They imitate typing errors and misunderstandings."""

import ast
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

_KEY: Final = re.compile(r"[A-Za-z_][\w.-]*")
_OTHER: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


class Change(NamedTuple):
    """A changed module, with the line of the change. ``words`` names the kind of the change, and the original code."""

    line: int
    words: str
    tree: ast.Module


def count(source: str) -> int:
    """Return the number of possible changes of a module's code. Annotations and docstrings are never changed."""
    return sum(1 for _ in _places(ast.parse(source)))


def changed(source: str, number: int) -> Change:
    """Return the change with this number, of all possible changes of a module's code. They are counted from 0."""
    tree = ast.parse(source)
    node, kind = next(islice(_places(tree), number, None))
    assert isinstance(node, ast.stmt | ast.expr)
    words = " ".join(ast.unparse(node.test if isinstance(node, ast.If) else node).split())[:100]
    other = _Replaced(node, _changed(node, kind)).visit(tree)
    return Change(node.lineno, f"{kind} {words}", ast.fix_missing_locations(other))


class _Replaced(ast.NodeTransformer):
    """A transformer that replaces the node ``old`` by the node ``new``."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self._new if node is self._old else self.generic_visit(node)


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield each node that can be changed, with the kind of the change."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield from ((node, kind) for kind in _kinds(node))
        waiting.extend(reversed([*_below(node)]))


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below a node, without annotations, decorators, imports and docstrings."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "keywords") and not isinstance(node, ast.Call):
            continue
        children = value if isinstance(value, list) else [value]
        for place, child in enumerate(children):
            if isinstance(child, ast.Import | ast.ImportFrom) or (name == "body" and place == 0 and _is_text(child)):
                continue
            if isinstance(child, ast.AST):
                yield child


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _kinds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr() | ast.AugAssign():
            yield "drop"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "drop"
        case ast.If() | ast.IfExp():
            yield "negate"
        case ast.BoolOp():
            yield "swap"
            yield "first"
        case ast.Compare(ops=[op]) if type(op) in _OTHER:
            yield "compare"
        case ast.Constant(value=bool()):
            yield "flip"
        case ast.Constant(value=int()):
            yield "count"
        case ast.Constant(value=str(text)) if _KEY.fullmatch(text):
            yield "rename"


def _changed(node: ast.AST, kind: str) -> ast.AST:
    """Return the node that a change of this kind puts in place of ``node``. It may be ``node`` itself, changed in
    place.
    """
    match node:
        case ast.stmt() if kind == "drop":
            return ast.copy_location(ast.Pass(), node)
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.BoolOp() if kind == "swap":
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BoolOp():
            return node.values[0]
        case ast.Compare(ops=[op]):
            node.ops = [_OTHER[type(op)]()]
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.Constant(value=str(text)):
            node.value = f"{text}_"
    return node
