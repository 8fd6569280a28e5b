"""Deviations of form: answers that have all calls, texts and reasoning, but break the published schema or a rule."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import yaml

from conformance.judge.form import Pattern, is_shown
from conformance.mutants import Change
from conformance.mutants.answer import Mode

_FILE: Final = Path(__file__).with_name("deviations.yaml")


class Beyond(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Findings on a response that are worse than a deviation of form.

    They show that the response is not a usable answer (for example, it is an error), that its calls are lost, or that
    clients cannot see that the answer ended early.
    """

    why: str
    dialect: str
    findings: tuple[Pattern, ...]


class Deviation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deviation of form: a way in which answers break the published form."""

    id: str
    title: str
    dialect: str
    scenario: str = "call-parallel"
    """The scenario of the cassette whose answer gets the deviation."""
    given: tuple[Change, ...] = ()
    """Transforms that prepare the cassette's answer. They are applied to both versions of the answer: without and with
    the deviation.
    """
    apply: tuple[Change, ...]
    reasoning: str = ""
    """The reasoning that the deviation adds to the answer."""
    findings: tuple[Pattern, ...]

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes of answers in which the deviation occurs."""
        return tuple(dict.fromkeys(finding.mode for finding in self.findings))

    def patterns(self, mode: Mode) -> tuple[Pattern, ...]:
        """Return the patterns of the findings that the deviation explains in a mode."""
        return tuple(pattern for pattern in self.findings if pattern.mode == mode)


class Deviations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``deviations.yaml``: all deviations of form, and the patterns of findings that are worse than a
    deviation of form (see ``Beyond``).
    """

    deviations: tuple[Deviation, ...]
    beyond: tuple[Beyond, ...]


@cache
def _all() -> Deviations:
    return msgspec.convert(yaml.load(_FILE.read_bytes(), Loader=yaml.CSafeLoader), Deviations)


def deviations() -> tuple[Deviation, ...]:
    """Return all deviations."""
    return _all().deviations


def beyond(dialect: str, mode: Mode, lines: Iterable[str]) -> bool:
    """Return whether any finding in ``lines`` is worse than a deviation of form.

    ``Beyond`` explains which findings are worse.
    """
    return any(
        pattern.mode == mode and any(map(pattern.covers, lines))
        for entry in _all().beyond
        if entry.dialect == dialect
        for pattern in entry.findings
    )


def shown(dialect: str, mode: Mode, lines: Iterable[str]) -> Iterator[Deviation]:
    """Yield the deviations that explain findings on a case.

    Each of ``lines`` is a finding. Before you call this function, check with ``beyond`` that no finding is worse than a
    deviation of form.
    """
    distinct = set(lines)
    for deviation in deviations():
        if deviation.dialect == dialect and is_shown(deviation.patterns(mode), distinct):
            yield deviation
