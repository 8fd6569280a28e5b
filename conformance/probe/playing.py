"""A scenario's conversation with an endpoint, and the verdicts on the endpoint's answers."""

from typing import Final, Literal, TypeAlias

import msgspec

from conformance.judge import verdict
from conformance.judge.checks import of_scenario
from conformance.judge.finding import Finding, Outcome
from conformance.judge.result import Seen
from conformance.judge.rules import broken_musts
from conformance.judge.seen import as_json, cut, request_text
from conformance.judge.trial import Declined, Disputed, Trial
from conformance.judge.verdict import Verdict
from conformance.probe.endpoint import FIRST_ERROR, REFUSES, SERVER_ERROR, Endpoint, Spoken
from conformance.recording.cassette import CassetteName, deviation
from conformance.recording.consumers import tried
from conformance.recording.conversation import Exchanged, expected, following, hold, opening
from conformance.recording.live import NoAnswer
from conformance.recording.live_case import LiveCase
from conformance.scenarios import Mode, Scenario
from conformance.standins import Answer
from toolwire.dialects.errors import Inexpressible
from toolwire.model import ProviderPart, ProviderTool, Reasoning, Request
from toolwire.providers import owner, rules, wire_format
from toolwire.wire.exchange import WireRequest

ANYBODY: Final = "endpoint"
"""The provider in the ids of results if no provider is named."""
_LONGEST: Final = 200
"""The maximum number of characters that are shown of the text of an error answer."""
_UNAVAILABLE: Final = 503


class Probed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a check, for a scenario and a mode."""

    id: str
    """The id of the result: ``provider/dialect/scenario/plain|stream/check``. If no provider is named, the provider is
    ``endpoint``.
    """
    dialect: str
    scenario: str
    mode: Mode
    check: str
    capability: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    known: str | None = None
    """The reason why the check fails, if the named provider is known to fail it. None otherwise."""
    seen: Seen | None = None
    """The request and the answer, if the check failed."""

    @property
    def case(self) -> str:
        """The id of the case, without the check."""
        return self.id.rpartition("/")[0]


class Left(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario that was not judged, with the reason.

    ``inexpressible``: the dialect cannot express the scenario. ``taken``: the endpoint answered a request that other
    providers refuse. ``unreached``: the endpoint gave no answer, or an answer that does not depend on the request, such
    as an error about the key.
    """

    id: str
    dialect: str
    mode: Mode
    capability: str
    kind: Literal["inexpressible", "taken", "unreached"]
    why: str


Played: TypeAlias = tuple[Probed, ...] | Left


def play(endpoint: Endpoint, spoken: Spoken, scenario: Scenario, mode: Mode) -> Played:
    """Hold a scenario's conversation with an endpoint, and return the results of the checks.

    If the scenario cannot be judged, return the reason as a ``Left``.
    """
    name = CassetteName(spoken.provider, spoken.dialect, scenario.id, mode)

    def left(kind: Literal["inexpressible", "taken", "unreached"], why: str) -> Left:
        return Left(
            id=case_of(endpoint, name),
            dialect=name.dialect,
            mode=mode,
            capability=scenario.capability,
            kind=kind,
            why=why,
        )

    excluded = _excluded(spoken, scenario)
    if excluded is not None:
        return left("inexpressible", excluded)
    exchanges: list[Exchanged] = []
    losses: list[str | None] = []

    def ask(request: WireRequest) -> Answer:
        received = endpoint.ask(spoken.dialect, request)
        losses.append(received.lost)
        return received.answer

    try:
        for exchanged in hold(
            LiveCase.of(name),
            ask,
            base_url=spoken.base_url,
            model=endpoint.model,
        ):
            if exchanged.answer.status in (*REFUSES, _UNAVAILABLE):
                return left("unreached", f"{exchanged.answer.status}: {_words(endpoint, exchanged)}")
            if losses[-1] is not None and exchanged.response.is_refusal and exchanged.answer.status < SERVER_ERROR:
                return left("unreached", endpoint.shown(f"{exchanged.answer.status}, and {losses[-1]}"))
            exchanges.append(exchanged)
            losses[len(exchanges) - 1 :] = losses[-1:]  # if an answer was polled, only the last poll counts
    except Inexpressible as error:
        return left("inexpressible", str(error))
    except NoAnswer as error:
        return left("unreached", endpoint.shown(str(error)))
    trials = _trials(endpoint, spoken, scenario, name, exchanges, losses)
    if trials[-1].rejection and not trials[-1].refused:
        return left("taken", "the endpoint answers a request that other providers refuse")
    why = _not_played(scenario, exchanges, trials)
    return tuple(
        _probed(
            endpoint,
            spoken,
            name,
            scenario,
            check.name,
            verdict.of_conversation(check, trials, len(scenario.expect), scenario.exercised_by),
            trials,
            why,
        )
        for check in of_scenario(scenario)
        if check.party == "provider" and (check.rejections != "alone" or endpoint.provider is not None)
    )


def case_of(endpoint: Endpoint, name: CassetteName) -> str:
    """Return the id of a case, which is the beginning of the ids of its checks."""
    return f"{endpoint.provider or ANYBODY}/{name.dialect}/{name.scenario}/{name.mode}"


def _excluded(spoken: Spoken, scenario: Scenario) -> str | None:
    """Return the reason why the dialect or the named provider cannot express a scenario. Return None if both can."""
    home = Spoken(dialect=spoken.dialect, provider=owner(spoken.dialect), base_url="", why="")
    for claims in (spoken.claims, home.claims):
        if scenario.id in claims.unsupported:
            return claims.unsupported[scenario.id]
    return None


def _trials(
    endpoint: Endpoint,
    spoken: Spoken,
    scenario: Scenario,
    name: CassetteName,
    exchanges: list[Exchanged],
    losses: list[str | None],
) -> tuple[Trial, ...]:
    form = wire_format(spoken.provider, spoken.dialect)
    request = opening(scenario, endpoint.model, form, stream=name.mode == "stream")
    trials: list[Trial] = []
    for turn, (exchanged, lost) in enumerate(zip(exchanges, losses, strict=True)):
        trials.append(_trial(endpoint, spoken, scenario, name.mode, request, exchanged, lost, turn, trials))
        request = following(scenario, request, exchanged.read, turn)
    return tuple(trials)


def _trial(
    endpoint: Endpoint,
    spoken: Spoken,
    scenario: Scenario,
    mode: Mode,
    request: Request,
    exchanged: Exchanged,
    lost: str | None,
    turn: int,
    before: list[Trial],
) -> Trial:
    trial = Trial(
        form=wire_format(spoken.provider, spoken.dialect),
        rules=rules(spoken.provider, spoken.dialect, request.model),
        tried=tried(spoken.dialect, mode),
        mode=mode,
        expect=scenario.expect[turn],
        request=request,
        recorded=exchanged.exchange,
        before=tuple(earlier.recorded.response for earlier in before),
        right=Disputed(exchanged.unread) if exchanged.read is None else expected(exchanged.read),
        live=True,
        lost=lost,
        calls_before=scenario.calls_before,
        orphans_before=scenario.orphans_before,
        not_offered=scenario.not_offered,
        limited=scenario.limited,
    )
    if FIRST_ERROR <= exchanged.answer.status < SERVER_ERROR and not trial.rejection:
        declined = (
            f"the endpoint refuses the request with status {exchanged.answer.status}: {_words(endpoint, exchanged)}"
        )
        return msgspec.structs.replace(trial, attempt=Declined(declined))
    return trial


def _not_played(scenario: Scenario, exchanges: list[Exchanged], trials: tuple[Trial, ...]) -> str | None:
    """Return the reason why the answers do not show what the scenario is about.

    Return None if they show it, or if only the scenario's own conditions (``expect``) can decide this.
    """
    first = exchanges[0].read
    if first is None or first.error is not None:
        return None
    if scenario.limited and first.finish.reason != "length":
        return "the answer did not end at the token limit"
    if scenario.reasoning and not any(isinstance(part, Reasoning) for part in first.parts):
        return "the model showed no reasoning"
    searches = any(isinstance(tool, ProviderTool) for tool in scenario.tools)
    if searches and not any(isinstance(part, ProviderPart) for part in first.parts):
        return "the provider did not run its tool"
    if scenario.not_offered and not any(call.name in scenario.not_offered for call in first.calls):
        return f"the model did not call {', '.join(scenario.not_offered)}"
    if trials[-1].rejection and not _breaks_a_rule(trials[-1]):
        return "the endpoint refuses the request, but the request breaks no MUST rule"
    return None


def _breaks_a_rule(trial: Trial) -> bool:
    return bool(broken_musts(trial.recorded_request(), trial.form.history, trial.rules, trial.documents_before()))


def _probed(
    endpoint: Endpoint,
    spoken: Spoken,
    name: CassetteName,
    scenario: Scenario,
    check: str,
    decided: Verdict[Trial],
    trials: tuple[Trial, ...],
    why: str | None,
) -> Probed:
    if why is not None and decided.outcome in ("pass", "warn"):
        decided = verdict.not_observed(why)
    failing = next(iter(decided.failing), None)
    named = endpoint.provider is not None
    return Probed(
        id=f"{case_of(endpoint, name)}/{check}",
        dialect=name.dialect,
        scenario=name.scenario,
        mode=name.mode,
        check=check,
        capability=scenario.capability,
        outcome=decided.outcome,
        findings=endpoint.shown_findings(decided.findings),
        known=deviation(name, spoken.claims, check) if decided.outcome == "fail" and named else None,
        seen=_seen(endpoint, failing, [trial is failing for trial in trials].index(True) + 1)
        if failing is not None
        else None,
    )


def _seen(endpoint: Endpoint, trial: Trial, number: int) -> Seen:
    sent = cut(endpoint.shown(request_text(trial.recorded.request)))
    answer = trial.recorded.response
    return Seen(
        exchange=number,
        sent=sent,
        recorded=sent,
        received=cut(f"{answer.status}\n{endpoint.shown(answer.body.decode(errors='backslashreplace'))}"),
        expected="",
        got=endpoint.shown(str(trial.right.why))
        if isinstance(trial.right, Disputed)
        else cut(endpoint.shown(as_json(trial.right))),
    )


def _words(endpoint: Endpoint, exchanged: Exchanged) -> str:
    error = exchanged.read.error if exchanged.read is not None else None
    body = exchanged.response.body
    return endpoint.shown(error.message if error is not None else body.decode(errors="backslashreplace"))[:_LONGEST]
