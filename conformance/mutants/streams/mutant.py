"""What a mutant is: a transform of streams, the bug it stands for, and what a right reading makes of it."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from conformance.mutants.streams.stream import Stream
from toolwire.json_value import Json

MUTANT: Final = "mutant-"
"""The check of what was mutated is called this, and the mutant's id."""
End = Literal["interrupted", "error", "malformed", "length"]
Make = Callable[[Stream], Iterator[bytes]]
"""What a transform makes of a stream: one body or several, and none where there is nothing to transform."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a right reading of the mutated stream shows, beside that of the stream as it was.

    Compared are the calls (id, name, arguments as a value, whether they are complete), the text of all kinds, and why
    the answer ended; not the provider's word for that, counts, opaque data, and parts of a kind that nobody knows.
    """

    end: End | None = None
    """Why it ended, where that differs. What was read before is kept; no call is complete but those that are whole."""
    calls: dict[str, Json] | None = msgspec.field(default_factory=dict)
    """What every call shows instead: ``id``, ``name``, ``form`` and ``value`` of arguments, and ``keys``
    that are repeated in them; None: there are no calls."""

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
    """What the stream does."""
    bug: str
    """The public bug that it stands for, or what else says that it happens."""
    verdicts: dict[str, Verdict]
    """What is right, by dialect: it applies to these."""
    make: Make
    drops: bool = False
    """Whether the connection is lost behind what comes: its bytes do not say that."""
    since: str = "2026-11-22"
    """The edition with which it came."""


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
    """One verdict for some dialects, and others for others."""
    return dict.fromkeys(dialects, verdict) | others
