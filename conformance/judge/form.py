"""Deviations of form: the findings that show each deviation, and the libraries that break on it.

An answer with a deviation of form has all calls, texts and reasoning, but breaks the published schema or a rule.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

import msgspec

from conformance.judge.finding import Consumers, Finding, without_exchange
from conformance.scenarios import Mode


class Pattern(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A pattern for findings: the mode, the place and the message of the findings that it matches."""

    mode: Mode
    at: str = ""
    """The place. ``*`` matches any number. "" for findings without a place."""
    message: str
    """The message. ``...`` matches any text."""

    @cached_property
    def _line(self) -> re.Pattern[str]:
        place = re.escape(self.at).replace(r"\*", r"\d+")
        words = ".*".join(map(re.escape, self.message.split("...")))
        return re.compile(f"{place}: {words}" if place else words)

    def covers(self, line: str) -> bool:
        """Return whether the pattern matches the place and the message of a finding. ``line``: both of them, and the
        number of the exchange if there are several.
        """
        return self._line.fullmatch(without_exchange(line)) is not None


class Tried(msgspec.Struct, frozen=True):
    """A deviation of form in plain or in streamed answers, and the libraries that were run on it."""

    patterns: tuple[Pattern, ...]
    """Patterns for the findings of the deviation. An answer shows the deviation if each pattern matches a finding."""
    consumers: Consumers

    def covers(self, finding: Finding) -> bool:
        """Return whether a finding belongs to the deviation."""
        return any(pattern.covers(finding.line) for pattern in self.patterns)


def is_shown(patterns: tuple[Pattern, ...], lines: Collection[str]) -> bool:
    """Return whether each pattern matches at least one of the findings, given as lines. False if there are no
    patterns.
    """
    return bool(patterns) and all(any(map(pattern.covers, lines)) for pattern in patterns)


def with_consumers(findings: Iterable[Finding], tried: Iterable[Tried]) -> Iterator[Finding]:
    """Yield the findings on the form of an answer. Findings of the level MUST get ``consumers``: the libraries that
    were run on the finding's deviations.

    If no library was run on them, a finding with the effect ``form`` or None gets ``consumers`` without libraries. A
    finding with another effect stays as it is.
    """
    found = tuple(findings)
    lines = {finding.line for finding in found}
    shown = [deviation for deviation in tried if is_shown(deviation.patterns, lines)] if lines else []
    for finding in found:
        covering = [deviation.consumers for deviation in shown if deviation.covers(finding)]
        if finding.level == "MUST" and (covering or finding.effect in (None, "form")):
            yield msgspec.structs.replace(finding, consumers=_all(covering))
        else:
            yield finding


def _all(several: list[Consumers]) -> Consumers:
    breaks = {name for consumers in several for name in consumers.breaks}
    return Consumers(max((consumers.asked for consumers in several), default=0), tuple(sorted(breaks)))
