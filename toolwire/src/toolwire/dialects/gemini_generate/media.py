"""Media: ``inlineData`` with base64 text, and ``fileData`` with a URI."""

from typing import Any, Final, TypeAlias

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, below, spelling, with_rest
from toolwire.model import Audio, File, Image, Json, Video

Media: TypeAlias = Image | Audio | Video | File
_KINDS: Final[dict[str, type[Image] | type[Audio] | type[Video]]] = {"image": Image, "audio": Audio, "video": Video}


def read(fields: Fields) -> Media | None:
    """Return the image, audio, video or file in a part; None if the part has none of these."""
    for usual, other, content in (("inlineData", "inline_data", "data"), ("fileData", "file_data", "fileUri")):
        key = fields.spelled(usual, other)
        value = fields.peek(key)
        if isinstance(value, dict) and any(isinstance(value.get(name), str) for name in (content, "file_uri")):
            inner = fields.child(key)
            assert inner is not None
            return _read(inner, fields)
    return None


def _read(inner: Fields, whole: Fields) -> Media:
    media_type = inner.text(inner.spelled("mimeType", "mime_type"))
    source: dict[str, Any] = {
        "media_type": media_type,
        "data": inner.text("data"),
        "url": inner.text(inner.spelled("fileUri", "file_uri")),
    }
    kind = _KINDS.get((media_type or "").partition("/")[0].lower())
    if kind is not None:
        return kind(**source, carried=whole.carried())
    name = inner.text(inner.spelled("displayName", "display_name"))
    return File(**source, name=name, carried=whole.carried())


def write(medium: Media) -> dict[str, Json]:
    """Return the wire part for an image, audio, video or file. Raises ``Inexpressible``."""
    if medium.data is None and medium.url is None:
        raise Inexpressible("gemini_generate accepts media only as inline data or as a URI, got neither")
    key = spelling(medium.carried, "inlineData" if medium.data is not None else "fileData")
    inner = below(medium.carried, key)
    out: dict[str, Json] = {}
    if medium.media_type is not None:
        out[spelling(inner, "mimeType")] = medium.media_type
    elif medium.carried is None and medium.data is not None:
        raise Inexpressible("gemini_generate needs the media type of inline data, got none")
    if medium.data is not None:
        out["data"] = medium.data
    if medium.url is not None:
        out[spelling(inner, "fileUri")] = medium.url
    if isinstance(medium, File) and medium.name is not None:
        out[spelling(inner, "displayName")] = medium.name
    return with_rest({key: out}, medium.carried)
