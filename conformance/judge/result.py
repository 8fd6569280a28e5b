"""Results: one check of one case each."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from conformance.judge.finding import Finding, Outcome, Party
from conformance.judge.origin import OBSERVED, Origin
from conformance.judge.subject import Subject, subject_of

FORMAT: Final = 1
"""The version of results files."""


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The exchange in which an adapter failed, every side as text; what is long is cut."""

    exchange: int
    """The number of the exchange in the conversation, from 1."""
    sent: str
    """The adapter's request; "" where it sent none."""
    due: str
    """The recorded request."""
    received: str
    """The recorded answer."""
    expected: str
    """The right reading of it; "" where it is undecided."""
    got: str
    """The adapter's reading, or the reason why it gave up."""
    offered: str = ""
    """Of calls in text: the tools that were offered, a line each with the schema of its arguments."""
    pieces: int = 1
    """In how many pieces a text came."""
    variant: str = ""
    """Of a text in variants: which it is."""


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one check of one cassette, with the origin and date of its evidence."""

    id: str
    """``provider/dialect/scenario/plain|stream/check``: a public contract."""
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
    """The reason why the provider is known to fail this check; a result that does not fail is then stale."""
    declined: str | None = None
    """The reason why the adapter declined a part of the case; the outcome is about the other parts."""
    unexercised: bool = False
    """True if the adapter declined before the scenario's subject was exercised: then nothing of the case is a pass."""
    asked: Literal["sync", "async"] | None = None
    """In which of its modes an adapter that talks HTTP was asked; of several this is the one with the worst outcome."""
    silent: bool = False
    """Of a failure of the adapter's: whether it raised nothing and reported no error, so that its user never learns."""
    seen: Seen | None = None
    """Of a failure of the adapter's: what went over the wire in the first exchange that fails, and how it was read."""
    also_seen: tuple[Seen, ...] = ()
    """The same of each further exchange that fails, or of each further variant of a text that is misread otherwise."""
    unscored: str | None = None
    """The reason why it does not count, where it is younger than the edition that the adapter is held to."""
    origin: Origin
    date: str
    models: tuple[str, ...]
    exchanges: int = 1
    """The number of recorded exchanges of the case."""
    bytes: int = 0
    """The size of all requests and answers of the case, as they were recorded."""
    data: str | None = None
    """The folder that was laid over ours and holds the cassette; None where it is ours."""

    @property
    def subject(self) -> Subject:
        """The subject of its case."""
        return subject_of(self.provider, self.dialect)

    @property
    def case(self) -> str:
        """The case, ``provider/dialect/scenario/plain|stream``."""
        return self.id.removesuffix(f"/{self.check}")

    def seen_in(self, finding: Finding) -> Seen | None:
        """Return what was seen where a finding was made: in its exchange or, of a text in variants, in its variant."""
        exchange = finding.exchange or 1
        found = (seen for seen in self.also_seen if (seen.variant, seen.exchange) == (finding.variant, exchange))
        return next(found, self.seen)

    @property
    def observed(self) -> bool:
        """True if its evidence was observed, be it by others."""
        return self.origin in OBSERVED

    @property
    def is_stale(self) -> bool:
        """True if the provider is known to fail this check, and does not."""
        return self.known is not None and self.outcome in ("pass", "warn")

    @property
    def red(self) -> bool:
        """True if this result is a surprise: a failure that is not known, or a known one that is none any more."""
        return self.is_stale if self.known is not None else self.outcome in ("fail", "error")


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one run of the suite."""

    adapter: str
    results: tuple[Result, ...]
    scenario: str | None = None
    """The one scenario that was asked for, where not all were."""
    format: int = FORMAT
    """Version of this file format."""


def of_cases(results: Iterable[Result]) -> dict[str, list[Result]]:
    """The results of each case, by ``provider/dialect/scenario/plain|stream``."""
    cases: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        cases[result.case].append(result)
    return cases


def standing(results: list[Result]) -> tuple[list[Result], bool]:
    """The results that decide the verdict on one case, and whether the adapter declined what the case is about.

    What it declined behind the scenario's subject does not count, as long as anything else was judged.
    """
    judged = [result for result in results if result.outcome != "unsupported"]
    unexercised = any(result.unexercised for result in results)
    return (results if unexercised else judged or results), unexercised
