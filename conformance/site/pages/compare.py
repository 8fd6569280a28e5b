"""The page that compares two providers, two libraries, or two versions of a library, scenario by scenario."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, get_args

import msgspec

from conformance.judge.subject import Dialect, Subject
from conformance.recording.cassette import CassetteName
from conformance.report.adapters import Judged
from conformance.report.mark import WORDS, Unsupported, Verdict, bare, kind, of_case
from conformance.scenarios import Mode
from conformance.scenarios import load_all as scenarios
from conformance.site import addresses, cells
from conformance.site.material import Material
from conformance.site.page import Making, Page
from conformance.site.pages import libraries
from toolwire.providers import load

DATA: Final = "compare-data.js"
_MODES: Final = get_args(Mode)
_FIRST: Final = ord("0")
"""The character that represents the first state. Each later state has the next character in the order of Unicode."""
_NOTHING: Final = " "
"""The character that represents a case that was not played."""


class State(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of a case, in the form in which the page shows it. Cases with the same ``key`` have the same outcome,
    even if their evidence differs.
    """

    key: str
    sign: str
    words: str


_UNSUPPORTED: Final = Unsupported(evidence="documented", reasons=())
"""The mark of a scenario that the provider does not support. Such a scenario has no case."""


class Side(msgspec.Struct, frozen=True, array_like=True):
    """A side of a comparison: a provider's dialect, or a version of a library."""

    title: str
    link: str
    cases: dict[str, str]
    """The states of cases, by subject. The subject is "" if the side is a provider's dialect.

    Each scenario has two characters: the first for its plain case, and the second for its streamed case. Blanks at the
    end are left out.
    """


class Sides(msgspec.Struct, frozen=True):
    """The data of the page: providers and libraries that can be compared, scenarios, and distinct states."""

    scenarios: tuple[tuple[str, str], ...]
    """The name and the title of each scenario."""
    states: tuple[State, ...]
    providers: dict[str, Side]
    libraries: dict[str, Side]


class _States:
    """The distinct states of cases. In the data of the page, a character represents each state."""

    def __init__(self) -> None:
        self.every: list[State] = []

    def of(self, state: State) -> str:
        if state not in self.every:
            self.every.append(state)
        return chr(_FIRST + self.every.index(state))


def pages(material: Material) -> Iterator[Making]:
    """Yield the function that makes the page."""
    yield lambda: _page(material)


def _page(material: Material) -> Page:
    return Page(
        path=addresses.COMPARE,
        title="Compare two",
        template="compare.html.jinja",
        variables={"changed": material.changed},
        beside={DATA: b"const sides = " + msgspec.json.encode(sides(material)) + b";\n"},
    )


def sides(material: Material) -> Sides:
    """Return the providers and libraries that can be compared, with their states."""
    states = _States()
    return Sides(
        scenarios=tuple((scenario.id, scenario.title) for scenario in scenarios()),
        providers=dict(_providers(material, states)),
        libraries=dict(_libraries(material, states)),
        states=tuple(states.every),
    )


def _providers(material: Material, states: _States) -> Iterator[tuple[str, Side]]:
    columns = material.matrix.spoken.columns
    for column in sorted(columns, key=lambda column: (not column.recorded, column.title.lower(), column.dialect)):
        link = addresses.column(column.provider, column.dialect)
        title = f"{column.title}, {column.dialect}"
        yield (
            f"{column.provider}/{column.dialect}",
            Side(title, link, {"": _cases(_state_at(material, column.subject, states))}),
        )


def _state_at(material: Material, subject: Subject, states: _States) -> Callable[[str, Mode], str]:
    provider, dialect = subject.spelling
    unsupported = load(provider).dialects[dialect].unsupported if isinstance(subject, Dialect) else {}

    def state(scenario: str, mode: Mode) -> str:
        name = CassetteName(*subject.spelling, scenario, mode)
        judged = [result for result in material.judged.get(name, ()) if result.party == "provider"]
        if not judged and scenario not in unsupported:
            return _NOTHING
        mark = of_case(judged) if judged else _UNSUPPORTED
        words = WORDS[kind(mark)] + (f", {mark.evidence}" if mark.evidence else "")
        return states.of(State(kind(mark), bare(mark), words))

    return state


def _libraries(material: Material, states: _States) -> Iterator[tuple[str, Side]]:
    newest = {library.name: library for library in material.libraries}
    for name in libraries.names(material):
        library = newest.get(name)
        title = f"{name} {library.version}" if library else name
        judged = library.judged if library else material.under_test
        yield name, Side(title, addresses.adapter(name), _by_subject(judged, states))
        for earlier in (entry for entry in material.earlier if entry.name == name):
            link = addresses.changed(name, earlier.version)
            yield (
                f"{name}@{earlier.version}",
                Side(f"{name} {earlier.version}", link, _by_subject(earlier.judged, states)),
            )


def _by_subject(judged: Iterable[Judged], states: _States) -> dict[str, str]:
    return {str(entry.subject): _cases(_state_of(entry.cases, states)) for entry in judged}


def _state_of(verdicts: Mapping[str, Verdict], states: _States) -> Callable[[str, Mode], str]:
    def state(scenario: str, mode: Mode) -> str:
        verdict = verdicts.get(f"{scenario}/{mode}")
        if verdict is None:
            return _NOTHING
        return states.of(State(verdict, cells.MARKS[verdict], cells.WORDS[verdict]))

    return state


def _cases(state: Callable[[str, Mode], str]) -> str:
    return "".join(state(scenario.id, mode) for scenario in scenarios() for mode in _MODES).rstrip()
