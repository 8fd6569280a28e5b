"""A codec's reading of a request, without content that the codec passed on but did not understand."""

from typing import Final

import msgspec

from toolwire.model import ProviderTool, Request, fresh

_OWN_CHOICE: Final = "provider"


def understood(read: Request, asked: Request) -> Request:
    """Return ``read``, a codec's reading of a request, without content that the codec passed on but did not understand.

    This content is tools that the provider runs, and a tool choice that only this provider has. The tools stay if
    ``asked``, the canonical request, also has tools that the provider runs. The choice is removed only if ``asked`` has
    a choice of another mode.
    """
    plain = fresh(read)
    if not any(isinstance(tool, ProviderTool) for tool in asked.offered_tools):
        tools = tuple(tool for tool in plain.tools if not isinstance(tool, ProviderTool))
        plain = msgspec.structs.replace(plain, tools=tools)
    if asked.tool_choice and plain.tool_choice and asked.tool_choice.mode != plain.tool_choice.mode == _OWN_CHOICE:
        return msgspec.structs.replace(plain, tool_choice=None)
    return plain
