"""Tests that every check, predicate and rule has a killer and an innocent."""

from typing import Any

import msgspec
import pytest

from conformance.judge import predicates, schemas
from conformance.judge.checks import CHECKS
from conformance.judge.rules import KINDS, checker
from toolwire.providers import Rule, Taken, every_rule, load, load_all, own_rules, owner, wire_format

from .bench import ELSEWHERE, body, dialects, innocents, judged_by, killers, refused, requests

EVERY = [rule for _, _, rule in every_rule()]
RULES = sorted(rule.id for rule in EVERY if rule.check is not None)
KILLERS = [(dialect, killer) for dialect in dialects() for killer in killers(dialect)]
INNOCENTS = [(dialect, innocent) for dialect in dialects() for innocent in innocents(dialect)]
ASKED = [(dialect, asked) for dialect in dialects() for asked in requests(dialect)]
REFUSED = [(dialect, asked) for dialect in dialects() for asked in refused(dialect)]


def _named(entries: list[Any]) -> set[str]:
    """Return the rules that entries name: a provider's own rule, if it has such a rule, or else the dialect's rule."""
    names = {
        (f"{getattr(entry, 'provider', None)}.{dialect}.{rule}", f"{dialect}.{rule}")
        for dialect, entry in entries
        for rule in entry.rules
    }
    return {own if own in RULES else shared for own, shared in names}


BROKEN_RULES = _named([*KILLERS, *REFUSED])
KEPT_RULES = _named([*INNOCENTS, *ASKED])


@pytest.mark.parametrize("check", [check.name for check in CHECKS if check.name not in ELSEWHERE])
def test_check(check: str) -> None:
    named = any(check in killer.failing | killer.warning for _, killer in KILLERS)
    assert named, f"no killer in killers/*.yaml has failing: [{check}]"
    assert any(check in innocent.passing for _, innocent in INNOCENTS), f"no innocent has passing: [{check}]"


@pytest.mark.parametrize("predicate", sorted(predicates.names()))
def test_predicate(predicate: str) -> None:
    assert any(predicate in killer.predicates for _, killer in KILLERS)
    assert any(predicate in innocent.predicates for _, innocent in INNOCENTS)


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: str) -> None:
    assert rule in BROKEN_RULES, f"{rule} has no killer: name it under rules in tests/judge/killers/"
    assert rule in KEPT_RULES, f"{rule} has no innocent: name it under rules in tests/judge/innocents/"


TAKEN = [(provider, rule, taken) for provider, profile in load_all().items() for dialect in profile.dialects
         for rule in own_rules(provider, dialect) for taken in rule.takes]  # fmt: skip


@pytest.mark.parametrize(
    ("provider", "rule", "taken"), TAKEN, ids=[f"{rule.id}-{taken.at}" for _, rule, taken in TAKEN]
)
def test_what_is_taken_has_an_innocent(provider: str, rule: Rule, taken: Taken) -> None:
    used = []
    for dialect, asked in ASKED:
        judged = judged_by(dialect, asked)
        if asked.provider == provider and rule.id in [own.id for own in judged]:
            others = tuple(msgspec.structs.replace(own, takes=tuple(set(own.takes) - {taken})) for own in judged)
            used += schemas.request_violations(
                wire_format(owner(dialect), dialect), body(dialect, asked, asked.given), others
            )
    assert used


def test_every_checker_serves_a_rule() -> None:
    assert {type(checker(rule)) for rule in EVERY if rule.check is not None} == set(KINDS)


@pytest.mark.parametrize("provider", load_all())
def test_ids_say_whose_rules_they_are(provider: str) -> None:
    for dialect, claims in load(provider).dialects.items():
        prefix = f"{dialect}." if claims.home == provider else f"{provider}.{dialect}."
        assert [rule.id for rule in own_rules(provider, dialect) if not rule.id.startswith(prefix)] == []


def test_no_entry_names_what_there_is_not() -> None:
    assert sorted(BROKEN_RULES | KEPT_RULES) == RULES
    named = {name for _, killer in KILLERS for name in (*killer.failing, *killer.warning)}
    assert (
        named | {name for _, innocent in INNOCENTS for name in innocent.passing}
        == {check.name for check in CHECKS} - ELSEWHERE.keys()
    )


def test_no_two_entries_share_an_id() -> None:
    for entries in (KILLERS, INNOCENTS, ASKED, REFUSED):
        ids = [(dialect, entry.id) for dialect, entry in entries]
        assert len(set(ids)) == len(ids)
