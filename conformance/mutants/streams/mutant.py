"""A mutant: a transform of streams or plain answers, with the bug that it imitates and the right reading."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from conformance.mutants.streams.stream import Stream
from toolwire.json_value import Json

USUAL: Final = "2026-11-26"
"""The first edition of the suite with mutants that every run of ``conformance gate`` judges. An edition is a date."""
MUTANT: Final = "mutant-"
"""The beginning of the name of a mutant's check. The mutant's id follows."""
End = Literal["interrupted", "error", "malformed", "length"]
Make = Callable[[Stream], Iterator[bytes]]
"""A function that makes the bodies of mutated streams from a stream. It yields nothing if it does not apply to the
stream.
"""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The right reading of a mutated answer, as differences from the right reading of the original answer.

    Of two readings, these parts are compared: the calls (id, name, value of the arguments, completeness), all text, and
    the canonical finish reason. These parts are not compared: the provider's finish reason, counts, opaque data and
    parts of unknown kinds.
    """

    end: End | None = None
    """The end of the mutated answer. None if the end stays the same. The content before the end is kept. A call that
    the end cuts is not complete.
    """
    calls: dict[str, Json] | None = msgspec.field(default_factory=dict)
    """The fields that change in every call, with their right values. None if the right reading has no calls.

    ``form`` and ``value`` are fields of the arguments. ``keys`` represents keys that occur twice in the arguments. The
    other fields are ``id`` and ``name``.
    """

    def __str__(self) -> str:
        if self.end == "length":
            return "ends with `length`; the last call is not complete"
        if self.end:
            return f"ends with `{self.end}`, and keeps the earlier parts"
        if self.calls is None:
            return "no calls"
        shown = ", ".join(_SHOWN.get((key, str(value)), f"{key} `{value}`") for key, value in self.calls.items())
        return f"the same, but every call has {shown}" if shown else "the same"


_SHOWN: Final = {
    ("id", "None"): "no id",
    ("id", "first"): "the id of the first call",
    ("name", ""): "an empty name",
    ("value", "{}"): "no arguments",
    ("form", "not_object"): "arguments that are not an object",
    ("form", "invalid"): "arguments that are not JSON",
    ("value", "None"): "no value to run it with",
    ("keys", "repeated"): "both values of the key",
}
SAME: Final = Verdict()


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A transform that makes faulty or unusual answers from recorded streams or plain answers of some dialects. The
    right reading is stated for each dialect.
    """

    id: str
    statement: str
    """A description of the mutated answer."""
    bug: str
    """The public bug that the mutant imitates, or other evidence that servers send such answers."""
    verdicts: dict[str, Verdict]
    """The right reading by dialect. The mutant applies only to these dialects."""
    make: Make
    drops: bool = False
    """True if the connection is lost after the body. The bytes of the body do not show this."""
    legal: tuple[str, ...] = ()
    """The dialects in which every reader must read the mutant: the standard of the framing allows it, and the vendor's
    own SDK reads it.
    """
    usual: bool = False
    """True if every run of ``conformance gate`` judges the mutant, although the mutant is not legal."""
    since: str = "2026-11-22"
    """The suite's edition that added the mutant, or made it legal or usual. An edition is a date."""

    @property
    def check(self) -> str:
        """The name of the mutant's check."""
        return f"{MUTANT}{self.id}"


CHAT: Final = ("openai_chat", "mistral_chat")
TYPED: Final = ("openai_responses", "anthropic_messages", "cohere_v2", "gemini_interactions")
"""Dialects whose events state their type."""
FRAGMENTED: Final = (
    "openai_chat", "openai_responses", "anthropic_messages", "bedrock_converse", "cohere_v2", "gemini_interactions",
)  # fmt: skip
"""Dialects that send calls in fragments."""
BLOCKS: Final = ("anthropic_messages", "bedrock_converse", "gemini_interactions")
"""Dialects whose events state the index of a block or step."""
EVENTS: Final = (*CHAT, *TYPED, "gemini_generate")
"""Dialects whose streams are server-sent events."""
ALL: Final = (*EVENTS, "ollama_chat", "bedrock_converse")


def verdicts(verdict: Verdict, dialects: tuple[str, ...], /, **others: Verdict) -> dict[str, Verdict]:
    """Return the right readings by dialect: ``verdict`` for each of ``dialects``, and the readings in ``others``."""
    return dict.fromkeys(dialects, verdict) | others
