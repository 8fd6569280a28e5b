"""Finish reasons: from a provider's word, and back."""

from collections.abc import Mapping

from toolwire.model import Finish, FinishReason, Json, Part, ToolCall

NORMAL: tuple[FinishReason, ...] = ("stop", "tool_calls")
UNENDED: tuple[FinishReason, ...] = ("interrupted", "malformed")
"""Ends of the bytes, not of the answer: no provider has a word for them, and what is written stops there."""


def reason(raw: Json, words: Mapping[Json, FinishReason], parts: tuple[Part, ...]) -> FinishReason:
    """What a provider's word means for a response with these parts.

    A normal end with calls to run is ``tool_calls`` and one without is ``stop``, whichever of its words the
    provider used: both are mixed up on real wires.
    """
    meaning = words.get(raw, "other") if isinstance(raw, str | int) else "other"
    return normal(parts) if meaning in NORMAL else meaning


def normal(parts: tuple[Part, ...]) -> FinishReason:
    """The reason of a normal end."""
    return "tool_calls" if any(isinstance(part, ToolCall) for part in parts) else "stop"


def word(finish: Finish, words: Mapping[Json, FinishReason], parts: tuple[Part, ...]) -> Json:
    """The provider's word for a reason: the one it used, if that still means it; else the first that does."""
    if finish.raw is not None and reason(finish.raw, words, parts) == finish.reason:
        return finish.raw
    for candidate, meaning in words.items():
        if meaning == finish.reason:
            return candidate
    return finish.raw
