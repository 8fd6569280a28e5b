"""The results of a case. Each check of the case has a result, which is made from the trials (the played exchanges)."""

from collections.abc import Callable

import msgspec

from conformance.judge import verdict
from conformance.judge.checks import Check
from conformance.judge.fault import REQUEST_CHECKS
from conformance.judge.finding import Finding
from conformance.judge.result import Result
from conformance.judge.seen import seen
from conformance.judge.trial import Trial


class Unplayed(msgspec.Struct, frozen=True):
    """The reason why a case could not be played to its end and judged."""

    why: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A case that was played to an adapter, with its trials: a trial for each exchange. All trials are in the same mode
    of the adapter, sync or async.
    """

    described: Result
    """The fields that are the same in the results of all checks."""
    untried: Callable[[], tuple[Trial, ...]]
    """The function that returns the trials for the checks of the provider. In these trials, no adapter is involved."""
    trials: tuple[Trial, ...] | Unplayed
    turns: int
    """The number of recorded exchanges."""
    exercised_by: int
    """The number of the exchange, from 1, that the scenario is about."""
    claimed: bool
    """True if the adapter's description of itself claims the capability that the scenario is about."""
    deviation: Callable[[str], str | None]
    """The function that returns the reason why the provider is known to fail a check, or None."""
    deviation_of_others: bool
    """True if the cassette and the provider's claims are from different data folders.

    A check that passes for such a cassette does not show that a known deviation is out of date.
    """

    @property
    def tried(self) -> tuple[Trial, ...]:
        """The trials with the adapter. Empty if the case could not be judged."""
        return () if isinstance(self.trials, Unplayed) else self.trials


def result(check: Check, played: Played) -> Result:
    """Return the result of a check on a played case.

    A check of the provider judges the exchanges without the adapter. A check of the adapter judges the adapter's
    requests and readings.
    """
    return _of_provider(check, played) if check.party == "provider" else _of_adapter(check, played)


def _of_provider(check: Check, played: Played) -> Result:
    decided = verdict.of_conversation(check, played.untried(), played.turns, played.exercised_by)
    return _with(played, check, decided)


def _of_adapter(check: Check, played: Played) -> Result:
    tried = played.tried
    if isinstance(played.trials, Unplayed):
        decided = verdict.not_judged(played.trials.why)
    else:
        decided = verdict.of_conversation(check, tried, played.turns, played.exercised_by, claimed=played.claimed)
    failing = decided.failing if decided.outcome == "fail" else ()
    every = [seen(trial, _turn(trial, tried), decided.findings) for trial in failing]
    return msgspec.structs.replace(
        _with(played, check, decided),
        declined=tried[-1].declined if tried else None,
        unexercised=verdict.is_unexercised(tried, played.exercised_by),
        silent=bool(failing) and _is_silent(check, failing[0], decided.findings),
        seen=every[0] if every else None,
        also_seen=tuple(every[1:]),
    )


def _turn(failing: Trial, tried: tuple[Trial, ...]) -> int:
    return [trial is failing for trial in tried].index(True)


def _is_silent(check: Check, failing: Trial, findings: tuple[Finding, ...]) -> bool:
    """Return whether the adapter's user sees no error when the check fails.

    If the provider refuses the request because of the finding, the user sees the provider's error. If the scenario
    itself expects a refusal, this refusal does not show the user other differences in the request.
    """
    if any(finding.effect == "rejected" and finding.level == "MUST" for finding in findings):
        return False
    if failing.refused and check.name in REQUEST_CHECKS:
        return failing.trouble is None
    return failing.silent


def _with(played: Played, check: Check, decided: verdict.Verdict[Trial]) -> Result:
    described = played.described
    of_others = decided.outcome in ("pass", "warn") and played.deviation_of_others
    return msgspec.structs.replace(
        described,
        id=f"{described.id}/{check.name}",
        check=check.name,
        party=check.party,
        outcome=decided.outcome,
        findings=decided.findings,
        known=None if of_others else played.deviation(check.name),
    )
