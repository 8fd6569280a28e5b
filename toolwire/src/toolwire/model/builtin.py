"""Canonical values as dicts and lists."""

from functools import cache
from typing import Any

import msgspec


def to_builtins(value: Any) -> Any:
    """Return ``value`` as dicts and lists. Each struct becomes a dict, without the fields that have their default
    value. Numbers keep their text.
    """
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
