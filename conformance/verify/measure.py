"""Measures: what is counted of each exchange. Each is a yes or no, of the exchanges that it applies to."""

from typing import Final, Literal, TypeAlias

import msgspec

Base: TypeAlias = Literal["exchanges", "answers", "calls", "labels"]
"""The exchanges that a measure applies to: all; those with an answer that is no error; those with a call; those of
cases with a label."""


class Measure(msgspec.Struct, frozen=True):
    """A yes or no about an exchange."""

    name: str
    title: str
    base: Base


CALLED: Final = Measure("called", "calls a tool", "answers")
FAULTY: Final = Measure("wire-fault", "breaks a rule of the wire", "exchanges")
MEASURES: Final = (
    CALLED,
    Measure("off-label", "calls against the case's label", "labels"),
    Measure("failed", "server error, or no whole answer, at the first try", "exchanges"),
    Measure("rejected", "the request is rejected", "exchanges"),
    FAULTY,
    Measure("leaked-call", "a call stands in the text", "answers"),
    Measure("finish-mismatch", "the finish reason does not fit the calls", "answers"),
    Measure("reasoning-only", "reasoning, and neither text nor call", "answers"),
    Measure("empty", "nothing at all", "answers"),
    Measure("refused", "refused, or filtered", "answers"),
    Measure("cut", "cut by the token limit", "answers"),
    Measure("unknown-name", "calls a tool that was not offered", "calls"),
    Measure("invalid-json", "arguments that are no JSON", "calls"),
    Measure("schema-mismatch", "arguments against the tool's schema", "calls"),
)
"""In the order of reports."""
NAMES: Final = tuple(measure.name for measure in MEASURES)
BASES: Final[tuple[Base, ...]] = ("exchanges", "answers", "calls", "labels")


def title(name: str) -> str:
    """Return the title of a comparison."""
    titles = {
        "agreement": "calls in the same cases as the reference",
        "stream-plain": "calls more or less often in streams",
        **{measure.name: measure.title for measure in MEASURES},
    }
    return titles[name]
