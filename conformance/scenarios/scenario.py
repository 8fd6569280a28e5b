"""What a scenario is."""

from typing import Final, Literal

import msgspec

from toolwire.model import Image, Json, Message, ResultPart, Text, Tool, ToolCall, ToolChoice, ToolResult


class ScriptedCall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A call that a stand-in plays: the tool's name and the exact text of the arguments, or of a free-form input."""

    tool: str
    arguments: str


class ScriptedSearch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A search of the provider's own that a stand-in plays, and the one page that it finds."""

    query: str
    title: str
    url: str


class ScriptedTurn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One assistant turn that a stand-in plays."""

    reasoning: str | None = None
    search: ScriptedSearch | None = None
    """Comes before the text."""
    text: str | None = None
    calls: tuple[ScriptedCall, ...] = ()
    forced: bool = False
    """Whether the request's choice named the one tool that is called."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client's tool gives back to the call of its place among the calls."""

    tool: str
    text: str = ""
    times: int = 1
    """How often the text is said, one after the other."""
    image: str | None = None
    """A PNG behind the text, in base64."""
    is_error: bool = False

    @property
    def parts(self) -> tuple[ResultPart, ...]:
        """What the result is made of."""
        said = Text(text=self.text * self.times)
        return (said,) if self.image is None else (said, Image(data=self.image, media_type="image/png"))


class Predicate(msgspec.Struct, frozen=True, kw_only=True):
    """Something that must hold of an answer, whoever gives it."""

    name: str
    value: Json


Mode = Literal["plain", "stream"]
FIRST: Final = "2026-11-21"
"""The first edition of what is asked of adapters: whatever says nothing else is of that day."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """One situation, in canonical form."""

    id: str
    title: str
    why: str
    capability: str
    modes: tuple[Mode, ...]
    tools: tuple[Tool, ...]
    tool_choice: ToolChoice | None
    opening: tuple[Message, ...]
    """The messages of the first request."""
    replies: tuple[tuple[Reply, ...], ...]
    """The client's results after each assistant turn but the last."""
    script: tuple[ScriptedTurn, ...]
    """For stand-ins only: never used to judge a live model."""
    expect: tuple[tuple[Predicate, ...], ...]
    """What must hold of each assistant turn."""
    since: str = FIRST
    """The edition with which it came."""
    reasoning: bool = False
    """Whether the client asks the model to reason, and to show it."""
    parallel_tool_calls: bool | None = None
    not_offered: tuple[str, ...] = ()
    """Tools that a model may call all the same: that is what the scenario is about."""
    last_result_first: bool = False
    """Whether results go back in the reverse order of their calls."""
    breaks_seals: bool = False
    """Whether what seals the model's reasoning goes back altered: a signature, or the reasoning itself, encrypted."""

    exercised_by: int = 1
    """The exchange, counted from 1, by which the scenario's subject was exercised; what follows is beside it."""

    beside: tuple[str, ...] = ()
    """Scenarios whose conversations the adapter holds at the same time; they are judged on their own."""

    limit: int | None = None
    """How much the client lets the model say, where that is what the scenario is about."""

    @property
    def max_output_tokens(self) -> int:
        """How much the client lets the model say: reasoning counts."""
        if self.limit is not None:
            return self.limit
        return 4096 if self.reasoning else 1024

    @property
    def calls_before(self) -> int:
        """How many calls the history of the first request holds."""
        return sum(isinstance(part, ToolCall) for message in self.opening for part in message.parts)

    @property
    def refused(self) -> bool:
        """Whether it is a request that the provider does not take."""
        return any(predicate.name == "refused" for turn in self.expect for predicate in turn)

    def results(self, turn: int, calls: tuple[ToolCall, ...]) -> Message | None:
        """The results that answer ``calls`` of turn ``turn``; None where the scenario ends there.

        Each call gets the next unused reply for its tool; where none is left, the last one again.
        """
        if turn >= len(self.replies) or not calls:
            return None
        replies = self.replies[turn]
        used: set[int] = set()
        parts = []
        for call in calls:
            matching = [n for n, reply in enumerate(replies) if reply.tool == call.name] or range(len(replies))
            chosen = next((n for n in matching if n not in used), matching[-1])
            used.add(chosen)
            reply = replies[chosen]
            parts.append(
                ToolResult(
                    call_id=call.id,
                    name=call.name,
                    parts=reply.parts,
                    is_error=reply.is_error or None,
                    kind=call.kind,
                )
            )
        return Message(role="tool", parts=tuple(reversed(parts) if self.last_result_first else parts))
