"""The steps that are common to all commands that make bundles."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from conformance.bundle.making import make
from conformance.bundle.manifest import FILE, BundleError, Submitter, read
from conformance.cli.output import fail, remark
from conformance.judge.exit_codes import Exit
from conformance.leaks import LeakError, safe
from conformance.plural import counted
from conformance.recording.outcome import Scrubbed


def check_submitter(folder: Path, name: str) -> None:
    """End the command if ``name`` is not a valid submitter, or if ``folder`` contains another submitter's bundle."""
    try:
        msgspec.convert(name, Submitter)
    except msgspec.ValidationError:
        fail(f"--submitter: expected 1 to 100 printable characters in a single line, got {name!r}", Exit.USAGE)
    if not (folder / FILE).exists():
        return
    try:
        before = read(folder).submitter
    except BundleError as error:
        fail(safe(str(error)), Exit.UNREADABLE)
    if before != name:
        fail(
            f"{folder} has a bundle of the submitter {before!r}: choose another folder for the submitter {name!r}",
            Exit.USAGE,
        )


def make_bundle(folder: Path, submitter: str, date: str, scrubbed: Mapping[str, Scrubbed]) -> None:
    """Make a bundle of the recordings in a folder, and report it on stderr. If that fails, end the command.

    ``scrubbed``: the numbers of masked secrets and replaced ids, by the id of the case.
    """
    try:
        made = make(folder, submitter, date, scrubbed)
    except LeakError as error:
        fail(str(error), Exit.UNREADABLE)
    except BundleError as error:
        fail(safe(str(error)), Exit.UNREADABLE)
    except OSError as error:
        fail(safe(f"{error.filename or folder}: {error.strerror}"), Exit.UNREADABLE)
    number = counted(len(made.cassettes), "cassette")
    remark(f"{folder}: made a bundle of {number}; 'conformance bundle verify {folder}' verifies it")
