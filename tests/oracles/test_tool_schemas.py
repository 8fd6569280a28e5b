"""Tests that the vendors' SDKs accept tools' schemas in the styles of Gemini and Ollama."""

from typing import Any

from google.genai import types
from hypothesis import given, settings
from ollama import Tool

from tests.normalizer.face.test_schemas import SCHEMAS
from toolwire import Normalizer
from toolwire.model import ToolDefinition


@settings(max_examples=150)
@given(SCHEMAS)
def test_googles_sdk_knows_every_keyword_of_openapis_subset(schema: Any) -> None:
    piece = Normalizer("gemini", schemas="openapi").tools([ToolDefinition(name="f", parameters=schema)])
    (declared,) = piece.body["tools"][0]["functionDeclarations"]
    read = types.Schema.model_validate(declared["parameters"])  # which forbids what it does not know
    assert read.type == "OBJECT"


@settings(max_examples=100)
@given(SCHEMAS)
def test_ollamas_sdk_keeps_what_is_left(schema: Any) -> None:
    body = Normalizer("ollama").tools([ToolDefinition(name="f", parameters=schema)]).body["tools"][0]
    kept = Tool.model_validate(body).model_dump(exclude_none=True, by_alias=True)
    parameters = body["function"]["parameters"]
    assert kept["function"]["parameters"].get("required", []) == parameters.get("required", [])
    assert kept["function"]["parameters"].get("properties", {}).keys() == parameters.get("properties", {}).keys()
