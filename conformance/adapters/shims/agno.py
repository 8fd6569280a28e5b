"""A shim for Agno. It uses Agno's models and messages, without an agent that runs the tools."""

from typing import Any

from agno.models.base import MessageData
from agno.models.message import Message as AgnoMessage
from agno.tools.function import Function

from conformance.adapters.shims import models, openai_form
from conformance.adapters.shims.library import functions, hold, no_images, schema
from conformance.adapters.wire import ReadCall, Reading, Shown, Talk, Task
from conformance.callers.caller import calls_of, results_of, text_of
from conformance.callers.modes import all_of, awaited
from toolwire.model import Message, ToolResult

_OWN_IDS = ("openai_responses", "ollama_chat")


class Agno(models.ModelLibrary):
    """Agno as a ``WireAdapter``. Finish reasons are not exposed."""

    distribution = library = "agno"
    dialects = models.dialects(library, without=_OWN_IDS)
    shows: tuple[Shown, ...] = ("ids",)

    def converse(self, task: Task) -> Talk:
        model, asked = self.model(task), self.asked(task)
        asked["tools"] = [_tool(tool) for tool in functions(task)]
        messages = [converted for message in task.messages for converted in _messages(message)]
        ask_for = "a" * (task.mode == "async") + ("process_response_stream" if task.stream else "invoke")

        async def ask() -> Any:
            answer = AgnoMessage(role="assistant")
            given = {"messages": messages, "assistant_message": answer, **asked}
            if not task.stream:
                return _echo(await awaited(getattr(model, ask_for)(**given)))
            await all_of(getattr(model, ask_for)(stream_data=MessageData(), **given))
            return answer

        return hold(task, ask, _reading, lambda answer, given: messages.extend([answer, *map(_result, given)]))


def _tool(tool: Any) -> Any:
    made = Function(name=tool.name, description=tool.description, parameters=schema(tool), strict=tool.strict or None)
    return {"type": "function", "function": made.to_dict()}


def _echo(answer: Any) -> AgnoMessage:
    """Return the message that sends a plain answer back. A streamed answer already is such a message."""
    kept = ("content", "tool_calls", "reasoning_content", "redacted_reasoning_content", "provider_data")
    return AgnoMessage(role="assistant", **{name: getattr(answer, name) or None for name in kept})


def _messages(message: Message) -> list[AgnoMessage]:
    calls = [openai_form.call(call.id, call.name, call.arguments.text) for call in calls_of(message)]
    results = [_result(result) for result in results_of(message)]
    return results or [AgnoMessage(role=message.role, content=text_of(message.parts) or None, tool_calls=calls or None)]


def _result(result: ToolResult) -> AgnoMessage:
    no_images(result)
    named = {"tool_call_id": result.call_id, "tool_name": result.name, "tool_call_error": bool(result.is_error)}
    return AgnoMessage(role="tool", content=text_of(result.parts), **named)


def _reading(answer: Any) -> Reading:
    return Reading(
        calls=tuple(ReadCall(id=call.get("id"), **call["function"]) for call in answer.tool_calls or ()),
        text=answer.get_content_string(),
        reasoning=answer.reasoning_content or "",
    )


class AgnoOwnIds(Agno):
    """Agno with Responses, where a call has the id of its output item, or Ollama, where Agno invents call ids."""

    dialects = _OWN_IDS
    shows = ()
