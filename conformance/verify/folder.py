"""The folder of a study: the study, its cases, the logs of its endpoints, and the seals (digests) of the logs."""

import hashlib
from pathlib import Path
from typing import Final

import msgspec

from conformance import kept_file
from conformance.recording.persister import write
from conformance.verify import case_set, log, study
from conformance.verify.case_set import Case
from conformance.verify.errors import StudyError
from conformance.verify.log import Log, Sealed
from conformance.verify.study import Study

_STUDY: Final = "study.json"
_CASES: Final = "cases.jsonl"
_SEAL: Final = "seal.json"


class Folder(msgspec.Struct, frozen=True, kw_only=True):
    """The folder of a study, with the study and its cases."""

    path: Path
    study: Study
    cases: tuple[Case, ...]

    def first(self, endpoint: str) -> str:
        """Return the seal before the first record of an endpoint.

        It is the SHA-256 digest of the study, the cases and the endpoint's name.
        """
        held = msgspec.json.encode(self.study) + case_set.to_lines(self.cases) + endpoint.encode()
        return hashlib.sha256(held).hexdigest()

    def log(self, endpoint: str) -> Log:
        """Return the log of an endpoint, to which records can be appended."""
        return Log(self.path / endpoint, self.first(endpoint))

    def seal(self, seals: dict[str, Sealed]) -> None:
        """Write the seals of all logs."""
        write(self.path / _SEAL, msgspec.json.format(msgspec.json.encode(seals)).decode() + "\n")

    def seals(self) -> dict[str, Sealed]:
        """Return the last seal of each log, as a run wrote it at its end. Return {} if no run has ended.

        Raises ``StudyError`` for an invalid file of seals.
        """
        if not (self.path / _SEAL).exists():
            return {}
        return kept_file.read(self.path / _SEAL, dict[str, Sealed], "not a file of seals", StudyError)

    def checked(self) -> dict[str, Sealed]:
        """Check the seal of every line in the logs, and return the last seal of each log.

        The last seal must also equal the seal that was written at the end of a run. Raises ``StudyError``.
        """
        found = {
            endpoint.name: log.check(self.path / endpoint.name, self.first(endpoint.name))
            for endpoint in self.study.endpoints
        }
        for name, sealed in self.seals().items():
            if found.get(name) != sealed:
                raise StudyError(f"{self.path / name}: the end of the log differs from its seal: records were changed")
        return found


def create(path: Path, wanted: Study, cases: tuple[Case, ...]) -> Folder:
    """Open the folder of the study ``wanted``, to continue the study. If the folder has no study, make the study in it.

    Raises ``StudyError`` if the folder belongs to another study, or to the same study with other cases.
    """
    folder = Folder(path=path, study=wanted, cases=cases)
    if (path / _STUDY).exists():
        kept = open_folder(path)
        if kept.study != wanted or case_set.digest(kept.cases) != case_set.digest(cases):
            raise StudyError(
                f"{path}: the folder belongs to a different study: choose another folder, or finish that study"
            )
        return folder
    path.mkdir(parents=True, exist_ok=True)
    write(path / _CASES, case_set.to_lines(cases).decode())
    write(path / _STUDY, msgspec.json.format(msgspec.json.encode(wanted)).decode() + "\n")
    return folder


def open_folder(path: Path) -> Folder:
    """Open the folder of an existing study. Raises ``StudyError``."""
    held = kept_file.read(path / _STUDY, Study, "not a study", StudyError)
    return Folder(path=path, study=study.checked(held, path / _STUDY), cases=case_set.load(path / _CASES))
