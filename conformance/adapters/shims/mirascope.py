"""A shim for Mirascope. It uses Mirascope's models and messages, and resumes an answer to send the next request."""

from typing import Any, Final

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

from conformance.adapters.shims.library import Library, functions, hold, no_images
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, results_of, text_of
from conformance.callers.modes import awaited
from toolwire.model import Message, ToolResult

_PROVIDER: Final = {
    "openai_chat": ("openai:completions", "openai/{}:completions"),
    "openai_responses": ("openai:responses", "openai/{}:responses"),
    "anthropic_messages": ("anthropic", "anthropic/{}"),
    "gemini_generate": ("google", "google/{}"),
}


class Mirascope(Library):
    """Mirascope as a ``WireAdapter``."""

    distribution = "mirascope"
    dialects = tuple(_PROVIDER)
    shows = EVERYTHING

    def converse(self, task: Task) -> Talk:
        if task.parallel_tool_calls is False or (task.tool_choice is not None and task.tool_choice.mode != "auto"):
            raise Unsupported("the library has no option for a tool choice, or for at most one call")
        provider, model_id = _PROVIDER[task.dialect][0], _PROVIDER[task.dialect][1].format(task.model)
        root = task.base_url.removesuffix("/v1beta")
        limit: Any = {} if task.max_output_tokens is None else {"max_tokens": task.max_output_tokens}
        model = llm.Model(model_id, **limit, **({"thinking": {"level": "low"}} if task.reasoning else {}))
        opening = [_message(message, model_id, provider) for message in task.messages]
        start = getattr(model, ("stream" if task.stream else "call") + "_async" * (task.mode == "async"))
        turn: list[Any] = [lambda: start(opening, tools=[*map(_tool, functions(task))])]

        async def ask() -> Any:  # registers again: the registry is global, and conversations may alternate
            llm.register_provider(provider, f"{model_id.split('/')[0]}/", api_key=task.api_key, base_url=root)
            answer = await awaited(turn[-1]())
            if task.stream:
                await awaited(answer.finish())
            return answer

        return hold(task, ask, _reading, lambda reply, given: turn.append(lambda: reply.resume([*map(_result, given)])))


def _tool(tool: Any) -> llm.Tool:
    parameters = ToolParameterSchema.model_validate(tool.parameters or {})
    return llm.Tool(print, tool.name, tool.description or "", parameters, strict=tool.strict)


def _message(message: Message, model_id: str, provider: Any) -> Any:
    text = text_of(message.parts)
    if message.role != "assistant":
        spoken: Any = llm.messages.system if message.role == "system" else llm.messages.user
        return spoken([_result(result) for result in results_of(message)] or text)
    calls = [llm.ToolCall(id=call.id or "", name=call.name, args=call.arguments.text) for call in calls_of(message)]
    return llm.messages.assistant([llm.Text(text=text)] * bool(text) + calls, model_id=model_id, provider_id=provider)


def _result(result: ToolResult) -> Any:
    no_images(result)
    error = llm.ToolExecutionError(text_of(result.parts)) if result.is_error else None
    return llm.ToolOutput(id=result.call_id or "", name=result.name or "", result=text_of(result.parts), error=error)


def _reading(answer: Any) -> Reading:
    reason = answer.finish_reason.value if answer.finish_reason else None
    return Reading(
        calls=tuple(ReadCall(id=call.id, name=call.name, arguments=call.args) for call in answer.tool_calls),
        text="".join(part.text for part in answer.texts),
        reasoning="".join(part.thought for part in answer.thoughts),
        finish={"max_tokens": "length", "context_length_exceeded": "length"}.get(str(reason), reason),
        order=tuple("text" if part.type == "text" else "call" for part in answer.content if part.type != "thought"),
    )
