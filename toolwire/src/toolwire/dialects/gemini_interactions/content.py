"""Content objects: ``{type, text}`` and media, in the user's input, in the model's output, and in results."""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, constant, members, with_rest
from toolwire.model import Audio, File, Image, Json, Part, ProviderPart, ResultPart, Text, Unknown, Video

Media: TypeAlias = Image | Audio | Video | File
_MEDIA: Final[dict[Json, type[Image] | type[Audio] | type[Video] | type[File]]] = {
    "image": Image, "audio": Audio, "video": Video, "document": File,
}  # fmt: skip
_WORDS: Final = {kind: str(word) for word, kind in _MEDIA.items()}
KINDS: Final = frozenset({"text", *_WORDS.values()})
"""The types of content objects that are text or media."""
_FUNCTION: Final = "function"
"""The type of a content object that defines a function. Results may have such objects."""
NOTES: Final = "text_annotations"
"""The key under which provider data has annotations. The key ``annotations`` is already used for OpenAI's annotations.
"""
_ANNOTATIONS: Final = "annotations"


def read_all(fields: Fields, key: str) -> tuple[ResultPart, ...]:
    """Return the parts for the array of content objects under ``key``. Raises ``ShapeError`` for any other value."""
    return tuple(read(item, f"{fields.where}/{key}/{n}") for n, item in enumerate(members(fields, key)))


def read(value: Json, where: str) -> ResultPart:
    """Return the part for a content object. An object without a canonical form is kept whole. Raises ``ShapeError`` for
    a malformed value.
    """
    fields = Fields(value, where)
    part = read_fields(fields)
    if part is not None:
        return part
    kind = fields.peek("type")
    return (ProviderPart if kind == _FUNCTION else Unknown)(kind=str(kind), value=value)


def read_fields(fields: Fields, whole: Fields | None = None) -> Text | Media | None:
    """Return the text, image, audio, video or file in a content object; None for any other content object.

    The returned part carries the unread keys of ``whole``, an object that contains the content object. Without
    ``whole``, it carries only the unread keys of the content object.
    """
    kind = fields.peek("type")
    whole = whole or fields
    if kind == "text" and isinstance(fields.peek("text"), str):
        fields.constant("type", kind)
        notes = fields.items(_ANNOTATIONS)
        return Text(
            text=fields.text("text") or "",
            provider_data={NOTES: notes} if notes else {},
            carried=whole.carried(),
        )
    if not isinstance(kind, str) or kind not in _MEDIA:
        return None
    if not any(isinstance(fields.peek(key), str) for key in ("data", "uri")):
        return None
    fields.constant("type", kind)
    source: dict[str, Any] = {
        "media_type": fields.text("mime_type"),
        "data": fields.text("data"),
        "url": fields.text("uri"),
    }
    return _MEDIA[kind](**source, carried=whole.carried())


def write_all(parts: Iterable[Part]) -> list[Json]:
    """Return the content objects for parts. Raises ``Inexpressible``."""
    return [write(part) for part in parts]


def write(part: Part) -> Json:
    """Return the content object for a part. Raises ``Inexpressible``."""
    match part:
        case Unknown():
            return part.value
        case ProviderPart() if part.kind == _FUNCTION or part.kind in KINDS:
            return part.value
        case Text() | Image() | Audio() | Video() | File():
            return with_rest(write_bare(part), part.carried)
    raise Inexpressible(f"gemini_interactions cannot express a part of this kind: {type(part).__name__.lower()}")


def write_bare(part: Text | Media) -> dict[str, Json]:
    """Return the content object for a text or a medium, without the unread keys. Raises ``Inexpressible``."""
    if isinstance(part, Text):
        out: dict[str, Json] = {"type": "text", "text": part.text}
        if part.provider_data.get(NOTES):
            out[_ANNOTATIONS] = part.provider_data[NOTES]
        return out
    if part.data is None and part.url is None:
        raise Inexpressible("gemini_interactions accepts media only as inline data or as a URI, got neither")
    if part.media_type is None and part.data is not None and part.carried is None:
        raise Inexpressible("gemini_interactions needs the media type of inline data, got none")
    out = {}
    constant(out, None, "type", _WORDS[type(part)])
    source = {"mime_type": part.media_type, "data": part.data, "uri": part.url}
    return out | {key: word for key, word in source.items() if word is not None}
