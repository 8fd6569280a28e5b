"""The results of a case: the outcome of each check."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from conformance.judge.finding import Finding, Outcome, Party
from conformance.judge.origin import OBSERVED, Origin
from conformance.judge.subject import Subject, subject_of

FORMAT: Final = 2
"""The version of results files."""


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The exchange in which an adapter failed. The requests, the answer and the readings are texts. Long texts are
    cut.
    """

    exchange: int
    """The number of the exchange in the conversation, from 1."""
    sent: str
    """The adapter's request. "" if it sent none."""
    recorded: str = msgspec.field(name="due")
    """The recorded request."""
    received: str
    """The recorded answer."""
    expected: str
    """The right reading of the answer. "" if the right reading is not decided."""
    got: str
    """The adapter's reading, or the reason why it gave up."""
    offered: str = ""
    """The offered tools, for calls in text. Each tool is a line with the schema of its arguments."""
    pieces: int = 1
    """The number of pieces in which a text arrived."""
    variant: str = ""
    """The variant of a text, if the text has variants."""


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of a check of a cassette, with the origin and the date of the evidence."""

    id: str
    """The id, ``provider/dialect/scenario/plain|stream/check``. Its form is a public contract."""
    provider: str
    dialect: str
    scenario: str
    mode: Literal["plain", "stream"]
    check: str
    capability: str
    party: Party = msgspec.field(name="subject")
    """The party that is judged."""
    adapter: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    known: str | None = None
    """The reason why the provider is known to fail this check. If the check passes or warns, this reason is out of
    date.
    """
    declined: str | None = None
    """The reason why the adapter declined a part of the case. The outcome is about the other parts."""
    unexercised: bool = False
    """True if the adapter declined before it had played the exchange that the scenario is about. No check of such a
    case counts as passed.
    """
    asked: Literal["sync", "async"] | None = None
    """The mode in which an adapter that talks HTTP was called. If it was called in both modes, this is the mode with
    the worse outcome.
    """
    silent: bool = False
    """True if the adapter failed silently: it raised no exception and reported no error, so the user never learns of
    the failure.
    """
    seen: Seen | None = None
    """The first exchange in which the adapter failed. None if the adapter did not fail."""
    also_seen: tuple[Seen, ...] = ()
    """The other exchanges in which the adapter failed, or the other variants of a text that it misread in a different
    way.
    """
    unscored: str | None = None
    """The reason why the result does not count: its requirement is newer than the edition by which the adapter is
    judged.
    """
    origin: Origin
    date: str
    models: tuple[str, ...]
    exchanges: int = 1
    """The number of recorded exchanges of the case."""
    bytes: int = 0
    """The size of all requests and answers of the case, as they were recorded."""
    data: str | None = None
    """The additional data folder that contains the cassette. None if the cassette belongs to the suite."""

    @property
    def subject(self) -> Subject:
        """The subject of the result's case: a provider's dialect, or a text format."""
        return subject_of(self.provider, self.dialect)

    @property
    def case(self) -> str:
        """The case, ``provider/dialect/scenario/plain|stream``."""
        return self.id.removesuffix(f"/{self.check}")

    def seen_in(self, finding: Finding) -> Seen | None:
        """Return the exchange in ``also_seen`` that has the finding's number of the exchange and the finding's variant
        of the text. If no exchange has both, return ``seen``.
        """
        exchange = finding.exchange or 1
        found = (seen for seen in self.also_seen if (seen.variant, seen.exchange) == (finding.variant, exchange))
        return next(found, self.seen)

    @property
    def observed(self) -> bool:
        """True if the evidence was observed, by the project or by others."""
        return self.origin in OBSERVED

    @property
    def is_stale(self) -> bool:
        """True if the provider is known to fail this check, but the check passed or warned in this run."""
        return self.known is not None and self.outcome in ("pass", "warn")

    @property
    def red(self) -> bool:
        """True if the result is unexpected: a failure that was not known, or a check that passes or warns although it
        is known to fail.
        """
        return self.is_stale if self.known is not None else self.outcome in ("fail", "error")


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one run of the suite."""

    adapter: str
    results: tuple[Result, ...]
    scenarios: tuple[str, ...] = ()
    """The scenarios of the run. Empty if all scenarios were run."""
    format: int = FORMAT
    """The version of this file format."""


def of_cases(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return the results of each case, by ``provider/dialect/scenario/plain|stream``."""
    cases: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        cases[result.case].append(result)
    return cases


def standing(results: list[Result]) -> tuple[list[Result], bool]:
    """Return the results that decide the verdict on a case, and whether the adapter declined what the case is about.

    If the adapter declined what the case is about, all results decide. Otherwise, only the results of the parts that
    the adapter did not decline decide. If all parts were declined, all results decide.
    """
    judged = [result for result in results if result.outcome != "unsupported"]
    unexercised = any(result.unexercised for result in results)
    return (results if unexercised else judged or results), unexercised
