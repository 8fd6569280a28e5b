"""What a caller says of a scenario."""

from conformance.callers import Conversation
from conformance.claims import DialectClaims, wire_format
from conformance.model import ToolCall, ToolResult
from conformance.recording.cassette import CassetteName
from conformance.scenarios import Scenario


def conversation(name: CassetteName, claims: DialectClaims, scenario: Scenario) -> Conversation:
    """The conversation of a cassette, as it is recorded and as it is played."""

    def results(turn: int, calls: tuple[ToolCall, ...]) -> tuple[ToolResult, ...]:
        message = scenario.results(turn, calls)
        return tuple(part for part in message.parts if isinstance(part, ToolResult)) if message else ()

    return Conversation(
        model=claims.model_of(scenario.id),
        tools=wire_format(claims.home, name.dialect).offered(scenario.tools),
        opening=scenario.opening,
        results=results,
        tool_choice=scenario.tool_choice,
        stream=name.mode == "stream",
        max_output_tokens=scenario.max_output_tokens,
        reasoning=scenario.reasoning,
    )
