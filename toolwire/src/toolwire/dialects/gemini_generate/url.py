"""The URL of a request, which names the model and shows if the answer is streamed."""

import re
from typing import Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

import msgspec

_PATH: Final = re.compile(r"/(?:models/|(?=(?:tunedModels|endpoints)/))([^:]+):(\w+)$")
_FORMATS: Final = ("alt", "$alt")
"""The query parameters that choose the form of the answer. Other parameters, such as an API key, are dropped."""


class Target(msgspec.Struct, frozen=True):
    """The data in a URL. ``model`` is None if the URL is from another dialect."""

    model: str | None
    stream: bool
    formats: dict[str, str]


def read(url: str) -> Target:
    """Return the data in ``url``. For a URL of another dialect ``model`` is None."""
    parts = urlsplit(url) if url.isascii() and "[" not in url else urlsplit("")
    match = _PATH.search(parts.path)
    query = parse_qs(parts.query)
    return Target(
        model=unquote(match[1]) if match else None,
        stream=bool(match and match[2].startswith("stream")),
        formats={name: query[name][0] for name in _FORMATS if name in query},
    )


def write(base_url: str, target: Target) -> str:
    """Return the URL below ``base_url``."""
    model = target.model or ""
    path = model if "/" in model else f"models/{model}"
    method = "streamGenerateContent" if target.stream else "generateContent"
    query = "&".join(f"{name}={value}" for name, value in target.formats.items())
    place = quote(path, safe="/@", errors="surrogatepass")
    return f"{base_url.rstrip('/')}/{place}:{method}{'?' if query else ''}{query}"
