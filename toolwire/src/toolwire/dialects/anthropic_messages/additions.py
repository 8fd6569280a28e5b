"""Blocks of the type ``tool_addition``. Each block adds a tool, which the model may call after this block."""

from typing import Final

from toolwire.dialects.anthropic_messages import tools
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import AddedTool, Json

_KIND: Final = "tool_addition"
_BY_VALUE: Final = "tool_definition"
BETA: Final = "inline-tools-2026-09-15"
"""The beta feature that a request with a block of this type needs (anthropic 2.12.0,
BetaRequestToolAdditionBlockParam).
"""


def read(value: Json, where: str) -> AddedTool | None:
    """Return the part for a block that adds a tool by its definition.

    Return None for any other block, also for a block that only names a tool of the list ``tools``.
    """
    match value:
        case {"type": str(kind), "tool": {"type": str(how), "definition": {**definition}, **others}} if (
            kind == _KIND and how == _BY_VALUE and not others
        ):
            fields = Fields(value, where)
            fields.text("type")
            fields.value("tool")
            return AddedTool(tool=tools.read(definition, f"{where}/tool/definition"), carried=fields.carried())
    return None


def write(part: AddedTool) -> Json:
    """Return the block that adds a tool. Raises ``Inexpressible``."""
    out: dict[str, Json] = {"type": _KIND, "tool": {"type": _BY_VALUE, "definition": tools.write(part.tool)}}
    return with_rest(out, part.carried)
