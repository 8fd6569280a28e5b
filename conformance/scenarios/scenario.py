"""What a scenario is."""

from typing import Literal

import msgspec

from conformance.model import Json, Message, Text, Tool, ToolCall, ToolChoice, ToolResult


class ScriptedCall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A call that a stand-in plays: the tool's name and the exact text of the arguments."""

    tool: str
    arguments: str


class ScriptedTurn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One assistant turn that a stand-in plays."""

    text: str | None = None
    calls: tuple[ScriptedCall, ...] = ()
    forced: bool = False
    """Whether the request's choice named the one tool that is called."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client's tool gives back to the call of its place among the calls."""

    tool: str
    text: str
    is_error: bool = False


class Predicate(msgspec.Struct, frozen=True, kw_only=True):
    """Something that must hold of an answer, whoever gives it."""

    name: str
    value: Json


Mode = Literal["plain", "stream"]


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
                    call_id=call.id, name=call.name, parts=(Text(text=reply.text),), is_error=reply.is_error or None
                )
            )
        return Message(role="tool", parts=tuple(parts))
