"""Nothing is judged without a killer and an innocent: whoever adds a check, a predicate or a rule adds both."""

import pytest

from conformance.claims import load_all, rules
from conformance.judge import predicates
from conformance.judge.checks import CHECKS
from conformance.judge.history import CHECKERS

from .bench import dialects, innocents, killers, requests

RULES = sorted(
    rule.id for provider, profile in load_all().items() for dialect, claims in profile.dialects.items()
    if claims.home == provider for rule in rules(provider, dialect) if rule.check is not None
)  # fmt: skip
KILLERS = [(dialect, killer) for dialect in dialects() for killer in killers(dialect)]
INNOCENTS = [(dialect, innocent) for dialect in dialects() for innocent in innocents(dialect)]
ASKED = [(dialect, asked) for dialect in dialects() for asked in requests(dialect)]
BROKEN_RULES = {f"{dialect}.{rule}" for dialect, killer in KILLERS for rule in killer.rules}
KEPT_RULES = {f"{dialect}.{rule}" for dialect, entry in (*INNOCENTS, *ASKED) for rule in entry.rules}


@pytest.mark.parametrize("check", [check.name for check in CHECKS])
def test_check(check: str) -> None:
    assert any(check in killer.failing for _, killer in KILLERS)
    assert any(check in innocent.passing for _, innocent in INNOCENTS)


@pytest.mark.parametrize("predicate", sorted(predicates.names()))
def test_predicate(predicate: str) -> None:
    assert any(predicate in killer.predicates for _, killer in KILLERS)
    assert any(predicate in innocent.predicates for _, innocent in INNOCENTS)


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: str) -> None:
    assert rule in BROKEN_RULES
    assert rule in KEPT_RULES


def test_every_checker_serves_a_rule() -> None:
    used = {
        rule.check for provider, profile in load_all().items() for dialect, claims in profile.dialects.items()
        if claims.home == provider for rule in rules(provider, dialect)
    }  # fmt: skip
    assert used - {None} == CHECKERS.keys()


def test_no_entry_names_what_there_is_not() -> None:
    assert sorted(BROKEN_RULES | KEPT_RULES) == RULES
    named = {name for _, killer in KILLERS for name in (*killer.failing, *killer.warning)}
    assert named | {name for _, innocent in INNOCENTS for name in innocent.passing} == {check.name for check in CHECKS}


def test_no_two_entries_share_an_id() -> None:
    for entries in (KILLERS, INNOCENTS, ASKED):
        ids = [(dialect, entry.id) for dialect, entry in entries]
        assert len(set(ids)) == len(ids)
