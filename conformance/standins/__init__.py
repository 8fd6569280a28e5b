"""Stand-ins: imitation providers that play a script, written from the vendors' documentation and from recordings.

One module a dialect, each a pure function from a request and a scripted turn to an answer. They import only
the model and the wire, so they are independent of the normalizer.
"""

from importlib import import_module
from typing import Any

from conformance.standins.script import (
    Answer,
    Block,
    Chunk,
    Ids,
    StandIn,
    Thought,
    Turn,
    TurnCall,
    TurnSearch,
    TurnText,
    Unplayable,
)

__all__ = [
    "Answer",
    "Block",
    "Chunk",
    "Ids",
    "StandIn",
    "Thought",
    "Turn",
    "TurnCall",
    "TurnSearch",
    "TurnText",
    "Unplayable",
    "stand_in",
]  # fmt: skip


def stand_in(dialect: str) -> StandIn:
    """Return the stand-in for a dialect."""
    module: Any = import_module(f"conformance.standins.{dialect}")
    return module  # type: ignore[no-any-return]
