"""A probe's report as text, markdown, JSON or JUnit."""

import shlex
from collections import defaultdict
from io import StringIO
from typing import Final
from xml.etree import ElementTree

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from conformance.gate.junit import xml
from conformance.gate.page import reasons
from conformance.gate.rendering import templates
from conformance.probe.clients import ClientPlayed
from conformance.probe.playing import Probed
from conformance.probe.report import Report, Verdict
from conformance.report.canonical import indented
from conformance.scenarios import Mode

_FORMAT: Final = 1
_MARKS: Final[dict[Verdict, tuple[str, str]]] = {
    "pass": ("✓", "green"),
    "warn": ("!", "yellow"),
    "fail": ("✗", "red"),
    "unsupported": ("u", "yellow"),
    "not-observed": ("?", "dim"),
    "taken": ("○", "dim"),
    "inexpressible": ("x", "dim"),
    "unreached": ("–", "yellow"),
}
_MODES: Final[dict[Mode, str]] = {"plain": "plain", "stream": "streamed"}
LEGEND: Final = (
    "✓ right  ✗ wrong  ! breaks a recommendation (SHOULD), or deviates only in form",
    "u refused by the endpoint  ? not observed: the model did something else",
    "○ answered, but other providers refuse it  x not expressible in the dialect  – no answer",
)

EMPTY: Final = "An empty cell: no case of the capability was judged in this dialect and mode."
"""The explanation of an empty cell in the table."""


def to_text(report: Report, *, exchanges: bool) -> str:
    """Render a report for a terminal or a log. ``exchanges``: true if failures show their requests and answers."""
    page = StringIO()
    page.write(f"{report.model} at {report.base_url}\n")
    Console(file=page, width=200, markup=False, emoji=False).print(_table(report))
    shown = _shown("probe.txt.jinja", report=report, exchanges=exchanges)
    return page.getvalue() + shown


def _table(report: Report) -> Table:
    table = Table()
    table.add_column("capability", no_wrap=True)
    for dialect, mode in report.columns:
        table.add_column(f"{dialect.replace('_', chr(10))}\n{mode}", justify="center")
    for row in report.rows:
        table.add_row(row.title, *(Text(*_MARKS[cell]) if cell else Text("") for cell in row.cells))
    return table


def to_markdown(report: Report, *, exchanges: bool) -> str:
    """Render a report as markdown, for the summary page of a CI job. ``exchanges``: as for ``to_text``."""
    return _shown("probe.md.jinja", report=report, exchanges=exchanges)


def to_json(report: Report, *, exchanges: bool) -> str:
    """Render a report as JSON: every failure with its details, and the outcome of every check of every case.

    ``exchanges``: as for ``to_text``.
    """
    failed = [result for result in report.probed if result.outcome in ("fail", "error")]
    return indented(
        {
            "format": _FORMAT,
            "base_url": report.base_url,
            "model": report.model,
            "date": report.date,
            "code": int(report.code),
            "verdict": report.summary,
            "dialects": msgspec.to_builtins(report.search.spoken),
            "tried": msgspec.to_builtins(report.search.tried),
            "table": [
                {"capability": row.capability, "title": row.title}
                | {f"{dialect}/{mode}": cell for (dialect, mode), cell in zip(report.columns, row.cells, strict=True)}
                for row in report.rows
            ],
            "behind": [
                {
                    "dialect": behind.dialect,
                    "mode": behind.mode,
                    "rows": behind.rows,
                    "failures": behind.failures,
                    "alone": {behind.most.first.id: behind.alone},
                }
                for behind in report.behind
            ],
            "plain_and_streamed_differ": msgspec.to_builtins(report.apart),
            "failed": [
                msgspec.to_builtins(result if exchanges else msgspec.structs.replace(result, seen=None))
                | {"again": again(report, result.id)}
                for result in failed
            ],
            "left": msgspec.to_builtins(report.left),
            "clients": msgspec.to_builtins(report.clients),
            "outcomes": {result.id: result.outcome for result in report.probed},
        }
    )


def to_junit(report: Report, *, exchanges: bool) -> str:
    """Render a report as JUnit's XML. Each dialect is a test suite, and each result of a check is a test.

    The verdicts on the requests of agents are in the suite ``clients``. Each scenario that got no answer has a suite
    ``unreached``, with an error. ``exchanges``: as for ``to_text``.
    """
    suites = ElementTree.Element("testsuites", name=xml(f"conformance of {report.model} at {report.base_url}"))
    grouped: dict[str, list[Probed]] = defaultdict(list)
    for result in report.probed:
        grouped[result.dialect].append(result)
    for dialect, cases in grouped.items():
        suite = ElementTree.SubElement(suites, "testsuite", name=dialect, tests=str(len(cases)))
        for result in cases:
            failure = _add_test(suite, result)
            if failure is not None:
                sides = (
                    f"\nsent: {result.seen.sent}\ncame back: {result.seen.received}"
                    if exchanges and result.seen
                    else ""
                )
                failure.text = xml(f"{again(report, result.id)}{sides}")
        _count(suite)
    if report.clients:
        suite = ElementTree.SubElement(suites, "testsuite", name="clients", tests=str(len(report.clients)))
        for played in report.clients:
            _add_test(suite, played)
        _count(suite)
    for left in report.unreached:
        suite = ElementTree.SubElement(suites, "testsuite", name="unreached", tests="1", errors="1")
        test = ElementTree.SubElement(suite, "testcase", classname="unreached", name=left.id)
        ElementTree.SubElement(test, "error", type="unreached", message=xml(left.why))
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _add_test(suite: ElementTree.Element, result: Probed | ClientPlayed) -> ElementTree.Element | None:
    """Add a test for a result to a test suite. Return the test's ``failure`` element, or None if the result is no
    failure.
    """
    test = ElementTree.SubElement(suite, "testcase", classname=suite.attrib["name"], name=result.id)
    found = [xml(finding.line) for finding in result.findings]
    if result.outcome in ("fail", "error"):
        return ElementTree.SubElement(test, "failure", type=result.outcome, message="; ".join(found))
    if result.outcome not in ("pass", "warn"):
        ElementTree.SubElement(test, "skipped", message="; ".join([result.outcome, *found]))
    return None


def _count(suite: ElementTree.Element) -> None:
    for kind, attribute in (("failure", "failures"), ("skipped", "skipped")):
        suite.set(attribute, str(len(suite.findall(f"testcase/{kind}"))))


def again(report: Report, case: str) -> str:
    """Return the command that plays only this case, and shows the request and the answer."""
    return f"{report.again} --exchanges {shlex.quote(case.rpartition('/')[0])}"


def _shown(template: str, **variables: object) -> str:
    marks = {name: mark for name, (mark, _) in _MARKS.items()}
    shown = {
        "words": _MODES,
        "again": again,
        "reasons": reasons,
        "marks": marks,
        "legend": LEGEND,
        "empty": EMPTY,
    } | variables
    return templates("conformance.probe").get_template(template).render(shown)
