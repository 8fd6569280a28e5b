"""Fixtures of the suite: the adapter under test, the baseline, and a closed network."""

import socket
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.adapter import Adapter
from conformance.adapters.loading import REFERENCE
from conformance.gate.baseline import Baseline, BaselineError, read
from conformance.suite import patience
from conformance.suite.run import started
from conformance.suite.selection import is_case

_TESTS = Path(__file__).with_name("test_conformance.py")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect the suite's tests, also if the option ``python_files`` of the user's project does not match their file.

    Otherwise a run of the suite would judge nothing, and could be green.
    """
    found = yield
    if file_path == _TESTS and not any(type(each) is pytest.Module for each in found):
        return [*found, pytest.Module.from_parent(parent, path=file_path)]
    return found


@pytest.fixture(scope="session")
def adapter(request: pytest.FixtureRequest) -> Iterator[Adapter]:
    """Yield the adapter under test: ``--conformance-adapter``, or the reference normalizer by default."""
    patience.share(patience.Alone())
    yield started(request.config.getoption("--conformance-adapter") or REFERENCE)
    patience.share(None)


@pytest.fixture(scope="session")
def baseline(request: pytest.FixtureRequest) -> Baseline | None:
    """Return the known failures in the file of ``--conformance-baseline``, or None if the option is not used."""
    return listed(request.config)


def listed(config: pytest.Config) -> Baseline | None:
    """Return the baseline in the file that the option ``--conformance-baseline`` names, or None without this option.

    Raises ``UsageError`` if the file is not a valid baseline, or if an entry has no reason or no link.
    """
    named = config.getoption("--conformance-baseline")
    if named is None:
        return None
    folder = config.getoption("--conformance-cassettes")
    try:
        found = read(Path(named), partial(is_case, folder=folder and Path(folder)))
    except BaselineError as error:
        raise pytest.UsageError(f"--conformance-baseline: {error}") from None
    for case in found.unexplained():
        raise pytest.UsageError(f"--conformance-baseline: {named}: {case}: expected a reason and a link")
    return found


@pytest.fixture(autouse=True, scope="session")
def shut_network() -> Iterator[None]:
    """Refuse connections to all addresses except this machine's."""
    real = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        host = address[0] if isinstance(address, tuple) else None
        if host is not None and host not in ("127.0.0.1", "::1", "localhost"):
            where = f"expected a connection to this machine, got a connection to {host}"
            raise OSError(f"{where}: in these tests, the adapter must use the base URL that it gets")
        real(self, address)

    socket.socket.connect = guarded  # type: ignore[method-assign,assignment]
    yield
    socket.socket.connect = real  # type: ignore[method-assign]
