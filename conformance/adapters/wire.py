"""The wire door: an adapter that talks HTTP, told where, and asked what it understood."""

from collections.abc import Generator
from typing import Annotated, Final, Literal, Protocol, TypeAlias, get_args

import msgspec

from conformance.callers import Mode
from toolwire.model import Message, ProviderError, Request, Tool, ToolChoice, ToolResult, Usage

Shown = Literal["ids", "finish", "order"]
"""What not every adapter lets its user see: only what it does is compared."""
EVERYTHING: Final[tuple[Shown, ...]] = get_args(Shown)


class Hello(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an adapter says of itself."""

    name: str
    version: str
    """Of the library that is judged."""
    language: str
    dialects: tuple[str, ...]
    """Those it speaks; nothing else is asked of it."""
    shows: tuple[Shown, ...] = EVERYTHING
    modes: Annotated[tuple[Mode, ...], msgspec.Meta(min_length=1)] = ("sync",)
    capabilities: tuple[str, ...] = ()
    """What it claims to do: to decline one of these is a failure."""


class Task(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A conversation to hold."""

    provider: str
    dialect: str
    base_url: str
    """Where the provider is, with the path that its documentation gives; without a slash at the end."""
    api_key: str
    model: str
    messages: tuple[Message, ...]
    """What was said before: a system message, perhaps a history with calls and results, a user's message."""
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool = False
    mode: Mode = "sync"
    max_output_tokens: int | None = None
    reasoning: bool = False
    """Whether the model is asked to reason, and to show it."""

    @property
    def opening(self) -> Request:
        """The request that the conversation begins with."""
        return Request(
            model=self.model,
            messages=self.messages,
            tools=self.tools,
            tool_choice=self.tool_choice,
            parallel_tool_calls=self.parallel_tool_calls,
            stream=self.stream,
            max_output_tokens=self.max_output_tokens,
        )


class ReadCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A call as the adapter's user gets it."""

    name: str
    arguments: str
    """JSON text: the provider's own where the adapter shows it, else the adapter's object written as JSON."""
    id: str | None = None
    """None where the adapter shows none."""
    kind: Literal["function", "custom", "legacy"] = "function"
    complete: bool = True
    """False where the adapter says that the call was cut."""


class Reading(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an adapter's user gets of one answer."""

    calls: tuple[ReadCall, ...] = ()
    text: str = ""
    """All text, joined."""
    reasoning: str = ""
    finish: str | None = None
    """Why the answer ended: in the canonical words, or in the provider's."""
    order: tuple[Literal["text", "call"], ...] = ()
    """How text and calls follow on each other, where it is shown."""
    usage: Usage | None = None
    error: ProviderError | None = None
    """What the provider answered, or broke off with, instead; as much of it as the adapter shows."""


Talk: TypeAlias = Generator[Reading, tuple[ToolResult, ...], None]


class WireAdapter(Protocol):
    """Anything that holds conversations with providers."""

    @property
    def hello(self) -> Hello: ...

    def __hash__(self) -> int: ...

    def converse(self, task: Task) -> Talk:
        """Hold a conversation in the adapter's own natural way.

        Sends the request, yields what its user gets of the answer, is sent the results of the calls, and goes on; where
        no results are sent it ends. Raises ``Unsupported`` for what it does not do. An error of the provider's is a
        ``Reading`` with ``error``; whatever else is raised is a failure of the adapter's.
        """
        ...
