"""All checks by name: what each judges, and how."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from conformance.judge import answer, invented, mapping, predicates, request_match, round_trip, rules, schemas
from conformance.judge.finding import Finding, Outcome, Subject
from conformance.judge.trial import Trial


class Check(msgspec.Struct, frozen=True):
    """A pure function that finds violations, its name in case ids, and whom it judges."""

    name: str
    subject: Subject
    title: str
    find: Callable[[Trial], Iterator[Finding]]


CHECKS: Final[tuple[Check, ...]] = (
    Check("predicates", "provider", "The answer is what the scenario expects", predicates.predicates),
    Check("response-schema", "provider", "The answer is a document of the dialect", schemas.response_schema),
    Check("answer-rules", "provider", "The answer keeps the provider's own rules", rules.answer_rules),
    Check("arguments-schema", "provider", "The arguments obey the tool's schema", schemas.arguments_schema),
    Check("answered", "adapter", "The adapter encodes and decodes without an error", answer.answered),
    Check("played", "adapter", "Every recorded exchange is played", answer.played),
    Check("request-matches", "adapter", "The request says what the official SDK says", request_match.request_matches),
    Check("request-schema", "adapter", "The request is a document of the dialect", schemas.request_schema),
    Check("request-rules", "adapter", "The request keeps the provider's rules", rules.request_rules),
    Check("request-mapping", "adapter", "Every field of the request is at its place", mapping.request_mapping),
    Check("calls", "adapter", "Every call is read, once, with its name and id", answer.calls),
    Check("arguments", "adapter", "The arguments are read exactly", answer.arguments),
    Check("text", "adapter", "The text is read exactly", answer.text),
    Check("finish", "adapter", "The finish reason is read right", answer.finish),
    Check("invented", "adapter", "Nothing is read that was not said", invented.invented),
    Check("response-mapping", "adapter", "Every field of the answer is read from its place", mapping.response_mapping),
    Check("request-round-trip", "adapter", "A request read and written loses nothing", round_trip.request_round_trip),
    Check("response-round-trip", "adapter", "An answer read and written loses nothing", round_trip.response_round_trip),
)
"""In the order of reports."""


def by_name(name: str) -> Check:
    """The check of that name."""
    return next(check for check in CHECKS if check.name == name)


def outcome(findings: list[Finding]) -> Outcome:
    """What findings amount to: a broken SHOULD warns, a broken MAY is no more than said."""
    if any(finding.level == "MUST" for finding in findings):
        return "fail"
    return "warn" if any(finding.level == "SHOULD" for finding in findings) else "pass"
