"""Scenarios: situations with tools, written once in canonical form as data beside this file."""

from conformance.scenarios.loader import ScenarioError, capabilities, files, homes, load, load_all, names
from conformance.scenarios.scenario import Mode, Predicate, Reply, Scenario, ScriptedCall, ScriptedTurn

__all__ = [
    "Mode", "Predicate", "Reply", "Scenario", "ScenarioError", "ScriptedCall", "ScriptedTurn", "capabilities",
    "files", "homes", "load", "load_all", "names",
]  # fmt: skip
