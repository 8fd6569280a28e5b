"""What every command that judges an adapter does: the suite, the baseline, the exit code."""

from pathlib import Path
from shlex import quote

from conformance.adapters.loading import AdapterNotFound
from conformance.adapters.text import text_formats_of
from conformance.cli import names
from conformance.cli.output import console, fail, say
from conformance.gate.baseline import Baseline, BaselineError, read
from conformance.gate.verdict import Verdict, hold
from conformance.judge.exit_codes import Exit, of_run
from conformance.judge.result import Results
from conformance.recording.text_answers import TEXT
from conformance.suite import selection as chosen
from conformance.suite.cases import UnknownName
from conformance.suite.run import AdapterBroke, run_suite, started
from conformance.suite.selection import Selection, every_case
from toolwire.providers import load


def selection(
    *,
    providers: tuple[str, ...] = (),
    scenarios: tuple[str, ...] = (),
    ids: tuple[str, ...] = (),
    folder: Path | None = None,
    mutants: bool = False,
) -> "Selection":
    """The chosen cases, by whatever names; what there is not ends the command."""
    try:
        return Selection(
            providers=tuple(dict.fromkeys(map(names.judged, providers))),
            scenarios=tuple(dict.fromkeys(map(names.scenario, scenarios))),
            ids=tuple(map(names.case, ids)),
            folder=folder,
            mutants=mutants,
        )
    except UnknownName as error:
        fail(f"{error} ('conformance explain' says what of an id is not known)", Exit.USAGE)


def listed(names: str) -> tuple[str, ...]:
    """The names in an option that takes several; commas alone end the command."""
    found = chosen.listed(names)
    if names and not found:
        fail(f"{names!r} names nothing", Exit.USAGE)
    return found


def options(**said: object) -> str:
    """Options as they were said, for a shell."""
    given = ((name.replace("_", "-"), value) for name, value in said.items() if value is not None)
    each = ((name, one) for name, value in given for one in (value if isinstance(value, list) else [value]))
    return " ".join(f"--{name} {quote(str(value))}" for name, value in each)


def known_failures(path: Path) -> "Baseline":
    """The baseline in a file; what is wrong with it ends the command."""
    if not path.exists():
        fail(f"{path}: there is no such baseline; --write-baseline begins one", Exit.USAGE)
    try:
        return read(path, every_case())
    except BaselineError as error:
        fail(str(error), Exit.USAGE)


def judge(
    chosen: "Selection",
    adapter: str,
    workers: int | None,
    baseline: "Baseline | None" = None,
    edition: str | None = None,
) -> "tuple[Results, Verdict]":
    """Run the suite and hold what comes of it against a baseline. An adapter that does not start ends the command."""
    try:
        ran = run_suite(chosen, adapter, workers, console())
    except AdapterNotFound as error:
        fail(str(error), Exit.USAGE)
    except AdapterBroke as error:
        fail(str(error), Exit.ADAPTER_BROKE)
    except OSError as error:
        fail(f"the replay server cannot listen where the gateway looks for it: {error.strerror}", Exit.UNREADABLE)
    for line in ran.unreadable:
        say(line)
    verdict = hold(ran.results, ran.unreadable, baseline, chosen.covers, edition)
    if verdict.adapter_broke:
        say(f"{adapter!r} broke: it gave no answer at all")
    if not ran.results.results:
        of = f" of {', '.join(map(repr, chosen.providers))}" if chosen.providers else ""
        told = [f"there is no cassette{of} that fits", *_pending(chosen.providers)] if of else []
        if chosen.texts:
            told.append(_unread(chosen, adapter))
        say(": ".join(["nothing was judged", *(["; ".join(told)] if told else [])]))
    elif verdict.nothing_judged:
        say(
            "nothing was judged: "
            + (
                "the adapter declined everything"
                if edition is None
                else f"nothing that was asked is as old as {edition}"
            )
        )
    return ran.results, verdict


def _unread(chosen: "Selection", adapter: str) -> str:
    """Why no calls in text were read."""
    named = ", ".join(text_formats_of(started(adapter))) or "none"
    asked = ", ".join(dict.fromkeys(name.dialect for name in chosen.texts))
    return f"of text formats the adapter names {named}, and asked for: {asked}"


def _pending(providers: tuple[str, ...]) -> list[str]:
    """Why providers have no cassette at all, where their claims say so."""
    named = (load(provider) for provider in providers if provider != TEXT)
    spoken = (claims for profile in named for claims in profile.dialects.values())
    return sorted({f"pending: {claims.pending['*']}" for claims in spoken if "*" in claims.pending})


def code(verdict: "Verdict") -> Exit:
    """The exit code of a run that was held against a baseline."""
    return of_run(
        unreadable=bool(verdict.unreadable),
        adapter_broke=verdict.adapter_broke,
        nothing_judged=verdict.nothing_judged,
        not_conformant=bool(verdict.failed or (verdict.strict and verdict.declined)),
        stale=bool(verdict.stale),
    )
