"""A shim for LlamaIndex. It uses the models of LlamaIndex's packages for each provider, and LlamaIndex's messages."""

import json
from copy import deepcopy
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.tools import FunctionTool, ToolMetadata
from pydantic import BaseModel

from conformance.adapters.shims import models
from conformance.adapters.shims.library import by_pydantic, call, functions, hold, not_failed, pictures, schema
from conformance.adapters.wire import Reading, Shown, Talk, Task
from conformance.callers.caller import calls_of, results_of, text_of
from conformance.callers.modes import all_of, awaited
from toolwire.model import Message, ToolResult


class LlamaIndex(models.ModelLibrary):
    """LlamaIndex as a ``WireAdapter``. LlamaIndex itself gives a finish reason only for Anthropic's streams."""

    distribution, library = "llama-index-core", "llama-index"
    dialects = models.dialects(library, without=("ollama_chat",))
    shows: tuple[Shown, ...] = ("ids",)

    def converse(self, task: Task) -> Talk:
        model, asked = self.model(task), self.asked(task)
        messages = [converted for message in task.messages for converted in _messages(message, task)]
        chat = getattr(model, f"{'a' * (task.mode == 'async')}{'stream_' * task.stream}chat_with_tools")

        async def ask() -> Any:
            answer = await awaited(chat(list(map(_tool, functions(task))), chat_history=list(messages), **asked))
            return (await all_of(answer))[-1] if task.stream else answer

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            messages[:] = [*([] if task.stored else [*messages, answer.message]), *(_result(r, task) for r in results)]

        return hold(task, ask, lambda answer: _reading(model, answer), go_on)


class LlamaIndexOllama(LlamaIndex):
    """LlamaIndex with Ollama as a ``WireAdapter``. Ids are not compared: LlamaIndex uses a call's name as its id."""

    dialects, shows = ("ollama_chat",), ()


def _tool(tool: Any) -> FunctionTool:
    """Return LlamaIndex's tool with the schema of the task's tool. Raises ``Unsupported`` for a list of types."""
    by_pydantic(schema(tool))
    own = {"model_json_schema": classmethod(lambda cls, *args, **kwargs: deepcopy(schema(tool)))}
    return FunctionTool(print, ToolMetadata(tool.description or "", tool.name, type("Model", (BaseModel,), own)))


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
    images = [ImageBlock(image=data, image_mimetype=media_type) for media_type, data in pictures(result)]
    named = {"tool_call_id": result.call_id, "name": result.name}
    return ChatMessage(role="tool", blocks=[TextBlock(text=text_of(result.parts)), *images], additional_kwargs=named)


def _reading(model: Any, answer: Any) -> Reading:
    calls = model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)
    return Reading(
        calls=tuple(call(tool_call.tool_id, tool_call.tool_name, tool_call.tool_kwargs) for tool_call in calls),
        text=answer.message.content or "",
        reasoning="".join(block.content or "" for block in answer.message.blocks if isinstance(block, ThinkingBlock)),
        finish=answer.message.additional_kwargs.get("stop_reason"),
    )
