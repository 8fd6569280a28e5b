"""The parts of JSON Schema that each dialect accepts, read from a data file."""

from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
import yaml

StyleName: TypeAlias = Literal["json-schema", "object", "openapi", "ollama", "strict-openai", "strict-anthropic"]


class SchemaStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parts of JSON Schema that a tool's parameters may have, and the parts that they must have.

    The head of ``schema_styles.yaml`` explains each field.
    """

    source: str
    keywords: tuple[str, ...] = ()
    """The keywords that are kept. If this is empty, all keywords are kept, except the keywords in ``without``."""
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
    """The largest allowed ``minItems``; None if there is no limit."""
    most: int | None = None
    """The largest number of tools with this style in a request; None if there is no limit."""

    def takes(self, keyword: str) -> bool:
        """Return whether schemas in this style may have a keyword."""
        return keyword in self.keywords if self.keywords else keyword not in self.without


class DialectStyles(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The styles of a dialect: the style of tools that are not strict, and the style of strict tools."""

    usual: StyleName
    strict: StyleName | None = None
    """The style of strict tools; None if no requirements are known for them."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    styles: dict[StyleName, SchemaStyle]
    dialects: dict[str, DialectStyles]


@cache
def _file() -> _File:
    text = (files("toolwire.client") / "schema_styles.yaml").read_bytes()
    return msgspec.convert(yaml.load(text, Loader=yaml.CSafeLoader), _File)


def style(name: StyleName) -> SchemaStyle:
    """Return the style with this name. Raises ``ValueError`` for an unknown name."""
    styles = _file().styles
    if name not in styles:
        raise ValueError(f"unknown style of schemas: {name!r}; expected one of: {', '.join(styles)}")
    return styles[name]


def styles_of(dialect: str) -> DialectStyles:
    """Return the styles of a dialect."""
    return _file().dialects[dialect]
