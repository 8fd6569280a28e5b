"""The types of answers in the vendors' official SDKs, as JSON Schema. The SDKs come with the extra ``oracles``."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeAlias

from toolwire.json_value import Json

Schemas: TypeAlias = tuple[dict[str, Json], ...]
_PYDANTIC: Final = {
    "openai_chat": ("openai.types.chat", "ChatCompletion", "ChatCompletionChunk"),
    "openai_responses": ("openai.types.responses", "Response", "ResponseStreamEvent"),
    "anthropic_messages": ("anthropic.types.beta", "BetaMessage", "BetaRawMessageStreamEvent"),
    "gemini_generate": ("google.genai.types", "GenerateContentResponse", "GenerateContentResponse"),
    "gemini_interactions": ("google.genai.interactions", "Interaction", "InteractionSSEEvent"),
    "ollama_chat": ("ollama", "ChatResponse", "ChatResponse"),
    "mistral_chat": ("mistralai.client.models", "ChatCompletionResponse", "CompletionChunk"),
    "cohere_v2": ("cohere", "V2ChatResponse", "V2ChatStreamResponse"),
}
"""For each dialect, the module of the SDK's types, and the names of the types of an answer and of a stream's event."""
_TYPES: Final = {"integer": "number"}
_BOTOCORE: Final = {"structure": "object", "list": "array", "map": "object", "boolean": "boolean"}
_NUMBERS: Final = ("integer", "long", "float", "double", "timestamp")


class Types:
    """The types that an SDK has for a dialect's answers, or for the events of its streams."""

    def __init__(self, document: dict[str, Json]) -> None:
        self._document = document
        self.roots: Schemas = tuple(self._flat(document))
        """The possible types of a whole document."""

    def fitting(self, schemas: Schemas, value: dict[str, Json]) -> Schemas | None:
        """Return the types that fit an object. Return None if none of the types lists keys, so that any object is
        allowed.

        A type does not fit if it has a constant, such as a kind, for which the object has another value. If no type
        fits, return all types that list keys.
        """
        objects = [schema for schema in schemas if "properties" in schema]
        matching = [
            schema
            for schema in objects
            if all(_matches(rule, value.get(key, rule)) for key, rule in schema["properties"].items())
        ]
        return tuple(matching or objects) or None

    def keys(self, schemas: Schemas) -> tuple[frozenset[str], frozenset[str]]:
        """Return the keys that objects of these types may have, and the keys that they must have."""
        may = frozenset(key for schema in schemas for key in schema["properties"])
        return may, frozenset.intersection(*(frozenset(schema.get("required", ())) for schema in schemas))

    def under(self, schemas: Schemas, key: str) -> Schemas | None:
        """Return the types of the value under a key, or None if any value is allowed."""
        found = [schema["properties"][key] for schema in schemas if key in schema["properties"]]
        return tuple(flat for schema in found for flat in self._flat(schema)) or None

    def items(self, schemas: Schemas) -> Schemas | None:
        """Return the types of an array's items, or None if any value is allowed."""
        return tuple(flat for schema in schemas if "items" in schema for flat in self._flat(schema["items"])) or None

    def takes(self, schemas: Schemas, kind: str) -> bool:
        """Return whether a value of this JSON type fits at least one of the types."""
        return any(kind in _kinds(schema) or not _kinds(schema) for schema in schemas)

    def _flat(self, schema: Json) -> Iterator[dict[str, Json]]:
        """Yield the alternatives in a schema, or the schema itself if it has none. References are followed."""
        if not isinstance(schema, dict):
            return
        if "$ref" in schema:
            yield from self._flat(self._document["$defs"][schema["$ref"].rpartition("/")[2]])
            return
        offered = [alternative for word in ("anyOf", "oneOf", "allOf") for alternative in schema.get(word, ())]
        if not offered:
            yield schema
        for alternative in offered:
            yield from self._flat(alternative)


def _matches(rule: Json, value: Json) -> bool:
    """Return whether a value equals the constant in a key's schema, ``rule``. True if the schema has no constant.

    If the object lacks the key, callers pass ``rule`` itself as ``value``, and the result is True.
    """
    if not isinstance(rule, dict) or "const" not in rule or value is rule:
        return True
    return bool(value == rule["const"])


def _kinds(schema: dict[str, Json]) -> set[str]:
    """Return the JSON types that a schema accepts, or an empty set if the schema does not state them."""
    kind = str(schema.get("type", "string" if "const" in schema or "enum" in schema else ""))
    return {_TYPES.get(kind, kind)} if kind else set()


@cache
def types(dialect: str) -> dict[str, Types] | None:
    """Return the types that the official SDK has for a dialect, by mode, or None if the SDK is not installed."""
    try:
        return _botocore() if dialect == "bedrock_converse" else _pydantic(*_PYDANTIC[dialect])
    except ModuleNotFoundError:
        return None


def _pydantic(module: str, plain: str, stream: str) -> dict[str, Types]:
    from pydantic import TypeAdapter

    found = import_module(module)
    named = {"plain": plain, "stream": stream}
    return {mode: Types(TypeAdapter(getattr(found, name)).json_schema(by_alias=True)) for mode, name in named.items()}


def _botocore() -> dict[str, Types]:
    from botocore.session import get_session

    service = get_session().get_service_model("bedrock-runtime")
    plain = service.operation_model("Converse").output_shape
    events = service.operation_model("ConverseStream").output_shape.members["stream"]
    return {"plain": Types(_schema(plain)), "stream": Types(_schema(events))}


def _schema(shape: Any) -> dict[str, Json]:
    """Return a shape of botocore, which is a description of a type, as JSON Schema.

    A shape can contain itself. So each shape becomes a definition, and other shapes refer to it by name.
    """
    made: dict[str, Json] = {}

    def of(inner_shape: Any) -> dict[str, Json]:
        if inner_shape.name not in made:
            made[inner_shape.name] = {}
            made[inner_shape.name] = _kind_of(inner_shape, of)
        return {"$ref": f"#/$defs/{inner_shape.name}"}

    return of(shape) | {"$defs": made}


def _kind_of(shape: Any, of: Callable[[Any], dict[str, Json]]) -> dict[str, Json]:
    match shape.type_name:
        case "structure" if getattr(shape, "is_document_type", False) or shape.metadata.get("document"):
            return {}
        case "structure":
            members = {name: of(member) for name, member in shape.members.items()}
            return {"type": "object", "properties": members, "required": list(shape.required_members)}
        case "list":
            return {"type": "array", "items": of(shape.member)}
        case kind if kind in _NUMBERS:
            return {"type": "number"}
    return {"type": _BOTOCORE.get(shape.type_name, "string")}
