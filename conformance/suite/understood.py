"""A request as a codec understood it: without what only rides along."""

from typing import Final

import msgspec

from toolwire.model import ProviderTool, Request, fresh

_OWN_CHOICE: Final = "provider"


def understood(read: Request, asked: Request) -> Request:
    """Return what was read without what is carried, and without the tools and the choice that are kept whole.

    ``asked``: the canonical request. Tools and choices of the provider's own stay if it has any.
    """
    plain = fresh(read)
    if not any(isinstance(tool, ProviderTool) for tool in asked.tools):
        tools = tuple(tool for tool in plain.tools if not isinstance(tool, ProviderTool))
        plain = msgspec.structs.replace(plain, tools=tools)
    if asked.tool_choice and plain.tool_choice and asked.tool_choice.mode != plain.tool_choice.mode == _OWN_CHOICE:
        return msgspec.structs.replace(plain, tool_choice=None)
    return plain
