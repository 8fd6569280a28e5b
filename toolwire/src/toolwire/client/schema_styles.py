"""What dialects take of JSON Schema, as data."""

from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
import yaml

StyleName: TypeAlias = Literal["json-schema", "object", "openapi", "ollama", "strict-openai", "strict-anthropic"]


class SchemaStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of JSON Schema may stand in the parameters of a tool, and what must."""

    source: str
    keywords: tuple[str, ...] = ()
    """Those that are kept; where none are named, all but ``without``."""
    without: tuple[str, ...] = ()
    object_root: bool = False
    references: bool = True
    type_lists: bool = True
    nullable: bool = False
    string_enums: bool = False
    closed: bool = False
    complete: bool = False
    acyclic: bool = False
    most_min_items: int | None = None
    """How many items a list may be asked to have at least; None for any number."""
    most: int | None = None
    """How many tools of a request may have it."""

    def takes(self, keyword: str) -> bool:
        """Whether a keyword may stand in a schema."""
        return keyword in self.keywords if self.keywords else keyword not in self.without


class DialectStyles(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The styles of a dialect: of tools that are not strict, and of those that are."""

    usual: StyleName
    strict: StyleName | None = None
    """None where nothing is known to be asked of strict tools."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    styles: dict[StyleName, SchemaStyle]
    dialects: dict[str, DialectStyles]


@cache
def _file() -> _File:
    text = (files("toolwire.client") / "schema_styles.yaml").read_bytes()
    return msgspec.convert(yaml.load(text, Loader=yaml.CSafeLoader), _File)


def style(name: StyleName) -> SchemaStyle:
    """The style of that name. Raises ``ValueError`` where there is none."""
    styles = _file().styles
    if name not in styles:
        raise ValueError(f"no style of schemas is called {name!r}; there are: {', '.join(styles)}")
    return styles[name]


def styles_of(dialect: str) -> DialectStyles:
    """The styles of a dialect."""
    return _file().dialects[dialect]
