"""Rendering of a verdict as JUnit XML.

Each root cause is a failing test. Known failures and checks that do not apply are skipped tests.
"""

from collections import defaultdict
from typing import Final
from xml.etree import ElementTree

from conformance.gate.page import Page, Shown, ShownCause
from conformance.gate.sides import difference, short
from conformance.judge.finding import consumers_of
from conformance.judge.result import Result
from conformance.judge.wording import visible

_CAUSES: Final = "root causes"
_FEW: Final = 5


def to_junit(page: Page) -> str:
    """Render a report as JUnit XML.

    The first test suite has the root causes, the errors, and the declined cases that fail the run. Each dialect of each
    provider, and each text format, has a suite with the other checks, and with the outdated entries of the baseline.
    Each cassette that cannot be read has a suite with an error.
    """
    verdict = page.verdict
    suites = ElementTree.Element("testsuites", name=xml(f"conformance of {verdict.adapter}"))
    declined = page.declined if verdict.strict else ()
    if page.causes or page.errors or declined:
        _add_causes(ElementTree.SubElement(suites, "testsuite", name=_CAUSES), page, declined)
    counted_above = {result.id for result in (*verdict.failed, *(verdict.declined if verdict.strict else ()))}
    stale = {entry.id: entry.why for entry in verdict.stale}
    grouped: dict[str, dict[str, Result | None]] = defaultdict(dict)
    for result in verdict.results:
        if result.id not in counted_above:
            grouped[str(result.subject)][result.id] = result
    for case in stale.keys() - {result.id for result in verdict.results}:
        grouped["/".join(case.split("/")[:2])][case] = None
    known = {entry.result.id: f"{entry.reason} ({entry.link})" for entry in verdict.known}
    for name, results in grouped.items():
        suite = ElementTree.SubElement(suites, "testsuite", name=name)
        for case, found in results.items():
            if case in stale:
                _failing(suite, case, "stale", stale[case], "")
                continue
            test = ElementTree.SubElement(suite, "testcase", classname=name, name=case)
            if found is not None and (skipped := known.get(case) or _skipped(found)):
                ElementTree.SubElement(test, "skipped", message=xml(skipped))
    for line in verdict.unreadable:
        suite = ElementTree.SubElement(suites, "testsuite", name="unreadable")
        test = ElementTree.SubElement(suite, "testcase", classname="unreadable", name=xml(line.partition(": ")[0]))
        ElementTree.SubElement(test, "error", type="unreadable", message=xml(line))
    for suite in suites:
        suite.set("tests", str(len(suite)))
        for plural, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(plural, str(len(suite.findall(f"testcase/{kind}"))))
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _add_causes(suite: ElementTree.Element, page: Page, declined: tuple[Shown, ...]) -> None:
    for cause in page.causes:
        _failing(suite, cause.cause.id, *_of_cause(cause))
    for shown in page.errors:
        _failing(suite, f"error/{shown.result.id}", "error", "; ".join(_findings(shown)), _cases(shown))
    for shown in declined:
        why = shown.result.declined or shown.result.findings[0].message
        _failing(suite, f"declined/{why}", "unsupported", why, _cases(shown))


def _failing(suite: ElementTree.Element, name: str, kind: str, message: str, text: str) -> None:
    test = ElementTree.SubElement(suite, "testcase", classname=suite.get("name", ""), name=xml(name))
    failure = ElementTree.SubElement(test, "failure", type=kind, message=xml(message))
    failure.text = xml(text)


def _of_cause(shown: ShownCause) -> tuple[str, str, str]:
    """Return the type, message and text of the failing test for a cause: its effect, its heading, and its details with
    all its cases.
    """
    cause, result = shown.cause, shown.smallest.result
    apart = difference(result.findings[0], result.seen) if result.seen else ""
    consumers = "; ".join(consumers_of(result.findings))
    lines = [
        f"{cause.effect}{', silently' if cause.silent else ''}; failing checks: {', '.join(cause.checks)}",
        *filter(None, (apart, consumers)),
        shown.smallest.again,
        *cause.cases,
    ]
    return cause.effect, short(cause.heading), "\n".join(lines)


def _cases(shown: Shown) -> str:
    return "\n".join((shown.again, shown.result.case, *shown.alike))


def _findings(shown: Shown) -> list[str]:
    found = shown.result.findings
    more = [f"{len(found) - _FEW} more findings"] if len(found) > _FEW else []
    return [*(short(finding.line) for finding in found[:_FEW]), *more]


def _skipped(result: Result) -> str:
    """Return the reason why a check counts as skipped, or "" if it passed."""
    if result.known is not None and result.outcome != "pass":
        return result.known
    if result.unscored is not None:
        return result.unscored
    if result.outcome in ("pass", "warn"):
        return f"declined in part: {result.declined}" if result.declined else ""
    return "; ".join([result.outcome, *(finding.line for finding in result.findings)])


def xml(text: str) -> str:
    """Return a text with escapes for invisible characters, except line ends. XML does not allow all invisible
    characters.
    """
    return "\n".join(map(visible, text.split("\n")))
