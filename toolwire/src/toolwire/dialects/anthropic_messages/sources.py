"""Images and documents: ``{type, source: {type, ...}}``."""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, spelling, with_rest
from toolwire.dialects.media import decode_text, encode_text
from toolwire.model import File, Image, Json

_PLAIN: Final = "text/plain"


def read_image(fields: Fields) -> Image | None:
    """Return the image in a block of type ``image``; None for a source of unknown kind."""
    fields.text("type")
    match fields.peek("source"):
        case {"type": "base64", "data": str(data)}:
            media_type = _take(fields, "data").text("media_type")
            return Image(data=data, media_type=media_type, carried=fields.carried())
        case {"type": "url", "url": str(url)}:
            _take(fields, "url")
            return Image(url=url, carried=fields.carried())
        case {"type": "file", "file_id": str(file_id)}:
            _take(fields, "file_id")
            return Image(file_id=file_id, carried=fields.carried())
    return None


def read_document(fields: Fields) -> File | None:
    """Return the file in a block of type ``document``. Return None if its source is a list of blocks, or if the kind of
    the source is unknown.

    Plain text is not encoded on the wire. This function encodes it, because canonical files always have base64.
    """
    fields.text("type")
    name = fields.text("title")
    match fields.peek("source"):
        case {"type": "base64" | "text" as kind, "data": str(data)}:
            media_type = _take(fields, "data").text("media_type")
            fields.note("source", kind)
            inline = encode_text(data) if kind == "text" else data
            return File(name=name, data=inline, media_type=media_type, carried=fields.carried())
        case {"type": "url", "url": str(url)}:
            _take(fields, "url")
            return File(name=name, url=url, carried=fields.carried())
        case {"type": "file", "file_id": str(file_id)}:
            _take(fields, "file_id")
            return File(name=name, file_id=file_id, carried=fields.carried())
    return None


def _take(fields: Fields, key: str) -> Fields:
    """Mark ``type`` and ``key`` as read in the ``source`` of a block, and return the source."""
    source = fields.child("source") or Fields({}, fields.where)
    source.text("type")
    source.text(key)
    return source


def write_image(image: Image) -> Json:
    """Return the block for an image. Raises ``Inexpressible``."""
    return with_rest({"type": "image", "source": _source(image, image.data)}, image.carried)


def write_document(file: File) -> Json:
    """Return the block for a document.

    Plain text is sent without encoding, because the only inline file that the API accepts in base64 is a PDF. Raises
    ``Inexpressible``.
    """
    out: dict[str, Json] = {"type": "document"}
    if file.name is not None:
        out["title"] = file.name
    how = spelling(file.carried, "source")
    text = decode_text(file.data or "") if how == "text" or (how != "base64" and file.media_type == _PLAIN) else None
    source = _source(file, file.data if text is None else text)
    if text is not None and source["type"] == "base64":
        source["type"] = "text"
    return with_rest(out | {"source": source}, file.carried)


def _source(media: Image | File, data: str | None) -> dict[str, Json]:
    if media.file_id is not None:
        return {"type": "file", "file_id": media.file_id}
    if media.url is not None:
        return {"type": "url", "url": media.url}
    if data is None:
        raise Inexpressible(
            f"expected data, a url or a file_id in the {type(media).__name__.lower()}, got none of them"
        )
    out: dict[str, Json] = {"type": "base64", "data": data}
    if media.media_type is not None:
        out["media_type"] = media.media_type
    return out
