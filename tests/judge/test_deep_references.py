"""References to what stands within a definition."""

from copy import deepcopy
from typing import Any

from conformance.judge import same_schema

DEEP: dict[str, Any] = {
    "properties": {"x": {"$ref": "#/$defs/a/properties/b"}},
    "$defs": {"a": {"properties": {"b": {"type": "string"}}}},
}


def test_a_definition_that_is_needed_in_part_stays() -> None:
    schema = deepcopy(DEEP)
    same_schema.level(schema, ())
    assert schema == DEEP
