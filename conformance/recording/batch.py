"""Making many cassettes."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from rich.console import Console
from rich.progress import track

from conformance.claims import DialectClaims, load, load_all
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import RecordingError
from conformance.recording.recorder import record_documented, record_local
from conformance.scenarios import load_all as load_scenarios

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
_SECONDS: Final = 5.0


def record_all(
    provider: str | None,
    dialect: str | None,
    scenario: str | None,
    folder: Path,
    server_url: str | None,
    server: str | None,
    today: str,
    console: Console,
) -> int:
    """Make the chosen cassettes below ``folder``; how many. Raises ``RecordingError``, ``ClaimError``."""
    if server_url is not None:
        _check_server(server_url)
    chosen = list(_chosen(provider, dialect, scenario, live=server_url is not None))
    for name, claims in track(
        chosen, description="Recording", console=console, transient=True, disable=not console.is_terminal
    ):
        if server_url is not None and server is not None:
            record_local(name, claims, folder, server_url, server, today)
        else:
            record_documented(name, claims, folder)
    return len(chosen)


def _check_server(url: str) -> None:
    """A recorded-local cassette is of a server on this machine, and one that answers."""
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname not in _LOOPBACK or parts.port is None:
        raise RecordingError(f"{url}: the server must be on loopback, as http://127.0.0.1:PORT")
    try:
        socket.create_connection((parts.hostname, parts.port), _SECONDS).close()
    except OSError as error:
        raise RecordingError(f"{url}: no server answers there: {error.strerror or error}") from None


def _chosen(
    provider: str | None, dialect: str | None, scenario: str | None, *, live: bool
) -> Iterator[tuple[CassetteName, DialectClaims]]:
    profiles = {provider: load(provider)} if provider else load_all()
    for name, profile in profiles.items():
        for spoken, claims in profile.dialects.items():
            # A stand-in plays the owner of a dialect; whoever borrows one is recorded from the genuine server.
            if dialect not in (None, spoken) or (claims.home == name) is live:
                continue
            for one in load_scenarios():
                # What waits for something by its name is made when it is asked for by its name.
                waits = one.id in claims.pending and scenario is None and not live
                if scenario in (None, one.id) and one.id not in {*claims.unsupported, *claims.accepts} and not waits:
                    for mode in one.modes:
                        if f"{one.id}.{mode}" not in claims.pending:
                            yield CassetteName(name, spoken, one.id, mode), claims
