"""Message content: a string, or an array of typed parts."""

from collections.abc import Callable

from toolwire.dialects import media
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, constant, with_rest
from toolwire.model import Audio, Carried, File, Image, Json, Part, Refusal, Text, Unknown


def read_part(value: Json, where: str) -> Part:
    """Return the part for an entry of a content array. Raises ``ShapeError`` for a malformed value."""
    if isinstance(value, str):
        return Unknown(kind="string", value=value)
    fields = Fields(value, where)
    match fields.peek("type"):
        case "text" if isinstance(fields.peek("text"), str):
            fields.constant("type", "text")
            return Text(text=fields.text("text") or "", carried=fields.carried())
        case "refusal" if isinstance(fields.peek("refusal"), str):
            fields.constant("type", "refusal")
            return Refusal(text=fields.text("refusal") or "", carried=fields.carried())
        case "image_url" if isinstance(fields.peek("image_url"), dict):
            fields.constant("type", "image_url")
            inner = fields.child("image_url")
            url = (inner.text("url") if inner else None) or ""
            inline = media.split_data_url(url)
            if inline:
                return Image(media_type=inline[0], data=inline[1], carried=fields.carried())
            return Image(url=url, carried=fields.carried())
        case "input_audio" if isinstance(fields.peek("input_audio"), dict):
            fields.constant("type", "input_audio")
            inner = fields.child("input_audio")
            audio_format = (inner.text("format") if inner else None) or ""
            data = inner.text("data") if inner else None
            return Audio(media_type=f"audio/{audio_format}", data=data, carried=fields.carried())
        case "file" if isinstance(fields.peek("file"), dict):
            fields.constant("type", "file")
            inner = fields.child("file")
            name, file_id = (inner.text("filename"), inner.text("file_id")) if inner else (None, None)
            inline = media.split_data_url(inner.filled("file_data") or "") if inner else None
            media_type, data = inline or (None, None)
            return File(name=name, file_id=file_id, media_type=media_type, data=data, carried=fields.carried())
        case kind:
            return Unknown(kind=str(kind), value=value)


def write_part(part: Part) -> Json:
    """Return the entry of a content array for a part. Raises ``Inexpressible``."""
    out: dict[str, Json] = {}
    carried: Carried | None = None if isinstance(part, Unknown) else getattr(part, "carried", None)
    match part:
        case Text():
            constant(out, carried, "type", "text")
            out["text"] = part.text
        case Refusal():
            constant(out, carried, "type", "refusal")
            out["refusal"] = part.text
        case Image():
            constant(out, carried, "type", "image_url")
            out["image_url"] = {"url": part.url or media.data_url(part.media_type, part.data or "")}
        case Audio(media_type=str(media_type)):
            constant(out, carried, "type", "input_audio")
            out["input_audio"] = {"data": part.data or "", "format": media_type.removeprefix("audio/")}
        case File():
            constant(out, carried, "type", "file")
            file: dict[str, Json] = {}
            if part.name is not None:
                file["filename"] = part.name
            if part.file_id is not None:
                file["file_id"] = part.file_id
            if part.data is not None:
                file["file_data"] = media.data_url(part.media_type, part.data)
            out["file"] = file
        case Unknown():
            return part.value
        case _:
            raise Inexpressible(
                f"openai_chat cannot put this part into the content of a message: {type(part).__name__.lower()}"
            )
    return with_rest(out, carried)


def read(
    fields: Fields, key: str = "content", *, read_part: Callable[[Json, str], Part] = read_part
) -> tuple[Part, ...]:
    """Return the parts under ``key``.

    For an empty string, an empty array and null, return no parts; the key then stays unread and is kept in ``carried``.
    ``read_part`` reads an entry of an array. Raises ``ShapeError`` for a malformed value.
    """
    text = fields.filled(key)
    if text is not None:
        return (Text(text=text),)
    return tuple(read_part(item, f"{fields.where}/{key}/{n}") for n, item in enumerate(fields.items(key)))


def write(parts: tuple[Part, ...], *, write_part: Callable[[Part], Json] = write_part) -> Json:
    """Return the content for parts. A single text becomes a string. If it was read from an array, it becomes an array
    again. ``write_part`` writes an entry of an array. Raises ``Inexpressible``.
    """
    match parts:
        case (Text(carried=None, text=text),):
            return text
    return [write_part(part) for part in parts]
