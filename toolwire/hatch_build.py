"""Puts the claims about providers into the wheel; an editable install reads them from the checkout."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface):  # type: ignore[misc]
    """Adds ``providers/``, from the checkout or from the unpacked source distribution, to a standard wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            here = Path(self.root)
            inside = here / "providers"
            build_data["force_include"][str(inside if inside.is_dir() else here.parent / "providers")] = (
                "toolwire/_data/providers"
            )
