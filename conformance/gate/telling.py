"""A verdict for people and for machines: text, markdown, JSON, JUnit."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Final
from xml.etree import ElementTree

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.claims import every_rule
from conformance.gate.editions import changes
from conformance.gate.failing import how, is_declined
from conformance.gate.verdict import Verdict
from conformance.judge.finding import Finding
from conformance.report.canonical import indented
from conformance.report.results import Result

_FORMAT: Final = 1
_HERE: Final = "conformance.gate"
_OF_REQUESTS: Final = ("played", "request-matches", "request-schema", "request-rules", "request-mapping", "returned")
"""The checks of what an adapter sends, held against the recorded request."""
_NOT_XML: Final = {n: "\ufffd" for n in range(32) if n not in (9, 10, 13)} | {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a failure breaks, and who says so."""

    id: str
    statement: str
    source: str
    retrieved: str


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of an exchange: what was sent, what came back, what is expected, what the adapter gave; or several."""

    title: str
    text: str = ""
    under: str | None = None
    """The check of the same case under which they are shown already; None where it is shown here."""


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A failure with all there is to say of it."""

    result: Result
    how: str
    again: str
    """The command that judges this case alone."""
    sides: tuple[Side, ...] = ()
    rules: tuple[Reason, ...] = ()
    alike: tuple[str, ...] = ()
    """Other cases that fail this check in the same way."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a verdict."""

    verdict: Verdict
    code: int
    adapter_options: str
    """How the adapter is named on the command line."""

    @property
    def counts(self) -> dict[str, int]:
        """How many results have each outcome, silent failures told apart from those of which the user learns."""
        mine = [one for one in self.verdict.results if one.subject == "adapter"]
        failed = [one for one in mine if one.outcome == "fail"]
        return {
            "pass": sum(one.outcome in ("pass", "warn") for one in mine),
            "fail, in silence": sum(one.silent for one in failed),
            "fail, and tells": sum(not one.silent for one in failed),
            "unsupported": sum(one.outcome == "unsupported" for one in mine),
            **dict(sorted(Counter(one.outcome for one in mine if one.outcome in ("error", "not-observed")).items())),
        }

    @property
    def told(self) -> str:
        """The verdict in one line."""
        if self.verdict.adapter_broke:
            return "the adapter broke: it gave no answer at all"
        if self.verdict.nothing_judged:
            return "nothing was judged"
        counted = {
            "new failure" if len(self.verdict.failed) == 1 else "new failures": len(self.verdict.failed),
            "declined and not in the baseline": len(self.verdict.declined) if self.verdict.strict else 0,
            "stale": len(self.verdict.stale),
            "unreadable": len(self.verdict.unreadable),
        }
        wrong = ", ".join(f"{number} {word}" for word, number in counted.items() if number)
        return f"not conformant: {wrong}" if wrong else "conformant"

    @property
    def failed(self) -> tuple[Shown, ...]:
        """The failures that nobody has explained: the first of those that are alike."""
        return tuple(self._shown(self.verdict.failed))

    @property
    def declined(self) -> tuple[Shown, ...]:
        """What was declined and nobody has explained."""
        return tuple(self._shown(self.verdict.declined))

    @property
    def warned(self) -> tuple[Shown, ...]:
        """What breaks a SHOULD, which does not count."""
        return tuple(self._shown(self.verdict.warned))

    def again(self, case: str) -> str:
        """The command that judges a case alone."""
        mutants = " --mutants" if case.rpartition("/")[2].startswith("mutant-") else ""
        return f"conformance gate {shlex.quote(case)} {self.adapter_options}{mutants}"

    def _shown(self, results: tuple[Result, ...]) -> Iterator[Shown]:
        groups: dict[tuple[str, ...], list[Result]] = defaultdict(list)
        for one in results:
            if is_declined(one):  # with each of its mutants, too
                groups[one.dialect, one.mode, "", one.declined or one.findings[0].message].append(one)
            else:
                groups[one.dialect, one.mode, one.check, how(one)].append(one)
        there: dict[tuple[str, str, str], str] = {}
        for first, *others in groups.values():
            rules = tuple(reasons()[one.rule] for one in first.findings if one.rule in reasons())
            yield Shown(
                result=first,
                how=how(first),
                again=self.again(first.id),
                sides=tuple(_once(first, there)),
                rules=tuple(dict.fromkeys(rules)),
                alike=tuple(one.id for one in others),
            )


def _once(result: Result, there: dict[tuple[str, str, str], str]) -> Iterator[Side]:
    """The sides of its exchange; ``there`` is what each case has shown already, and under which check."""
    case = result.id.removesuffix(f"/{result.check}")
    above: dict[str, list[str]] = defaultdict(list)
    for side in _exchange(result):
        under = there.setdefault((case, side.title, side.text), result.check)
        if under == result.check:
            yield side
        else:
            above[under].append(side.title)
    for under, titles in above.items():
        yield Side(title="; ".join(titles), under=under)


def _exchange(result: Result) -> Iterator[Side]:
    seen = result.seen
    if seen is None:
        return
    yield Side(title=f"sent, exchange {seen.exchange}", text=seen.sent or "nothing")
    if result.check in _OF_REQUESTS:
        yield Side(title="the recorded request", text=seen.due)
        return
    yield Side(title="came back", text=seen.received)
    yield Side(title="expected", text=seen.expected or "undecided")
    yield Side(title="got", text=seen.got)


def to_text(page: Page) -> str:
    """For a terminal or a log."""
    return templates(_HERE).get_template("verdict.txt.jinja").render(page=page, verdict=page.verdict)


def to_markdown(page: Page) -> str:
    """For a job's summary."""
    return templates(_HERE).get_template("verdict.md.jinja").render(page=page, verdict=page.verdict)


def to_json(page: Page) -> str:
    """For machines: every failure whole, and the outcome of every case."""
    verdict = page.verdict

    def all_of(results: tuple[Result, ...]) -> list[object]:
        return [
            {**msgspec.to_builtins(one), "fails": how(one), "again": page.again(one.id)} for one in results
        ]  # fmt: skip

    return indented(
        {
            "format": _FORMAT,
            "adapter": verdict.adapter,
            "code": page.code,
            "verdict": page.told,
            "counts": page.counts,
            "failed": all_of(verdict.failed),
            "declined": all_of(verdict.declined),
            "warned": all_of(verdict.warned),
            "known": [{"id": one.result.id, "reason": one.reason, "link": one.link} for one in verdict.known],
            "stale": msgspec.to_builtins(verdict.stale),
            "unscored": [{"id": one.id, "why": one.unscored} for one in verdict.unscored],
            "unreadable": list(verdict.unreadable),
            "outcomes": {one.id: one.outcome for one in verdict.results},
        }
    )


def to_issue(one: Shown, events: int, of: int, expected: str, got: str, findings: tuple[Finding, ...]) -> str:
    """The text of an issue about a failure, with the shortest stream that shows it."""
    shown = {"one": one, "events": events, "of": of, "expected": expected, "got": got, "findings": findings}
    return templates(_HERE).get_template("issue.md.jinja").render(shown)


def to_editions() -> str:
    """Every edition, and what it brought."""
    days = [
        (day, [(kind, [(name, title) for *_, name, title in some]) for kind, some in groupby(brought, itemgetter(1))])
        for day, brought in ((day, list(found)) for day, found in groupby(changes(), itemgetter(0)))
    ]
    return templates(_HERE).get_template("editions.md.jinja").render(editions=days)


def to_junit(page: Page) -> str:
    """For whatever reads JUnit's XML: a test suite for each provider and dialect, a test for each case."""
    verdict = page.verdict
    known = {one.result.id: f"{one.reason} ({one.link})" for one in verdict.known}
    stale = {one.id: one.why for one in verdict.stale}
    failed = {one.id: one for one in (*verdict.failed, *(verdict.declined if verdict.strict else ()))}
    suites = ElementTree.Element("testsuites", name=xml(f"conformance of {verdict.adapter}"))
    grouped: dict[str, list[tuple[str, Result | None]]] = defaultdict(list)
    for one in verdict.results:
        grouped[f"{one.provider}/{one.dialect}"].append((one.id, one))
    there = {one.id for one in verdict.results}
    for case in stale:
        if case not in there:
            grouped["/".join(case.split("/")[:2])].append((case, None))
    for name, cases in grouped.items():
        suite = ElementTree.SubElement(suites, "testsuite", name=name, tests=str(len(cases)))
        for case, result in cases:
            test = ElementTree.SubElement(suite, "testcase", classname=name, name=case)
            if case in stale:
                ElementTree.SubElement(test, "failure", type="stale", message=xml(stale[case]))
            elif case in failed:
                one = failed[case]
                kind = "silent" if one.silent else one.outcome
                said = "; ".join(finding.said for finding in one.findings) or str(one.declined)
                failure = ElementTree.SubElement(test, "failure", type=kind, message=xml(said))
                failure.text = xml(f"{page.again(case)}\n{_sides(one)}")
            elif result is not None and (skipped := known.get(case) or _skipped(result)):
                ElementTree.SubElement(test, "skipped", message=xml(skipped))
        kinds = {kind: len(suite.findall(f"testcase/{kind}")) for kind in ("failure", "skipped")}
        suite.set("failures", str(kinds["failure"]))
        suite.set("skipped", str(kinds["skipped"]))
    for line in verdict.unreadable:
        suite = ElementTree.SubElement(suites, "testsuite", name="unreadable", tests="1", errors="1")
        test = ElementTree.SubElement(suite, "testcase", classname="unreadable", name=xml(line.partition(": ")[0]))
        ElementTree.SubElement(test, "error", type="unreadable", message=xml(line))
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _skipped(result: Result) -> str:
    """Why a case is neither passed nor failed; "" where it is passed."""
    if result.known is not None and result.outcome != "pass":
        return result.known
    if result.unscored is not None:
        return result.unscored
    if result.outcome in ("pass", "warn"):
        return f"in part: {result.declined}" if result.declined else ""
    return "; ".join([result.outcome, *(finding.said for finding in result.findings)])


def _sides(result: Result) -> str:
    if result.seen is None:
        return ""
    sides = msgspec.structs.asdict(result.seen)
    return "\n".join(f"{name}: {said}" for name, said in sides.items())


def xml(text: str) -> str:
    """Text that may hold anything, as XML can say it."""
    return text.translate(_NOT_XML).encode(errors="replace").decode()


@cache
def reasons() -> dict[str, Reason]:
    """Every rule by its id, and who says so."""
    return {
        rule.id: Reason(id=rule.id, statement=rule.statement, source=rule.source, retrieved=rule.retrieved)
        for _, _, rule in every_rule()
    }


@cache
def templates(package: str) -> Environment:
    """The templates of a package, for text and markdown."""
    environment = Environment(
        loader=PackageLoader(package),
        autoescape=False,  # noqa: S701 - text and markdown, not HTML; what may hold anything is fenced
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"plain": plain, "block": block, "code": code}
    return environment


def plain(text: str) -> str:
    """On one line, with nothing in it that a terminal obeys."""
    return " ".join("".join(mark if mark.isprintable() or mark.isspace() else "\ufffd" for mark in text).split())


def block(text: str, margin: str) -> str:
    """Line by line, behind a margin."""
    return "\n".join(f"{margin}{plain(line)}" for line in text.splitlines())


def code(text: str) -> str:
    """Inside of backticks."""
    return plain(text).replace("`", "'").replace("|", "\\|")
