"""The verdicts of the committed reports on a case: who was judged, what came of it, why, and on which evidence."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from conformance.data import all_data
from conformance.recording.cassette import CassetteName
from conformance.recording.text_answers import TEXT
from conformance.report import adapters, servers
from conformance.report.facts import Fact
from conformance.report.results import ResultsError
from conformance.report.words import counted
from conformance.scenarios import load as load_scenario

MATRIX: Final = "matrix.json"
PROBES: Final = "probes"
LIBRARIES: Final = "adapters"
_NOT_HERE: Final = (
    "none here: the reports are in the folder reports/ of the repository; in a clone of it this command shows them"
)
_WORDS: Final = {
    "pass": "right",
    "warn": "a SHOULD is broken",
    "fail": "fails",
    "error": "fails",
    "silent": "wrong, and its user gets no error",
    "raised": "raises an error",
    "declined": "declined",
    "unsupported": "declined",
    "undecided": "undecided",
    "not-observed": "not observed: the model did something else",
    "taken": "takes what others refuse",
    "inexpressible": "the dialect has no way to say it",
    "not-applicable": "with nothing to check",
    "nothing": "with nothing to check",
}
_ORIGINS: Final = {
    "by-dialect": "inferred (by dialect), not observed",
    "documented": "documented, not observed",
    "recorded": "recorded from the provider",
    "recorded-local": "recorded from the genuine server",
    "imported": "imported",
}
_OUTDATED: Final = "outdated: scenarios, cassettes or claims of this dialect have changed since"
_SHOWN: Final = 3
"""Findings of one check that are shown to people."""


class Reported(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The verdict of one report on one case."""

    report: str
    """The path of the file in the repository."""
    judged: str
    """The library, server or provider, with its version where it has one."""
    of: str
    """``adapter``, ``provider`` or ``server``."""
    case: str
    """``scenario/plain|stream``."""
    verdict: str
    findings: dict[str, tuple[str, ...]] = {}
    """By check; the first ones, as the report keeps them."""
    reason: str = ""
    """The reason of a known failure, or of what was declined."""
    evidence: str = ""
    """The origin of the exchanges, and the models that answered."""
    date: str = ""


class _Seen(msgspec.Struct, frozen=True):
    verdict: str = "nothing"
    origin: str = ""
    date: str = ""
    models: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()


class _Cell(msgspec.Struct, frozen=True):
    evidence: _Seen | None = None
    handled: _Seen | None = None


class _Row(msgspec.Struct, frozen=True):
    capability: str
    cells: tuple[_Cell, ...]


class _Column(msgspec.Struct, frozen=True):
    provider: str
    dialect: str


class _Note(msgspec.Struct, frozen=True):
    id: str
    outcome: str
    message: str
    subject: str = ""
    known: str | None = None


class _Matrix(msgspec.Struct, frozen=True):
    """As much of the matrix as is needed here."""

    adapter: str
    columns: tuple[_Column, ...]
    rows: tuple[_Row, ...]
    notes: tuple[_Note, ...] = ()

    def cells(self, provider: str, dialect: str) -> Iterator[tuple[str, _Cell]]:
        """Each capability, and its cell in one column."""
        for place, column in enumerate(self.columns):
            if (column.provider, column.dialect) == (provider, dialect):
                yield from ((row.capability, row.cells[place]) for row in self.rows)


def folder() -> Path | None:
    """The folder of committed reports: of the clone that the package runs from, or of the current directory."""
    found = (all_data()[0].cassettes.parent / "reports", Path("reports"))
    return next((one for one in found if (one / MATRIX).is_file()), None)


class _Reports(msgspec.Struct, frozen=True):
    """The committed reports."""

    matrix: _Matrix
    servers: tuple[servers.Server, ...]
    libraries: tuple[tuple[str, adapters.Library], ...]
    """Each with its file, the newest versions first."""


def of_cases(names: Iterable[CassetteName], check: str = "") -> tuple[Reported, ...]:
    """The verdicts of every report on some cases, or on one check of them. Raises ``ResultsError``."""
    kept = folder()
    if kept is None:
        return ()
    reports = _read(kept)
    found = [
        one for name in names for source in (_in_matrix, _in_probes, _in_libraries) for one in source(name, reports)
    ]
    return tuple(_only(one, check) if check else one for one in found)


def facts(reported: tuple[Reported, ...]) -> Iterator[Fact]:
    """The verdicts for people: those that are not right with their reasons, the others together."""
    if folder() is None:
        yield Fact("reports", (_NOT_HERE,))
        return
    if not reported:
        yield Fact("reports", ("no report has a verdict on it",))
    for of, title in (("provider", "the provider's answers"), ("server", "genuine servers"), ("adapter", "adapters")):
        some = [one for one in reported if one.of == of]
        if some:
            yield Fact(f"verdicts on {title}", tuple(_lines(some)))


def summary(provider: str, dialect: str) -> Iterator[Fact]:
    """The verdicts on all cases of a provider's dialect, in a line for each report. Raises ``ResultsError``."""
    kept = folder()
    if kept is None:
        yield Fact("reports", (_NOT_HERE,))
        return
    reports = _read(kept)
    lines = [*_summary_of_matrix(provider, dialect, reports.matrix)]
    for server in (one for one in reports.servers if one.name == provider):
        for probed in (one for one in server.probed if one.dialect == dialect):
            counts = _told(Counter(probed.outcomes))
            lines.append(f"{_path(PROBES, server.name)}.json: {server.server}, {server.date}, checks: {counts}")
    for path, library in reports.libraries:
        for judged in (one for one in library.judged if (one.provider, one.dialect) == (provider, dialect)):
            cases = counted(len(judged.cases), "case")
            lines.append(f"{path}: {library.date}, {cases}: {_told(Counter(judged.cases.values()))}")
    yield Fact("verdicts", tuple(lines) or ("no report has a verdict on it",))


def _only(one: Reported, check: str) -> Reported:
    """The verdict on one check: where others alone found something, it is right."""
    if check in one.findings:
        return msgspec.structs.replace(one, findings={check: one.findings[check]})
    return msgspec.structs.replace(one, verdict="pass", findings={}, reason="") if one.findings else one


def _lines(some: list[Reported]) -> Iterator[str]:
    """Those that are not right one by one, first; the others in a line for each verdict."""
    quiet: dict[tuple[str, str, str], list[Reported]] = defaultdict(list)
    for one in some:
        if one.verdict == "pass" and one.of == "adapter":
            quiet[one.case, one.verdict, one.evidence].append(one)
            continue
        dated = f", {one.date}" if one.date else ""
        yield f"{one.case}: {one.judged}{dated}: {words(one.verdict)} ({one.report})"
        yield from (f"  evidence: {line}" for line in filter(None, (one.evidence,)))
        yield from (f"  reason: {line}" for line in filter(None, (one.reason,)))
        for check, findings in one.findings.items():
            yield from (f"  {check}: {finding}" for finding in findings[:_SHOWN])
            if len(findings) > _SHOWN:
                yield f"  {check}: and {len(findings) - _SHOWN} more"
    for (case, verdict, _), same in quiet.items():
        yield f"{case}: {words(verdict)}: {', '.join(one.judged for one in same)}"


def words(verdict: str) -> str:
    """A verdict in words."""
    return _WORDS.get(verdict, verdict)


def _in_matrix(name: CassetteName, reports: _Reports) -> Iterator[Reported]:
    matrix = reports.matrix
    capability = load_scenario(name.scenario).capability
    for _, cell in (one for one in matrix.cells(name.provider, name.dialect) if one[0] == capability):
        for of, seen in (("provider", cell.evidence), ("adapter", cell.handled)):
            if seen is not None:
                yield from _seen(name, of, seen, cell, matrix)


def _seen(name: CassetteName, of: str, seen: _Seen, cell: _Cell, matrix: _Matrix) -> Iterator[Reported]:
    shown = cell.evidence or seen
    origin = _ORIGINS.get(shown.origin, shown.origin)
    models = f", model {', '.join(shown.models)}" if shown.models else ""
    failing = [one for one in seen.failing if one.startswith(f"{name}/")]
    notes = {one.rpartition("/")[2]: note for one in failing if (note := _note(one, of, matrix)) is not None}
    outcomes = [note.outcome for note in notes.values()]
    verdict = next((one for one in ("error", "fail", "not-observed", "warn", "unsupported") if one in outcomes), "pass")
    yield Reported(
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
    """The note on a result: its own, or that of all scenarios of the dialect that fail alike."""
    provider, dialect, _, mode, check = result.split("/", maxsplit=4)
    together = f"{provider}/{dialect}/*/{mode}/{check}"
    found = [one for one in matrix.notes if one.id in (result, together) and one.subject in (of, "")]
    return min(found, key=lambda one: one.id != result, default=None)


def _in_probes(name: CassetteName, reports: _Reports) -> Iterator[Reported]:
    case = f"{name.scenario}/{name.mode}"
    capability = load_scenario(name.scenario).capability
    for server in reports.servers:
        for probed in server.probed:
            if (server.name, probed.dialect) != (name.provider, name.dialect):
                continue
            findings: dict[str, tuple[str, ...]] = {
                one.check: (one.said,) for one in probed.failing if case in one.cases
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
                evidence=f"asked live, model {server.model}",
                date=server.date,
            )


def _in_libraries(name: CassetteName, reports: _Reports) -> Iterator[Reported]:
    case = f"{name.scenario}/{name.mode}"
    rests = adapters.digests(name.provider, name.dialect)
    for path, library in reports.libraries:
        for judged in library.judged:
            if (judged.provider, judged.dialect) != (name.provider, name.dialect) or case not in judged.cases:
                continue
            yield Reported(
                report=path,
                judged=f"{library.name} {library.version}",
                of="adapter",
                case=case,
                verdict=judged.cases[case],
                findings=_findings(judged, case),
                reason="; ".join(why for why, cases in judged.declined.items() if case in cases),
                evidence="" if (judged.scenarios, judged.cassettes) == rests else _OUTDATED,
                date=library.date,
            )


def _findings(judged: adapters.Judged, case: str) -> dict[str, tuple[str, ...]]:
    """The findings of each check of a case; the one place here that knows how a report keeps them."""
    found: dict[str, tuple[str, ...]] = {}
    for trouble in judged.troubles:
        if case in trouble.cases:
            for check, said in trouble.checks.items():
                found[check] = (said,) if isinstance(said, str) else tuple(said)
    return found


def _read(kept: Path) -> _Reports:
    try:
        probed = servers.read(kept / PROBES)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ResultsError(f"{kept / PROBES}: {error}") from None
    return _Reports(_matrix(kept), probed, tuple(_libraries(kept)))


def _libraries(kept: Path) -> Iterator[tuple[str, adapters.Library]]:
    for below, libraries in (
        (LIBRARIES, adapters.read(kept / LIBRARIES)),
        (f"{LIBRARIES}/{adapters.EARLIER}", adapters.read_earlier(kept / LIBRARIES)),
    ):
        for one in libraries:
            yield _path(below, f"{one.name}@{one.version}.json"), one


def _path(*parts: str) -> str:
    """The path of a report in the repository."""
    return "/".join(("reports", *parts))


def _matrix(kept: Path) -> _Matrix:
    path = kept / MATRIX
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Matrix)
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ResultsError(f"{path}: no matrix: {error}") from None


def _summary_of_matrix(provider: str, dialect: str, matrix: _Matrix) -> Iterator[str]:
    cells = [cell for _, cell in matrix.cells(provider, dialect)]
    seen = [cell.evidence for cell in cells if cell.evidence is not None]
    handled = [cell.handled for cell in cells if cell.handled is not None]
    if seen and provider != TEXT:
        origins = ", ".join(_ORIGINS.get(one, one) for one in sorted({one.origin for one in seen}))
        capabilities = counted(len(seen), "capability", "capabilities")
        told = _told(Counter(one.verdict for one in seen))
        yield f"{_path(MATRIX)}: the provider's answers, {capabilities} ({origins}): {told}"
    if handled:
        capabilities = counted(len(handled), "capability", "capabilities")
        told = _told(Counter(one.verdict for one in handled))
        yield f"{_path(MATRIX)}: the {matrix.adapter} adapter, {capabilities}: {told}"


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {words(verdict)}" for verdict, number in counts.most_common())
