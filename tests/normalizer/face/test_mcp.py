"""Tests of documents of MCP servers: each value has a canonical form, or a note."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import Normalizer, mcp
from toolwire.dialects import arguments
from toolwire.dialects.dialect import DIALECTS
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.model import Audio, CustomTool, File, Image, Message, Text, ToolCall, ToolDefinition, ToolResult, Video
from toolwire.providers import owner

from ..hostile import VALUES, documented

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOL = {"name": "get_weather", "description": "Current weather.", "inputSchema": SCHEMA}
CALL = ToolCall(
    id="call_1", name="get_weather", arguments=arguments.from_text('{"city":"Oslo","id":12345678901234567890}')
)


def notes(found: Any) -> list[tuple[str, str]]:
    return [(note.kind, note.where) for note in found.notes]


def test_tools_and_what_stays_behind() -> None:
    more = {
        "outputSchema": {},
        "annotations": {"readOnlyHint": True},
        "icons": [],
        "_meta": {"a/b": 1},
        "execution": None,
    }
    listed = mcp.read_tools({"tools": [TOOL | {"title": "Weather"} | more], "nextCursor": "2", "ttlMs": 0, "_meta": {}})
    assert listed.tools == (ToolDefinition(name="get_weather", description="Current weather.", parameters=SCHEMA),)
    assert notes(listed) == [
        ("dropped", "/nextCursor"),
        *(("dropped", f"/tools/0/{key}") for key in ("title", "outputSchema", "annotations", "icons", "_meta")),
    ]


def test_a_title_describes_a_tool_that_has_no_description() -> None:
    listed = mcp.read_tools({"tools": [{"name": "f", "title": "Forecast", "inputSchema": SCHEMA}]})
    assert listed.tools[0].description == "Forecast"
    assert notes(listed) == [("changed", "/tools/0/title")]


def test_a_tool_that_runs_as_a_task_alone() -> None:
    listed = mcp.read_tools({"tools": [TOOL | {"execution": {"taskSupport": "required"}}]})
    assert notes(listed) == [("dropped", "/tools/0/execution"), ("refused", "/tools/0/execution/taskSupport")]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ([], "the document: expected an object, got an array"),
        ({}, "/tools: expected a list, got null"),
        ({"tools": [5]}, "/tools/0: expected an object, got a number"),
        ({"tools": [{"inputSchema": {}}]}, "/tools/0/name: expected a name, got none"),
        ({"tools": [{"name": "f"}]}, "/tools/0/inputSchema: expected a schema of an object, got null"),
        ({"tools": [TOOL | {"description": 5}]}, "/tools/0/description: expected a string, got a number"),
    ],
)
def test_a_list_that_is_none(document: Any, why: str) -> None:
    with pytest.raises(ShapeError) as found:
        mcp.read_tools(document)
    assert str(found.value) == why


def test_tools_of_ours_for_a_client() -> None:
    tools = (
        ToolDefinition(name="f", description="It is.", parameters=SCHEMA, strict=True),
        ToolDefinition(name="g"),
        CustomTool(name="h"),
    )
    written = mcp.write_tools(tools)
    assert written.document == {
        "tools": [
            {"name": "f", "description": "It is.", "inputSchema": SCHEMA},
            {"name": "g", "inputSchema": {"type": "object", "properties": {}}},
        ]
    }
    assert notes(written) == [("dropped", "/0/strict"), ("dropped", "/2")]


def test_a_call() -> None:
    assert mcp.write_call(CALL) == {"name": "get_weather", "arguments": {"city": "Oslo", "id": 12345678901234567890}}


@pytest.mark.parametrize(
    "call",
    [
        ToolCall(id="1", name="f", arguments=arguments.from_text("{}"), complete=False),
        ToolCall(id="1", name="f", arguments=arguments.from_text("[1]")),
        ToolCall(id="1", name="f", arguments=arguments.from_text('{"a":')),
        ToolCall(id="1", name="f", arguments=arguments.from_text("free"), kind="custom"),
    ],
    ids=["cut", "no-object", "no-json", "free-form"],
)
def test_a_call_that_must_not_be_run(call: ToolCall) -> None:
    with pytest.raises(Inexpressible):
        mcp.write_call(call)


def block(kind: str, **members: Any) -> dict[str, Any]:
    return {"type": kind, **members}


LINK = block("resource_link", uri="file:///x/y.txt", name="y.txt", size=12345678901234567890)
BLOB = {"uri": "file:///r/a%20b.pdf", "blob": "AAAA", "mimeType": "application/pdf"}
CONTENT: dict[str, tuple[dict[str, Any], Any, list[tuple[str, str]]]] = {
    "text": (block("text", text="a"), Text(text="a"), []),
    "image": (block("image", data="AAAA", mimeType="image/png"), Image(data="AAAA", media_type="image/png"), []),
    "audio": (block("audio", data="AAAA", mimeType="audio/wav"), Audio(data="AAAA", media_type="audio/wav"), []),
    "for-the-user": (
        block("text", text="a", annotations={"audience": ["user"]}, _meta={"x/y": 1}),
        Text(text="a"),
        [("dropped", "/content/0/annotations"), ("dropped", "/content/0/_meta")],
    ),
    "resource-text": (
        block("resource", resource={"uri": "file:///a.md", "text": "# A", "mimeType": "text/markdown"}),
        Text(text="# A"),
        [("dropped", "/content/0/resource/uri"), ("dropped", "/content/0/resource/mimeType")],
    ),
    "resource-image": (
        block("resource", resource={"uri": "x:1", "blob": "AAAA", "mimeType": "image/png"}),
        Image(data="AAAA", media_type="image/png"),
        [("dropped", "/content/0/resource/uri")],
    ),
    "resource-file": (
        block("resource", resource=BLOB),
        File(data="AAAA", media_type="application/pdf", name="a b.pdf"),
        [("dropped", "/content/0/resource/uri")],
    ),
    "link": (
        LINK,
        Text(text='{"type":"resource_link","uri":"file:///x/y.txt","name":"y.txt","size":12345678901234567890}'),
        [("changed", "/content/0")],
    ),
    "unknown": (block("hologram", x=1), Text(text='{"type":"hologram","x":1}'), [("changed", "/content/0")]),
}


@pytest.mark.parametrize("case", CONTENT)
def test_content(case: str) -> None:
    given, part, expected = CONTENT[case]
    found = mcp.read_result(CALL, {"content": [given], "isError": False, "resultType": "complete", "_meta": {}})
    assert found.result == ToolResult(call_id="call_1", name="get_weather", parts=(part,), is_error=False)
    assert notes(found) == expected


OBJECT = {"temperature": -4, "sky": "snow"}
STRUCTURED: dict[str, tuple[list[str], Any, list[str]]] = {
    "as-it-should-be": (['{\n "sky": "snow", "temperature": -4}'], OBJECT, []),
    "beside-a-sentence": (["It snows.", '{"temperature":-4,"sky":"snow"}'], OBJECT, []),
    "alone": ([], OBJECT, ['{"temperature":-4,"sky":"snow"}']),
    "of-another-value": (["It snows."], OBJECT, ['{"temperature":-4,"sky":"snow"}']),
    "a-wrapped-list": (["1", "2"], {"result": [1, 2]}, []),
    "a-wrapped-text": (["snow"], {"result": "snow"}, []),
    "another-wrapped-list": (["1"], {"result": [1, 2]}, ['{"result":[1,2]}']),
}


@pytest.mark.parametrize("case", STRUCTURED)
def test_structured_content_reaches_the_model(case: str) -> None:
    texts, structured, added = STRUCTURED[case]
    document = {"content": [block("text", text=text) for text in texts], "structuredContent": structured}
    found = mcp.read_result(CALL, document if texts else {"structuredContent": structured})
    assert [part.text for part in found.result.parts if isinstance(part, Text)] == [*texts, *added]
    assert notes(found) == [("changed", "/structuredContent")] * len(added)
    assert found.result.is_error is None


def test_an_error_of_the_protocol_is_a_failed_result() -> None:
    found = mcp.read_result(CALL, {"code": -32602, "message": "Unknown tool: get_weather", "data": {"x": 1}})
    assert found.result.parts == (Text(text="Unknown tool: get_weather"),)
    assert found.result.is_error is True
    assert notes(found) == [("dropped", "/data")]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({}, "/content: expected a list, got null"),
        ({"content": [5]}, "/content/0: expected an object, got a number"),
        ({"content": [block("text")]}, "/content/0/text: expected a string, got nothing"),
        ({"content": [block("resource")]}, "/content/0/resource: expected an object, got null"),
        ({"content": [], "isError": "no"}, "/isError: expected true or false, got a string"),
        (
            {"content": [], "resultType": "input_required"},
            "/resultType: expected a complete result, got 'input_required'",
        ),
    ],
)
def test_a_result_that_is_none(document: Any, why: str) -> None:
    with pytest.raises(ShapeError) as found:
        mcp.read_result(CALL, document)
    assert str(found.value) == why


TEXTS = st.text(max_size=8)
DATA = st.builds(dict, data=TEXTS, media_type=TEXTS)
PARTS = st.lists(
    st.builds(Text, text=TEXTS)
    | DATA.map(lambda data: Image(**data))
    | DATA.map(lambda data: Audio(**data))
)  # fmt: skip


@given(PARTS, st.none() | st.booleans())
def test_a_result_comes_back(parts: list[Any], flag: bool | None) -> None:
    result = ToolResult(call_id="call_1", name="get_weather", parts=tuple(parts), is_error=flag)
    written = mcp.write_result(result)
    assert written.notes == ()
    assert mcp.read_result(CALL, written.document) == mcp.Returned(result=result)


@given(st.lists(st.builds(ToolDefinition, name=TEXTS, description=st.none() | TEXTS, parameters=st.just(SCHEMA))))
def test_tools_come_back(tools: list[ToolDefinition]) -> None:
    written = mcp.write_tools(tools)
    assert mcp.read_tools(written.document) == mcp.Listed(tools=tuple(tools))


def test_parts_that_the_protocol_has_otherwise() -> None:
    parts = (
        Image(url="https://a.example/b.png"),
        Video(data="AAAA", media_type="video/mp4"),
        File(data="AAAA", name="a.pdf"),
        File(file_id="file_1"),
    )
    written = mcp.write_result(ToolResult(call_id="1", parts=parts))
    assert written.document["content"] == [
        block("resource_link", uri="https://a.example/b.png", name="b.png"),
        block("resource", resource={"uri": "file:///file", "mimeType": "video/mp4", "blob": "AAAA"}),
        block("resource", resource={"uri": "file:///a.pdf", "blob": "AAAA"}),
    ]
    assert notes(written) == [("generated", "/parts/1"), ("generated", "/parts/2"), ("dropped", "/parts/3")]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_gets_the_tools_and_the_results(dialect: str) -> None:
    normalizer = Normalizer(f"{owner(dialect)}/{dialect}")
    listed = mcp.read_tools({"tools": [TOOL]})
    content = [block("text", text="It snows."), block("image", data="iVBORw==", mimeType="image/png")]
    result = mcp.read_result(CALL, {"content": content, "isError": True}).result
    history = (
        Message(role="user", parts=(Text(text="Weather in Oslo?"),)),
        Message(role="assistant", parts=(CALL,)),
        Message(role="tool", parts=(result,)),
    )
    asked = normalizer.asked(history, tools=listed.tools, model="some-model")
    body = normalizer.request(asked.request).wire.body
    assert b"get_weather" in body
    assert b"It snows." in body
    assert b"iVBORw==" in body or any("/2" in note.where for note in asked.notes)


BLOCKS = st.lists(st.fixed_dictionaries({"type": VALUES, "text": VALUES, "resource": VALUES}))


@given(BLOCKS.map(lambda blocks: {"content": blocks}) | VALUES, VALUES)
def test_a_hostile_server_gives_documented_errors(document: Any, structured: Any) -> None:
    documented(lambda: mcp.read_tools(document))
    documented(lambda: mcp.read_result(CALL, document))
    documented(lambda: mcp.read_result(CALL, {"structuredContent": structured}))
    documented(lambda: mcp.read_tools({"tools": [TOOL | {"execution": structured}, document]}))
