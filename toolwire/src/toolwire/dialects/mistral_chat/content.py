"""Message content: a string, or a list of chunks.

Chunks of text, and images that are objects, have the form of OpenAI Chat. Images, documents and audio may also be
plain strings (mistralai 3.7.0, ``ContentChunk``).
"""

from typing import Final

from toolwire.dialects import media
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, constant, with_rest
from toolwire.dialects.mistral_chat import thinking
from toolwire.dialects.openai_chat import content
from toolwire.model import Audio, Carried, File, Image, Json, Part, ProviderPart, Reasoning, Text, Unknown

_PROVIDER_KINDS: Final = ("reference", "resource", "resource_link", "tool_reference")
"""The types of chunks without a canonical form."""


def read(fields: Fields) -> tuple[Part, ...]:
    """Return the parts under ``content``.

    For empty text, an empty list and null, return no parts; ``content`` then stays unread and is kept in ``carried``.
    Raises ``ShapeError`` for a malformed value.
    """
    return content.read(fields, read_part=read_chunk)


def read_chunk(value: Json, where: str) -> Part:
    """Return the part for a chunk. A chunk without a canonical form is kept whole."""
    match value:
        case {"type": "thinking", "thinking": list()}:
            return thinking.read(Fields(value, where))
        case {"type": "image_url", "image_url": str()}:
            return _read_image(Fields(value, where))
        case {"type": "input_audio", "input_audio": str()}:
            fields = Fields(value, where)
            fields.constant("type", "input_audio")
            return Audio(data=fields.text("input_audio"), carried=fields.carried())
        case {"type": "document_url", "document_url": str()}:
            fields = Fields(value, where)
            fields.constant("type", "document_url")
            url, name = fields.text("document_url") or "", fields.text("document_name")
            media_type, data = media.split_data_url(url) or (None, None)
            known = None if data is not None else url
            return File(url=known, name=name, media_type=media_type, data=data, carried=fields.carried())
        case {"type": "file", "file_id": str()}:
            fields = Fields(value, where)
            fields.constant("type", "file")
            return File(file_id=fields.text("file_id"), carried=fields.carried())
        case {"type": str(kind)} if kind in _PROVIDER_KINDS:
            return ProviderPart(kind=kind, value=value)
        case {"type": "text" | "image_url"}:
            return content.read_part(value, where)
    return Unknown(kind=str(value.get("type")) if isinstance(value, dict) else "no chunk", value=value)


def _read_image(fields: Fields) -> Image:
    fields.constant("type", "image_url")
    fields.note("image_url", "text")
    url = fields.text("image_url") or ""
    inline = media.split_data_url(url)
    if inline:
        return Image(media_type=inline[0], data=inline[1], carried=fields.carried())
    return Image(url=url, carried=fields.carried())


def write(parts: tuple[Part, ...]) -> Json:
    """Return the content for parts. A single text becomes a string. If it was read from a list, it becomes a list
    again. Raises ``Inexpressible``.
    """
    return content.write(parts, write_part=write_chunk)


def write_chunk(part: Part) -> Json:
    """Return the chunk for a part. Raises ``Inexpressible``."""
    out: dict[str, Json] = {}
    match part:
        case Text():
            return content.write_part(part)
        case Reasoning():
            return thinking.write(part)
        case Image(file_id=None):
            return _write_image(part)
        case Audio(file_id=None):
            constant(out, part.carried, "type", "input_audio")
            out["input_audio"] = part.url if part.data is None else part.data
        case File(file_id=str(file_id)):
            constant(out, part.carried, "type", "file")
            out["file_id"] = file_id
        case File():
            constant(out, part.carried, "type", "document_url")
            out["document_url"] = part.url if part.data is None else media.data_url(part.media_type, part.data)
            if part.name is not None:
                out["document_name"] = part.name
        case ProviderPart() | Unknown():
            return part.value
        case _:
            raise Inexpressible(f"mistral_chat has no content chunk for this part: {type(part).__name__.lower()}")
    return with_rest(out, part.carried)


def _write_image(part: Image) -> Json:
    written = content.write_part(part)
    if isinstance(part.carried, Carried) and part.carried.spelling.get("image_url") == "text":
        return written | {"image_url": written["image_url"]["url"]}
    return written
