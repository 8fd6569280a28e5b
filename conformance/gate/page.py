"""The report of a verdict: the data that every output format shows."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter
from typing import Final

import msgspec

from conformance.gate.failing import how, is_declined
from conformance.gate.sides import Side, sides
from conformance.gate.tally import Tally, got_an_answer, tally
from conformance.gate.verdict import Verdict
from conformance.judge import checks
from conformance.judge.cause import Cause, causes
from conformance.judge.exit_codes import Exit, concluded, in_words, worst
from conformance.judge.fault import side
from conformance.judge.finding import Effect
from conformance.judge.result import Result, of_cases
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS
from conformance.mutants.streams.delivery import DELIVERIES
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.plural import counted
from conformance.scenarios.generated import parsed
from toolwire.providers import every_rule

GRAVEST: Final = 10
"""The maximum number of causes in the table at the beginning of a report. A report in text shows only these causes in
full.
"""


_EXCUSES: Final = {True: "only the form is wrong", False: "only a recommendation (SHOULD) is not followed"}
"""The reasons why a warning does not count. The key is true for findings whose effect is ``form``."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that a failure breaks, with its source."""

    id: str
    statement: str
    source: str
    retrieved: str


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A result with all its details."""

    result: Result
    how: str
    asked: str
    """The requirement of the check."""
    again: str
    """The command that judges this case alone."""
    sides: tuple[Side, ...] = ()
    rules: tuple[Reason, ...] = ()
    """The rules that the result breaks."""
    other_rules: tuple[Reason, ...] = ()
    """The rules that are broken only in other cases of the same root cause."""
    alike: tuple[str, ...] = ()
    """The other cases with this result. A scenario with this result in both modes is listed once, without a mode."""

    @property
    def excuse(self) -> str:
        """The reason why a warning does not count, such as ``only the form is wrong``."""
        is_form = {finding.effect == "form" for finding in self.result.findings if finding.level != "MAY"}
        return " and ".join(words for form, words in _EXCUSES.items() if form in is_form)


class ShownCause(msgspec.Struct, frozen=True, kw_only=True):
    """A root cause with its smallest case in full."""

    number: int
    """The number of the cause among all causes, from 1."""
    cause: Cause
    smallest: Shown
    """The result of the smallest case. The finding of the cause comes first."""
    shrinks: Shown | None
    """The result whose case the gate can make smaller: a wrong request, or a misread stream. None if there is no such
    result."""

    @property
    def scenarios(self) -> str:
        """The numbers of scenarios and generated conversations that show the cause, in words.

        For example ``1 scenario``, or ``2 scenarios and 5 generated conversations``. A reduced conversation counts as
        the conversation from which it was made.
        """
        drawn = {name: parsed(name) for name in self.cause.scenarios}
        written = sum(name is None for name in drawn.values())
        generated = len({name.drawn for name in drawn.values() if name is not None})
        numbers = {counted(written, "scenario"): written, counted(generated, "generated conversation"): generated}
        return " and ".join(words for words, number in numbers.items() if number)

    @property
    def modes(self) -> str:
        """The modes in which a case shows the cause, in words: plain, streamed, or both."""
        return " and ".join("streamed" if mode == "stream" else mode for mode in self.cause.modes)


class Page(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The report of a verdict, as data for all output formats."""

    verdict: Verdict
    adapter_options: str
    """The options of the command line that name the adapter."""
    untried: tuple[str, ...] = ()
    """The kinds of changed streams that were not tried, each with the option that adds this kind."""
    details: bool = True
    """True if the report in text shows the details of the ``GRAVEST`` gravest causes.

    Otherwise it shows only the details of the gravest cause, shortened to fit a screen.
    """

    @cached_property
    def scenarios(self) -> Tally:
        """The hand-written scenarios of the run, by outcome."""
        return tally(self.verdict.results)

    @cached_property
    def generated(self) -> Tally:
        """The generated conversations of the run, by outcome."""
        return tally(self.verdict.results, generated=True)

    @property
    def work(self) -> str:
        """The numbers of scenarios and generated conversations that work: ``38 of 40 scenarios work``, for example."""
        tallies = (self.scenarios, self.generated)
        return "; ".join(tally.words for tally in tallies if tally.asked or tally.declined) or self.scenarios.words

    @property
    def counts(self) -> dict[str, int]:
        """The number of results with each outcome. Silent failures are counted separately from visible failures.

        If the adapter declined the feature that a scenario tests, the checks of the case count as unsupported, not as
        passed. If the adapter got no answer in a case, the checks that passed are counted separately, because they
        judged only the request.
        """
        mine = [result for result in self.verdict.results if result.party == "adapter"]
        failed = [result for result in mine if result.outcome == "fail"]
        sound = [result for result in mine if result.outcome in ("pass", "warn") and not result.unexercised]
        answered = {case for case, results in of_cases(mine).items() if got_an_answer(results)}
        empty = sum(result.case not in answered for result in sound)
        return {
            "pass": len(sound) - empty,
            **({"right, and not answered": empty} if empty else {}),
            "fail, silently": sum(result.silent for result in failed),
            "fail, with an error": sum(not result.silent for result in failed),
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
    def summary(self) -> str:
        """The verdict as a line of text: ``conformant``, or what went wrong, with numbers."""
        verdict = self.verdict
        if verdict.adapter_broke:
            return ". ".join(filter(None, (f"the {verdict.kind} broke: it returned no usable answer", verdict.why)))
        if verdict.nothing_judged:
            return ": ".join(filter(None, ("nothing was judged", verdict.why)))
        of_causes = f"{counted(len(self.causes), 'new root cause')} of {counted(len(verdict.failed), 'failing check')}"
        wrong = {
            of_causes: verdict.failed,
            f"{counted(len(verdict.declined), 'declined case')} not in the baseline": verdict.strict
            and verdict.declined,
            counted(len(verdict.stale), "stale entry", "stale entries"): verdict.stale,
            counted(len(verdict.unreadable), "unreadable cassette"): verdict.unreadable,
        }
        words = ", ".join(word for word, there_is in wrong.items() if there_is)
        return f"not conformant: {words}" if words else "conformant"

    @property
    def code(self) -> Exit:
        """The exit code of the run."""
        return worst(self.verdict.codes)

    @property
    def ending(self) -> str:
        """The exit code of the run in words, for example ``exit code 3, which precedes 1``."""
        return in_words(self.verdict.codes)

    @property
    def last_line(self) -> str:
        """The verdict and the exit code, as a line of text."""
        return concluded(self.summary, self.verdict.codes)

    @cached_property
    def causes(self) -> tuple[ShownCause, ...]:
        """The root causes of the failures that no baseline explains, the gravest first."""
        there: dict[tuple[str, str, str], str] = {}
        return tuple(
            ShownCause(number=number, cause=cause, smallest=self._of_cause(cause, there), shrinks=self._shrinks(cause))
            for number, cause in enumerate(
                causes(result for result in self.verdict.failed if result.outcome == "fail"), 1
            )
        )

    def by_effect(self, some: tuple[ShownCause, ...]) -> list[tuple[Effect, list[ShownCause]]]:
        """Return causes grouped by their effects, the gravest effect first."""
        return [(effect, list(of_it)) for effect, of_it in groupby(some, key=attrgetter("cause.effect"))]

    @property
    def errors(self) -> tuple[Shown, ...]:
        """The results that are errors of the suite itself."""
        return tuple(self._grouped([result for result in self.verdict.failed if result.outcome == "error"]))

    @property
    def declined(self) -> tuple[Shown, ...]:
        """The declined results that no baseline explains, grouped by their reason."""
        return tuple(self._grouped(self.verdict.declined))

    @property
    def warned(self) -> tuple[Shown, ...]:
        """The results with a warning. Warnings do not count against the adapter."""
        return tuple(self._grouped(self.verdict.warned))

    @property
    def excuses(self) -> dict[str, int]:
        """The reasons why warnings do not count, each with the number of warnings that have this reason."""
        return Counter(shown.excuse for shown in self.warned)

    @property
    def beside_causes(self) -> tuple[str, ...]:
        """The numbers of results that the report lists beside root causes, such as ``2 stale entries``."""
        listed = {
            counted(len(self.errors), "error of the suite", "errors of the suite"): self.errors,
            f"{counted(len(self.declined), 'reason')} of declined cases": self.declined,
            f"{counted(len(self.warned), 'warning')} (not counted)": self.warned,
            counted(len(self.verdict.stale), "stale entry", "stale entries"): self.verdict.stale,
            f"{counted(len(self.verdict.unscored), 'result')} that the edition does not score": self.verdict.unscored,
        }
        return tuple(words for words, found in listed.items() if found)

    @property
    def shrinkable(self) -> tuple[ShownCause, ...]:
        """The causes for which the gate can make a smaller case."""
        return tuple(shown for shown in self.causes if shown.shrinks is not None)

    def again(self, case: str) -> str:
        """Return the command that judges only this case."""
        return f"conformance gate {shlex.quote(case)} {self.adapter_options}"

    def _of_cause(self, cause: Cause, there: dict[tuple[str, str, str], str]) -> Shown:
        result, alike = cause.smallest, [case for case in cause.cases if case != cause.smallest.case]
        variant = cause.finding.variant
        others = [each for each in result.findings if each != cause.finding and each.variant == variant]
        first = msgspec.structs.replace(
            result, findings=(cause.finding, *others), seen=result.seen_in(cause.finding), also_seen=()
        )
        shown = self._shown(first, modes_merged(alike), tuple(sides(first, there)))
        more = (reasons()[rule] for rule in cause.rules if rule in reasons())
        return msgspec.structs.replace(shown, other_rules=tuple(rule for rule in more if rule not in shown.rules))

    def _shrinks(self, cause: Cause) -> Shown | None:
        if side(cause.smallest) == "request":
            found: Result | None = cause.smallest
        else:
            streams = (result for result in self.verdict.failed if result.mode == "stream")
            read = (result for result in streams if result.check in checks.READINGS and result.check == cause.checks[0])
            of_cause = [result for result in read if result.case in cause.cases]
            smallest = [result for result in of_cause if result.scenario == cause.smallest.scenario]
            found = next(iter((*smallest, *of_cause)), None)
        return None if found is None or found.seen is None else self._shown(found, ())

    def _grouped(self, results: Iterable[Result]) -> Iterator[Shown]:
        groups: dict[tuple[str, ...], list[Result]] = defaultdict(list)
        for result in results:
            groups[_alike(result)].append(result)
        for first, *others in groups.values():
            yield self._shown(first, modes_merged(dict.fromkeys(result.case for result in others)))

    def _shown(self, result: Result, alike: tuple[str, ...], of_exchange: tuple[Side, ...] = ()) -> Shown:
        rules = (reasons()[finding.rule] for finding in result.findings if finding.rule in reasons())
        return Shown(
            result=result,
            how=how(result),
            asked=_titles()[result.check],
            again=self.again(result.id),
            sides=of_exchange,
            rules=tuple(dict.fromkeys(rules)),
            alike=alike,
        )


def modes_merged(cases: Iterable[str]) -> tuple[str, ...]:
    """Merge the plain and the streamed case of a scenario into a single entry, ``provider/dialect/scenario``.

    If only one of the two modes is among ``cases``, its case stays as it is.
    """
    modes: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        modes[case.rpartition("/")[0]].append(case)
    return tuple(scenario if len(found) > 1 else found[0] for scenario, found in modes.items())


def _alike(result: Result) -> tuple[str, ...]:
    """Return a key that is the same for results that fail alike, or that the adapter declined for the same reason.

    A report shows only the first of such results in full.
    """
    if is_declined(result):
        return ("declined", result.declined or result.findings[0].message)
    [first, *_] = result.findings
    return (result.check, how(result), first.rule or "")


@cache
def _titles() -> dict[str, str]:
    """Return the requirement of each check, delivery and mutant, by the name of its check."""
    titles = {check.name: check.title for check in checks.EVERY} | {check.name: check.title for check in TEXT_CHECKS}
    mutants = {each.check: each.statement for each in (*MUTANTS, *PLAIN_MUTANTS)} | {
        each.check: each.statement for each in TEXT_MUTANTS
    }
    deliveries = {
        delivery.check: f"{delivery.title} The result is the same as for the recorded stream."
        for delivery in DELIVERIES
    }
    return titles | deliveries | mutants


@cache
def reasons() -> dict[str, Reason]:
    """Return the statement and the source of every rule. The keys are the rules' ids."""
    return {
        rule.id: Reason(id=rule.id, statement=rule.statement, source=rule.source, retrieved=rule.retrieved)
        for _, _, rule in every_rule()
    }
