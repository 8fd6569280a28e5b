"""Tests with a genuine MCP server of the official SDK: its tools and results reach all dialects, and calls reach it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the official MCP SDK comes with the extra 'oracles'")

from mcp import types

from toolwire import Normalizer, mcp
from toolwire.dialects import arguments
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Audio, File, Message, Text, ToolCall
from toolwire.model import Image as CanonicalImage
from toolwire.providers import owner

SERVER = Path(__file__).with_name("mcp_server.py")


def held(*calls: ToolCall) -> list[Any]:
    """Return the server's documents for ``tools/list`` and for these calls."""
    asked = json.dumps([mcp.write_call(call) for call in calls])
    ran = subprocess.run([sys.executable, str(SERVER)], input=asked, capture_output=True, text=True, check=True)
    documents: list[Any] = json.loads(ran.stdout)
    return documents


def call(name: str, text: str = "{}") -> ToolCall:
    return ToolCall(id="call_1", name=name, arguments=arguments.from_text(text))


def test_its_tools() -> None:
    listed = mcp.read_tools(held()[0])
    assert [tool.name for tool in listed.tools] == ["get_weather", "draw", "report", "days"]
    assert [note.where for note in listed.notes] == [
        "/tools/0/title", "/tools/0/outputSchema", "/tools/0/annotations", "/tools/3/outputSchema",
    ]  # fmt: skip


def test_its_results() -> None:
    big = 12345678901234567890
    calls = [
        call("get_weather", f'{{"city": "Oslo", "station": {big}}}'),
        call("get_weather", '{"city": "Rome", "station": 1}'),
        call("get_weather", '{"city": 5}'),
        call("draw"), call("report"), call("days"), call("no_such_tool"),
    ]  # fmt: skip
    found = [mcp.read_result(asked, answer) for asked, answer in zip(calls, held(*calls)[1:], strict=True)]
    weather, unknown, wrong, image, report, days, missing = (each.result for each in found)
    [text] = weather.parts
    assert isinstance(text, Text)
    assert str(big) in text.text
    assert unknown.parts == (Text(text="Error executing tool get_weather: unknown city: Rome"),)
    assert image.parts == (CanonicalImage(data="iVBORw==", media_type="image/png"),)
    assert [type(part) for part in report.parts] == [Text, Text, File, Audio]
    assert days.parts == (Text(text="1"), Text(text="2"))
    assert [result.is_error for result in (weather, unknown, wrong, image, missing)] == [False, True, True, False, True]
    assert [[note.where for note in each.notes] for each in found] == [
        [], [], [], [], ["/content/1", "/content/2/resource/uri"], [], [],
    ]  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_takes_them(dialect: str) -> None:
    asked = call("get_weather", '{"city": "Oslo", "station": 1}')
    listed, returned = held(asked)
    normalizer = Normalizer(f"{owner(dialect)}/{dialect}")
    history = (
        Message(role="user", parts=(Text(text="Weather in Oslo?"),)),
        Message(role="assistant", parts=(asked,)),
        Message(role="tool", parts=(mcp.read_result(asked, returned).result,)),
    )
    request = normalizer.asked(history, tools=mcp.read_tools(listed).tools, model="some-model").request
    body = normalizer.request(request).wire.body
    assert all(name in body for name in (b"get_weather", b"draw", b"report", b"days"))
    assert b"snow" in body


def test_what_we_write_is_a_document_of_the_protocol() -> None:
    listed, *_ = held()
    written = mcp.write_tools(mcp.read_tools(listed).tools)
    types.ListToolsResult.model_validate(
        written.document | {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    )
    asked = call("report")
    result = mcp.read_result(asked, held(asked)[1]).result
    types.CallToolResult.model_validate(mcp.write_result(result).document | {"resultType": "complete"})
