"""JSON as Python holds it."""

from typing import Any, TypeAlias

Json: TypeAlias = Any
"""Null, a boolean, a number, a string, a list, or a dictionary whose keys are strings."""
