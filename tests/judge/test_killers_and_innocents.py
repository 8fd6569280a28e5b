"""Every check has its killers, which it fails with a declared set of others, and its innocents, which it passes."""

from pathlib import Path

import pytest

from conformance.judge import predicates, schemas
from conformance.judge.checks import CHECKS, by_name
from conformance.judge.effect import gravest, possible
from conformance.judge.finding import Effect
from conformance.judge.result import Result
from conformance.recording.cassette import Cassette
from conformance.scenarios import load as scenario
from toolwire.providers import owner, wire_format

from .bench import (
    Asked,
    Innocent,
    Killer,
    Refused,
    body,
    broken_rules,
    cassette_name,
    dialects,
    edits,
    innocents,
    judged,
    judged_by,
    killers,
    refused,
    requests,
)

KILLERS = [(dialect, killer) for dialect in dialects() for killer in killers(dialect)]
INNOCENTS = [(dialect, innocent) for dialect in dialects() for innocent in innocents(dialect)]

ASKED = [(dialect, asked) for dialect in dialects() for asked in requests(dialect)]
REFUSED = [(dialect, asked) for dialect in dialects() for asked in refused(dialect)]


def _named(results: tuple[Result, ...], outcome: str) -> set[str]:
    return {result.check for result in results if result.outcome == outcome}


def _place(dialect: str, killer: Killer) -> str:
    return f"tests/judge/killers/{dialect}.yaml, {killer.id}"


def _to_change(outcome: str, found: set[str], stated: frozenset[str], results: tuple[Result, ...]) -> str:
    """How to change a killer's list so that it has the checks that were found, with what these found."""
    findings = [
        f"{result.check}: {finding.line}" for result in results if result.check in found for finding in result.findings
    ]
    key = "failing" if outcome == "fail" else "warning"
    return "\n".join([f"{key}: add {sorted(found - stated)}, remove {sorted(stated - found)}", *findings])


def _effects(results: tuple[Result, ...]) -> dict[str, Effect | None]:
    """The gravest effect of each failing check that can have several."""
    return {
        result.check: gravest(finding.effect for finding in result.findings if finding.effect is not None)
        for result in results
        if result.outcome in ("fail", "warn") and len(possible(by_name(result.check).effect)) > 1
    }


def _rejected(result: Result) -> bool:
    return any(finding.effect == "rejected" and finding.level == "MUST" for finding in result.findings)


def _broken_predicates(dialect: str, killer: Killer, folder: Path) -> set[str]:
    name = cassette_name(dialect, killer.cassette, killer.provider)
    turns = zip(scenario(name.scenario).expect, Cassette(name.under(folder)).provenance.expected, strict=True)
    return {
        predicate.name
        for expect, right in turns
        for predicate in expect
        if right.answer and list(predicates.violations(right.answer, (predicate,)))
    }


@pytest.mark.parametrize(("dialect", "killer"), KILLERS, ids=[f"{dialect}-{killer.id}" for dialect, killer in KILLERS])
def test_killer(dialect: str, killer: Killer, tmp_path: Path) -> None:
    if killer.given:
        given = judged(dialect, killer, killer.given, tmp_path)
        assert _named(given, "fail") | _named(given, "warn") == set()
    results = judged(dialect, killer, (*killer.given, *edits(killer)), tmp_path)
    for outcome, stated in (("fail", killer.failing), ("warn", killer.warning)):
        found = _named(results, outcome)
        assert found == stated, f"{_place(dialect, killer)}: {_to_change(outcome, found, stated, results)}"
    assert _effects(results) == killer.effects
    broken_predicates = _broken_predicates(dialect, killer, tmp_path)
    assert broken_predicates == killer.predicates, f"{_place(dialect, killer)}: predicates: {sorted(broken_predicates)}"
    broken = {finding.rule for result in results for finding in result.findings if finding.rule}
    assert broken == {f"{dialect}.{rule}" for rule in killer.rules}
    assert not [result.id for result in results if result.silent and _rejected(result)], "the user sees a refusal"


KILLED_ELSEWHERE = {("served", "call")}
"""Effects that need a live endpoint: tests/judge/test_live.py."""


@pytest.mark.parametrize(
    ("check", "effect"),
    [(check.name, effect) for check in CHECKS for effect in possible(check.effect)],
    ids=lambda value: value,
)
def test_each_effect_of_a_check_has_a_killer(check: str, effect: Effect) -> None:
    several = len(possible(by_name(check).effect)) > 1
    found = [
        killer.id
        for _, killer in KILLERS
        if check in killer.failing | killer.warning and (not several or killer.effects.get(check) == effect)
    ]
    assert found or (check, effect) in KILLED_ELSEWHERE


@pytest.mark.parametrize(
    ("dialect", "innocent"), INNOCENTS, ids=[f"{dialect}-{innocent.id}" for dialect, innocent in INNOCENTS]
)
def test_innocent(dialect: str, innocent: Innocent, tmp_path: Path) -> None:
    results = judged(dialect, innocent, innocent.given, tmp_path)
    assert {result.check: result.findings for result in results if result.outcome in ("fail", "warn", "error")} == {}
    assert innocent.passing <= _named(results, "pass")
    assert _named(results, "unsupported") == innocent.unsupported


@pytest.mark.parametrize(("dialect", "asked"), ASKED, ids=[f"{dialect}-{asked.id}" for dialect, asked in ASKED])
def test_innocent_request(dialect: str, asked: Asked) -> None:
    assert [broken for broken in broken_rules(dialect, asked, asked.given) if broken.level != "MAY"] == []
    form, sent = wire_format(owner(dialect), dialect), body(dialect, asked, asked.given)
    assert list(schemas.request_violations(form, sent, judged_by(dialect, asked))) == []


@pytest.mark.parametrize(("dialect", "asked"), REFUSED, ids=[f"{dialect}-{asked.id}" for dialect, asked in REFUSED])
def test_refused_request(dialect: str, asked: Refused) -> None:
    assert broken_rules(dialect, asked, asked.given) == ()
    broken = broken_rules(dialect, asked, (*asked.given, *edits(asked)))
    prefix = f"{asked.provider}.{dialect}" if asked.provider else dialect
    assert {(finding.rule or "").removeprefix(f"{prefix}.") for finding in broken} == asked.rules
