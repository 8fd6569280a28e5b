"""Changes and checks of requests for dialects that lack a feature: namespaces, deferred tools, tools for programs,
free-form calls, stored conversations, or tools that messages add.

A tool for programs is called by code that the model writes and the provider runs.
"""

from collections.abc import Iterator, Sequence

import msgspec

from toolwire.dialects.errors import Inexpressible
from toolwire.model import (
    AddedTool,
    CustomTool,
    Namespace,
    ProviderTool,
    Request,
    Tool,
    ToolCall,
    ToolDefinition,
    tools_added_by,
)
from toolwire.providers.wire_format import Expresses, Offer


def lowered(tools: Sequence[Tool], expresses: Expresses) -> Iterator[Tool]:
    """Yield ``tools`` in forms that a dialect can express. ``expresses`` has the features of the dialect.

    If the dialect has no namespaces, yield the tools inside a namespace instead of the namespace. If it has no deferred
    tools, a deferred tool is offered from the start. If the model's programs cannot call tools, ``callers`` is emptied,
    so the model itself may call the tool.
    """
    for tool in tools:
        if isinstance(tool, Namespace) and "namespaces" not in expresses.offers:
            yield from lowered(tool.tools, expresses)
        else:
            yield _lowered(tool, expresses)


def _lowered(tool: Tool, expresses: Expresses) -> Tool:
    if not isinstance(tool, ToolDefinition | CustomTool):
        return tool
    return msgspec.structs.replace(
        tool,
        deferred=tool.deferred and "deferred" in expresses.offers,
        callers=tool.callers if "programs" in expresses.offers else (),
    )


def plain(tool: Tool, dialect: str, offers: Sequence[Offer] = ()) -> ToolDefinition | CustomTool | ProviderTool:
    """Return ``tool`` unchanged, or raise ``Inexpressible`` if the dialect cannot express it.

    The dialect cannot express a namespace, or a tool with ``callers``, which the model's programs may call. It can
    express a deferred tool only if ``offers`` contains ``deferred``.
    """
    match tool:
        case Namespace(name=name):
            raise Inexpressible(f"{dialect} has no namespaces: offer the tools of {name!r} outside the namespace")
        case ToolDefinition(deferred=True, name=name) | CustomTool(deferred=True, name=name) if (
            "deferred" not in offers
        ):
            raise Inexpressible(
                f"{dialect} has no tool search, so it cannot defer tools: offer {name!r} with deferred=False"
            )
        case ToolDefinition(callers=(_, *_), name=name) | CustomTool(callers=(_, *_), name=name):
            raise Inexpressible(f"in {dialect}, the model's programs cannot call tools: offer {name!r} without callers")
    return tool


def expect_function(call: ToolCall, dialect: str) -> None:
    """Raise ``Inexpressible`` for a free-form call. Only dialects without free-form calls use this check."""
    if call.kind == "custom":
        raise Inexpressible(
            f"{dialect} has only function calls, but the call to {call.name!r} is a free-form (custom) call"
        )


def expect_no_conversation(request: Request, dialect: str) -> None:
    """Raise ``Inexpressible`` for a request in a stored conversation. Only dialects without such conversations use this
    check.
    """
    if request.conversation is not None:
        raise Inexpressible(
            f"{dialect} has no stored conversations, but the request is in {request.conversation!r}: send all messages"
        )


def expect_whole(request: Request, dialect: str) -> None:
    """Raise ``Inexpressible`` for a request that continues a stored answer or conversation. Only dialects that store
    neither use this check.
    """
    expect_no_conversation(request, dialect)
    if request.continues is not None:
        raise Inexpressible(
            f"{dialect} has no stored answers, but the request continues {request.continues!r}: send all messages"
        )


def at_the_head(request: Request) -> Request:
    """Return ``request`` with all its tools in ``tools``: the tools that messages add are moved there.

    If several of the tools have the same name, only the last tool is offered, because it replaces the earlier tools. A
    request whose messages add no tools is returned unchanged.
    """
    if request.offered_tools == request.tools:
        return request
    tools = {tool.name or n: tool for n, tool in enumerate(request.offered_tools)}
    messages = [
        (message, tuple(part for part in message.parts if not isinstance(part, AddedTool)))
        for message in request.messages
    ]
    return msgspec.structs.replace(
        request,
        tools=tuple(tools.values()),
        messages=tuple(
            message if parts == message.parts else msgspec.structs.replace(message, parts=parts)
            for message, parts in messages
            if parts or not message.parts
        ),
    )


def expect_no_additions(request: Request, dialect: str) -> None:
    """Raise ``Inexpressible`` for a request whose messages add tools. Only dialects without such messages use this
    check.
    """
    if added := tools_added_by(request.messages):
        raise Inexpressible(
            f"{dialect} cannot add tools within a conversation: offer {added[0].name!r} in the tools of the request"
        )
