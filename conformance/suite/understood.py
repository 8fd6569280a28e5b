"""A codec's reading of a request, without content that the codec passed on but did not understand."""

from typing import Final

import msgspec

from toolwire.model import ProviderTool, Request, fresh

_OWN_CHOICE: Final = "provider"


def understood(read: Request, asked: Request) -> Request:
    """Return ``read``, a codec's reading of a request, without content that the codec passed on but did not understand.

    ``asked``: the canonical request. Tools that the provider runs are removed from ``read`` if ``asked`` has no such
    tool. A tool choice in the provider's own form (mode ``provider``) is removed if ``asked`` has a choice with a
    different mode.
    """
    plain = fresh(read)
    if not any(isinstance(tool, ProviderTool) for tool in asked.offered_tools):
        tools = tuple(tool for tool in plain.tools if not isinstance(tool, ProviderTool))
        plain = msgspec.structs.replace(plain, tools=tools)
    if asked.tool_choice and plain.tool_choice and asked.tool_choice.mode != plain.tool_choice.mode == _OWN_CHOICE:
        return msgspec.structs.replace(plain, tool_choice=None)
    return plain
