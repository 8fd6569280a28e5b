"""Marking the call that a cut response left unfinished."""

import msgspec

from toolwire.dialects import arguments
from toolwire.model import FinishReason, Part, ToolCall

CUTS: tuple[FinishReason, ...] = ("length", "interrupted", "malformed", "error", "content_filter", "refusal")
"""Reasons after which the last call may lack its end, whatever its arguments look like."""


def mark(parts: tuple[Part, ...], reason: FinishReason) -> tuple[Part, ...]:
    """``parts`` with the last call marked incomplete, where the response ended in it and was cut."""
    if reason not in CUTS or not parts or not isinstance(parts[-1], ToolCall):
        return parts
    return (*parts[:-1], incomplete(parts[-1]))


def incomplete(call: ToolCall) -> ToolCall:
    """The call as one that must not be run; arguments that were nothing are not read as an empty object."""
    cut = call.arguments
    if call.kind != "custom" and cut.form == "empty":
        cut = arguments.from_text(cut.text, complete=False)
    return msgspec.structs.replace(call, complete=False, arguments=cut)
