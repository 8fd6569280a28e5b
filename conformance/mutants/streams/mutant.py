"""A mutant: a transform of streams, the bug that it represents, and the right reading."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from conformance.mutants.streams.stream import Stream
from toolwire.json_value import Json

USUAL: Final = "2026-11-26"
"""The edition that made some mutants usual."""
MUTANT: Final = "mutant-"
"""The prefix of a mutant's check, followed by its id."""
End = Literal["interrupted", "error", "malformed", "length"]
Make = Callable[[Stream], Iterator[bytes]]
"""A transform of a stream into one or more bodies, or none if it does not apply."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The right reading of a mutated stream, as differences from that of the original stream.

    Compared are the calls (id, name, arguments as a value, completeness), all text, and the canonical finish reason;
    not the provider's finish reason, counts, opaque data, and parts of unknown kinds.
    """

    end: End | None = None
    """The end, if it differs. Earlier content is kept; only calls that are whole are complete."""
    calls: dict[str, Json] | None = msgspec.field(default_factory=dict)
    """The differences of every call: ``id``, ``name``, ``form`` and ``value`` of arguments, and ``keys`` that are
    repeated in them; None if there are no calls."""

    def __str__(self) -> str:
        if self.end == "length":
            return "ends with `length`; the last call is not complete"
        if self.end:
            return f"ends with `{self.end}` and keeps what came before"
        if self.calls is None:
            return "no calls"
        shown = ", ".join(_SHOWN.get((key, str(value)), f"{key} `{value}`") for key, value in self.calls.items())
        return f"the same, but of every call: {shown}" if shown else "the same"


_SHOWN: Final = {
    ("id", "None"): "no id",
    ("id", "first"): "the id of the first",
    ("name", ""): "an empty name",
    ("value", "{}"): "no arguments",
    ("form", "not_object"): "arguments that are no object",
    ("form", "invalid"): "arguments that are no JSON",
    ("value", "None"): "nothing to run it with",
    ("keys", "repeated"): "both values of the key",
}
SAME: Final = Verdict()


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A transform of the streams of some dialects."""

    id: str
    statement: str
    """A description of the mutated stream."""
    bug: str
    """The public bug that it represents, or other evidence that it happens."""
    verdicts: dict[str, Verdict]
    """The right readings, by the dialects that it applies to."""
    make: Make
    drops: bool = False
    """True if the connection is lost after the body, which its bytes cannot show."""
    legal: tuple[str, ...] = ()
    """The dialects in which every reader has to take it: the standard of the framing allows it, and the vendor's own
    SDK reads it."""
    usual: bool = False
    """True if every gate judges it, though it is not legal."""
    since: str = "2026-11-22"
    """The edition that introduced it, or that made it legal or usual."""

    @property
    def check(self) -> str:
        """The name of its check."""
        return f"{MUTANT}{self.id}"


CHAT: Final = ("openai_chat", "mistral_chat")
TYPED: Final = ("openai_responses", "anthropic_messages", "cohere_v2")
"""Dialects whose events name their type."""
FRAGMENTED: Final = ("openai_chat", "openai_responses", "anthropic_messages", "bedrock_converse", "cohere_v2")
"""Dialects that send calls in fragments."""
BLOCKS: Final = ("anthropic_messages", "bedrock_converse")
EVENTS: Final = (*CHAT, *TYPED, "gemini_generate")
"""Dialects in server-sent events."""
ALL: Final = (*EVENTS, "ollama_chat", "bedrock_converse")


def verdicts(verdict: Verdict, dialects: tuple[str, ...], /, **others: Verdict) -> dict[str, Verdict]:
    """Return one verdict for some dialects, and other verdicts by dialect."""
    return dict.fromkeys(dialects, verdict) | others
