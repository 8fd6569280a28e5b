"""Content of input items: a string, or an array of ``input_text``, ``input_image``, ``input_file`` ..."""

from typing import Final

from toolwire.dialects import media
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, spelling, with_rest
from toolwire.model import Audio, Carried, File, Image, Json, Part, ResultPart, Text, Unknown

_BARE: Final = "bare"


def read(fields: Fields, key: str) -> tuple[ResultPart, ...]:
    """Return the parts under ``key``.

    For an empty string, an empty array and null, return no parts; the key then stays unread and is kept in ``carried``.
    Raises ``ShapeError`` for a malformed value.
    """
    text = fields.filled(key)
    if text is not None:
        return (Text(text=text),)
    value = fields.peek(key)
    if not isinstance(value, str | list | None):
        raise ShapeError(f"{fields.where}/{key}: expected a string or an array, got {kind(value)}")
    return tuple(_read_part(item, f"{fields.where}/{key}/{n}") for n, item in enumerate(fields.items(key)))


def _read_part(value: Json, where: str) -> ResultPart:
    if not isinstance(value, dict):
        return Unknown(kind=kind(value), value=value)
    fields = Fields(value, where)
    match value:
        case {"type": "input_text" | "output_text" | "text" as word, "text": str(text)}:
            fields.note("input_text", word)
            return Text(text=text, carried=_unread(fields, "type", "text"))
        case {"type": "input_image", "image_url": str(url)}:
            media_type, data = media.split_data_url(url) or (None, None)
            file_id = fields.text("file_id")
            return Image(
                media_type=media_type,
                data=data,
                url=None if data is not None else url,
                file_id=file_id,
                carried=_unread(fields, "type", "image_url"),
            )
        case {"type": "input_image", "file_id": str(file_id)}:
            return Image(file_id=file_id, carried=_unread(fields, "type", "file_id"))
        case {"type": "input_file"}:
            fields.constant("type", "input_file")
            return _read_file(fields)
        case {"type": "input_audio", "input_audio": {"data": str(data), "format": str(form)}}:
            fields.constant("type", "input_audio")
            inner = fields.child("input_audio")
            if inner is not None:
                inner.text("data")
                inner.text("format")
            return Audio(media_type=f"audio/{form}", data=data, carried=fields.carried())
    return Unknown(kind=str(value.get("type")), value=value)


def _unread(fields: Fields, *read_keys: str) -> Carried:
    for key in read_keys:
        fields.text(key)
    return fields.carried()


def _read_file(fields: Fields) -> File:
    name, file_id, url = fields.text("filename"), fields.text("file_id"), fields.text("file_url")
    text = fields.text("file_data")
    inline = media.split_data_url(text) if text is not None else None
    if text is not None and inline is None:
        fields.note("file_data", _BARE)
    media_type, data = inline or (None, text)
    return File(name=name, file_id=file_id, url=url, media_type=media_type, data=data, carried=fields.carried())


def write(parts: tuple[Part, ...]) -> Json:
    """Return the content for parts. A single text becomes a string. If it was read from an array, it becomes an array
    again. Raises ``Inexpressible``.
    """
    match parts:
        case (Text(carried=None, text=text),):
            return text
    return [_write_part(part) for part in parts]


def _write_part(part: Part) -> Json:
    match part:
        case Text():
            out: dict[str, Json] = {"type": spelling(part.carried, "input_text"), "text": part.text}
        case Image():
            out = {"type": "input_image"} | _image_source(part)
            if part.carried is None:
                out["detail"] = "auto"
        case File():
            out = {"type": "input_file"} | _file_source(part)
        case Audio(data=str(data), media_type=str(media_type)):
            out = {
                "type": "input_audio",
                "input_audio": {"data": data, "format": media_type.removeprefix("audio/")},
            }
        case Unknown():
            return part.value
        case _:
            raise Inexpressible(f"openai_responses has no input content for this part: {type(part).__name__.lower()}")
    return with_rest(out, part.carried)


def _image_source(part: Image) -> dict[str, Json]:
    out: dict[str, Json] = {}
    if part.data is not None:
        out["image_url"] = media.data_url(part.media_type, part.data)
    elif part.url is not None:
        out["image_url"] = part.url
    if part.file_id is not None:
        out["file_id"] = part.file_id
    if not out:
        raise Inexpressible("expected data, a url or a file_id in the image, got none of them")
    return out


def _file_source(part: File) -> dict[str, Json]:
    bare = spelling(part.carried, "file_data") == _BARE and part.media_type is None
    data = part.data if bare or part.data is None else media.data_url(part.media_type, part.data)
    source = {"filename": part.name, "file_id": part.file_id, "file_url": part.url, "file_data": data}
    return {key: value for key, value in source.items() if value is not None}
