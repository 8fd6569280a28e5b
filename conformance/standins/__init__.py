"""Stand-ins: imitation providers that play a script.

They are written from vendors' documentation and from recordings. Each dialect has a module. The module's function
``answer`` gets a request, a scripted turn and a source of ids, and returns an answer. From ``toolwire``, the modules
import only ``model``, ``wire`` and ``json_value``. Therefore the stand-ins are independent of the normalizer.
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
