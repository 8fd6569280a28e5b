"""LlamaIndex: function-calling models, one package a provider, with LlamaIndex's own messages."""

import base64
import json
from copy import deepcopy
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel

from conformance.adapters.shims import llama_index_models
from conformance.adapters.shims.library import Library, functions, hold, not_failed
from conformance.adapters.wire import ReadCall, Reading, Shown, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.model import Message, ToolResult


class LlamaIndex(Library):
    """See ``WireAdapter``. Why an answer ended stands in the provider's raw answer alone."""

    distribution = "llama-index-core"
    dialects = tuple(dialect for dialect in llama_index_models.DIALECTS if dialect != "ollama_chat")
    shows: tuple[Shown, ...] = ("ids",)

    def converse(self, task: Task) -> Talk:
        model, asked = llama_index_models.model(task), llama_index_models.asked(task)
        tools = [_tool(tool) for tool in functions(task)]
        messages = [one for message in task.messages for one in _messages(message, task)]

        def ask() -> Any:
            given = {"chat_history": list(messages), **asked}
            if not task.stream:
                return model.chat_with_tools(tools, **given)
            *_, last = model.stream_chat_with_tools(tools, **given)
            return last

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            messages.append(answer.message)
            messages.extend(_result(result, task) for result in results)

        return hold(ask, lambda answer: _reading(model, answer), go_on)


class LlamaIndexOllama(LlamaIndex):
    """Its calls have their names for ids, whatever Ollama said."""

    dialects = ("ollama_chat",)
    shows = ()


def _tool(tool: Any) -> FunctionTool:
    """A tool with a model of its arguments, as all have, whose schema is the one that is there already."""
    schema = tool.parameters or {"type": "object", "properties": {}}
    own = {"model_json_schema": classmethod(lambda cls, *args, **kwargs: deepcopy(schema))}
    model = type("Arguments", (BaseModel,), own)
    return FunctionTool(print, ToolMetadata(tool.description or "", tool.name, model))


def _messages(message: Message, task: Task) -> list[ChatMessage]:
    text = [TextBlock(text=text_of(message.parts))] if text_of(message.parts) else []
    calls = [
        ToolCallBlock(tool_call_id=call.id, tool_name=call.name, tool_kwargs=json.loads(call.arguments.text))
        for call in calls_of(message)
    ]
    results = [_result(result, task) for result in results_of(message)]
    return results or [ChatMessage(role=message.role, blocks=[*text, *calls])]


def _result(result: ToolResult, task: Task) -> ChatMessage:
    not_failed(result, task)
    images = [
        ImageBlock(image=base64.b64decode(image.data or ""), image_mimetype=image.media_type)
        for image in images_of(result.parts)
    ]
    said = {"tool_call_id": result.call_id, "name": result.name}
    return ChatMessage(role="tool", blocks=[TextBlock(text=text_of(result.parts)), *images], additional_kwargs=said)


def _reading(model: Any, answer: Any) -> Reading:
    calls = model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)
    thoughts = (block.content or "" for block in answer.message.blocks if isinstance(block, ThinkingBlock))
    return Reading(
        calls=tuple(
            ReadCall(id=call.tool_id, name=call.tool_name, arguments=json.dumps(call.tool_kwargs, ensure_ascii=False))
            for call in calls
        ),
        text=answer.message.content or "",
        reasoning="".join(thoughts),
    )
