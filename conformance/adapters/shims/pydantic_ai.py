"""A shim for Pydantic AI. It calls Pydantic AI's models directly, with Pydantic AI's messages."""

from typing import Any

from pydantic_ai import ToolDefinition, UserError, direct
from pydantic_ai import messages as sdk
from pydantic_ai.models import ModelRequestParameters

from conformance.adapters.shims import models
from conformance.adapters.shims.library import functions, hold, media, schema
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, ReadCall, Reading, Talk, Task
from conformance.callers.caller import calls_of, json_text, results_of, text_of
from conformance.callers.modes import all_of, awaited, opened
from toolwire.model import Message, ToolResult


class PydanticAI(models.ModelLibrary):
    """Pydantic AI as a ``WireAdapter``."""

    distribution, library = "pydantic-ai-slim", "pydantic-ai"
    dialects = models.dialects(library)
    shows = EVERYTHING

    def converse(self, task: Task) -> Talk:
        model, settings = self.model(task), self.asked(task)
        tools = [
            ToolDefinition(
                name=it.name, description=it.description, parameters_json_schema=schema(it), strict=it.strict
            )
            for it in functions(task)
        ]
        asked = {"model_settings": settings, "model_request_parameters": ModelRequestParameters(function_tools=tools)}
        messages: list[Any] = [_message(message) for message in task.messages]
        request = getattr(direct, f"model_request{'_stream' * task.stream}{'_sync' * (task.mode == 'sync')}")

        async def ask() -> Any:
            try:
                if not task.stream:
                    return await awaited(request(model, messages, **asked))
                async with opened(request(model, messages, **asked)) as stream:
                    await all_of(stream)
                    return stream.get() if task.mode == "async" else stream.response
            except UserError as why:  # raised before anything is sent
                raise Unsupported(str(why)) from None

        def go_on(answer: Any, results: tuple[ToolResult, ...]) -> None:
            messages.extend((answer, sdk.ModelRequest(parts=[_result(result) for result in results])))

        return hold(task, ask, _reading, go_on, documents=True)


def _message(message: Message) -> Any:
    text, calls, results = text_of(message.parts), calls_of(message), results_of(message)
    if message.role == "assistant":
        called = [sdk.ToolCallPart(call.name, call.arguments.text, call.id or "") for call in calls]
        return sdk.ModelResponse(parts=[*([sdk.TextPart(text)] if text else []), *called])
    spoken = sdk.SystemPromptPart if message.role == "system" else sdk.UserPromptPart
    return sdk.ModelRequest(parts=[_result(result) for result in results] or [spoken(text)])


def _result(result: ToolResult) -> Any:
    files = [sdk.BinaryContent(data, media_type=media_type) for media_type, data in media(result)]
    content: Any = [text_of(result.parts), *files] if files else text_of(result.parts)
    outcome = "failed" if result.is_error else "success"
    return sdk.ToolReturnPart(result.name or "", content, result.call_id or "", outcome=outcome)


def _reading(answer: Any) -> Reading:
    spoken = [part for part in answer.parts if isinstance(part, sdk.ToolCallPart | sdk.TextPart)]
    return Reading(
        calls=tuple(
            ReadCall(id=it.tool_call_id, name=it.tool_name, arguments=json_text(it.args)) for it in answer.tool_calls
        ),
        text="".join(part.content for part in answer.parts if isinstance(part, sdk.TextPart)),
        reasoning="".join(part.content for part in answer.parts if isinstance(part, sdk.ThinkingPart)),
        finish="tool_calls" if answer.finish_reason == "tool_call" else answer.finish_reason,
        order=tuple("text" if isinstance(part, sdk.TextPart) else "call" for part in spoken),
    )
