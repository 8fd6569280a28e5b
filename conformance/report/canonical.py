"""Canonical values as JSON text, nothing rounded."""

from functools import cache
from typing import Any

import msgspec

from conformance.wire import exact_json


def to_json(value: msgspec.Struct) -> str:
    """The canonical JSON of a value, indented."""
    return indented(to_builtins(value))


def indented(value: Any) -> str:
    """JSON values as text, an item a line; no text in them can make it fail."""
    return _indented(value, "") + "\n"


def to_builtins(value: Any) -> Any:
    """``value`` with dicts for structs; defaults are left out, numbers keep their text."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        out = {config.tag_field: config.tag} if config.tag_field else {}
        for name, default in _defaults(type(value)):
            item = getattr(value, name)
            if item != default:
                out[name] = to_builtins(item)
        return out
    if isinstance(value, tuple):
        return [to_builtins(item) for item in value]
    return value


@cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    def default(field: msgspec.structs.FieldInfo) -> Any:
        if field.default is not msgspec.NODEFAULT:
            return field.default
        return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT

    return tuple((field.name, default(field)) for field in msgspec.structs.fields(kind))


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
