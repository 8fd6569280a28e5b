"""A request as a codec understood it, without content that the codec only passes on unread."""

from typing import Final

import msgspec

from toolwire.model import ProviderTool, Request, fresh

_OWN_CHOICE: Final = "provider"


def understood(read: Request, asked: Request) -> Request:
    """Return ``read``, the request that a codec read, without content that the codec only passes on unread.

    A codec passes on the tools that the provider runs, and tool choices that only this provider has. Such content is
    kept only if ``asked``, the canonical request, has it, too.
    """
    plain = fresh(read)
    if not any(isinstance(tool, ProviderTool) for tool in asked.tools):
        tools = tuple(tool for tool in plain.tools if not isinstance(tool, ProviderTool))
        plain = msgspec.structs.replace(plain, tools=tools)
    if asked.tool_choice and plain.tool_choice and asked.tool_choice.mode != plain.tool_choice.mode == _OWN_CHOICE:
        return msgspec.structs.replace(plain, tool_choice=None)
    return plain
