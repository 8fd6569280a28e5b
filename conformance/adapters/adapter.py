"""An adapter, whichever door it is asked at."""

from typing import TypeAlias, TypeGuard, cast

from conformance.adapters.codec import CodecAdapter
from conformance.adapters.gateway import Gateway
from conformance.adapters.wire import WireAdapter

Adapter: TypeAlias = CodecAdapter | WireAdapter


def talks_http(adapter: Adapter) -> TypeGuard[WireAdapter]:
    """Whether it is asked at the wire door."""
    return hasattr(adapter, "converse")


def name_of(adapter: Adapter) -> str:
    """What it calls itself."""
    return adapter.hello.name if talks_http(adapter) else cast("CodecAdapter", adapter).name


def speaks(adapter: Adapter, dialect: str, provider: str | None = None) -> bool:
    """Whether it is to be asked for a dialect of a provider: who does not say which it speaks is asked for every one.

    A gateway is asked for the one provider that it stands in front of.
    """
    if isinstance(adapter, Gateway) and provider not in (None, adapter.provider):
        return False
    hello = getattr(adapter, "hello", None)
    return hello is None or dialect in hello.dialects
