"""The matrix and the other reports as markdown."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

import msgspec

from conformance.judge.result import Result
from conformance.judge.subject import Dialect
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS, Mutant
from conformance.mutants.streams.delivery import DELIVERIES
from conformance.mutants.streams.mutant import ALL
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.plural import counted
from conformance.recording import text_answers
from conformance.recording.consumers import Consumer
from conformance.report import adapters, again, chooser, coverage
from conformance.report import consumers as consumers_of
from conformance.report.adapters import Library
from conformance.report.aligned import difference
from conformance.report.cause_notes import CauseNotes, read_in, spans
from conformance.report.causes import LibraryCause
from conformance.report.changes import Change, LibraryChanges, State
from conformance.report.contradictions import Contradiction
from conformance.report.mark import LEGEND, Marks, tally
from conformance.report.matrix import Column, Matrix
from conformance.report.readings import as_stated
from conformance.report.rediscovered import Rediscovered
from conformance.report.repro.kept import Kept
from conformance.report.servers import Server
from conformance.report.transplants import Moved, ledger
from conformance.scenarios import capabilities, names
from toolwire.providers import every_rule, load_all
from toolwire.text import FORMATS

if TYPE_CHECKING:
    from jinja2 import Environment

_PROBED: Final = {
    "pass": "✓", "fail": "**✗**", "warn": "!", "unsupported": "u", "not-observed": "?", "taken": "○",
    "inexpressible": "x", "unreached": "–", None: "–",
}  # fmt: skip
_PROSE: Final = re.compile(r"[\\*_\[\]<>&]")
"""The characters that have a meaning in a line of markdown."""
_MODELS: Final = 4
"""The maximum number of models that are listed for a contradiction."""
CHANGES: Final = "<!-- what follows is generated; do not edit it -->\n"
"""The line before the generated changes on a library's page."""
CAUSES: Final = ("<!-- root causes: generated -->\n", "<!-- end of root causes -->\n")
"""The lines before and after the generated root causes on a library's page."""
_DIRECTIONS: Final = {"worse": "worse", "better": "better", "other": "otherwise"}


def to_markdown(matrix: Matrix) -> str:
    """Return the matrix as a page for readers: tables, and notes on every result that did not pass."""
    return environment().get_template("matrix.md.jinja").render(matrix=matrix, overview=to_overview(matrix))


class Line(msgspec.Struct, frozen=True):
    """A line of the overview: a column of the matrix, with the number of capabilities by mark."""

    column: Column
    marks: str
    adapter: str


def to_overview(matrix: Matrix) -> str:
    """Return a table with a line for each provider's dialect: its number of capabilities by mark, for the provider and
    for the adapter.
    """
    lines = [
        Line(
            column,
            _counts([row.cells[n].marks for row in matrix.played]),
            _counts([handled.marks for row in matrix.played if (handled := row.cells[n].handled)]),
        )
        for n, column in enumerate(matrix.columns)
        if isinstance(column.subject, Dialect)
    ]
    return environment().get_template("overview.md.jinja").render(lines=lines)


def to_chooser(matrix: Matrix) -> str:
    """Return the table for readers who choose among well-known providers."""
    rows = chooser.rows(matrix)
    left = len(matrix.spoken.columns) - len(rows)
    template = environment().get_template("chooser.md.jinja")
    return template.render(questions=chooser.QUESTIONS, rows=rows, left=left)


def _counts(cells: Iterable[Marks]) -> str:
    return ", ".join(f"{shown} {number}" for shown, number in tally(cells).items())


def to_transplants(moves: list[Moved]) -> str:
    """Return the report on conversations that move between dialects: the number of requests whose calls and results
    come back unchanged, and the losses.
    """
    kept: dict[tuple[str, str], tuple[int, int]] = {}
    for move in moves:
        whole, of = kept.get((move.source, move.target), (0, 0))
        kept[move.source, move.target] = (whole + (move.kept and not move.broken), of + 1)
    return (
        environment()
        .get_template("transplant.md.jinja")
        .render(total=len(moves), dialects=sorted({move.source for move in moves}), kept=kept, rows=ledger(moves))
    )


def to_coverage() -> str:
    """Return the report on coverage: scenarios without cassettes, and rules without checks. Each has a reason."""
    places = coverage.places()
    grouped: dict[tuple[str, str, str], list[str]] = {}
    for place in places:
        if place.reason:
            grouped.setdefault((place.provider, place.dialect, place.reason), []).append(place.scenario)
    return (
        environment()
        .get_template("coverage.md.jinja")
        .render(
            columns=list(dict.fromkeys((place.provider, place.dialect) for place in places)),
            scenarios=names(),
            places={(place.provider, place.dialect, place.scenario): place for place in places},
            marks={
                "cassette": "✓",
                "not-applicable": "–",
                "accepted": "○",
                "by-dialect": "≈",
                "pending": "…",
                "missing": "?",
            },
            counts=Counter(place.state for place in places),
            reasons=[(provider, dialect, scenarios, why) for (provider, dialect, why), scenarios in grouped.items()],
            rules=[rule for _, _, rule in every_rule()],
            quirks=coverage.quirks(),
            text_formats=[text_format.name for text_format in FORMATS],
            written=_written(),
        )
    )


def _written() -> dict[str, set[str]]:
    """Return the text formats that can express a scenario, by scenario."""
    by_scenario: dict[str, set[str]] = {}
    for name in text_answers.names():
        formats = by_scenario.setdefault(name.scenario, set())
        if isinstance(text_answers.answer(name.dialect, name.scenario), str):
            formats.add(name.dialect)
    return dict(sorted(by_scenario.items()))


def to_mutants() -> str:
    """Return the report on deliveries and mutants. Each has the bug that it imitates, and the right reading."""
    return (
        environment()
        .get_template("mutants.md.jinja")
        .render(deliveries=DELIVERIES, mutants=MUTANTS, plain=PLAIN_MUTANTS, verdicts=_verdicts, texts=TEXT_MUTANTS)
    )


def to_adapters(libraries: tuple[Library, ...], notes: frozenset[str]) -> str:
    """Return the report on libraries, with a table for each provider's dialect.

    ``notes``: the names of libraries that have a page of notes.
    """
    template = environment().get_template("adapters.md.jinja")
    return template.render(
        libraries=libraries,
        tables=adapters.tables(libraries),
        texts=adapters.text_tables(libraries),
        checks=TEXT_CHECKS,
        notes=notes,
    )


def to_causes(library: Library, notes: CauseNotes | None = None, scripts: dict[str, Kept] | None = None) -> str:
    """Return a library's root causes as markdown: a table, and a section for each cause. The text begins and ends with
    the two lines in ``CAUSES``.

    Each section has the note on the cause, if there is a note. Return "" if the library's file has no list of causes.
    ``scripts``: the scripts that show the causes, by the id of the cause.
    """
    if library.causes is None:
        return ""
    template = environment().get_template("causes.md.jinja")
    begin, end = CAUSES
    made = template.render(
        library=library,
        notes=notes,
        read_in=read_in,
        installs=again.install(library),
        plays=again.plays,
        scripts=scripts or {},
        difference=_difference,
    )
    return f"{begin}{made}{end}"


def _difference(cause: LibraryCause) -> tuple[str, ...]:
    return difference(cause.expected, as_stated(cause.actual, cause.expected))


def written(page: str) -> tuple[str, str]:
    """Return the parts of a library's page that a person wrote: the title, and the notes below the root causes."""
    _, end = CAUSES
    title, _, rest = page.partition(CHANGES)[0].partition("\n")
    _, has_causes, notes = rest.partition(end)
    return title, (notes if has_causes else rest).strip("\n")


def to_changes(changed: Sequence[LibraryChanges]) -> str:
    """Return the line ``CHANGES``, followed by the changes in a library since each of its earlier versions.

    Return "" if there are no earlier versions.
    """
    if not changed:
        return ""
    template = environment().get_template("changes.md.jinja")
    grouped = [(library, _together(library.changes)) for library in changed]
    return CHANGES + template.render(changed=grouped, directions=_DIRECTIONS)


def _together(changes: tuple[Change, ...]) -> list[tuple[Change, str, list[str]]]:
    """Group changes with the same dialect of a provider, the same direction, and findings of the same checks.

    Each group is a tuple of its first change, the text ``provider/dialect``, and the ids of all its cases without this
    text.
    """
    same: dict[tuple[Any, ...], list[Change]] = {}
    for change in changes:
        home = change.id.rpartition("/")[0].rpartition("/")[0]
        key = (change.direction, home, _checks(change.before), _checks(change.after))
        same.setdefault(key, []).append(change)
    return [
        (group[0], key[1], [change.id.removeprefix(f"{key[1]}/") for change in group]) for key, group in same.items()
    ]


def _checks(state: State | None) -> tuple[str, ...]:
    return (state.outcome, *(line.partition(":")[0] for line in state.reasons)) if state else ()


def to_servers(servers: tuple[Server, ...]) -> str:
    """Return the report on genuine servers that were probed."""
    template = environment().get_template("servers.md.jinja")
    return template.render(servers=servers, titles=capabilities(), marks=_PROBED)


def to_consumers(consumers: tuple[Consumer, ...], results: Iterable[Result], gateways: tuple[Library, ...]) -> str:
    """Return the report on deviations of form: the libraries that break on such answers, and the providers and gateways
    that send them.

    ``results``: the results of checks on providers.
    """
    rows = consumers_of.rows(consumers, results, gateways)
    return environment().get_template("consumers.md.jinja").render(consumers=consumers, rows=rows)


def to_contradictions(found: dict[str, tuple[Contradiction, ...]]) -> str:
    """Return the report on documented claims that recordings contradict, by provider."""
    titles = {name: profile.title for name, profile in load_all().items()}
    template = environment().get_template("contradictions.md.jinja")
    return template.render(found=found, titles=titles, most=_MODELS)


def to_rediscovered(found: tuple[Rediscovered, ...]) -> str:
    """Return the report on public bugs that the gate finds in an affected version of a library."""
    return environment().get_template("rediscovered.md.jinja").render(found=found)


def _verdicts(mutant: Mutant) -> list[tuple[str, str, str]]:
    """Return each correct reading of a mutant, with two lists of dialects: the dialects in which this reading is
    correct, and those of them in which the mutant is legal.

    A list of dialects is a text, such as ``openai_chat, cohere_v2``. It is ``all`` for all dialects.
    """
    shared: dict[str, list[str]] = {}
    for dialect, verdict in mutant.verdicts.items():
        shared.setdefault(str(verdict), []).append(dialect)
    return [
        (verdict, _named(named), _named([dialect for dialect in named if dialect in mutant.legal]))
        for verdict, named in shared.items()
    ]


def _named(dialects: list[str]) -> str:
    return "all" if set(dialects) == set(ALL) else ", ".join(dialects)


@cache
def environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("conformance.report"),
        autoescape=False,  # noqa: S701 - markdown, not HTML; cells are escaped below
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "beginning": _beginning, "code": _code, "counted": counted, "escaped": _escaped, "html": _html, "prose": _prose,
    }  # fmt: skip
    environment.globals |= {"legend": LEGEND}
    return environment


def _beginning(text: str, most: int) -> str:
    """Return a text unchanged, or only its first ``most`` characters and " ..." if it is longer."""
    return text if len(text) <= most else f"{text[:most]} ..."


def _escaped(text: str) -> str:
    """Escape a text so that it is safe inside a line of markdown."""
    for mark in "\\`*_[]<>|":
        text = text.replace(mark, f"\\{mark}")
    return _plain(text)


def _code(text: str) -> str:
    """Return a text in a form that is safe between backticks: each of its own backticks becomes ``'``."""
    return _plain(text.replace("`", "'"))


def _html(text: str) -> str:
    """Return a text in a form that is safe between HTML tags in markdown: ``<`` becomes ``&lt;``, and so on."""
    return escape(_plain(text)).replace("*", "&#42;")


def _prose(text: str) -> str:
    """Return the text of a note as markdown. Backticks keep their meaning. Other special characters are escaped."""
    return "".join(f"`{_code(part)}`" if is_code else _PROSE.sub(r"\\\g<0>", part) for part, is_code in spans(text))


def _plain(text: str) -> str:
    return " ".join("".join(mark if mark.isprintable() or mark.isspace() else "\ufffd" for mark in text).split())
