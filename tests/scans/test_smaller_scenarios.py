"""Tests that every smaller variant of a generated scenario is legal."""

import pytest

from conformance.scenarios import Scenario
from conformance.scenarios.smaller import smaller
from tests.scenarios.test_generated import DRAWN, assert_legal


@pytest.mark.parametrize("scenario", DRAWN[:50], ids=lambda scenario: scenario.id)
def test_each_smaller_scenario_is_legal(scenario: Scenario) -> None:
    for step in smaller(scenario):
        assert_legal(step)
