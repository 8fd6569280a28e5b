"""Tests of the data for the comparison page: the outcomes of cases as characters, in the order of the scenarios."""

import pytest

from conformance.report.mark import Verdict
from conformance.scenarios import load_all
from conformance.site.pages.compare import State, _cases, _state_of, _States

NAMES = [scenario.id for scenario in load_all()]


def decoded(text: str, states: _States) -> dict[str, str]:
    """Decode the text as the page's script does. Each scenario has two characters."""
    found = {}
    for n, name in enumerate(NAMES):
        for letter, mode in zip(text[2 * n : 2 * n + 2].ljust(2), ("plain", "stream"), strict=True):
            if letter != " ":
                found[f"{name}/{mode}"] = states.every[ord(letter) - ord("0")].key
    return found


@pytest.mark.parametrize(
    "cases",
    [
        {},
        {f"{NAMES[0]}/plain": "pass"},
        {f"{NAMES[0]}/stream": "silent", f"{NAMES[-1]}/plain": "pass"},
        {f"{name}/{mode}": "raised" for name in NAMES for mode in ("plain", "stream")},
    ],
    ids=["nothing", "the first", "both ends", "all"],
)
def test_every_case_is_read_as_it_was_written(cases: dict[str, Verdict]) -> None:
    states = _States()
    assert decoded(_cases(_state_of(cases, states)), states) == cases


def test_alike_states_are_one() -> None:
    states = _States()
    letters = {states.of(State("pass", "✓", "passes")) for _ in range(3)}
    assert letters == {"0"}
    assert states.of(State("silent", "✗", "silently wrong")) == "1"
