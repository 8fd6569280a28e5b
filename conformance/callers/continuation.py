"""The client's side of a conversation after an answer: results of calls, and further tools."""

from collections.abc import Iterable

from toolwire.model import AddedTool, Message, Tool, ToolResult


class Continuation(tuple[ToolResult, ...]):
    """The results of an answer's calls.

    ``tools``: further tools that the client offers together with the results.
    """

    tools: tuple[Tool, ...] = ()

    @classmethod
    def of(cls, results: Iterable[ToolResult], tools: tuple[Tool, ...] = ()) -> "Continuation":
        continuation = cls(results)
        continuation.tools = tools
        return continuation


def added_tools(results: tuple[ToolResult, ...]) -> tuple[Tool, ...]:
    """Return the tools that the client offers from these results on, in addition to the earlier tools."""
    return results.tools if isinstance(results, Continuation) else ()


def messages_of(results: tuple[ToolResult, ...]) -> tuple[Message, ...]:
    """Return the message with the results. If the client offers further tools, return a second message with them."""
    return (Message(role="tool", parts=tuple(results)), *addition(added_tools(results)))


def addition(tools: tuple[Tool, ...]) -> tuple[Message, ...]:
    """Return the message that offers further tools. Return no message if there are no tools."""
    return (Message(role="system", parts=tuple(AddedTool(tool=tool) for tool in tools)),) if tools else ()
