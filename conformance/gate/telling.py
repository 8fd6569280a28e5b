"""A verdict for people and for machines: text, markdown, JSON, JUnit."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import groupby
from operator import itemgetter
from typing import Final
from xml.etree import ElementTree

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.gate.editions import changes
from conformance.gate.failing import how, is_declined
from conformance.gate.sides import Side, difference, short, sides
from conformance.gate.verdict import Verdict
from conformance.judge import checks
from conformance.judge.cause import Cause, causes
from conformance.judge.finding import Effect, Finding
from conformance.judge.result import Result
from conformance.judge.subject import TextFormat
from conformance.judge.text_checks import RAISED, TEXT_CHECKS
from conformance.mutants.streams import MUTANTS
from conformance.mutants.streams.mutant import MUTANT
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.report.canonical import indented
from conformance.report.plural import counted
from toolwire.providers import every_rule

_FORMAT: Final = 1
LOSSES: Final[dict[Effect, str]] = {
    "call": "a call or a result is lost, changed or invented",
    "rejected": "the provider refuses the request",
    "tools": "the model gets other tools, schemas or choice",
    "context": "reasoning, text, flags or parts are lost",
    "form": "nothing, as far as is known: only the form is off",
    "advice": "nothing: only advice is not followed",
}
"""The user's loss by each effect."""
_FEW: Final = 5
_FOLLOWING: Final = (checks.PLAYED.name,)
"""Checks that fail because another check fails: they are shown behind it."""
_HERE: Final = "conformance.gate"
_NOT_XML: Final = {n: "\ufffd" for n in range(32) if n not in (9, 10, 13)} | {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a failure breaks, with its source."""

    id: str
    statement: str
    source: str
    retrieved: str


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A failure with all its details."""

    result: Result
    how: str
    asked: str
    """The requirement of the check."""
    again: str
    """The command that judges this case alone."""
    sides: tuple[Side, ...] = ()
    rules: tuple[Reason, ...] = ()
    alike: tuple[str, ...] = ()
    """Other cases with the same result; where ``in_pieces``, their texts in pieces give the same result, too."""
    in_pieces: bool = False
    """True if, for calls in text, the text in pieces gives the same result, under the id with ``stream``."""


class Page(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The report of a verdict."""

    verdict: Verdict
    code: int
    adapter_options: str
    """The command line's options that name the adapter."""

    @property
    def counts(self) -> dict[str, int]:
        """The number of results with each outcome; silent failures are apart from those that the user learns of.

        A check that passed before the adapter declined the case's subject is no pass: the case was not exercised. In
        a case in which the adapter got no answer, nothing passed either: what its request has right is counted apart.
        """
        mine = [result for result in self.verdict.results if result.party == "adapter"]
        failed = [result for result in mine if result.outcome == "fail"]
        sound = [result for result in mine if result.outcome in ("pass", "warn") and not result.unexercised]
        unanswered = _unanswered(mine)
        empty = sum(result.case in unanswered for result in sound)
        return {
            "pass": len(sound) - empty,
            **({"right, and not answered": empty} if empty else {}),
            "fail, in silence": sum(result.silent for result in failed),
            "fail, and tells": sum(not result.silent for result in failed),
            "unsupported": sum(
                result.outcome == "unsupported" or (result.unexercised and result.outcome in ("pass", "warn"))
                for result in mine
            ),
            **dict(
                sorted(
                    Counter(result.outcome for result in mine if result.outcome in ("error", "not-observed")).items()
                )
            ),
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

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """The root causes of the failures that nobody has explained, the gravest first."""
        return causes(self.verdict.failed)

    @property
    def misread_stream(self) -> str | None:
        """The case of the gravest stream that is misread: it can be cut down to its shortest; None without one."""
        return next(
            (
                cause.smallest.id
                for cause in self.causes
                if cause.smallest.mode == "stream" and cause.smallest.check in checks.READINGS and cause.smallest.seen
            ),
            None,
        )

    @cached_property
    def scenarios(self) -> tuple[int, int]:
        """The number of scenarios that work with every provider and in every mode, and of all that were exercised."""
        mine = [result for result in self.verdict.results if result.party == "adapter"]
        unanswered = _unanswered(mine)
        exercised = {result.scenario for result in mine if result.outcome in ("pass", "warn", "fail", "error")}
        broken = {
            result.scenario
            for result in mine
            if result.outcome in ("fail", "error") or result.unexercised or result.case in unanswered
        }
        return len(exercised - broken), len(exercised)

    @property
    def failed(self) -> tuple[Shown, ...]:
        """The failures that nobody has explained: the first failure of each group that is alike."""
        return tuple(self._shown(self.verdict.failed))

    @property
    def declined(self) -> tuple[Shown, ...]:
        """The declined results that nobody has explained."""
        return tuple(self._shown(self.verdict.declined))

    @property
    def warned(self) -> tuple[Shown, ...]:
        """The results that warn, which does not count."""
        return tuple(self._shown(self.verdict.warned))

    def again(self, case: str) -> str:
        """The command that judges a case alone."""
        mutants = " --mutants" if case.rpartition("/")[2].startswith(MUTANT) else ""
        return f"conformance gate {shlex.quote(case)} {self.adapter_options}{mutants}"

    def _shown(self, results: tuple[Result, ...]) -> Iterator[Shown]:
        twins = _twins(results)
        in_pieces = frozenset(twins.values())
        groups: dict[tuple[str, ...], list[Result]] = defaultdict(list)
        for result in sorted(results, key=_reading_order):
            if result.id not in in_pieces:
                groups[*_way(result), "both" if result.id in twins else _mode(result)].append(result)
        there: dict[tuple[str, str, str], str] = {}
        for first, *others in sorted(groups.values(), key=lambda group: group[0].check in _FOLLOWING):
            rules = tuple(reasons()[finding.rule] for finding in first.findings if finding.rule in reasons())
            yield Shown(
                result=first,
                how=how(first),
                asked=_titles()[first.check],
                again=self.again(first.id),
                sides=tuple(sides(first, there)),
                rules=tuple(dict.fromkeys(rules)),
                alike=tuple(result.id for result in others),
                in_pieces=first.id in twins,
            )


def _unanswered(results: list[Result]) -> frozenset[str]:
    """The cases in which the adapter got no answer to read: its first request was not the recorded one, or it broke."""
    answered = {result.case for result in results if result.check == checks.ANSWERED.name and result.outcome == "pass"}
    read = {
        result.case
        for result in results
        if result.check == checks.CALLS.name and result.outcome in ("pass", "warn", "fail")
    }
    return frozenset(result.case for result in results if result.check == checks.ANSWERED.name) - answered - read


def _reading_order(result: Result) -> tuple[str, int]:
    """Sort key: by case; within a case in the order of the checks, as the earlier checks explain the later ones."""
    return result.case, _places().get(result.check, len(_places()))


@cache
def _places() -> dict[str, int]:
    """The place of each check among all."""
    names = [*(check.name for check in checks.EVERY), *(check.name for check in TEXT_CHECKS)]
    return {name: n for n, name in enumerate(names)}


def _way(result: Result) -> tuple[str, ...]:
    """The group of a result: results of one group are shown once. Modes are not part of it."""
    if is_declined(result):  # its mutants, too, are in this group
        return result.dialect, "", result.declined or result.findings[0].message
    if _raised(result):  # whatever the check looked at
        return result.dialect, "", result.findings[0].message.partition(":")[0]
    return result.dialect, result.check, how(result)


def _mode(result: Result) -> str:
    return "" if _raised(result) else result.mode


def _raised(result: Result) -> bool:
    """True if the adapter raised something instead of reading a text."""
    return isinstance(result.subject, TextFormat) and result.findings[0].path == RAISED


def _twins(results: tuple[Result, ...]) -> dict[str, str]:
    """The text cases with the same result in pieces as whole: the id in pieces by the id of the whole text."""
    ways = {
        result.id: _way(result) for result in results if isinstance(result.subject, TextFormat) and not _raised(result)
    }
    pairs = ((whole, whole.replace("/plain/", "/stream/")) for whole in ways if "/plain/" in whole)
    return {whole: pieces for whole, pieces in pairs if ways.get(pieces) == ways[whole]}


def to_text(page: Page) -> str:
    """Render a report for a terminal or a log."""
    return templates(_HERE).get_template("verdict.txt.jinja").render(page=page, verdict=page.verdict)


def to_markdown(page: Page) -> str:
    """Render a report for a job's summary."""
    return templates(_HERE).get_template("verdict.md.jinja").render(page=page, verdict=page.verdict)


def to_json(page: Page) -> str:
    """Render a report for machines: every failure whole, and the outcome of every case."""
    verdict = page.verdict

    def all_of(results: tuple[Result, ...]) -> list[object]:
        return [
            {**msgspec.to_builtins(result), "fails": how(result), "again": page.again(result.id)} for result in results
        ]  # fmt: skip

    return indented(
        {
            "format": _FORMAT,
            "adapter": verdict.adapter,
            "code": page.code,
            "verdict": page.told,
            "counts": page.counts,
            "scenarios": dict(zip(("work", "exercised"), page.scenarios, strict=True)),
            "causes": [
                {
                    "id": cause.id,
                    "effect": cause.effect,
                    "silent": cause.silent,
                    "checks": cause.checks,
                    "finding": msgspec.to_builtins(cause.finding),
                    "smallest": cause.smallest.id,
                    "cases": cause.cases,
                    "again": page.again(cause.smallest.id),
                }
                for cause in page.causes
            ],
            "failed": all_of(verdict.failed),
            "declined": all_of(verdict.declined),
            "warned": all_of(verdict.warned),
            "known": [{"id": known.result.id, "reason": known.reason, "link": known.link} for known in verdict.known],
            "stale": msgspec.to_builtins(verdict.stale),
            "unscored": [{"id": result.id, "why": result.unscored} for result in verdict.unscored],
            "unreadable": list(verdict.unreadable),
            "outcomes": {result.id: result.outcome for result in verdict.results},
        }
    )


def to_issue(failure: Shown, events: int, of: int, expected: str, got: str, findings: tuple[Finding, ...]) -> str:
    """Render an issue about a failure, with the shortest stream that shows it."""
    shown = {"one": failure, "events": events, "of": of, "expected": expected, "got": got, "findings": findings}
    return templates(_HERE).get_template("issue.md.jinja").render(shown)


def to_editions() -> str:
    """Render every edition with its changes."""
    days = [
        (
            day,
            [
                (kind, [(name, title) for *_, name, title in kind_entries])
                for kind, kind_entries in groupby(day_entries, itemgetter(1))
            ],
        )
        for day, day_entries in ((day, list(entries)) for day, entries in groupby(changes(), itemgetter(0)))
    ]
    return templates(_HERE).get_template("editions.md.jinja").render(editions=days)


def to_junit(page: Page) -> str:
    """Render a report as JUnit's XML: a test suite for each provider and dialect, a test for each case."""
    verdict = page.verdict
    known = {entry.result.id: f"{entry.reason} ({entry.link})" for entry in verdict.known}
    stale = {entry.id: entry.why for entry in verdict.stale}
    failed = {result.id: result for result in (*verdict.failed, *(verdict.declined if verdict.strict else ()))}
    suites = ElementTree.Element("testsuites", name=xml(f"conformance of {verdict.adapter}"))
    grouped: dict[str, list[tuple[str, Result | None]]] = defaultdict(list)
    for case_result in verdict.results:
        grouped[str(case_result.subject)].append((case_result.id, case_result))
    judged = {result.id for result in verdict.results}
    for case in stale:
        if case not in judged:
            grouped["/".join(case.split("/")[:2])].append((case, None))
    for name, cases in grouped.items():
        suite = ElementTree.SubElement(suites, "testsuite", name=name, tests=str(len(cases)))
        for case, result in cases:
            test = ElementTree.SubElement(suite, "testcase", classname=name, name=case)
            if case in stale:
                ElementTree.SubElement(test, "failure", type="stale", message=xml(stale[case]))
            elif case in failed:
                case_result = failed[case]
                kind = "silent" if case_result.silent else case_result.outcome
                message = "; ".join(_first_findings(case_result)) or str(case_result.declined)
                failure = ElementTree.SubElement(test, "failure", type=kind, message=xml(message))
                failure.text = xml(f"{_describe_difference(case_result)}{page.again(case)}")
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


def _first_findings(result: Result) -> Iterator[str]:
    yield from (short(finding.line) for finding in result.findings[:_FEW])
    if (more := len(result.findings) - _FEW) > 0:
        yield f"{more} more findings"


def _skipped(result: Result) -> str:
    """The reason why a case is neither passed nor failed; "" where it is passed."""
    if result.known is not None and result.outcome != "pass":
        return result.known
    if result.unscored is not None:
        return result.unscored
    if result.outcome in ("pass", "warn"):
        return f"in part: {result.declined}" if result.declined else ""
    return "; ".join([result.outcome, *(finding.line for finding in result.findings)])


def _describe_difference(result: Result) -> str:
    """The place where the reading of a text differs; whole exchanges are too long for reports of tests."""
    apart = difference(result.findings[0], result.seen) if result.findings and result.seen else ""
    return f"{apart}\n" if apart else ""


def xml(text: str) -> str:
    """Return any text in characters that XML can hold."""
    return text.translate(_NOT_XML).encode(errors="replace").decode()


@cache
def _titles() -> dict[str, str]:
    """The requirement of each check and mutant, by its name."""
    titles = {check.name: check.title for check in checks.EVERY} | {check.name: check.title for check in TEXT_CHECKS}
    mutants = {mutant.id: mutant.statement for mutant in MUTANTS} | {
        mutant.id: mutant.statement for mutant in TEXT_MUTANTS
    }
    return titles | {f"{MUTANT}{name}": statement for name, statement in mutants.items()}


@cache
def reasons() -> dict[str, Reason]:
    """Every rule with its source, by its id."""
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
    environment.filters |= {"plain": plain, "block": block, "code": code, "short": short, "counted": counted}
    environment.globals["losses"] = LOSSES
    return environment


def plain(text: str) -> str:
    """Return a text on one line, without control characters that a terminal obeys."""
    return " ".join(
        "".join(character if character.isprintable() or character.isspace() else "\ufffd" for character in text).split()
    )


def block(text: str, margin: str) -> str:
    """Return the lines of a text behind a margin, every blank as it is, without characters that a terminal obeys."""
    return "\n".join(
        margin + "".join(character if character.isprintable() else repr(character)[1:-1] for character in line)
        for line in text.splitlines()
    )


def code(text: str) -> str:
    """Return a text that may stand inside of backticks."""
    return plain(text).replace("`", "'").replace("|", "\\|")
