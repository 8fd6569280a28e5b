"""Judging a cassette: one result for each check."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias, cast

import msgspec

from conformance.adapters.adapter import Adapter, name_of, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.gateway import Gateway, Unreachable
from conformance.adapters.isolated import forget
from conformance.adapters.stdio import OverStdio
from conformance.callers import Mode
from conformance.data import cassettes_folders, kept, whose
from conformance.judge.checks import Check, by_name, of_scenario, outcome
from conformance.judge.finding import Finding, NotApplicable, Outcome, Undecided
from conformance.judge.trial import Trial
from conformance.recording import by_dialect
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError
from conformance.report.results import ANSWERED, Result
from conformance.scenarios import load as load_scenario
from conformance.suite.cases import path_of
from conformance.suite.converse import conversing, server_of
from conformance.suite.replay import OwnError, replaying, witness
from conformance.suite.seen import seen, silent
from conformance.suite.turns import Turns, together
from toolwire.providers import homes
from toolwire.wire.errors import WireError


def judge(name: CassetteName, adapter: Adapter, folder: Path | None = None) -> tuple[Result, ...]:
    """The results of all checks of one cassette, ours or one below ``folder``.

    Raises ``CassetteError``, and ``Unreachable`` where a gateway is gone.
    """
    _read_and_played(name, adapter, folder)  # a scenario that there is not is told there
    checks = of_scenario(load_scenario(name.scenario), gateway=isinstance(adapter, Gateway))
    return tuple(_judged(name, adapter, check, folder) for check in checks)


def judge_one(name: CassetteName, adapter: Adapter, check: str, folder: Path | None = None) -> Result:
    """The result of one check of one cassette, ours or one below ``folder``. Raises ``CassetteError``."""
    return _judged(name, adapter, by_name(check), folder)


def _judged(name: CassetteName, adapter: Adapter, check: Check, folder: Path | None) -> Result:
    """The worst that an adapter gives in one of its modes; what a provider answered does not depend on them."""
    modes = modes_of(adapter)
    asked = modes[:1] if check.subject == "provider" else modes
    cassette, played = _read_and_played(name, adapter, folder)
    return worst(_result(cassette, played[mode], adapter, check, mode) for mode in asked)


def modes_of(adapter: Adapter) -> tuple[Mode | None, ...]:
    """The modes in which an adapter is asked; codecs have none."""
    return adapter.hello.modes if talks_http(adapter) else (None,)


def worst(results: Iterable[Result]) -> Result:
    """The result with the worst outcome, the first of several."""
    return min(results, key=lambda result: _WORST.index(result.outcome))


def opened(name: CassetteName, folder: Path | None = None) -> Cassette:
    """The cassette of that name below ``folder``; without one ours, its own or by dialect. Raises ``CassetteError``."""
    if folder is None and by_dialect.is_played(name):
        return by_dialect.open_cassette(name)
    return Cassette(path_of(name, folder))


Played: TypeAlias = tuple[Trial, ...] | OwnError
_WORST: Final[tuple[Outcome, ...]] = (
    "error", "fail", "unsupported", "not-observed", "warn", "pass", "not-applicable",
)  # fmt: skip
_SOUND: Final[tuple[Outcome, ...]] = ("pass", "warn", "not-observed")
"""Outcomes that do not stand for a case whose subject the adapter declined."""


def _read_and_played(
    name: CassetteName, adapter: Adapter, folder: Path | None
) -> tuple[Cassette, dict[Mode | None, Played]]:
    played = _played(name, folder, adapter)
    if isinstance(played, CassetteError):
        raise played
    return played


@kept
@lru_cache(maxsize=4)
def _played(
    name: CassetteName, folder: Path | None, adapter: Adapter
) -> tuple[Cassette, dict[Mode | None, Played]] | CassetteError:
    """A cassette and what came of playing it in each mode; kept, for there are many checks."""
    try:
        cassette = opened(name, folder)
    except CassetteError as error:
        return error
    try:
        return cassette, {mode: _played_in(mode, cassette, adapter) for mode in modes_of(adapter)}
    finally:
        forget(adapter)


def _beside(name: CassetteName) -> Iterator[Cassette]:
    """The conversations that are held at the same time, as far as the provider can be asked for them."""
    for scenario in load_scenario(name.scenario).beside:
        modes = load_scenario(scenario).modes
        other = CassetteName(name.provider, name.dialect, scenario, name.mode if name.mode in modes else modes[0])
        if other.among(cassettes_folders()).exists() or by_dialect.is_played(other):
            yield opened(other)


def _turns(cassette: Cassette, adapter: Adapter, mode: Mode | None) -> Turns:
    if talks_http(adapter):
        return conversing(cassette, adapter, server_of(adapter), mode or "sync")
    return replaying(cassette, cast("CodecAdapter", adapter))


def _played_in(mode: Mode | None, cassette: Cassette, adapter: Adapter) -> Played:
    try:
        held, *beside = (_turns(one, adapter, mode) for one in (cassette, *_beside(cassette.name)))
        return together(held, *beside, at_once=not isinstance(adapter, Gateway | OverStdio))
    except OwnError as error:
        return error
    except Unreachable:
        raise
    except Exception as error:  # a bug of ours, too: the other cassettes go on
        return OwnError(f"{type(error).__name__}: {error}")


@kept
@lru_cache(maxsize=4)
def _whose(path: Path) -> str | None:
    """The folder laid over ours that holds a cassette; kept, for there are many checks."""
    return whose(path)


@lru_cache(maxsize=4)
def _witnessed(cassette: Cassette) -> tuple[Trial, ...]:
    """The exchanges as nobody's trials; kept, for there are many checks of the provider."""
    return witness(cassette)


def _result(cassette: Cassette, played: Played, adapter: Adapter, check: Check, mode: Mode | None) -> Result:
    result, findings, failing = _outcome(cassette, check, played)
    tried = () if check.subject == "provider" or isinstance(played, OwnError) else played
    declined = tried[-1].declined if tried else None
    if declined is not None and check.name == ANSWERED and _claims(adapter, cassette):
        result = "fail"
        findings = [Finding(path="", message=f"its handshake claims that it does this, and it declines: {declined}")]
        failing = tried[-1]
    failed = result == "fail" and check.subject == "adapter"
    result_of = described(cassette, adapter, mode)
    return msgspec.structs.replace(
        result_of,
        id=f"{cassette.name}/{check.name}",
        check=check.name,
        subject=check.subject,
        outcome=result,
        findings=tuple(findings),
        declined=declined,
        unexercised=_unexercised(cassette, tried),
        known=_known(cassette, check, result_of.data, result),
        silent=bool(failed and failing and silent(failing)),
        seen=seen(failing, [trial is failing for trial in tried].index(True), findings) if failed and failing else None,
    )


def described(cassette: Cassette, adapter: Adapter, mode: Mode | None) -> Result:
    """What the results of a cassette's checks have in common; as if nothing had been checked."""
    name, stated = cassette.name, cassette.provenance
    return Result(
        id=str(name),
        provider=name.provider,
        dialect=name.dialect,
        scenario=name.scenario,
        mode=name.mode,
        check="",
        capability=load_scenario(name.scenario).capability,
        subject="adapter",
        adapter=name_of(adapter),
        outcome="not-applicable",
        data=_whose(cassette.path),
        asked=mode,
        origin=cassette.origin,
        date=stated.date,
        models=stated.models.served or (stated.models.asked,),
    )


def _claims(adapter: Adapter, cassette: Cassette) -> bool:
    """Whether an adapter says in its handshake that it does what a cassette is about."""
    capability = load_scenario(cassette.name.scenario).capability
    return talks_http(adapter) and capability in adapter.hello.capabilities


def _known(cassette: Cassette, check: Check, whose_bytes: str | None, result: Outcome) -> str | None:
    """Why the provider is known to fail a check.

    Whoever claims that has seen cassettes of their own: one of somebody else's that passes makes the claim not stale.
    """
    whose_claims = homes()[cassette.name.provider].laid_over
    source = whose_claims if cassette.origin == "by-dialect" else whose_bytes
    if result == "pass" and source != whose_claims:
        return None
    return cassette.known(check.name)


def _outcome(cassette: Cassette, check: Check, played: Played) -> tuple[Outcome, list[Finding], Trial | None]:
    """What comes of a check, and the first exchange in which it fails."""
    if check.subject == "provider":
        played = _witnessed(cassette)  # what a provider answered does not depend on who reads it
    if isinstance(played, OwnError):
        return "error", [Finding(path="", message=f"an error of ours: {played}")], None
    return looked(check, played, len(cassette.exchanges), load_scenario(cassette.name.scenario).exercised_by)


def _unexercised(cassette: Cassette, tried: tuple[Trial, ...]) -> bool:
    """Whether an adapter declined an exchange by which the scenario's subject is exercised."""
    declined = bool(tried) and tried[-1].declined is not None
    return declined and len(tried) <= load_scenario(cassette.name.scenario).exercised_by


class _Look(msgspec.Struct, frozen=True):
    """The result of a check of a conversation, and the turns in which it came to a verdict."""

    outcome: Outcome
    findings: list[Finding]
    failing: Trial | None = None
    judged: frozenset[int] = frozenset()


def looked(
    check: Check, played: tuple[Trial, ...], turns: int, exercised_by: int
) -> tuple[Outcome, list[Finding], Trial | None]:
    """The outcome of a check of the trials of a conversation of so many turns, and the first in which it fails.

    ``exercised_by``: the exchange by which the scenario's subject is exercised. Where the conversation ended before
    it, only a failure is a verdict: a check that found nothing wrong before is unsupported if the adapter declined, and
    else not observed.
    """
    look = _look(check, played, turns)
    declined = played[-1].declined
    ended = len(played)
    missed = ended < exercised_by or (ended == exercised_by and ended - 1 not in look.judged)
    if look.outcome in _SOUND and declined is not None and missed:
        return "unsupported", [_at(Finding(path="", message=declined), ended - 1, turns), *look.findings], None
    if look.outcome in ("pass", "warn") and ended < exercised_by and played[-1].decoded is not None:
        why = Finding(path="", message=f"the conversation ended before exchange {ended + 1}", level="MAY")
        return "not-observed", [why, *look.findings], None
    return look.outcome, look.findings, look.failing


def _look(check: Check, played: tuple[Trial, ...], turns: int) -> _Look:
    findings: list[Finding] = []
    undecided: list[Finding] = []
    failing: Trial | None = None
    judged: set[int] = set()
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
            message = str(reason) or trial.undecided or "undecided"
            undecided.append(_at(Finding(path="", message=message), turn, turns))
            continue
        except WireError as error:
            found = [Finding(path="", message=f"the answer cannot be read: {error}")]
        except Exception as error:  # a bug of ours, or values of the adapter's that are none: the rest goes on
            return _Look("error", [Finding(path="", message=f"the check broke: {type(error).__name__}: {error}")])
        judged.add(turn)
        if failing is None and outcome(found) == "fail":
            failing = trial
        findings.extend(_at(finding, turn, turns) for finding in found)
    if findings or (judged and not undecided):
        return _Look(outcome(findings), findings, failing, frozenset(judged))
    if undecided:
        return _Look("not-observed", undecided)
    declined = played[-1].declined
    if declined is not None:
        return _Look("unsupported", [_at(Finding(path="", message=declined), len(played) - 1, turns)])
    return _Look("not-applicable", [Finding(path="", message=why, level="MAY")] if why else [])


def _at(finding: Finding, turn: int, turns: int) -> Finding:
    if turns == 1:
        return finding
    return Finding(
        path=f"exchange {turn + 1}{finding.path and ': '}{finding.path}",
        message=finding.message,
        level=finding.level,
        rule=finding.rule,
    )
