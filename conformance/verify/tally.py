"""The tally of an endpoint: counts by case and mode. The statistics need nothing else."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from conformance.verify import log
from conformance.verify.case_set import Case
from conformance.verify.errors import StudyError
from conformance.verify.folder import Folder
from conformance.verify.measure import BASES, MEASURES, NAMES
from conformance.verify.observation import Observation, observe
from conformance.verify.study import Endpoint, Study
from toolwire.wire.errors import WireError

_PIECE: Final = 200
"""The number of records that are judged together, as a piece of work."""
Counts: TypeAlias = NDArray[np.int32]
_Line: TypeAlias = tuple[int, bytes, Case]


class FaultCount(msgspec.Struct, kw_only=True, eq=False):
    """A fault: the number of exchanges with the fault, and the first of these exchanges."""

    cause: str
    statement: str
    count: int
    first: Observation
    by_case: Counts


class Tally:
    """Counts of an endpoint's exchanges.

    ``yes``: for each measure, the number of exchanges with the property, shaped measures × cases × modes. ``of``: the
    number of exchanges of each base, shaped bases × cases × modes. A base is the denominator of a measure: exchanges,
    answers, calls or labels.
    """

    def __init__(self, study: Study, cases: tuple[Case, ...]) -> None:
        self._case = {case.id: n for n, case in enumerate(cases)}
        self._mode = {mode: n for n, mode in enumerate(study.modes)}
        self.yes: Counts = np.zeros((len(MEASURES), len(cases), len(study.modes)), np.int32)
        self.of: Counts = np.zeros((len(BASES), len(cases), len(study.modes)), np.int32)
        self.first_call: NDArray[np.float32] = np.full(
            (len(cases), len(study.modes), study.repeats), np.nan, np.float32
        )
        self.faults: dict[str, FaultCount] = {}

    def add(self, seen: Observation) -> None:
        """Count an exchange. The order of exchanges does not matter."""
        case, mode = self._case[seen.case], self._mode[seen.mode]
        for base in seen.bases:
            self.of[BASES.index(base), case, mode] += 1
        for name in seen.shows:
            self.yes[NAMES.index(name), case, mode] += 1
        if seen.first_call is not None:
            self.first_call[case, mode, seen.repeat] = seen.first_call
        for fault in seen.faults:
            known = self.faults.setdefault(
                fault.cause,
                FaultCount(
                    cause=fault.cause,
                    statement=fault.statement,
                    count=0,
                    first=seen,
                    by_case=np.zeros(len(self._case), np.int32),
                ),
            )
            known.count += 1
            known.by_case[case] += 1
            if self._place(seen) < self._place(known.first):
                known.first, known.statement = seen, fault.statement

    def counts(self, name: str) -> tuple[Counts, Counts]:
        """Return two counts for a measure, each shaped cases × modes: the exchanges that have the property, and the
        exchanges to which the measure applies.
        """
        n = NAMES.index(name)
        return self.yes[n], self.of[BASES.index(MEASURES[n].base)]

    def _place(self, seen: Observation) -> tuple[int, int, int]:
        return self._case[seen.case], self._mode[seen.mode], seen.repeat


def tally(folder: Folder, name: str, study: Study, cluster: str | None = None) -> Tally:
    """Judge all records of the endpoint ``name``, and return the counts for a study.

    ``cluster``: the address of a Dask cluster that judges the records, or None to judge them in this process. The
    result is the same. Raises ``StudyError`` for a changed log, and ``ClusterError``.
    """
    endpoint = folder.study.endpoint(name)
    found = Tally(study, folder.cases)
    work = partial(judged, endpoint)
    results: Iterable[list[Observation]]
    if cluster is None:
        results = map(work, _pieces(folder, endpoint))
    else:
        from conformance.survey.cluster import spread

        results = spread(cluster, work, _pieces(folder, endpoint))
    for piece in results:
        for seen in piece:
            found.add(seen)
    return found


def judged(endpoint: Endpoint, piece: list[_Line]) -> list[Observation]:
    """Judge the records in a piece of a log. Return an observation for each. Raises ``StudyError``."""
    return [_observed(endpoint, case, data, line) for line, data, case in piece]


def _observed(endpoint: Endpoint, case: Case, data: bytes, line: int) -> Observation:
    try:
        return observe(endpoint, case, log.decoded(data), line)
    except WireError as error:
        raise StudyError(f"{endpoint.name}: line {line}: the request cannot be read: {error}") from None


def _pieces(folder: Folder, endpoint: Endpoint) -> Iterator[list[_Line]]:
    cases = {case.id: case for case in folder.cases}
    lines = enumerate(log.raw_records(folder.path / endpoint.name, folder.first(endpoint.name)), 1)
    seen: set[tuple[str, str, int]] = set()
    while piece := list(islice(lines, _PIECE)):
        yield [(line, data, _case(folder, cases, endpoint, line, data, seen)) for line, data in piece]


class _Asked(msgspec.Struct):
    case: str
    mode: str
    repeat: int


_ASKED: Final = msgspec.json.Decoder(_Asked)


def _case(
    folder: Folder, cases: dict[str, Case], endpoint: Endpoint, line: int, data: bytes, seen: set[tuple[str, str, int]]
) -> Case:
    """Return the case of a record, and add the record to ``seen``, the records of the earlier lines.

    Raises ``StudyError`` if the study does not have the record's case, mode or repeat, or if ``seen`` already has the
    exchange. ``line``: the number of the record's line in the log. ``data``: the record as JSON.
    """
    asked, study = _ASKED.decode(data), folder.study
    where = f"{folder.path / endpoint.name}: line {line}"
    if asked.case not in cases:
        raise StudyError(f"{where}: the study has no case {asked.case!r}")
    if asked.mode not in study.modes:
        raise StudyError(f"{where}: expected a mode of the study ({', '.join(study.modes)}), got {asked.mode!r}")
    if not 0 <= asked.repeat < study.repeats:
        raise StudyError(f"{where}: expected a repeat from 0 to {study.repeats - 1}, got {asked.repeat}")
    if (asked.case, asked.mode, asked.repeat) in seen:
        raise StudyError(f"{where}: expected each exchange once, got {asked.case!r} {asked.mode} {asked.repeat} again")
    seen.add((asked.case, asked.mode, asked.repeat))
    return cases[asked.case]
