"""Tests of namespaces, deferred tools and tools for programs, in dialects that have them, and in their translation."""

from typing import Any

import pytest

from toolwire.client.normalizer import Normalizer
from toolwire.dialects.dialect import dialect
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.transplant import transplant
from toolwire.model import CustomTool, Namespace, Request, Tool, ToolDefinition, fresh, own_tools
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
PLAIN = ("bedrock_converse", "cohere_v2", "gemini_generate", "mistral_chat", "ollama_chat", "openai_chat")
FUNCTION = {"type": "function", "name": "f", "parameters": SCHEMA, "strict": False}
DEFERRED = ToolDefinition(name="f", parameters=SCHEMA, deferred=True)
FOR_PROGRAMS = ToolDefinition(name="f", parameters=SCHEMA, callers=("program",))
SHOP = Namespace(name="shop", description="A shop.", tools=(ToolDefinition(name="f", parameters=SCHEMA),))


def offered(name: str, *tools: Tool) -> list[Any]:
    """Return the tools in a request that a dialect writes."""
    request = Request(messages=(), model="m", tools=tools)
    return list(exact_json.loads(dialect(name).write_request(request, "https://host.example").body)["tools"])


def read(name: str, tool: dict[str, Any]) -> tuple[Tool, Any]:
    """Return the reading of a tool, and the tool that is written from this reading."""
    body = exact_json.encode({"model": "m", "input": [], "messages": [], "tools": [tool]})
    request = dialect(name).read_request(WireRequest(url="", body=body))
    [written] = exact_json.loads(dialect(name).write_request(request, "https://host.example").body)["tools"]
    return fresh(request).tools[0], written


@pytest.mark.parametrize(
    ("name", "wire", "tool"),
    [
        pytest.param("openai_responses", FUNCTION | {"defer_loading": True},
                     ToolDefinition(name="f", parameters=SCHEMA, strict=False, deferred=True), id="deferred"),
        pytest.param("openai_responses", FUNCTION | {"defer_loading": False},
                     ToolDefinition(name="f", parameters=SCHEMA, strict=False), id="not-deferred"),
        pytest.param("openai_responses", FUNCTION | {"allowed_callers": ["direct", "programmatic"]},
                     ToolDefinition(name="f", parameters=SCHEMA, strict=False, callers=("model", "program")),
                     id="for-programs"),
        pytest.param("openai_responses", FUNCTION | {"allowed_callers": ["later"]},
                     ToolDefinition(name="f", parameters=SCHEMA, strict=False), id="unknown-caller"),
        pytest.param("openai_responses", {"type": "namespace", "name": "shop", "tools": [FUNCTION], "later": 1},
                     Namespace(name="shop", tools=(ToolDefinition(name="f", parameters=SCHEMA, strict=False),)),
                     id="namespace"),
        pytest.param("openai_responses",
                     {"type": "namespace", "name": "n", "description": "N.",
                      "tools": [{"type": "custom", "name": "c", "defer_loading": True}]},
                     Namespace(name="n", description="N.", tools=(CustomTool(name="c", deferred=True),)),
                     id="free-form-inside"),
        pytest.param("anthropic_messages", {"name": "f", "input_schema": SCHEMA, "defer_loading": True},
                     DEFERRED, id="deferred-in-messages"),
        pytest.param("anthropic_messages",
                     {"name": "f", "input_schema": SCHEMA, "allowed_callers": ["code_execution_20250825"]},
                     FOR_PROGRAMS, id="earlier-program"),
        pytest.param("anthropic_messages",
                     {"name": "f", "input_schema": SCHEMA, "allowed_callers": ["direct", "code_execution_20260120"]},
                     ToolDefinition(name="f", parameters=SCHEMA, callers=("model", "program")), id="for-both"),
    ],
)  # fmt: skip
def test_a_tool_is_read_and_written_equal(name: str, wire: dict[str, Any], tool: Tool) -> None:
    assert read(name, wire) == (tool, wire)


@pytest.mark.parametrize(
    "wire",
    [
        pytest.param({"type": "namespace", "name": "n"}, id="no-tools"),
        pytest.param({"type": "namespace", "name": "n", "tools": []}, id="no-tool"),
        pytest.param({"type": "namespace", "name": "n", "tools": [{"type": "web_search"}]}, id="the-providers-tool"),
        pytest.param({"type": "namespace", "name": "n", "tools": [1]}, id="no-object"),
        pytest.param({"type": "namespace", "tools": [FUNCTION]}, id="no-name"),
    ],
)
def test_an_odd_namespace_is_kept_whole(wire: dict[str, Any]) -> None:
    tool, written = read("openai_responses", wire)
    assert not isinstance(tool, Namespace)
    assert written == wire


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("tool", [DEFERRED, FOR_PROGRAMS, SHOP], ids=["deferred", "for-programs", "namespace"])
def test_no_dialect_drops_what_it_cannot_express(name: str, tool: Tool) -> None:
    with pytest.raises(Inexpressible, match=name):
        offered(name, tool)


def test_messages_has_no_namespaces() -> None:
    with pytest.raises(Inexpressible, match="namespace 'shop'"):
        offered("anthropic_messages", SHOP)


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize(
    ("tool", "notes"),
    [
        pytest.param(DEFERRED, [("dropped", "/0/deferred")], id="deferred"),
        pytest.param(FOR_PROGRAMS, [("dropped", "/0/callers")], id="for-programs"),
        pytest.param(SHOP, [("changed", "/0")], id="namespace"),
        pytest.param(
            Namespace(name="shop", tools=(DEFERRED,)),
            [("changed", "/0"), ("dropped", "/0/tools/0/deferred")],
            id="both",
        ),
    ],
)
def test_a_normalizer_notes_each_change(name: str, tool: Tool, notes: list[tuple[str, str]]) -> None:
    done = Normalizer(name).tools([tool])
    assert b'"name":"f"' in exact_json.encode(done.body)
    assert [(note.kind, note.where) for note in done.notes if "parameters" not in note.where] == notes


@pytest.mark.parametrize("target", [*PLAIN, "anthropic_messages", "openai_responses"])
def test_no_function_is_lost_on_the_way_to_another_dialect(target: str) -> None:
    request = Request(messages=(), model="m", tools=(SHOP, ToolDefinition(name="g", parameters=SCHEMA, deferred=True)))
    moved = transplant(request, target).request
    assert [tool.name for tool in own_tools(moved.tools)] == ["f", "g"]
    dialect(target).write_request(moved, "https://host.example")
