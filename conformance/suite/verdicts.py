"""The judge of a case. A case is played to an adapter, and each check gives a result."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

import msgspec

from conformance.adapters.adapter import Adapter, name_of, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.gateway import Gateway
from conformance.adapters.isolated import forget
from conformance.adapters.stdio import OverStdio
from conformance.adapters.unsupported import Gone
from conformance.callers import Mode
from conformance.data import cassettes_folders, kept, whose
from conformance.judge.checks import Check, of_scenario
from conformance.judge.result import Result
from conformance.judge.results import Played, Unplayed, result
from conformance.judge.trial import Declined, Trial
from conformance.judge.verdict import worst
from conformance.recording import by_dialect
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.generated import NotPlayed, is_generated
from conformance.scenarios import load as load_scenario
from conformance.suite.converse import NotJudged, conversing, server_of
from conformance.suite.replay import replaying
from conformance.suite.turns import Turns, together
from toolwire.model import ProviderTool, Response
from toolwire.providers import homes


def judge(case: Case, adapter: Adapter) -> tuple[Result, ...]:
    """Return the results of all checks of a case. Raises ``Gone`` if the adapter is not available any more."""
    try:
        played = _played(case, adapter)
    finally:
        forget(adapter)
    checks = of_scenario(case.scenario, gateway=isinstance(adapter, Gateway))
    return tuple(_worst(check, played) for check in checks)


def judge_check(case: Case, adapter: Adapter, check: Check) -> Result:
    """Return the result of a check of a case. Raises ``Gone`` if the adapter is not available any more."""
    try:
        return _worst(check, _played(case, adapter))
    finally:
        forget(adapter)


def first_readings(case: Case, adapter: Adapter) -> tuple[Response | None, ...]:
    """Return the reading of a case's first answer in each mode. The reading is None in a mode without a reading.

    The caller must call ``forget`` at the end of the case. Raises ``Gone`` if the adapter is not available any more.
    """
    of_modes = (played.trials for played in _played(case, adapter))
    return tuple(None if isinstance(trials, Unplayed) else trials[0].decoded for trials in of_modes)


def _worst(check: Check, played: tuple[Played, ...]) -> Result:
    """Return the worst result of a check in the adapter's modes. A check of the provider does not depend on the mode,
    so only the first mode counts.
    """
    asked = played[:1] if check.party == "provider" else played
    return worst(result(check, mode) for mode in asked)


def modes_of(adapter: Adapter) -> tuple[Mode | None, ...]:
    """Return the modes of an adapter. For a codec, which has no modes, return a single None."""
    return adapter.hello.modes if talks_http(adapter) else (None,)


@kept
@lru_cache(maxsize=4)
def _played(case: Case, adapter: Adapter) -> tuple[Played, ...]:
    """Play a case in each mode of the adapter. Return for each mode the trials and the facts that the checks need.

    If the adapter does not claim the capability of a case that needs a claim, the case is not played, and the trial is
    declined. The value is cached, because pytest asks for a single check at a time.
    """
    untried = cache(case.untried)
    claims = adapter.hello.capabilities if talks_http(adapter) else getattr(adapter, "capabilities", ())
    claimed = case.scenario.capability in claims
    laid_over = homes()[case.name.provider].laid_over
    return tuple(
        Played(
            described=described(case, adapter, mode),
            untried=untried,
            trials=_trials(mode, case, adapter) if _plays(case, adapter, claimed=claimed) else (_unclaimed(case),),
            turns=case.turns,
            exercised_by=case.scenario.exercised_by,
            claimed=claimed,
            deviation=case.cassette.known,
            deviation_of_others=case.cassette.origin != "by-dialect" and whose(case.cassette.path) != laid_over,
        )
        for mode in modes_of(adapter)
    )


def _plays(case: Case, adapter: Adapter, *, claimed: bool) -> bool:
    """Return whether a case is played to an adapter. ``claimed``: True if the adapter claims the capability of the
    case.

    Some cases need features that older versions of the protocol lack: a stored conversation, a compaction, streamed
    arguments, an answer in the background, tools that are added later, approvals, or a provider's tool that needs
    further keys or headers in the request. These cases are played only to gateways, and to adapters that claim the
    capability. Streamed arguments are an exception: codecs get these cases without a claim, because they only read the
    arguments.
    """
    scenario = case.scenario
    needs_more = any(isinstance(tool, ProviderTool) and (tool.body or tool.headers) for tool in case.opening().tools)
    by_option = scenario.stored or scenario.compaction or scenario.background or bool(scenario.added)
    needs_claim = by_option or scenario.approves or needs_more
    asks = needs_claim or (scenario.stream_arguments and talks_http(adapter))
    return not asks or claimed or isinstance(adapter, Gateway)


def _unclaimed(case: Case) -> Trial:
    """Return the trial of a case that is not played because the adapter does not claim the capability."""
    declined = Declined(f"the adapter does not claim {case.scenario.capability}")
    return msgspec.structs.replace(case.trial(case.opening(), 0), attempt=declined)


def _trials(mode: Mode | None, case: Case, adapter: Adapter) -> tuple[Trial, ...] | Unplayed:
    try:
        held, *beside = (_turns(held_case, adapter, mode) for held_case in (case, *_beside(case)))
        return together(held, *beside, at_once=not isinstance(adapter, Gateway | OverStdio))
    except Gone:
        raise
    except NotJudged as error:
        return Unplayed(str(error))
    except Exception as error:  # a bug of the suite must not stop the judging of other cases
        return Unplayed(f"an error of the suite, not of the adapter: {type(error).__name__}: {error}")


def _turns(case: Case, adapter: Adapter, mode: Mode | None) -> Turns:
    if talks_http(adapter):
        return conversing(case, adapter, server_of(adapter), mode or "sync")
    return replaying(case, cast("CodecAdapter", adapter))


def _beside(case: Case) -> Iterator[Case]:
    """Yield the cases whose conversations are held at the same time as the conversation of ``case``.

    Cases that the provider lacks are left out.
    """
    name = case.name
    for scenario in case.scenario.beside:
        modes = load_scenario(scenario).modes
        other = CassetteName(name.provider, name.dialect, scenario, name.mode if name.mode in modes else modes[0])
        if is_generated(other) or other.among(cassettes_folders()).exists() or by_dialect.is_played(other):
            with suppress(NotPlayed):
                yield open_case(other)


def described(case: Case, adapter: Adapter, mode: Mode | None) -> Result:
    """Return a result with only the fields that all checks of a case share. The field ``check`` is empty."""
    name, stated = case.name, case.cassette.provenance
    return Result(
        id=str(name),
        provider=name.provider,
        dialect=name.dialect,
        scenario=name.scenario,
        mode=name.mode,
        check="",
        capability=case.scenario.capability,
        party="adapter",
        adapter=name_of(adapter),
        outcome="not-applicable",
        exchanges=case.turns,
        bytes=sum(len(part.body) for each in case.cassette.exchanges for part in (each.request, each.response)),
        data=whose(case.cassette.path),
        asked=mode,
        origin=case.cassette.origin,
        date=stated.date,
        models=stated.models.served or (stated.models.asked,),
    )


@kept
@lru_cache(maxsize=4)
def kept_case(name: CassetteName, folder: Path | None = None) -> Case:
    """Return the case with this name. The case is cached, because pytest asks for a single check at a time.

    Raises ``CassetteError``.
    """
    return open_case(name, folder)
