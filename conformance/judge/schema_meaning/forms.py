"""The well-known forms that libraries bring schemas into."""

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from conformance.judge.schema_meaning.containment import Prover
from conformance.judge.schema_meaning.pair import Pair
from conformance.judge.schema_meaning.plain import NotComparable, Schema, nullable, plain, tidy
from toolwire.model import Json

Form: TypeAlias = Literal["closed", "strict"]
"""A form that two schemas share.

``closed``: objects that name properties take no others. A model that follows the properties sees no difference.
``strict``: that, and all properties are required; those that were not may be null, which the user's function gets.
"""

_FORMS: Final[tuple[Form, ...]] = ("closed", "strict")
_UNFORMED: Final = frozenset(
    {"allOf", "oneOf", "not", "if", "dependentSchemas", "dependentRequired", "patternProperties", "propertyNames"}
    | {"unevaluatedProperties"}
)
"""Keywords beside which an object cannot be closed without another meaning."""


def shared_form(given: Json, sent: Json) -> Form | None:
    """Return the first form in which two schemas are proven to be the same."""
    for form in _FORMS:
        try:
            pair = Pair(_formed(plain(given), form, root=True), _formed(plain(sent), form, root=True))
        except NotComparable:
            return None
        if Prover(pair).same((pair.given, {"type": "object"}), (pair.sent, {"type": "object"})):
            return form
    return None


def _formed(schema: Schema, form: Form, root: bool = False) -> Schema:
    """Return a plain schema in a form. Raises ``NotComparable`` for one that has none."""
    if isinstance(schema, bool):
        return {"type": "object", "additionalProperties": False} if root and schema else schema
    properties = schema.get("properties", {})
    if schema.keys() & _UNFORMED or ((properties or root) and schema.keys() & {"anyOf", "$ref"}):
        raise NotComparable("it has no such form")
    made: dict[str, Any] = {
        key: _within(value, lambda inner: _formed(inner, form), key) for key, value in schema.items()
    }
    if properties or root:
        if not {*schema.get("required", ())} <= properties.keys():
            raise NotComparable("it asks for a property that it does not name")
        made.setdefault("additionalProperties", False)
    if properties and form == "strict":
        required = {*schema.get("required", ())}
        made["properties"] = {
            name: inner if name in required else nullable(inner) for name, inner in made["properties"].items()
        }
        made["required"] = sorted(properties)
    return tidy(made)


def _within(value: Any, change: Callable[[Schema], Schema], key: str) -> Any:
    """Return the value of a keyword with its schemas changed."""
    match key:
        case "properties" | "$defs" | "definitions":
            return {name: change(inner) for name, inner in value.items()}
        case "anyOf" | "prefixItems":
            return [change(inner) for inner in value]
        case "items" | "additionalProperties" | "contains":
            return change(value)
    return value
