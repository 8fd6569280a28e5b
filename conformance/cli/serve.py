"""``conformance serve``: run the replay server for any client."""

from collections.abc import Iterator
from contextlib import ExitStack
from threading import Event
from typing import Annotated
from urllib.parse import urlsplit

import typer

from conformance.cli import judging, names, overlay
from conformance.cli.lists import Scenarios, listed
from conformance.cli.output import fail, give
from conformance.judge.exit_codes import Exit
from conformance.mutants.streams import MUTANTS
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.loopback import serving
from conformance.server.shelf import Shelf
from toolwire.providers import load


def serve(
    provider: Annotated[str | None, typer.Option(help="Only this provider.")] = None,
    scenarios: Scenarios = None,
    mode: Annotated[str | None, typer.Option(help="Only 'plain' or 'stream'.")] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port on 127.0.0.1. With 0 the system chooses a free port.")
    ] = 0,
    mutant: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Break the streams with this mutant, such as cut-inside. An unknown ID shows the list of all.",
        ),
    ] = None,
    paced: Annotated[bool, typer.Option("--paced", help="Send each chunk at its recorded time.")] = False,
    *,
    data: overlay.Folders,
) -> None:
    """Play cassettes on loopback until you press Ctrl-C. Point any client at an address that the command shows.

    An address is http://127.0.0.1:PORT/<provider>/<dialect>/<scenario>/<plain|stream>, followed by the path of the
    provider's own base URL. Requests may come in any order. A request with the same meaning as a recorded request gets
    the recorded answer. Any other request gets an error in the provider's form, which names the differences. Keys and
    headers are ignored.
    """
    overlay.use(data)

    if mode not in (None, "plain", "stream"):
        fail(f"unknown mode: {mode!r}; write 'plain' or 'stream'", Exit.USAGE)
    kinds = {known.id: known for known in MUTANTS}
    if mutant is not None and mutant not in kinds:
        fail(f"unknown mutant: {mutant!r}; expected one of: {', '.join(kinds)}", Exit.USAGE)
    who = (names.provider(provider),) if provider else ()
    chosen = judging.selection(providers=who, scenarios=listed(scenarios))
    played = tuple(name for name in chosen.names if mode in (None, name.mode))
    if not played:
        fail("no cassette matches the chosen provider, scenarios and mode", Exit.NOTHING_JUDGED)
    shelf = Shelf(played, open_case, kinds[mutant] if mutant else None)
    with ExitStack() as stack:
        try:
            address = stack.enter_context(serving(shelf.answer, port=port, paced=paced))
        except OSError as error:
            fail(f"--port {port}: {error.strerror}. Choose another port, or 0 for a free port", Exit.UNREADABLE)
        try:
            give("".join(f"{line}\n" for line in _lines(address, played)), None)
            Event().wait()
        except KeyboardInterrupt:
            raise typer.Exit from None


def _lines(address: str, names: "tuple[CassetteName, ...]") -> "Iterator[str]":
    """Yield the server's address, and then for each case the base URL that a client must use."""
    yield address
    for name in names:
        path = urlsplit(load(name.provider).dialects[name.dialect].base_url).path.rstrip("/")
        yield f"{address}/{name}{path}"
