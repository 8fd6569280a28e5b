"""Conversations in the form of OpenAI's chat completions, which some libraries use for every provider."""

from types import SimpleNamespace
from typing import Any

from conformance.adapters.shims.library import functions, no_images, not_failed
from conformance.adapters.wire import ReadCall, Reading, Task
from conformance.callers.caller import calls_of, images_of, json_text, results_of, text_of
from conformance.callers.modes import all_of
from toolwire.model import Message, ToolResult


def arguments(task: Task) -> dict[str, Any]:
    """Return the request's arguments except messages and model. Raises ``Unsupported``."""
    found: dict[str, Any] = {"stream": task.stream}
    if task.tools:
        found["tools"] = tools(task)
    if task.tool_choice is not None:
        found["tool_choice"] = choice(task)
    if task.parallel_tool_calls is not None:
        found["parallel_tool_calls"] = task.parallel_tool_calls
    if task.max_output_tokens is not None:
        found["max_tokens"] = task.max_output_tokens
    if task.reasoning:
        found["reasoning_effort"] = "low"
    return found


def tools(task: Task) -> list[dict[str, Any]]:
    """Return the tools of a task in OpenAI's form. Raises ``Unsupported`` if a tool is not a plain function."""
    return [offered(tool) for tool in functions(task)]


def offered(tool: Any) -> dict[str, Any]:
    """Return a function in the form of a tool of chat completions."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    function["strict"] = tool.strict or None
    return {"type": "function", "function": {key: value for key, value in function.items() if value is not None}}


def choice(task: Task) -> Any:
    """Return the tool choice of a task in OpenAI's form. Return None if the task has no tool choice."""
    chosen = task.tool_choice
    if chosen is None:
        return None
    named = [{"type": "function", "function": {"name": name}} for name in chosen.names]
    if chosen.mode == "allowed":
        mode = "required" if chosen.must_call else "auto"
        if task.dialect == "openai_responses":
            flat = [{"type": "function", "name": name} for name in chosen.names]
            return {"type": "allowed_tools", "mode": mode, "tools": flat}
        return {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": named}}
    return named[0] if chosen.mode == "named" else chosen.mode


def messages(task: Task) -> list[Any]:
    """Return the task's messages in OpenAI's form. Raises ``Unsupported`` like ``not_failed``."""
    return [converted for message in task.messages for converted in _messages(message, task)]


def _messages(message: Message, task: Task) -> list[Any]:
    calls = [call(tool_call.id, tool_call.name, tool_call.arguments.text) for tool_call in calls_of(message)]
    if calls:
        return [{"role": "assistant", "content": text_of(message.parts) or None, "tool_calls": calls}]
    results = [result(tool_result, task) for tool_result in results_of(message)]
    return results or [{"role": message.role, "content": text_of(message.parts)}]


def call(call_id: str | None, name: str, arguments: str) -> dict[str, Any]:
    """Return a call in the form in which a client sends it back."""
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def result(result: ToolResult, task: Task) -> dict[str, Any]:
    """Return the message that sends a tool's result. Raises ``Unsupported`` like ``not_failed``."""
    not_failed(result, task)
    text, images = text_of(result.parts), images_of(result.parts)
    content: Any = text
    if images:
        urls = [{"url": f"data:{image.media_type};base64,{image.data}"} for image in images]
        content = [{"type": "text", "text": text}, *({"type": "image_url", "image_url": url} for url in urls)]
    return {"role": "tool", "tool_call_id": result.call_id, "content": content}


def text_results(results: tuple[ToolResult, ...], task: Task) -> list[dict[str, Any]]:
    """Return the messages that send results, for a library whose tool messages can only have text, like OpenAI's own
    messages. Raises ``Unsupported`` for a result with images, and for a failed tool.
    """
    for each in results:
        no_images(each)
    return [result(each, task) for each in results]


def calls(message: Any) -> tuple[ReadCall, ...]:
    """Return the calls of a message. The message is an object of OpenAI's SDK, or has the same attributes."""
    return tuple(
        ReadCall(id=call.id, name=call.function.name, arguments=json_text(call.function.arguments))
        for call in message.tool_calls or ()
    )


def reading(answer: Any) -> Reading:
    """Return the reading of a completion. The reasoning comes from ``reasoning_content``, which most libraries use."""
    choice = answer.choices[0]
    return Reading(
        calls=calls(choice.message),
        text=choice.message.content or "",
        reasoning=getattr(choice.message, "reasoning_content", None) or "",
        finish=choice.finish_reason,
    )


async def answer(chunks: Any) -> Any:
    """Return the answer in the chunks of a stream, joined as OpenAI's documentation shows.

    The index of a fragment shows to which call the fragment belongs.
    """
    calls: dict[int, Any] = {}
    message = SimpleNamespace(role="assistant", content="", tool_calls=calls, reasoning="", extra_content={})
    finish = None
    for choice in [choice for chunk in await all_of(chunks) for choice in chunk.choices[:1]]:
        finish = choice.finish_reason or finish
        message.content += choice.delta.content or ""
        message.reasoning += getattr(getattr(choice.delta, "reasoning", None), "content", None) or ""
        _add(message.extra_content, getattr(choice.delta, "extra_content", None) or {})
        for piece in choice.delta.tool_calls or ():
            if piece.index not in calls:
                calls[piece.index] = piece.model_copy(deep=True)
            else:
                calls[piece.index].function.arguments += piece.function.arguments or ""
                if extra := getattr(piece, "extra_content", None):
                    calls[piece.index].extra_content = extra
    message.tool_calls = list(calls.values())
    return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason=finish)])


def _add(whole: dict[str, Any], piece: dict[str, Any]) -> None:
    """Add the provider-specific content of a delta, ``piece``, to the joined content, ``whole``.

    If both have a value under the same key, the value of ``piece`` replaces the value of ``whole``.
    """
    for provider, extra in piece.items():
        whole[provider] = whole.get(provider, {}) | extra if isinstance(extra, dict) else extra


def echo(message: Any) -> dict[str, Any]:
    """Return the message that sends a joined answer back, including the provider-specific content of its deltas."""
    called = [
        call(tool_call.id, tool_call.function.name, tool_call.function.arguments)
        | ({"extra_content": extra} if (extra := getattr(tool_call, "extra_content", None)) else {})
        for tool_call in message.tool_calls
    ]
    beside = {
        "tool_calls": called,
        "reasoning": {"content": message.reasoning} if message.reasoning else None,
        "extra_content": message.extra_content,
    }
    return {"role": "assistant", "content": message.content} | {key: value for key, value in beside.items() if value}
