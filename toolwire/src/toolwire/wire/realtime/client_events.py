"""The client events of OpenAI's Realtime API that are about tool calls, with all their parameters.

The API refuses an event with another parameter, with the code ``unknown_parameter`` (livekit/agents#3398). The types
are those of openai 3.54.0 (PyPI), ``RealtimeClientEventParam``.
"""

from typing import Any, Final, Literal, TypeAlias

import msgspec

from toolwire.json_value import Json

UPDATE: Final = "session.update"
CREATE_ITEM: Final = "conversation.item.create"
DELETE_ITEM: Final = "conversation.item.delete"
CREATE: Final = "response.create"
OTHERS: Final = (
    "conversation.item.retrieve", "conversation.item.truncate", "response.cancel", "input_audio_buffer.append",
    "input_audio_buffer.clear", "input_audio_buffer.commit", "output_audio_buffer.clear",
)  # fmt: skip
"""The types of the client events that are not about tool calls: most of them are about sound."""
OTHER_ITEMS: Final = ("mcp_approval_request", "mcp_approval_response", "mcp_call", "mcp_list_tools")
"""The types of the items that are not about the client's tools."""
_PARTS: Final = {
    "system": ("input_text",),
    "user": ("input_text", "input_audio", "input_image"),
    "assistant": ("output_text", "output_audio"),
}
"""The types of content parts, by the role of the message."""


class FunctionTool(msgspec.Struct, tag_field="type", tag="function", forbid_unknown_fields=True, frozen=True):
    """A tool that is a function. Unlike the functions of Responses, it has no key ``strict``."""

    name: str = ""
    description: str = ""
    parameters: Any = None


class McpTool(msgspec.Struct, tag_field="type", tag="mcp", frozen=True):
    """A tool of an MCP server. Its parameters are not checked."""


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A part of a message's content."""

    type: Literal["input_text", "input_audio", "input_image", "output_text", "output_audio"]
    text: str = ""
    audio: str = ""
    transcript: str = ""
    image_url: str = ""
    detail: Literal["auto", "low", "high"] = "auto"


class _Item(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    id: str = ""
    object: Literal["realtime.item"] = "realtime.item"
    status: Literal["completed", "incomplete", "in_progress"] = "completed"


class MessageItem(_Item, tag="message", kw_only=True, frozen=True):
    """A message. Its content is a list of parts, never a text."""

    role: Literal["system", "user", "assistant"]
    content: list[Part]


class CallItem(_Item, tag="function_call", kw_only=True, frozen=True):
    """A call of a function."""

    name: str
    arguments: str
    call_id: str = ""


class OutputItem(_Item, tag="function_call_output", kw_only=True, frozen=True):
    """The result of a call. It is a text, never a list of parts."""

    call_id: str
    output: str


class Reference(msgspec.Struct, tag_field="type", tag="item_reference", forbid_unknown_fields=True, frozen=True):
    """A reference to an item of the conversation."""

    id: str


Item: TypeAlias = MessageItem | CallItem | OutputItem


class _Asking(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    audio: Any = None
    instructions: str = ""
    max_output_tokens: int | Literal["inf"] = "inf"
    output_modalities: list[Literal["text", "audio"]] = []
    parallel_tool_calls: bool = True
    prompt: Any = None
    reasoning: Any = None
    tool_choice: Literal["auto", "none", "required"] | dict[str, Any] = "auto"
    tools: list[FunctionTool | McpTool] = []


class Settings(_Asking, kw_only=True, frozen=True):
    """The settings of a session."""

    type: Literal["realtime"]
    include: Any = None
    model: str = ""
    tracing: Any = None
    truncation: Any = None


class Response(_Asking, frozen=True):
    """The settings of a single response. They take precedence over the settings of the session."""

    conversation: str = "auto"
    input: list[Item | Reference] = []
    metadata: Any = None


class _Event(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    event_id: str = ""


class SessionUpdate(_Event, tag=UPDATE, kw_only=True, frozen=True):
    """A change of the session's settings. Settings that it does not name stay as they are."""

    session: Settings


class ItemCreate(_Event, tag=CREATE_ITEM, kw_only=True, frozen=True):
    """The addition of an item to the conversation, after the item ``previous_item_id`` or at the end."""

    item: Item
    previous_item_id: str | None = None


class ItemDelete(_Event, tag=DELETE_ITEM, kw_only=True, frozen=True):
    """The removal of an item from the conversation."""

    item_id: str


class ResponseCreate(_Event, tag=CREATE, frozen=True):
    """The request for an answer of the model."""

    response: Response = Response()


ClientEvent: TypeAlias = SessionUpdate | ItemCreate | ItemDelete | ResponseCreate


def is_about_others(event: Json) -> bool:
    """Return whether a client event has a type in ``OTHERS``, or adds an item with a type in ``OTHER_ITEMS``.

    Responses has no counterpart of such events.
    """
    match event:
        case {"type": str(kind)} if kind in OTHERS:
            return True
        case {"type": "conversation.item.create", "item": {"type": str(kind)}} if kind in OTHER_ITEMS:
            return True
    return False


def fault(event: Json) -> str | None:
    """Return the reason why the API refuses a client event, or None if the event is valid.

    Only the event itself is examined, not the events before it.
    """
    if is_about_others(event):
        return None
    try:
        valid = msgspec.convert(event, ClientEvent)
    except msgspec.ValidationError as error:
        return f"expected a client event of the Realtime API: {error}"
    items: list[Any] = []
    if isinstance(valid, ItemCreate):
        items = [valid.item]
    elif isinstance(valid, ResponseCreate):
        items = [*valid.response.input]
    found = (wrong for item in items if isinstance(item, MessageItem) for wrong in _misplaced(item))
    return next(found, None)


def _misplaced(message: MessageItem) -> list[str]:
    """Return an error text for each part of ``message`` whose type is not allowed for the role of the message."""
    allowed = _PARTS[message.role]
    return [
        f"expected content of type {' or '.join(allowed)} for the role {message.role}, got {part.type}"
        for part in message.content
        if part.type not in allowed
    ]
