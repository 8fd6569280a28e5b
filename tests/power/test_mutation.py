"""Tests of ``tools/mutation``: the changes of some code, and the gate's verdict on a changed reference."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[2] / "tools" / "mutation"
CODE = '''\
"""Says what it is."""

from some import thing


def read(value: str, *, known: bool = True) -> str | None:
    """Return it."""
    if value and known:
        thing.note("kind")
    return value if len(value) > 1 else None
'''
CHANGES = [
    "6 flip True",
    "8 negate value and known",
    "8 swap value and known",
    "8 first value and known",
    "9 drop thing.note('kind')",
    "9 rename 'kind'",
    "10 negate value if len(value) > 1 else None",
    "10 compare len(value) > 1",
    "10 count 1",
]
JUDGED = """
import sys; sys.path.insert(0, {tools!r})
import ast
from pathlib import Path
from changes import changed, count
from loading import changed_reference
from run import CODE, advice_on
module = "toolwire.dialects.cohere_v2.response"
source = (CODE / (module.replace(".", "/") + ".py")).read_text()
every = [changed(source, number) for number in range(count(source))]
trees = {{"none": ast.parse(source)}} | {{each.words: each.tree for each in every}}
print(advice_on(changed_reference(module, trees[{change!r}]), "cohere_v2") is None)
"""


def tool(name: str) -> ModuleType:
    spec = spec_from_file_location(f"mutation_{name}", TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_change_is_one_of_the_code_alone() -> None:
    module = tool("changes")
    found = [module.changed(CODE, number) for number in range(module.count(CODE))]
    assert sorted(f"{change.line} {change.words}" for change in found) == sorted(CHANGES)


@pytest.mark.parametrize(("change", "red"), [("none", "False"), ("rename 'message'", "True")])
def test_the_gate_judges_the_changed_reference_and_nothing_else_changes(change: str, red: str) -> None:
    script = JUDGED.format(tools=str(TOOLS), change=change)
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.split() == [red]
