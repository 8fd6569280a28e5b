"""What a caller is given and what it gives back, and the loop that all callers go through."""

import json
from collections.abc import Callable, Coroutine, Generator, Sized
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from conformance.callers.modes import Mode, running
from toolwire.model import (
    Arguments,
    Expected,
    FinishReason,
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
Talk: TypeAlias = Generator[Expected, tuple[ToolResult, ...], None]
Results: TypeAlias = Callable[[int, tuple[ToolCall, ...]], tuple[ToolResult, ...]]
"""Given the number of the turn and its calls: what the tools gave back; empty where the client stops."""


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """What a client wants to talk about."""

    model: str
    tools: tuple[Tool, ...]
    opening: tuple[Message, ...]
    """Messages of the first request: a system message, perhaps a history, then a user's."""
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool = False
    max_output_tokens: int = 1024
    reasoning: bool = False
    """Whether the model is asked to reason, and to show it."""
    breaks_seals: bool = False
    """Whether what seals the model's reasoning goes back altered."""
    mends: bool = False
    """Whether our own code mends what the SDK sends: for recordings of what a provider takes. An SDK that is judged
    sends what it makes of the conversation.
    """
    mode: Mode = "sync"


class Caller(Protocol):
    """One dialect's client. Each module here that is named after a dialect is one."""

    SDK: str
    """The distribution whose client this is."""

    def converse(self, base_url: str, conversation: Conversation) -> Talk:
        """Hold the conversation with the server at ``base_url``: gives what the SDK understood of each answer, is sent
        the results of its calls, and ends where there are none.
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
    """Ask, understand, take the results of the calls, and ask again until the client has no more to say.

    ``client`` is a context manager of that mode, and what it opens is given to ``ask``. ``continue_with`` adds an
    answer and the results of its calls to what ``ask`` will send. ``told`` is what the SDK's error for a refused
    request says of it; None for any other error, which is raised.
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
    """All that is understood in a conversation whose client has these results."""
    understood: list[Expected] = []
    given: tuple[ToolResult, ...] | None = None
    while True:
        try:
            answer = next(talk) if given is None else talk.send(given)
        except StopIteration:
            return understood
        understood.append(answer)
        calls = tuple(
            ToolCall(
                id=call.id, name=call.name, arguments=Arguments(text=call.arguments, form="object"), kind=call.kind
            )
            for call in answer.calls
        )
        given = results(len(understood) - 1, calls)


def ended(word: object, calls: Sized) -> FinishReason:
    """Why an answer ended whose SDK has this word, or none, for it; what is no normal end aside."""
    if word is None:
        return "interrupted"
    return "tool_calls" if calls else "stop"


def opening_of(conversation: Conversation, fitting: Callable[[str | None], str]) -> tuple[Message, ...]:
    """The opening; where the conversation mends, with the ids that ``fitting`` makes of those of another provider."""
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
    """Arguments as an SDK shows them: its text as it is, nothing for none, and any other value written as JSON."""
    return (
        ""
        if arguments is None
        else arguments
        if isinstance(arguments, str)
        else json.dumps(arguments, ensure_ascii=False)
    )


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


def broken(seal: str) -> str:
    """A seal in base64 with another letter in its middle."""
    middle = len(seal) // 2
    return seal[:middle] + ("B" if seal[middle] == "A" else "A") + seal[middle + 1 :]
