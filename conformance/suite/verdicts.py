"""Judging a cassette: one result for each check."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, cast

import msgspec

from conformance.adapters.adapter import Adapter, name_of, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.gateway import Gateway, Unreachable
from conformance.adapters.isolated import forget
from conformance.adapters.stdio import OverStdio
from conformance.callers import Mode
from conformance.data import cassettes_folders, kept, whose
from conformance.judge import verdict
from conformance.judge.checks import Check, by_name, of_scenario
from conformance.judge.finding import Outcome
from conformance.judge.result import Result
from conformance.judge.trial import Trial
from conformance.judge.verdict import worst
from conformance.recording import by_dialect
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError
from conformance.scenarios import load as load_scenario
from conformance.suite.cases import path_of
from conformance.suite.converse import conversing, server_of
from conformance.suite.replay import replaying, witness
from conformance.suite.seen import seen, silent
from conformance.suite.turns import Turns, together
from toolwire.providers import homes


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


def opened(name: CassetteName, folder: Path | None = None) -> Cassette:
    """The cassette of that name below ``folder``; without one ours, its own or by dialect. Raises ``CassetteError``."""
    if folder is None and by_dialect.is_played(name):
        return by_dialect.open_cassette(name)
    return Cassette(path_of(name, folder))


class OwnError(msgspec.Struct, frozen=True):
    """An error of the suite's own that kept a cassette from being played."""

    why: str


Played: TypeAlias = tuple[Trial, ...] | OwnError


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
    exercised_by = load_scenario(cassette.name.scenario).exercised_by
    judged: tuple[Trial, ...] = () if isinstance(played, OwnError) else played
    if check.subject == "provider":
        judged = _witnessed(cassette)  # what a provider answered does not depend on who reads it
    if isinstance(played, OwnError) and check.subject == "adapter":
        decided = verdict.own_error(played.why)
    else:
        claimed = check.subject == "adapter" and _claims(adapter, cassette)
        decided = verdict.of_conversation(check, judged, len(cassette.exchanges), exercised_by, claimed=claimed)
    tried = judged if check.subject == "adapter" else ()
    failing = decided.failing if decided.outcome == "fail" and check.subject == "adapter" else None
    result_of = described(cassette, adapter, mode)
    return msgspec.structs.replace(
        result_of,
        id=f"{cassette.name}/{check.name}",
        check=check.name,
        subject=check.subject,
        outcome=decided.outcome,
        findings=decided.findings,
        declined=tried[-1].declined if tried else None,
        unexercised=verdict.is_unexercised(tried, exercised_by),
        known=_known(cassette, check, result_of.data, decided.outcome),
        silent=failing is not None and silent(failing),
        seen=seen(failing, [trial is failing for trial in tried].index(True), decided.findings) if failing else None,
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
