"""What a caller says of a scenario."""

from conformance.callers import Conversation
from conformance.model import ToolCall, ToolDefinition, ToolResult
from conformance.recording.cassette import CassetteName
from conformance.scenarios import Scenario


def conversation(name: CassetteName, model: str, scenario: Scenario) -> Conversation:
    """The conversation of a cassette, as it is recorded and as it is played."""

    def results(turn: int, calls: tuple[ToolCall, ...]) -> tuple[ToolResult, ...]:
        message = scenario.results(turn, calls)
        return tuple(part for part in message.parts if isinstance(part, ToolResult)) if message else ()

    return Conversation(
        model=model,
        tools=tuple(tool for tool in scenario.tools if isinstance(tool, ToolDefinition)),
        opening=scenario.opening,
        results=results,
        tool_choice=scenario.tool_choice,
        parallel_tool_calls=scenario.parallel_tool_calls,
        stream=name.mode == "stream",
    )
