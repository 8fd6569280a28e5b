"""A shim for Haystack. It uses Haystack's chat generators, which differ by provider, and Haystack's messages."""

import json
from typing import Any

from haystack.dataclasses import ChatMessage, ImageContent, TextContent, ToolCall
from haystack.tools import Tool

from conformance.adapters.shims import models
from conformance.adapters.shims.library import call, failed, functions, hold, origin, schema
from conformance.adapters.wire import Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.callers.modes import awaited
from toolwire.model import Message, ToolResult

_OWN_IDS = ("openai_responses", "ollama_chat")


class Haystack(models.ModelLibrary):
    """Haystack as a ``WireAdapter``."""

    distribution, library = "haystack-ai", "haystack"
    dialects = models.dialects(library, without=_OWN_IDS)

    def converse(self, task: Task) -> Talk:
        generator, asked = self.model(task), self.asked(task)
        asked["tools"] = [Tool(tool.name, tool.description or "", schema(tool), print) for tool in functions(task)]
        run, hear = (generator.run_async, _ignore) if task.mode == "async" else (generator.run, lambda _: None)
        called, made = list[Any](), _of_item if task.dialect == "openai_responses" else ToolCall
        messages = [converted for message in task.messages for converted in _messages(message, called, made)]

        async def ask() -> Any:
            answer = await awaited(run(messages, streaming_callback=hear if task.stream else None, **asked))
            return answer["replies"][0]

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            called[:] = [(tool_call.id, tool_call) for tool_call in answer.tool_calls]
            messages.extend([answer, *(_result(result, called) for result in results)])

        return hold(task, ask, _reading, go_on)


async def _ignore(chunk: Any) -> None:
    """Ignore a chunk, because the generator joins the chunks itself."""


def _messages(message: Message, called: list[Any], made: Any) -> list[ChatMessage]:
    text = text_of(message.parts)
    calls = [made(call.name, json.loads(call.arguments.text), call.id) for call in calls_of(message)]
    called[:] = zip([call.id for call in calls_of(message)], calls, strict=True) if calls else called
    if message.role == "assistant":
        return [ChatMessage.from_assistant(text or None, tool_calls=calls or None)]
    results = [_result(result, called, made) for result in results_of(message)]
    return results or [ChatMessage.from_system(text) if message.role == "system" else ChatMessage.from_user(text)]


def _of_item(name: str, arguments: Any, call_id: str) -> ToolCall:
    """Return a call with its output item's id: ``a1`` -> ``fc_a1``. An id such as ``a_1`` is another provider's."""
    return ToolCall(name, arguments, *((f"fc_{call_id}", {"call_id": call_id}) if call_id.isalnum() else (call_id,)))


def _result(result: ToolResult, called: list[Any], made: Any = ToolCall) -> ChatMessage:
    of = origin(result, called, lambda call: call.tool_name) or made(result.name or "", {}, result.call_id)
    text: Any = text_of(result.parts)
    images = [ImageContent(image.data or "", mime_type=image.media_type) for image in images_of(result.parts)]
    return ChatMessage.from_tool([TextContent(text), *images] if images else text, of, error=bool(result.is_error))


def _reading(answer: Any) -> Reading:
    calls = tuple(call(tool_call.id, tool_call.tool_name, tool_call.arguments) for tool_call in answer.tool_calls)
    thought, end = answer.reasoning.reasoning_text if answer.reasoning else "", answer.meta.get("finish_reason")
    return Reading(calls=calls, text="".join(answer.texts), reasoning=thought, finish=end, error=failed(answer.meta))


class HaystackOwnIds(Haystack):
    """Haystack with Responses, where a call has the id of its output item, or Ollama, where calls have no ids."""

    dialects = _OWN_IDS
    shows = ("finish",)
