"""The texts in a value, each with its path and the name of its field. Encoded texts are decoded."""

import base64
import codecs
import lzma
import re
import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from typing import Final, TypeGuard
from urllib.parse import parse_qsl, urlsplit
from zipfile import BadZipFile, ZipFile

import msgspec

from conformance.leaks.escapes import DEPTH, layers, unescaped
from conformance.leaks.leak import Unseen
from conformance.leaks.shapes import is_public, named, random_words, shaped, without_escapes
from conformance.room import Room
from toolwire.json_value import Json
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import WireError
from toolwire.wire.limits import LIMITS
from toolwire.wire.pointer import escape

_EVENTS: Final = re.compile(r"(?:^|[\r\n])\ufeff?[ \t]*data:")
_BETWEEN: Final = re.compile(r"[,\s]*")
_FORM: Final = re.compile(r"[\w.%+-]+=[^&\s{}\"]*(?:&[\w.%+-]+=[^&\s{}\"]*)+")
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'<>\\]+")
_BASE64: Final = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}(?:={1,2}(?!=)|(?![A-Za-z0-9+/=_-]))")
_HEX: Final = re.compile(r"(?<![0-9A-Za-z])(?:0x)?(?:(?:[0-9a-f]{2}){16,}|(?:[0-9A-F]{2}){16,})(?![0-9A-Za-z])")
_PAIRS: Final = re.compile(
    r"(?<![0-9A-Za-z\\])(?:\\++x)?[0-9a-fA-F]{2}(?:(?:\\++x|[ :-])[0-9a-fA-F]{2}){15,}(?![0-9A-Za-z])"
)
"""A pattern of bytes in hexadecimal, with a separator before each byte except the first."""
_NO_DIGIT: Final = re.compile(r"0x|\\++x|[ :-]")
_PASSWORD: Final = re.compile(r"://[^\s/:@\"']*:(?![0-9]{1,5}[/?#])([^\s@\"']{3,200}(?:@[^\s@/?#\"',;]{1,100}(?=@))*)@")
"""A pattern of the password in an address. The password may contain a slash, an at sign or another character that
should be percent-encoded. A port before the path of an address is not a password, even if the path contains an at sign.
"""
_HEADER: Final = re.compile(r"[A-Za-z]{1,13}|[A-Za-z]{1,20}(?:[-_](?:[A-Za-z]{1,20}[0-9]{0,3}|[0-9]{1,2}))+")
"""A pattern of the name of a header: words of letters. Words after a hyphen may end with a few digits."""
_TOKEN: Final = re.compile(r"(?=.*\d)[\w.~%-]{8,}")
"""A pattern of a user name in an address that may be a token."""
_SHORTEST: Final = 10
"""The minimum length of a text that may have encoded content. Shorter keys of objects are not searched at all."""
_MANY: Final = 10
"""The minimum length of a list that may contain a text in pieces, such as the tokens of an answer."""
_OF_EVENTS: Final = frozenset({"delta", "choices", "candidates", "opcode"})
"""Keys that show that an object is an event of a stream, or a frame in an HTTP archive."""
_OF_SCHEMA: Final = frozenset({"default", "const", "example", "examples"})
"""Keywords of JSON Schema with a possible value of the described property, or with a list of possible values."""
_LARGE: Final = 10**7
"""The smallest number that may be a password or an account number."""
_MARKS: Final = re.compile("[/+_-]")
"""A pattern of the characters of base64 that may also be punctuation beside a word in base64."""
_SHORTEST_PART: Final = 16
"""The minimum length of a part of a word that may be base64. ``_MARKS`` separate the parts."""
_IN_LINES: Final = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{8,}\r?\n)+[A-Za-z0-9+/]+={0,2}\s*")
"""A pattern of base64 in several lines, as in mail."""
_ORDERS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
"""The byte order marks of UTF-32 and UTF-16. A mark of UTF-32 begins like a mark of UTF-16, so the marks of UTF-32 come
first.
"""
_HIDDEN: Final = ("*",)
"""The value of ``Piece.opaque`` for the whole text."""
_GZIP: Final = b"\x1f\x8b\x08"
_MEDIA: Final = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"%PDF", b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"\xff\xf1",
    b"\xff\xf9", b"OggS", b"fLaC", b"\x1aE\xdf\xa3", b"wOFF", b"wOF2", b"II*\0", b"MM\0*", b"FORM",
)  # fmt: skip
"""The first bytes of files that are not text: images, sound, video, fonts and PDF documents."""
_MEDIA_TYPE: Final = re.compile(r"(?<![a-z])(?:audio|image|video)(?![a-z])", re.IGNORECASE)
"""A pattern of ``audio``, ``image`` or ``video`` as a word of a type, such as ``audio/pcm`` and ``input_audio``."""
_OF_MEDIA: Final = frozenset({"data", "bytes", "blob", "delta", "audio", "input_audio"})
"""The keys of sound, images and video in an object that states their type."""
_SHORTEST_MEDIA: Final = 200
"""The minimum length of sound, images and video without a known beginning. A shorter text may be a key."""
_SHORTEST_EMBEDDING: Final = 64
_SMALLEST: Final = 2.0**-40
_LARGEST: Final = 16.0
"""The limits of the numbers of an embedding. Of a trillion random keys of 64 bytes, only 1 consists of such numbers."""
_BOXED: Final = b"ftyp"
"""The bytes at index 4 to 7 of a media file that consists of boxes, such as MP4 and AVIF."""
_DOCUMENT: Final = b"%PDF"
_ZIP: Final = b"PK\x03\x04"
_ENCRYPTED: Final = 1
"""The flag of an encrypted file in a ZIP archive."""


class Level(msgspec.Struct, frozen=True):
    """The number of encodings around a text, and the limit of decompressed bytes."""

    depth: int = 0
    room: Room = msgspec.field(default_factory=Room)

    @property
    def inner(self) -> "Level":
        """The level of content that was decoded from the text: one encoding deeper, with the same limit of bytes."""
        return Level(self.depth + 1, self.room)


class Piece(msgspec.Struct, frozen=True):
    """A text in a value."""

    place: str
    name: str
    """The name of the innermost field that contains the text: a key, a header or a query parameter. "" if no field
    does.
    """
    text: str
    query: bool = False
    """True if ``name`` is the name of a query parameter."""
    lane: str | None = None
    """The name of the text's lane. None outside of streams.

    A lane has the texts in the same field of all events of a stream. They may be pieces of a longer text, for example
    of an answer.
    """
    opaque: tuple[str, ...] = ()
    """The words of the text that are no secrets even if they look random, for example because they encode media, or
    because their decoded content is searched instead. ``*`` represents the whole text.
    """

    @property
    def named_place(self) -> str:
        """The place. If its last step is ``value``, the text's name replaces this step, because the step names nothing:
        ``/headers/[0]/value`` -> ``/headers/[0]/x-api-key``.
        """
        before, slash, step = self.place.rpartition("/")
        return f"{before}/{escape(self.name)}" if slash and step.lower() == "value" and self.name else self.place


def pieces(
    value: Json, place: str = "", name: str = "", level: Level | None = None, lane: str | None = None
) -> Iterator[Piece | Unseen]:
    """Yield every text in a value of JSON or YAML, and the places that could not be searched.

    Bytes and encoded texts are decoded. Large numbers in fields for secrets are yielded as texts.

    ``place``: the path to the value. ``name``: the name of the field that contains the value. ``level``: the number of
    encodings around the value, and the limit of decompressed bytes. ``lane``: see ``Piece``.
    """
    level = level or Level()
    match value:
        case dict():
            shared = None if lane is None else _beside(lane, value)
            for key, item in exact_json.pairs(value):
                text = str(key)
                if len(text) >= _SHORTEST:
                    yield from _text(text, f"{place} (a key)", "", level, None)
                at = f"{place}/{_shown(text)}"
                inner = None if shared is None else f"{shared}/{text}"
                of_item = _name_of(text, value, name)
                data = _stated_media(text, item, value)
                found = _media(item, data, at, of_item, inner) if data else pieces(item, at, of_item, level, inner)
                yield from map(_without_random, found) if is_public(of_item) else found
        case list() | tuple():
            inner = place if lane is None and _may_be_pieces(value) else lane
            for n, item in enumerate(value):
                beside = _name_before(value[n - 1], item, name) or name if n else name
                yield from pieces(item, f"{place}/{n}", beside, level, inner)
        case str():
            yield from _text(value, place, name, level, lane)
        case bytes():
            yield from _bytes(value, place, name, level, lane)
        case int() if abs(value) >= _LARGE and named(name) is not None:
            yield Piece(place, name, str(value), lane=lane)
        case int() | float() | None | exact_json.Number():
            pass
        case _:
            yield from _text(str(value), place, name, level, lane)


def _without_random(piece: Piece | Unseen) -> Piece | Unseen:
    """Return the piece, marked so that the search for words that look random skips it. Other kinds of secrets are still
    found. An ``Unseen`` is returned unchanged.
    """
    return msgspec.structs.replace(piece, opaque=_HIDDEN) if isinstance(piece, Piece) else piece


def _stated_media(key: str, item: Json, members: dict[str, Json]) -> bytes | None:
    """Return the decoded bytes of a member that holds sound, an image or a video in base64; None for another member.

    The media type is read from the other members of the object, such as ``"mime_type": "image/png"``. ``key`` and
    ``item``: the member. ``members``: all members of the object.
    """
    if not (key in _OF_MEDIA and isinstance(item, str) and len(item) >= _SHORTEST_MEDIA):
        return None
    kinds = (kind for name, kind in members.items() if isinstance(name, str) and name.lower().endswith("type"))
    if not any(isinstance(kind, str) and _MEDIA_TYPE.search(kind) for kind in kinds):
        return None
    data = _unbased(item)
    return None if _is_content(data) else data


def _media(text: Json, data: bytes, place: str, name: str, lane: str | None) -> Iterator[Piece | Unseen]:
    yield Piece(place, name, str(text), lane=lane, opaque=_HIDDEN)
    yield from _no_text(data, f"{place}#base64", name)


def _name_of(key: str, siblings: dict[str, Json], outer: str) -> str:
    """Return the name of a value in an object. ``siblings``: the members of the object. ``outer``: the object's
    name.

    The name is usually the key. A default or an example in the schema of a property has the name of the property
    (``outer``). A value with the key ``value`` has the name ``cookie`` in a list of cookies. Elsewhere, its name is the
    text of the sibling ``name`` or ``key``, as in ``{"name": "x-api-key", "value": ...}``. Without such a sibling, its
    name is ``outer``, if ``outer`` is the name of a secret.
    """
    if key in _OF_SCHEMA and outer:
        return outer
    if key.lower() != "value":
        return key
    if outer.lower() == "cookies":
        return "cookie"
    beside = next((name for name in map(siblings.get, ("name", "key", "Name", "Key")) if isinstance(name, str)), None)
    return beside or (outer if named(outer) is not None else key)


def _name_before(before: Json, item: Json, outer: str) -> str | None:
    """Return ``before`` if it is the name of the secret in ``item``, the next item of the same list. Otherwise None.

    Examples are ``["--api-key", "..."]`` and ``["x-api-key", "..."]``. ``before`` must be the name of a secret. It must
    be an option, which begins with a hyphen, or an item of a list of headers. In a list of headers, ``item`` must not
    look like the name of a header: the list may have only names, such as the headers that a server allows.
    ``outer``: the name of the list.
    """
    if not isinstance(before, str | bytes):
        return None
    name = before.decode("latin-1") if isinstance(before, bytes) else before
    is_name = name.startswith("-") or (outer.lower().endswith("headers") and not _is_header(item))
    return name if is_name and named(name) is not None else None


def _is_header(item: Json) -> bool:
    """Return whether an item of a list looks like the name of a header, and not like a secret."""
    name = item.decode("latin-1") if isinstance(item, bytes) else item
    return isinstance(name, str) and _HEADER.fullmatch(name) is not None


def _may_be_pieces(items: list[Json] | tuple[Json, ...]) -> bool:
    """Return whether a list may contain a text that is split into pieces.

    Such a list has many items, or the events or frames of a stream.
    """
    return len(items) >= _MANY or any(isinstance(item, dict) and not _OF_EVENTS.isdisjoint(item) for item in items)


def _shown(key: str) -> str:
    """Return a key as a step of a path. Return ``*`` if the key may be a secret or an encoded secret."""
    return "*" if any(map(_may_be_secret, layers(key))) else escape(key)


def _may_be_secret(text: str) -> bool:
    return bool(shaped(text) or random_words(text)) or any(True for _ in encoded(text))


def _beside(lane: str, members: dict[str, Json]) -> str:
    """Return the beginning of the names of the lanes (see ``Piece.lane``) of an object's members.

    It is the object's own ``lane``, and then the values of keys that end in ``index``: in the lane ``/choices``, it is
    ``/choices/2`` for ``{"index": 2, "delta": ...}``. So texts of different events have the same lane only if the paths
    to the texts have the same keys and the same indices.
    """
    indices = [str(value) for name, value in members.items() if name.lower().endswith("index")]
    return f"{lane}/{','.join(indices)}"


def _text(text: str, place: str, name: str, level: Level, lane: str | None) -> Iterator[Piece | Unseen]:
    if len(text) < _SHORTEST:
        yield Piece(place, name, text, lane=lane)
        return
    if level.depth >= DEPTH:
        yield Piece(place, name, text, lane=lane)
        yield Unseen(place, f"the text still has encoded content after {DEPTH} decodings")
        return
    if (documents := _documents(text)) is not None:
        if lane is not None:
            yield Piece(place, name, text, lane=lane, opaque=_HIDDEN)
        several = len(documents) > 1
        inner = f"{place if lane is None else lane}#" if several or lane is not None else None
        for n, document in enumerate(documents):
            at = f"{place}#[{n}]" if several else f"{place}#"
            yield from pieces(document, at, "", level.inner, inner)
        return
    opaque = []
    for word, how, decoded in encoded(text):
        opaque.append(word)
        inner = None if lane is None or word != text else f"{lane}#{how}"
        yield from _bytes(decoded, f"{place}#{how}", name, level.inner, inner)
    yield Piece(place, name, text, lane=lane, opaque=tuple(opaque))
    for url in _URL.findall(text):
        yield from _address(url, place, level)
    for password in _PASSWORD.findall(text):
        yield Piece(f"{place}#password", "password", password)
    if _FORM.fullmatch(text.strip()):
        yield from _query(text.strip(), f"{place}#", level)
        return
    plain = unescaped(text)
    if plain != text:
        yield from _text(plain, f"{place}#unescaped", name, level.inner, None)


def encoded(text: str) -> Iterator[tuple[str, str, bytes]]:
    """Yield each word of a text that encodes text, media, an archive or a stream, with the name of the encoding and the
    decoded bytes.

    A word may be beside an escape, a colour, or a character that also occurs in base64, such as the slash of a path.
    """
    plain = without_escapes(text)
    versions = (text,) if plain == text else (text, plain)
    words = {text} if _IN_LINES.fullmatch(text) else set(_found((_BASE64, _IN_LINES), versions))
    wrapped = {block for word in words if "\n" in word for block in _blocks(word)}
    for word in words | wrapped:
        decoded = _unbased("".join(word.split()))
        if _is_content(decoded):
            yield word, "base64", decoded
            continue
        for part in _MARKS.split(word) if "\n" not in word else ():
            decoded = _unbased(part) if _SHORTEST_PART <= len(part) < len(word) else None
            if decoded is not None and _is_printable(decoded):
                yield part, "base64", decoded
    for word in set(_found((_HEX, _PAIRS), versions)):
        decoded = bytes.fromhex(_NO_DIGIT.sub("", word))
        if _is_printable(decoded):
            yield word, "hexadecimal", decoded


def _found(patterns: "tuple[re.Pattern[str], ...]", texts: tuple[str, ...]) -> Iterator[str]:
    return (word for text in texts for pattern in patterns for word in pattern.findall(text))


def _is_content(decoded: bytes | None) -> TypeGuard[bytes]:
    """Return whether decoded bytes are text, media, an archive or a stream. False for None."""
    return decoded is not None and (
        _is_media(decoded)
        or decoded.startswith((_GZIP, _ZIP))
        or aws_event_stream.starts(decoded)
        or _is_printable(decoded)
    )


def _blocks(text: str) -> Iterator[str]:
    """Yield the groups of neighbouring lines of the same length in a text.

    A group of several lines is yielded alone. A group that a shorter line follows is also yielded with this line.
    """
    groups = [list(lines) for _, lines in groupby(text.splitlines(keepends=True), lambda line: len(line.strip()))]
    for n, group in enumerate(groups, 1):
        if len(group) > 1:
            yield "".join(group).rstrip()
        if n < len(groups) and len(groups[n][0].strip()) < len(group[0].strip()):
            yield "".join((*group, groups[n][0])).rstrip()


def _documents(text: str) -> list[Json] | None:
    """Return the documents in a text. None if it is plain text.

    The text may be a single JSON document, an array of documents, lines with a document each, or a stream of events.
    """
    begin = text.lstrip("\ufeff \t\r\n")[:1]
    if begin in ("{", "["):
        try:
            whole = exact_json.loads(text)
        except WireError:
            pass
        else:
            # Gemini's streams without server-sent events are one array.
            is_stream = (
                isinstance(whole, list) and len(whole) > 1 and all(isinstance(document, dict) for document in whole)
            )
            return whole if is_stream else [whole]
        return _cut_array(text) if begin == "[" else _lines(text)
    if _EVENTS.search(text) and ("\n" in text or "\r" in text):
        try:
            events, unfinished = sse.decode(text.encode("utf-8", "surrogatepass"))
        except WireError:
            return None
        data = [event.data for event in (*events, *([unfinished] if unfinished else []))]
        # The rest (comments, names of events) is a document like the others.
        rest = "\n".join(line for line in text.splitlines() if line.partition(":")[0] != "data")
        documents = [_parsed(text) for text in data]
        return [*documents, *([rest] if rest.strip() else [])] if data else None
    return None


def _lines(text: str) -> list[Json] | None:
    """Return the documents of the lines of a text. None if the text has a single line, or if its first line is not a
    JSON object.

    A line that is not JSON, such as a last line that is cut, is returned as text.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    documents = [_parsed(line) for line in lines]
    return documents if len(lines) > 1 and isinstance(documents[0], dict) else None


def _cut_array(text: str) -> list[Json] | None:
    """Return the complete documents of an array that breaks off, followed by the rest of the array as text.

    Return None if the array has no complete object.
    """
    documents: list[Json] = []
    place = text.index("[") + 1
    while True:
        try:
            document, place = exact_json.first(text, place)
        except WireError:
            break
        documents.append(document)
        place = _BETWEEN.match(text, place).end()  # type: ignore[union-attr]
    return [*documents, text[place:]] if any(isinstance(each, dict) for each in documents) else None


def _parsed(text: str) -> Json:
    """Return the object, list or string of JSON in a line, or in the data of an event. Return any other text unchanged.

    A number stays a text, because it may be a piece of a split text.
    """
    try:
        value = exact_json.loads(text)
    except WireError:
        return text
    return value if isinstance(value, dict | list | str) else text


def _unbased(word: str) -> bytes | None:
    try:
        plain = word.rstrip("=").translate(str.maketrans("-_", "+/"))
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        return None


def _is_printable(data: bytes) -> bool:
    """Return whether bytes are printable text, in UTF-8, UTF-16 or UTF-32."""
    if _marked(data) is not None:
        return True
    try:
        return _is_shown(data.replace(b"\0", b"").decode())
    except UnicodeDecodeError:
        return False


def _is_shown(text: str) -> bool:
    return all(mark.isprintable() or mark in "\r\n\t" for mark in text)


def _marked(data: bytes) -> str | None:
    """Return the text in bytes that begin with the byte order mark of UTF-16 or UTF-32.

    Return None if the bytes begin with no such mark, or if the text after the mark is not printable.
    """
    for mark, encoding in _ORDERS:
        if data.startswith(mark):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                continue
            if _is_shown(text):
                return text
    return None


def _address(url: str, place: str, level: Level) -> Iterator[Piece | Unseen]:
    try:
        parts = urlsplit(url)
        user = parts.username
    except ValueError:
        return
    if user and _TOKEN.fullmatch(user):
        yield Piece(f"{place}#user", "password", user)
    for step in parts.path.split("/"):
        yield from _query(step.partition(";")[2].replace(";", "&"), f"{place}#;", level)
    if parts.query:
        yield from _query(parts.query, f"{place}#?", level)
    if "=" in parts.fragment:
        yield from _query(parts.fragment, f"{place}#", level)


def _query(query: str, place: str, level: Level) -> Iterator[Piece | Unseen]:
    for name, value in parse_qsl(query, keep_blank_values=True):
        yield Piece(f"{place} (a name)", "", name)
        for piece in _text(value, f"{place}/{_shown(name)}", name, level.inner, None):
            yield msgspec.structs.replace(piece, query=True) if isinstance(piece, Piece) else piece


def _bytes(data: bytes, place: str, name: str, level: Level, lane: str | None) -> Iterator[Piece | Unseen]:
    if data.startswith(_GZIP):
        yield from _unzipped(data, place, name, level, lane)
    elif aws_event_stream.starts(data):
        yield from _framed(data, place, level)
    elif data.startswith(_ZIP):
        yield from _members(data, place, level)
    else:
        yield from _plain(data, place, name, level, lane)
        if level.depth == 0 and data.startswith(_DOCUMENT):
            yield Unseen(place, "a PDF document, whose text may be compressed")


def _plain(data: bytes, place: str, name: str, level: Level, lane: str | None) -> Iterator[Piece | Unseen]:
    """Yield the texts in bytes that are not an archive. Bytes that can be read as text do not count as media.

    Yield also an ``Unseen`` for bytes that are neither text nor media. The arguments are as for ``pieces``.
    """
    try:
        text = _marked(data) or data.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield from _no_text(data, place, name)
        if not _is_media(data):
            yield Unseen(place, "bytes that are neither text nor of a known format")
        return
    yield from _text(text, place, name, level, lane)
    if "\0" in text:  # it may be text in UTF-16
        yield from _text(text.replace("\0", ""), f"{place}#without null bytes", name, level.inner, None)


def _is_media(data: bytes) -> bool:
    """Return whether bytes begin like a file of an image, a sound, a video, a font or a PDF document, or are an
    embedding.
    """
    return data.startswith(_MEDIA) or data[4:8] == _BOXED or _is_embedding(data)


def _is_embedding(data: bytes) -> bool:
    """Return whether bytes are numbers of 32 bits that are neither very large nor very small."""
    if len(data) < _SHORTEST_EMBEDDING or len(data) % 4:
        return False
    return all(number == 0 or _SMALLEST <= abs(number) <= _LARGEST for (number,) in struct.iter_unpack("<f", data))


def _no_text(data: bytes, place: str, name: str) -> Iterator[Piece | Unseen]:
    """Yield bytes as text, and the secrets in the addresses of this text.

    If there are null bytes, also do this for the text without null bytes, because the bytes may contain text in UTF-16.
    """
    text = data.decode("latin-1")
    for version in dict.fromkeys((text, text.replace("\0", ""))):
        yield Piece(place, name, version, opaque=_HIDDEN)
        for url in _URL.findall(version):
            yield from _address(url, place, Level(DEPTH))


def _members(data: bytes, place: str, level: Level) -> Iterator[Piece | Unseen]:
    """Yield the texts in the files of a ZIP archive. Documents of office programs are also such archives."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            yield from _bytes(archive.comment, f"{place} (a comment)", "", level.inner, None)
            for member in archive.infolist():
                at = f"{place}#{_shown(member.filename)}"
                yield from _text(member.filename, f"{place} (a name)", "", Level(DEPTH - 1), None)
                yield from _bytes(member.comment, f"{at} (a comment)", "", level.inner, None)
                yield from _no_text(member.extra, f"{at} (extra fields)", "")
                is_open = level.depth < DEPTH and not member.flag_bits & _ENCRYPTED
                if not (is_open and level.room.takes(member.file_size)):
                    yield Unseen(at, "encrypted, too large or too deeply encoded")
                    continue
                with archive.open(member) as file:
                    yield from _bytes(file.read(member.file_size), at, "", level.inner, None)
    except (BadZipFile, NotImplementedError, OSError, EOFError, zlib.error, lzma.LZMAError, ValueError) as error:
        yield Unseen(place, f"broken ZIP archive: {error}")


def _unzipped(data: bytes, place: str, name: str, level: Level, lane: str | None) -> Iterator[Piece | Unseen]:
    if level.depth >= DEPTH:
        yield Unseen(place, "too deeply encoded")
        return
    try:
        members = [*level.room.members(data)]
    except ValueError as error:
        yield Unseen(place, str(error))
        return
    for header in filter(None, (member.header for member in members)):
        # Names of files look random.
        yield from map(_without_random, _text(header, f"{place} (a header of gzip)", "", level.inner, None))
    yield from _bytes(b"".join(member.content for member in members), f"{place}#gzip", name, level.inner, lane)


def _framed(data: bytes, place: str, level: Level) -> Iterator[Piece | Unseen]:
    try:
        for n, frame in enumerate(aws_event_stream.FrameDecoder(LIMITS).feed(data)):
            yield from pieces(frame.headers, f"{place}#[{n}].headers", "", level.inner)
            yield from pieces(_parsed_bytes(frame.payload), f"{place}#[{n}]", "", level.inner, f"{place}#")
    except WireError as error:
        yield Unseen(place, str(error))


def _parsed_bytes(data: bytes) -> Json:
    try:
        return exact_json.loads(data)
    except WireError:
        return data
