"""Results: ``{toolResult: {toolUseId, content: [{text} | {json} | {image} ...], status}}``."""

from typing import Final

from toolwire.dialects.bedrock_converse import media
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, spelling, with_rest
from toolwire.model import (
    Audio,
    File,
    Image,
    Json,
    ProviderPart,
    ResultPart,
    Text,
    ToolResult,
    Unknown,
    Video,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

KEY: Final = "toolResult"
_FAILED: Final[dict[Json, bool]] = {"success": False, "error": True}
_SEARCH: Final = "searchResult"


def read(fields: Fields) -> ToolResult:
    """Return the result in a block with ``toolResult``. Raises ``ShapeError`` for a malformed value."""
    inner = fields.child(KEY)
    assert inner is not None
    if not isinstance(inner.peek("content"), list | None):
        raise ShapeError(f"{inner.where}/content: expected an array, got {kind(inner.peek('content'))}")
    status = inner.peek("status")
    return ToolResult(
        call_id=inner.text("toolUseId"),
        parts=tuple(_read_part(item, f"{inner.where}/content/{n}") for n, item in enumerate(inner.items("content"))),
        is_error=_FAILED[inner.text("status")] if isinstance(status, str) and status in _FAILED else None,
        carried=fields.carried(),
    )


def _read_part(value: Json, where: str) -> ResultPart:
    """Return a part of a result. A JSON value becomes a text with this JSON. Raises ``ShapeError`` for a malformed
    value.
    """
    match value:
        case {"text": str()}:
            fields = Fields(value, where)
            return Text(text=fields.text("text") or "", carried=fields.carried())
        case {"json": document} if document is not None:
            fields = Fields(value, where)
            fields.note("text", "json")
            return Text(text=exact_json.dumps(fields.value("json")), carried=fields.carried())
    if not isinstance(value, dict):
        raise ShapeError(f"{where}: expected an object, got {kind(value)}")
    for key in media.KINDS:
        if key in value:
            return media.read(value, key, where) or ProviderPart(kind=key, value=value)
    if _SEARCH in value:
        return ProviderPart(kind=_SEARCH, value=value)
    return Unknown(kind=next(iter(value), ""), value=value)


def write(result: ToolResult) -> dict[str, Json]:
    """Return the block for a result.

    Empty texts that were not read from the wire are left out, because the API refuses blank texts. Raises
    ``Inexpressible``.
    """
    out: dict[str, Json] = {}
    if result.call_id is not None:
        out["toolUseId"] = result.call_id
    elif result.carried is None:
        raise Inexpressible("bedrock_converse needs a call id in each result: expected an id, got none")
    parts = [part for part in result.parts if not (isinstance(part, Text) and not part.text and part.carried is None)]
    if parts or result.carried is None:
        out["content"] = [_write_part(part) for part in parts]
    if result.is_error and not parts and result.carried is None:
        raise Inexpressible("bedrock_converse needs content in the result of a failed tool, got none")
    if result.is_error is not None:
        out["status"] = "error" if result.is_error else "success"
    return with_rest({KEY: out}, result.carried)


def _write_part(part: ResultPart) -> Json:
    match part:
        case Text():
            return with_rest(_write_text(part), part.carried)
        case Image() | Audio() | Video() | File():
            return media.write(part)
        case ProviderPart() if part.kind in (_SEARCH, *media.KINDS):
            return part.value
        case Unknown():
            return part.value
    raise Inexpressible(f"bedrock_converse cannot express this part of a result: {part.kind!r}")


def _write_text(part: Text) -> dict[str, Json]:
    if spelling(part.carried, "text") == "json":
        try:
            return {"json": exact_json.loads(part.text)}
        except JsonError:
            pass
    return {"text": part.text}
