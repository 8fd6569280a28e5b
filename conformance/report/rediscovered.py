"""Public bugs of libraries that the gate finds in an affected version, and no longer finds in a later version.

The file ``rediscovered/bugs.yaml`` in the folder of reports lists the bugs. The results of both versions, in the folder
``adapters``, must confirm each bug.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import msgspec

from conformance.report import adapters
from conformance.report.adapters import Library
from conformance.report.causes import LibraryCause
from toolwire.providers.claim_file import NonEmpty, read_yaml
from toolwire.providers.errors import DataError

FILE: Final = "rediscovered/bugs.yaml"
LIBRARIES: Final = "adapters"
"""The folder of the files of libraries, in the folder of reports."""


class RediscoveryError(DataError):
    """An error for a listed bug that the results of libraries do not confirm. The message is a single line."""


class Bug(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A public bug, and a case that shows it."""

    issue: Annotated[str, msgspec.Meta(pattern=r"^https://github\.com/[^/]+/[^/]+/(?:issues|pull)/[0-9]+$")]
    title: NonEmpty
    library: NonEmpty
    affected: NonEmpty
    """The judged version that has the bug."""
    fixed: NonEmpty
    """The later judged version that does not have the bug."""
    cause: NonEmpty
    """The id of the root cause."""
    case: NonEmpty
    """The case: ``provider/dialect/scenario/plain|stream``."""

    @property
    def number(self) -> str:
        """The issue in the usual short form: ``owner/repository#number``."""
        owner, repository, _, number = self.issue.removeprefix("https://github.com/").split("/")
        return f"{owner}/{repository}#{number}"


class Rediscovered(msgspec.Struct, frozen=True, kw_only=True):
    """A public bug, together with its root cause in the affected version."""

    bug: Bug
    cause: LibraryCause


def read(folder: Path) -> tuple[Rediscovered, ...]:
    """Return the bugs that are listed in the folder of reports, each with its root cause.

    Raises ``DataError`` for an invalid list of bugs, and ``ResultsError`` for an invalid file of a library. Raises
    ``RediscoveryError`` if the affected version of a library does not show a bug in the bug's case, or if the later
    version still shows it.
    """
    kept = folder / LIBRARIES
    libraries = {
        (library.name, library.version): library for library in (*adapters.read(kept), *adapters.read_earlier(kept))
    }
    return tuple(_rediscovered(bug, libraries) for bug in read_yaml(folder / FILE, tuple[Bug, ...]))


def _rediscovered(bug: Bug, libraries: dict[tuple[str, str], Library]) -> Rediscovered:
    for version in (bug.affected, bug.fixed):
        if (bug.library, version) not in libraries:
            raise RediscoveryError(f"{bug.number}: {bug.library} {version} was not judged")
    found = _with_case(libraries[bug.library, bug.affected].causes or (), bug)
    if found is None:
        raise RediscoveryError(
            f"{bug.number}: {bug.library} {bug.affected} does not show the cause {bug.cause} in {bug.case}: "
            f"correct {FILE}"
        )
    if _with_case(libraries[bug.library, bug.fixed].causes or (), bug) is not None:
        raise RediscoveryError(
            f"{bug.number}: {bug.library} {bug.fixed} still shows the cause {bug.cause} in {bug.case}: correct {FILE}"
        )
    return Rediscovered(bug=bug, cause=found)


def _with_case(causes: Iterable[LibraryCause], bug: Bug) -> LibraryCause | None:
    return next((cause for cause in causes if cause.id == bug.cause and bug.case in cause.cases), None)
