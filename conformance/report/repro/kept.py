"""The stored scripts for a library's root causes. Each script was run in the library's environment, and showed its
cause.
"""

from pathlib import Path
from typing import Final

import msgspec

from conformance import kept_file
from conformance.report.adapters import Library
from conformance.report.canonical import indented
from conformance.report.causes import LibraryCause
from conformance.report.results import ResultsError

FOLDER: Final = "repro"
"""The folder of all scripts, below the folder with the files of libraries."""
_INDEX: Final = "proofs.json"


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """A script that showed its root cause when it was run."""

    file: str
    evidence: str
    """A sentence about the origin of the answers that the script serves."""


class Repros(msgspec.Struct, frozen=True, kw_only=True):
    """The scripts for the root causes of a library, and the reasons why other causes have no script."""

    version: str
    """The version of the library with which the scripts were run."""
    date: str
    """The day on which the scripts were run."""
    proven: dict[str, Proof]
    """The scripts, by the id of the cause."""
    missing: dict[str, str]
    """The reasons why causes have no script, by the id of the cause."""


def file_of(cause: LibraryCause) -> str:
    """Return the file name of the script for a cause: ``request/tool_choice/lost -> request-tool-choice-lost.py``."""
    kept = (char if char.isalnum() else "-" for char in cause.id.replace("/", ".").replace("_", "-"))
    return "-".join(filter(None, "".join(kept).split("-"))) + ".py"


def write(repros: Repros, scripts: dict[str, str], folder: Path) -> None:
    """Write the scripts for a library, and their index ``repros``, into ``folder``. Remove all earlier scripts there.

    ``scripts``: the texts of the scripts, by file name.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.py"):
        path.unlink()
    for name, text in scripts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / _INDEX).write_text(indented(msgspec.to_builtins(repros)), encoding="utf-8")


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """The script for a root cause, or the reason why the cause has no script."""

    script: str = ""
    file: str = ""
    evidence: str = ""
    date: str = ""
    why: str = ""


def read(library: Library, folder: Path) -> dict[str, Kept]:
    """Return the script for each of a library's causes, or the reason why it has no script, by the id of the cause.

    ``folder``: the folder with the files of libraries. Return {} if the library has no scripts, or if they were run
    with another version of the library. Raises ``ResultsError``.
    """
    home = folder / FOLDER / library.name
    if not (home / _INDEX).is_file():
        return {}
    repros = kept_file.read(home / _INDEX, Repros, "not an index of reproduction scripts", ResultsError)
    if repros.version != library.version:
        return {}
    scripts = {
        cause: Kept(script=_text(home / proof.file), file=proof.file, evidence=proof.evidence, date=repros.date)
        for cause, proof in repros.proven.items()
    }
    return scripts | {cause: Kept(why=why) for cause, why in repros.missing.items()}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
