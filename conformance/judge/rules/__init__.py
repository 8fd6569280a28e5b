"""The rules of providers, held against requests."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Union

import msgspec

from conformance.claims import ClaimError, HistoryView, Rule
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.rules import history, tool_schemas, values
from conformance.judge.rules.checker import Checker
from conformance.judge.rules.steps import Sent, read
from conformance.judge.trial import Trial
from conformance.model import Json

KINDS: tuple[type[Checker], ...] = (*history.KINDS, *tool_schemas.KINDS, *values.KINDS)
"""Every checker that a rule can name."""
_ANY: Any = Union[KINDS]  # noqa: UP007  # made of a tuple


def request_rules(trial: Trial) -> Iterator[Finding]:
    """The rules that the provider has for requests hold for what the adapter sends."""
    sent = trial.sent()
    if sent is None:
        raise NotApplicable
    yield from violations(sent, trial.form.history, trial.rules)


def violations(body: Json, view: HistoryView, judged: tuple[Rule, ...]) -> Iterator[Finding]:
    """What a request body breaks of the rules that have a check."""
    sent = read(body, view)
    for rule in judged:
        if rule.check is not None:
            yield from broken(rule, sent)


def broken(rule: Rule, sent: Sent) -> Iterator[Finding]:
    """What a request breaks of a rule that has a check."""
    for finding in checker(rule).violations(sent):
        yield msgspec.structs.replace(finding, rule=rule.id, level=rule.level)


@cache
def checker(rule: Rule) -> Checker:
    """The checker that a rule names, with its parameters. Raises ``ClaimError`` where there is none like that."""
    try:
        found: Checker = msgspec.convert({"check": rule.check, **rule.parameters}, _ANY)
    except msgspec.ValidationError as error:
        raise ClaimError(f"{rule.id}: {error}") from None
    return found
