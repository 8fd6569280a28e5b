"""Tests of the names of keys in Gemini's dialect: each key of the SDK's types may have its protobuf name."""

import pytest

from toolwire.providers import owner, wire_format
from toolwire.providers.equal import Rename, SchemaKeys

types = pytest.importorskip("google.genai.types", reason="the types of official SDKs are in the extra 'oracles'")

PART = "/contents/*/parts/*"
DECLARATION = "/tools/*/functionDeclarations/*"
PLACES = {
    "/tools/*": "Tool",
    DECLARATION: "FunctionDeclaration",
    f"{DECLARATION}/parameters": "Schema",
    "/toolConfig": "ToolConfig",
    "/toolConfig/functionCallingConfig": "FunctionCallingConfig",
    PART: "Part",
    f"{PART}/toolCall": "ToolCall",
    f"{PART}/toolResponse": "ToolResponse",
}


@pytest.mark.parametrize(("place", "name"), PLACES.items())
def test_each_key_of_a_type_has_its_protobuf_name(place: str, name: str) -> None:
    dialect = "gemini_generate"
    operations = [o for o in wire_format(owner(dialect), dialect).equal if isinstance(o, Rename | SchemaKeys)]
    known = {key: new for o in operations if o.at == place for key, new in o.keys.items()}
    fields = getattr(types, name).model_fields
    expected = {key: field.alias for key, field in fields.items() if field.alias not in (None, key)}
    assert {key: known.get(key) for key in expected} == expected
