"""Results: ``{type: tool_result, tool_use_id, content, is_error}``."""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, with_rest
from toolwire.model import Json, ResultPart, ToolResult

_OPAQUE: Final = "toolset_name"


def read(fields: Fields, parts: tuple[ResultPart, ...]) -> ToolResult:
    """Return the result in a block of type ``tool_result``. ``parts`` are the parts that the caller read from the
    block's content.
    """
    fields.text("type")
    return ToolResult(
        call_id=fields.text("tool_use_id"),
        parts=parts,
        is_error=fields.flag("is_error"),
        provider_data={_OPAQUE: fields.value(_OPAQUE)} if fields.peek(_OPAQUE) is not None else {},
        carried=fields.carried(),
    )


def write(result: ToolResult, content: Json) -> dict[str, Json]:
    """Return the block for a result. ``content`` is the wire form of the result's parts. It is None if the result has
    no parts. Raises ``Inexpressible``.
    """
    out: dict[str, Json] = {"type": "tool_result"}
    if result.call_id is not None:
        out["tool_use_id"] = result.call_id
    elif result.carried is None:
        raise Inexpressible("anthropic_messages needs a call id in each result: expected an id, got none")
    if content is not None:
        out["content"] = content
    if result.is_error is not None:
        out["is_error"] = result.is_error
    if _OPAQUE in result.provider_data:
        out[_OPAQUE] = result.provider_data[_OPAQUE]
    return with_rest(out, result.carried)
