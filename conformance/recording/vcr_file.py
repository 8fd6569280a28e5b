"""Reading vcrpy files, ours or a stranger's, as data: safe loader, size and depth limits, no code."""

import base64
import binascii
import gzip
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import yaml

from conformance.recording.errors import CassetteError
from conformance.wire import exact_json
from conformance.wire.errors import JsonError
from conformance.wire.exchange import Exchange, WireRequest, WireResponse

MAX_FILE: Final = 64 * 1024 * 1024
"""The largest file that is read, in bytes, before and after decompression."""


class _Loader(yaml.CSafeLoader):
    """The safe loader, plus the plain strings that older recorders tagged as Python's."""


def _scalar(loader: yaml.CSafeLoader, node: yaml.Node) -> Any:
    assert isinstance(node, yaml.ScalarNode)
    return loader.construct_scalar(node)


# Dates stay text: nothing in a cassette is a date to us.
for _tag in ("python/unicode", "python/str", "timestamp"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_tag}", _scalar)


def read_document(path: Path) -> dict[str, Any]:
    """The top-level mapping of a vcrpy file, YAML or JSON, also gzipped. Raises ``CassetteError``."""
    document = _parse(path, _bytes(path))
    if not isinstance(document, dict) or not isinstance(document.get("interactions"), list):
        raise CassetteError(path, "no list of interactions, so no vcrpy cassette")
    if not document["interactions"]:
        raise CassetteError(path, "no interaction in it", "interactions")
    return document


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MAX_FILE:
            raise CassetteError(path, f"{size // 1024 // 1024} MB, and at most {MAX_FILE // 1024 // 1024} MB are read")
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=BytesIO(data)) as file:
                data = file.read(MAX_FILE + 1)
            if len(data) > MAX_FILE:
                raise CassetteError(path, f"more than {MAX_FILE // 1024 // 1024} MB when decompressed")
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CassetteError(path, f"cannot be read: {reason}") from None
    return data


def _parse(path: Path, data: bytes) -> Any:
    if data.lstrip()[:1] == b"{":
        try:
            return exact_json.loads(data)
        except JsonError as error:
            raise CassetteError(path, str(error)) from None
    try:
        return yaml.load(data.decode("utf-8-sig"), Loader=_Loader)  # noqa: S506 - a subclass of the safe loader
    except UnicodeDecodeError as error:
        raise CassetteError(path, f"not UTF-8: byte {error.start + 1}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1} column {mark.column + 1}" if mark else ""
        raise CassetteError(path, (error.problem or "not YAML").replace("\n", " "), place) from None
    except yaml.YAMLError as error:
        raise CassetteError(path, f"not YAML: {str(error).splitlines()[0]}") from None
    except RecursionError:
        raise CassetteError(path, "nested too deep") from None
    except ValueError as error:
        raise CassetteError(path, f"a value that cannot be read: {error}") from None


def exchanges(path: Path, document: dict[str, Any]) -> Iterator[Exchange | CassetteError]:
    """The exchanges of a vcrpy file in order; for one that cannot be read, why."""
    for n, interaction in enumerate(document["interactions"]):
        try:
            yield _exchange(interaction)
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            yield CassetteError(path, f"no interaction of vcrpy's: {error!r}", f"interactions[{n}]")


def _exchange(interaction: Any) -> Exchange:
    request, response = interaction["request"], interaction["response"]
    request_headers = _headers(request.get("headers"))
    response_headers = _headers(response.get("headers"))
    status = response.get("status", response.get("status_code", 200))
    code = status.get("code", 200) if isinstance(status, dict) else status
    return Exchange(
        request=WireRequest(
            url=str(request.get("uri") or request.get("url") or ""),
            method=str(request.get("method") or "POST"),
            headers=request_headers,
            body=_decoded(_request_body(request), request_headers),
        ),
        response=WireResponse(
            status=int(code), headers=response_headers, body=_decoded(_response_body(response), response_headers)
        ),
    )


def _headers(headers: Any) -> dict[str, str]:
    if not isinstance(headers, dict):
        return {}
    return {
        str(name).lower(): str(value[0] if isinstance(value, list) and value else value or "")
        for name, value in headers.items()
    }


def _request_body(request: dict[str, Any]) -> bytes:
    if "parsed_body" in request and request["parsed_body"] is not None:
        return exact_json.encode(request["parsed_body"])
    return _body(request.get("body"))


def _response_body(response: dict[str, Any]) -> bytes:
    if "parsed_body" in response and response["parsed_body"] is not None:
        return exact_json.encode(response["parsed_body"])
    return _body(response.get("body", response.get("content")))


def _body(body: Any) -> bytes:
    match body:
        case None:
            return b""
        case bytes():
            return body
        case str():
            return body.encode()
        case {"string": inner} | {"base64_string": inner} | {"encoding": _, "string": inner}:
            data = _body(inner)
            return base64.b64decode(data) if "base64_string" in body or body.get("encoding") == "base64" else data
        case dict() | list():
            return exact_json.encode(body)
    return str(body).encode()


def _decoded(body: bytes, headers: dict[str, str]) -> bytes:
    """The body with its content encoding undone, where the recorder had kept it on."""
    encoding = headers.get("content-encoding", "").strip().lower()
    try:
        if body[:2] == b"\x1f\x8b":
            return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, MAX_FILE)
        if encoding == "deflate":
            return zlib.decompressobj().decompress(body, MAX_FILE)
    except (zlib.error, binascii.Error):
        return body
    return body
