"""The root causes of what a library does otherwise, as its file keeps them."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from conformance.judge.cause import Cause, causes, modes_of, scenarios_of, subjects_of
from conformance.judge.effect import COSTS_NOTHING
from conformance.judge.finding import Effect
from conformance.judge.result import Result
from conformance.judge.subject import TextFormat

_AS_WHOLE: Final = re.compile("answer/finish/(length|interrupted|error|content_filter|refusal)-as-(stop|tool_calls)")
_LONGEST: Final = 1200
"""The number of characters of a finding that are kept: more of it stands in the gate's JSON."""


class LibraryCause(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One explanation of failures, in one version of a library."""

    id: str
    """The same in every version, whatever the values are."""
    effect: Effect
    silent: bool
    """True if in one case at least the user sees neither an exception nor an error by it."""
    heading: str
    """The fault, in one sentence."""
    finding: str
    """Place and message of the smallest case's finding."""
    smallest: str
    """The id of that case's result."""
    expected: str
    """The request or the reading that was expected there."""
    actual: str
    """The request that the library sent, or its reading."""
    cases: tuple[str, ...]
    """The cases that show it, ``provider/dialect/scenario/plain|stream``."""
    checks: tuple[str, ...]
    """The checks that fail by it, the one that explains it first."""
    rules: tuple[str, ...] = ()
    """The rules that are broken by it."""
    consumers: str = ""
    """Of an answer that is off the form: who breaks on it, in words."""
    received: str = ""
    """Of a text format: the text that was read there."""
    pieces: int = 1
    """In how many pieces the text came."""
    offered: str = ""
    """Of a text format: the tools that were offered there, a line each with the schema of its arguments."""

    @property
    def hides_a_cut(self) -> bool:
        """True if an answer that was cut is shown as whole by it, so that its calls are run."""
        return self.id.endswith("/shown-as-whole") or (self.effect == "call" and bool(_AS_WHOLE.fullmatch(self.id)))

    @property
    def is_harmless(self) -> bool:
        """True if nobody loses anything by it."""
        return self.effect in COSTS_NOTHING

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that show it."""
        return scenarios_of(self.cases)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes that show it, ``plain`` and ``stream``."""
        return modes_of(self.cases)

    @property
    def fault(self) -> str:
        """The heading without the values of the smallest case."""
        return self.heading.partition(": ")[0]

    @property
    def values(self) -> str:
        """The rest of the heading; "" if it has none."""
        return self.heading.partition(": ")[2]

    @property
    def subjects(self) -> tuple[str, ...]:
        """The providers' dialects, or text formats, that show it, ``provider/dialect``."""
        return subjects_of(self.cases)


def of_results(results: Iterable[Result]) -> tuple[LibraryCause, ...]:
    """Return the causes of the failures among results, the gravest first."""
    return tuple(map(of_cause, causes(result for result in results if result.party == "adapter")))


def of_cause(cause: Cause) -> LibraryCause:
    """Return a cause as a library's file keeps it."""
    text = cause.smallest.seen_in(cause.finding) if isinstance(cause.smallest.subject, TextFormat) else None
    return LibraryCause(
        id=cause.id,
        effect=cause.effect,
        silent=cause.silent,
        heading=cause.heading,
        finding=_short(cause.finding.line),
        smallest=cause.smallest.id,
        expected=cause.expected,  # a result keeps no more of it than can be shown
        actual=cause.actual,
        cases=cause.cases,
        checks=cause.checks,
        rules=cause.rules,
        consumers="" if cause.finding.consumers is None else str(cause.finding.consumers),
        received=text.received if text else "",
        pieces=text.pieces if text else 1,
        offered=text.offered if text else "",
    )


def _short(text: str) -> str:
    left = len(text) - _LONGEST
    return text if left <= 0 else f"{text[:_LONGEST]} ... ({left} more characters)"
