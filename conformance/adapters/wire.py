"""The interface of wire adapters, which hold conversations over HTTP and return their readings."""

from collections.abc import Generator
from typing import Annotated, Final, Literal, Protocol, TypeAlias, get_args

import msgspec

from conformance.callers import Mode
from toolwire.model import Message, ProviderError, Request, Tool, ToolChoice, ToolResult, Usage

Shown = Literal["ids", "finish", "order"]
"""An optional part of an answer. Only the parts that an adapter exposes are compared."""
EVERYTHING: Final[tuple[Shown, ...]] = get_args(Shown)


class Hello(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An adapter's description of itself."""

    name: str
    version: str
    """The version of the judged library."""
    language: str
    dialects: tuple[str, ...]
    """The dialects that the adapter speaks. No other dialects are tested."""
    shows: tuple[Shown, ...] = EVERYTHING
    modes: Annotated[tuple[Mode, ...], msgspec.Meta(min_length=1)] = ("sync",)
    capabilities: tuple[str, ...] = ()
    """Capabilities that the adapter claims. If it declines any of them, that is a failure."""


class Task(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A conversation that the adapter must hold, with its first request and its options."""

    provider: str
    dialect: str
    base_url: str
    """The provider's address, with the path from its documentation, without a slash at the end."""
    api_key: str
    model: str
    messages: tuple[Message, ...]
    """The messages so far: a system message, perhaps a history with calls and results, and a user's message."""
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool = False
    mode: Mode = "sync"
    max_output_tokens: int | None = None
    reasoning: bool = False
    """True if the request asks the model for visible reasoning."""
    stored: bool = False
    """True if the provider stores the conversation. Each request but the first names the stored answer that it
    continues, and has only the results of the calls. Only adapters that claim ``stored-answers`` get such tasks.
    """
    conversation: str | None = None
    """The id of the object in which the provider stores the conversation. Each request names this object, and no
    request names a stored answer. Only adapters that claim ``conversations`` get such tasks.
    """
    compaction: bool = False
    """True if the request asks the provider to compact the conversation when it grows. Only adapters that claim
    ``compaction`` get such tasks.
    """
    stream_arguments: bool = False
    """True if the request asks the provider to stream the arguments of calls while the model writes them. Only adapters
    that claim ``argument-streaming`` get such tasks.
    """
    background: bool = False
    """True if each request asks the provider to answer in the background. If the answer is plain, the adapter polls
    until it gets the answer. Only adapters that claim ``background-answers`` get such tasks.
    """

    @property
    def opening(self) -> Request:
        """The first request of the conversation."""
        return Request(
            model=self.model,
            messages=self.messages,
            tools=self.tools,
            tool_choice=self.tool_choice,
            parallel_tool_calls=self.parallel_tool_calls,
            stream=self.stream,
            max_output_tokens=self.max_output_tokens,
            conversation=self.conversation,
        )


class ReadCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A call as the adapter's user gets it."""

    name: str
    arguments: str
    """JSON text: the provider's own text if the adapter exposes this text, else the adapter's object as JSON."""
    id: str | None = None
    """The id of the call. None if the adapter exposes no id."""
    kind: Literal["function", "custom", "legacy"] = "function"
    complete: bool = True
    """False if the adapter reports that the call was cut off."""


class ReadApproval(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A provider's request for an approval of a call that the provider makes itself, as the adapter's user gets it."""

    id: str
    """The id that the approval must name."""
    name: str
    """The name of the tool."""
    arguments: str
    """JSON text, as in ``ReadCall``."""
    server: str
    """The label of the MCP server."""


class Reading(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One answer as an adapter's user gets it."""

    calls: tuple[ReadCall, ...] = ()
    text: str = ""
    """The whole text of the answer, joined."""
    reasoning: str = ""
    finish: str | None = None
    """The finish reason: a canonical word, or the provider's own word."""
    order: tuple[Literal["text", "call"], ...] = ()
    """The sequence of text and calls, if the adapter exposes it."""
    approvals: tuple[ReadApproval, ...] = ()
    """The provider's requests for an approval. They are compared if the adapter claims ``approvals``."""
    usage: Usage | None = None
    error: ProviderError | None = None
    """The error that the provider sent instead of an answer, or at the end of an answer. It has only what the adapter
    exposes.
    """


Talk: TypeAlias = Generator[Reading, tuple[ToolResult, ...], None]


class WireAdapter(Protocol):
    """An adapter that holds conversations with providers."""

    @property
    def hello(self) -> Hello: ...

    def __hash__(self) -> int: ...

    def converse(self, task: Task) -> Talk:
        """Hold a conversation as the adapter's users do.

        The generator sends the request, yields the reading of the answer, receives the results of the calls in the
        answer, and sends the next request. The generator ends if it receives neither results nor approvals. A
        provider's error is a ``Reading`` with ``error``.

        The results are a ``Continuation``. If it has ``tools``, the next request and all later requests also offer
        these tools, at this place of the conversation. Only adapters that claim ``added-tools`` get such results. If it
        has ``approvals``, the next request also has them: they approve or refuse calls for which the provider asked for
        an approval. Then there may be no results.

        Raises ``Unsupported`` if the adapter does not support the task. Any other exception is a failure of the
        adapter.
        """
        ...


def begun(adapter: WireAdapter, task: Task) -> Talk:
    """Return the adapter's conversation for a task. Raises ``TypeError`` if ``converse`` is no generator function."""
    talk = adapter.converse(task)
    if not isinstance(talk, Generator):
        kind = type(talk).__name__
        raise TypeError(f"expected `converse` to be a generator, got {kind}: write `yield reading`, not `return`")
    return talk
