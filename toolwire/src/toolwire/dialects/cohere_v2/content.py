"""Message content: a string, or an array of parts.

The parts are text, thinking or images, and in results also documents.
"""

from typing import Final

from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, below, constant, kind, with_rest
from toolwire.dialects.openai_chat import content as chat
from toolwire.model import Image, Json, Part, Reasoning, Text, Unknown
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

THINKING: Final[dict[str, Json]] = {"type": "thinking"}
"""The provider data of reasoning that was read from ``content``.

Reasoning from ``tool_plan`` does not have this data.
"""


def read(fields: Fields) -> tuple[Part, ...]:
    """Return the parts of ``content``.

    For an empty string, an empty array and null, return no parts; ``content`` then stays unread and is kept in
    ``carried``. Raises ``ShapeError`` for a malformed value.
    """
    if not isinstance(fields.peek("content"), str | list | None):
        raise ShapeError(f"{fields.where}/content: expected text or an array, got {kind(fields.peek('content'))}")
    text = fields.filled("content")
    if text is not None:
        fields.note("content", "text")
        return (Text(text=text),)
    return tuple(_read_part(item, f"{fields.where}/content/{n}") for n, item in enumerate(fields.items("content")))


def _read_part(value: Json, where: str) -> Part:
    match value:
        case {"type": "thinking", "thinking": str()}:
            fields = Fields(value, where)
            fields.constant("type", "thinking")
            return Reasoning(text=fields.text("thinking") or "", provider_data=THINKING, carried=fields.carried())
        case {"type": "document", "document": {"data": dict() | str()}}:
            return _read_document(value, where)
        case {"type": "text" | "image_url"}:
            return chat.read_part(value, where)
        case {"type": other}:
            return Unknown(kind=str(other), value=value)
    return Unknown(kind=kind(value), value=value)


def _read_document(value: Json, where: str) -> Text:
    """Return a document of a result as text. The document's ``data`` is an object, or the JSON text of an object."""
    fields = Fields(value, where)
    fields.text("type")
    document = fields.child("document")
    assert document is not None
    text = document.text("data")
    document.note("data", "object" if text is None else "text")
    if text is None:
        text = exact_json.dumps(document.mapping("data"))
    return Text(text=text, carried=fields.carried())


def write(parts: tuple[Part, ...], role: str, *, as_text: bool = True) -> Json:
    """Return the content for the parts of a message with ``role``.

    If ``as_text`` is true, a single text becomes a string. If the text was read from an array, it becomes an array
    again. Raises ``Inexpressible``.
    """
    match parts:
        case (Text(carried=None, text=text),) if as_text:
            return text
    return [write_part(part, role) for part in parts]


def write_part(part: Part, role: str) -> Json:
    """Return the entry of ``content`` for a part of a message with ``role``. Raises ``Inexpressible``."""
    match part:
        case Reasoning():
            out: dict[str, Json] = {}
            constant(out, part.carried, "type", "thinking")
            return with_rest(out | {"thinking": part.text}, part.carried)
        case Text():
            return _write_document(part) or chat.write_part(part)
        case Image() if (part.url or part.data) and (role == "user" or part.carried is not None):
            return chat.write_part(part)
        case Unknown():
            return part.value
    raise Inexpressible(
        f"cohere_v2 cannot express this part of a message with the role {role}: {type(part).__name__.lower()}"
    )


def _write_document(part: Text) -> Json:
    """Return the document for a text that was read from a document; None for any other text.

    If the document was an object, but the text has changed and is no longer the JSON of an object, return a text entry
    instead.
    """
    inner = below(part.carried, "document")
    form = inner.spelling.get("data") if inner else None
    if form is None:
        return None
    data: Json = part.text
    if form == "object":
        try:
            data = exact_json.loads(part.text)
        except JsonError:
            return {"type": "text", "text": part.text}
        if not isinstance(data, dict):
            return {"type": "text", "text": part.text}
    return with_rest({"type": "document", "document": {"data": data}}, part.carried)
