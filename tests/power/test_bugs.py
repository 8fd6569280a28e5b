"""Tests of adapters that are right except for a single bug: the default gate is red for them, and names the loss.

``bugs.yaml`` has the dialect in which each bug is judged, the cause that the gate finds, and its effect. For other bugs
it has the reason why the default gate does not find them. The gate finds all these bugs with ``--thorough``.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.adapters.adapter import Adapter
from conformance.judge.cause import causes
from conformance.judge.result import Result
from conformance.suite.selection import Selection
from toolwire.dialects.dialect import DIALECTS

from .bug import BUGS
from .client import LAYERS, Client, Edit, Layer
from .judging import chosen, red

HERE = Path(__file__).parent
for file in sorted((HERE / "bugs").glob("*.py")):
    import_module(f"tests.power.bugs.{file.stem}")
LISTED: dict[str, Any] = yaml.safe_load((HERE / "bugs.yaml").read_text())
CAUGHT = [name for name, listed in LISTED.items() if "cause" in listed]
SURVIVING = [name for name, listed in LISTED.items() if "survives" in listed]
SHARE = 0.95
"""The smallest share of bugs that the default gate must find. Increase it if the gate finds more, and never lower it.
"""


def test_every_bug_is_listed_and_most_are_caught() -> None:
    assert [*LISTED] == [*BUGS]
    assert len(CAUGHT) + len(SURVIVING) == len(LISTED)
    assert len(CAUGHT) >= SHARE * len(LISTED)


@pytest.mark.parametrize("name", CAUGHT)
def test_a_bug_is_red_by_default(name: str) -> None:
    listed = LISTED[name]
    found: list[Result] = []
    for results in red(BUGS[name].adapter, listed["subject"], chosen(listed["subject"])):
        found += results
        if any((cause.id, cause.effect) == (listed["cause"], listed["effect"]) for cause in causes(found)):
            return
    got = [(cause.id, cause.effect) for cause in causes(found)]
    pytest.fail(f"{BUGS[name].wrong} Expected the cause {listed['cause']} ({listed['effect']}), got {got}")


@pytest.mark.parametrize("name", SURVIVING)
def test_a_bug_that_is_listed_so_survives(name: str) -> None:
    subject = LISTED[name]["subject"]
    survives = not is_red(BUGS[name].adapter, subject, chosen(subject))
    assert survives, "expected the gate not to find this bug, but it does: write the cause into bugs.yaml"


@pytest.mark.parametrize("name", SURVIVING)
def test_a_bug_that_survives_is_caught_thoroughly(name: str) -> None:
    subject = LISTED[name]["subject"]
    assert is_red(BUGS[name].adapter, subject, chosen(subject, mutants=True, deliveries="all"))


def is_red(made: Callable[[], Adapter], subject: str, selected: Selection) -> bool:
    return any(results for results in red(made, subject, selected))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_client_of_all_bugs_is_right(dialect: str) -> None:
    edits: dict[Layer, Edit] = dict.fromkeys(LAYERS, lambda value: value) | {"pieces": b"".join}
    if dialect == "bedrock_converse":
        del edits["event"]  # of frames no bug edits the events
    assert not is_red(lambda: Client(lambda: edits), dialect, chosen(dialect))
