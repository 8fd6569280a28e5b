"""What stands in ``libraries.yaml``: the libraries that are judged, and the earlier versions of them that are kept."""

from pathlib import Path
from typing import Any, Final

import yaml

HERE: Final = Path(__file__).resolve().parent
ENVIRONMENTS: Final = HERE.parent.parent / ".adapters"
"""Where each has a folder of its own: its name, and for an earlier version ``@`` and that."""


def libraries() -> dict[str, dict[str, Any]]:
    """Every library, as it is judged in its newest version."""
    found: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "libraries.yaml").read_text(encoding="utf-8"))
    return found


def earlier(library: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The earlier versions of a library, each as it is judged: in all that they do not say as the newest is."""
    found = [library | one for one in library.get("earlier", ())]
    return {version(one): one for one in found}


def version(library: dict[str, Any]) -> str:
    """The version that is pinned of the library itself."""
    first: str = (library.get("packages") or library.get("alone") or library["requires"])[0]
    return first.replace("==", "@").rpartition("@")[2]


def chosen(asked: str) -> tuple[str, dict[str, Any]] | None:
    """The environment, and the library, of ``NAME`` or ``NAME==VERSION``; None where there is no such one."""
    name, _, which = asked.partition("==")
    library = libraries().get(name)
    if library is None or not which or which == version(library):
        return None if library is None else (name, library)
    found = earlier(library).get(which)
    return None if found is None else (f"{name}@{which}", found)
