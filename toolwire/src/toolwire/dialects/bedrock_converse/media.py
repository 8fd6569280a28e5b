"""Images, documents, video and audio: ``{image: {format, source: {bytes}}}``, and the same form for the other kinds."""

from typing import Final, TypeAlias

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, below, with_rest
from toolwire.dialects.media import decode_text, encode_text
from toolwire.model import Audio, Carried, File, Image, Json, Video

Medium: TypeAlias = Image | Audio | Video | File

_WORDS: Final[dict[type[Medium], str]] = {Image: "image", Audio: "audio", Video: "video", File: "document"}
KINDS: Final = {word: kind for kind, word in _WORDS.items()}
_MEDIA_TYPES: Final = {
    "document": {
        "pdf": "application/pdf", "csv": "text/csv", "html": "text/html", "txt": "text/plain", "md": "text/markdown",
        "doc": "application/msword", "xls": "application/vnd.ms-excel",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    },
    "audio": {"mp3": "audio/mpeg", "m4a": "audio/mp4", "mka": "audio/x-matroska"},
    "video": {
        "mkv": "video/x-matroska", "mov": "video/quicktime", "mpg": "video/mpeg", "flv": "video/x-flv",
        "wmv": "video/x-ms-wmv", "three_gp": "video/3gpp",
    },
}  # fmt: skip
"""The media type of each format that does not follow the usual rule, by the key of the block. By the rule, a media type
is the key, a slash and the format, such as ``image/png``.
"""
_S3: Final = "s3://"


def read(value: Json, key: str, where: str) -> Medium | None:
    """Return the medium under ``key`` of a block; None for a source of unknown kind."""
    fields = Fields(value, where)
    inner = fields.child(key)
    source = inner.child("source") if inner else None
    if inner is None or source is None:
        return None
    data, url = source.text("bytes"), None
    if data is None and key == "document" and isinstance(source.peek("text"), str):
        data = encode_text(source.text("text") or "")
        source.note("bytes", "text")
    location = source.child("s3Location") if data is None else None
    if location is not None:
        url = location.text("uri")
    if data is None and url is None:
        return None
    word = inner.text("format")
    if word is not None:
        inner.note("format", word)
    media_type = None if word is None else _media_type(key, word)
    if key == "document":
        name = inner.text("name")
        return File(data=data, url=url, media_type=media_type, name=name, carried=fields.carried())
    return KINDS[key](data=data, url=url, media_type=media_type, carried=fields.carried())


def write(medium: Medium) -> dict[str, Json]:
    """Return the block for a medium. Raises ``Inexpressible``."""
    key = _WORDS[type(medium)]
    inner = below(medium.carried, key)
    out: dict[str, Json] = {}
    if medium.media_type is not None:
        out["format"] = _format(key, medium.media_type, inner)
    elif medium.carried is None:
        raise Inexpressible(f"bedrock_converse needs a media type: expected the media type of the {key}, got none")
    if isinstance(medium, File):
        if medium.name is not None:
            out["name"] = medium.name
        elif medium.carried is None:
            raise Inexpressible("bedrock_converse needs a name in each document: expected a name, got none")
    out["source"] = _source(medium, key, below(inner, "source"))
    return with_rest({key: out}, medium.carried)


def _source(medium: Medium, key: str, carried: Carried | None) -> dict[str, Json]:
    if medium.data is not None:
        text = decode_text(medium.data) if carried and carried.spelling.get("bytes") == "text" else None
        return {"bytes": medium.data} if text is None else {"text": text}
    if medium.url is not None and medium.url.startswith(_S3):
        return {"s3Location": {"uri": medium.url}}
    raise Inexpressible(f"bedrock_converse needs inline data or an S3 URL for the {key}, got neither")


def _media_type(key: str, word: str) -> str:
    return _MEDIA_TYPES.get(key, {}).get(word, f"{key if key != 'document' else 'application'}/{word}")


def _format(key: str, media_type: str, carried: Carried | None) -> str:
    """Return the format for a media type: the format that was read from the wire if it still fits, or else the first
    format that fits.

    Raises ``Inexpressible`` if no format fits.
    """
    known = carried.spelling.get("format") if carried else None
    if known is not None and _media_type(key, known) == media_type:
        return known
    for word, meaning in _MEDIA_TYPES.get(key, {}).items():
        if meaning == media_type:
            return word
    kind, _, word = media_type.partition("/")
    if kind == key:
        return word
    raise Inexpressible(f"bedrock_converse has no {key} format for the media type {media_type!r}")
