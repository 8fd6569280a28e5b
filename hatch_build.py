"""Puts cassettes, bundles and the reports that commands read into the wheel; an editable install reads the checkout."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_REPORTS = (
    "reports/matrix.json",
    "reports/capabilities.json",
    "reports/probes/*.json",
    "reports/adapters/*.json",
    "reports/adapters/notes/*.yaml",
)


class DataHook(BuildHookInterface):  # type: ignore[misc]
    """Hatchling's own ``force-include`` would copy the data on an editable install too, where they go stale."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            reports = (path for kind in _REPORTS for path in sorted(Path(self.root).glob(kind)))
            names = (path.relative_to(self.root).as_posix() for path in reports)
            for name in ("bundles", "cassettes", "reports/consumers", *names):
                build_data["force_include"][name] = f"conformance/_data/{name}"
