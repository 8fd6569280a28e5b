"""The caller for Ollama's chat API. It uses Ollama's Python SDK.

The SDK truncates the schemas of tools (Tool.Function.Parameters.Property of ollama 0.6.3 has no ``properties``). If the
caller corrects requests, it puts the complete tools into the requests.
"""

import json
from typing import Any, Final

from ollama import AsyncClient, ChatResponse, Client, ResponseError
from ollama import Message as SdkMessage

from conformance.callers.caller import Conversation, Talk, calls_of, described, ended, hold, results_of, text_of
from conformance.callers.modes import all_of, awaited, certificates
from toolwire.model import (
    Expected,
    ExpectedCall,
    Message,
    ProviderError,
    Tool,
    ToolDefinition,
    ToolResult,
)

SDK: Final = "ollama"
BESIDES: Final = "tools put in whole by our own code, as the SDK cuts their schemas"


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes. Raises ``ValueError`` for any tool choice but ``auto``,
    because the dialect has no tool choices.
    """
    if conversation.tool_choice and conversation.tool_choice.mode != "auto":
        raise ValueError(f"Ollama does not support the tool choice {conversation.tool_choice.mode!r}")
    messages: list[Any] = [converted for message in conversation.opening for converted in _messages(message)]

    def continue_with(answer: tuple[SdkMessage, str | None], results: tuple[ToolResult, ...]) -> None:
        messages.append(answer[0])
        messages.extend(_result(result) for result in results)

    yield from hold(
        conversation.mode,
        _client(AsyncClient if conversation.mode == "async" else Client, conversation)(
            host=base_url, verify=certificates()
        ),
        lambda client: _ask(client, conversation, messages),
        lambda answer: _understood(*answer),
        continue_with,
        _provider_error,
    )


def _client(kind: Any, conversation: Conversation) -> Any:
    """Return the SDK's client class. If the caller corrects requests (``mends``), return a subclass that sends whole
    tools.
    """
    if not conversation.mends:
        return kind
    tools = [_tool(tool) for tool in conversation.tools]

    class WithWholeTools(kind):  # type: ignore[misc]
        def _request(self, *arguments: Any, json: dict[str, Any], **more: Any) -> Any:
            return super()._request(*arguments, json=json | {"tools": tools}, **more)

    return WithWholeTools


async def _ask(client: Any, conversation: Conversation, messages: list[Any]) -> tuple[SdkMessage, str | None]:
    arguments: dict[str, Any] = {
        "model": conversation.model,
        "messages": messages,
    }
    if conversation.max_output_tokens is not None:
        arguments["options"] = {"num_predict": conversation.max_output_tokens}
    if conversation.tools and not conversation.mends:
        arguments["tools"] = [_tool(tool) for tool in conversation.tools]
    if conversation.reasoning:
        arguments["think"] = True
    if not conversation.stream:
        response = await awaited(client.chat(**arguments))
        return response.message, response.done_reason
    return _gathered(await all_of(await awaited(client.chat(**arguments, stream=True))))


def _gathered(chunks: list[ChatResponse]) -> tuple[SdkMessage, str | None]:
    """Join the chunks of a stream to a message, as the SDK's documentation shows.

    Return the message and its finish reason. The reason is None if the stream did not reach its end.
    """
    calls = [call for chunk in chunks for call in chunk.message.tool_calls or ()]
    message = SdkMessage(
        role="assistant",
        content="".join(chunk.message.content or "" for chunk in chunks),
        thinking="".join(chunk.message.thinking or "" for chunk in chunks) or None,
        tool_calls=calls or None,
    )
    return message, chunks[-1].done_reason if chunks else None


def _tool(tool: Tool) -> dict[str, Any]:
    if not isinstance(tool, ToolDefinition):
        raise ValueError(f"Ollama cannot offer a {type(tool).__name__}: {tool.name}")
    function: dict[str, Any] = described(tool)
    if tool.parameters is not None:
        function["parameters"] = tool.parameters
    return {"type": "function", "function": function}


def _messages(message: Message) -> list[Any]:
    calls = [
        {"function": {"name": call.name, "arguments": json.loads(call.arguments.text)}} for call in calls_of(message)
    ]
    if calls:
        return [{"role": "assistant", "content": text_of(message.parts), "tool_calls": calls}]
    results = [_result(result) for result in results_of(message)]
    return results or [{"role": message.role, "content": text_of(message.parts)}]


def _result(result: ToolResult) -> Any:
    return {"role": "tool", "tool_name": result.name, "content": text_of(result.parts)}


def _understood(message: SdkMessage, reason: str | None) -> Expected:
    """Return the reading of a message. The calls in the reading have no ids, because the SDK drops the ids."""
    calls = tuple(
        ExpectedCall(name=call.function.name, arguments=json.dumps(dict(call.function.arguments), ensure_ascii=False))
        for call in message.tool_calls or ()
    )
    normal = ended(reason, calls)
    return Expected(
        calls=calls,
        text=message.content or "",
        finish="length" if reason == "length" else normal,
        reasoning=message.thinking or None,
    )


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, ResponseError):
        return None
    return ProviderError(message=error.error, status=error.status_code)
