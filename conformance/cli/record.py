"""``conformance record``: make cassettes again."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from conformance.cli import overlay
from conformance.cli.exit_codes import Exit
from conformance.cli.output import console, fail


def record(
    provider: Annotated[
        str | None, typer.Argument(help="Only this provider; else all that stand-ins can play.")
    ] = None,
    dialect: Annotated[str | None, typer.Option(help="Only this dialect.")] = None,
    scenario: Annotated[str | None, typer.Option(help="Only this scenario.")] = None,
    server_url: Annotated[
        str | None, typer.Option(help="Record a genuine server on loopback, at this address, instead of a stand-in.")
    ] = None,
    server: Annotated[str | None, typer.Option(help="Which server that is, and its version.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option(help="Write below this folder instead of over the cassettes, ours or those of the last --data."),
    ] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Make cassettes again, through the vendors' official SDKs (extra 'oracles').

    Without --server-url they come from the stand-ins, and are the same byte for byte. With it they come from a
    genuine server on loopback; ids and times are replaced by stable ones.
    """
    overlay.use(data)
    try:
        from conformance.recording.batch import record_all
        from conformance.recording.errors import RecordingError
    except ModuleNotFoundError as error:
        fail(f"recording needs the extra 'oracles', and {error.name} is missing: "
             "pip install 'toolcall-conformance[oracles]'", Exit.USAGE)  # fmt: skip
    from conformance.data import all_data

    if (server_url is None) != (server is None):
        fail("--server-url and --server go together", Exit.USAGE)
    if server_url is not None and provider is None:
        fail("name the provider that the server is", Exit.USAGE)
    last = all_data()[-1]
    if folder is None and last.laid_over is None and not (last.cassettes.parent / "pyproject.toml").exists():
        fail("the cassettes of an installed package stay as they are: say where to write with --folder or --data",
             Exit.USAGE)  # fmt: skip
    folder = folder or last.cassettes
    today = datetime.now(UTC).date().isoformat()
    try:
        made = record_all(provider, dialect, scenario, folder, server_url, server, today, console())
    except RecordingError as error:
        fail(str(error), Exit.UNREADABLE)
    if not made:
        fail(
            "nothing to record: stand-ins play the owners of dialects; whoever borrows one is recorded from a genuine "
            "server, with --server-url and --server",
            Exit.NOTHING_JUDGED,
        )
    typer.echo(f"{made} cassettes, in {folder}")
