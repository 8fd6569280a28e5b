"""Strands Agents: its models, streamed into messages by its own event loop, with its own messages."""

import asyncio
import base64
import json
from typing import Any, ClassVar, Final

from strands.event_loop.streaming import process_stream
from strands.models.anthropic import AnthropicModel
from strands.models.gemini import GeminiModel
from strands.models.ollama import OllamaModel
from strands.models.openai import OpenAIModel

from conformance.adapters.shims.library import Library, functions, hold
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.model import Message, ToolResult

_MOST: Final = 2048
_FINISH: Final = {"end_turn": "stop", "tool_use": "tool_calls", "max_tokens": "length"}


class Strands(Library):
    """See ``WireAdapter``."""

    distribution = "strands-agents"
    dialects: ClassVar[tuple[str, ...]] = ("openai_chat", "anthropic_messages", "gemini_generate")
    shows = EVERYTHING

    def converse(self, task: Task) -> Talk:
        if not task.stream:
            raise Unsupported("its models stream, and nothing else")
        specs, choice = [_spec(tool) for tool in functions(task)], _choice(task)
        system = "\n".join(text_of(message.parts) for message in task.messages if message.role == "system")
        messages: list[Any] = [_message(message) for message in task.messages if message.role != "system"]

        def ask() -> tuple[str, Any]:
            return asyncio.run(_answer(_model(task), messages, specs or None, system or None, choice))

        def go_on(answer: tuple[str, Any], results: tuple[ToolResult, ...]) -> None:
            messages.extend((answer[1], {"role": "user", "content": [_result(result) for result in results]}))

        return hold(ask, _reading, go_on)


class StrandsOllama(Strands):
    """Its calls have ids of its own making, whatever Ollama said."""

    dialects = ("ollama_chat",)
    shows = ("finish", "order")


async def _answer(model: Any, messages: list[Any], specs: Any, system: Any, choice: Any) -> tuple[str, Any]:
    events = [event async for event in process_stream(model.stream(messages, specs, system, tool_choice=choice))]
    reason, message, *_ = next(event["stop"] for event in events if "stop" in event)
    return reason, message


def _model(task: Task) -> Any:
    args: dict[str, Any] = {"base_url": task.base_url, "api_key": task.api_key, "max_retries": 0}
    root = {"base_url": task.base_url.removesuffix("/v1beta")}
    match task.dialect:
        case "openai_chat":
            return OpenAIModel(client_args=args, model_id=task.model)
        case "anthropic_messages":
            thinking = {"thinking": {"type": "enabled", "budget_tokens": _MOST // 2}} if task.reasoning else {}
            return AnthropicModel(client_args=args, model_id=task.model, max_tokens=_MOST, params=thinking)
        case "gemini_generate":
            params = {"thinking_config": {"include_thoughts": True}} if task.reasoning else {}
            client = {"api_key": task.api_key, "http_options": root}
            return GeminiModel(client_args=client, model_id=task.model, params=params)
    return OllamaModel(task.base_url, model_id=task.model)


def _spec(tool: Any) -> Any:
    if tool.strict:
        raise Unsupported("a tool's specification has no word for strict")
    schema = tool.parameters or {"type": "object", "properties": {}}
    return {"name": tool.name, "description": tool.description or "", "inputSchema": {"json": schema}}


def _choice(task: Task) -> Any:
    choice = task.tool_choice
    if task.parallel_tool_calls is False or (choice is not None and choice.mode in ("none", "allowed")):
        raise Unsupported("a choice is auto, any or one tool; nothing limits an answer to one call")
    if choice is None:
        return None
    return {"auto": {"auto": {}}, "required": {"any": {}}}.get(choice.mode) or {"tool": {"name": choice.names[0]}}


def _message(message: Message) -> Any:
    text = [{"text": text_of(message.parts)}] if text_of(message.parts) else []
    calls = [
        {"toolUse": {"toolUseId": call.id, "name": call.name, "input": json.loads(call.arguments.text)}}
        for call in calls_of(message)
    ]
    results = [_result(result) for result in results_of(message)]
    return {"role": "user" if results else message.role.replace("tool", "user"), "content": [*text, *calls, *results]}


def _result(result: ToolResult) -> Any:
    images = [
        {"format": (image.media_type or "").split("/")[-1], "source": {"bytes": base64.b64decode(image.data or "")}}
        for image in images_of(result.parts)
    ]
    content: list[Any] = [{"text": text_of(result.parts)}, *({"image": image} for image in images)]
    status = "error" if result.is_error else "success"
    return {"toolResult": {"toolUseId": result.call_id, "status": status, "content": content}}


def _reading(answer: tuple[str, Any]) -> Reading:
    reason, message = answer
    content = message["content"]
    calls = [block["toolUse"] for block in content if "toolUse" in block]
    thoughts = [block["reasoningContent"] for block in content if "reasoningContent" in block]
    spoken = [block for block in content if "toolUse" in block or "text" in block]
    return Reading(
        calls=tuple(
            ReadCall(id=call["toolUseId"], name=call["name"], arguments=json.dumps(call["input"], ensure_ascii=False))
            for call in calls
        ),
        text="".join(block.get("text", "") for block in content),
        reasoning="".join(thought.get("reasoningText", {}).get("text", "") for thought in thoughts),
        finish=_FINISH.get(reason, reason),
        order=tuple("call" if "toolUse" in block else "text" for block in spoken),
    )
