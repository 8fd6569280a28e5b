"""A shim for smolagents. It uses smolagents' model for OpenAI's chat completions and similar servers."""

from typing import Any

from smolagents import OpenAIModel, Tool
from smolagents.models import agglomerate_stream_deltas

from conformance.adapters.shims.library import Library, functions, hold
from conformance.adapters.shims.openai_form import calls, choice
from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Reading, Talk, Task
from conformance.callers.caller import text_of


class Smolagents(Library):
    """smolagents as a ``WireAdapter``. It writes the calls and results of earlier turns into its messages as text."""

    distribution = "smolagents"
    dialects = ("openai_chat",)
    shows = ("ids",)
    modes = ("sync",)

    def converse(self, task: Task) -> Talk:
        if any(message.role in ("assistant", "tool") for message in task.messages):
            raise Unsupported(_AS_TEXT)
        model = OpenAIModel(task.model, api_base=task.base_url, api_key=task.api_key, client_kwargs={"max_retries": 0})
        messages = [
            {"role": message.role, "content": [{"type": "text", "text": text_of(message.parts)}]}
            for message in task.messages
        ]
        asked: dict[str, Any] = {"tools_to_call_from": [_tool(tool) for tool in functions(task)]}
        asked["tool_choice"] = choice(task) or "auto"
        if task.parallel_tool_calls is not None:
            asked["parallel_tool_calls"] = task.parallel_tool_calls

        if task.max_output_tokens is not None:
            asked["max_tokens"] = task.max_output_tokens

        async def ask() -> Any:
            if task.stream:
                return agglomerate_stream_deltas(list(model.generate_stream(messages, **asked)))
            return model.generate(messages, **asked)

        return hold(task, ask, _reading, _go_on)


_AS_TEXT = "the library writes calls and results of earlier turns into its messages as text"


def _go_on(*_: Any) -> None:
    raise Unsupported(_AS_TEXT)


def _tool(tool: Any) -> Tool:
    """Return a tool of the task as smolagents' tool. Its inputs are the properties of the task's schema.

    Raises ``Unsupported`` if the tool is strict, or if its schema has members other than ``type``, ``properties`` and
    ``required``.
    """
    schema = tool.parameters or {}
    optional = schema.get("properties", {}).keys() - {*schema.get("required", ())}
    if tool.strict or schema.keys() - {"type", "properties", "required"}:
        raise Unsupported("the library describes a tool's inputs only: no strict tools, no definitions in schemas")
    made: Any = type("Offered", (Tool,), {"skip_forward_signature_validation": True, "forward": print})
    made.name, made.description, made.output_type = tool.name, tool.description or "", "string"
    made.inputs = {
        name: {"description": "", **member} | ({"nullable": True} if name in optional else {})
        for name, member in schema.get("properties", {}).items()
    }
    offered: Tool = made()
    return offered


def _reading(answer: Any) -> Reading:
    return Reading(calls=calls(answer), text=answer.content or "")
