"""LangChain: chat models, one package a provider, with LangChain's own messages."""

import json
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool

from conformance.adapters.shims import langchain_models, openai_form
from conformance.adapters.shims.library import Library, functions, hold
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.model import Message, ToolResult

_STRICT: Final = ("openai_chat", "openai_responses", "anthropic_messages")
_FINISH: Final = ("finish_reason", "stop_reason", "done_reason", "stopReason")


class LangChain(Library):
    """See ``WireAdapter``."""

    distribution = "langchain-core"
    dialects = tuple(dialect for dialect in langchain_models.DIALECTS if dialect != "ollama_chat")

    def converse(self, task: Task) -> Talk:
        model: Any = langchain_models.chat_model(task)
        if task.tools:
            model = model.bind_tools([_tool(tool) for tool in functions(task)], **_asked(task))
        messages = [one for message in task.messages for one in _messages(message)]

        def ask() -> Any:
            if not task.stream:
                return model.invoke(messages)
            first, *others = model.stream(messages)
            return sum(others, first)

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            messages.append(answer)
            messages.extend(_result(result) for result in results)

        return hold(ask, _reading, go_on)


def _asked(task: Task) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    if any(tool.strict for tool in functions(task)):
        if task.dialect not in _STRICT:
            raise Unsupported("this model's bind_tools has no word for strict tools")
        asked["strict"] = True
    if task.tool_choice is not None:
        choice = task.tool_choice
        if task.dialect == "cohere_v2":
            asked["tool_choice"] = {"required": "REQUIRED", "none": "NONE"}.get(choice.mode)
            return {key: value for key, value in asked.items() if value is not None}
        if choice.mode == "allowed" and not task.dialect.startswith("openai"):
            raise Unsupported("bind_tools has no word for a choice among some of the tools")
        no_call: Any = {"type": "none"} if task.dialect == "anthropic_messages" else "none"
        words = {"required": "any", "none": no_call, "allowed": openai_form.choice(task)}
        asked["tool_choice"] = choice.names[0] if choice.mode == "named" else words.get(choice.mode, choice.mode)
    if task.parallel_tool_calls is not None:
        asked["parallel_tool_calls"] = task.parallel_tool_calls
    return asked


def _tool(tool: Any) -> StructuredTool:
    schema = tool.parameters or {"type": "object", "properties": {}}
    return StructuredTool(name=tool.name, description=tool.description or "", args_schema=schema, func=None)


def _messages(message: Message) -> list[BaseMessage]:
    text = text_of(message.parts)
    calls = [{"id": call.id, "name": call.name, "args": json.loads(call.arguments.text)} for call in calls_of(message)]
    if message.role == "assistant":
        return [AIMessage(content=text, tool_calls=calls)]
    results = [_result(result) for result in results_of(message)]
    return results or [SystemMessage(text) if message.role == "system" else HumanMessage(text)]


def _result(result: ToolResult) -> BaseMessage:
    text: Any = text_of(result.parts)
    images = [
        {"type": "image", "base64": image.data, "mime_type": image.media_type} for image in images_of(result.parts)
    ]
    return ToolMessage(
        content=[{"type": "text", "text": text}, *images] if images else text,
        tool_call_id=result.call_id,
        name=result.name,
        status="error" if result.is_error else "success",
    )


def _reading(answer: Any) -> Reading:
    calls = [ReadCall(id=call["id"], name=call["name"], arguments=_text(call["args"])) for call in answer.tool_calls]
    broken = [
        ReadCall(id=call["id"], name=call["name"] or "", arguments=call["args"] or "")
        for call in answer.invalid_tool_calls
    ]
    blocks = answer.content_blocks
    return Reading(
        calls=(*calls, *broken),
        text=str(answer.text),
        reasoning="".join(block.get("reasoning", "") for block in blocks if block["type"] == "reasoning"),
        finish=next((answer.response_metadata[name] for name in _FINISH if name in answer.response_metadata), None),
    )


def _text(arguments: Any) -> str:
    return json.dumps(arguments, ensure_ascii=False)


class LangChainOllama(LangChain):
    """Its calls have ids of its own making, whatever Ollama said, and Ollama streams whatever is asked."""

    dialects = ("ollama_chat",)
    shows = ("finish",)

    def converse(self, task: Task) -> Talk:
        if not task.stream:
            raise Unsupported("ChatOllama asks for a stream, whether it streams or not")
        return super().converse(task)
