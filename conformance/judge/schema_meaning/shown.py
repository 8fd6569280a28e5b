"""Differences between two schemas of a tool's parameters that do not change the accepted arguments, but that a model
reads.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import unquote

import msgspec

from conformance.judge import arguments
from conformance.judge.schema_meaning.plain import NotComparable, text
from toolwire.model import Json
from toolwire.wire import pointer

Change: TypeAlias = Literal["lost", "changed", "added"]
Views: TypeAlias = list[dict[str, Any]]
"""The schemas that apply to a value. A schema comes before the schemas to which it refers. Keywords of earlier schemas
take precedence.
"""

ANNOTATIONS: Final = (
    "title",
    "description",
    "default",
    "examples",
    "format",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
)
_MOST: Final = 5000
_DEEPEST: Final = 60


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A difference between two schemas, in something that a model reads."""

    at: str
    """A pointer into the arguments, to the value whose schemas differ.

    ``*`` means every item or unnamed member, and ``anyOf/N`` means an alternative.
    """
    key: str
    """The keyword that differs, or ``property`` for a property that only one schema names, ``order`` for the order of
    properties, and ``enum`` for the order of the listed values."""
    change: Change
    given: Json = None
    sent: Json = None


class Comparison:
    """A comparison of two schemas in the spelling of their authors, from the root to the last property."""

    def __init__(self, given: Json, sent: Json) -> None:
        self._roots = {"given": given, "sent": sent}
        self._open = set[tuple[int, ...]]()
        self._left = _MOST

    def changes(self) -> tuple[Shown, ...]:
        """Return all differences. Raises ``NotComparable`` for schemas that are too large."""
        return tuple(
            self._at("", self._views(self._roots["given"], "given"), self._views(self._roots["sent"], "sent"), 0)
        )

    def _at(self, at: str, given: Views, sent: Views, depth: int) -> Iterator[Shown]:
        """Yield the differences between the given and the sent schemas of a value. ``at``: the pointer to the value in
        the arguments.
        """
        key = (*map(id, given), 0, *map(id, sent))
        self._left -= 1
        if self._left < 0 or depth > _DEEPEST:
            raise NotComparable("the schemas are too large")
        if key in self._open:
            return
        self._open.add(key)
        for name in ANNOTATIONS:
            yield from _difference(at, name, _annotation(given, name), _annotation(sent, name))
        yield from _order(at, "enum", _values(given), _values(sent))
        yield from self._properties(at, given, sent, depth)
        for keyword in ("items", "additionalProperties"):
            inner = [_members(views, keyword) for views in (given, sent)]
            yield from self._both(f"{at}/*", inner[0][:1], inner[1][:1], depth)
        yield from self._both(f"{at}/*", _listed(given, "prefixItems"), _listed(sent, "prefixItems"), depth)
        yield from self._both(f"{at}/anyOf", _alternatives(given), _alternatives(sent), depth, numbered=True)
        self._open.discard(key)

    def _properties(self, at: str, given: Views, sent: Views, depth: int) -> Iterator[Shown]:
        names = [_property_names(views) for views in (given, sent)]
        for name in names[0]:
            place = f"{at}/{pointer.escape(name)}"
            if name in names[1]:
                inner = self._views(names[0][name], "given"), self._views(names[1][name], "sent")
                yield from self._at(place, *inner, depth + 1)
            else:
                yield Shown(at=place, key="property", change="lost", given=names[0][name])
        for name in [name for name in names[1] if name not in names[0]]:
            place = f"{at}/{pointer.escape(name)}"
            yield Shown(at=place, key="property", change="added", sent=names[1][name])
        yield from _order(at, "order", *([*views] for views in names))

    def _both(
        self, at: str, given: list[Json], sent: list[Json], depth: int, numbered: bool = False
    ) -> Iterator[Shown]:
        """Yield the differences between the schemas at the same index of both lists.

        ``at``: the place of the values in the arguments. ``numbered``: the reported place includes the index.
        """
        for n, (left, right) in enumerate(zip(given, sent, strict=False)):
            place = f"{at}/{n}" if numbered else at
            yield from self._at(place, self._views(left, "given"), self._views(right, "sent"), depth + 1)

    def _views(self, schema: Json, side: str) -> Views:
        """Return a schema, and then the schemas that apply to the same value: under ``$ref`` and ``allOf``, or the only
        alternative to null.
        """
        waiting, found = [schema], dict[int, dict[str, Any]]()
        while waiting:
            schema = waiting.pop(0)
            if not isinstance(schema, dict) or id(schema) in found:
                continue
            found[id(schema)] = schema
            if isinstance(reference := schema.get("$ref"), str):
                waiting.append(_target(self._roots[side], reference))
            waiting += _listed([schema], "allOf")
            if len(alternatives := _alternatives([schema])) == 1:
                waiting += alternatives
        return [*found.values()]


def _target(root: Json, reference: str) -> Json:
    """Return the target of a reference. None if the reference has no target in this schema."""
    place = root
    for step in unquote(reference).split("/")[1:] if reference.startswith("#") else ["", ""]:
        name = pointer.unescape(step)
        place = place.get(name) if isinstance(place, dict) else None
    return place


def _annotation(views: Views, name: str) -> Json:
    if name == "examples" and not any(name in view for view in views):
        return next(([view["example"]] for view in views if "example" in view), msgspec.UNSET)
    found = next((view[name] for view in views if name in view), msgspec.UNSET)
    return msgspec.UNSET if name in ("title", "description") and found in ("", None) else found


def _difference(at: str, key: str, given: Json, sent: Json) -> Iterator[Shown]:
    if given is msgspec.UNSET and sent is not msgspec.UNSET:
        yield Shown(at=at, key=key, change="added", sent=sent)
    elif sent is msgspec.UNSET and given is not msgspec.UNSET:
        yield Shown(at=at, key=key, change="lost", given=given)
    elif given is not msgspec.UNSET and not arguments.same(given, sent):
        yield Shown(at=at, key=key, change="changed", given=given, sent=sent)


def _order(at: str, key: str, given: list[Json], sent: list[Json]) -> Iterator[Shown]:
    """Yield a difference if the values that are in both lists have a different order in each list."""
    texts = [[text(value) for value in values] for values in (given, sent)]
    common = {*texts[0]} & {*texts[1]}
    kept = [[value for value in values if value in common] for values in texts]
    if kept[0] != kept[1]:
        yield Shown(at=at, key=key, change="changed", given=given, sent=sent)


def _values(views: Views) -> list[Json]:
    return [value for value in _listed(views, "enum") if value is not None]


def _property_names(views: Views) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for view in views:
        if isinstance(view.get("properties"), dict):
            found |= {name: schema for name, schema in view["properties"].items() if name not in found}
    return found


def _members(views: Views, keyword: str) -> list[Json]:
    return [view[keyword] for view in views if isinstance(view.get(keyword), dict)]


def _listed(views: Views, keyword: str) -> list[Json]:
    return next((view[keyword] for view in views if isinstance(view.get(keyword), list)), [])


def _alternatives(views: Views) -> list[Json]:
    """Return the alternatives that allow another value than null."""
    choices = _listed(views, "anyOf") or _listed(views, "oneOf")
    return [
        choice for choice in choices if not (isinstance(choice, dict) and str(choice.get("type")).lower() == "null")
    ]
