"""The caller for OpenAI's chat completions. It uses OpenAI's Python SDK."""

from typing import Any, Final

from openai import (
    APIConnectionError,
    APIError,
    APIStatusError,
    AsyncOpenAI,
    ContentFilterFinishReasonError,
    DefaultAsyncHttpxClient,
    DefaultHttpxClient,
    LengthFinishReasonError,
    OpenAI,
)

from conformance.callers.caller import (
    Conversation,
    Talk,
    calls_of,
    described,
    ended,
    hold,
    json_text,
    results_of,
    text_of,
)
from conformance.callers.modes import Mode, awaited, certificates, opened
from toolwire.model import (
    CustomTool,
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

SDK: Final = "openai"
_KEY: Final = "sk-none"


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes."""
    messages: list[Any] = [converted for message in conversation.opening for converted in _messages(message)]

    def continue_with(choice: Any, results: tuple[ToolResult, ...]) -> None:
        messages.append(_echo(choice.message))
        messages.extend(_result(result) for result in results)

    yield from hold(
        conversation.mode,
        client(base_url, conversation.mode),
        lambda client: _ask(client, conversation, messages),
        _understood,
        continue_with,
        provider_error,
    )


def client(base_url: str, mode: Mode) -> Any:
    """Return the SDK's client for a mode. The client is a context manager."""
    if mode == "async":
        http = DefaultAsyncHttpxClient(verify=certificates())
        return AsyncOpenAI(base_url=base_url, api_key=_KEY, max_retries=0, http_client=http)
    return OpenAI(base_url=base_url, api_key=_KEY, max_retries=0, http_client=DefaultHttpxClient(verify=certificates()))


async def _ask(client: Any, conversation: Conversation, messages: list[Any]) -> Any:
    arguments: dict[str, Any] = {
        "model": conversation.model,
        "messages": messages,
    }
    if conversation.max_output_tokens is not None:
        arguments["max_completion_tokens"] = conversation.max_output_tokens
    if conversation.tools:
        arguments["tools"] = [_tool(tool) for tool in conversation.tools]
    if conversation.tool_choice is not None:
        arguments["tool_choice"] = _choice(conversation.tool_choice)
    if conversation.parallel_tool_calls is not None:
        arguments["parallel_tool_calls"] = conversation.parallel_tool_calls
    if not conversation.stream:
        return (await awaited(client.chat.completions.create(**arguments))).choices[0]
    asked = client.chat.completions.stream(**arguments, stream_options={"include_usage": True})
    async with opened(asked) as stream:
        try:
            return (await awaited(stream.get_final_completion())).choices[0]
        except (LengthFinishReasonError, ContentFilterFinishReasonError) as early:
            if early.completion is None:
                raise
            return early.completion.choices[0]


def _tool(tool: Tool) -> Any:
    if isinstance(tool, CustomTool):
        custom: dict[str, Any] = described(tool)
        if tool.format is not None:
            custom["format"] = {"type": "grammar", "grammar": {k: v for k, v in tool.format.items() if k != "type"}}
        return {"type": "custom", "custom": custom}
    if not isinstance(tool, ToolDefinition):
        raise ValueError(f"Chat Completions cannot offer a {type(tool).__name__}: {tool.name}")
    function: dict[str, Any] = described(tool)
    if tool.parameters is not None:
        function["parameters"] = tool.parameters
    if tool.strict:
        function["strict"] = True
    return {"type": "function", "function": function}


def _choice(choice: ToolChoice) -> Any:
    named = [{"type": "function", "function": {"name": name}} for name in choice.names]
    if choice.mode == "allowed":
        mode = "required" if choice.must_call else "auto"
        return {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": named}}
    return named[0] if choice.mode == "named" else choice.mode


def _messages(message: Message) -> list[Any]:
    calls = [_call(call.id, call.name, call.arguments.text) for call in calls_of(message)]
    if calls:
        return [{"role": "assistant", "content": text_of(message.parts) or None, "tool_calls": calls}]
    results = [_result(result) for result in results_of(message)]
    return results or [{"role": message.role, "content": text_of(message.parts)}]


def _echo(message: Any) -> Any:
    """Return the assistant's message in the form in which users send it back."""
    return {
        "role": "assistant",
        "content": message.content,
        "tool_calls": [_echoed(call) for call in message.tool_calls],
    }


def _entered(call: Any) -> dict[str, str]:
    """Return the name and the input of a custom call. In a stream, such a call is a generic object, because the SDK has
    no type for it.
    """
    custom = call.model_dump()["custom"]
    return {"name": custom["name"], "input": custom["input"]}


def _echoed(call: Any) -> Any:
    if call.type == "custom":
        return {"id": call.id, "type": "custom", "custom": _entered(call)}
    function = {"name": call.function.name, "arguments": call.function.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _call(call_id: str | None, name: str, arguments: str) -> Any:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def _result(result: ToolResult) -> Any:
    return {"role": "tool", "tool_call_id": result.call_id, "content": text_of(result.parts)}


def _understood(choice: Any) -> Expected:
    calls = tuple(
        ExpectedCall(id=call.id, name=_entered(call)["name"], arguments=_entered(call)["input"], kind="custom")
        if call.type == "custom"
        else ExpectedCall(id=call.id, name=call.function.name, arguments=json_text(call.function.arguments))
        for call in choice.message.tool_calls or ()
    )
    words: dict[str, FinishReason] = {"length": "length", "content_filter": "content_filter"}
    normal = ended(choice.finish_reason, calls)
    return Expected(calls=calls, text=choice.message.content or "", finish=words.get(choice.finish_reason, normal))


def provider_error(error: Exception) -> ProviderError | None:
    """Return the provider's error that an exception of the SDK reports. Return None if the exception reports no answer
    of the provider.
    """
    if not isinstance(error, APIError) or isinstance(error, APIConnectionError):
        return None
    status = error.status_code if isinstance(error, APIStatusError) else None  # an error inside a stream has none
    match error.body:
        case {"message": str(message)}:
            return ProviderError(message=message, kind=error.type, code=error.code, status=status)
    return ProviderError(message=error.message, status=status)
