"""Canonical values as JSON text, nothing rounded."""

from typing import Any

import msgspec

from toolwire.model import to_builtins
from toolwire.wire import exact_json


def to_json(value: msgspec.Struct) -> str:
    """Return the canonical JSON of a value, indented."""
    return indented(to_builtins(value))


def indented(value: Any) -> str:
    """Return a JSON value as text, an item a line. Strings may hold anything, even lone surrogates."""
    return _indented(value, "") + "\n"


def _indented(value: Any, margin: str) -> str:
    deeper = f"{margin}  "
    if isinstance(value, dict) and value:
        items = ",\n".join(
            f"{deeper}{exact_json.dumps(key)}: {_indented(item, deeper)}" for key, item in exact_json.pairs(value)
        )
        return f"{{\n{items}\n{margin}}}"
    if isinstance(value, list | tuple) and value:
        items = ",\n".join(f"{deeper}{_indented(item, deeper)}" for item in value)
        return f"[\n{items}\n{margin}]"
    return exact_json.dumps(value)
