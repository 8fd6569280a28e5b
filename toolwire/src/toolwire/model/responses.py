"""The responses: a provider's answer, complete or cut, or its error."""

from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.carried import Carried
from toolwire.model.parts import ApprovalRequest, Part, ToolCall

FinishReason = Literal[
    "stop", "tool_calls", "length", "content_filter", "refusal", "pause", "error", "interrupted", "malformed", "other"
]


class Finish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The end of a response, and its reason."""

    reason: FinishReason
    """The reason as a canonical word.

    ``tool_calls``: any normal end with calls to run, even if the provider's word is "stop". ``interrupted``: the bytes
    ended before the provider ended the answer. ``malformed``: some bytes could not be read, and the bytes after them
    were not read either.
    """
    raw: Json = None
    """The provider's word for the reason; None if the provider sent no word."""
    why: str | None = None
    """The fault in the bytes, if they were malformed."""


class Usage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The token counts that the provider reported. A count that the provider did not report is None."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    carried: Carried | None = None


class ProviderError(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A provider's error: the body of an answer, or an event within a stream."""

    message: str
    kind: str | None = None
    """The provider's word for the type or status of the error."""
    code: Json = None
    status: int | None = None
    """The HTTP status of the answer that has the error."""
    value: Json = None
    """The JSON value of the error on the wire."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An additional answer to a request, if the client requested several answers or the provider sent several."""

    parts: tuple[Part, ...]
    finish: Finish
    carried: Carried | None = None


class Response(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A provider's answer, or its error."""

    parts: tuple[Part, ...]
    finish: Finish
    id: str | None = None
    model: str | None = None
    """The provider's name for the model that answered."""
    usage: Usage | None = None
    error: ProviderError | None = None
    """The provider's error, which comes instead of the answer or within the answer. ``parts`` has the parts before the
    error.
    """
    alternatives: tuple[Candidate, ...] = ()
    provider_data: dict[str, Json] = {}
    """Data of the whole answer that must go back with the assistant's message.

    Data of a single part is in the part itself.
    """
    carried: Carried | None = None

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls among the parts, complete or not, in order."""
        return tuple(part for part in self.parts if isinstance(part, ToolCall))

    @property
    def approvals(self) -> tuple[ApprovalRequest, ...]:
        """The parts in which the provider requests an approval, in order."""
        return tuple(part for part in self.parts if isinstance(part, ApprovalRequest))
