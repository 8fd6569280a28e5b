"""The caller for Anthropic's Messages API. It uses Anthropic's Python SDK."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from anthropic import Anthropic, APIStatusError, AsyncAnthropic, DefaultAsyncHttpxClient, DefaultHttpxClient

from conformance.callers.caller import (
    MOST,
    Conversation,
    Talk,
    broken,
    calls_of,
    described,
    ended,
    files_of,
    hold,
    images_of,
    opening_of,
    results_of,
    text_of,
)
from conformance.callers.continuation import added_tools
from conformance.callers.modes import Mode, awaited, certificates, opened
from toolwire.model import (
    Expected,
    ExpectedCall,
    File,
    FinishReason,
    Image,
    Message,
    ProviderError,
    ProviderTool,
    ResultPart,
    Tool,
    ToolDefinition,
    ToolResult,
)

SDK: Final = "anthropic"
_KEY: Final = "sk-ant-none"
_COMPACT: Final = "compact-2026-01-12"
"""The name of the beta feature for compactions. A request must have it to use compactions."""
_COMPACTIONS: Final = [{"type": "compact_20260112", "trigger": {"type": "input_tokens", "value": 50_000}}]
_NOT_IN_IDS: Final = re.compile("[^a-zA-Z0-9_-]")
_MEDIA: Final[dict[str, Callable[[tuple[ResultPart, ...]], Sequence[Image | File]]]] = {
    "image": images_of,
    "document": files_of,
}
_CALLERS: Final = {"model": "direct", "program": "code_execution_20260120"}
_INLINE_TOOLS: Final = "inline-tools-2026-09-15"
"""The name of the beta feature for adding tools within a conversation. A request must have it to add tools."""
_NO_PARAMETERS: Final = {"type": "object", "properties": {}}


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes."""
    asked = _Asked([_message(message) for message in opening_of(conversation, _id) if message.role != "system"])

    def continue_with(message: Any, results: tuple[ToolResult, ...]) -> None:
        for block in message.content:
            if conversation.breaks_seals and block.type == "thinking":
                block.signature = broken(block.signature)
        if message.container is not None:
            asked.container = message.container.id
        asked.messages.append(message.to_param())
        asked.messages.append({"role": "user", "content": [_result(result) for result in results]})
        if tools := added_tools(results):
            asked.messages.append({"role": "system", "content": [_addition(tool) for tool in tools]})

    yield from hold(
        conversation.mode,
        _client(base_url, conversation.mode),
        lambda client: _ask(client, conversation, asked),
        _understood,
        continue_with,
        _provider_error,
    )


class _Asked:
    """The messages of the next request, and the id of the container in which the vendor runs programs."""

    def __init__(self, messages: list[Any]) -> None:
        self.messages = messages
        self.container: str | None = None


def _client(base_url: str, mode: Mode) -> Any:
    if mode == "async":
        http = DefaultAsyncHttpxClient(verify=certificates())
        return AsyncAnthropic(base_url=base_url, api_key=_KEY, max_retries=0, http_client=http)
    http_client = DefaultHttpxClient(verify=certificates())
    return Anthropic(base_url=base_url, api_key=_KEY, max_retries=0, http_client=http_client)


async def _ask(client: Any, conversation: Conversation, asked: _Asked) -> Any:
    most = conversation.max_output_tokens or MOST
    arguments: dict[str, Any] = {
        "model": conversation.model,
        "max_tokens": most,
        "messages": asked.messages,
    }
    if asked.container is not None:
        arguments["container"] = asked.container
    if conversation.tools:
        arguments["tools"] = [_tool(tool, eager=conversation.stream_arguments) for tool in conversation.tools]
    system = "\n".join(text_of(message.parts) for message in conversation.opening if message.role == "system")
    if system:
        arguments["system"] = system
    if conversation.reasoning:
        arguments["thinking"] = {"type": "enabled", "budget_tokens": most // 2}
    choice = _choice(conversation)
    if choice:
        arguments["tool_choice"] = choice
    provided = [tool for tool in conversation.tools if isinstance(tool, ProviderTool)]
    arguments |= {key: value for tool in provided for key, value in tool.body.items()}
    if headers := {name: value for tool in provided for name, value in tool.headers.items()}:
        arguments["extra_headers"] = headers
    betas = []
    if conversation.compaction:
        arguments["context_management"] = {"edits": _COMPACTIONS}
        betas.append(_COMPACT)
    if any(message["role"] == "system" for message in asked.messages):
        betas.append(_INLINE_TOOLS)
    if betas:
        arguments["betas"] = betas
    messages_api = client.beta.messages if headers or betas else client.messages
    if not conversation.stream:
        return await awaited(messages_api.create(**arguments))
    async with opened(messages_api.stream(**arguments)) as stream:
        return await awaited(stream.get_final_message())


def _tool(tool: Tool, *, eager: bool = False) -> Any:
    match tool:
        case ToolDefinition():
            schema = _NO_PARAMETERS if tool.parameters is None else tool.parameters
            options = {
                "strict": tool.strict,
                "defer_loading": tool.deferred,
                "allowed_callers": [_CALLERS[caller] for caller in tool.callers or ()],
                "eager_input_streaming": eager,
            }
            chosen = {name: value for name, value in options.items() if value}
            return {**described(tool), "input_schema": schema, **chosen}
        case ProviderTool():
            return tool.value
    raise ValueError(f"Anthropic cannot offer a {type(tool).__name__}: {tool.name}")


def _addition(tool: Tool) -> Any:
    """Return the content block that adds a tool to the conversation."""
    return {"type": "tool_addition", "tool": {"type": "tool_definition", "definition": _tool(tool)}}


def _choice(conversation: Conversation) -> Any:
    """Return the tool choice with the setting for parallel calls. The choice ``none`` has no such setting.

    Return {} if the conversation has neither a tool choice nor this setting.
    """
    choice = conversation.tool_choice
    if choice is not None and choice.mode == "none":
        return {"type": "none"}
    chosen: dict[str, Any] = {}
    if choice is not None:
        words = {"auto": "auto", "required": "any", "named": "tool"}
        chosen["type"] = words[choice.mode]
        if choice.mode == "named":
            chosen["name"] = choice.names[0]
    if conversation.parallel_tool_calls is not None:
        chosen.setdefault("type", "auto")
        chosen["disable_parallel_tool_use"] = not conversation.parallel_tool_calls
    return chosen


def _message(message: Message) -> Any:
    calls = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": json.loads(call.arguments.text)}
        for call in calls_of(message)
    ]
    results = [_result(result) for result in results_of(message)]
    text = text_of(message.parts)
    if calls or results:
        texts = [{"type": "text", "text": text}] if text else []
        return {"role": "assistant" if calls else "user", "content": [*texts, *calls, *results]}
    return {"role": message.role, "content": text}


def _id(call_id: str | None) -> str:
    """Return another provider's call id with ``_`` in place of each character that Anthropic refuses."""
    return _NOT_IN_IDS.sub("_", call_id or "")


def _result(result: ToolResult) -> Any:
    content: Any = text_of(result.parts)
    media = [(kind, part) for kind, of in _MEDIA.items() for part in of(result.parts)]
    if media:
        content = [{"type": "text", "text": content}] + [
            {"type": kind, "source": {"type": "base64", "media_type": part.media_type, "data": part.data}}
            for kind, part in media
        ]
    block = {"type": "tool_result", "tool_use_id": result.call_id, "content": content}
    return block if result.is_error is None else block | {"is_error": result.is_error}


def _understood(message: Any) -> Expected:
    calls = tuple(
        ExpectedCall(id=block.id, name=block.name, arguments=json.dumps(block.input, ensure_ascii=False))
        for block in message.content
        if block.type == "tool_use"
    )
    words: dict[str, FinishReason] = {
        "max_tokens": "length",
        "model_context_window_exceeded": "length",
        "pause_turn": "pause",
        "refusal": "refusal",
    }
    normal = ended(message.stop_reason, calls)
    return Expected(
        calls=calls,
        text="".join(block.text for block in message.content if block.type == "text"),
        finish=words.get(message.stop_reason, normal),
        reasoning="".join(block.thinking for block in message.content if block.type == "thinking") or None,
    )


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, APIStatusError):
        return None
    match error.body:
        case {"error": {"message": str(message), "type": str(kind)}}:
            return ProviderError(message=message, kind=kind, status=error.status_code)
    return ProviderError(message=error.message, status=error.status_code)
