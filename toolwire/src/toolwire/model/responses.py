"""Responses: a provider's answer, complete or cut, or its refusal."""

from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.carried import Carried
from toolwire.model.parts import Part, ToolCall

FinishReason = Literal[
    "stop", "tool_calls", "length", "content_filter", "refusal", "pause", "error", "interrupted", "malformed", "other"
]


class Finish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The end of a response, and its reason."""

    reason: FinishReason
    """``tool_calls`` for every normal end with calls to run, also if the provider's word is "stop"; ``interrupted`` if
    the bytes ended before the provider ended the answer; ``malformed`` if they could not be read from some place on,
    and nothing behind it was read."""
    raw: Json = None
    """The provider's word, None if it sent none."""
    why: str | None = None
    """The fault in the bytes, if they were malformed."""


class Usage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Tokens that the provider counted; None for a missing count."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    carried: Carried | None = None


class ProviderError(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An error of the provider's, as a body or within a stream."""

    message: str
    kind: str | None = None
    """The provider's type or status word."""
    code: Json = None
    status: int | None = None
    """The HTTP status of the answer that brought it."""
    value: Json = None
    """The error as it was read."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A further answer to the same request, if several were requested or sent."""

    parts: tuple[Part, ...]
    finish: Finish
    carried: Carried | None = None


class Response(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A provider's answer, or its error."""

    parts: tuple[Part, ...]
    finish: Finish
    id: str | None = None
    model: str | None = None
    """The model that was served, in the provider's words."""
    usage: Usage | None = None
    error: ProviderError | None = None
    """The provider's error, in place of an answer or within one; ``parts`` holds what came before it."""
    alternatives: tuple[Candidate, ...] = ()
    provider_data: dict[str, Json] = {}
    """Data that must go back with the assistant's message, beyond that of its parts."""
    carried: Carried | None = None

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls among the parts, complete or not, in order."""
        return tuple(part for part in self.parts if isinstance(part, ToolCall))
