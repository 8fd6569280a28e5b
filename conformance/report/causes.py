"""The root causes of a library's failures, as the library's file lists them."""

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
"""The maximum length of a finding, in characters. A longer finding is cut. The JSON output of ``conformance gate``
shows a longer part of such a finding.
"""


class LibraryCause(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A root cause of failures in one version of a library."""

    id: str
    """The id of the cause. It is the same in all versions of a library, and does not depend on the values in a case."""
    effect: Effect
    silent: bool
    """True if there is a case in which the user gets neither an exception nor an error."""
    heading: str
    """The fault, in one sentence."""
    finding: str
    """The place and the message of the finding in the smallest case."""
    smallest: str
    """The id of the result of the smallest case."""
    expected: str
    """The request or the reading that was expected in the smallest case."""
    actual: str
    """The request that the library sent in the smallest case, or its reading of the answer."""
    cases: tuple[str, ...]
    """The cases that show the cause, ``provider/dialect/scenario/plain|stream``."""
    checks: tuple[str, ...]
    """The checks that fail because of the cause. The check that explains the cause comes first."""
    rules: tuple[str, ...] = ()
    """The rules that are broken because of the cause."""
    consumers: str = ""
    """A clause about the libraries that break on the answer, such as ``this deviation breaks none of 9 libraries``. ""
    if the answer does not deviate in form.
    """
    received: str = ""
    """The text that the library had to read in the smallest case. It is used only for calls in text."""
    pieces: int = 1
    """The number of pieces in which the library got the text."""
    offered: str = ""
    """The tools that were offered in the smallest case. It is used only for calls in text. Each line has a tool and the
    schema of the tool's arguments.
    """

    @property
    def hides_a_cut(self) -> bool:
        """True if the library shows a truncated answer as complete, so that an application runs the answer's calls."""
        return self.id.endswith("/shown-as-whole") or (self.effect == "call" and bool(_AS_WHOLE.fullmatch(self.id)))

    @property
    def is_harmless(self) -> bool:
        """True if the cause costs users nothing."""
        return self.effect in COSTS_NOTHING

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that show the cause."""
        return scenarios_of(self.cases)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of the cases that show the cause: ``plain``, ``stream`` or both."""
        return modes_of(self.cases)

    @property
    def fault(self) -> str:
        """The first part of the heading: the fault, without the values of the smallest case."""
        return self.heading.partition(": ")[0]

    @property
    def values(self) -> str:
        """The second part of the heading: the values of the smallest case. "" if the heading has no values."""
        return self.heading.partition(": ")[2]

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects that show the cause, each once: ``provider/dialect``, or ``text/`` and a text format's name."""
        return subjects_of(self.cases)


def of_results(results: Iterable[Result]) -> tuple[LibraryCause, ...]:
    """Return the root causes of the adapter's failures among ``results``, the gravest cause first."""
    return tuple(map(of_cause, causes(result for result in results if result.party == "adapter")))


def of_cause(cause: Cause) -> LibraryCause:
    """Return a cause in the form in which a library's file lists it."""
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
