"""Message content: an array of blocks. Each block is an object whose only key names its kind."""

from typing import Final

from toolwire.dialects.bedrock_converse import calls, media, results
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, with_rest
from toolwire.model import (
    Audio,
    File,
    Image,
    Json,
    Part,
    ProviderPart,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
    Video,
)

CITED: Final = "citationsContent"
SIGNED: Final = "reasoningText"
REDACTED: Final = "redactedContent"
PROVIDER_KINDS: Final = frozenset(
    {"guardContent", "cachePoint", CITED, "searchResult", "toolAddition", "toolRemoval", calls.KEY, results.KEY}
    | media.KINDS.keys()
)
"""The kinds of blocks that become a ``ProviderPart`` if they have no canonical form. Examples are the calls and results
of server tools.

Media and cited text become a ``ProviderPart`` only in a few unusual cases: a medium from a source of unknown kind, and
cited text without pieces or with a piece that is not plain text.
"""


def read(fields: Fields, key: str = "content") -> tuple[Part, ...]:
    """Return the parts under ``key``.

    For an empty array and null, return no parts; the key then stays unread and is kept in ``carried``. Raises
    ``ShapeError`` for a malformed value.
    """
    value = fields.peek(key)
    if value is not None and not isinstance(value, list):
        raise ShapeError(f"{fields.where}/{key}: expected an array, got {kind(value)}")
    return tuple(read_block(item, f"{fields.where}/{key}/{n}") for n, item in enumerate(fields.items(key)))


def read_message(fields: Fields) -> tuple[Part, ...]:
    """Return the parts of a user's message. Blocks with ``toolResult`` become results of the client's tools. Raises
    ``ShapeError`` for a malformed value.
    """
    return tuple(
        results.read(Fields(part.value, f"{fields.where}/content/{n}"))
        if isinstance(part, ProviderPart) and part.kind == results.KEY and isinstance(part.value[results.KEY], dict)
        else part
        for n, part in enumerate(read(fields))
    )


def read_block(value: Json, where: str) -> Part:
    """Return the part for a block of an answer. Raises ``ShapeError`` for a value that is not an object.

    A block with ``toolResult`` becomes a ``ProviderPart``, because results in answers come from server tools.
    """
    match value:
        case {"text": str()}:
            fields = Fields(value, where)
            return Text(text=fields.text("text") or "", carried=fields.carried())
        case {"toolUse": call} if calls.is_client_call(call):
            return calls.read(Fields(value, where))
        case {"reasoningContent": {"reasoningText": {"text": str()}} | {"redactedContent": str()}}:
            return _read_reasoning(Fields(value, where))
        case {"citationsContent": {"content": list(pieces)}} if pieces and all(map(_is_piece, pieces)):
            return _read_cited(Fields(value, where))
    if not isinstance(value, dict):
        raise ShapeError(f"{where}: expected an object, got {kind(value)}")
    for key in media.KINDS:
        medium = media.read(value, key, where) if key in value else None
        if medium is not None:
            return medium
    return opaque(value)


def _read_reasoning(fields: Fields) -> Reasoning:
    """Return the reasoning of a block: ``reasoningText`` with its signature, or opaque data in ``redactedContent``."""
    inner = fields.child("reasoningContent")
    assert inner is not None
    shown = inner.child(SIGNED)
    if shown is None:
        return Reasoning(provider_data={REDACTED: inner.text(REDACTED)}, carried=fields.carried())
    signature = shown.text("signature")
    return Reasoning(
        text=shown.text("text") or "",
        provider_data={SIGNED: {"signature": signature}} if signature is not None else {},
        carried=fields.carried(),
    )


def _read_cited(fields: Fields) -> Text:
    inner = fields.child(CITED)
    assert inner is not None
    pieces = inner.items("content")
    citations = inner.items("citations")
    data: dict[str, Json] = {"citations": citations} if citations else {}
    if len(pieces) > 1:
        data["content"] = pieces
    return Text(text=_joined(pieces), provider_data={CITED: data}, carried=fields.carried())


def _is_piece(value: Json) -> bool:
    return isinstance(value, dict) and value.keys() == {"text"} and isinstance(value["text"], str)


def _joined(pieces: list[Json]) -> str:
    return "".join(piece["text"] for piece in pieces)


def opaque(value: dict[str, Json]) -> ProviderPart | Unknown:
    """Return the part that keeps a block without a canonical form unchanged: a ``ProviderPart`` if the block's kind is
    in ``PROVIDER_KINDS``, or else an ``Unknown``. A malformed call becomes an ``Unknown``, too.
    """
    for key, inner in value.items():
        is_call = key == calls.KEY and not (isinstance(inner, dict) and isinstance(inner.get("type"), str))
        if key in PROVIDER_KINDS and not is_call:
            return ProviderPart(kind=key, value=value)
    return Unknown(kind=next(iter(value), ""), value=value)


def is_blank_text(part: Part) -> bool:
    """Return whether a part is a blank text that was not read from the wire. The API refuses blank texts."""
    return isinstance(part, Text) and part.carried is None and not part.text.strip()


def write(parts: tuple[Part, ...]) -> list[Json]:
    """Return the blocks for parts, without blank texts that were not read from the wire. Raises ``Inexpressible``."""
    return [write_block(part) for part in parts if not is_blank_text(part)]


def write_block(part: Part) -> dict[str, Json]:
    """Return the block for a part. Raises ``Inexpressible``."""
    match part:
        case Text():
            return _write_text(part)
        case Reasoning():
            return _write_reasoning(part)
        case ToolCall():
            return calls.write(part)
        case ToolResult():
            return results.write(part)
        case Image() | Audio() | Video() | File():
            return media.write(part)
        case ProviderPart() if part.kind in PROVIDER_KINDS and part.kind in part.value:
            return dict(part.value)
        case Unknown(value=dict()):
            return dict(part.value)
    raise Inexpressible(f"bedrock_converse has no content block for this part: {type(part).__name__.lower()}")


def _write_text(part: Text) -> dict[str, Json]:
    if CITED not in part.provider_data:
        return with_rest({"text": part.text}, part.carried)
    cited = dict(part.provider_data[CITED])
    if _joined(cited.get("content", [])) != part.text:
        cited["content"] = [{"text": part.text}]
    return with_rest({CITED: cited}, part.carried)


def _write_reasoning(part: Reasoning) -> dict[str, Json]:
    if REDACTED in part.provider_data and not part.text:
        inner: dict[str, Json] = {REDACTED: part.provider_data[REDACTED]}
    else:
        inner = {SIGNED: {"text": part.text} | part.provider_data.get(SIGNED, {})}
    return with_rest({"reasoningContent": inner}, part.carried)
