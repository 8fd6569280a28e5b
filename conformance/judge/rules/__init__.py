"""The rules of providers, held against requests."""

import re
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


def refusal(trial: Trial) -> Iterator[Finding]:
    """A request that the provider refuses breaks rules that must be kept, and the refusal has the words of each."""
    if not (trial.rejection and trial.refused):
        raise NotApplicable
    said = list(_texts(trial.documents()))
    judged = asked(trial.recorded_request(), trial.form.history, trial.rules)
    broken_here = [rule for rule, findings in judged if findings and rule.level == "MUST"]
    if not broken_here:
        yield Finding(path="", message="it breaks no rule that must be kept")
    for rule in broken_here:
        if not any(_fits(words, text) for words in rule.refusal for text in said):
            yield Finding(path="", message="it breaks this rule, and the refusal says something else", rule=rule.id)


def asked(body: Json, view: HistoryView, judged: tuple[Rule, ...]) -> list[tuple[Rule, list[Finding]]]:
    """The rules that speak of what a request holds, each with what is broken of it."""
    sent = read(body, view)
    return [
        (rule, list(broken(rule, sent))) for rule in judged if rule.check is not None and checker(rule).applies(sent)
    ]


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _fits(words: str, text: str) -> bool:
    """Whether a text is these words; ``...`` stands for what differs."""
    pattern = ".*".join(re.escape(piece.strip()) for piece in re.split(r"\.{3,}", words))
    return re.fullmatch(pattern, text.strip(), re.DOTALL) is not None


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
