"""The steps of commands that judge an adapter: choose cases, run the suite, compare with a baseline, exit."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from shlex import quote

import msgspec

from conformance.adapters.adapter import dialects_of, speaks
from conformance.adapters.gateway import Gateway, kind_of
from conformance.adapters.gateway_advice import advice_of
from conformance.adapters.loading import AdapterNotFound
from conformance.adapters.text import text_formats_of
from conformance.adapters.unsupported import Gone
from conformance.cli import names
from conformance.cli.output import console, fail, remark, say
from conformance.data import Data, all_data
from conformance.gate.baseline import Baseline, BaselineError, read
from conformance.gate.verdict import Verdict, hold
from conformance.judge.exit_codes import Exit
from conformance.judge.result import Result, Results
from conformance.judge.subject import is_text
from conformance.mutants.streams.delivery import DELIVERY
from conformance.mutants.streams.mutant import MUTANT
from conformance.progress import tracked
from conformance.recording.cassette import CassetteName
from conformance.suite import patience
from conformance.suite import selection as chosen
from conformance.suite.cases import UnknownName, cassettes
from conformance.suite.reduce import reduced, reducible
from conformance.suite.run import AdapterBroke, PortTaken, run_suite, started
from conformance.suite.selection import Generated, Selection, UnknownCase, is_case
from toolwire.providers import load, owner


def selection(
    *,
    providers: tuple[str, ...] = (),
    scenarios: tuple[str, ...] = (),
    ids: tuple[str, ...] = (),
    folder: Path | None = None,
    mutants: bool = False,
    deliveries: chosen.Deliveries = "none",
    generated: Generated = Generated(),  # noqa: B008
) -> "Selection":
    """Return the cases that the options of a command choose. An unknown name ends the command.

    ``ids``: ids of cases, or their beginnings. If an id names a mutant, mutants are chosen, too. If an id names a
    delivery, all deliveries are chosen. ``folder``: the only folder of cassettes, or None for all folders in use.
    """
    cases = tuple(map(names.case, ids))
    try:
        return Selection(
            providers=tuple(dict.fromkeys(map(names.judged, providers))),
            scenarios=tuple(dict.fromkeys(map(names.scenario, scenarios))),
            ids=cases,
            folder=folder,
            mutants=mutants or _names(cases, MUTANT),
            deliveries="all" if _names(cases, DELIVERY) else deliveries,
            generated=generated,
        )
    except UnknownCase as error:
        hint = names.unknown_part(error.name) or "'conformance explain ID' shows which part of an id is unknown"
        fail(f"{error}; {hint}", Exit.USAGE)
    except UnknownName as error:
        fail(str(error), Exit.USAGE)


def _names(cases: tuple[str, ...], beginning: str) -> bool:
    return any(name.rpartition("/")[2].startswith(beginning) for name in cases)


def options(**values: object) -> str:
    """Return options as the text of a shell command, such as ``--provider a --provider b``.

    An option with a list of values is repeated for each value. An option with None is left out.
    """
    given = ((name.replace("_", "-"), value) for name, value in values.items() if value is not None)
    each = ((name, item) for name, value in given for item in (value if isinstance(value, list) else [value]))
    return " ".join(f"--{name} {quote(str(value))}" for name, value in each)


def known_failures(path: Path) -> "Baseline":
    """Read a baseline. A missing or wrong file ends the command."""
    if not path.exists():
        fail(f"{path}: there is no such baseline; --write-baseline makes it", Exit.USAGE)
    try:
        return read(path, is_case)
    except BaselineError as error:
        fail(str(error), Exit.USAGE)


def judge(
    chosen: "Selection",
    adapter: str,
    workers: int | None,
    baseline: "Baseline | None" = None,
    edition: str | None = None,
) -> "tuple[Results, Verdict]":
    """Run the suite, and compare its results with a baseline. Return the results and the verdict.

    An adapter that does not start ends the command. ``edition``: a day; cases that are newer do not count.
    """
    _remark_unused(chosen)
    try:
        ran = run_suite(chosen, adapter, workers, console())
    except AdapterNotFound as error:
        fail(str(error), Exit.USAGE)
    except AdapterBroke as error:
        fail(str(error), Exit.ADAPTER_BROKE)
    except PortTaken as error:
        fail(
            f"the replay server cannot listen at the gateway's --upstream-port: {error}. Choose another port "
            "with --upstream-port, and configure its address in the gateway",
            Exit.UNREADABLE,
        )
    for line in ran.unreadable:
        say(line)
    verdict = hold(ran.results, ran.unreadable, baseline, chosen.covers, edition)
    if smallest := _smallest(verdict, adapter, ran.hangs):
        results = msgspec.structs.replace(ran.results, results=(*ran.results.results, *smallest))
        verdict = hold(results, ran.unreadable, baseline, chosen.covers, edition)
    why = _why(verdict, chosen, adapter, edition)
    return ran.results, msgspec.structs.replace(verdict, kind=kind_of(adapter), why=why)


def _remark_unused(chosen: "Selection") -> None:
    """Write a line for each folder of ``--data`` that no chosen case uses, with the option that chooses its cases."""
    for data in all_data()[1:]:
        if (chosen.names or chosen.texts) and not any(_uses(name, data) for name in chosen.names):
            has = {path.parent.name for path in data.providers.glob("*/profile.yaml")}
            has |= {name.provider for name in cassettes(folder=data.cassettes)}
            choose = f"Choose its cases with --providers {','.join(sorted(has))}" if has else "It has no provider"
            remark(f"--data {data.laid_over}: no chosen case uses this folder. {choose}")


def _uses(name: CassetteName, data: Data) -> bool:
    """Return whether a case uses a folder of data: its cassette, its scenario, or claims about its provider or about
    the owner of its dialect.
    """
    home = msgspec.structs.replace(name, provider=owner(name.dialect))
    paths = (
        *(each.under(data.cassettes) for each in (name, home)),
        *(data.providers / each.provider for each in (name, home)),
        data.scenarios / f"{name.scenario}.yaml",
    )
    return any(path.exists() for path in paths)


def _why(verdict: Verdict, chosen: "Selection", adapter: str, edition: str | None) -> str:
    """Return the reason why nothing was judged, with what the user can do. Return "" if something was judged.

    If the adapter broke, return only the advice for the user of a gateway, or "" for any other adapter.
    """
    if verdict.adapter_broke:
        return _advice(adapter, "")
    if not verdict.results:
        return "; ".join(_unplayed(chosen, adapter))
    if not verdict.nothing_judged:
        return ""
    for broken in verdict.results:
        if broken.party == "adapter" and broken.outcome == "error":
            return f"no case could be judged: {broken.findings[0].message}"
    if edition is not None:
        return f"every chosen case is newer than {edition}: give a later day with --edition"
    return _advice(adapter, f"the {kind_of(adapter)} declined every case")


def _advice(adapter: str, why: str) -> str:
    """Add advice for the user of a gateway to ``why``, which is the reason why nothing was judged, or "".

    Return ``why`` unchanged if the adapter is no gateway, if the gateway has ended, or if the gateway declined every
    case and answered no request with an error of its own.
    """
    if kind_of(adapter) != "gateway":
        return why
    try:
        asked = started(adapter)
    except AdapterBroke:
        return why
    if not isinstance(asked, Gateway) or (why and not asked.own_answers):
        return why
    return ". ".join(filter(None, (why, advice_of(asked))))


def _smallest(verdict: Verdict, adapter: str, hangs: int) -> tuple[Result, ...]:
    """Return the results of smaller generated conversations that show the same failures.

    A root cause is reduced only if all cases that show it are generated conversations. The reduction ends early if the
    adapter is not available any more, or hangs too often. ``hangs`` is the number of its earlier hangs.
    """
    found: list[Result] = []
    asked = () if verdict.adapter_broke else reducible(verdict.failed)
    with patience.counting(patience.Alone(hangs)), suppress(Gone):
        for cause in tracked(asked, "Reducing conversations", console()):
            found += reduced(cause, started(adapter))
    return tuple(found)


def _unplayed(chosen: "Selection", adapter: str) -> list[str]:
    """Return the reasons why the run played no case to the adapter."""
    asked = started(adapter)
    reasons: list[str] = []
    if not chosen.names and chosen.providers:
        of = ", ".join(map(repr, chosen.providers))
        reasons += [
            f"no cassette of {of} matches the chosen scenarios, cases and dialects",
            *_pending(chosen.providers),
        ]
    if chosen.names and not any(speaks(asked, name.dialect, name.provider) for name in chosen.names):
        with_provider = f" with {asked.provider}" if isinstance(asked, Gateway) else ""
        spoken = f"the {kind_of(adapter)} speaks these dialects{with_provider}: {_listed(dialects_of(asked) or ())}"
        reasons.append(f"{spoken}; the chosen cases need {_listed(str(name.subject) for name in chosen.names)}")
    if chosen.texts:
        read = f"the adapter reads these text formats: {_listed(text_formats_of(asked))}"
        reasons.append(f"{read}; the chosen cases need {_listed(name.dialect for name in chosen.texts)}")
    return reasons


def _listed(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names)) or "none"


def _pending(providers: tuple[str, ...]) -> list[str]:
    """Return the reasons why dialects of these providers have no cassette at all. The reasons are in the providers'
    profiles.
    """
    named = (load(provider) for provider in dict.fromkeys(map(chosen.alone, providers)) if not is_text(provider))
    spoken = (claims for profile in named for claims in profile.dialects.values())
    return sorted({f"pending: {claims.pending['*']}" for claims in spoken if "*" in claims.pending})
