"""MCP servers: the list ``mcp_servers`` of a request. Each tool of the type ``mcp_toolset`` names a server in the
list.
"""

from typing import Final

import msgspec

from toolwire.dialects.fields import Fields
from toolwire.model import Json, ProviderTool, Tool

_KEY: Final = "mcp_servers"
_TOOLSET: Final = "mcp_toolset"


def read(fields: Fields, tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """Return the tools, with the entry of its server in ``mcp_servers`` added to each tool of the type ``mcp_toolset``.

    If ``mcp_servers`` does not have exactly the servers of these tools, in their order, return the tools unchanged,
    and leave ``mcp_servers`` unread.
    """
    servers = fields.peek(_KEY)
    named = [_named(tool) for tool in tools if _is_toolset(tool)]
    if not named or not isinstance(servers, list) or [*map(_name, servers)] != named:
        return tools
    left = iter(fields.items(_KEY))
    return tuple(
        msgspec.structs.replace(tool, body={_KEY: [next(left)]}) if _is_toolset(tool) else tool for tool in tools
    )


def _is_toolset(tool: Tool) -> bool:
    return isinstance(tool, ProviderTool) and tool.kind == _TOOLSET


def _named(tool: Tool) -> Json:
    """Return the name of the server in a tool of the type ``mcp_toolset``; None if the tool names no server."""
    return tool.value.get("mcp_server_name") if isinstance(tool, ProviderTool) else None


def _name(server: Json) -> Json:
    return server.get("name") if isinstance(server, dict) else None
