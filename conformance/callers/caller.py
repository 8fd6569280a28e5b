"""Conversations, the protocol of callers, and the loop that all callers share."""

import json
from collections.abc import Callable, Coroutine, Generator, Sized
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec

from conformance.callers.modes import Mode, running
from toolwire.model import (
    ApprovalRequest,
    Arguments,
    CustomTool,
    Expected,
    File,
    FinishReason,
    Image,
    Message,
    Namespace,
    Part,
    ProviderError,
    ResultPart,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)

Answer = TypeVar("Answer")
Talk: TypeAlias = Generator[Expected, tuple[ToolResult, ...], None]
Results: TypeAlias = Callable[[int, tuple[Part, ...]], tuple[ToolResult, ...]]
"""A function that returns the results of a turn's calls. If the turn asks for approvals, the results also have
approvals or refusals. The arguments are the turn's number, and the turn's calls and requests for an approval. If the
function returns no results, the conversation ends.
"""


MOST: Final = 4096
"""The limit of output tokens in requests that need a limit, if the user sets none."""


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation to hold with a provider."""

    model: str
    tools: tuple[Tool, ...]
    opening: tuple[Message, ...]
    """Messages of the first request: a system message, perhaps a history, and a user's message."""
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool = False
    max_output_tokens: int | None = 1024
    """The limit of output tokens. None if the user sets no limit."""
    reasoning: bool = False
    """True if the request asks the model for visible reasoning."""
    breaks_seals: bool = False
    """True if the caller alters the signatures of the model's reasoning before it sends the reasoning back."""
    stored: bool = False
    """True if the vendor stores the answers. Each request but the first continues the previous answer."""
    conversation: str | None = None
    """The id of the object in which the vendor stores the conversation, or None. With an id, each request names this
    object instead of the previous answer.
    """
    compaction: bool = False
    """True if the request asks the vendor to compact the conversation when it grows."""
    stream_arguments: bool = False
    """True if the request asks the vendor to stream the arguments of calls while the model writes them."""
    background: bool = False
    """True if each request asks the vendor to answer in the background. If the answer is plain, the caller polls until
    it gets the answer.
    """
    mends: bool = False
    """True if the caller corrects the SDK's requests.

    A recording needs requests that the provider accepts. When an SDK is judged, its requests are not corrected.
    """
    mode: Mode = "sync"


class Caller(Protocol):
    """The client of a dialect. Each module of this package that has the name of a dialect is such a client."""

    SDK: str
    """The name of the SDK's Python distribution."""

    def converse(self, base_url: str, conversation: Conversation) -> Talk:
        """Hold the conversation with the server at ``base_url``.

        The generator yields the SDK's reading of each answer, and receives the results of the answer's calls. The
        generator ends if it receives no results.
        """
        ...


def hold(
    mode: Mode,
    client: Any,
    ask: Callable[[Any], Coroutine[Any, Any, Answer]],
    understand: Callable[[Answer], Expected],
    continue_with: Callable[[Answer, tuple[ToolResult, ...]], None],
    provider_error: Callable[[Exception], ProviderError | None],
) -> Talk:
    """Hold a conversation: ask, yield the reading, receive the results, and ask again until there are no results.

    ``client`` is a context manager for ``mode``. ``ask`` gets the client that the context manager opens, sends a
    request, and returns the answer. ``understand`` returns the reading of an answer. ``continue_with`` adds an answer
    and the results of its calls to the next request. ``provider_error`` gets an exception of the SDK, and returns the
    provider's error in this exception. If ``provider_error`` returns None, the exception is raised again.
    """
    with running(mode, client) as (run, opened):
        while True:
            try:
                answer = run(ask(opened))
            except Exception as error:
                refusal = provider_error(error)
                if refusal is None:
                    raise
                yield Expected(finish="error", error=refusal)
                return
            results = yield understand(answer)
            if not results:
                return
            continue_with(answer, results)


def heard(talk: Talk, results: Results) -> list[Expected]:
    """Hold the conversation ``talk``, and return the readings of all answers. ``results`` gives each turn's results."""
    understood: list[Expected] = []
    given: tuple[ToolResult, ...] | None = None
    while True:
        try:
            answer = next(talk) if given is None else talk.send(given)
        except StopIteration:
            return understood
        understood.append(answer)
        asked: list[Part] = [
            ToolCall(
                id=call.id, name=call.name, arguments=Arguments(text=call.arguments, form="object"), kind=call.kind
            )
            for call in answer.calls
        ]
        asked += (
            ApprovalRequest(
                id=request.id,
                name=request.name,
                arguments=Arguments(text=request.arguments, form="object"),
                server=request.server,
            )
            for request in answer.approvals
        )
        given = results(len(understood) - 1, tuple(asked))


def ended(word: object, calls: Sized) -> FinishReason:
    """Return the finish reason of an answer that ended normally or was cut off.

    It is ``interrupted`` if ``word``, the SDK's finish reason, is None, because the answer was then cut off. Otherwise
    it is ``tool_calls`` if the answer has any calls, and ``stop`` if not. Callers handle all other ends, such as an
    error, themselves.
    """
    if word is None:
        return "interrupted"
    return "tool_calls" if calls else "stop"


def opening_of(conversation: Conversation, fitting: Callable[[str | None], str]) -> tuple[Message, ...]:
    """Return the first messages of a conversation. If the caller corrects requests (``mends``), replace each id of
    a call with the id that ``fitting`` returns for it, because the provider may refuse ids of other providers.
    """
    if not conversation.mends:
        return conversation.opening
    return tuple(
        msgspec.structs.replace(message, parts=tuple(_with_id(part, fitting) for part in message.parts))
        for message in conversation.opening
    )


def _with_id(part: Part, fitting: Callable[[str | None], str]) -> Part:
    match part:
        case ToolCall():
            return msgspec.structs.replace(part, id=fitting(part.id))
        case ToolResult():
            return msgspec.structs.replace(part, call_id=fitting(part.call_id))
    return part


def json_text(arguments: object) -> str:
    """Return an SDK's arguments as text. Text stays unchanged, None becomes "", and any other value becomes JSON."""
    return (
        ""
        if arguments is None
        else arguments
        if isinstance(arguments, str)
        else json.dumps(arguments, ensure_ascii=False)
    )


def described(tool: ToolDefinition | CustomTool | Namespace) -> dict[str, Any]:
    """Return a dict with the tool's name and description. If the tool has no description, the dict has no such key."""
    return {"name": tool.name} | ({} if tool.description is None else {"description": tool.description})


def text_of(parts: tuple[Part, ...]) -> str:
    """Return the texts of a message or a result, each on its own line."""
    return "\n".join(part.text for part in parts if isinstance(part, Text))


def texts_of(result: ToolResult) -> list[str]:
    """Return the text of each text part of a result."""
    return [part.text for part in result.parts if isinstance(part, Text)]


def calls_of(message: Message) -> list[ToolCall]:
    """Return the calls of a message."""
    return [part for part in message.parts if isinstance(part, ToolCall)]


def results_of(message: Message) -> list[ToolResult]:
    """Return the results of a message."""
    return [part for part in message.parts if isinstance(part, ToolResult)]


def images_of(parts: tuple[ResultPart, ...]) -> list[Image]:
    """Return the images of a result."""
    return [part for part in parts if isinstance(part, Image)]


def files_of(parts: tuple[ResultPart, ...]) -> list[File]:
    """Return the documents of a result."""
    return [part for part in parts if isinstance(part, File)]


def broken(seal: str) -> str:
    """Return a base64 signature, ``seal``, with its middle character changed, so that it is no longer valid."""
    middle = len(seal) // 2
    return seal[:middle] + ("B" if seal[middle] == "A" else "A") + seal[middle + 1 :]
