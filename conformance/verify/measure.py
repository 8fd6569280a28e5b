"""Measures: properties of exchanges that are counted.

A measure is yes or no for each exchange that it applies to.
"""

from typing import Final, Literal, TypeAlias

import msgspec

Base: TypeAlias = Literal["exchanges", "answers", "calls", "labels"]
"""The exchanges that a measure applies to. ``exchanges``: all. ``answers``: exchanges with a readable answer that is
not an error. ``calls``: answers with a call. ``labels``: answers to cases with a label, which states whether a call is
expected."""


class Measure(msgspec.Struct, frozen=True):
    """A property of exchanges that is counted. An exchange either has the property or does not have it."""

    name: str
    title: str
    base: Base


CALLED: Final = Measure("called", "calls a tool", "answers")
FAULTY: Final = Measure("wire-fault", "breaks a rule of the wire format", "exchanges")
MEASURES: Final = (
    CALLED,
    Measure("off-label", "makes a call if the case expects none, or the reverse", "labels"),
    Measure("failed", "server error or incomplete answer at the first try", "exchanges"),
    Measure("rejected", "the request is rejected", "exchanges"),
    FAULTY,
    Measure("leaked-call", "a call is written in the text", "answers"),
    Measure("finish-mismatch", "the finish reason does not fit the calls", "answers"),
    Measure("reasoning-only", "reasoning without text and calls", "answers"),
    Measure("empty", "empty answer", "answers"),
    Measure("refused", "refused or filtered", "answers"),
    Measure("cut", "cut by the token limit", "answers"),
    Measure("unknown-name", "calls a tool that was not offered", "calls"),
    Measure("invalid-json", "arguments that are not JSON", "calls"),
    Measure("schema-mismatch", "arguments that break the tool's schema", "calls"),
)
"""All measures, in the order in which reports show them."""
NAMES: Final = tuple(measure.name for measure in MEASURES)
BASES: Final[tuple[Base, ...]] = ("exchanges", "answers", "calls", "labels")


def title(name: str) -> str:
    """Return the title of a measure or a comparison."""
    titles = {
        "agreement": "calls a tool in the same cases as the reference",
        "stream-plain": "calls a tool more often, or less often, in streams than in plain answers",
        **{measure.name: measure.title for measure in MEASURES},
    }
    return titles[name]
