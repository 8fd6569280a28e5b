"""Editions: an edition is the set of requirements on adapters that existed on a given date."""

from collections.abc import Iterator
from functools import cache

import msgspec

from conformance.data import kept
from conformance.judge.checks import EVERY
from conformance.judge.result import Result
from conformance.judge.text_checks import TEXT_CHECKS
from conformance.judge.verdict import outcome
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS
from conformance.mutants.streams.delivery import DELIVERIES
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.scenarios import load, load_all
from toolwire.providers import every_rule


def scored(result: Result, edition: str) -> Result:
    """Return a result without the findings on rules that are newer than an edition.

    If the scenario or the check is newer than the edition, or if the outcome depends on newer rules, the result does
    not count, and ``unscored`` has the reason. Results that do not judge the adapter stay as they are.
    """
    if result.party != "adapter":
        return result
    for word, name, since in (
        ("scenario", result.scenario, load(result.scenario).since),
        ("check", result.check, _checks().get(result.check, "")),
    ):
        if since > edition:
            return msgspec.structs.replace(result, unscored=f"the {word} {name} dates from {since}")
    broken = {
        finding.rule: _rules()[finding.rule]
        for finding in result.findings
        if finding.rule in _rules() and finding.rule is not None
    }
    young = {rule: since for rule, since in broken.items() if since > edition}
    kept_findings = tuple(finding for finding in result.findings if finding.rule not in young)
    if not young or outcome(kept_findings) == result.outcome:
        return msgspec.structs.replace(result, findings=kept_findings)
    rules = ", ".join(f"{rule} ({since})" for rule, since in young.items())
    return msgspec.structs.replace(result, unscored=f"newer rules: {rules}")


def changes() -> Iterator[tuple[str, str, str, str]]:
    """Yield every requirement that was added, the newest first: its day, kind, id and description."""
    entries = [(scenario.since, "scenario", scenario.id, scenario.title) for scenario in load_all()]
    entries += [(check.since, "check", check.name, check.title) for check in EVERY if check.party == "adapter"]
    entries += [(check.since, "check", check.name, check.title) for check in TEXT_CHECKS]
    entries += [(delivery.since, "delivery", delivery.id, delivery.title) for delivery in DELIVERIES]
    entries += [(mutant.since, "mutant", mutant.id, mutant.statement) for mutant in (*MUTANTS, *PLAIN_MUTANTS)]
    entries += [(mutant.since, "mutant", mutant.id, mutant.statement) for mutant in TEXT_MUTANTS]
    entries += [
        (rule.retrieved, "rule", rule.id, rule.statement) for _, _, rule in every_rule() if rule.check is not None
    ]
    kinds = ("scenario", "check", "rule", "delivery", "mutant")
    days = sorted({day for day, *_ in entries}, reverse=True)
    for day in days:
        yield from sorted(
            (entry for entry in entries if entry[0] == day), key=lambda entry: (kinds.index(entry[1]), entry[2])
        )


@cache
def _checks() -> dict[str, str]:
    checks = {check.name: check.since for check in EVERY} | {check.name: check.since for check in TEXT_CHECKS}
    mutants = {mutant.check: mutant.since for mutant in (*MUTANTS, *PLAIN_MUTANTS)} | {
        mutant.check: mutant.since for mutant in TEXT_MUTANTS
    }
    return checks | mutants | {delivery.check: delivery.since for delivery in DELIVERIES}


@kept
@cache
def _rules() -> dict[str, str]:
    return {rule.id: rule.retrieved for _, _, rule in every_rule()}
