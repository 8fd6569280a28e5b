"""A shim for LangChain. It uses the chat models of LangChain's packages for each provider, and LangChain's messages."""

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool

from conformance.adapters.shims import models
from conformance.adapters.shims.library import Library, call, functions, hold, invalid_call, schema, word_for_the_end
from conformance.adapters.wire import Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of, texts_of
from conformance.callers.modes import all_of, awaited
from toolwire.model import Message, ToolResult


class LangChain(Library):
    """See ``WireAdapter``."""

    distribution = "langchain-core"
    dialects = tuple(dialect for dialect in models.dialects("langchain") if dialect != "ollama_chat")

    def converse(self, task: Task) -> Talk:
        model: Any = models.model("langchain", task)
        if task.tools:
            model = model.bind_tools([_tool(tool) for tool in functions(task)], **models.asked("langchain", task))
        messages = [converted for message in task.messages for converted in _messages(message)]
        invoke, stream = (model.ainvoke, model.astream) if task.mode == "async" else (model.invoke, model.stream)

        async def ask() -> Any:
            if not task.stream:
                return await awaited(invoke(messages))
            first, *others = await all_of(stream(messages))
            return sum(others, first)

        return hold(task, ask, _reading, lambda answer, given: messages.extend([answer, *map(_result, given)]))


def _tool(tool: Any) -> StructuredTool:
    return StructuredTool(name=tool.name, description=tool.description or "", args_schema=schema(tool), func=None)


def _messages(message: Message) -> list[BaseMessage]:
    text = text_of(message.parts)
    calls = [{"id": call.id, "name": call.name, "args": json.loads(call.arguments.text)} for call in calls_of(message)]
    if message.role == "assistant":
        return [AIMessage(content=text, tool_calls=calls)]
    results = [_result(result) for result in results_of(message)]
    return results or [SystemMessage(text) if message.role == "system" else HumanMessage(text)]


def _result(result: ToolResult) -> BaseMessage:
    texts = [{"type": "text", "text": text} for text in texts_of(result)]
    images = [{"type": "image", "base64": part.data, "mime_type": part.media_type} for part in images_of(result.parts)]
    content: Any = [*texts, *images] if images or len(texts) > 1 else text_of(result.parts)
    status = "error" if result.is_error else "success"
    return ToolMessage(content=content, tool_call_id=result.call_id, name=result.name, status=status)


def _reading(answer: Any) -> Reading:
    calls = [call(part["id"], part["name"], part["args"]) for part in answer.tool_calls]
    invalid = [invalid_call(part["id"], part["name"], part["args"]) for part in answer.invalid_tool_calls]
    return Reading(
        calls=(*calls, *invalid),
        text=str(answer.text),
        reasoning="".join(
            block.get("reasoning", "") for block in answer.content_blocks if block["type"] == "reasoning"
        ),
        finish=word_for_the_end(answer.response_metadata),
    )


class LangChainOllama(LangChain):
    """LangChain with Ollama. LangChain invents the ids of calls."""

    dialects = ("ollama_chat",)
    shows = ("finish",)
