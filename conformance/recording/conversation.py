"""What a caller says of a scenario."""

from conformance.callers import Conversation, Results
from conformance.claims import DialectClaims, wire_format
from conformance.model import ToolCall, ToolResult
from conformance.recording.cassette import CassetteName
from conformance.scenarios import Scenario


def conversation(name: CassetteName, claims: DialectClaims, scenario: Scenario) -> Conversation:
    """The conversation of a cassette, as it is recorded and as it is played."""
    return Conversation(
        model=claims.model_of(scenario.id),
        tools=wire_format(claims.home, name.dialect).offered(scenario.tools),
        opening=scenario.opening,
        tool_choice=scenario.tool_choice,
        parallel_tool_calls=scenario.parallel_tool_calls,
        stream=name.mode == "stream",
        max_output_tokens=scenario.max_output_tokens,
        reasoning=scenario.reasoning,
        breaks_seals=scenario.breaks_seals,
    )


def results(scenario: Scenario) -> Results:
    """What the client's tools give back."""

    def given(turn: int, calls: tuple[ToolCall, ...]) -> tuple[ToolResult, ...]:
        message = scenario.results(turn, calls)
        return tuple(part for part in message.parts if isinstance(part, ToolResult)) if message else ()

    return given
