"""A shim for LLM (the package ``llm``). It uses the models of LLM's plugins and LLM's messages.

The shim sends the next request with the method ``reply`` of the previous answer.
"""

import json
from typing import Any

import llm
from llm.parts import Message as LLMMessage
from llm.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart

from conformance.adapters.shims import models
from conformance.adapters.shims.library import call, functions, hold, no_images, not_failed, schema
from conformance.adapters.wire import Reading, Talk, Task
from conformance.callers.caller import calls_of, results_of, text_of
from conformance.callers.modes import awaited
from toolwire.model import Message, ToolResult


class LLM(models.ModelLibrary):
    """LLM as a ``WireAdapter``."""

    distribution = library = "llm"
    dialects = models.dialects(library)
    shows = ("ids",)

    def converse(self, task: Task) -> Talk:
        model, asked = self.model(task), self.asked(task)
        asked |= {"stream": task.stream, "key": task.api_key}
        tools = [llm.Tool(tool.name, tool.description, schema(tool)) for tool in functions(task)]
        messages = [converted for message in task.messages for converted in _messages(message, task)]
        turn: list[Any] = [lambda: model.prompt(messages=messages, tools=tools, **asked)]

        async def ask() -> tuple[Any, Reading]:
            answer = await awaited(turn[-1]())
            calls = tuple(
                call(tool_call.tool_call_id, tool_call.name, tool_call.arguments)
                for tool_call in await awaited(answer.tool_calls())
            )
            parts = [part for message in await awaited(answer.messages()) for part in message.parts]
            reasoning = "".join(part.text for part in parts if isinstance(part, ReasoningPart))
            return answer, Reading(calls=calls, text=await awaited(answer.text()), reasoning=reasoning)

        def go_on(answer: tuple[Any, Reading], results: tuple[ToolResult, ...]) -> None:
            given = [_result(result, task) for result in results]
            turn.append(lambda: answer[0].reply(tool_results=given, **asked))

        return hold(task, ask, lambda answer: answer[1], go_on)


def _messages(message: Message, task: Task) -> list[LLMMessage]:
    text = [TextPart(text=text_of(message.parts))] if text_of(message.parts) else []
    calls = [
        ToolCallPart(name=call.name, arguments=json.loads(call.arguments.text), tool_call_id=call.id)
        for call in calls_of(message)
    ]
    given = [_result(result, task) for result in results_of(message)]
    results = [
        ToolResultPart(name=result.name, output=result.output, tool_call_id=result.tool_call_id) for result in given
    ]
    return [LLMMessage(role=message.role, parts=[*text, *calls, *results])]


def _result(result: ToolResult, task: Task) -> llm.ToolResult:
    not_failed(result, task)
    no_images(result)
    return llm.ToolResult(result.name or "", text_of(result.parts), tool_call_id=result.call_id)
