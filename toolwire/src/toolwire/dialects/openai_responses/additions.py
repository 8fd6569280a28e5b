"""Items of the type ``additional_tools``. Each item adds tools, which the model may call after this item."""

from typing import Final

from toolwire.dialects.fields import Fields, with_rest
from toolwire.dialects.openai_responses import tools
from toolwire.model import AddedTool, Carried, Json, Message, Part

KIND: Final = "additional_tools"
_ROLE: Final = "developer"
"""The only role that the provider accepts (openai 3.54.0, AdditionalTools.role)."""


def is_addition(fields: Fields) -> bool:
    """Return whether an item adds tools."""
    entries = fields.peek("tools")
    listed = isinstance(entries, list) and bool(entries) and all(isinstance(entry, dict) for entry in entries)
    return fields.peek("type") == KIND and fields.peek("role") == _ROLE and listed


def read(fields: Fields) -> Message:
    """Return the message for an item that adds tools."""
    fields.text("type")
    fields.text("role")
    entries = enumerate(fields.items("tools"))
    parts = tuple(AddedTool(tool=tools.read(entry, f"{fields.where}/tools/{n}")) for n, entry in entries)
    return Message(role="system", parts=parts, carried=fields.carried())


def write(parts: tuple[Part, ...], carried: Carried | None) -> Json:
    """Return the item that adds the tools in ``parts``."""
    offered = [tools.write(part.tool) for part in parts if isinstance(part, AddedTool)]
    return with_rest({"type": KIND, "role": _ROLE, "tools": offered}, carried)
