"""JSON in canonical form. Numbers are not rounded."""

from typing import Any

import msgspec

from toolwire.model import to_builtins
from toolwire.wire import exact_json


def to_json(value: msgspec.Struct) -> str:
    """Return a value as canonical JSON, indented."""
    return indented(to_builtins(value))


def indented(value: Any, *, depth: int | None = None) -> str:
    """Return a JSON value as text, with each item on its own line.

    A value that is nested deeper than ``depth`` is written on one line. Strings may contain any characters, even lone
    surrogates.
    """
    return _indented(value, "", depth) + "\n"


def _indented(value: Any, margin: str, depth: int | None) -> str:
    if depth == 0:
        return exact_json.dumps(value)
    deeper, below = f"{margin}  ", None if depth is None else depth - 1
    if isinstance(value, dict) and value:
        items = ",\n".join(
            f"{deeper}{exact_json.dumps(key)}: {_indented(item, deeper, below)}"
            for key, item in exact_json.pairs(value)
        )
        return f"{{\n{items}\n{margin}}}"
    if isinstance(value, list | tuple) and value:
        items = ",\n".join(f"{deeper}{_indented(item, deeper, below)}" for item in value)
        return f"[\n{items}\n{margin}]"
    return exact_json.dumps(value)
