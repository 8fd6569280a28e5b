"""What the suite's tests need: the adapter under test, and a network that is shut."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.adapters.adapter import Adapter
from conformance.adapters.loading import load_adapter


@pytest.fixture(scope="session")
def adapter(request: pytest.FixtureRequest) -> Adapter:
    """The adapter under test: ``--conformance-adapter``, else the reference normalizer."""
    return load_adapter(request.config.getoption("--conformance-adapter"))


@pytest.fixture(autouse=True, scope="session")
def shut_network() -> Iterator[None]:
    """No address but those of this machine can be reached."""
    real = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        host = address[0] if isinstance(address, tuple) else None
        if host is not None and host not in ("127.0.0.1", "::1", "localhost"):
            raise OSError(f"the suite never connects to {host}")
        real(self, address)

    socket.socket.connect = guarded  # type: ignore[method-assign,assignment]
    yield
    socket.socket.connect = real  # type: ignore[method-assign]
