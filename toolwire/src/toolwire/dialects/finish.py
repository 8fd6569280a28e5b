"""Reading and writing of the providers' words for finish reasons, and marking of calls that an early finish cut."""

from collections.abc import Mapping

import msgspec

from toolwire.dialects import arguments
from toolwire.model import Finish, FinishReason, Json, Part, ToolCall

NORMAL: tuple[FinishReason, ...] = ("stop", "tool_calls")
UNENDED: tuple[FinishReason, ...] = ("interrupted", "malformed")
"""The finish reasons for an answer whose bytes are incomplete or broken. No provider has a word for such a reason. An
answer with such a reason is written as a stream without an end.
"""
CUTS: tuple[FinishReason, ...] = ("length", *UNENDED, "error", "content_filter", "refusal")
"""The finish reasons after which the last call may be cut, even if its arguments look complete. ``refusal`` is a
member, because a classifier may stop an answer at any point.
"""


def reason(raw: Json, words: Mapping[Json, FinishReason], parts: tuple[Part, ...]) -> FinishReason:
    """Return the finish reason that a provider's word means in a response with these parts.

    A normal finish is ``tool_calls`` if there are calls to run, and ``stop`` if there are none. The provider's word
    does not decide between the two, because recorded answers mix up the words.
    """
    meaning = words.get(raw, "other") if isinstance(raw, str | int) else "other"
    return normal(parts) if meaning in NORMAL else meaning


def normal(parts: tuple[Part, ...]) -> FinishReason:
    """Return the reason of a normal finish: ``tool_calls`` if there are calls to run, else ``stop``."""
    return "tool_calls" if any(isinstance(part, ToolCall) for part in parts) else "stop"


def word(finish: Finish, words: Mapping[Json, FinishReason], parts: tuple[Part, ...]) -> Json:
    """Return the provider's word for a finish reason.

    This is the word that was read from the wire, if it still fits the reason. Otherwise it is the first word in
    ``words`` that fits. If no word fits, return the word that was read, or None if no word was read.
    """
    if finish.raw is not None and reason(finish.raw, words, parts) == finish.reason:
        return finish.raw
    for raw, meaning in words.items():
        if meaning == finish.reason:
            return raw
    return finish.raw


def mark_cut(parts: tuple[Part, ...], reason: FinishReason, cuts: tuple[FinishReason, ...] = CUTS) -> tuple[Part, ...]:
    """Return ``parts``. If ``reason`` is in ``cuts`` and the last part is a call, this call is marked as incomplete.

    ``cuts`` are the dialect's finish reasons after which the last call may be cut.
    """
    if reason not in cuts or not parts or not isinstance(parts[-1], ToolCall):
        return parts
    return (*parts[:-1], incomplete(parts[-1]))


def incomplete(call: ToolCall) -> ToolCall:
    """Return a copy of ``call`` that is marked as incomplete, so that nobody runs the call.

    Empty arguments of such a call do not mean an empty object.
    """
    cut = call.arguments
    if call.kind != "custom" and cut.form == "empty":
        cut = arguments.from_text(cut.text, complete=False)
    return msgspec.structs.replace(call, complete=False, arguments=cut)
