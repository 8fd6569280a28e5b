"""The words of other projects for capabilities, and the files and attributes that contain these words."""

from importlib.resources import files
from typing import Any

import yaml


def projects() -> dict[str, Any]:
    """Return the content of ``packages.yaml``, by the name of the project."""
    found: dict[str, Any] = yaml.load((files(__package__) / "packages.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return found


def capabilities(project: str) -> dict[str, str]:
    """Return the words of a project, each with the capability that it means."""
    found: dict[str, str] = projects()[project]["claims"]
    return found
