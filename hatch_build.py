"""Puts the cassettes, and who breaks on what form, into the wheel; an editable install reads them from the checkout."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface):  # type: ignore[misc]
    """Hatchling's own ``force-include`` would copy the data on an editable install too, where they go stale."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            for folder in ("cassettes", "reports/consumers"):
                build_data["force_include"][folder] = f"conformance/_data/{folder}"
