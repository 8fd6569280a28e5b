"""What a caller is given and what it gives back."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from conformance.model import Expected, Message, ToolCall, ToolChoice, ToolDefinition, ToolResult


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """What a client wants to talk about."""

    model: str
    tools: tuple[ToolDefinition, ...]
    opening: tuple[Message, ...]
    """Messages of the first request: a system message, then a user's."""
    results: Callable[[int, tuple[ToolCall, ...]], tuple[ToolResult, ...]]
    """Given the number of the turn and its calls: what the tools gave back; empty where the client stops."""
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool = False
    max_output_tokens: int = 1024


class Caller(Protocol):
    """One dialect's client. Each module here that is named after a dialect is one."""

    SDK: str
    """The distribution whose client this is."""

    def converse(self, base_url: str, conversation: Conversation) -> list[Expected]:
        """Hold the conversation with the server at ``base_url``; what the SDK understood of each answer."""
        ...
