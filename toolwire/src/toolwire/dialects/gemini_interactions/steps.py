"""The assistant's steps. Answers have them in ``steps``, and stateless clients send them back in ``input``."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields
from toolwire.dialects.gemini_interactions import calls, outputs, thoughts
from toolwire.model import Image, Json, Part, ProviderPart, Reasoning, Text, ToolCall, Unknown

USER: Final = "user_input"
PROVIDER_KINDS: Final = frozenset({
    "code_execution_call", "code_execution_result", "file_search_call", "file_search_result", "google_maps_call",
    "google_maps_result", "google_search_call", "google_search_result", "mcp_server_tool_call",
    "mcp_server_tool_result", "processing_call", "processing_result", "retrieval_call", "retrieval_result",
    "tool_search_call", "tool_search_result", "url_context_call", "url_context_result",
})  # fmt: skip
"""The kinds of steps of tools that the provider runs. These steps have no canonical form."""
_ECHOED: Final = (USER, calls.RESULT)
"""The kinds of steps that come from the client. An answer may repeat such steps."""
StepPart: TypeAlias = Text | Image | Reasoning | ToolCall | ProviderPart | Unknown


def read(value: Json, where: str) -> tuple[StepPart, ...]:
    """Return the parts of a step. Only an output with several content objects has several parts. Raises ``ShapeError``
    for a malformed value.
    """
    fields = Fields(value, where)
    kind = fields.peek("type")
    match kind:
        case outputs.OUTPUT:
            return outputs.read(value, where)
        case thoughts.THOUGHT:
            return (thoughts.read(fields),)
        case calls.CALL if isinstance(fields.peek("name"), str):
            return (calls.read(fields),)
        case str() if kind in PROVIDER_KINDS or kind in _ECHOED:
            return (ProviderPart(kind=kind, value=value),)
    return (Unknown(kind=str(kind), value=value),)


def write(parts: Iterable[Part], *, answer: bool) -> list[Json]:
    """Return the steps for parts. Raises ``Inexpressible``.

    ``answer`` is true if the steps are for a response, and false if they are for the history in a request. A history
    does not get the reasoning of other providers.
    """
    out: list[Json] = []
    pieces: list[Part] = []
    for part in parts:
        if pieces and not outputs.continues(part):
            out.append(outputs.write(pieces))
            pieces = []
        if outputs.is_piece(part):
            pieces.append(part)
        elif answer or not isinstance(part, Reasoning) or thoughts.can_return(part):
            out.append(write_step(part))
    if pieces:
        out.append(outputs.write(pieces))
    return out


def write_step(part: Part) -> Json:
    """Return the step for a part that is not a content object of an output. Raises ``Inexpressible``."""
    match part:
        case Reasoning():
            return thoughts.write(part)
        case ToolCall():
            return calls.write(part)
        case Unknown():
            return part.value
        case ProviderPart() if part.kind in PROVIDER_KINDS or part.kind in (*_ECHOED, outputs.OUTPUT):
            return part.value
        case ProviderPart():
            raise Inexpressible(f"expected a step of gemini_interactions, got a step of the kind {part.kind!r}")
    raise Inexpressible(f"gemini_interactions has no step for this part: {type(part).__name__.lower()}")
