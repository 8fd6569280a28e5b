"""The caller for version 2 of Cohere's chat API. It uses Cohere's Python SDK."""

from collections.abc import Iterable
from typing import Any, Final

import httpx
import msgspec
from cohere import AsyncClientV2, ClientV2
from cohere.core.api_error import ApiError

from conformance.callers.caller import Conversation, Talk, calls_of, described, ended, hold, results_of, text_of
from conformance.callers.modes import Mode, all_of, awaited, certificates
from toolwire.model import (
    Expected,
    ExpectedCall,
    FinishReason,
    Message,
    ProviderError,
    Tool,
    ToolChoice,
    ToolDefinition,
    ToolResult,
)

SDK: Final = "cohere"
_KEY: Final = "none"
_SECONDS: Final = 300
"""The SDK's own time limit for a request, in seconds."""
_NO_PARAMETERS: Final = {"type": "object", "properties": {}}
_CHOICES: Final = {"required": "REQUIRED", "none": "NONE"}


class _Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer's message, plain or assembled from a stream."""

    plan: str
    thinking: str
    text: str
    calls: tuple[ExpectedCall, ...]
    finish: str | None
    failure: str | None = None
    """The error that ended a stream."""


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes. Raises ``ValueError`` for a tool choice that names tools:
    the dialect has no such choice.
    """
    messages: list[Any] = [converted for message in conversation.opening for converted in _messages(message)]

    def continue_with(answer: _Answer, results: tuple[ToolResult, ...]) -> None:
        messages.append(_echo(answer))
        messages.extend(_result(result) for result in results)

    yield from hold(
        conversation.mode,
        _client(base_url, conversation.mode),
        lambda client: _ask(client, conversation, messages),
        _understood,
        continue_with,
        _provider_error,
    )


def _client(base_url: str, mode: Mode) -> Any:
    if mode == "async":
        http = httpx.AsyncClient(verify=certificates(), follow_redirects=True, timeout=_SECONDS)
        return AsyncClientV2(_KEY, base_url=base_url, max_retries=0, httpx_client=http)
    client = httpx.Client(verify=certificates(), follow_redirects=True, timeout=_SECONDS)
    return ClientV2(_KEY, base_url=base_url, max_retries=0, httpx_client=client)


async def _ask(client: Any, conversation: Conversation, messages: list[Any]) -> _Answer:
    arguments: dict[str, Any] = {
        "model": conversation.model,
        "messages": messages,
        "tools": [_tool(tool) for tool in conversation.tools],
    }
    if conversation.max_output_tokens is not None:
        arguments["max_tokens"] = conversation.max_output_tokens
    if conversation.reasoning:
        arguments["thinking"] = {"type": "enabled"}
    if any(isinstance(tool, ToolDefinition) and tool.strict for tool in conversation.tools):
        arguments["strict_tools"] = True
    choice = _choice(conversation.tool_choice)
    if choice is not None:
        arguments["tool_choice"] = choice
    if conversation.stream:
        return _gathered(await all_of(client.chat_stream(**arguments)))
    response = await awaited(client.chat(**arguments))
    message = response.message
    return _Answer(
        plan=message.tool_plan or "",
        thinking="".join(part.thinking for part in message.content or () if part.type == "thinking"),
        text="".join(part.text for part in message.content or () if part.type == "text"),
        calls=tuple(_call(call) for call in message.tool_calls or ()),
        finish=response.finish_reason,
    )


def _gathered(events: Iterable[Any]) -> _Answer:
    """Join the SDK's events of a stream to an answer."""
    plan: list[str] = []
    thinking: list[str] = []
    text: list[str] = []
    calls: dict[int, ExpectedCall] = {}
    finish = failure = None
    for event in events:
        match event.type:
            case "tool-plan-delta":
                plan.append(event.delta.message.tool_plan)
            case "content-delta":
                text.append(event.delta.message.content.text or "")
                thinking.append(event.delta.message.content.thinking or "")
            case "tool-call-start":
                calls[event.index] = _call(event.delta.message.tool_calls)
            case "tool-call-delta":
                more = event.delta.message.tool_calls.function.arguments
                call = calls[event.index]
                calls[event.index] = msgspec.structs.replace(call, arguments=call.arguments + more)
            case "message-end":
                finish, failure = event.delta.finish_reason, event.delta.error
    return _Answer(
        plan="".join(plan),
        thinking="".join(thinking),
        text="".join(text),
        calls=tuple(calls.values()),
        finish=finish,
        failure=failure,
    )


def _call(call: Any) -> ExpectedCall:
    return ExpectedCall(id=call.id, name=call.function.name, arguments=call.function.arguments)


def _choice(choice: ToolChoice | None) -> str | None:
    """Return the SDK's name of a tool choice; None for ``auto``, which is left out. Raises ``ValueError`` for a choice
    that names tools.
    """
    if choice is None or choice.mode == "auto":
        return None
    if choice.mode not in _CHOICES:
        raise ValueError(f"Cohere does not support the tool choice {choice.mode!r}")
    return _CHOICES[choice.mode]


def _tool(tool: Tool) -> Any:
    if not isinstance(tool, ToolDefinition):
        raise ValueError(f"Cohere cannot offer a {type(tool).__name__}: {tool.name}")
    parameters = _NO_PARAMETERS if tool.parameters is None else tool.parameters
    return {
        "type": "function",
        "function": {**described(tool), "parameters": parameters},
    }


def _messages(message: Message) -> list[Any]:
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments.text}}
        for call in calls_of(message)
    ]
    text = text_of(message.parts)
    if calls:
        return [{"role": "assistant", "tool_calls": calls} | ({"content": text} if text else {})]
    results = [_result(result) for result in results_of(message)]
    return results or [{"role": message.role, "content": text}]


def _echo(answer: _Answer) -> Any:
    """Return the assistant's message in the form in which users send it back.

    Empty arguments become ``{}``, because a stream has an empty text for them.
    """
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments or "{}"}}
        for call in answer.calls
    ]
    if answer.thinking:
        thinking = [{"type": "thinking", "thinking": answer.thinking}]
        return {"role": "assistant", "content": thinking, "tool_calls": calls}
    return {"role": "assistant", "tool_plan": answer.plan, "tool_calls": calls}


def _result(result: ToolResult) -> Any:
    return {"role": "tool", "tool_call_id": result.call_id, "content": text_of(result.parts)}


def _understood(answer: _Answer) -> Expected:
    normal = ended(answer.finish, answer.calls)
    words: dict[str, FinishReason] = {"MAX_TOKENS": "length", "ERROR": "error", "TIMEOUT": "error"}
    return Expected(
        calls=answer.calls,
        text=answer.text,
        finish=words.get(answer.finish or "", normal),
        reasoning=answer.thinking or None,
        error=ProviderError(message=answer.failure) if answer.failure else None,
    )


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, ApiError):
        return None
    return ProviderError(message=error.body["message"], status=error.status_code)
