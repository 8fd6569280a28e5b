"""The caller for OpenAI's Responses API. It uses OpenAI's Python SDK.

In most conversations, the client keeps the history: it sends the SDK's output items back unchanged, and the vendor
stores nothing. If the vendor stores the conversation, the client sends only the results, and the id of the previous
answer or of the conversation. If the vendor answers in the background, it stores the answer, and the client polls until
it has the answer.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from conformance.callers.caller import (
    Conversation,
    Talk,
    broken,
    calls_of,
    described,
    files_of,
    hold,
    images_of,
    results_of,
    text_of,
)
from conformance.callers.continuation import added_tools, approvals_of
from conformance.callers.modes import awaited, each, opened
from conformance.callers.openai_chat import client, provider_error
from toolwire.model import (
    CustomTool,
    Expected,
    ExpectedApproval,
    ExpectedCall,
    File,
    FinishReason,
    Image,
    Message,
    Namespace,
    ProviderError,
    ProviderTool,
    Tool,
    ToolChoice,
    ToolResult,
)

SDK: Final = "openai"
FINISH: Final[dict[str, FinishReason]] = {"max_output_tokens": "length", "content_filter": "content_filter"}
"""The canonical finish reasons, by the reason why an answer is incomplete."""
_COMPACTION: Final = [{"type": "compaction", "compact_threshold": 10_000}]
_PENDING: Final = ("queued", "in_progress")
_CALLERS: Final = {"model": "direct", "program": "programmatic"}


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes."""

    async def ask(client: Any, arguments: dict[str, Any]) -> Any:
        if not conversation.stream:
            response = await awaited(client.responses.create(**arguments))
            while conversation.background and response.status in _PENDING:
                response = await awaited(client.responses.retrieve(response.id))
            return response
        async with opened(client.responses.stream(**arguments)) as stream:
            async for event in each(stream):
                if event.type in ("response.incomplete", "response.failed"):
                    return event.response
            return await awaited(stream.get_final_response())

    yield from held(conversation, client(base_url, conversation.mode), ask, provider_error)


def held(
    conversation: Conversation,
    client: Any,
    ask: Callable[[Any, dict[str, Any]], Coroutine[Any, Any, Any]],
    provider_error: Callable[[Exception], ProviderError | None],
) -> Talk:
    """Hold a conversation. ``ask`` sends a request with the arguments that it gets, and returns the SDK's response.

    For the other parameters see ``hold``.
    """
    asked = _Asked(_items_of(conversation.opening))

    def continue_with(response: Any, results: tuple[ToolResult, ...]) -> None:
        sent = [*(_result(result) for result in results), *_approvals(results), *_additions(results)]
        if conversation.stored:
            asked.items, asked.previous = sent, response.id if conversation.conversation is None else None
            return
        for item in response.output:
            if conversation.breaks_seals and item.type == "reasoning":
                item.encrypted_content = broken(item.encrypted_content)
        asked.items.extend(response.output)
        asked.items.extend(sent)

    yield from hold(
        conversation.mode,
        client,
        lambda client: ask(client, _arguments(conversation, asked)),
        _understood,
        continue_with,
        provider_error,
    )


class _Asked:
    """The input of the next request, and the id of the stored answer that the request continues."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items
        self.previous: str | None = None


def _arguments(conversation: Conversation, asked: _Asked) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        "model": conversation.model,
        "input": asked.items,
        "store": conversation.stored or conversation.background,
    }
    if asked.previous is not None:
        arguments["previous_response_id"] = asked.previous
    if conversation.conversation is not None:
        arguments["conversation"] = conversation.conversation
    if conversation.reasoning:
        arguments["reasoning"] = {"effort": "low", "summary": "auto"}
        arguments["include"] = ["reasoning.encrypted_content"]
    if conversation.background:
        arguments["background"] = True
    if conversation.compaction:
        arguments["context_management"] = _COMPACTION
    if conversation.max_output_tokens is not None:
        arguments["max_output_tokens"] = conversation.max_output_tokens
    if conversation.tools:
        arguments["tools"] = [_tool(tool) for tool in conversation.tools]
    if conversation.tool_choice is not None:
        arguments["tool_choice"] = choice_of(conversation.tool_choice)
    if conversation.parallel_tool_calls is not None:
        arguments["parallel_tool_calls"] = conversation.parallel_tool_calls
    return arguments


def _tool(tool: Tool) -> Any:
    """Return a tool in the form of OpenAI Responses.

    A function always has ``strict``: without this key, the vendor would make optional parameters required.
    """
    if isinstance(tool, ProviderTool):
        return tool.value
    if isinstance(tool, CustomTool):
        made = {"type": "custom", **described(tool)}
        return made if tool.format is None else made | {"format": tool.format}
    if isinstance(tool, Namespace):
        inside = [_tool(inner) for inner in tool.tools]
        return {"type": "namespace", **described(tool), "tools": inside}
    return {
        "type": "function",
        **described(tool),
        "parameters": tool.parameters,
        "strict": bool(tool.strict),
        **({"defer_loading": True} if tool.deferred else {}),
        **({"allowed_callers": [_CALLERS[caller] for caller in tool.callers]} if tool.callers else {}),
    }


def choice_of(choice: ToolChoice) -> Any:
    """Return a tool choice in the form of OpenAI Responses."""
    named = [{"type": "function", "name": name} for name in choice.names]
    if choice.mode == "allowed":
        return {"type": "allowed_tools", "mode": "required" if choice.must_call else "auto", "tools": named}
    return named[0] if choice.mode == "named" else choice.mode


def _items_of(messages: tuple[Message, ...]) -> list[Any]:
    return [item for message in messages for item in _items(message)]


def _items(message: Message) -> list[Any]:
    results = [_result(result) for result in results_of(message)]
    text = text_of(message.parts)
    texts = [{"role": message.role, "content": text}] if text else []
    return [*texts, *call_items(message), *results]


def call_items(message: Message) -> list[Any]:
    """Return a message's calls as input items of OpenAI Responses."""
    return [
        {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments.text}
        for call in calls_of(message)
    ]


def _additions(results: tuple[ToolResult, ...]) -> list[Any]:
    """Return an item with the tools that the client adds together with results. Return no item if it adds no tools."""
    tools = [_tool(tool) for tool in added_tools(results)]
    return [{"type": "additional_tools", "role": "developer", "tools": tools}] if tools else []


def _approvals(results: tuple[ToolResult, ...]) -> list[Any]:
    return [
        {"type": "mcp_approval_response", "approval_request_id": answer.request_id, "approve": answer.approve}
        for answer in approvals_of(results)
    ]


def _result(result: ToolResult) -> Any:
    kind = "custom_tool_call_output" if result.kind == "custom" else "function_call_output"
    output: Any = text_of(result.parts)
    media = [
        *({"type": "input_image", "image_url": _data_url(image)} for image in images_of(result.parts)),
        *(
            {"type": "input_file", "filename": file.name, "file_data": _data_url(file)}
            for file in files_of(result.parts)
        ),
    ]
    if media:
        output = [{"type": "input_text", "text": output}, *media]
    return {"type": kind, "call_id": result.call_id, "output": output}


def _data_url(media: Image | File) -> str:
    return f"data:{media.media_type};base64,{media.data}"


def _understood(response: Any) -> Expected:
    calls = tuple(
        ExpectedCall(id=item.call_id, name=item.name, arguments=item.input, kind="custom")
        if item.type == "custom_tool_call"
        else ExpectedCall(id=item.call_id, name=item.name, arguments=item.arguments)
        for item in response.output
        if item.type in ("function_call", "custom_tool_call")
    )
    approvals = tuple(
        ExpectedApproval(id=item.id, name=item.name, arguments=item.arguments, server=item.server_label)
        for item in response.output
        if item.type == "mcp_approval_request"
    )
    normal: FinishReason = "error" if response.error else "tool_calls" if calls else "stop"
    reason = response.incomplete_details.reason if response.incomplete_details else None
    reasoning = "".join(
        part.text for item in response.output if item.type == "reasoning" for part in item.summary or ()
    )
    return Expected(
        calls=calls,
        approvals=approvals,
        text=response.output_text,
        finish=FINISH.get(reason or "", normal),
        reasoning=reasoning or None,
        error=ProviderError(message=response.error.message, code=response.error.code) if response.error else None,
    )
