"""Responses: what a provider answered, whole or cut, or that it refused."""

from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.carried import Carried
from toolwire.model.parts import Part, ToolCall

FinishReason = Literal[
    "stop", "tool_calls", "length", "content_filter", "refusal", "pause", "error", "interrupted", "malformed", "other"
]


class Finish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why the response ended."""

    reason: FinishReason
    """``tool_calls`` whenever a normal end leaves calls to run, also where the provider's word is "stop";
    ``interrupted`` when the bytes ended before the provider said that it was done; ``malformed`` when they could no
    longer be read from some place on, and nothing after it was."""
    raw: Json = None
    """The provider's word; None when it sent none."""
    why: str | None = None
    """What was wrong with the bytes, where they were malformed."""


class Usage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Tokens that the provider counted; None for a count it did not give."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    carried: Carried | None = None


class ProviderError(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An error that the provider answered with, as a body or in the middle of a stream."""

    message: str
    kind: str | None = None
    """The provider's type or status word."""
    code: Json = None
    status: int | None = None
    """HTTP status of the answer that carried it."""
    value: Json = None
    """The error as the wire had it."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A further answer to the same request, where more than one was asked for or sent."""

    parts: tuple[Part, ...]
    finish: Finish
    carried: Carried | None = None


class Response(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a provider answered."""

    parts: tuple[Part, ...]
    finish: Finish
    id: str | None = None
    model: str | None = None
    """The model that was served, in the provider's words."""
    usage: Usage | None = None
    error: ProviderError | None = None
    """Set when the provider answered with an error, or broke off with one; ``parts`` holds what came before."""
    alternatives: tuple[Candidate, ...] = ()
    provider_data: dict[str, Json] = {}
    """What must go back with the assistant's message, beyond what its parts hold."""
    carried: Carried | None = None

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls among the parts, complete or not, in order."""
        return tuple(part for part in self.parts if isinstance(part, ToolCall))
