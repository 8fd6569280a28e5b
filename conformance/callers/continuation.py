"""The client's side of a conversation after an answer: results of calls, approvals, and further tools."""

from collections.abc import Iterable

from toolwire.model import AddedTool, Approval, Message, Tool, ToolResult


class Continuation(tuple[ToolResult, ...]):
    """The results of an answer's calls.

    ``tools``: further tools that the client offers together with the results. ``approvals``: the client's approvals and
    refusals, if the provider asked for approvals. With approvals, the conversation goes on even if there are no
    results.
    """

    tools: tuple[Tool, ...] = ()
    approvals: tuple[Approval, ...] = ()

    def __bool__(self) -> bool:
        return len(self) > 0 or bool(self.approvals)

    @classmethod
    def of(
        cls,
        results: Iterable[ToolResult],
        tools: tuple[Tool, ...] = (),
        approvals: tuple[Approval, ...] = (),
    ) -> "Continuation":
        continuation = cls(results)
        continuation.tools = tools
        continuation.approvals = approvals
        return continuation


def added_tools(results: tuple[ToolResult, ...]) -> tuple[Tool, ...]:
    """Return the tools that these results add to the tools that the client offers."""
    return results.tools if isinstance(results, Continuation) else ()


def approvals_of(results: tuple[ToolResult, ...]) -> tuple[Approval, ...]:
    """Return the client's approvals and refusals of calls for which the provider asked for an approval."""
    return results.approvals if isinstance(results, Continuation) else ()


def messages_of(results: tuple[ToolResult, ...]) -> tuple[Message, ...]:
    """Return a message with the results, and with the client's approvals and refusals.

    If the client offers further tools, also return a second message with these tools.
    """
    return (Message(role="tool", parts=(*results, *approvals_of(results))), *addition(added_tools(results)))


def addition(tools: tuple[Tool, ...]) -> tuple[Message, ...]:
    """Return the message that offers further tools. Return no message if there are no tools."""
    return (Message(role="system", parts=tuple(AddedTool(tool=tool) for tool in tools)),) if tools else ()
