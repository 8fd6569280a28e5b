"""What a caller is given and what it gives back, and the loop that all callers go through."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import msgspec

from conformance.model import (
    Arguments,
    Expected,
    Image,
    Message,
    Part,
    ProviderError,
    ResultPart,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
)

Answer = TypeVar("Answer")


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """What a client wants to talk about."""

    model: str
    tools: tuple[Tool, ...]
    opening: tuple[Message, ...]
    """Messages of the first request: a system message, perhaps a history, then a user's."""
    results: Callable[[int, tuple[ToolCall, ...]], tuple[ToolResult, ...]]
    """Given the number of the turn and its calls: what the tools gave back; empty where the client stops."""
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool = False
    max_output_tokens: int = 1024
    reasoning: bool = False
    """Whether the model is asked to reason, and to show it."""


class Caller(Protocol):
    """One dialect's client. Each module here that is named after a dialect is one."""

    SDK: str
    """The distribution whose client this is."""

    def converse(self, base_url: str, conversation: Conversation) -> list[Expected]:
        """Hold the conversation with the server at ``base_url``; what the SDK understood of each answer."""
        ...


def hold(
    conversation: Conversation,
    ask: Callable[[], Answer],
    understand: Callable[[Answer], Expected],
    continue_with: Callable[[Answer, tuple[ToolResult, ...]], None],
    told: Callable[[Exception], ProviderError | None],
) -> list[Expected]:
    """Ask, understand, give the results of the calls, and ask again until the client has no more to say.

    ``continue_with`` adds an answer and the results of its calls to what ``ask`` will send. ``told`` is what the
    SDK's error for a refused request says of it; None for any other error, which is raised.
    """
    understood: list[Expected] = []
    while True:
        try:
            answer = ask()
        except Exception as error:
            refusal = told(error)
            if refusal is None:
                raise
            return [*understood, Expected(finish="error", error=refusal)]
        understood.append(understand(answer))
        calls = tuple(
            ToolCall(
                id=call.id, name=call.name, arguments=Arguments(text=call.arguments, form="object"), kind=call.kind
            )
            for call in understood[-1].calls
        )
        results = conversation.results(len(understood) - 1, calls)
        if not results:
            return understood
        continue_with(answer, results)


def text_of(parts: tuple[Part, ...]) -> str:
    """The texts among the parts of a message or a result, joined."""
    return "".join(part.text for part in parts if isinstance(part, Text))


def calls_of(message: Message) -> list[ToolCall]:
    """The calls of a message."""
    return [part for part in message.parts if isinstance(part, ToolCall)]


def results_of(message: Message) -> list[ToolResult]:
    """The results of a message."""
    return [part for part in message.parts if isinstance(part, ToolResult)]


def images_of(parts: tuple[ResultPart, ...]) -> list[Image]:
    """The images among the parts of a result."""
    return [part for part in parts if isinstance(part, Image)]
