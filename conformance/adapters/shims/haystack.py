"""Haystack: chat generators, one a provider, with Haystack's own messages."""

import json
from typing import Any

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool

from conformance.adapters.shims import haystack_generators
from conformance.adapters.shims.library import Library, functions, hold
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.model import Message, ToolResult


class Haystack(Library):
    """See ``WireAdapter``."""

    distribution = "haystack-ai"
    dialects = tuple(dialect for dialect in haystack_generators.DIALECTS if dialect != "ollama_chat")

    def converse(self, task: Task) -> Talk:
        generator = haystack_generators.generator(task)
        tools = [_tool(tool) for tool in functions(task)]
        strict = {"tools_strict": True} if any(tool.strict for tool in functions(task)) else {}
        if strict and not task.dialect.startswith("openai"):
            raise Unsupported("this generator has no word for strict tools")
        callback = _hear if task.stream else None
        called: dict[str, ToolCall] = {}
        messages = [one for message in task.messages for one in _messages(message, called)]

        def ask() -> Any:
            replies = generator.run(messages, tools=tools, streaming_callback=callback, **strict)["replies"]
            return replies[0]

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            called.update({call.id: call for call in answer.tool_calls})
            messages.append(answer)
            messages.extend(_result(result, called) for result in results)

        return hold(ask, _reading, go_on)


def _hear(chunk: Any) -> None:
    """The generator joins the chunks itself."""


def _tool(tool: Any) -> Tool:
    parameters = tool.parameters or {"type": "object", "properties": {}}
    return Tool(name=tool.name, description=tool.description or "", parameters=parameters, function=print)


def _messages(message: Message, called: dict[str, ToolCall]) -> list[ChatMessage]:
    text = text_of(message.parts)
    calls = [ToolCall(call.name, json.loads(call.arguments.text), call.id) for call in calls_of(message)]
    called.update({call.id or "": call for call in calls})
    if message.role == "assistant":
        return [ChatMessage.from_assistant(text or None, tool_calls=calls or None)]
    results = [_result(result, called) for result in results_of(message)]
    return results or [ChatMessage.from_system(text) if message.role == "system" else ChatMessage.from_user(text)]


def _result(result: ToolResult, called: dict[str, ToolCall]) -> ChatMessage:
    origin = called.get(result.call_id or "") or ToolCall(result.name or "", {}, result.call_id)
    said: Any = text_of(result.parts)
    images = [ImageContent(image.data or "", mime_type=image.media_type) for image in images_of(result.parts)]
    return ChatMessage.from_tool([TextContent(said), *images] if images else said, origin, error=bool(result.is_error))


def _reading(answer: Any) -> Reading:
    return Reading(
        calls=tuple(
            ReadCall(id=call.id, name=call.tool_name, arguments=json.dumps(call.arguments, ensure_ascii=False))
            for call in answer.tool_calls
        ),
        text="".join(answer.texts),
        reasoning=answer.reasoning.reasoning_text if answer.reasoning else "",
        finish=answer.meta.get("finish_reason"),
    )


class HaystackOllama(Haystack):
    """Its calls have no ids, whatever Ollama said."""

    dialects = ("ollama_chat",)
    shows = ("finish",)
