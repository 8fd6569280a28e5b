"""Tests that every check fails its killers, together with a declared set of other checks, and passes its innocents."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from conformance.judge import predicates, schemas
from conformance.judge.checks import CHECKS, by_name
from conformance.judge.effect import gravest, possible
from conformance.judge.finding import Effect
from conformance.judge.result import Result
from conformance.recording.cassette import Cassette
from conformance.scenarios import load as scenario
from toolwire.providers import owner, wire_format

from .bench import (
    ELSEWHERE,
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


def _named(results: tuple[Result, ...], outcome: str) -> frozenset[str]:
    return frozenset(result.check for result in results if result.outcome == outcome)


Declared = dict[str, frozenset[str] | Mapping[str, Effect | None]]
"""The part of a killer's entry that states its results, by key, such as ``failing``."""


def _declared(killer: Killer) -> Declared:
    return {
        "failing": killer.failing,
        "warning": killer.warning,
        "effects": killer.effects,
        "predicates": killer.predicates,
        "rules": killer.rules,
    }


def _found(dialect: str, killer: Killer, results: tuple[Result, ...], folder: Path) -> Declared:
    broken = {finding.rule for result in results for finding in result.findings if finding.rule}
    return {
        "failing": _named(results, "fail"),
        "warning": _named(results, "warn"),
        "effects": _effects(results),
        "predicates": _broken_predicates(dialect, killer, folder),
        "rules": frozenset(rule.removeprefix(f"{dialect}.") for rule in broken),
    }


def _to_write(dialect: str, killer: Killer, found: Declared, results: tuple[Result, ...]) -> str:
    """Return the lines to write into a killer's entry if its actual results are right, and the findings."""
    lines = {
        key: yaml.safe_dump(
            {key: sorted(value) if isinstance(value, frozenset) else dict(value)}, default_flow_style=None
        ).strip()
        for key, value in found.items()
        if value != _declared(killer)[key]
    }
    findings = [f"{result.check}: {finding.line}" for result in results for finding in result.findings]
    place = f"tests/judge/killers/{dialect}.yaml, {killer.id}: expected what the entry declares, got"
    return "\n".join([place, *lines.values(), *findings])


def _effects(results: tuple[Result, ...]) -> dict[str, Effect | None]:
    """Return the gravest effect of each failing check that can have several effects."""
    return {
        result.check: gravest(finding.effect for finding in result.findings if finding.effect is not None)
        for result in results
        if result.outcome in ("fail", "warn") and len(possible(by_name(result.check).effect)) > 1
    }


def _rejected(result: Result) -> bool:
    return any(finding.effect == "rejected" and finding.level == "MUST" for finding in result.findings)


def _broken_predicates(dialect: str, killer: Killer, folder: Path) -> frozenset[str]:
    name = cassette_name(dialect, killer.cassette, killer.provider)
    turns = zip(scenario(name.scenario).expect, Cassette(name.under(folder)).provenance.expected, strict=True)
    return frozenset(
        predicate.name
        for expect, right in turns
        for predicate in expect
        if right.answer and list(predicates.violations(right.answer, (predicate,)))
    )


@pytest.mark.parametrize(("dialect", "killer"), KILLERS, ids=[f"{dialect}-{killer.id}" for dialect, killer in KILLERS])
def test_killer(dialect: str, killer: Killer, tmp_path: Path) -> None:
    if killer.given:
        given = judged(dialect, killer, killer.given, tmp_path)
        assert _named(given, "fail") | _named(given, "warn") == set()
    results = judged(dialect, killer, (*killer.given, *edits(killer)), tmp_path)
    found = _found(dialect, killer, results, tmp_path)
    assert found == _declared(killer), _to_write(dialect, killer, found, results)
    assert not [result.id for result in results if result.silent and _rejected(result)], (
        "a refusal, which users see, counts as silent"
    )


KILLED_ELSEWHERE = {("served", "call")}
"""Checks, each with an effect that only a live endpoint can show. tests/judge/test_live.py tests them."""


@pytest.mark.parametrize(
    ("check", "effect"),
    [(check.name, effect) for check in CHECKS for effect in possible(check.effect) if check.name not in ELSEWHERE],
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
    if innocent.unsupported == "others":
        assert _named(tuple(result for result in results if result.party == "adapter"), "pass") == innocent.passing
    else:
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
    found = {(finding.rule or "").removeprefix(f"{prefix}.") for finding in broken}
    assert found == asked.rules, f"tests/judge/killers/{dialect}.yaml, {asked.id}: write rules: {sorted(found)}"
