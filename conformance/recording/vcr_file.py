"""The reader of files in the form of vcrpy.

A file may come from a stranger, so the reader limits its size and depth, and runs no code.
"""

import base64
import codecs
import zlib
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from conformance.recording.errors import CassetteError
from conformance.room import Member, Room
from toolwire.providers import claim_file
from toolwire.wire import exact_json, limited_file, limited_yaml
from toolwire.wire.errors import JsonError, YamlError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

MAX_FILE: Final = limited_file.MAX_FILE
"""The maximum size of a file, in bytes, before and after decompression."""


_GZIP: Final = b"\x1f\x8b"
LAST_STATUS: Final = 599
_BODIES: Final = ("content", "postData", "body", "status", "headers")
"""The members of a recorded message whose objects were written by the recorder, and not by the provider."""
STATUSES: Final = ("status", "status_code", "statusCode")
"""The members of a recorded response that may state its status."""
_NOT_READ: Final = ("br", "zstd", "compress", "dcb", "dcz")
"""The content encodings that this module cannot decode."""
_MOST_ENCODINGS: Final = 5


def read_document(path: Path) -> dict[str, Any]:
    """Read the top-level mapping of a vcrpy file. The file is YAML or JSON, and may be compressed with gzip.

    Raises ``CassetteError``.
    """
    return document_of(path, content(path))


def document_of(path: Path, data: bytes) -> dict[str, Any]:
    """Return the top-level mapping in the bytes of a vcrpy file. Raises ``CassetteError``, which names the file."""
    document = whole(path, parsed(path, data))
    for place, why in repeated(document):
        raise CassetteError(path, why, place)
    return document


def edited(path: Path) -> Any:
    """Return the document in a file that people edit, such as a baseline.

    Raises ``CassetteError`` if the file cannot be read, or if any object repeats a key.
    """
    document = parsed(path, content(path))
    for place in claim_file.repeated(document):
        raise CassetteError(path, "expected each key once, got this key again", place)
    return document


def whole(path: Path, document: Any) -> dict[str, Any]:
    """Return the document if it has the form of a vcrpy cassette. Raises ``CassetteError``, which names the file."""
    if not isinstance(document, dict) or not isinstance(document.get("interactions"), list):
        raise CassetteError(path, "not a vcrpy cassette: expected a list of interactions")
    if not document["interactions"]:
        raise CassetteError(path, "expected at least 1 interaction, got none", "interactions")
    return document


def repeated(document: Any) -> Iterator[tuple[str, str]]:
    """Yield a place and a message for each key that is repeated in an object of a recording.

    Only the objects that a recorder writes are searched: an HTTP archive or a cassette, and the objects of its
    exchanges. The JSON inside of bodies is not searched.
    """
    for place, holder in _holders(document):
        yield from ((place, why) for why in repeats(holder))


def _holders(document: Any) -> Iterator[tuple[str, Any]]:
    """Yield the objects that a recorder writes, each with its place: an HTTP archive or a cassette, and the objects of
    its exchanges.
    """
    yield "", document
    log = document.get("log") if isinstance(document, dict) else None
    yield "log", log
    for name, holder in (("interactions", document), ("entries", log)):
        exchanges = holder.get(name) if isinstance(holder, dict) else None
        for n, exchange in enumerate(exchanges if isinstance(exchanges, list) else ()):
            place = f"{name}[{n}]"
            yield place, exchange
            for part, message in exchange.items() if isinstance(exchange, dict) else ():
                yield f"{place}: {part}", message
                for inner in _BODIES if isinstance(message, dict) else ():
                    yield f"{place}: {part}: {inner}", message.get(inner)


def repeats(holder: Any) -> Iterator[str]:
    """Yield a message for each key that an object repeats."""
    if isinstance(holder, exact_json.RepeatedKeys):
        yield from (f"expected the key {key!r} once, got it {n} times" for key, n in holder.repeated.items())


def content(path: Path) -> bytes:
    """Read the bytes of a file, decompressed. Raises ``CassetteError``."""
    return b"".join(member.content for member in members(path))


def members(path: Path) -> list[Member]:
    """Read a file, and return the members of its gzip. A file that is not gzip is a single member without a header.

    Raises ``CassetteError``.
    """
    try:
        data = limited_file.content(path, MAX_FILE)
        return [*Room().members(data)] if data.startswith(_GZIP) else [Member("", data)]
    except (OSError, ValueError) as error:
        raise CassetteError(path, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def parsed(path: Path, data: bytes) -> Any:
    """Parse the YAML or JSON of a file that may come from a stranger, within limits. Raises ``CassetteError``."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.lstrip()[:1] == b"{":
        try:
            return exact_json.loads(data)
        except JsonError as error:
            raise CassetteError(path, str(error)) from None
    try:
        return limited_yaml.loads(data)
    except YamlError as error:
        no_gzip = "not gzip, and " if path.suffix == ".gz" and error.why.startswith("not UTF-8") else ""
        raise CassetteError(path, f"{no_gzip}{error.why}", error.place) from None


def exchanges(path: Path, document: dict[str, Any]) -> Iterator[Exchange | CassetteError]:
    """Yield the exchanges of a vcrpy file in order. If an exchange cannot be read, yield an error in its place.

    The compressed bodies share a ``Room``, which limits their total size after decompression.
    """
    room = Room()
    for n, interaction in enumerate(document["interactions"]):
        try:
            yield _exchange(interaction, room)
        except Exception as error:  # strangers may write anything
            yield CassetteError(path, str(error), f"interactions[{n}]")


def _exchange(interaction: Any, room: Room) -> Exchange:
    """Return the exchange of an interaction. Raises ``TypeError``, ``ValueError`` or another exception if the
    interaction is not valid.
    """
    match interaction:
        case {"request": dict(request), "response": dict(response)}:
            pass
        case _:
            raise TypeError("not an interaction of vcrpy: expected a request and a response")
    url = str(request.get("uri") or request.get("url") or "")
    urlsplit(url)
    request_headers = _headers(request.get("headers"))
    response_headers = _headers(response.get("headers"))
    return Exchange(
        request=WireRequest(
            url=url,
            method=str(request.get("method") or "POST"),
            headers=request_headers,
            body=_content("request", request, request_headers, room),
        ),
        response=WireResponse(
            status=_status(response),
            headers=response_headers,
            body=_content("response", response, response_headers, room),
        ),
    )


def _status(response: dict[str, Any]) -> int:
    """Return the status of a recorded response. If it states no status, return 200. Raises ``TypeError``."""
    values = [response[key] for key in STATUSES if response.get(key) is not None]
    codes = [value.get("code") if isinstance(value, dict) else value for value in values]
    stated = {status_code(code) for code in codes if code is not None} or {HTTPStatus.OK.value}
    if len(stated) > 1:
        raise TypeError(f"response: expected a single status code, got {' and '.join(map(str, sorted(stated)))}")
    return stated.pop()


def status_code(value: Any) -> int:
    """Return a value if it is a status code of HTTP.

    Raises ``TypeError`` if it is not, for example if it is 0 or True.
    """
    if type(value) is not int or not HTTPStatus.CONTINUE <= value <= LAST_STATUS:
        raise TypeError(f"response: expected a status code, got {value!r}")
    return value


def unbased(text: str | bytes) -> bytes:
    """Decode base64, which may contain white space. Raises ``ValueError`` if the text has a character that base64 does
    not use.
    """
    data = text.encode() if isinstance(text, str) else text
    try:
        return base64.b64decode(b"".join(data.split()), validate=True)
    except ValueError as error:
        raise ValueError(f"expected base64: {error}") from None


def _content(whose: str, message: dict[str, Any], headers: dict[str, str], room: Room) -> bytes:
    try:
        if message.get("parsed_body") is not None:
            return decoded(exact_json.encode(message["parsed_body"]), headers, room)
        return decoded(_body(message.get("body", message.get("content"))), headers, room)
    except (TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{whose} body: {error}") from None


def _headers(headers: Any) -> dict[str, str]:
    match headers:
        case dict():
            pairs = [*headers.items()]
        case [[_, _], *_]:
            pairs = [(pair[0], pair[1]) for pair in headers if isinstance(pair, list) and len(pair) == 2]
        case [{"name": _, "value": _}, *_]:
            pairs = [(pair.get("name"), pair.get("value")) for pair in headers if isinstance(pair, dict)]
        case _:
            return {}
    return {
        str(name).lower(): str(value[0] if isinstance(value, list) and value else value or "") for name, value in pairs
    }


def _body(body: Any) -> bytes:
    match body:
        case None:
            return b""
        case bytes():
            return body
        case str():
            return body.encode("utf-8", "surrogatepass")
        case {"string": inner} | {"base64_string": inner} | {"encoding": _, "string": inner}:
            data = _body(inner)
            return unbased(data) if "base64_string" in body or body.get("encoding") == "base64" else data
        case dict() | list():
            return exact_json.encode(body)
    return str(body).encode()


def decoded(body: bytes, headers: dict[str, str], room: Room) -> bytes:
    """Return a body without its content encodings. The last encoding in the header is decoded first.

    Some recorders keep bodies encoded. Raises ``ValueError``.
    """
    encodings = headers.get("content-encoding", "").lower().split(",")
    if len(encodings) > _MOST_ENCODINGS:
        raise ValueError(f"expected at most {_MOST_ENCODINGS} content encodings, got {len(encodings)}")
    for encoding in (name.strip().removeprefix("x-") for name in reversed(encodings)):
        if encoding in _NOT_READ and not _is_text(body):
            raise ValueError(f"compressed with {encoding}, which is not supported: record the decoded body")
        if encoding == "deflate":
            body = _inflated(body, room)
        elif body.startswith(_GZIP):
            body = b"".join(member.content for member in room.members(body))
    return body


def _inflated(body: bytes, room: Room) -> bytes:
    """Decompress a body with the encoding deflate, with or without zlib's header.

    A body that is text is returned unchanged. Raises ``ValueError`` for any other body that is not valid deflate.
    """
    for bits in (zlib.MAX_WBITS, -zlib.MAX_WBITS):
        try:
            inflated, end = room.inflated(body, bits)
        except zlib.error:
            continue
        if end == len(body):
            return inflated
        if bits > 0:
            raise ValueError("broken deflate: the body is cut, or has data after its end")
    if not _is_text(body):
        raise ValueError("broken deflate")
    return body
