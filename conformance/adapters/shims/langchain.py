"""A shim for LangChain. It uses the chat models of LangChain's packages for each provider, and LangChain's messages."""

import json
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool

from conformance.adapters.shims import library, models
from conformance.adapters.shims.library import attached, call, hold, invalid_call, schema
from conformance.adapters.wire import Reading, Talk, Task
from conformance.callers.caller import calls_of, results_of, text_of, texts_of
from conformance.callers.modes import all_of, awaited
from toolwire.model import Message, ProviderTool, ToolResult


class LangChain(models.ModelLibrary):
    """LangChain as a ``WireAdapter``."""

    distribution, library = "langchain-core", "langchain"
    dialects = models.dialects(library, without=("ollama_chat",))

    def converse(self, task: Task) -> Talk:
        model: Any = self.model(task)
        if task.tools:
            tools = [_tool(tool) for tool in library.own_and_provided(task)]
            model = model.bind_tools(tools, **self.asked(task))
        messages = [converted for message in task.messages for converted in _messages(message)]
        invoke, stream = (model.ainvoke, model.astream) if task.mode == "async" else (model.invoke, model.stream)

        async def ask() -> Any:
            if not task.stream:
                return await awaited(invoke(messages))
            first, *others = await all_of(stream(messages))
            return sum(others, first)

        return hold(
            task, ask, _reading, lambda last, given: messages.extend([last, *map(_result, given)]), documents=True
        )


def _tool(tool: Any) -> Any:
    if isinstance(tool, ProviderTool):
        return {"google_search": {}} if tool.kind == "googleSearch" else tool.value  # LangChain's own spelling
    made = StructuredTool(name=tool.name, description=tool.description or "", args_schema=schema(tool), func=None)
    made.extras = {"defer_loading": True} if tool.deferred else None
    return made


def _messages(message: Message) -> list[BaseMessage]:
    text = text_of(message.parts)
    calls = [{"id": call.id, "name": call.name, "args": json.loads(call.arguments.text)} for call in calls_of(message)]
    if message.role == "assistant":
        return [AIMessage(content=text, tool_calls=calls)]
    results = [_result(result) for result in results_of(message)]
    return results or [SystemMessage(text) if message.role == "system" else HumanMessage(text)]


def _result(result: ToolResult) -> BaseMessage:
    texts = [{"type": "text", "text": text} for text in texts_of(result)]
    media = [{"type": kind, "base64": data, "mime_type": of} for kind, of, data in attached(result)]
    content: Any = [*texts, *media] if media or len(texts) > 1 else text_of(result.parts)
    status = "error" if result.is_error else "success"
    return ToolMessage(content=content, tool_call_id=result.call_id, name=result.name, status=status)


def _reading(answer: Any) -> Reading:
    calls = [call(part["id"], part["name"], part["args"]) for part in answer.tool_calls]
    invalid = [invalid_call(part["id"], part["name"], part["args"]) for part in answer.invalid_tool_calls]
    thoughts = [block.get("reasoning", "") for block in answer.content_blocks if block["type"] == "reasoning"]
    finish = library.word_for_the_end(answer.response_metadata)
    return Reading(calls=(*calls, *invalid), text=str(answer.text), reasoning="".join(thoughts), finish=finish)


class LangChainOllama(LangChain):
    """LangChain with Ollama as a ``WireAdapter``. LangChain invents the ids of calls, so ids are not compared."""

    dialects = ("ollama_chat",)
    shows = ("finish",)
