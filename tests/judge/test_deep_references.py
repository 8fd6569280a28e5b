"""Tests of references (``$ref``) in schemas to a place inside a definition."""

from copy import deepcopy
from typing import Any

from conformance.judge.equal.operations import in_object
from toolwire.providers.equal import Schema

DEEP: dict[str, Any] = {
    "properties": {"x": {"$ref": "#/$defs/a/properties/b"}},
    "$defs": {"a": {"properties": {"b": {"type": "string"}}}},
}


def test_a_definition_that_is_needed_in_part_stays() -> None:
    schema = deepcopy(DEEP)
    in_object(Schema(at="", why="", annotations=()), schema)
    assert schema == DEEP
