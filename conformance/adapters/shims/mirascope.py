"""Mirascope: models of its providers, with its own messages; the next turn resumes the answer."""

from typing import Any, Final

from mirascope import llm
from mirascope.llm.tools.tool_schema import ToolParameterSchema

from conformance.adapters.shims.library import Library, functions, hold
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.model import Message, ToolResult

_PROVIDER: Final = {
    "openai_chat": ("openai:completions", "openai/{}:completions"),
    "openai_responses": ("openai:responses", "openai/{}:responses"),
    "anthropic_messages": ("anthropic", "anthropic/{}"),
    "gemini_generate": ("google", "google/{}"),
}


class Mirascope(Library):
    """See ``WireAdapter``."""

    distribution = "mirascope"
    dialects = tuple(_PROVIDER)
    shows = EVERYTHING

    def converse(self, task: Task) -> Talk:
        if task.parallel_tool_calls is False or (task.tool_choice is not None and task.tool_choice.mode != "auto"):
            raise Unsupported("it has no word for a choice among the tools, or for one call at most")
        provider, model_id = _PROVIDER[task.dialect][0], _PROVIDER[task.dialect][1].format(task.model)
        root = task.base_url.removesuffix("/v1beta")
        llm.register_provider(provider, scope=model_id.split("/")[0] + "/", api_key=task.api_key, base_url=root)
        model = llm.Model(model_id, **({"thinking": {"level": "low"}} if task.reasoning else {}))
        tools = [_tool(tool) for tool in functions(task)]
        opening = [_message(message, model_id, provider) for message in task.messages]
        start = model.stream if task.stream else model.call
        turn: list[Any] = [lambda: start(opening, tools=tools)]

        def ask() -> Any:
            answer = turn[-1]()
            if task.stream:
                answer.finish()
            return answer

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            given = [_result(result) for result in results]
            turn.append(lambda: answer.resume(given))

        return hold(ask, _reading, go_on)


def _tool(tool: Any) -> llm.Tool:
    schema = tool.parameters or {}
    parameters = ToolParameterSchema.model_validate({"additionalProperties": True} | schema)
    return llm.Tool(print, tool.name, tool.description or "", parameters, strict=bool(tool.strict))


def _message(message: Message, model_id: str, provider: Any) -> Any:
    text = text_of(message.parts)
    if message.role == "system":
        return llm.messages.system(text)
    if message.role != "assistant":
        return llm.messages.user([_result(result) for result in results_of(message)] or text)
    calls = [llm.ToolCall(id=call.id or "", name=call.name, args=call.arguments.text) for call in calls_of(message)]
    said = [*([llm.Text(text=text)] if text else []), *calls]
    return llm.messages.assistant(said, model_id=model_id, provider_id=provider)


def _result(result: ToolResult) -> Any:
    if images_of(result.parts):
        raise Unsupported("a tool's output has no images")
    error = llm.ToolExecutionError(text_of(result.parts)) if result.is_error else None
    return llm.ToolOutput(id=result.call_id or "", name=result.name or "", result=text_of(result.parts), error=error)


def _reading(answer: Any) -> Reading:
    spoken = [part for part in answer.content if isinstance(part, llm.ToolCall | llm.Text)]
    finish = {"max_tokens": "length", "context_length_exceeded": "length"}
    reason = answer.finish_reason.value if answer.finish_reason else None
    return Reading(
        calls=tuple(ReadCall(id=call.id, name=call.name, arguments=call.args) for call in answer.tool_calls),
        text="".join(part.text for part in answer.texts),
        reasoning="".join(part.thought for part in answer.thoughts),
        finish=finish.get(str(reason), reason),
        order=tuple("text" if isinstance(part, llm.Text) else "call" for part in spoken),
    )
