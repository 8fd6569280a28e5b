"""The verdicts on libraries. The cassettes of providers were played to judge each library.

Each judged version of a library has a file. The files of the newest versions are in a folder, and its subfolder
``earlier`` has the files of earlier versions.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import msgspec

import toolwire
from conformance import kept_file
from conformance.adapters.unsupported import without_place
from conformance.callers import Mode
from conformance.data import cassettes_folder, kept
from conformance.judge.finding import without_exchange
from conformance.judge.result import Result, Results
from conformance.judge.subject import Dialect, Subject, TextFormat, subject_of
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.mutants.streams.delivery import DELIVERY
from conformance.mutants.streams.mutant import MUTANT
from conformance.plural import counted
from conformance.recording.text_answers import answer, names
from conformance.report.canonical import to_json
from conformance.report.causes import LibraryCause
from conformance.report.digests import digest, digest_of_claims, digest_of_texts
from conformance.report.mark import Marks, Verdict, of_cases, verdict, worst
from conformance.report.results import ResultsError
from conformance.scenarios import capabilities, homes, load
from conformance.scenarios.generated import parsed
from toolwire.providers import owner, providers_folder

EARLIER: Final = "earlier"
"""The subfolder of earlier versions, in the folder of the newest versions."""
_CODE: Final = Path(__file__).resolve().parents[1]
_LIBRARY: Final = Path(toolwire.__file__).resolve().parent
_JUDGING: Final = (
    *(_CODE / floor for floor in (
        "adapters", "callers", "judge", "mutants", "recording", "report", "scenarios", "server", "suite",
    )),
    *(_LIBRARY / floor for floor in ("dialects", "model", "providers", "text", "wire")),
)  # fmt: skip
"""The folders of our own code that holds conversations with a library and judges the library."""

_LONGEST: Final = 2000
"""The maximum length of a finding, in characters. A longer finding is cut. The limit is high, because the judge has
already cut long values, and a second cut could remove the difference between two values."""
_MOST: Final = 30
"""The maximum number of different findings that are kept for each check."""


class Trouble(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Cases with the same verdict and the same findings. Cases that passed or were declined are not listed."""

    cases: tuple[str, ...]
    """The names of the cases: ``scenario/plain|stream``."""
    verdict: Verdict
    """The verdict on the cases. ``silent``: something is wrong, and the user gets no error. ``raised``: something is
    wrong, and the user gets an exception or an error.
    """
    mode: Mode = "sync"
    """``async`` if the adapter was called in both modes, and the asynchronous calls have the worse verdict. Otherwise
    ``sync``.
    """
    checks: dict[str, tuple[str, ...]] = {}
    """The findings by check. Checks without findings are left out. A finding that several exchanges have is listed
    once, with the first of these exchanges.
    """


class Judged(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The verdicts on a library with the cassettes of a provider's dialect, or with calls in a text format."""

    provider: str
    """The provider, or ``text`` for calls in text."""
    dialect: str
    """The dialect, or the text format."""
    scenarios: str
    """The digest of the scenarios that have cassettes and of the claims about the dialect. For a text format, it is the
    digest of the scenarios.
    """
    cassettes: str
    """The digest of the cassettes. For a text format, it is the digest of the texts that models write in the format."""
    outcomes: dict[str, int]
    """The number of checks of the adapter, by outcome."""
    capabilities: dict[str, Verdict]
    """The worst verdict on the cases of each capability. ``declined`` is worse than ``pass``. A case also counts
    as declined if the model or the adapter did not do what the case is about.
    """
    troubles: tuple[Trouble, ...]
    declined: dict[str, tuple[str, ...]]
    """The cases that the adapter declined, at least in part, by the reason."""
    modes: tuple[Mode, ...] = ()
    """The modes in which the library was called: synchronous, asynchronous or both. If both modes have verdicts, the
    worse verdict counts. A gateway has no modes.
    """
    cases: dict[str, Verdict] = {}
    """The verdict on each case, by ``scenario/plain|stream``. Cases in which nothing was judged are left out."""
    rests: dict[str, str] = {}
    """The digest of the evidence of each case: the scenario, the cassette and the claims about the dialect.

    The evidence of a case in a text format is the scenario and the text that models write.
    """

    @property
    def subject(self) -> Subject:
        """The subject with which the library was judged: a provider's dialect, or a text format."""
        return subject_of(self.provider, self.dialect)

    @cached_property
    def marks(self) -> dict[str, Marks]:
        """The marks of each capability, in the order of the matrix. Scenarios that no longer exist are left out."""
        found: dict[str, dict[str, dict[str, Verdict]]] = defaultdict(lambda: defaultdict(dict))
        for case, of_case in self.cases.items():
            scenario, _, mode = case.partition("/")
            if scenario in homes():
                found[load(scenario).capability][mode][scenario] = of_case
        return {
            name: Marks(**{mode: of_cases(cases, "recorded") for mode, cases in found[name].items()})
            for name in capabilities()
            if name in found
        }

    @property
    def is_current(self) -> bool:
        """True if the scenarios, claims and cassettes have not changed since the library was judged."""
        return (self.scenarios, self.cassettes) == digests(self.subject)


class Library(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A version of a library, and the verdicts on it."""

    name: str
    version: str
    language: str
    date: str
    installed: dict[str, str]
    """The packages that were named when the library was installed, with their versions. Their dependencies are left
    out.
    """
    judged: tuple[Judged, ...]
    adapters: tuple[str, ...] = ()
    """The adapters with which the library was judged. Each is a value of the option ``--adapter`` of ``conformance
    gate``.
    """
    causes: tuple[LibraryCause, ...] | None = None
    """The root causes of all failures, the gravest first. None if the file does not list them."""
    generated: tuple[int, int] | None = None
    """The number and the seed of the generated conversations.

    This number of generated conversations was played in each dialect, in addition to the cassettes. Each cassette was
    then also played with other deliveries of its streams, and with mutants of its answers. None if cassettes were only
    played unchanged.
    """
    by: str = ""
    """The digest of our own code that judged the library. "" if it is not known."""

    @property
    def cut(self) -> tuple[int, ...]:
        """The numbers of the causes that make the library show a truncated answer as complete. Causes are numbered from
        1, as on the library's page.
        """
        return tuple(number for number, cause in enumerate(self.causes or (), 1) if cause.hides_a_cut)


def of_cassettes(results: Iterable[Result]) -> list[Result]:
    """Return the results of cassettes that were played unchanged.

    Results of generated scenarios, deliveries and mutants are left out.
    """
    streams = (DELIVERY, MUTANT)
    return [result for result in results if parsed(result.scenario) is None and not result.check.startswith(streams)]


@kept
@cache
def digests(subject: Subject) -> tuple[str, str]:
    """Return two digests for a subject: the digest of its scenarios and claims, and the digest of its cassettes.

    For a text format, they are the digest of the scenarios, and the digest of the texts that models write.
    """
    match subject:
        case TextFormat(name=text_format):
            asked = dict.fromkeys(case.scenario for case in names() if case.subject == subject)
            texts = (str(answer(text_format, scenario)) for scenario in asked)
            return digest_of_claims(map(_scenario, asked)), digest_of_texts(texts)
        case Dialect(provider=provider, dialect=dialect):
            cassettes = sorted((cassettes_folder() / provider / dialect).glob("*.yaml"))
            played = {path.name.partition(".")[0] for path in cassettes}
            scenarios = [data.scenarios / f"{name}.yaml" for name, data in homes().items() if name in played]
            return digest_of_claims([*scenarios, *_known(dialect)]), digest(cassettes)


def by() -> str:
    """Return the digest of our own code that judges libraries.

    Verdicts can only be compared if this code was the same.
    """
    return digest(path for folder in _JUDGING for path in sorted(folder.rglob("*.*")) if _is_code(path))


def _is_code(path: Path) -> bool:
    return path.suffix in (".py", ".mjs", ".yaml")


def _evidence(subject: Subject, cases: Iterable[str]) -> dict[str, str]:
    """Return the digest of the evidence of each case of a subject, by case.

    Files of evidence that do not exist are left out.
    """
    match subject:
        case TextFormat(name=text_format):
            return {case: _evidence_in_text(text_format, case.partition("/")[0]) for case in cases}
        case Dialect(provider=provider, dialect=dialect):
            known, cassettes = _known(dialect), cassettes_folder() / provider / dialect
            return {case: _evidence_of_case(known, cassettes, *case.split("/")) for case in cases}


def _evidence_in_text(text_format: str, scenario: str) -> str:
    return digest_of_texts((digest_of_claims([_scenario(scenario)]), str(answer(text_format, scenario))))


def _evidence_of_case(known: list[Path], cassettes: Path, scenario: str, mode: str) -> str:
    own = [_scenario(scenario)] if scenario in homes() else []
    played = cassettes / f"{scenario}.{mode}.yaml"
    return digest_of_texts((digest_of_claims([*own, *known]), digest([played] if played.is_file() else [])))


def _scenario(name: str) -> Path:
    return homes()[name].scenarios / f"{name}.yaml"


def _known(dialect: str) -> list[Path]:
    return sorted((providers_folder() / owner(dialect) / dialect).glob("*.*"))


def summarise_all(results: Results) -> tuple[Judged, ...]:
    """Summarise the results of a run, separately for each text format and each dialect of a provider.

    A dialect that is played only with cassettes of the dialect's owner has no summary.
    """
    by_subject: dict[Subject, list[Result]] = defaultdict(list)
    for result in results.results:
        by_subject[result.subject].append(result)
    return tuple(
        summarise(subject, by_subject[subject])
        for subject in sorted(by_subject, key=lambda subject: subject.spelling)
        if any(result.origin != "by-dialect" for result in by_subject[subject])
    )


def summarise(subject: Subject, results: Iterable[Result], modes: tuple[Mode, ...] = ()) -> Judged:
    """Summarise the results of an adapter with a subject: a provider's dialect or a text format.

    ``modes``: the modes in which the adapter was called.
    """
    provider, dialect = subject.spelling
    cases = _cases(result for result in results if result.subject == subject)
    troubles: list[Trouble] = []
    declined: dict[str, list[str]] = defaultdict(list)
    verdicts: dict[str, Verdict] = {}
    for case, of_case in cases.items():
        found = verdict(of_case)
        if found is None:
            continue
        verdicts[case] = found
        for why in {result.declined for result in of_case if result.declined}:
            declined[why].append(case)
        if found not in ("pass", "declined"):
            troubles.append(_trouble(case, found, of_case, modes))
    asked, played = digests(subject)
    return Judged(
        provider=provider,
        dialect=dialect,
        scenarios=asked,
        cassettes=played,
        modes=modes,
        outcomes=dict(sorted(Counter(result.outcome for of_case in cases.values() for result in of_case).items())),
        capabilities=_capabilities(cases),
        troubles=_together(troubles),
        declined={why: tuple(declined[why]) for why in sorted(declined)},
        cases=verdicts,
        rests=_evidence(subject, verdicts),
    )


def _cases(results: Iterable[Result]) -> dict[str, list[Result]]:
    cases: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.party == "adapter":
            cases[f"{result.scenario}/{result.mode}"].append(result)
    return dict(sorted(cases.items()))


def _capabilities(cases: dict[str, list[Result]]) -> dict[str, Verdict]:
    verdicts: dict[str, set[Verdict]] = defaultdict(set)
    for of_case in cases.values():
        found = verdict(of_case)
        if found is not None:
            verdicts[of_case[0].capability].add(found)
    return {name: worst(of_capability) for name, of_capability in sorted(verdicts.items())}


def _trouble(case: str, found: Verdict, results: list[Result], modes: tuple[Mode, ...]) -> Trouble:
    wrong = [result for result in results if result.outcome in ("fail", "error", "warn")]
    wrong = wrong or [result for result in results if result.outcome == "not-observed"]
    worse = len(modes) > 1 and any(result.asked == "async" for result in wrong)
    checks = {result.check: _findings(result) for result in wrong}
    return Trouble(cases=(case,), verdict=found, mode="async" if worse else "sync", checks=checks)


def _together(troubles: list[Trouble]) -> tuple[Trouble, ...]:
    """Merge the troubles that have the same verdict, mode and findings. A merged trouble has all their cases."""
    together: dict[bytes, list[Trouble]] = defaultdict(list)
    for trouble in troubles:
        together[msgspec.json.encode((trouble.verdict, trouble.mode, trouble.checks))].append(trouble)
    return tuple(
        msgspec.structs.replace(same[0], cases=tuple(case for trouble in same for case in trouble.cases))
        for same in together.values()
    )


def _findings(result: Result) -> tuple[str, ...]:
    """Return the different findings of a result as texts. Findings that differ only in their exchange are listed once.

    If there are too many, the last text states how many are left out. If there are none, the only text is "no reason is
    given".
    """
    distinct: dict[str, str] = {}
    for finding in result.findings:
        text = without_place(finding.line)
        distinct.setdefault(without_exchange(text), _short(text))
    findings = tuple(distinct.values()) or ("no reason is given",)
    left = len(findings) - _MOST
    return findings if left <= 0 else (*findings[:_MOST], f"{counted(left, 'more finding')}, left out here")


def _short(text: str) -> str:
    """Return a finding as text. Of a long finding, return the beginning, the end, and the number of characters between
    them.
    """
    left = len(text) - _LONGEST
    if left <= 0:
        return text
    return f"{text[: _LONGEST // 2]} ... ({left} characters left out) ... {text[-_LONGEST // 2 :]}"


def write(library: Library, folder: Path) -> Path:
    """Write the file of a library's newest version, and return its path. Remove the file of the previous version."""
    kept_file.remove_versions(library.name, folder)
    return _write(library, folder)


def write_earlier(library: Library, folder: Path) -> Path:
    """Write the file of an earlier version of a library into the subfolder of earlier versions, and return its path."""
    (folder / EARLIER).mkdir(exist_ok=True)
    return _write(library, folder / EARLIER)


def _write(library: Library, folder: Path) -> Path:
    path = folder / kept_file.file_name(library)
    path.write_text(to_json(library), encoding="utf-8")
    return path


def read(folder: Path) -> tuple[Library, ...]:
    """Return the verdicts on libraries in this folder, sorted by the library's name. Raises ``ResultsError``."""
    return tuple(map(_read, sorted(folder.glob("*@*.json"))))


def read_earlier(folder: Path) -> tuple[Library, ...]:
    """Return the verdicts on earlier versions, sorted by the library's name. Raises ``ResultsError``.

    ``folder``: the folder of the newest versions.
    """
    return read(folder / EARLIER)


def _read(path: Path) -> Library:
    return kept_file.read_version(path, Library, "not a file of verdicts on a library", ResultsError)


class Row(msgspec.Struct, frozen=True):
    """A row of a table: a capability, and its marks for each library. None for a library that was not judged."""

    title: str
    cells: tuple[Marks | None, ...]


class Table(msgspec.Struct, frozen=True):
    """The table of a provider's dialect. Libraries are columns, and capabilities are rows."""

    provider: str
    dialect: str
    columns: tuple[str, ...]
    outdated: tuple[str, ...]
    rows: tuple[Row, ...]


def tables(libraries: tuple[Library, ...]) -> tuple[Table, ...]:
    """Return a table for each provider's dialect with which any library was judged."""
    by_dialect: dict[Dialect, dict[str, Judged]] = defaultdict(dict)
    for library in libraries:
        for judged in library.judged:
            if isinstance(judged.subject, Dialect):
                by_dialect[judged.subject][library.name] = judged
    return tuple(_table(spoken, by_dialect[spoken]) for spoken in sorted(by_dialect))


def _table(spoken: Dialect, columns: dict[str, Judged]) -> Table:
    marks = [judged.marks for judged in columns.values()]
    return Table(
        provider=spoken.provider,
        dialect=spoken.dialect,
        columns=tuple(columns),
        outdated=tuple(name for name, judged in columns.items() if not judged.is_current),
        rows=tuple(
            Row(title, tuple(of_library.get(name) for of_library in marks))
            for name, title in capabilities().items()
            if any(name in of_library for of_library in marks)
        ),
    )


class TextRow(msgspec.Struct, frozen=True):
    """A row of a table: a text format, and the number of cases with findings for each check."""

    text_format: str
    outdated: bool
    found: tuple[int, ...]


class TextTable(msgspec.Struct, frozen=True):
    """The table of a library that reads calls in text.

    It has a column for each check, and a row for each text format.
    """

    library: str
    version: str
    rows: tuple[TextRow, ...]


def text_tables(libraries: tuple[Library, ...]) -> tuple[TextTable, ...]:
    """Return a table for each library that reads calls in text, with the checks in the order of ``TEXT_CHECKS``."""
    tables = (
        TextTable(
            library.name,
            library.version,
            tuple(_text_row(judged) for judged in library.judged if isinstance(judged.subject, TextFormat)),
        )
        for library in libraries
    )
    return tuple(table for table in tables if table.rows)


def _text_row(judged: Judged) -> TextRow:
    counts = Counter(check for trouble in judged.troubles for check in trouble.checks for _ in trouble.cases)
    return TextRow(judged.dialect, not judged.is_current, tuple(counts[check.name] for check in TEXT_CHECKS))
