"""The parts of messages and responses."""

from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.carried import Carried
from toolwire.model.tools import Tool

ArgumentsForm = Literal["object", "empty", "not_object", "invalid"]


class Arguments(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The arguments of a call, as JSON text and as the object that the text means."""

    text: str
    """The arguments as JSON text: the text on the wire, or compact JSON of the object on the wire."""
    form: ArgumentsForm
    """``object``: a JSON object; ``empty``: the provider sent nothing, or null, for a call without arguments;
    ``not_object``: another JSON value; ``invalid``: not JSON."""
    value: Json = None
    """The object if ``form`` is ``object``, ``{}`` if ``form`` is ``empty``, else None. Numbers keep their text."""


class Text(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="text"):
    """Text for the user."""

    text: str
    provider_data: dict[str, Json] = {}
    """Data under the provider's own keys (ids, signatures ...). It must go back to the provider unchanged."""
    carried: Carried | None = None


class Refusal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="refusal"):
    """The model's refusal, in the model's own words."""

    text: str
    provider_data: dict[str, Json] = {}
    carried: Carried | None = None


class Reasoning(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="reasoning"
):
    """The model's reasoning. Some providers send the text of the reasoning, others only opaque data."""

    text: str = ""
    provider_data: dict[str, Json] = {}
    """Signatures, encrypted content and item ids. They must go back to the provider unchanged."""
    carried: Carried | None = None


class ToolCall(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="tool_call"
):
    """A call that the model asks the client to run."""

    id: str | None
    """The id that the result must name; None if the provider sent no id."""
    name: str
    arguments: Arguments
    kind: Literal["function", "custom", "legacy"] = "function"
    """``custom``: ``arguments.text`` is free-form text; ``legacy``: OpenAI's ``function_call``, which has no id."""
    complete: bool = True
    """False if the end of the stream, an error or the token limit cut the call. Such a call must not be run."""
    provider_data: dict[str, Json] = {}
    carried: Carried | None = None


class Image(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="image"):
    """An image: inline base64 ``data`` with its ``media_type``, a ``url``, or a provider's ``file_id``."""

    data: str | None = None
    media_type: str | None = None
    url: str | None = None
    file_id: str | None = None
    carried: Carried | None = None


class Audio(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="audio"):
    """An audio clip. It has the fields of ``Image``."""

    data: str | None = None
    media_type: str | None = None
    url: str | None = None
    file_id: str | None = None
    carried: Carried | None = None


class Video(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="video"):
    """A video. It has the fields of ``Image``."""

    data: str | None = None
    media_type: str | None = None
    url: str | None = None
    file_id: str | None = None
    carried: Carried | None = None


class File(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="file"):
    """A document. It has the fields of ``Image``, and a ``name``."""

    data: str | None = None
    media_type: str | None = None
    url: str | None = None
    file_id: str | None = None
    name: str | None = None
    carried: Carried | None = None


class AddedTool(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="added_tool"
):
    """A tool that the client adds within a conversation. The model may call the tool from then on.

    It is a part of a system message. The tools at the head of the request stay the same, so the provider can use its
    cache of the conversation.
    """

    tool: Tool
    carried: Carried | None = None


class ApprovalRequest(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="approval_request"
):
    """The provider's question: may it call a tool of an MCP server? The provider waits for an ``Approval``."""

    id: str
    server: str
    """The label of the MCP server."""
    name: str
    """The name of the tool."""
    arguments: Arguments
    provider_data: dict[str, Json] = {}


class Approval(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="approval"
):
    """The client's answer to an ``ApprovalRequest``. It is a part of a message with the role ``tool``."""

    request_id: str
    """The id of the ``ApprovalRequest``."""
    approve: bool
    """False if the client forbids the call. Then the provider must not call the tool."""
    reason: str | None = None
    """The client's reason, in words for the model."""
    provider_data: dict[str, Json] = {}


class ProviderPart(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="provider"
):
    """A part of a known kind without a canonical form, such as a call of a server tool or a citation. Only its provider
    understands such a part, so it is kept whole.
    """

    kind: str
    value: Json


class Unknown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="unknown"):
    """A part of unknown kind. It is kept whole."""

    kind: str
    value: Json


ResultPart = Text | Image | Audio | Video | File | ProviderPart | Unknown


class ToolResult(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag="tool_result"
):
    """The result of a call, from the client's tool."""

    call_id: str | None
    """The id of the answered call; None in a dialect that pairs calls and results by name or order."""
    name: str | None = None
    """The name of the tool."""
    parts: tuple[ResultPart, ...] = ()
    is_error: bool | None = None
    """True if the tool failed. None if the dialect has no flag for this, or the flag was left out."""
    kind: Literal["function", "custom", "legacy"] = "function"
    provider_data: dict[str, Json] = {}
    carried: Carried | None = None


Part = (
    Text
    | Refusal
    | Reasoning
    | ToolCall
    | ToolResult
    | Image
    | Audio
    | Video
    | File
    | AddedTool
    | ApprovalRequest
    | Approval
    | ProviderPart
    | Unknown
)
