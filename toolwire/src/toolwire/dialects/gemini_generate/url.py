"""The URL, which names the model and tells a streamed answer from a plain one."""

import re
from typing import Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

import msgspec

_PATH: Final = re.compile(r"/(?:models/|(?=(?:tunedModels|endpoints)/))([^:]+):(\w+)$")
_FORMATS: Final = ("alt", "$alt")
"""Query parameters that choose the form of the answer. All others, a key among them, are dropped."""


class Target(msgspec.Struct, frozen=True):
    """The content of a URL; ``model`` is None in one that is not of this dialect."""

    model: str | None
    stream: bool
    formats: dict[str, str]


def read(url: str) -> Target:
    """Read ``url``. It has no model if it is not of this dialect."""
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
