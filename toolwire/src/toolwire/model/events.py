"""Stream events: a response that is still arriving.

``part`` numbers the parts of a candidate in the order of their starts; ``candidate`` is 0 unless a provider streams
several answers at once.
"""

from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.parts import Image, ProviderPart, Unknown
from toolwire.model.responses import FinishReason, ProviderError, Usage


class _Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    candidate: int = 0


class Started(_Event, frozen=True, kw_only=True, gc=False, tag="started"):
    """The response started. Its fields may come later, or never."""

    id: str | None = None
    model: str | None = None


class TextDelta(_Event, frozen=True, kw_only=True, gc=False, tag="text"):
    part: int
    text: str


class RefusalDelta(_Event, frozen=True, kw_only=True, gc=False, tag="refusal"):
    part: int
    text: str


class ReasoningDelta(_Event, frozen=True, kw_only=True, gc=False, tag="reasoning"):
    """More of a part that is reasoning. It turns an earlier text or call into reasoning: a text stays as it is, and a
    call is withdrawn, with its source text in ``text``.
    """

    part: int
    text: str


class CallStarted(_Event, frozen=True, kw_only=True, gc=False, tag="call_started"):
    """A call started. Its name is known; its arguments are not. Repeated with the id, if the id comes late."""

    part: int
    id: str | None
    name: str
    kind: Literal["function", "custom", "legacy"] = "function"


class ArgumentsDelta(_Event, frozen=True, kw_only=True, gc=False, tag="arguments"):
    part: int
    text: str


class CallFinished(_Event, frozen=True, kw_only=True, gc=False, tag="call_finished"):
    """The call is complete, by an event of the provider's or by the end of the response."""

    part: int


class PartData(_Event, frozen=True, kw_only=True, tag="part_data"):
    """Opaque data of a part (a signature, an item id ...); later keys replace earlier ones."""

    part: int
    provider_data: dict[str, Json]


class WholePart(_Event, frozen=True, kw_only=True, tag="part"):
    """A part that arrived in one piece."""

    part: int
    value: ProviderPart | Unknown | Image


class ResponseData(_Event, frozen=True, kw_only=True, tag="response_data"):
    """Opaque data of the whole response that must go back with it."""

    provider_data: dict[str, Json]


class UsageReported(_Event, frozen=True, kw_only=True, tag="usage"):
    """Token counts so far. The last event counts."""

    usage: Usage


class Finished(_Event, frozen=True, kw_only=True, tag="finished"):
    """The provider ended the answer, for a reason. May be repeated; the first reason counts."""

    reason: FinishReason
    raw: Json = None


class Failed(_Event, frozen=True, kw_only=True, tag="failed"):
    """The provider stopped with an error."""

    error: ProviderError


class Malformed(_Event, frozen=True, kw_only=True, gc=False, tag="malformed"):
    """The bytes could no longer be read. Nothing more is read, since the rest may be misread."""

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
