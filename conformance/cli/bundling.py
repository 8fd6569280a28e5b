"""The end of the commands that make bundles."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from conformance.bundle.making import make
from conformance.bundle.manifest import BundleError, Submitter
from conformance.cli.output import fail, say
from conformance.judge.exit_codes import Exit
from conformance.recording.leaks import LeakError, safe
from conformance.recording.outcome import Scrubbed
from conformance.report.plural import counted


def checked_submitter(name: str | None) -> str | None:
    """Return the name of a submitter; one that a bundle cannot have ends the command."""
    try:
        return name if name is None else msgspec.convert(name, Submitter)
    except msgspec.ValidationError:
        fail(f"--submitter: expected 1 to 100 characters in one line, got {name!r}", Exit.USAGE)


def make_bundle(folder: Path, submitter: str, date: str, scrubbed: Mapping[str, Scrubbed]) -> None:
    """Make a bundle of the recordings in a folder, and say so; what keeps it from being made ends the command."""
    try:
        made = make(folder, submitter, date, scrubbed)
    except (BundleError, LeakError) as error:
        fail(safe(str(error)), Exit.UNREADABLE)
    except OSError as error:
        fail(f"{folder}: cannot be written: {error.strerror}", Exit.UNREADABLE)
    say(f"{folder}: a bundle of {counted(len(made.cassettes), 'cassette')}; 'conformance bundle verify' looks at it")
