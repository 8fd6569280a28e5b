"""LLM: models of its plugins, with its own messages; the next turn is a reply to the answer."""

import json
from typing import Any, Final

import llm
from llm.default_plugins.openai_models import Chat, Responses
from llm.parts import Message as Said
from llm.parts import TextPart, ToolCallPart, ToolResultPart
from llm_anthropic import ClaudeMessages

from conformance.adapters.shims.library import Library, functions, hold, not_failed
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.model import Message, ToolResult

_MOST: Final = 2048


class LLM(Library):
    """See ``WireAdapter``."""

    distribution = "llm"
    dialects = ("openai_chat", "openai_responses", "anthropic_messages")
    shows = ("ids",)

    def converse(self, task: Task) -> Talk:
        if task.tool_choice is not None and task.tool_choice.mode != "auto":
            raise Unsupported("it has no word for a choice among the tools")
        if task.dialect == "anthropic_messages" and not task.stream:
            raise Unsupported("its models for Anthropic ask for a stream, whether it is shown or not")
        model, tools = _model(task), [_tool(tool) for tool in functions(task)]
        asked = {"stream": task.stream, "key": task.api_key}
        messages = [one for message in task.messages for one in _messages(message, task)]
        turn: list[Any] = [lambda: model.prompt(messages=messages, tools=tools, **asked)]

        def ask() -> Any:
            answer = turn[-1]()
            answer.text()
            return answer

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            given = [_result(result, task) for result in results]
            turn.append(lambda: answer.reply(tool_results=given, **asked))

        return hold(ask, _reading, go_on)


def _model(task: Task) -> Any:
    if task.reasoning:
        raise Unsupported("the shim does not ask for reasoning")
    if task.dialect == "anthropic_messages":
        return ClaudeMessages(task.model, task.model, base_url=task.base_url)
    made = Chat if task.dialect == "openai_chat" else Responses
    return made(task.model, model_name=task.model, api_base=task.base_url, supports_tools=True)


def _tool(tool: Any) -> llm.Tool:
    if tool.strict:
        raise Unsupported("it has no word for strict tools")
    return llm.Tool(tool.name, tool.description, tool.parameters or {"type": "object", "properties": {}})


def _messages(message: Message, task: Task) -> list[Said]:
    text = [TextPart(text=text_of(message.parts))] if text_of(message.parts) else []
    calls = [
        ToolCallPart(name=call.name, arguments=json.loads(call.arguments.text), tool_call_id=call.id)
        for call in calls_of(message)
    ]
    given = [_result(result, task) for result in results_of(message)]
    results = [ToolResultPart(name=one.name, output=one.output, tool_call_id=one.tool_call_id) for one in given]
    return [Said(role=message.role, parts=[*text, *calls, *results])]


def _result(result: ToolResult, task: Task) -> llm.ToolResult:
    not_failed(result, task)
    if images_of(result.parts):
        raise Unsupported("the shim gives no images back")
    return llm.ToolResult(result.name or "", text_of(result.parts), tool_call_id=result.call_id)


def _reading(answer: Any) -> Reading:
    return Reading(
        calls=tuple(
            ReadCall(id=call.tool_call_id, name=call.name, arguments=json.dumps(call.arguments, ensure_ascii=False))
            for call in answer.tool_calls()
        ),
        text=answer.text(),
    )
