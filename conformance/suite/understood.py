"""A codec's reading of a request, except the content that the codec passes on unread."""

from typing import Final

import msgspec

from toolwire.model import ProviderTool, Request, fresh

_OWN_CHOICE: Final = "provider"


def understood(read: Request, asked: Request) -> Request:
    """Return ``read``, which is a codec's reading of a request, except the content that the codec passes on unread.

    A codec passes on the tools that the provider runs, and tool choices that only this provider has. Such content is
    kept only if the canonical request ``asked`` also has it.
    """
    plain = fresh(read)
    if not any(isinstance(tool, ProviderTool) for tool in asked.offered_tools):
        tools = tuple(tool for tool in plain.tools if not isinstance(tool, ProviderTool))
        plain = msgspec.structs.replace(plain, tools=tools)
    if asked.tool_choice and plain.tool_choice and asked.tool_choice.mode != plain.tool_choice.mode == _OWN_CHOICE:
        return msgspec.structs.replace(plain, tool_choice=None)
    return plain
