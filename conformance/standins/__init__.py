"""Stand-ins: imitation providers that play a script.

They are written from vendors' documentation and from recordings. Each dialect has a module. The module's function
``answer`` is pure: it gets a request and a scripted turn, and returns an answer. From ``toolwire``, the modules import
only ``model`` and ``wire``. Therefore they are independent of the normalizer.
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
    TurnApprovalRequest,
    TurnCall,
    TurnCompaction,
    TurnMcpCall,
    TurnProgram,
    TurnProgramOutput,
    TurnSearch,
    TurnText,
    TurnToolSearch,
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
    "TurnApprovalRequest",
    "TurnCall",
    "TurnCompaction",
    "TurnMcpCall",
    "TurnProgram",
    "TurnProgramOutput",
    "TurnSearch",
    "TurnText",
    "TurnToolSearch",
    "Unplayable",
    "stand_in",
]  # fmt: skip


def stand_in(dialect: str) -> StandIn:
    """Return the stand-in for a dialect."""
    module: Any = import_module(f"conformance.standins.{dialect}")
    return module  # type: ignore[no-any-return]
