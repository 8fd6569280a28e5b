"""HTTP archives (HAR 1.2), as browsers and proxies save them."""

from datetime import date
from urllib.parse import urlsplit

from conformance.recording import vcr_file
from conformance.room import Room
from toolwire.json_value import Json
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse


def is_archive(document: Json) -> bool:
    """Return whether a document is an HTTP archive."""
    match document:
        case {"log": {"entries": list()}}:
            return True
    return False


def frames(entry: Json) -> list[bytes]:
    """Return the WebSocket frames that Chrome saved in an entry. The list is empty for entries without frames."""
    match entry:
        case {"_webSocketMessages": [*messages]}:
            return [
                str(message.get("data") or "").encode("utf-8", "surrogatepass")
                for message in messages
                if isinstance(message, dict)
            ]
    return []


def exchange(entry: Json, room: Room) -> tuple[Exchange, str | None]:
    """Return the exchange of an entry, and the day of the exchange. The day is None if the entry has no valid day.

    ``room``: the limit for the decompressed bodies of the archive.

    Raises ``TypeError`` and ``ValueError`` if the entry is not valid.
    """
    match entry:
        case {"request": dict(), "response": dict(got)}:
            pass
        case _:
            raise TypeError("not an entry of an HTTP archive: expected a request and a response")
    asked, status, response = request(entry, room), vcr_file.status_code(got.get("status")), _headers(got)
    content = _object(got, "response: content", "content")
    size = content.get("size")
    if "text" not in content and isinstance(size, int) and size > 0:
        raise ValueError("the archive lacks the answer's content: save the archive with content")
    body = vcr_file.decoded(_bytes(content), response, room)
    response.setdefault("content-type", str(content.get("mimeType") or ""))
    return Exchange(request=asked, response=WireResponse(status=status, headers=response, body=body)), _day(
        entry.get("startedDateTime")
    )


def request(entry: dict[str, Json], room: Room) -> WireRequest:
    """Return the request of an entry that has a request. ``room``: as for ``exchange``.

    Raises ``TypeError`` and ``ValueError`` if the request is not valid.
    """
    asked = _object(entry, "request", "request")
    url, headers = str(asked.get("url") or ""), _headers(asked)
    urlsplit(url)
    posted = _object(asked, "request: postData", "postData")
    return WireRequest(
        url=url,
        method=str(asked.get("method") or "POST"),
        headers=headers,
        body=vcr_file.decoded(_bytes(posted), headers, room),
    )


def _day(moment: Json) -> str | None:
    """Return the day of a time in ISO format, or None for any other value."""
    try:
        return date.fromisoformat(moment[:10]).isoformat() if isinstance(moment, str) else None
    except ValueError:
        return None


def _object(message: dict[str, Json], name: str, key: str) -> dict[str, Json]:
    """Return the member ``key`` of a message, or {} if the member is absent. ``name``: the words for the member in
    errors.

    Raises ``TypeError`` if the member is not an object.
    """
    value = message.get(key) or {}
    if not isinstance(value, dict):
        raise TypeError(f"{name}: expected an object, got {type(value).__name__}")
    return value


def _headers(message: dict[str, Json]) -> dict[str, str]:
    return {
        str(header["name"]).lower(): str(header["value"])
        for header in _listed(message.get("headers"))
        if isinstance(header, dict) and header.keys() >= {"name", "value"}
    }


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _bytes(content: dict[str, Json]) -> bytes:
    text = content.get("text") or ""
    if not isinstance(text, str):
        raise TypeError(f"text: expected a string, got {type(text).__name__}")
    is_base64 = str(content.get("encoding")).lower() == "base64"
    return vcr_file.unbased(text) if is_base64 else text.encode("utf-8", "surrogatepass")
