"""A shim for Strands Agents. It uses Strands' models and messages, and Strands' event loop, which joins streams."""

import json
from typing import Any, ClassVar, Final

from strands.event_loop.streaming import process_stream

from conformance.adapters.shims import models
from conformance.adapters.shims.library import call, functions, hold, pictures, schema
from conformance.adapters.wire import EVERYTHING, Reading, Talk, Task
from conformance.callers.caller import calls_of, results_of, text_of, texts_of
from toolwire.model import Message, ToolResult

_FILTERED: Final = ("content_filtered", "guardrail_intervened")
_FINISH: Final = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length"}


class Strands(models.ModelLibrary):
    """Strands Agents as a ``WireAdapter``."""

    distribution, library = "strands-agents", "strands"
    dialects: ClassVar[tuple[str, ...]] = ("openai_chat", "anthropic_messages", "gemini_generate")
    shows = EVERYTHING
    modes = ("async",)

    def converse(self, task: Task) -> Talk:
        model, asked = self.model(task), self.asked(task)
        specs = [
            {"name": tool.name, "description": tool.description or "", "inputSchema": {"json": schema(tool)}}
            for tool in functions(task)
        ]
        system = "\n".join(text_of(message.parts) for message in task.messages if message.role == "system")
        messages: list[Any] = [_message(message) for message in task.messages if message.role != "system"]

        async def ask() -> Any:
            stream = process_stream(model.stream(messages, specs or None, system or None, **asked))
            return [event["stop"][:2] async for event in stream if "stop" in event][-1]

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            messages.extend((answer[1], {"role": "user", "content": [_result(result) for result in results]}))

        return hold(task, ask, _reading, go_on)


class StrandsOllama(Strands):
    """Strands with Ollama as a ``WireAdapter``. Strands invents the ids of calls, so ids are not compared."""

    dialects = ("ollama_chat",)
    shows = ("finish", "order")


def _message(message: Message) -> Any:
    text = [{"text": text_of(message.parts)}] if text_of(message.parts) else []
    calls = [
        {"toolUse": {"toolUseId": call.id, "name": call.name, "input": json.loads(call.arguments.text)}}
        for call in calls_of(message)
    ]
    results = [_result(result) for result in results_of(message)]
    return {"role": "user" if results else message.role.replace("tool", "user"), "content": [*text, *calls, *results]}


def _result(result: ToolResult) -> Any:
    images = [{"format": kind.split("/")[-1], "source": {"bytes": data}} for kind, data in pictures(result)]
    content: list[Any] = [*({"text": text} for text in texts_of(result)), *({"image": image} for image in images)]
    status = "error" if result.is_error else "success"
    return {"toolResult": {"toolUseId": result.call_id, "status": status, "content": content}}


def _reading(answer: Any) -> Reading:
    reason, content = answer[0], answer[1]["content"]
    calls = [block["toolUse"] for block in content if "toolUse" in block]
    thoughts = [block.get("reasoningContent", {}).get("reasoningText", {}).get("text", "") for block in content]
    return Reading(
        calls=tuple(call(tool_call["toolUseId"], tool_call["name"], tool_call["input"]) for tool_call in calls),
        text="".join(block.get("text", "") for block in content),
        reasoning="".join(thoughts),
        finish="content_filter" if reason in _FILTERED else _FINISH.get(reason, reason),
        order=tuple("call" if "toolUse" in block else "text" for block in content if {"toolUse", "text"} & {*block}),
    )
