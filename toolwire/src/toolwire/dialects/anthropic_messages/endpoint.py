"""The endpoint of a request. Bedrock and Vertex put the model and the stream flag into the URL."""

import re
from typing import Final, Literal
from urllib.parse import quote, unquote

import msgspec

Host = Literal["anthropic", "bedrock", "vertex"]

_BEDROCK: Final = re.compile(r"/model/([^/]+)/invoke(-with-response-stream)?")
_VERTEX: Final = re.compile(r"/models/([^/:]+):(?:rawPredict|(streamRawPredict))")


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """The data in a URL: the host that serves the API, and for Bedrock and Vertex the model and the stream flag."""

    host: Host = "anthropic"
    model: str | None = None
    stream: bool = False


def read(url: str) -> Endpoint:
    """Return the data in a URL. A URL that is neither Bedrock's nor Vertex's has no model and no stream flag."""
    path = url.partition("?")[0]
    hosts: tuple[tuple[Host, re.Pattern[str]], ...] = (("bedrock", _BEDROCK), ("vertex", _VERTEX))
    for host, pattern in hosts:
        found = pattern.search(path)
        if found and found.end() == len(path):
            return Endpoint(host=host, model=unquote(found[1]), stream=found[2] is not None)
    return Endpoint()


def write(endpoint: Endpoint, base_url: str) -> str:
    """Return the URL below ``base_url``. For Vertex, ``base_url`` ends before ``/models``."""
    base = base_url.rstrip("/")
    match endpoint.host:
        case "bedrock":
            stream = "-with-response-stream" if endpoint.stream else ""
            return f"{base}/model/{quote(endpoint.model or '', safe='', errors='surrogatepass')}/invoke{stream}"
        case "vertex":
            verb = "streamRawPredict" if endpoint.stream else "rawPredict"
            return f"{base}/models/{quote(endpoint.model or '', safe='@', errors='surrogatepass')}:{verb}"
        case "anthropic":
            return base + ("/messages" if base.endswith("/v1") else "/v1/messages")
