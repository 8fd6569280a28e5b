"""Judging a cassette: one result for each check."""

from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, cast

from conformance.adapters.adapter import Adapter, name_of, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.claims import homes
from conformance.data import kept, whose
from conformance.judge.checks import Check, by_name, of_scenario, outcome
from conformance.judge.finding import Finding, NotApplicable, Outcome, Undecided
from conformance.judge.trial import Trial
from conformance.recording import by_dialect
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError
from conformance.report.results import Result
from conformance.scenarios import load as load_scenario
from conformance.server.serving import running_server
from conformance.suite.cases import path_of
from conformance.suite.converse import converse
from conformance.suite.replay import OwnError, replay, witness
from conformance.wire.errors import ExtraMissing, WireError


def judge(name: CassetteName, adapter: Adapter, folder: Path | None = None) -> tuple[Result, ...]:
    """The results of all checks of one cassette, ours or one below ``folder``. Raises ``CassetteError``."""
    cassette, played = _read_and_played(name, adapter, folder)
    return tuple(_result(cassette, adapter, check, played) for check in of_scenario(load_scenario(name.scenario)))


def judge_one(name: CassetteName, adapter: Adapter, check: str, folder: Path | None = None) -> Result:
    """The result of one check of one cassette, ours or one below ``folder``. Raises ``CassetteError``."""
    cassette, played = _read_and_played(name, adapter, folder)
    return _result(cassette, adapter, by_name(check), played)


def opened(name: CassetteName, folder: Path | None = None) -> Cassette:
    """The cassette of that name below ``folder``; without one ours, its own or by dialect. Raises ``CassetteError``."""
    if folder is None and by_dialect.is_played(name):
        return by_dialect.open_cassette(name)
    return Cassette(path_of(name, folder))


Played: TypeAlias = tuple[Trial, ...] | OwnError


def _read_and_played(name: CassetteName, adapter: Adapter, folder: Path | None) -> tuple[Cassette, Played]:
    played = _played(name, folder, adapter)
    if isinstance(played, CassetteError):
        raise played
    return played


@kept
@lru_cache(maxsize=4)
def _played(name: CassetteName, folder: Path | None, adapter: Adapter) -> tuple[Cassette, Played] | CassetteError:
    """A cassette and what came of playing it; kept, for there are many checks."""
    try:
        cassette = opened(name, folder)
    except CassetteError as error:
        return error
    try:
        if talks_http(adapter):
            return cassette, converse(cassette, adapter, running_server())
        return cassette, replay(cassette, cast("CodecAdapter", adapter))
    except OwnError as error:
        return cassette, error
    except Exception as error:  # a bug of ours, too: the other cassettes go on
        return cassette, OwnError(f"{type(error).__name__}: {error}")


@kept
@lru_cache(maxsize=4)
def _whose(path: Path) -> str | None:
    """The folder laid over ours that holds a cassette; kept, for there are many checks."""
    return whose(path)


@lru_cache(maxsize=4)
def _witnessed(cassette: Cassette) -> tuple[Trial, ...]:
    """The exchanges as nobody's trials; kept, for there are many checks of the provider."""
    return witness(cassette)


def _result(cassette: Cassette, adapter: Adapter, check: Check, played: Played) -> Result:
    name, stated = cassette.name, cassette.provenance
    result, findings = _outcome(cassette, check, played)
    tried = () if check.subject == "provider" or isinstance(played, OwnError) else played
    whose_claims, whose_bytes = homes()[name.provider].laid_over, _whose(cassette.path)
    source = whose_claims if cassette.origin == "by-dialect" else whose_bytes
    return Result(
        id=f"{name}/{check.name}",
        provider=name.provider,
        dialect=name.dialect,
        scenario=name.scenario,
        mode=name.mode,
        check=check.name,
        capability=load_scenario(name.scenario).capability,
        subject=check.subject,
        adapter=name_of(adapter),
        outcome=result,
        findings=tuple(findings),
        declined=tried[-1].declined if tried else None,
        known=_known(cassette, check, source, result),
        data=whose_bytes,
        origin=cassette.origin,
        date=stated.date,
        models=stated.models.served or (stated.models.asked,),
    )


def _known(cassette: Cassette, check: Check, source: str | None, result: Outcome) -> str | None:
    """Why the provider is known to fail a check.

    Whoever claims that has seen cassettes of their own: one of somebody else's that passes makes the claim not stale.
    """
    if result == "pass" and source != homes()[cassette.name.provider].laid_over:
        return None
    return cassette.known(check.name)


def _outcome(cassette: Cassette, check: Check, played: Played) -> tuple[Outcome, list[Finding]]:
    if check.subject == "provider":
        played = _witnessed(cassette)  # what a provider answered does not depend on who reads it
    if isinstance(played, OwnError):
        return "error", [Finding(path="", message=f"an error of ours: {played}")]
    turns = len(cassette.exchanges)
    findings: list[Finding] = []
    undecided: list[Finding] = []
    judged = 0
    why = ""
    for turn, trial in enumerate(played):
        if trial.declined is not None and trial.encoded is None:
            break
        try:
            found = check.look(trial)
        except NotApplicable as reason:
            why = str(reason)
            continue
        except Undecided:
            undecided.append(_at(Finding(path="", message=trial.undecided or "undecided"), turn, turns))
            continue
        except ExtraMissing as error:
            return "unsupported", [Finding(path="", message=str(error))]
        except WireError as error:
            found = [Finding(path="", message=f"the recorded answer cannot be read: {error}")]
        except Exception as error:  # a bug of ours, or values of the adapter's that are none: the rest goes on
            return "error", [Finding(path="", message=f"the check broke: {type(error).__name__}: {error}")]
        judged += 1
        findings.extend(_at(finding, turn, turns) for finding in found)
    if findings or (judged and not undecided):
        return outcome(findings), findings
    if undecided:
        return "not-observed", undecided
    declined = played[-1].declined
    if declined is not None:
        return "unsupported", [_at(Finding(path="", message=declined), len(played) - 1, turns)]
    return "not-applicable", [Finding(path="", message=why, level="MAY")] if why else []


def _at(finding: Finding, turn: int, turns: int) -> Finding:
    if turns == 1:
        return finding
    return Finding(
        path=f"exchange {turn + 1}{finding.path and ': '}{finding.path}",
        message=finding.message,
        level=finding.level,
        rule=finding.rule,
    )
