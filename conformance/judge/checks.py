"""All checks by name. A check has a function, the party that it judges, and the source of its findings' effects."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from conformance.judge import (
    answer,
    call_ids,
    front,
    invented,
    leaks,
    mapping,
    predicates,
    request_match,
    returned,
    round_trip,
    rules,
    schemas,
    served,
    settings,
)
from conformance.judge.effect import Always, EffectOf, OfFinding, OfRule, with_effect
from conformance.judge.finding import Finding, NotApplicable, Party
from conformance.judge.trial import Trial, Withheld
from conformance.scenarios import FIRST, Scenario
from conformance.scenarios.generated import parsed


class Check(msgspec.Struct, frozen=True):
    """A check: a pure function that finds violations, the name of the check in result ids, and the party that it
    judges.
    """

    name: str
    party: Party
    title: str
    find: Callable[[Trial], Iterator[Finding]]
    effect: EffectOf
    """The source of a finding's effect: the check, the finding itself or the broken rule."""
    rejections: Literal["judged", "as-sent", "left", "alone"] = "judged"
    """The way in which the check treats requests that the provider refuses. An adapter need not send such a request,
    and may correct it.

    ``judged``: the check judges them like other requests. ``as-sent``: the check does not judge them if the adapter
    corrected the request. ``left``: the check never judges them, because the request itself is wrong. ``alone``: the
    check judges only such requests, and answers that end with an error.
    """
    since: str = FIRST
    """The edition in which the check was added."""

    def look(self, trial: Trial) -> list[Finding]:
        """Return the check's findings on an exchange.

        Raises ``NotApplicable`` if the check does not apply to the exchange, and ``Undecided`` if it cannot decide.
        """
        if trial.rejection and self.party == "adapter":
            if isinstance(trial.attempt, Withheld):
                raise NotApplicable(f"the adapter does not send what the provider refuses: {trial.attempt.why}")
            if self.rejections == "left":
                raise NotApplicable("the provider refuses this request")
            if self.rejections == "as-sent" and not trial.played and request_match.is_another_request(trial):
                raise NotApplicable("the adapter corrects the request that the provider refuses")
        return [with_effect(finding, self.effect) for finding in self.find(trial)]


_SECOND: Final = "2026-11-22"
_THIRD: Final = "2026-11-27"
_FOURTH: Final = "2026-11-30"
PREDICATES: Final = Check(
    "predicates",
    "provider",
    "The answer is what the scenario expects",
    predicates.predicates,
    OfFinding(("call", "context", "form")),
)
RESPONSE_SCHEMA: Final = Check(
    "response-schema", "provider", "The answer is a document of the dialect", schemas.response_schema, Always("form")
)
ANSWER_RULES: Final = Check(
    "answer-rules",
    "provider",
    "The answer keeps the provider's own rules",
    rules.answer_rules,
    OfRule("answer"),
    since=_SECOND,
)
ARGUMENTS_SCHEMA: Final = Check(
    "arguments-schema", "provider", "The arguments obey the tool's schema", schemas.arguments_schema, Always("call")
)
SERVED: Final = Check(
    "served",
    "provider",
    "The endpoint serves the request",
    served.served,
    OfFinding(("call", "rejected")),
    since=_SECOND,
)
LEAKS: Final = Check("leaks", "provider", "No call is written in the text", leaks.leaks, Always("call"), since=_SECOND)
CALL_IDS: Final = Check(
    "call-ids",
    "provider",
    "Every call has an id that no other call has",
    call_ids.call_ids,
    Always("call"),
    since=_SECOND,
)
REFUSAL: Final = Check(
    "refusal",
    "provider",
    "A request is refused only if it breaks a rule, and the refusal has the words that the rule quotes",
    rules.refusal,
    Always("advice"),
    "alone",
    since=_SECOND,
)
ANSWERED: Final = Check(
    "answered", "adapter", "The adapter encodes and decodes without an error", answer.answered, Always("call")
)
PLAYED: Final = Check(
    "played",
    "adapter",
    "The adapter sends exactly one request for each recorded exchange",
    answer.played,
    Always("call"),
    "as-sent",
)
REQUEST_MATCHES: Final = Check(
    "request-matches",
    "adapter",
    "The request means the same as the official SDK's request",
    request_match.request_matches,
    OfFinding(("call", "tools", "context", "form")),
    "as-sent",
)
RETURNED: Final = Check(
    "returned",
    "adapter",
    "Opaque data is sent back to the provider unaltered",
    returned.returned,
    Always("context"),
    "left",
    since=_SECOND,
)
REQUEST_SCHEMA: Final = Check(
    "request-schema",
    "adapter",
    "The request is a document of the dialect",
    schemas.request_schema,
    Always("form"),
    "left",
)
REQUEST_RULES: Final = Check(
    "request-rules", "adapter", "The request keeps the provider's rules", rules.request_rules, OfRule("request"), "left"
)
REQUEST_MAPPING: Final = Check(
    "request-mapping",
    "adapter",
    "Every field of the request is at its place",
    mapping.request_mapping,
    OfFinding(("call", "tools", "context", "form")),
    "left",
)
LIMIT: Final = Check(
    "limit", "adapter", "The request has the user's token limit", settings.limit, Always("context"), "left", _THIRD
)
SAMPLING: Final = Check(
    "sampling", "adapter", "The request sets no sampling options", settings.sampling, Always("context"), "left", _THIRD
)
ADDITIONS: Final = Check(
    "additions",
    "adapter",
    "The request adds no context or feature that the user did not choose",
    settings.additions,
    Always("context"),
    "left",
    _FOURTH,
)
REASONING_OPTION: Final = Check(
    "reasoning-option",
    "adapter",
    "The request asks for visible reasoning if, and only if, the user does",
    settings.reasoning,
    Always("context"),
    "left",
    _FOURTH,
)
CALLS: Final = Check("calls", "adapter", "Every call is read, once, with its name and id", answer.calls, Always("call"))
ARGUMENTS: Final = Check("arguments", "adapter", "The arguments are read correctly", answer.arguments, Always("call"))
APPROVALS: Final = Check(
    "approvals",
    "adapter",
    "Every request for an approval is read, once, with its id, tool and arguments",
    answer.approvals,
    Always("call"),
    since=_FOURTH,
)
TEXT: Final = Check("text", "adapter", "The text is read correctly", answer.text, Always("context"))
REASONING: Final = Check(
    "reasoning", "adapter", "The reasoning is read correctly", answer.reasoning, Always("context"), since=_SECOND
)
FINISH: Final = Check(
    "finish", "adapter", "The finish reason is read correctly", answer.finish, OfFinding(("call", "context"))
)
ERROR: Final = Check(
    "error",
    "adapter",
    "A refusal is reported as an error, in the provider's words",
    answer.error,
    Always("context"),
    "alone",
    since=_SECOND,
)
INVENTED: Final = Check(
    "invented",
    "adapter",
    "The reading has only what is in the answer",
    invented.invented,
    Always("context"),
    since=_SECOND,
)
RESPONSE_MAPPING: Final = Check(
    "response-mapping",
    "adapter",
    "Every field of the answer is read from its place",
    mapping.response_mapping,
    OfFinding(("call", "context")),
)
REQUEST_ROUND_TRIP: Final = Check(
    "request-round-trip",
    "adapter",
    "A request that is read and written again loses nothing",
    round_trip.request_round_trip,
    OfFinding(("call", "tools", "context", "form")),
    "left",
)
RESPONSE_ROUND_TRIP: Final = Check(
    "response-round-trip",
    "adapter",
    "An answer that is read and written again loses nothing",
    round_trip.response_round_trip,
    OfFinding(("call", "context", "form")),
)

CHECKS: Final[tuple[Check, ...]] = (
    PREDICATES,
    RESPONSE_SCHEMA,
    ANSWER_RULES,
    ARGUMENTS_SCHEMA,
    SERVED,
    LEAKS,
    CALL_IDS,
    REFUSAL,
    ANSWERED,
    PLAYED,
    REQUEST_MATCHES,
    RETURNED,
    REQUEST_SCHEMA,
    REQUEST_RULES,
    REQUEST_MAPPING,
    LIMIT,
    SAMPLING,
    ADDITIONS,
    REASONING_OPTION,
    CALLS,
    ARGUMENTS,
    APPROVALS,
    TEXT,
    REASONING,
    FINISH,
    ERROR,
    INVENTED,
    RESPONSE_MAPPING,
    REQUEST_ROUND_TRIP,
    RESPONSE_ROUND_TRIP,
)
"""All checks except ``FRONT``, in the order of reports."""
READINGS: Final = tuple(
    check.name
    for check in (
        ANSWERED,
        CALLS,
        ARGUMENTS,
        APPROVALS,
        TEXT,
        REASONING,
        FINISH,
        INVENTED,
        RESPONSE_MAPPING,
    )
)
"""The names of the checks that judge an adapter's reading of an answer."""
FRONT: Final = Check(
    "front",
    "adapter",
    "A gateway's answer is valid in the dialect that the gateway's clients speak",
    front.front,
    OfFinding(("call", "context", "form", "advice")),
    since=_SECOND,
)
"""The check that only gateways get."""
EVERY: Final = (*CHECKS, FRONT)


def of_scenario(scenario: Scenario, *, gateway: bool = False) -> tuple[Check, ...]:
    """Return the checks for a scenario's exchanges. With ``gateway``, include the check that only gateways get.

    An adapter treats the limit and other options alike in every scenario, so a fault in them would make every
    capability fail. Therefore ``limit`` is judged only in scenarios about the limit and in generated conversations, and
    ``sampling``, ``additions`` and ``reasoning-option`` only in generated conversations. ``approvals`` is judged only
    in scenarios with requests for an approval.
    """
    of_all = EVERY if gateway else CHECKS
    fails = scenario.refused or any(turn.early == "error" for turn in scenario.script)
    is_generated = parsed(scenario.id) is not None
    of_options = dict.fromkeys((SAMPLING.name, ADDITIONS.name, REASONING_OPTION.name), is_generated)
    judged = {LIMIT.name: is_generated or scenario.limited, APPROVALS.name: scenario.approves, **of_options}
    return tuple(check for check in of_all if judged.get(check.name, check.rejections != "alone" or fails))


def by_name(name: str) -> Check:
    """Return the check with this name, which must be the name of a check in ``EVERY``."""
    return next(check for check in EVERY if check.name == name)
