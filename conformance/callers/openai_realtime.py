"""The caller for OpenAI's Realtime API. It uses OpenAI's Python SDK. The whole conversation uses a single session, and
the answers are texts and calls.

Answers are always streamed. The provider keeps the conversation for as long as the session lasts, so the client sends
only what is new.
"""

from typing import Any, Final

from conformance.callers import openai_responses
from conformance.callers.caller import Conversation, Talk, described, hold, results_of, text_of
from conformance.callers.modes import awaited, each
from conformance.callers.openai_chat import client
from toolwire.model import (
    Expected,
    ExpectedCall,
    FinishReason,
    Message,
    ProviderError,
    Tool,
    ToolDefinition,
    ToolResult,
)

SDK: Final = openai_responses.SDK
_CONTENT: Final = {"system": "input_text", "user": "input_text", "assistant": "output_text"}


class _Refused(Exception):
    """The provider's refusal of an event. ``error`` is the error object of the server event."""

    def __init__(self, error: Any) -> None:
        super().__init__(error.message)
        self.error = error


class _Sending:
    """The settings and the items to send before the next request for a response."""

    def __init__(self, settings: dict[str, Any], items: list[Any]) -> None:
        self.settings = settings
        """The settings of the session. Empty after the first request, because the provider keeps them."""
        self.items = items


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes. Its tools must be functions, and its content must be texts,
    calls and results.
    """
    items = [item for message in conversation.opening for item in _items(message)]
    sending = _Sending(_settings(conversation), items)

    async def ask(connection: Any) -> Any:
        if sending.settings:
            await awaited(connection.session.update(session=sending.settings))
        for item in sending.items:
            await awaited(connection.conversation.item.create(item=item))
        await awaited(connection.response.create())
        async for event in each(connection):
            if event.type == "error":
                raise _Refused(event.error)
            if event.type == "response.done":
                return event.response
        raise ConnectionError("the connection was closed before the end of the answer")

    def continue_with(_: Any, results: tuple[ToolResult, ...]) -> None:
        sending.settings, sending.items = {}, [_result(result) for result in results]

    manager = client(base_url, conversation.mode).realtime.connect(model=conversation.model)
    yield from hold(conversation.mode, manager, ask, _understood, continue_with, _provider_error)


def _settings(conversation: Conversation) -> dict[str, Any]:
    settings: dict[str, Any] = {"type": "realtime", "output_modalities": ["text"]}
    if conversation.max_output_tokens is not None:
        settings["max_output_tokens"] = conversation.max_output_tokens
    if conversation.tools:
        settings["tools"] = [_tool(tool) for tool in conversation.tools]
    if conversation.tool_choice is not None:
        settings["tool_choice"] = openai_responses.choice_of(conversation.tool_choice)
    if conversation.parallel_tool_calls is not None:
        settings["parallel_tool_calls"] = conversation.parallel_tool_calls
    return settings


def _tool(tool: Tool) -> Any:
    assert isinstance(tool, ToolDefinition)
    return {"type": "function", **described(tool), "parameters": tool.parameters}


def _items(message: Message) -> list[Any]:
    results = [_result(result) for result in results_of(message)]
    return [*_texts(message), *openai_responses.call_items(message), *results]


def _texts(message: Message) -> list[Any]:
    """Return the item with the text of a message. Return no item if the message has no text."""
    text = text_of(message.parts)
    if not text:
        return []
    content = [{"type": _CONTENT[message.role], "text": text}]
    return [{"type": "message", "role": message.role, "content": content}]


def _result(result: ToolResult) -> Any:
    return {"type": "function_call_output", "call_id": result.call_id, "output": text_of(result.parts)}


def _understood(response: Any) -> Expected:
    calls = tuple(
        ExpectedCall(id=item.call_id, name=item.name, arguments=item.arguments, complete=item.status == "completed")
        for item in response.output
        if item.type == "function_call"
    )
    texts = [part.text for item in response.output if item.type == "message" for part in item.content]
    details = response.status_details
    normal: FinishReason = "error" if response.status == "failed" else "tool_calls" if calls else "stop"
    error = details.error if details else None
    return Expected(
        calls=calls,
        text="".join(texts),
        finish=openai_responses.FINISH.get(details.reason or "", normal) if details else normal,
        error=ProviderError(message=error.message or "", code=error.code, kind=error.type) if error else None,
    )


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, _Refused):
        return None
    stated = error.error
    return ProviderError(message=stated.message, kind=stated.type, code=stated.code)
