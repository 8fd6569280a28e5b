"""The URL of a request, which names the model and shows if the answer is streamed."""

import re
from typing import Final
from urllib.parse import quote, unquote

import msgspec

_PATH: Final = re.compile(r"/model/([^/]+)/converse(-stream)?$")


class Target(msgspec.Struct, frozen=True):
    """The data in a URL. ``model`` is None if the URL is from another dialect."""

    model: str | None
    stream: bool


def read(url: str) -> Target:
    """Return the data in ``url``. For a URL of another dialect ``model`` is None."""
    match = _PATH.search(url.partition("?")[0])
    return Target(model=unquote(match[1]), stream=match[2] is not None) if match else Target(None, stream=False)


def write(base_url: str, target: Target) -> str:
    """Return the URL below ``base_url``. Colons and slashes in a model's name or ARN are escaped, as in the requests of
    SDKs.
    """
    stream = "-stream" if target.stream else ""
    return f"{base_url.rstrip('/')}/model/{quote(target.model or '', safe='', errors='surrogatepass')}/converse{stream}"
