"""Verdicts on cases, from the committed reports: the judged party, the verdict, its reason and its evidence."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from conformance import kept_file
from conformance.data import all_data
from conformance.judge.checks import ANSWERED
from conformance.judge.subject import Dialect, Subject, subject_of
from conformance.plural import counted
from conformance.recording.cassette import CassetteName
from conformance.report import adapters, cause_notes, servers
from conformance.report.cause_notes import CauseNote, CauseNotes
from conformance.report.explanation.facts import Fact
from conformance.report.feed import document
from conformance.report.feed.document import CapabilitiesDocument
from conformance.report.mark import NOTHING, WORDS, Marks, kind
from conformance.report.matrix import Matrix
from conformance.report.results import ResultsError
from conformance.scenarios import load as load_scenario

MATRIX: Final = "matrix.json"
PROBES: Final = "probes"
LIBRARIES: Final = "adapters"
_NOT_HERE: Final = (
    "none here: the reports are in the folder reports/ of the repository; run this command in a clone to see them"
)
_WORDS: Final = {
    "unknown": "not known, because the case got no answer",
    "pass": "right",
    "warn": "breaks a recommendation (SHOULD), or only the form is wrong",
    "form": "complete, but known clients fail on this form of answer",
    "fail": "fails",
    "error": "fails",
    "silent": "wrong, and the user gets no error",
    "raised": "raises an error",
    "declined": "declined",
    "unsupported": "declined",
    "undecided": "undecided",
    "not-observed": "not observed: the model did something else",
    "taken": "accepts requests that other providers refuse",
    "inexpressible": "the dialect cannot express the scenario",
    "not-applicable": "nothing to check",
    "nothing": "nothing to check",
}
_WORST_FIRST: Final = ("error", "fail", "not-observed", "warn", "unsupported")
_ORIGINS: Final = {
    "by-dialect": "inferred (by dialect), not observed",
    "documented": "documented, not observed",
    "recorded": "recorded from the provider",
    "recorded-local": "recorded from the genuine server",
    "imported": "imported",
}
_OUTDATED: Final = "outdated: scenarios, cassettes or claims of this dialect have changed since"
_SHOWN: Final = 3
"""The number of findings of one check that are shown to people."""


class Reported(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict on a case in a report."""

    report: str
    """The path of the report in the repository."""
    judged: str
    """The judged library, server or provider. It has the version, if the version is known."""
    of: str
    """The kind of the judged party: ``adapter``, ``provider`` or ``server``."""
    case: str
    """The case: ``scenario/plain|stream``."""
    verdict: str
    findings: dict[str, tuple[str, ...]] = {}
    """The findings that the report has, by check."""
    reason: str = ""
    """The reason why a failure is known, or why a case was declined."""
    notes: tuple[CauseNote, ...] = ()
    """The notes on those root causes of the library that the case shows."""
    read_in: str = ""
    """The version of the library whose source code the authors of the notes have read."""
    evidence: str = ""
    """The origin of the exchanges, and the models that answered."""
    date: str = ""


class _Seen(msgspec.Struct, frozen=True):
    origin: str = ""
    date: str = ""
    models: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()


class _Handled(_Seen, frozen=True):
    marks: Marks = NOTHING


class _Cell(msgspec.Struct, frozen=True):
    marks: Marks = NOTHING
    evidence: _Seen | None = None
    handled: _Handled | None = None


class _Row(msgspec.Struct, frozen=True):
    capability: str
    cells: tuple[_Cell, ...]


class _Column(msgspec.Struct, frozen=True):
    provider: str
    dialect: str

    @property
    def subject(self) -> Subject:
        return subject_of(self.provider, self.dialect)


class _Note(msgspec.Struct, frozen=True):
    id: str
    outcome: str
    message: str
    party: str = msgspec.field(name="subject", default="")
    known: str | None = None


class _Matrix(msgspec.Struct, frozen=True):
    """The part of the matrix that this module needs."""

    adapter: str
    columns: tuple[_Column, ...]
    rows: tuple[_Row, ...]
    notes: tuple[_Note, ...] = ()

    def cells(self, subject: Subject) -> Iterator[tuple[str, _Cell]]:
        """Yield each capability with its cell in the column of a subject."""
        for n, column in enumerate(self.columns):
            if column.subject == subject:
                yield from ((row.capability, row.cells[n]) for row in self.rows)


def folder() -> Path | None:
    """Return the folder of committed reports: in the clone from which the package runs, or else in the current
    directory. Return None if neither has reports.
    """
    candidates = (all_data()[0].cassettes.parent / "reports", Path("reports"))
    return next((candidate.resolve() for candidate in candidates if (candidate / MATRIX).is_file()), None)


class _Kept(msgspec.Struct, frozen=True):
    """A version of a library in the reports."""

    path: str
    """The path of the file with the library's verdicts, in the repository."""
    library: adapters.Library
    notes: CauseNotes | None
    """The notes on the library's root causes. None if the library has no notes. Earlier versions never have notes."""
    is_earlier: bool


class _Reports(msgspec.Struct, frozen=True):
    """The committed reports."""

    matrix: _Matrix
    servers: tuple[servers.Server, ...]
    libraries: tuple[_Kept, ...]
    """The newest versions of libraries, then earlier versions."""


def committed() -> Matrix | None:
    """Return the matrix of the committed reports, or None if there are no reports. Raises ``ResultsError``."""
    kept = folder()
    return kept_file.read(kept / MATRIX, Matrix, "not a matrix", ResultsError) if kept else None


def capabilities() -> CapabilitiesDocument | None:
    """Return the capability feed of the reports, or None if there are no reports. Raises ``DataError``."""
    kept = folder()
    return document.read(kept / document.FEED) if kept else None


def libraries() -> tuple[tuple[adapters.Library, CauseNotes | None], ...]:
    """Return the libraries in the reports, in their newest versions. Each library has its notes. Raises
    ``ResultsError``.
    """
    kept = folder()
    return tuple((each.library, each.notes) for each in _read(kept).libraries if not each.is_earlier) if kept else ()


def of_cases(names: Iterable[CassetteName], check: str = "") -> tuple[Reported, ...]:
    """Return the verdicts of all reports on cases, or on a single check of these cases if ``check`` is given.

    Return () if there are no reports. Raises ``ResultsError``.
    """
    kept = folder()
    if kept is None:
        return ()
    reports = _read(kept)
    found = [
        reported
        for name in names
        for source in (_in_matrix, _in_probes, _in_libraries)
        for reported in source(name, reports)
    ]
    return tuple(_only(reported, check) if check else reported for reported in found)


def facts(reported: tuple[Reported, ...]) -> Iterator[Fact]:
    """Yield the verdicts as facts: on the provider's answers, on genuine servers, and on adapters.

    Each verdict is a line, followed by its reasons. Adapters that pass the same case share a line.
    """
    if folder() is None:
        yield Fact("reports", (_NOT_HERE,))
        return
    if not reported:
        yield Fact("reports", ("no report has a verdict on this case",))
    for of, title in (("provider", "the provider's answers"), ("server", "genuine servers"), ("adapter", "adapters")):
        same_kind = [verdict for verdict in reported if verdict.of == of]
        if same_kind:
            yield Fact(f"verdicts on {title}", tuple(_lines(same_kind)))


def summary(subject: Subject) -> Iterator[Fact]:
    """Yield a fact with the numbers of the verdicts on a subject. It has a line for each report with such verdicts. For
    the matrix, it has a line for the provider and a line for the adapter.

    If there are no reports, or if no report has a verdict on the subject, the fact states this. Raises
    ``ResultsError``.
    """
    kept = folder()
    if kept is None:
        yield Fact("reports", (_NOT_HERE,))
        return
    reports = _read(kept)
    lines = [*_summary_of_matrix(subject, reports.matrix)]
    for server in reports.servers:
        for probed in server.probed:
            if Dialect(server.name, probed.dialect) == subject:
                counts = _format_counts(Counter(probed.outcomes))
                lines.append(f"{_path(PROBES, server.name)}.json: {server.server}, {server.date}, checks: {counts}")
    for held in reports.libraries:
        for judged in held.library.judged:
            if judged.subject == subject:
                cases = counted(len(judged.cases), "case")
                lines.append(
                    f"{held.path}: {held.library.date}, {cases}: {_format_counts(Counter(judged.cases.values()))}"
                )
    yield Fact("verdicts", tuple(lines) or ("no report has a verdict on these cases",))


def _only(reported: Reported, check: str) -> Reported:
    """Return the verdict on a single check of a case. ``reported``: the verdict on the whole case.

    If the check has findings, or if no check has findings, the verdict stays the same. If only other checks have
    findings, the verdict becomes ``pass``, or ``unknown`` if the case got no answer.
    """
    if check in reported.findings:
        return msgspec.structs.replace(reported, findings={check: reported.findings[check]})
    if not reported.findings:
        return reported
    verdict = "unknown" if ANSWERED.name in reported.findings else "pass"
    return msgspec.structs.replace(reported, verdict=verdict, findings={}, reason="", notes=())


def _lines(verdicts: list[Reported]) -> Iterator[str]:
    """Yield each verdict with its reasons. Then yield a line for each case that adapters pass, with these adapters."""
    passes: dict[tuple[str, str, str], list[Reported]] = defaultdict(list)
    for reported in verdicts:
        if reported.verdict == "pass" and reported.of == "adapter":
            passes[reported.case, reported.verdict, reported.evidence].append(reported)
            continue
        dated = f", {reported.date}" if reported.date else ""
        yield f"{reported.case}: {reported.judged}{dated}: {in_words(reported.verdict)} ({reported.report})"
        yield from (f"  evidence: {line}" for line in filter(None, (reported.evidence,)))
        yield from (f"  reason: {line}" for line in filter(None, (reported.reason,)))
        for check, findings in reported.findings.items():
            yield from (f"  {check}: {finding}" for finding in findings[:_SHOWN])
            if len(findings) > _SHOWN:
                yield f"  {check}: and {len(findings) - _SHOWN} more"
        for note in reported.notes:
            yield f"  why, {note.cause}: {_line(note.why)} ({', '.join(note.source)}, read in {reported.read_in})"
            yield f"  repair, {note.cause}: {_line(note.repair)}"
    for (case, verdict, _), same in passes.items():
        yield f"{case}: {in_words(verdict)}: {', '.join(reported.judged for reported in same)}"


def _line(text: str) -> str:
    return " ".join(text.split())


def in_words(verdict: str) -> str:
    """Return a verdict in words, such as "wrong, and the user gets no error" for ``silent``."""
    return _WORDS.get(verdict, verdict)


def _in_matrix(name: CassetteName, reports: _Reports) -> Iterator[Reported]:
    matrix = reports.matrix
    capability = load_scenario(name.scenario).capability
    for of_cell, cell in matrix.cells(name.subject):
        if of_cell != capability:
            continue
        for of, seen in (("provider", cell.evidence), ("adapter", cell.handled)):
            if seen is not None:
                yield _seen(name, of, seen, cell, matrix)


def _seen(name: CassetteName, of: str, seen: _Seen, cell: _Cell, matrix: _Matrix) -> Reported:
    shown = cell.evidence or seen
    origin = _ORIGINS.get(shown.origin, shown.origin)
    models = f", model {', '.join(shown.models)}" if shown.models else ""
    failing = [result for result in seen.failing if result.startswith(f"{name}/")]
    notes = {result.rpartition("/")[2]: note for result in failing if (note := _note(result, of, matrix)) is not None}
    outcomes = [note.outcome for note in notes.values()]
    verdict = next((outcome for outcome in _WORST_FIRST if outcome in outcomes), "pass")
    return Reported(
        report=_path(MATRIX),
        judged=name.provider if of == "provider" else f"{matrix.adapter} adapter",
        of=of,
        case=f"{name.scenario}/{name.mode}",
        verdict=verdict if notes or not failing else "fail",
        findings={check: (note.message,) for check, note in notes.items()},
        reason="; ".join(dict.fromkeys(note.known for note in notes.values() if note.known)),
        evidence=f"{origin}, {shown.date}{models}" if shown.origin else "",
    )


def _note(result: str, of: str, matrix: _Matrix) -> _Note | None:
    """Return the matrix's note on a result, or None. ``of``: the party that the result is about, ``provider`` or
    ``adapter``. Notes without a party fit both.

    Results of several scenarios may share a note. The id of this note has ``*`` for the scenario. It is returned only
    if the result has no separate note.
    """
    provider, dialect, _, mode, check = result.split("/", maxsplit=4)
    together = f"{provider}/{dialect}/*/{mode}/{check}"
    notes = [note for note in matrix.notes if note.id in (result, together) and note.party in (of, "")]
    return min(notes, key=lambda note: note.id != result, default=None)


def _in_probes(name: CassetteName, reports: _Reports) -> Iterator[Reported]:
    case = f"{name.scenario}/{name.mode}"
    capability = load_scenario(name.scenario).capability
    for server in reports.servers:
        for probed in server.probed:
            if Dialect(server.name, probed.dialect) != name.subject:
                continue
            findings: dict[str, tuple[str, ...]] = {
                failing.check: (failing.finding,) for failing in probed.failing if case in failing.cases
            }
            seen = probed.capabilities.get(capability, {}).get(name.mode, "")
            if seen == "" and not findings:
                continue
            yield Reported(
                report=_path(PROBES, f"{server.name}.json"),
                judged=server.server,
                of="server",
                case=case,
                verdict="fail" if findings else "pass" if seen == "fail" else seen,
                findings=findings,
                evidence=f"probed live, model {server.model}",
                date=server.date,
            )


def _in_libraries(name: CassetteName, reports: _Reports) -> Iterator[Reported]:
    case = f"{name.scenario}/{name.mode}"
    rests = adapters.digests(name.subject)
    for held in reports.libraries:
        library, notes = held.library, held.notes
        for judged in library.judged:
            if judged.subject != name.subject or case not in judged.cases:
                continue
            yield Reported(
                report=held.path,
                judged=f"{library.name} {library.version}",
                of="adapter",
                case=case,
                verdict=judged.cases[case],
                findings=_findings(judged, case),
                reason="; ".join(why for why, cases in judged.declined.items() if case in cases),
                evidence="" if (judged.scenarios, judged.cassettes) == rests else _OUTDATED,
                date=library.date,
                notes=tuple(_notes(library, f"{name.provider}/{name.dialect}/{case}", notes)) if notes else (),
                read_in=notes.version if notes else "",
            )


def _notes(library: adapters.Library, case: str, notes: CauseNotes) -> Iterator[CauseNote]:
    """Yield the notes on the root causes that a case shows."""
    for cause in library.causes or ():
        if case in cause.cases and (note := notes.on(cause.id)):
            yield note


def _findings(judged: adapters.Judged, case: str) -> dict[str, tuple[str, ...]]:
    """Return the findings of a case, by check."""
    return {
        check: findings
        for trouble in judged.troubles
        if case in trouble.cases
        for check, findings in trouble.checks.items()
    }


@cache
def _read(kept: Path) -> _Reports:
    """Return the reports in a folder. ``kept``: the absolute path of the folder.

    The reports are cached, because many ids are searched in them. Raises ``ResultsError``.
    """
    try:
        probed = servers.read(kept / PROBES)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ResultsError(f"{kept / PROBES}: {error}") from None
    return _Reports(_matrix(kept), probed, tuple(_libraries(kept)))


def _libraries(kept: Path) -> Iterator[_Kept]:
    folder = kept / LIBRARIES
    try:
        notes = cause_notes.read(folder)
    except cause_notes.CauseNotesError as error:
        raise ResultsError(str(error)) from None
    for library in adapters.read(folder):
        yield _Kept(_path(LIBRARIES, kept_file.file_name(library)), library, notes.get(library.name), False)
    for library in adapters.read_earlier(folder):
        yield _Kept(_path(LIBRARIES, adapters.EARLIER, kept_file.file_name(library)), library, None, True)


def _path(*parts: str) -> str:
    """Return the path of a report in the repository: ``("adapters", "x.json") -> "reports/adapters/x.json"``."""
    return "/".join(("reports", *parts))


def _matrix(kept: Path) -> _Matrix:
    return kept_file.read(kept / MATRIX, _Matrix, "not a matrix", ResultsError)


def _summary_of_matrix(subject: Subject, matrix: _Matrix) -> Iterator[str]:
    cells = [cell for _, cell in matrix.cells(subject)]
    handled = [cell.handled.marks for cell in cells if cell.handled is not None]
    if cells and isinstance(subject, Dialect):
        yield f"{_path(MATRIX)}: the provider, {_tally([cell.marks for cell in cells])}"
    if handled:
        yield f"{_path(MATRIX)}: the {matrix.adapter} adapter, {_tally(handled)}"


def _tally(cells: list[Marks]) -> str:
    """Return the numbers of capabilities, in total and for each pair of mark and evidence, as text. For example:
    ``3 capabilities: 2 works recorded, 1 broken surveyed``.

    ``cells``: the cells of a column. Cells without marks do not count.
    """
    asked = [cell for cell in cells if cell.modes]
    counts = Counter(" ".join(filter(None, (WORDS[kind(cell.worst)], cell.worst.evidence))) for cell in asked)
    shown = ", ".join(f"{number} {words}" for words, number in counts.most_common())
    return f"{counted(len(asked), 'capability', 'capabilities')}: {shown}"


def _format_counts(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {in_words(verdict)}" for verdict, number in counts.most_common())
