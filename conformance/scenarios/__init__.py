"""Scenarios: situations with tools, in canonical form. The YAML files in this folder define them."""

from conformance.scenarios.loader import (
    ScenarioError,
    capabilities,
    files,
    homes,
    load,
    load_all,
    names,
    names_in_modes,
)
from conformance.scenarios.scenario import (
    FIRST,
    Mode,
    Predicate,
    Reply,
    Scenario,
    ScriptedCall,
    ScriptedSearch,
    ScriptedTurn,
    usual_limit,
)

__all__ = [
    "FIRST", "Mode", "Predicate", "Reply", "Scenario", "ScenarioError", "ScriptedCall", "ScriptedSearch",
    "ScriptedTurn", "capabilities", "files", "homes", "load", "load_all", "names", "names_in_modes",
    "usual_limit",
]  # fmt: skip
