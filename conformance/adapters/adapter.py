"""An adapter, whichever door it is asked at."""

from typing import TypeAlias, TypeGuard, cast

from conformance.adapters.codec import CodecAdapter
from conformance.adapters.gateway import Gateway
from conformance.adapters.text import TextAdapter
from conformance.adapters.wire import Hello, WireAdapter

Adapter: TypeAlias = CodecAdapter | WireAdapter | TextAdapter


def talks_http(adapter: Adapter) -> TypeGuard[WireAdapter]:
    """Whether it is asked at the wire door."""
    return hasattr(adapter, "converse")


def reads_text_alone(adapter: Adapter) -> TypeGuard[TextAdapter]:
    """Whether it has no other door than that of text."""
    return not talks_http(adapter) and not hasattr(adapter, "decode")


def name_of(adapter: Adapter) -> str:
    """What it calls itself."""
    hello: Hello | None = getattr(adapter, "hello", None)
    return cast("CodecAdapter", adapter).name if hello is None else hello.name


def speaks(adapter: Adapter, dialect: str, provider: str | None = None) -> bool:
    """Whether it is to be asked for a dialect of a provider: who does not say which it speaks is asked for every one.

    A gateway is asked for the one provider that it stands in front of.
    """
    if isinstance(adapter, Gateway) and provider not in (None, adapter.provider):
        return False
    hello = getattr(adapter, "hello", None)
    return hello is None or dialect in hello.dialects
