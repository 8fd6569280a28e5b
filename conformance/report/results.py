"""Files with the results of a run."""

from collections import Counter
from pathlib import Path
from typing import Final

import msgspec

from conformance import kept_file
from conformance.judge.result import FORMAT, Results
from conformance.judge.subject import Subject
from conformance.leaks import beginning
from conformance.report.canonical import indented
from toolwire.providers.folders import NAME

_LONGEST: Final = 240
"""The maximum length of the name of a scenario, which is also a part of file names."""


class ResultsError(Exception):
    """An error for a results file that cannot be read. The message is a line that names the file and the place."""


class UnknownSubject(ResultsError):
    """An error for results about a provider, text format or capability that the suite's data do not contain."""

    def __init__(self, subject: Subject, capability: str, folder: str | None) -> None:
        """Make the message: it names the subject and the capability, and the option ``--data``.

        ``folder``: the data folder of the results, or None for the project's own data.
        """
        todo = f"Add --data {folder}, the folder of its cassettes" if folder else "Add --data FOLDER"
        what = f"{', '.join(subject.spelling)}, {capability}"
        super().__init__(f"{what} is in the results, but not in the data in use. {todo}")


def write(results: Results) -> bytes:
    """Return results as JSON. The same results give the same bytes."""
    ordered = msgspec.structs.replace(results, results=tuple(sorted(results.results, key=lambda result: result.id)))
    return indented(msgspec.to_builtins(ordered)).encode()


def read(path: Path) -> Results:
    """Return the results in a file that ``write`` has written. Raises ``ResultsError``."""
    results = kept_file.read(path, Results, "not a results file", ResultsError)
    again = [name for name, number in Counter(result.id for result in results.results).items() if number > 1]
    if again:
        raise ResultsError(f"{path}: expected each result once, got {again[0]} again")
    for result in results.results:
        named = "/".join((result.provider, result.dialect, result.scenario, result.mode, result.check))
        if result.id != named:
            raise ResultsError(f"{path}: expected the id {named} for a result, got {result.id}")
        if len(result.scenario) > _LONGEST or NAME.fullmatch(result.scenario) is None:
            raise ResultsError(
                f"{path}: expected the name of a scenario in an id, got {beginning(result.id, _LONGEST)!r}"
            )
    if results.format != FORMAT:
        raise ResultsError(f"{path}: expected results of format {FORMAT}, got format {results.format}")
    return results
