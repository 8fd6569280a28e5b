"""The stream events, which describe a response while it arrives.

``part`` numbers the parts of a candidate in the order of their starts. ``candidate`` numbers the answers of a provider
that streams several answers to one request; otherwise it is 0.
"""

from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.parts import ApprovalRequest, Image, ProviderPart, Unknown
from toolwire.model.responses import FinishReason, ProviderError, Usage


class _Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    candidate: int = 0


class Started(_Event, frozen=True, kw_only=True, gc=False, tag="started"):
    """The start of the response. A provider may send the id and the model later, or never."""

    id: str | None = None
    model: str | None = None


class TextDelta(_Event, frozen=True, kw_only=True, gc=False, tag="text"):
    part: int
    text: str


class RefusalDelta(_Event, frozen=True, kw_only=True, gc=False, tag="refusal"):
    part: int
    text: str


class ReasoningDelta(_Event, frozen=True, kw_only=True, gc=False, tag="reasoning"):
    """More text of a part that is reasoning.

    If the part began as a text or a call, the event turns the part into reasoning. A text keeps its content. A call
    loses its name and arguments, and ``text`` has the text from which the call was read.
    """

    part: int
    text: str


class CallStarted(_Event, frozen=True, kw_only=True, gc=False, tag="call_started"):
    """The start of a call.

    The call's name is known, but its arguments are still missing. If the id arrives later, the event is repeated with
    the id.
    """

    part: int
    id: str | None
    name: str
    kind: Literal["function", "custom", "legacy"] = "function"


class ArgumentsDelta(_Event, frozen=True, kw_only=True, gc=False, tag="arguments"):
    part: int
    text: str


class CallFinished(_Event, frozen=True, kw_only=True, gc=False, tag="call_finished"):
    """The end of a call, which is now complete. The provider marked the end, or the response ended."""

    part: int


class PartData(_Event, frozen=True, kw_only=True, tag="part_data"):
    """Opaque data of a part, such as a signature or an item id. A later value of a key replaces the earlier value."""

    part: int
    provider_data: dict[str, Json]


class WholePart(_Event, frozen=True, kw_only=True, tag="part"):
    """A part that arrived in one piece."""

    part: int
    value: ProviderPart | Unknown | Image | ApprovalRequest


class ResponseData(_Event, frozen=True, kw_only=True, tag="response_data"):
    """Opaque data of the whole response. It must go back to the provider with the response."""

    provider_data: dict[str, Json]


class UsageReported(_Event, frozen=True, kw_only=True, tag="usage"):
    """The token counts so far. The counts of the last such event are final."""

    usage: Usage


class Finished(_Event, frozen=True, kw_only=True, tag="finished"):
    """The end of the answer, with the provider's reason. The event may be repeated, but the first reason counts."""

    reason: FinishReason
    raw: Json = None


class Failed(_Event, frozen=True, kw_only=True, tag="failed"):
    """An error with which the provider stopped the answer."""

    error: ProviderError


class Malformed(_Event, frozen=True, kw_only=True, gc=False, tag="malformed"):
    """A fault in the bytes of a stream. Later bytes are not read, because they could be misread."""

    why: str


Event = (
    Started
    | TextDelta
    | RefusalDelta
    | ReasoningDelta
    | CallStarted
    | ArgumentsDelta
    | CallFinished
    | PartData
    | WholePart
    | ResponseData
    | UsageReported
    | Finished
    | Failed
    | Malformed
)
