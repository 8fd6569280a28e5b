"""Message content: a string, or an array of typed blocks."""

from typing import Final

from toolwire.dialects.anthropic_messages import additions, calls, results, sources
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, with_rest
from toolwire.model import (
    AddedTool,
    File,
    Image,
    Json,
    Part,
    ProviderPart,
    Reasoning,
    ResultPart,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
)

PROVIDER_KINDS: Final = frozenset({
    "advisor_tool_result", "bash_code_execution_tool_result", "browser_state", "code_execution_tool_result",
    "compaction", "container_upload", "document", "fallback", "image", "mcp_tool_listing", "mcp_tool_result",
    "mcp_tool_use", "search_result", "server_tool_use", "text_editor_code_execution_tool_result", "tool_addition",
    "tool_reference", "tool_removal", "tool_search_tool_result", "web_fetch_tool_result", "web_search_tool_result",
})  # fmt: skip
"""The types of blocks that are known but have no canonical form.

An image or a document is such a block only if its source has no canonical form.
"""


def read(fields: Fields, key: str = "content") -> tuple[Part, ...]:
    """Return the parts under ``key``.

    For an empty string, an empty array and null, return no parts; the key then stays unread and is kept in ``carried``.
    Raises ``ShapeError`` for a malformed value.
    """
    _check(fields, key)
    text = fields.filled(key)
    if text is not None:
        return (Text(text=text),)
    return tuple(_read_block(item, f"{fields.where}/{key}/{n}") for n, item in enumerate(fields.items(key)))


def _read_result(fields: Fields) -> ToolResult:
    _check(fields, "content")
    text = fields.filled("content")
    parts: tuple[ResultPart, ...] = (Text(text=text),) if text is not None else ()
    items = enumerate(fields.items("content"))
    return results.read(fields, parts + tuple(_read_shown(item, f"{fields.where}/content/{n}") for n, item in items))


def _check(fields: Fields, key: str) -> None:
    value = fields.peek(key)
    if value is not None and not isinstance(value, str | list):
        raise ShapeError(f"{fields.where}/{key}: expected a string or an array, got {kind(value)}")


def _read_block(value: Json, where: str) -> Part:
    """Return the part for a block of a message. Raises ``ShapeError`` for a malformed value."""
    if isinstance(value, dict) and value.get("type") == "tool_result":
        return _read_result(Fields(value, where))
    if isinstance(value, dict) and value.get("type") in ("image", "document"):
        return _read_shown(value, where)
    return additions.read(value, where) or read_answer_block(value, where)


def _read_shown(value: Json, where: str) -> ResultPart:
    """Return the part for a block with a text, an image or a document. For any other block, return what ``opaque``
    returns. Raises ``ShapeError`` for a malformed value.
    """
    part: ResultPart | None = None
    match value:
        case {"type": "text", "text": str()}:
            part = _read_text(Fields(value, where))
        case {"type": "image"}:
            part = sources.read_image(Fields(value, where))
        case {"type": "document"}:
            part = sources.read_document(Fields(value, where))
    return part or opaque(value, where)


def read_answer_block(value: Json, where: str) -> Text | Reasoning | ToolCall | ProviderPart | Unknown:
    """Return the part for a block with a text, reasoning or a call. For any other block, return what ``opaque``
    returns. Raises ``ShapeError`` for a malformed value.
    """
    match value:
        case {"type": "text", "text": str()}:
            return _read_text(Fields(value, where))
        case {"type": "thinking", "thinking": str()}:
            return _read_reasoning(Fields(value, where), "signature")
        case {"type": "redacted_thinking", "data": str()}:
            return _read_reasoning(Fields(value, where), "data")
        case {"type": "tool_use", "name": str()}:
            return calls.read(Fields(value, where))
    return opaque(value, where)


def _read_text(fields: Fields) -> Text:
    fields.text("type")
    citations = fields.items("citations")
    return Text(
        text=fields.text("text") or "",
        provider_data={"citations": citations} if citations else {},
        carried=fields.carried(),
    )


def _read_reasoning(fields: Fields, key: str) -> Reasoning:
    """Return the reasoning of a block: ``thinking`` with its signature, or opaque data in ``redacted_thinking``.
    ``key`` is the key of the signature or of the data.
    """
    fields.text("type")
    opaque = fields.text(key)
    return Reasoning(
        text=fields.text("thinking") or "" if key == "signature" else "",
        provider_data={key: opaque} if opaque is not None else {},
        carried=fields.carried(),
    )


def opaque(value: Json, where: str) -> ProviderPart | Unknown:
    """Return a block unchanged, in a ``ProviderPart`` if its type is in ``PROVIDER_KINDS``, and in an ``Unknown``
    otherwise.

    Raises ``ShapeError`` for a value that is neither an object nor a string.
    """
    if isinstance(value, str):
        return Unknown(kind="string", value=value)
    if not isinstance(value, dict):
        raise ShapeError(f"{where}: expected a block, got {kind(value)}")
    name = value.get("type")
    if isinstance(name, str) and name in PROVIDER_KINDS:
        return ProviderPart(kind=name, value=value)
    return Unknown(kind=str(name), value=value)


def write(parts: tuple[Part, ...]) -> Json:
    """Return the content for parts. A single text becomes a string. If it has citations or was read from an array, it
    becomes an array with this text.

    Empty texts that were not read from the wire are left out, because the API refuses blocks with empty text. Raises
    ``Inexpressible``.
    """
    nonempty = tuple(part for part in parts if not is_empty_text(part))
    match nonempty:
        case ():
            return ""
        case (Text(carried=None) as part,) if "citations" not in part.provider_data:
            return part.text
    return [write_block(part) for part in nonempty]


def is_empty_text(part: Part) -> bool:
    """Return whether a part is an empty text that was not read from the wire."""
    return isinstance(part, Text) and part.carried is None and not part.text


def write_block(part: Part) -> Json:
    """Return the block for a part. Raises ``Inexpressible``."""
    match part:
        case Text():
            return _write_text(part)
        case Reasoning():
            return _write_reasoning(part)
        case ToolCall():
            return calls.write(part)
        case AddedTool():
            return additions.write(part)
        case ToolResult():
            return results.write(part, write(part.parts) if part.parts else None)
        case Image():
            return sources.write_image(part)
        case File():
            return sources.write_document(part)
        case ProviderPart() if part.kind in PROVIDER_KINDS:
            return part.value
        case Unknown():
            return part.value
    raise Inexpressible(f"anthropic_messages has no content block for this part: {type(part).__name__.lower()}")


def _write_text(part: Text) -> Json:
    out: dict[str, Json] = {"type": "text", "text": part.text}
    if "citations" in part.provider_data:
        out["citations"] = part.provider_data["citations"]
    return with_rest(out, part.carried)


def _write_reasoning(part: Reasoning) -> Json:
    data = part.provider_data
    if "data" in data and not part.text:
        return with_rest({"type": "redacted_thinking", "data": data["data"]}, part.carried)
    out: dict[str, Json] = {"type": "thinking", "thinking": part.text}
    if "signature" in data:
        out["signature"] = data["signature"]
    return with_rest(out, part.carried)
