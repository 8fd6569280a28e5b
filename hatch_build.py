"""Puts the cassettes into the wheel; an editable install reads them from the checkout instead."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface):  # type: ignore[misc]
    """Hatchling's own ``force-include`` would copy the data on an editable install too, where they go stale."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            build_data["force_include"]["cassettes"] = "conformance/_data/cassettes"
