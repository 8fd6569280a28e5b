"""The report of a study: rates, comparisons, faults with their exchanges, and statements on what was not tested."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from conformance.judge.seen import cut
from conformance.verify import log
from conformance.verify.case_set import Case, digest
from conformance.verify.comparison import Comparison, compare
from conformance.verify.errors import StudyError
from conformance.verify.folder import Folder, open_folder
from conformance.verify.inference import Rate, rate
from conformance.verify.log import Sealed
from conformance.verify.measure import MEASURES
from conformance.verify.record import Received, Record
from conformance.verify.study import Endpoint, Study
from conformance.verify.tally import FaultCount, Tally, tally

FORMAT: Final = 1
"""The version of the format of a report's JSON."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange in the form in which a report shows it. Long texts are cut."""

    case: str
    mode: str
    repeat: int
    line: int
    """The number of the line in the endpoint's log, counted from 1."""
    sent: str
    received: str


class FoundFault(msgspec.Struct, frozen=True, kw_only=True):
    """A wire fault of an endpoint: its rate, and the first exchange that shows it."""

    cause: str
    statement: str
    rate: Rate
    at_reference: bool
    """True if the reference has the same fault."""
    shown: Shown


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """An endpoint in the report, with its rates and faults."""

    name: str
    base_url: str
    model: str
    reference: bool
    kept: int
    """The number of exchanges that are kept."""
    asked_for: int
    """The number of exchanges that the study asks for."""
    seal: Sealed
    rates: dict[str, Rate | None]
    faults: tuple[FoundFault, ...]


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded endpoint, with the folder of its study."""

    folder: Folder
    recorded: str
    """The endpoint's name in the folder of its study."""
    endpoint: Endpoint

    @property
    def name(self) -> str:
        """The endpoint's name in the report."""
        return self.endpoint.name

    def records(self) -> Iterator[bytes]:
        """Check every line of the endpoint's log, and yield its records as JSON. Raises ``StudyError``."""
        return log.raw_records(self.folder.path / self.recorded, self.folder.first(self.recorded))


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a study."""

    study: Study
    cases: int
    cases_sha256: str
    first: str
    """The time of the first request whose exchange is kept."""
    last: str
    sealed: bool
    """True if a run has ended and sealed the logs."""
    columns: tuple[Column, ...]
    comparisons: tuple[Comparison, ...]
    not_tested: tuple[str, ...]
    """Sentences on what was not tested."""
    format: int = FORMAT


def pair(first: Path, second: Path, cluster: str | None = None) -> Report:
    """Return the report that compares two recorded endpoints, of which the second is the reference.

    ``first`` and ``second``: the folder of each endpoint, inside the folder of a study. If there are two studies, they
    must have the same cases and modes. ``cluster``: as for ``report``. Raises ``StudyError`` and ``ClusterError``.
    """
    one, other = (open_folder(path.resolve().parent) for path in (first, second))
    if digest(one.cases) != digest(other.cases) or one.study.modes != other.study.modes:
        raise StudyError(f"{first} and {second} cannot be compared: expected studies with the same cases and modes")
    sides = [
        Side(
            folder=folder,
            recorded=path.resolve().name,
            endpoint=msgspec.structs.replace(
                folder.study.endpoint(path.resolve().name), name=str(path), reference=path is second
            ),
        )
        for folder, path in ((one, first), (other, second))
    ]
    repeats = max(one.study.repeats, other.study.repeats)
    study = msgspec.structs.replace(one.study, endpoints=tuple(side.endpoint for side in sides), repeats=repeats)
    made = _report(study, sides, cluster)
    when = (
        "the endpoints were recorded in different studies: a difference may come from the times of the recordings, not "
        "from the endpoints"
    )
    return msgspec.structs.replace(made, not_tested=(*made.not_tested, when)) if one.path != other.path else made


def report(folder: Folder, cluster: str | None = None) -> Report:
    """Judge the kept exchanges of a study, and return the report. The same folder gives the same report.

    ``cluster``: the address of a Dask cluster that judges the exchanges, or None to judge them in this process. Raises
    ``StudyError`` and ``ClusterError``.
    """
    sides = [Side(folder=folder, recorded=endpoint.name, endpoint=endpoint) for endpoint in folder.study.endpoints]
    return _report(folder.study, sides, cluster)


def _report(study: Study, sides: list[Side], cluster: str | None) -> Report:
    seals = {side.name: side.folder.checked()[side.recorded] for side in sides}
    tallies = {side.name: tally(side.folder, side.recorded, study, cluster) for side in sides}
    reference = study.reference.name
    at = [record.at for side in sides for record in _ends(side)]
    columns = tuple(_column(study, side, tallies, seals[side.name]) for side in sides)
    cases = sides[0].folder.cases
    return Report(
        study=study,
        cases=len(cases),
        cases_sha256=digest(cases),
        first=min(at, default=""),
        last=max(at, default=""),
        sealed=all(side.folder.seals() for side in sides),
        columns=columns,
        comparisons=compare(
            study, tallies[reference], {name: each for name, each in tallies.items() if name != reference}
        ),
        not_tested=tuple(_not_tested(study, cases, columns)),
    )


def _ends(side: Side) -> list[Record]:
    """Return the earliest and the latest record of an endpoint, or an empty list if there are no records."""
    records = (log.decoded(data) for data in side.records())
    first = last = next(records, None)
    for record in records:
        assert first is not None
        assert last is not None
        first, last = min(first, record, key=_at), max(last, record, key=_at)
    return [] if first is None or last is None else [first, last]


def _at(record: Record) -> str:
    return record.at


def _column(study: Study, side: Side, tallies: dict[str, Tally], seal: Sealed) -> Column:
    endpoint, own = side.endpoint, tallies[side.name]
    known = tallies[study.reference.name].faults
    counted = sorted(own.faults.values(), key=lambda fault: (-fault.count, fault.cause))
    shown = _shown(side, counted)
    asked_for = len(side.folder.cases) * len(study.modes) * study.repeats
    exchanges = own.of[0].sum(axis=1)
    return Column(
        name=side.name,
        base_url=endpoint.base_url,
        model=endpoint.model,
        reference=endpoint.reference,
        kept=int(exchanges.sum()),
        asked_for=asked_for,
        seal=seal,
        rates={measure.name: rate(*(each.sum(axis=1) for each in own.counts(measure.name))) for measure in MEASURES},
        faults=tuple(
            FoundFault(
                cause=fault.cause,
                statement=fault.statement,
                rate=found,
                at_reference=fault.cause in known,
                shown=shown[fault.first.line],
            )
            for fault in counted
            if (found := rate(fault.by_case, exchanges)) is not None
        ),
    )


def _shown(side: Side, faults: list[FaultCount]) -> dict[int, Shown]:
    wanted = {fault.first.line for fault in faults}
    found: dict[int, Shown] = {}
    for line, data in enumerate(side.records(), 1):
        if line in wanted:
            record = log.decoded(data)
            outcome = record.outcome
            received = (
                f"{outcome.status}\n{outcome.body.data.decode(errors='backslashreplace')}"
                if isinstance(outcome, Received)
                else outcome.why
            )
            found[line] = Shown(
                case=record.case,
                mode=record.mode,
                repeat=record.repeat,
                line=line,
                sent=cut(f"POST {record.sent.url}\n{record.sent.body.data.decode(errors='backslashreplace')}"),
                received=cut(received),
            )
    return found


def _not_tested(study: Study, cases: tuple[Case, ...], columns: tuple[Column, ...]) -> list[str]:
    found = [
        f"{column.name}: {column.asked_for - column.kept} of {column.asked_for} exchanges are missing: their requests "
        "were not sent or not answered, or the endpoint's dialect cannot express them. Run the same command again to "
        "send the missing requests"
        for column in columns
        if column.kept < column.asked_for
    ]
    if len(study.modes) == 1:
        found.append(f"only {study.modes[0]} answers were requested")
    if not any(case.calls is not None for case in cases):
        found.append("no case has a label that states whether a call is expected")
    found.append("the content of arguments and texts was not compared, except with the tools' schemas")
    return found
