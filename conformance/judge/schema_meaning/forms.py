"""Well-known forms of schemas, to which libraries convert schemas."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, Literal, TypeAlias

from conformance.judge.schema_meaning.containment import Prover
from conformance.judge.schema_meaning.pair import Pair
from conformance.judge.schema_meaning.plain import NotComparable, Schema, nullable, plain, tidy
from toolwire.model import Json

Form: TypeAlias = Literal["closed", "strict"]
"""A form that explains the difference of two schemas: they are equal if both are converted to this form.

``closed``: an object whose schema names properties accepts no other properties. A model that writes only named
properties sees no difference. ``strict``: the schema is closed, and all properties are required. Properties that were
optional may be null, so the user's function may get null. One of the two schemas already has this form.
"""

_OBJECT: Final = {"type": "object"}
_UNFORMED: Final = frozenset(
    {"allOf", "oneOf", "not", "if", "dependentSchemas", "dependentRequired", "patternProperties", "propertyNames"}
)
"""Keywords that prevent a form: an object with such a keyword cannot be closed without a change in the schema's
meaning.
"""


def shared_form(given: Json, sent: Json) -> Form | None:
    """Return the form that explains the difference of two schemas, or None if no form is proven to explain it."""
    try:
        if _same(_formed(given, "closed"), _formed(sent, "closed")):
            return "closed"
        strict = [_formed(schema, "strict") for schema in (given, sent)]
        if _same(*strict) and any(map(_same, strict, map(plain, (given, sent)))):
            return "strict"
    except NotComparable:
        pass
    return None


def _same(first: Schema, second: Schema) -> bool:
    pair = Pair(deepcopy(first), deepcopy(second))
    return Prover(pair).same((pair.given, _OBJECT), (pair.sent, _OBJECT))


def _formed(schema: Json, form: Form) -> Schema:
    """Return a schema of arguments, converted to a form. Raises ``NotComparable`` if the schema has no such form."""
    return _within_form(plain(schema), form, root=True)


def _within_form(schema: Schema, form: Form, root: bool = False) -> Schema:
    """Return a schema, converted to a form. Raises ``NotComparable`` if the schema cannot be converted.

    The schema must be in the plain spelling (see ``plain.plain``). ``root``: true for the schema of all arguments,
    which is closed even if it names no properties.
    """
    if isinstance(schema, bool):
        return {"type": "object", "additionalProperties": False} if root and schema else schema
    properties = schema.get("properties", {})
    if schema.keys() & _UNFORMED or ((properties or root) and schema.keys() & {"anyOf", "$ref"}):
        raise NotComparable(f"the schema has no {form} form")
    made: dict[str, Any] = {
        key: _within(value, lambda inner: _within_form(inner, form), key) for key, value in schema.items()
    }
    if properties or root:
        if not {*schema.get("required", ())} <= properties.keys():
            raise NotComparable("the schema requires a property that it does not name")
        made.setdefault("additionalProperties", False)
    if properties and form == "strict":
        required = {*schema.get("required", ())}
        made["properties"] = {
            name: inner if name in required else nullable(inner) for name, inner in made["properties"].items()
        }
        made["required"] = sorted(properties)
    return tidy(made)


def _within(value: Any, change: Callable[[Schema], Schema], key: str) -> Any:
    """Return the value of a keyword, with ``change`` applied to the schemas in it."""
    match key:
        case "properties" | "$defs" | "definitions":
            return {name: change(inner) for name, inner in value.items()}
        case "anyOf" | "prefixItems":
            return [change(inner) for inner in value]
        case "items" | "additionalProperties" | "contains":
            return change(value)
    return value
