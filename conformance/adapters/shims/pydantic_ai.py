"""Pydantic AI: its models, asked directly, with its own messages."""

import base64
from typing import Any, Final

from pydantic_ai import direct
from pydantic_ai import messages as said
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from conformance.adapters.shims import pydantic_ai_models
from conformance.adapters.shims.library import Library, functions, hold
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.model import Message, ToolResult

_WORDS: Final = {"tool_call": "tool_calls"}


class PydanticAI(Library):
    """See ``WireAdapter``."""

    distribution = "pydantic-ai-slim"
    dialects = pydantic_ai_models.DIALECTS
    shows = EVERYTHING

    def converse(self, task: Task) -> Talk:
        model, settings = pydantic_ai_models.model(task), _settings(task)
        tools = ModelRequestParameters(function_tools=[_tool(tool) for tool in functions(task)])
        messages: list[Any] = [_message(message) for message in task.messages]
        asked = {"model_settings": settings, "model_request_parameters": tools}

        def ask() -> Any:
            try:
                if task.stream:
                    return _stream(model, messages, asked)
                return direct.model_request_sync(model, messages, **asked)
            except UserError as why:  # raised before anything is sent
                raise Unsupported(str(why)) from None

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            messages.extend((answer, said.ModelRequest(parts=[_result(result) for result in results])))

        return hold(ask, _reading, go_on)


def _stream(model: Any, messages: list[Any], asked: dict[str, Any]) -> Any:
    with direct.model_request_stream_sync(model, messages, **asked) as stream:
        for _ in stream:
            pass
        return stream.response


def _settings(task: Task) -> Any:
    choice = task.tool_choice
    chosen = None if choice is None else list(choice.names) or choice.mode
    settings: dict[str, Any] = {"tool_choice": chosen, "parallel_tool_calls": task.parallel_tool_calls}
    settings |= {"max_tokens": task.max_output_tokens, "thinking": "low" if task.reasoning else None}
    return {key: value for key, value in settings.items() if value is not None}


def _tool(tool: Any) -> ToolDefinition:
    parameters = {} if tool.parameters is None else {"parameters_json_schema": tool.parameters}
    return ToolDefinition(name=tool.name, description=tool.description, strict=tool.strict, **parameters)


def _message(message: Message) -> Any:
    text, calls, results = text_of(message.parts), calls_of(message), results_of(message)
    if message.role == "assistant":
        called = [said.ToolCallPart(call.name, call.arguments.text, call.id or "") for call in calls]
        return said.ModelResponse(parts=[*([said.TextPart(text)] if text else []), *called])
    if results:
        return said.ModelRequest(parts=[_result(result) for result in results])
    return said.ModelRequest(parts=[{"system": said.SystemPromptPart}.get(message.role, said.UserPromptPart)(text)])


def _result(result: ToolResult) -> Any:
    images = [
        said.BinaryContent(base64.b64decode(image.data or ""), media_type=image.media_type or "")
        for image in images_of(result.parts)
    ]
    content: Any = [text_of(result.parts), *images] if images else text_of(result.parts)
    outcome = "failed" if result.is_error else "success"
    return said.ToolReturnPart(result.name or "", content, result.call_id or "", outcome=outcome)


def _reading(answer: Any) -> Reading:
    calls = [part for part in answer.parts if isinstance(part, said.ToolCallPart)]
    spoken = [part for part in answer.parts if isinstance(part, said.ToolCallPart | said.TextPart)]
    return Reading(
        calls=tuple(
            ReadCall(id=call.tool_call_id, name=call.tool_name, arguments=call.args_as_json_str()) for call in calls
        ),
        text="".join(part.content for part in answer.parts if isinstance(part, said.TextPart)),
        reasoning="".join(part.content for part in answer.parts if isinstance(part, said.ThinkingPart)),
        finish=_WORDS.get(answer.finish_reason, answer.finish_reason),
        order=tuple("text" if isinstance(part, said.TextPart) else "call" for part in spoken),
    )
