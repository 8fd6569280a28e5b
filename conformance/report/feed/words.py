"""The words that other projects use for capabilities, and the places where packages of these projects state them."""

from importlib.resources import files
from typing import Any

import yaml


def projects() -> dict[str, Any]:
    """Return the projects in ``packages.yaml``, by name."""
    found: dict[str, Any] = yaml.load((files(__package__) / "packages.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return found


def capabilities(project: str) -> dict[str, str]:
    """Return the capability that each word of a project means."""
    found: dict[str, str] = projects()[project]["claims"]
    return found
