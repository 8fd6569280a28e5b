"""A server of the official MCP SDK with a client. It reads a JSON list of calls from stdin, and writes the answers.

The first answer is that of ``tools/list``. The server is a separate process, because the SDK sets up logging for its
whole process.
"""

import asyncio
import json
import sys
from typing import Any

from mcp import Client, types
from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel

server = MCPServer("weather")


class Weather(BaseModel):
    temperature: int
    sky: str
    station: int


@server.tool(title="Weather", annotations=types.ToolAnnotations(read_only_hint=True))
def get_weather(city: str, station: int) -> Weather:
    """Current weather in a city."""
    if city != "Oslo":
        raise ToolError(f"unknown city: {city}")
    return Weather(temperature=-4, sky="snow", station=station)


@server.tool()
def draw() -> Image:
    """Draw the sky."""
    return Image(data=b"\x89PNG", format="png")


@server.tool(structured_output=False)
def report() -> list[types.ContentBlock]:
    """Report on the year."""
    pdf = types.BlobResourceContents(uri="file:///r/year.pdf", blob="AAAA", mime_type="application/pdf")
    return [
        types.TextContent(type="text", text="The year."),
        types.ResourceLink(type="resource_link", uri="file:///x/y.txt", name="y.txt"),
        types.EmbeddedResource(type="resource", resource=pdf),
        types.AudioContent(type="audio", data="AAAA", mime_type="audio/wav"),
    ]


@server.tool()
def days() -> list[int]:
    """List the days with snow."""
    return [1, 2]


async def hold(calls: list[dict[str, Any]]) -> list[Any]:
    """Return the documents of ``tools/list`` and of these calls."""
    async with Client(server) as client:
        answers: list[Any] = [await client.list_tools()]
        answers += [await client.call_tool(**call) for call in calls]
        return [answer.model_dump(by_alias=True, exclude_none=True, mode="json") for answer in answers]


if __name__ == "__main__":
    json.dump(asyncio.run(hold(json.load(sys.stdin))), sys.stdout)
