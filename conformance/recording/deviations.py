"""Deviations of form: answers off the published schema or a rule, with all calls, texts and reasoning in them."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import msgspec
import yaml

from conformance.data import kept
from conformance.mutants import Change, read, write
from conformance.mutants.answer import Mode
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from toolwire.providers import owner
from toolwire.wire.exchange import Exchange

_FILE: Final = Path(__file__).with_name("deviations.yaml")
_EXCHANGE: Final = re.compile(r"exchange \d+: ")


class Pattern(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Findings at one place in one mode that say the same."""

    mode: Mode
    at: str = ""
    """The place; ``*`` stands for any number."""
    message: str
    """The message; ``...`` stands for anything."""

    @cached_property
    def _line(self) -> re.Pattern[str]:
        place = re.escape(self.at).replace(r"\*", r"\d+")
        words = ".*".join(map(re.escape, self.message.split("...")))
        return re.compile(f"{place}: {words}" if place else words)

    def covers(self, line: str) -> bool:
        """Return True if a finding, place and message in one line, is one of these."""
        return self._line.fullmatch(_EXCHANGE.sub("", line, count=1)) is not None


class Beyond(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Findings on what is no answer, or lacks calls: its form does not matter."""

    why: str
    dialect: str
    findings: tuple[Pattern, ...]


class Deviation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to be off the form."""

    id: str
    title: str
    dialect: str
    scenario: str = "call-parallel"
    """The scenario of the cassette that is changed."""
    given: tuple[Change, ...] = ()
    """Transforms of the unchanged answer, too."""
    apply: tuple[Change, ...]
    reasoning: str = ""
    """The reasoning that the change adds to the answer."""
    findings: tuple[Pattern, ...]

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes in which it exists."""
        return tuple(dict.fromkeys(finding.mode for finding in self.findings))

    def case(self, mode: Mode) -> Case:
        """Return the case that it changes. Raises ``CassetteError``."""
        return _case(CassetteName(owner(self.dialect), self.dialect, self.scenario, mode))

    def bodies(self, mode: Mode) -> tuple[bytes, bytes]:
        """Return the body of its case's first answer, unchanged and changed. Raises ``CassetteError``."""
        exchange = self.case(mode).cassette.exchanges[0]
        return _changed(exchange, self.given), _changed(exchange, (*self.given, *self.apply))

    def patterns(self, mode: Mode) -> tuple[Pattern, ...]:
        """Return the findings that it stands for in a mode."""
        return tuple(pattern for pattern in self.findings if pattern.mode == mode)


class Deviations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All deviations, and the findings that are none."""

    deviations: tuple[Deviation, ...]
    beyond: tuple[Beyond, ...]


@kept
@cache
def _case(name: CassetteName) -> Case:
    return open_case(name)


def _changed(exchange: Exchange, changes: Iterable[Change]) -> bytes:
    answer = read(exchange)
    for change in changes:
        change.apply(answer)
    return write(answer).body


@cache
def _all() -> Deviations:
    return msgspec.convert(yaml.load(_FILE.read_bytes(), Loader=yaml.CSafeLoader), Deviations)


def deviations() -> tuple[Deviation, ...]:
    """Return all deviations."""
    return _all().deviations


def beyond(dialect: str, mode: Mode, lines: Iterable[str]) -> bool:
    """Return True if the findings on a case, each in one line, say that its form does not matter."""
    return any(
        pattern.mode == mode and any(map(pattern.covers, lines))
        for entry in _all().beyond
        if entry.dialect == dialect
        for pattern in entry.findings
    )


def shown(dialect: str, mode: Mode, lines: Iterable[str]) -> Iterator[Deviation]:
    """Yield the deviations that findings amount to; each finding is a line, and none is of a case beyond."""
    distinct = set(lines)
    for deviation in deviations():
        patterns = deviation.patterns(mode) if deviation.dialect == dialect else ()
        if patterns and all(any(map(pattern.covers, distinct)) for pattern in patterns):
            yield deviation


def of_finding(dialect: str, mode: Mode, line: str) -> tuple[Deviation, ...]:
    """Return the deviations that a finding, place and message in one line, may be part of."""
    return tuple(
        deviation
        for deviation in deviations()
        if deviation.dialect == dialect and any(pattern.covers(line) for pattern in deviation.patterns(mode))
    )
