"""Tests of ``deviations.yaml``: an answer with a deviation of form has exactly the findings that the file lists.

Each finding on a deviation of form in cassettes and reports also belongs to a deviation in the file.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest

from conformance.judge.checks import ANSWER_RULES, FRONT, RESPONSE_SCHEMA
from conformance.judge.finding import NotApplicable, Undecided
from conformance.judge.trial import Trial
from conformance.mutants.answer import Mode
from conformance.recording import by_dialect, cassette, deviated, deviations
from conformance.recording.case import open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.deviations import Deviation
from conformance.report import adapters

ROOT: Final = Path(__file__).resolve().parents[2]
MADE: Final = [
    pytest.param(deviation, mode, id=f"{deviation.id}-{mode}")
    for deviation in deviations.deviations()
    for mode in deviation.modes
]


def lines(deviation: Deviation, mode: Mode, body: bytes) -> list[str]:
    """Return the findings on a deviation's case with another body, as if a gateway had sent this body."""
    trial = deviated.case(deviation, mode).untried()[0]
    response = msgspec.structs.replace(trial.recorded.response, body=body)
    front = msgspec.structs.replace(trial, recorded=msgspec.structs.replace(trial.recorded, response=response))
    return [finding.line for finding in FRONT.look(msgspec.structs.replace(trial, front=front, played=True))]


@pytest.mark.parametrize(("deviation", "mode"), MADE)
def test_it_has_the_findings_that_it_stands_for(deviation: Deviation, mode: Mode) -> None:
    unchanged, changed = deviated.bodies(deviation, mode)
    assert lines(deviation, mode, unchanged) == []
    found, patterns = lines(deviation, mode, changed), deviation.patterns(mode)
    assert [line for line in found if not any(pattern.covers(line) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(map(pattern.covers, found))] == []
    assert deviation in deviations.shown(deviation.dialect, mode, found)
    assert not deviations.beyond(deviation.dialect, mode, found)


def test_each_has_an_id_of_its_own() -> None:
    ids = [deviation.id for deviation in deviations.deviations()]
    assert len(ids) == len(set(ids))


def of_providers() -> Iterator[tuple[str, str, Mode, list[str]]]:
    """Yield the findings on each answer of a provider, recorded or by dialect."""
    recorded = [name for name in cassette.find(ROOT / "cassettes") if isinstance(name, CassetteName)]
    for name in (*recorded, *by_dialect.find()):
        for trial in open_case(name).untried():
            yield name.provider, name.dialect, name.mode, list(of_provider(trial))


def of_provider(trial: Trial) -> Iterator[str]:
    for check in (RESPONSE_SCHEMA, ANSWER_RULES):
        try:
            yield from (finding.line for finding in check.look(trial))
        except (NotApplicable, Undecided):
            continue


def of_gateways() -> Iterator[tuple[str, str, Mode, list[str]]]:
    """Yield the findings of the check ``front`` on each case of a gateway: library, dialect, mode and findings."""
    for library in adapters.read(ROOT / "reports" / "adapters"):
        front = library.name.rpartition("-")[2]
        for judged in library.judged:
            for trouble in judged.troubles:
                for case in trouble.cases:
                    mode: Mode = "stream" if case.endswith("/stream") else "plain"
                    yield library.name, front, mode, list(trouble.checks.get(FRONT.name, ()))


def test_every_kept_finding_is_of_a_deviation_that_its_subject_shows() -> None:
    found: dict[tuple[str, str, Mode], set[str]] = defaultdict(set)
    for subject, dialect, mode, findings in (*of_providers(), *of_gateways()):
        if not deviations.beyond(dialect, mode, findings):
            found[subject, dialect, mode] |= set(findings)
    left = []
    for (subject, dialect, mode), findings in found.items():
        shown = {deviation.id for deviation in deviations.shown(dialect, mode, findings)}
        for line in findings:
            of_line = {
                deviation.id
                for deviation in deviations.deviations()
                if deviation.dialect == dialect and any(pattern.covers(line) for pattern in deviation.patterns(mode))
            }
            if not of_line & shown and not line.endswith("left out here"):
                left.append((subject, dialect, mode, line))
    assert left == []
