"""Answers that deviate in form. Some libraries break on them, and some providers and gateways send them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from conformance import kept_file
from conformance.judge.checks import ANSWER_RULES, FRONT, RESPONSE_SCHEMA
from conformance.judge.result import Result, of_cases
from conformance.mutants.answer import Mode
from conformance.recording import deviated, deviations
from conformance.recording.consumers import Consumer, Reaction
from conformance.recording.deviations import Deviation
from conformance.report.adapters import Library
from conformance.report.canonical import to_json
from conformance.report.digests import digest_of_texts

_CHECKS: Final[tuple[str, ...]] = (RESPONSE_SCHEMA.name, ANSWER_RULES.name)


def rests(unchanged: bytes, changed: bytes) -> str:
    """Return a single digest of two answers: the unchanged answer, and the answer with a deviation."""
    return digest_of_texts((unchanged.decode(), changed.decode()))


def is_current(reaction: Reaction) -> bool:
    """Return whether a reaction is still valid: its deviation still exists, and both answers are unchanged."""
    known = {deviation.id: deviation for deviation in deviations.deviations()}
    deviation = known.get(reaction.deviation)
    return deviation is not None and reaction.rests == rests(*deviated.bodies(deviation, reaction.mode))


def write(consumer: Consumer, folder: Path) -> Path:
    """Write the file of a library, and return its path. Remove the files of other versions of the library."""
    folder.mkdir(exist_ok=True)
    kept_file.remove_versions(consumer.name, folder)
    path = folder / kept_file.file_name(consumer)
    path.write_text(to_json(consumer), encoding="utf-8")
    return path


class Sender(msgspec.Struct, frozen=True, order=True):
    """A provider or gateway whose answers show a deviation."""

    name: str
    by_dialect: bool = False
    """True if no recording of the provider shows the deviation: only the recordings of the dialect's owner, changed by
    the provider's known differences, show it.
    """


class LibraryReaction(msgspec.Struct, frozen=True):
    """A library, and its reaction to a deviation."""

    consumer: Consumer
    reaction: Reaction

    @property
    def is_current(self) -> bool:
        """True if the deviation and both answers have not changed since the reaction was measured."""
        return is_current(self.reaction)


class Row(msgspec.Struct, frozen=True):
    """A row of the report: a deviation in a mode, the reactions of libraries to it, and the providers and gateways
    whose answers show it.
    """

    deviation: Deviation
    mode: Mode
    reactions: tuple[LibraryReaction, ...]
    senders: tuple[Sender, ...]

    @property
    def breaking(self) -> tuple[LibraryReaction, ...]:
        """The reactions of libraries that read the unchanged answer, but break on the answer with the deviation."""
        return tuple(answer for answer in self.reactions if answer.reaction.outcome == "breaks")

    @property
    def unread(self) -> tuple[LibraryReaction, ...]:
        """The reactions of libraries that cannot read even the unchanged answer."""
        return tuple(answer for answer in self.reactions if answer.reaction.outcome == "not-read")

    @property
    def asked(self) -> int:
        """The number of libraries that read the unchanged answer."""
        return len(self.reactions) - len(self.unread)


def rows(consumers: tuple[Consumer, ...], results: Iterable[Result], gateways: tuple[Library, ...]) -> tuple[Row, ...]:
    """Return a row for each deviation in each mode.

    ``consumers``: the libraries with their reactions. ``results``, ``gateways``: the results of checks on providers,
    and the verdicts on gateways, which show whose answers have a deviation.
    """
    reactions: dict[tuple[str, Mode], list[LibraryReaction]] = defaultdict(list)
    for consumer in consumers:
        for reaction in consumer.reactions:
            reactions[reaction.deviation, reaction.mode].append(LibraryReaction(consumer, reaction))
    senders = _senders([*_of_providers(results), *_of_gateways(gateways)])
    return tuple(
        Row(
            deviation,
            mode,
            reactions=tuple(reactions[deviation.id, mode]),
            senders=tuple(sorted(senders[deviation.id, mode])),
        )
        for deviation in deviations.deviations()
        for mode in deviation.modes
    )


class _Case(msgspec.Struct, frozen=True):
    """A case, and its findings as lines."""

    sender: Sender
    dialect: str
    mode: Mode
    lines: tuple[str, ...]


def _of_providers(results: Iterable[Result]) -> Iterator[_Case]:
    relevant = (result for result in results if result.check in _CHECKS and result.findings)
    for of_case in of_cases(relevant).values():
        first = of_case[0]
        sender = Sender(first.provider, by_dialect=first.origin == "by-dialect")
        lines = tuple(finding.line for result in of_case for finding in result.findings)
        yield _Case(sender, first.dialect, first.mode, lines)


def _of_gateways(gateways: tuple[Library, ...]) -> Iterator[_Case]:
    for gateway in gateways:
        for judged in gateway.judged:
            for trouble in judged.troubles:
                for case in trouble.cases if FRONT.name in trouble.checks else ():
                    mode: Mode = "stream" if case.endswith("/stream") else "plain"
                    front = gateway.name.rpartition("-")[2]
                    yield _Case(Sender(gateway.name), front, mode, trouble.checks[FRONT.name])


def _senders(cases: Iterable[_Case]) -> dict[tuple[str, Mode], set[Sender]]:
    lines: dict[tuple[Sender, str, Mode], set[str]] = defaultdict(set)
    for case in cases:
        if not deviations.beyond(case.dialect, case.mode, case.lines):
            lines[case.sender, case.dialect, case.mode].update(case.lines)
    found: dict[tuple[str, Mode], set[Sender]] = defaultdict(set)
    for (sender, dialect, mode), all_lines in lines.items():
        for deviation in deviations.shown(dialect, mode, all_lines):
            found[deviation.id, mode].add(sender)
    return found
