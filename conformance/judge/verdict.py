"""Verdicts. Only this module decides outcomes, for cassettes, mutants and calls in text."""

from collections.abc import Iterable, Sequence
from typing import Final, Generic, TypeVar

import msgspec

from conformance.judge.checks import ANSWERED, Check
from conformance.judge.fault import CLAIMS, side_of
from conformance.judge.finding import Finding, NotApplicable, Outcome, Undecided
from conformance.judge.result import Result
from conformance.judge.trial import Disputed, Trial, Unanswered
from toolwire.wire.errors import WireError

T = TypeVar("T")

_WORST_FIRST: Final[tuple[Outcome, ...]] = (
    "error", "fail", "unsupported", "not-observed", "warn", "pass", "not-applicable",
)  # fmt: skip
_SOUND: Final[tuple[Outcome, ...]] = ("pass", "warn", "not-observed")
"""Outcomes that become ``unsupported`` if the adapter declined before the subject of the case was exercised."""


class Verdict(msgspec.Struct, Generic[T], frozen=True):
    """An outcome, the findings that decide it, and the exchanges or readings that fail, in order."""

    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    failing: tuple[T, ...] = ()


def outcome(findings: Iterable[Finding]) -> Outcome:
    """Return the worst outcome of some findings. The outcome without findings is ``pass``."""
    return min(map(_of_finding, findings), key=_WORST_FIRST.index, default="pass")


def fails(finding: Finding) -> bool:
    """Return whether a finding makes its check fail.

    Only a finding of the level MUST makes its check fail. If the finding concerns only the form of an answer, a library
    must also break on this form.
    """
    breaks = finding.consumers is not None and bool(finding.consumers.breaks)
    return finding.level == "MUST" and (finding.effect != "form" or breaks)


def _of_finding(finding: Finding) -> Outcome:
    return "fail" if fails(finding) else "pass" if finding.level == "MAY" else "warn"


def worst(results: Iterable[Result]) -> Result:
    """Return the first result with the worst outcome."""
    return min(results, key=lambda result: _WORST_FIRST.index(result.outcome))


def not_judged(why: str) -> Verdict[Trial]:
    """Return the verdict on a case that could not be judged."""
    return Verdict("error", (Finding(path="", message=why),))


def declined(why: str, *others: Finding) -> Verdict[T]:
    """Return the verdict on a case that an adapter declined: ``unsupported``, with the reason ``why``.

    ``others``: further findings that the verdict reports.
    """
    return Verdict("unsupported", (Finding(path="", message=why), *others))


def not_applicable(why: str = "") -> Verdict[T]:
    """Return the verdict of a check that has nothing to judge. ``why``: the reason, or "" if it is not known."""
    return Verdict("not-applicable", (Finding(path="", message=why, level="MAY"),) if why else ())


def not_observed(why: str) -> Verdict[T]:
    """Return the verdict of a check if the situation that the check judges did not happen."""
    return Verdict("not-observed", (Finding(path="", message=why),))


def of_findings(findings: Iterable[Finding]) -> Verdict[T]:
    """Return the verdict on some findings. The verdict without findings is ``pass``."""
    found = tuple(findings)
    return Verdict(outcome(found), found)


def of_readings(readings: Iterable[tuple[T, str, Sequence[Finding]]]) -> Verdict[T]:
    """Return the verdict on several readings. Each reading comes with its place and its findings.

    In the verdict, the path of each finding begins with the place of the reading.
    """
    found: list[Finding] = []
    failing: list[T] = []
    for reading, place, findings in readings:
        if outcome(findings) == "fail":
            failing.append(reading)
        found += (msgspec.structs.replace(finding, path=f"{place}{finding.path}") for finding in findings)
    return Verdict(outcome(found), tuple(found), tuple(failing))


def of_conversation(
    check: Check, played: tuple[Trial, ...], turns: int, exercised_by: int, *, claimed: bool = False
) -> Verdict[Trial]:
    """Return the verdict of a check on a conversation.

    ``played``: the exchanges that were played. ``turns``: the number of recorded exchanges. ``exercised_by``: the
    number of the exchange after which the scenario's subject has been exercised. ``claimed``: the adapter claims that
    it supports this subject, so the check ``ANSWERED`` fails if the adapter declines.

    If the conversation ended before the subject was exercised, a failure still counts. Without a failure, the verdict
    is ``unsupported`` if the adapter declined. It is ``not-observed`` if the adapter's last request matched no recorded
    exchange, or if the adapter read an answer and sent no further request.
    """
    last = played[-1]
    if claimed and last.declined is not None and check is ANSWERED:
        message = f"the adapter claims this capability, but declined: {last.declined}"
        return Verdict("fail", (Finding(path=CLAIMS, message=message, effect="call"),), (last,))
    look = _look(check, played, turns)
    ended = len(played)
    missed = ended < exercised_by or (ended == exercised_by and ended - 1 not in look.judged)
    if look.verdict.outcome in _SOUND and last.declined is not None and missed:
        first = _at(Finding(path="", message=last.declined), ended - 1, turns)
        return Verdict("unsupported", (first, *look.verdict.findings))
    lost = isinstance(last.attempt, Unanswered) and not last.rejection and check.party == "adapter"
    if lost and missed and look.verdict.outcome != "fail":
        why = "the request matches no recorded exchange, so there is no answer to judge"
        return Verdict("not-observed", (_at(Finding(path="", message=why), ended - 1, turns), *look.verdict.findings))
    if look.verdict.outcome in ("pass", "warn") and ended < exercised_by and last.decoded is not None:
        early = Finding(path="", message=f"the conversation ended before exchange {ended + 1}", level="MAY")
        return Verdict("not-observed", (early, *look.verdict.findings))
    return look.verdict


def is_unexercised(played: tuple[Trial, ...], exercised_by: int) -> bool:
    """Return whether the adapter declined before the scenario's subject was exercised."""
    return bool(played) and played[-1].declined is not None and len(played) <= exercised_by


class _Look(msgspec.Struct, frozen=True):
    """The verdict of a check on the exchanges that were played, and the indices of the exchanges that were judged."""

    verdict: Verdict[Trial]
    judged: frozenset[int] = frozenset()


def _look(check: Check, played: tuple[Trial, ...], turns: int) -> _Look:
    findings: list[Finding] = []
    undecided: list[Finding] = []
    failing: list[Trial] = []
    judged: set[int] = set()
    known: set[Finding] = set()
    """Findings on earlier exchanges, which must not count again. Later requests repeat the history, so findings on the
    history occur again. Findings on the form of a provider's answers also occur in each answer.
    """
    why = ""
    for turn, trial in enumerate(played):
        if trial.declined is not None and trial.encoded is None:
            break
        try:
            found = check.look(trial)
        except NotApplicable as reason:
            why = str(reason)
            continue
        except Undecided as reason:
            disputed = trial.right.why if isinstance(trial.right, Disputed) else None
            message = str(reason) or disputed or "undecided"
            undecided.append(_at(Finding(path="", message=message), turn, turns))
            continue
        except WireError as error:
            found = [Finding(path="", message=f"the answer cannot be read: {error}", effect="call")]
        except Exception as error:  # an error of the suite, or invalid values from the adapter
            message = f"the check broke: {type(error).__name__}: {error}"
            return _Look(Verdict("error", (Finding(path="", message=message),)))
        judged.add(turn)
        new = [finding for finding in found if finding not in known]
        if outcome(new) == "fail":
            failing.append(trial)
        findings.extend(_at(finding, turn, turns) for finding in new)
        if side_of(check.name, check.party) != "answer":
            known.update(new)
    if findings or (judged and not undecided):
        return _Look(Verdict(outcome(findings), tuple(findings), tuple(failing)), frozenset(judged))
    if undecided:
        return _Look(Verdict("not-observed", tuple(undecided)))
    if played[-1].declined is not None:
        message = played[-1].declined
        return _Look(Verdict("unsupported", (_at(Finding(path="", message=message), len(played) - 1, turns),)))
    return _Look(not_applicable(why))


def _at(finding: Finding, turn: int, turns: int) -> Finding:
    """Return the finding with the number of its exchange before its path, if there are several exchanges."""
    if turns == 1:
        return finding
    return msgspec.structs.replace(finding, path=f"exchange {turn + 1}{finding.path and ': '}{finding.path}")
