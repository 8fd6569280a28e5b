"""The caller for Mistral's chat completions. It uses Mistral's Python SDK."""

import hashlib
import json
import re
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import httpx
from mistralai.client import Mistral
from mistralai.client.errors import MistralError
from mistralai.client.models import TextChunk

from conformance.callers.caller import (
    Conversation,
    Talk,
    calls_of,
    described,
    ended,
    hold,
    json_text,
    opening_of,
    results_of,
    text_of,
)
from conformance.callers.modes import awaited, certificates, each, opened
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

SDK: Final = "mistralai"
_KEY: Final = "none"
_ID: Final = re.compile("[a-zA-Z0-9]{9}")
_VERSION: Final = "/v1"
"""The path that the SDK appends to the server's address."""


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes."""
    messages: list[Any] = [converted for message in opening_of(conversation, _id) for converted in _messages(message)]

    def continue_with(answer: dict[str, Any], results: tuple[ToolResult, ...]) -> None:
        blocks = answer["blocks"]
        content = [_chunk(*block) for block in blocks] if answer["thinking"] else answer["content"]
        messages.append({"role": "assistant", "content": content, "tool_calls": answer["tool_calls"]})
        messages.extend(_result(result) for result in results)

    yield from hold(
        conversation.mode,
        _client(base_url.removesuffix(_VERSION)),
        lambda client: _ask(client.chat, conversation, messages),
        _understood,
        continue_with,
        _provider_error,
    )


def _client(server_url: str) -> Any:
    options: Any = {"follow_redirects": True, "verify": certificates()}
    http: Any = {"client": httpx.Client(**options), "async_client": httpx.AsyncClient(**options)}
    client = Mistral(api_key=_KEY, server_url=server_url, **http)
    # By default the SDK does not close the clients that it was given.
    client.sdk_configuration.client_supplied = client.sdk_configuration.async_client_supplied = False
    return client


async def _ask(chat: Any, conversation: Conversation, messages: list[Any]) -> dict[str, Any]:
    """Send a request with ``messages``, and return the answer: its content, its calls and its finish reason."""
    arguments: dict[str, Any] = {
        "model": conversation.model,
        "messages": messages,
    }
    if conversation.reasoning:
        arguments["reasoning_effort"] = "high"
    if conversation.max_output_tokens is not None:
        arguments["max_tokens"] = conversation.max_output_tokens
    if conversation.tools:
        arguments["tools"] = [_tool(tool) for tool in conversation.tools]
    if conversation.tool_choice is not None:
        arguments["tool_choice"] = _choice(conversation.tool_choice)
    if conversation.parallel_tool_calls is not None:
        arguments["parallel_tool_calls"] = conversation.parallel_tool_calls
    of_mode = "_async" if conversation.mode == "async" else ""
    if not conversation.stream:
        choice = (await awaited(getattr(chat, f"complete{of_mode}")(**arguments))).choices[0]
        return _gathered([choice.message], choice.finish_reason)
    async with opened(await awaited(getattr(chat, f"stream{of_mode}")(**arguments))) as stream:
        choices = [chunk.data.choices[0] async for chunk in each(stream)]
    return _gathered([choice.delta for choice in choices], choices[-1].finish_reason if choices else None)


def _gathered(messages: list[Any], finish: Any) -> dict[str, Any]:
    """Return the answer in a single plain message, or in the deltas of a stream (``messages``).

    Deltas of calls are not joined, because each has a whole call: Mistral's own models never split a call.
    """
    blocks = [_block(chunk) for message in messages for chunk in _chunks(message.content)]
    runs = [(kind, "".join(text for _, text in run)) for kind, run in groupby(blocks, key=itemgetter(0))]
    return {
        "blocks": blocks if len(messages) == 1 else [(kind, text) for kind, text in runs if text],
        "content": "".join(text for kind, text in blocks if kind == "text"),
        "thinking": "".join(text for kind, text in blocks if kind == "thinking"),
        "tool_calls": [call for message in messages for call in message.tool_calls or ()],
        "finish": finish,
    }


def _block(chunk: Any) -> tuple[str, str]:
    """Return the kind of a chunk of content (``thinking`` or ``text``), and its text."""
    if chunk.type == "thinking":
        return "thinking", "".join(piece.text for piece in chunk.thinking if piece.type == "text")
    return "text", chunk.text


def _chunk(kind: str, text: str) -> dict[str, Any]:
    part = {"type": "text", "text": text}
    return {"type": "thinking", "thinking": [part]} if kind == "thinking" else part


def _chunks(content: Any) -> list[Any]:
    return [TextChunk(text=content)] if isinstance(content, str) else list(content or ())


def _tool(tool: Tool) -> Any:
    if not isinstance(tool, ToolDefinition):
        raise ValueError(f"Mistral cannot offer a {type(tool).__name__}: {tool.name}")
    parameters = tool.parameters or {"type": "object", "properties": {}}
    function: dict[str, Any] = {**described(tool), "parameters": parameters}
    if tool.strict:
        function["strict"] = True
    return {"type": "function", "function": function}


def _choice(choice: ToolChoice) -> Any:
    words = {"required": "any"}
    if choice.mode == "named":
        return {"type": "function", "function": {"name": choice.names[0]}}
    return words.get(choice.mode, choice.mode)


def _messages(message: Message) -> list[Any]:
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments.text}}
        for call in calls_of(message)
    ]
    if calls:
        return [{"role": "assistant", "content": text_of(message.parts), "tool_calls": calls}]
    results = [_result(result) for result in results_of(message)]
    return results or [{"role": message.role, "content": text_of(message.parts)}]


def _id(call_id: str | None) -> str:
    """Return the id of a call. Another provider's id is replaced by nine letters and digits."""
    if call_id is not None and _ID.fullmatch(call_id):
        return call_id
    return hashlib.sha256(str(call_id).encode()).hexdigest()[:9]


def _result(result: ToolResult) -> Any:
    text = text_of(result.parts)
    return {"role": "tool", "tool_call_id": result.call_id, "name": result.name, "content": text}


def _understood(answer: dict[str, Any]) -> Expected:
    calls = tuple(
        ExpectedCall(id=call.id, name=call.function.name, arguments=json_text(call.function.arguments))
        for call in answer["tool_calls"]
    )
    normal = ended(answer["finish"], calls)
    words: dict[str, FinishReason] = {"length": "length", "model_length": "length", "error": "error"}
    return Expected(
        calls=calls,
        text=answer["content"],
        finish=words.get(str(answer["finish"]), normal),
        reasoning=answer["thinking"] or None,
    )


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, MistralError):
        return None
    details = json.loads(error.body)
    return ProviderError(
        message=details["message"], kind=details["type"], code=details["code"], status=error.status_code
    )
