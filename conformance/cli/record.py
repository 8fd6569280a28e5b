"""``conformance record``: record a provider's answers as cassettes."""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from conformance.cli import names, overlay
from conformance.cli.bundling import check_submitter, make_bundle
from conformance.cli.formats import Data
from conformance.cli.lists import Scenarios, listed
from conformance.cli.output import check_apart, console, fail, give, one_line, remark, say, writable
from conformance.data import all_data
from conformance.judge.exit_codes import STOPPED, Exit, worst
from conformance.leaks import SHORTEST_KEY
from conformance.plural import counted
from conformance.recording.addresses import address_of, addresses, checked_folder, own_parts
from conformance.recording.cassette import Address
from conformance.recording.choice import chosen
from conformance.recording.errors import RecordingError
from conformance.recording.live import SHORT_KEY, Live, NoKey, key_of
from conformance.recording.live_case import LiveCase
from conformance.recording.live_websocket import DIALECT as WEBSOCKET_DIALECT
from conformance.recording.live_websocket import LiveWebSocket
from conformance.recording.lock import alone
from conformance.recording.outcome import Kind, Outcome
from conformance.recording.second_reader import SecondReader
from toolwire.providers import DialectClaims, load

if TYPE_CHECKING:  # these modules need the extra 'record', like the imports inside functions
    from conformance.recording.plan import Planned
    from conformance.recording.recorder import Job
    from conformance.recording.retrying import Ask

_COUNTS: Final = ("calls", "input_tokens", "output_tokens")
_KEPT: Final = frozenset({"recorded", "confirmed"})
_UNFINISHED: Final = {"not asked": Exit.NOTHING_JUDGED, "failed": Exit.UNREADABLE}
"""The outcomes of a recording that is not complete, each with its exit code."""
_NOT_KEPT: Final = {
    "refused": Exit.NOT_CONFORMANT,
    "taken": Exit.NOT_CONFORMANT,
    "not observed": Exit.NOTHING_JUDGED,
    "unsupported": Exit.NOTHING_JUDGED,
}
"""Outcomes that are facts about a provider or its model. They set the exit code only if no cassette was kept."""


def record(
    provider: Annotated[str, typer.Option(help="The provider.")],
    dialect: Annotated[str | None, typer.Option(help="Only this dialect.")] = None,
    scenarios: Scenarios = None,
    model: Annotated[str | None, typer.Option(help="Use this model instead of the models in the profile.")] = None,
    only: Annotated[
        Literal["stale", "missing", "documented"] | None,
        typer.Option(
            help="Only these cases. 'stale': the recording is older than 30 days; 'missing': there is no cassette; "
            "'documented': the cassette is made from documentation."
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            help="Send the requests to this address, such as http://127.0.0.1:8080, with or without /v1 at its end."
        ),
    ] = None,
    server: Annotated[str | None, typer.Option(help="The name and the version of the server at --base-url.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Write below this folder. By default recordings replace the cassettes in the last --data folder, or "
            "the project's own."
        ),
    ] = None,
    *,
    websocket: Annotated[
        bool,
        typer.Option(
            "--websocket",
            help="Record the streamed answers of OpenAI Responses over a WebSocket. Needs --folder or --data.",
        ),
    ] = False,
    bundle: Annotated[
        Path | None,
        typer.Option(metavar="DIR", file_okay=False, help="Write a bundle for submission into this folder."),
    ] = None,
    submitter: Annotated[
        str | None, typer.Option(metavar="NAME", help="The name of the person who records and submits the bundle.")
    ] = None,
    max_usd: Annotated[
        float | None,
        typer.Option(min=0, help="Stop before a request that might bring the cost above this number of US dollars."),
    ] = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Send no request: show the requests, models, tokens and the price.")
    ] = False,
    format_: Annotated[Data, typer.Option("--format", help="The format of the outcomes.")] = Data.text,
    output: Annotated[
        Path | None, typer.Option(callback=writable, help="Write the outcomes to this file instead of to stdout.")
    ] = None,
    data: overlay.Folders,
) -> None:
    """Record a provider's answers to every scenario. The recordings replace older or documented cassettes (extra
    'record').

    The API key comes from the environment variable that the provider's profile names. The command scrubs each answer,
    searches it for secrets and replays it before it replaces a cassette. Exit code 0: every scenario has an answer, and
    cassettes were kept; the output names refused and not observed cases. 1: no cassette was kept, because the provider
    refuses the requests, or accepts requests although its profile states that it refuses them; 5: no cassette was kept,
    because the model did not do what the scenarios are about, or the recording ended early; 6: an answer is missing, or
    cannot be kept.
    """
    overlay.use(data)
    check_apart({"--output": output})
    try:
        import genai_prices  # noqa: F401
        import tenacity  # noqa: F401
    except ModuleNotFoundError as error:
        fail(f"recording needs the extra 'record', and {error.name} is missing: "
             "in a clone, run pip install '.[record]'", Exit.USAGE)  # fmt: skip

    if (bundle is None) != (submitter is None):
        fail("--bundle and --submitter need each other: a bundle names the person who recorded it", Exit.USAGE)
    if bundle is not None and folder is not None:
        fail("use either --folder or --bundle: a bundle has its cassettes in its own folder", Exit.USAGE)
    if bundle is not None and data:
        fail(
            "use either --data or --bundle: bundles are verified with the project's own providers and scenarios",
            Exit.USAGE,
        )
    if bundle is not None and submitter is not None:
        check_submitter(bundle, submitter)
        folder = bundle / "cassettes"
    provider = names.provider(provider)
    named = tuple(map(names.scenario, listed(scenarios)))
    dialect = dialect and names.dialect(dialect)
    dialects = load(provider).dialects
    if dialect not in (None, *dialects):
        fail(f"--dialect: {provider} does not speak {dialect}; it speaks {', '.join(dialects)}", Exit.USAGE)
    spoken = {name: claims for name, claims in dialects.items() if dialect in (None, name)}
    if websocket:
        _check_websocket(provider, spoken, own_folder=folder is not None or bool(data))
        spoken = {WEBSOCKET_DIALECT: spoken[WEBSOCKET_DIALECT]}
    try:
        job = _job(provider, spoken, base_url, model, server, _folder(folder, written=not plan))
    except RecordingError as error:
        fail(str(error), Exit.USAGE)
    asked = list(chosen(provider, spoken, named, only, job.today))
    if websocket:
        job = msgspec.structs.replace(job, connection="websocket")
        asked = [case for case in asked if case.stream and not case.scenario.background]
    if not asked:
        fail(f"nothing to record for {provider}: no case matches the given options",
             Exit.NOTHING_JUDGED)  # fmt: skip
    if plan:
        from conformance.recording.plan import plan as planned

        _show_plan(planned(asked, job), format_, output)
        return
    outcomes = _record(provider, asked, job, max_usd, format_, output)
    kinds = {outcome.kind for outcome in outcomes}
    if bundle is not None and submitter is not None and kinds & _KEPT:
        known = {str(each.name): each.scrubbed for each in outcomes if each.kind == "recorded" and each.scrubbed}
        make_bundle(bundle, submitter, job.today, known)
    raise typer.Exit(exit_code(kinds))


def _check_websocket(provider: str, spoken: dict[str, DialectClaims], *, own_folder: bool) -> None:
    """End the command if the provider does not answer over a WebSocket, or if these answers would replace the project's
    answers over HTTP.

    ``spoken``: the provider's dialects. ``own_folder``: true if the user names the folder for the recordings.
    """
    if WEBSOCKET_DIALECT not in spoken:
        speaks = f"{provider}, which speaks {', '.join(spoken)}"
        fail(f"--websocket: expected a provider with {WEBSOCKET_DIALECT}, got {speaks}", Exit.USAGE)
    if not own_folder:
        fail("--websocket needs --folder or --data: these answers do not replace the project's answers over HTTP",
             Exit.USAGE)  # fmt: skip


def today() -> str:
    """Return today's date in UTC."""
    return datetime.now(UTC).date().isoformat()


def _folder(folder: Path | None, *, written: bool) -> Path:
    """Return the folder for the cassettes: ``folder``, or else the last folder of cassettes in use.

    If ``written`` is true, and the cassettes belong to an installed package, end the command.
    """
    last = all_data()[-1]
    ours = folder is None and last.laid_over is None
    if written and ours and not (last.cassettes.parent / "pyproject.toml").exists():
        fail("an installed package's cassettes are never replaced: name another folder with --folder or --data",
             Exit.USAGE)  # fmt: skip
    return folder or last.cassettes


def _job(
    provider: str,
    spoken: dict[str, DialectClaims],
    base_url: str | None,
    model: str | None,
    server: str | None,
    folder: Path,
) -> "Job":
    """Return the recording job that the options of the command describe. ``spoken``: the provider's dialects.

    Raises ``RecordingError`` if an address or the folder cannot be used, and ``ClaimError`` for wrong claims.
    """
    from conformance.recording.recorder import Job

    asked: dict[str, tuple[str, Address]] = {}
    secrets: set[str] = set()
    for name, address in addresses(provider, spoken, base_url).items():
        claims = spoken[name]
        asked[name] = address, address_of(provider, claims, address)
        secrets |= own_parts(claims, address)
    checked_folder(folder, {name: address for name, (_, address) in asked.items()})
    return Job(addresses=asked, folder=folder, today=today(), model=model, server=server, secrets=frozenset(secrets))


def _record(
    provider: str, cases: "list[LiveCase]", job: "Job", max_usd: float | None, format_: Data, output: Path | None
) -> list[Outcome]:
    """Record the cases, write their outcomes and return them. If the recording cannot begin or is interrupted, end
    the command.
    """
    from conformance.recording.prices import UnknownPrice

    outcomes: list[Outcome] = []
    try:
        key = key_of(provider)
        if key is not None and len(key.secret) < SHORTEST_KEY:
            remark(SHORT_KEY)
        elif key is not None:
            job = msgspec.structs.replace(job, secrets=job.secrets | {key.secret}, key=key.secret)
        client = LiveWebSocket(key) if job.connection == "websocket" else Live(key)
        with alone(job.folder), SecondReader() as second, client:
            for outcome in _shown(_recorder(cases, job, max_usd, second, client.ask), cases):
                outcomes.append(outcome)
    except (NoKey, UnknownPrice) as error:
        fail(str(error), Exit.USAGE)
    except OSError as error:
        fail(f"{job.folder}: cannot be written: {error.strerror or error}", Exit.UNREADABLE)
    except KeyboardInterrupt:
        _give(outcomes, format_, output)
        say(f"stopped after {len(outcomes)} of {len(cases)} cases; every written file is complete")
        raise typer.Exit(STOPPED) from None
    _give(outcomes, format_, output)
    return outcomes


def exit_code(kinds: "set[Kind]") -> Exit:
    """Return the exit code of a recording with these outcomes."""
    codes = _UNFINISHED if kinds & _KEPT else _UNFINISHED | _NOT_KEPT
    return worst({codes[kind] for kind in kinds if kind in codes})


def _recorder(
    cases: "list[LiveCase]", job: "Job", max_usd: float | None, second: "SecondReader", ask: "Ask"
) -> "Iterator[Outcome]":
    """Record each case and yield its outcome. ``second``: another reader of the answers. ``ask``: a function that sends
    a request.

    Raises ``UnknownPrice`` if ``max_usd`` needs an unknown price.
    """
    from conformance.recording.recorder import Recorder
    from conformance.recording.retrying import PatientAsk

    if max_usd is None:
        patient = PatientAsk(ask, time.sleep)
        return Recorder(job, second, lambda _, request: patient(request), lambda _: None).record(cases)
    from conformance.recording.budget import Budget

    budget = Budget(Decimal(str(max_usd)), cases, job)
    patient = PatientAsk(budget.counting(ask), time.sleep)
    return Recorder(job, second, budget.of(patient), budget.used).record(cases)


def _shown(outcomes: "Iterator[Outcome]", cases: "list[LiveCase]") -> "Iterator[Outcome]":
    """Yield each outcome as soon as it is known, with a progress bar on stderr."""
    terminal = console()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal) as progress:
        task = progress.add_task("", total=len(cases))
        for case in cases:
            progress.update(task, description=str(case.name))
            yield next(outcomes)
            progress.advance(task)


def _give(outcomes: "list[Outcome]", format_: Data, output: Path | None) -> None:
    """Write the outcomes of a recording."""
    if format_ is Data.json:
        cassettes = [{"id": str(outcome.name), "outcome": outcome.kind, "why": outcome.why} for outcome in outcomes]
        text = msgspec.json.format(msgspec.json.encode({"cassettes": cassettes})).decode() + "\n"
    else:
        together = ("unsupported", "not asked")
        lines = [str(outcome) for outcome in outcomes if outcome.kind not in together]
        reasons = Counter((outcome.kind, outcome.why) for outcome in outcomes if outcome.kind in together)
        lines += [f"{number} {kind}: {why}" for (kind, why), number in reasons.items()]
        counts = ", ".join(f"{number} {kind}" for kind, number in Counter(outcome.kind for outcome in outcomes).items())
        text = "".join(f"{one_line(line)}\n" for line in (*lines, counts or "nothing was recorded"))
    give(text, output)


def _show_plan(planned: "list[Planned]", format_: Data, output: Path | None) -> None:
    """Write the plan: the requests, tokens and cost that a recording would take."""
    if format_ is Data.json:
        cassettes = [
            {
                "id": str(cassette.name),
                "model": cassette.model,
                "address": cassette.address,
                "calls": cassette.calls,
                "input_tokens": cassette.input_tokens,
                "output_tokens_at_most": cassette.output_tokens,
                "usd_at_most": None if cassette.usd is None else float(cassette.usd),
                "why_not": cassette.why,
            }
            for cassette in planned
        ]
        give(msgspec.json.format(msgspec.json.encode({"cassettes": cassettes})).decode() + "\n", output)
        return
    lines = [
        f"{cassette.name}: not asked: {cassette.why}"
        if cassette.why
        else f"{cassette.name}: {cassette.model}, {_format_cost([cassette])}"
        for cassette in planned
    ]
    asked = [cassette for cassette in planned if cassette.why is None]
    lines.append(f"{len(asked)} cassettes: {_format_cost(asked)}")
    give("".join(f"{line}\n" for line in lines), output)


def _format_cost(planned: "list[Planned]") -> str:
    known = [cassette.usd for cassette in planned if cassette.usd is not None]
    usd = f"${sum(known):.4f} at most" if known else "no price known"
    if known and len(known) < len(planned):
        usd += f", and {counted(len(planned) - len(known), 'cassette')} with an unknown price"
    calls, sent, received = (sum(getattr(cassette, count) for cassette in planned) for count in _COUNTS)
    return f"{calls} requests, about {sent} input tokens, at most {received} output tokens, {usd}"
