"""The assistant's items. Answers have them in ``output``, and the next request sends them back in ``input``."""

from collections.abc import Iterable
from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields
from toolwire.dialects.openai_responses import approvals, calls, message_items, reasoning
from toolwire.model import (
    Approval,
    ApprovalRequest,
    Json,
    Part,
    ProviderPart,
    Reasoning,
    Refusal,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
)

CLIENT_KINDS: Final = frozenset({
    "apply_patch_call_output", "computer_call_output", "local_shell_call_output", "mcp_approval_response",
    "shell_call_output", "tool_search_output",
})  # fmt: skip
"""The kinds of items with which the client answers calls of the provider's own tools. The provider may also send items
of some of these kinds.
"""
PROVIDER_KINDS: Final = CLIENT_KINDS | frozenset(calls.RESULTS) | {
    "additional_tools", "apply_patch_call", "code_interpreter_call", "compaction", "compaction_trigger",
    "computer_call", "file_search_call", "image_generation_call", "item_reference", "local_shell_call",
    "mcp_approval_request", "mcp_call", "mcp_list_tools", "program", "program_output", "shell_call",
    "tool_search_call", "web_search_call", "x_search_call",
}  # fmt: skip
"""The known kinds of items that become a ``ProviderPart`` if they have no canonical form in an answer. The kind
``x_search_call`` is xAI's.
"""
ItemPart = Text | Refusal | Reasoning | ToolCall | ApprovalRequest | ProviderPart | Unknown


def read(value: Json, where: str, *, cut_short: bool = False, is_last: bool = False) -> tuple[ItemPart, ...]:
    """Return the parts of an item. Only a message with several pieces of content has several parts.

    ``cut_short`` and ``is_last`` are the parameters of ``calls.read``. Raises ``ShapeError`` for a malformed value.
    """
    fields = Fields(value, where)
    kind = fields.peek("type")
    match kind:
        case "message" if fields.peek("role") in ("assistant", None):
            return message_items.read(value, where)
        case "reasoning":
            return (reasoning.read(fields),)
        case "function_call" | "custom_tool_call" if isinstance(fields.peek("name"), str):
            return (calls.read(fields, cut_short=cut_short, is_last=is_last),)
        case approvals.REQUEST if (asked := approvals.read_request(fields)) is not None:
            return (asked,)
        case str() if kind in PROVIDER_KINDS:
            return (ProviderPart(kind=kind, value=value),)
        case None if fields.peek("role") == "assistant":
            return message_items.read(value, where)
        case None if isinstance(fields.peek("id"), str):
            return (ProviderPart(kind="item_reference", value=value),)
    return (Unknown(kind=str(kind), value=value),)


def write(parts: Iterable[Part], *, answer: bool) -> list[Json]:
    """Return the items for parts. Raises ``Inexpressible``.

    ``answer`` is true if the items are for a response, and false if they are for the history in a request. A history
    does not get the reasoning of other providers.
    """
    out: list[Json] = []
    pieces: list[Part] = []
    for part in parts:
        if pieces and not (message_items.is_piece(part) and message_items.share_item(pieces[-1], part)):
            out.append(message_items.write(pieces, answer=answer))
            pieces = []
        if message_items.is_piece(part):
            pieces.append(part)
        elif answer or not isinstance(part, Reasoning) or reasoning.can_return(part):
            out.append(_write_item(part, answer=answer))
    if pieces:
        out.append(message_items.write(pieces, answer=answer))
    return out


def _write_item(part: Part, *, answer: bool) -> Json:
    match part:
        case Reasoning():
            return reasoning.write(part)
        case ToolCall():
            return calls.write(part, answer=answer)
        case ToolResult():
            return calls.write_result(part)
        case ApprovalRequest():
            return approvals.write_request(part)
        case Approval():
            return approvals.write(part)
        case Unknown():
            return part.value
        case ProviderPart() if part.kind in PROVIDER_KINDS or part.kind == "message":
            return part.value
        case ProviderPart():
            raise Inexpressible(f"expected an item of openai_responses, got an item of the kind {part.kind!r}")
    raise Inexpressible(
        f"openai_responses cannot express this part of an assistant's message: {type(part).__name__.lower()}"
    )
