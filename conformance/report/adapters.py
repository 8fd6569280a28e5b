"""What libraries did with the providers' cassettes: kept a file each, and shown in one table.

The newest version of each stands in a folder, earlier ones in ``earlier`` below it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

import msgspec

import toolwire
from conformance.adapters.unsupported import without_place
from conformance.callers import Mode
from conformance.data import cassettes_folder
from conformance.judge.result import Result, standing
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.recording.text_answers import TEXT, answer, names
from conformance.report.canonical import to_json
from conformance.report.digests import digest, digest_of_texts
from conformance.report.results import ResultsError
from conformance.report.words import counted
from conformance.scenarios import capabilities, homes, load
from toolwire.providers import owner, providers_folder

EARLIER: Final = "earlier"
"""The folder of earlier versions, in that of the newest."""
_CODE: Final = Path(__file__).resolve().parents[1]
_LIBRARY: Final = Path(toolwire.__file__).resolve().parent
_JUDGING: Final = (
    *(_CODE / floor for floor in (
        "adapters", "callers", "judge", "mutants", "recording", "report", "scenarios", "server", "suite",
    )),
    *(_LIBRARY / floor for floor in ("dialects", "model", "providers", "text", "wire")),
)  # fmt: skip
"""The folders of our own code that ask a library, answer it and judge it."""

Verdict = Literal["pass", "warn", "silent", "raised", "declined", "undecided"]

WORST: Final[tuple[Verdict, ...]] = ("silent", "raised", "declined", "undecided", "warn", "pass")
"""Verdicts, the worst first: what was declined is no pass."""
_FINE: Final[tuple[Verdict, ...]] = ("pass", "warn")
_VERDICTS: Final[dict[str, Verdict]] = {
    "pass": "pass",
    "warn": "warn",
    "fail": "silent",
    "error": "silent",
    "unsupported": "declined",
    "not-observed": "undecided",
}
_LONGEST: Final = 2000
"""Characters of a finding that are kept: the judge cuts long values itself, and what differs must stay in."""
_MOST: Final = 30
"""Distinct findings of a check that are kept."""
_EXCHANGE: Final = re.compile(r"^exchange \d+: ")


class Trouble(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Cases that neither passed nor were declined, all for the same."""

    cases: tuple[str, ...]
    """``scenario/plain|stream``."""
    verdict: Verdict
    """``silent``: something is wrong, and the library's user is not told; ``raised``: an exception or error tells."""
    mode: Mode = "sync"
    """``async`` where that alone is wrong, or worse."""
    checks: dict[str, tuple[str, ...]] = {}
    """The checks that found something, and all that each found; what several exchanges have wrong stands there once,
    with the first of them."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What a library did with the cassettes of one provider's dialect, or with calls in one text format."""

    provider: str
    """``text`` where it read calls in text."""
    dialect: str
    """The dialect, or the text format."""
    scenarios: str
    """Digest of the scenarios that have cassettes, and of what is known of the dialect: what the verdicts rest on."""
    cassettes: str
    """Of a text format, digest of what models write in it."""
    outcomes: dict[str, int]
    """How many checks of the adapter came out how."""
    capabilities: dict[str, Verdict]
    """The worst of each; a case whose subject was not exercised is ``declined``, which is worse than ``pass``."""
    troubles: tuple[Trouble, ...]
    declined: dict[str, tuple[str, ...]]
    """Why cases were declined, in part or whole, and which."""
    modes: tuple[Mode, ...] = ()
    """In which it was asked; of several, the worse is told. A gateway has none."""
    cases: dict[str, Verdict] = {}
    """What came of each case, ``scenario/plain|stream``; one of which nothing was judged is not there."""
    rests: dict[str, str] = {}
    """For each of these cases the digest of its scenario, its cassette, and what is known of the dialect; of one in
    text, of its scenario and of what models write."""

    @property
    def in_part(self) -> frozenset[str]:
        """The capabilities that passed, where something behind what a case is about was declined."""
        declined = {case.partition("/")[0] for cases in self.declined.values() for case in cases} & homes().keys()
        asked = {load(scenario).capability for scenario in declined}
        return frozenset(name for name, verdict in self.capabilities.items() if name in asked and verdict in _FINE)

    @property
    def is_current(self) -> bool:
        """Whether the same would be asked today."""
        return (self.scenarios, self.cassettes) == digests(self.provider, self.dialect)


class Library(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A library, as it was installed and judged."""

    name: str
    version: str
    language: str
    date: str
    installed: dict[str, str]
    """The versions of what it came with, as far as they were chosen."""
    judged: tuple[Judged, ...]
    by: str = ""
    """Digest of our own code that asked and judged it; "" where that was not kept."""


def digests(provider: str, dialect: str) -> tuple[str, str]:
    """Of the scenarios that are played and what is known of the dialect, and of the cassettes."""
    if provider == TEXT:
        asked = dict.fromkeys(name.scenario for name in names() if name.dialect == dialect)
        return digest(map(_scenario, asked)), digest_of_texts(str(answer(dialect, scenario)) for scenario in asked)
    known = _known(dialect)
    cassettes = sorted((cassettes_folder() / provider / dialect).glob("*.yaml"))
    played = {path.name.partition(".")[0] for path in cassettes}
    scenarios = [data.scenarios / f"{name}.yaml" for name, data in homes().items() if name in played]
    return digest([*scenarios, *known]), digest(cassettes)


def by() -> str:
    """Digest of our own code that asks and judges libraries: only what the same code judged can be compared."""
    return digest(path for folder in _JUDGING for path in sorted(folder.rglob("*.*")) if _is_code(path))


def _is_code(path: Path) -> bool:
    return path.suffix in (".py", ".mjs", ".yaml")


def _rests(provider: str, dialect: str, cases: Iterable[str]) -> dict[str, str]:
    """Of each case; a file that is not there, as data that results were made with, is of no account."""
    if provider == TEXT:
        return {case: _rests_in_text(dialect, case.partition("/")[0]) for case in cases}
    known = _known(dialect)
    found = {}
    for case in cases:
        scenario, _, mode = case.partition("/")
        own = [_scenario(scenario)] if scenario in homes() else []
        cassette = cassettes_folder() / provider / dialect / f"{scenario}.{mode}.yaml"
        found[case] = digest(path for path in (*own, *known, cassette) if path.is_file())
    return found


def _rests_in_text(text_format: str, scenario: str) -> str:
    return digest_of_texts((digest([_scenario(scenario)]), str(answer(text_format, scenario))))


def _scenario(name: str) -> Path:
    return homes()[name].scenarios / f"{name}.yaml"


def _known(dialect: str) -> list[Path]:
    return sorted((providers_folder() / owner(dialect) / dialect).glob("*.*"))


def judged(provider: str, dialect: str, results: Iterable[Result], modes: tuple[Mode, ...] = ()) -> Judged:
    """The results of one provider's dialect, as far as they are about the adapter."""
    cases = _cases(one for one in results if (one.provider, one.dialect) == (provider, dialect))
    troubles: list[Trouble] = []
    declined: dict[str, list[str]] = defaultdict(list)
    came: dict[str, Verdict] = {}
    for case, of_case in cases.items():
        verdict = _verdict(of_case)
        if verdict is None:
            continue
        came[case] = verdict
        for why in {result.declined for result in of_case if result.declined}:
            declined[why].append(case)
        if verdict not in ("pass", "declined"):
            troubles.append(_trouble(case, verdict, of_case, modes))
    asked, played = digests(provider, dialect)
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
        cases=came,
        rests=_rests(provider, dialect, came),
    )


def _cases(results: Iterable[Result]) -> dict[str, list[Result]]:
    cases: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.subject == "adapter":
            cases[f"{result.scenario}/{result.mode}"].append(result)
    return dict(sorted(cases.items()))


def _capabilities(cases: dict[str, list[Result]]) -> dict[str, Verdict]:
    found: dict[str, set[Verdict]] = defaultdict(set)
    for of_case in cases.values():
        verdict = _verdict(of_case)
        if verdict is not None:
            found[of_case[0].capability].add(verdict)
    return {name: _worst(each) for name, each in sorted(found.items())}


def _worst(verdicts: set[Verdict]) -> Verdict:
    return next(verdict for verdict in WORST if verdict in verdicts)


def _verdict(results: list[Result]) -> Verdict | None:
    """The worst of a case; where an exception was raised, nothing of it is silent. None where nothing applied.

    Checks that did not apply to a declined part say nothing of the rest. A case whose subject was not exercised is
    declined, whatever passed before.
    """
    decides, unexercised = standing(results)
    found = {_VERDICTS[result.outcome] for result in decides if result.outcome in _VERDICTS}
    if unexercised:
        found.add("declined")
    if not found:
        return None
    told = any(result.outcome == "fail" and not result.silent for result in results)
    return "raised" if told else _worst(found)


def _trouble(case: str, verdict: Verdict, results: list[Result], modes: tuple[Mode, ...]) -> Trouble:
    wrong = [result for result in results if result.outcome in ("fail", "error", "warn", "not-observed")]
    worse = len(modes) > 1 and any(result.asked == "async" for result in wrong)
    checks = {result.check: _said(result) for result in wrong}
    return Trouble(cases=(case,), verdict=verdict, mode="async" if worse else "sync", checks=checks)


def _together(troubles: list[Trouble]) -> tuple[Trouble, ...]:
    """Those that say the same as one, with the cases of all."""
    together: dict[bytes, list[Trouble]] = defaultdict(list)
    for one in troubles:
        together[msgspec.json.encode((one.verdict, one.mode, one.checks))].append(one)
    return tuple(
        msgspec.structs.replace(same[0], cases=tuple(case for one in same for case in one.cases))
        for same in together.values()
    )


def _said(result: Result) -> tuple[str, ...]:
    """All findings of a result that differ, with a word for those that are left out."""
    found: dict[str, str] = {}
    for finding in result.findings:
        text = without_place(finding.said)
        found.setdefault(_EXCHANGE.sub("", text), _short(text))
    said = tuple(found.values()) or ("no reason is given",)
    left = len(said) - _MOST
    return said if left <= 0 else (*said[:_MOST], f"{counted(left, 'more finding')}, left out here")


def _short(text: str) -> str:
    """A finding that is not too long: both ends of it, and how much is missing between them."""
    left = len(text) - _LONGEST
    if left <= 0:
        return text
    return f"{text[: _LONGEST // 2]} ... ({left} characters left out) ... {text[-_LONGEST // 2 :]}"


def write(library: Library, folder: Path) -> Path:
    """Keep it as the newest version, in place of the one before."""
    for path in folder.glob(f"{library.name}@*.json"):
        path.unlink()
    return _write(library, folder)


def write_earlier(library: Library, folder: Path) -> Path:
    """Keep it beside the newest version, which stands in this folder, and beside other earlier ones."""
    (folder / EARLIER).mkdir(exist_ok=True)
    return _write(library, folder / EARLIER)


def _write(library: Library, folder: Path) -> Path:
    path = folder / f"{library.name}@{library.version}.json"
    path.write_text(to_json(library), encoding="utf-8")
    return path


def read(folder: Path) -> tuple[Library, ...]:
    """The newest versions, by name. Raises ``ResultsError``."""
    return tuple(map(_read, sorted(folder.glob("*@*.json"))))


def read_earlier(folder: Path) -> tuple[Library, ...]:
    """The earlier versions that are kept beside the newest in this folder, by name. Raises ``ResultsError``."""
    return read(folder / EARLIER)


def _read(path: Path) -> Library:
    try:
        library = msgspec.json.decode(path.read_bytes(), type=Library)
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ResultsError(f"{path}: not what a library did: {error}") from None
    if path.name != f"{library.name}@{library.version}.json":
        raise ResultsError(f"{path}: holds {library.name} {library.version}, and is not called so")
    return library


class Row(msgspec.Struct, frozen=True):
    """One capability of one provider's dialect, and what each library did."""

    title: str
    cells: tuple[Verdict | None, ...]
    in_part: tuple[bool, ...]
    """Of each cell, whether something was declined behind what its cases are about."""


class Table(msgspec.Struct, frozen=True):
    """One provider's dialect: libraries across, capabilities down."""

    provider: str
    dialect: str
    columns: tuple[str, ...]
    outdated: tuple[str, ...]
    rows: tuple[Row, ...]


def tables(libraries: tuple[Library, ...]) -> tuple[Table, ...]:
    """A table for each provider's dialect that any library was asked for."""
    found: dict[tuple[str, str], dict[str, Judged]] = defaultdict(dict)
    for library in libraries:
        for one in library.judged:
            if one.provider != TEXT:
                found[one.provider, one.dialect][library.name] = one
    return tuple(_table(provider, dialect, columns) for (provider, dialect), columns in sorted(found.items()))


def _table(provider: str, dialect: str, columns: dict[str, Judged]) -> Table:
    known = {name for one in columns.values() for name in one.capabilities}
    titles = {name: title for name, title in capabilities().items() if name in known}
    return Table(
        provider=provider,
        dialect=dialect,
        columns=tuple(columns),
        outdated=tuple(name for name, one in columns.items() if not one.is_current),
        rows=tuple(
            Row(
                title,
                tuple(one.capabilities.get(name) for one in columns.values()),
                tuple(name in one.in_part for one in columns.values()),
            )
            for name, title in titles.items()
        ),
    )


class TextRow(msgspec.Struct, frozen=True):
    """One text format, and in how many of its cases each check found something."""

    text_format: str
    outdated: bool
    found: tuple[int, ...]


class TextTable(msgspec.Struct, frozen=True):
    """What one library read of calls in text: checks across, formats down."""

    library: str
    version: str
    rows: tuple[TextRow, ...]


def text_tables(libraries: tuple[Library, ...]) -> tuple[TextTable, ...]:
    """A table for each library that reads calls in text, with the checks in the order of ``TEXT_CHECKS``."""
    found = (
        TextTable(one.name, one.version, tuple(_text_row(each) for each in one.judged if each.provider == TEXT))
        for one in libraries
    )
    return tuple(table for table in found if table.rows)


def _text_row(judged: Judged) -> TextRow:
    found = Counter(check for one in judged.troubles for check in one.checks for _ in one.cases)
    return TextRow(judged.dialect, not judged.is_current, tuple(found[check.name] for check in TEXT_CHECKS))
