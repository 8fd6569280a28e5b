"""The kinds of adapters. A wire adapter holds conversations over HTTP, a codec adapter converts requests and answers,
and a text adapter reads calls in text.
"""

from typing import Final, TypeAlias, TypeGuard, cast

from conformance.adapters.codec import CodecAdapter
from conformance.adapters.gateway import Gateway
from conformance.adapters.text import TextAdapter
from conformance.adapters.wire import Hello, WireAdapter
from conformance.leaks import AROUND, beginning, hidden

Adapter: TypeAlias = CodecAdapter | WireAdapter | TextAdapter
_LONGEST: Final = 1000
"""The maximum length of an adapter's name, in characters. The rest is cut off, because every result has the name."""


def talks_http(adapter: Adapter) -> TypeGuard[WireAdapter]:
    """Return whether the adapter is a wire adapter."""
    return hasattr(adapter, "converse")


def reads_text_alone(adapter: Adapter) -> TypeGuard[TextAdapter]:
    """Return whether the adapter only reads calls in text."""
    return not talks_http(adapter) and not hasattr(adapter, "decode")


def name_of(adapter: Adapter) -> str:
    """Return the adapter's own name, with secrets of known shapes masked. Return only the beginning of a long name."""
    hello: Hello | None = getattr(adapter, "hello", None)
    name = cast("CodecAdapter", adapter).name if hello is None else hello.name
    return beginning(hidden(name[: _LONGEST + AROUND]), _LONGEST)


def speaks(adapter: Adapter, dialect: str, provider: str | None = None) -> bool:
    """Return whether the adapter speaks a dialect of a provider. If ``provider`` is None, only the dialect counts.

    An adapter that names no dialects speaks all dialects. A gateway speaks a dialect only with its upstream provider.
    """
    if isinstance(adapter, Gateway) and provider not in (None, adapter.provider):
        return False
    spoken = dialects_of(adapter)
    return spoken is None or dialect in spoken


def dialects_of(adapter: Adapter) -> tuple[str, ...] | None:
    """Return the dialects that the adapter names. None if the adapter names no dialects, which means that it speaks all
    dialects.
    """
    hello: Hello | None = getattr(adapter, "hello", None)
    return None if hello is None else hello.dialects
