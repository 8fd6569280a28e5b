"""``conformance probe``: play the scenarios to a running endpoint."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from conformance.cli import judging, names, overlay
from conformance.cli.formats import Judgement
from conformance.cli.lists import Scenarios, listed
from conformance.cli.output import check_apart, conclude, console, fail, give, remark, say, writable
from conformance.clients import load_all as load_clients
from conformance.judge.exit_codes import Exit
from conformance.probe import rendering
from conformance.probe.clients import ClientPlayed, play_client
from conformance.probe.endpoint import Endpoint, Search, search
from conformance.probe.playing import case_of, play
from conformance.probe.report import Report
from conformance.progress import tracked
from conformance.recording.addresses import checked_url
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import RecordingError
from conformance.recording.live import SHORT_KEY, NoAnswer, NoConnection, NoKey
from conformance.scenarios import load_all
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import load


def probe(
    cases: Annotated[
        list[str] | None,
        typer.Argument(help="Only these cases: ids, or the beginnings of ids, up to a slash."),
    ] = None,
    base_url: Annotated[
        str,
        typer.Option(
            metavar="URL", help="The base URL that clients of the endpoint use, such as http://127.0.0.1:8080/v1."
        ),
    ] = ...,  # type: ignore[assignment]
    model: Annotated[str, typer.Option(metavar="NAME", help="The name of the model.")] = ...,  # type: ignore[assignment]
    dialects: Annotated[
        list[str] | None,
        typer.Option(
            "--dialects",
            "--dialect",
            metavar="NAMES",
            help="The endpoint's dialects, separated by commas. By default the command finds them.",
        ),
    ] = None,
    provider: Annotated[
        str | None,
        typer.Option(
            help="Use the rules and the key variable of this provider. By default, the dialect owner's rules apply."
        ),
    ] = None,
    scenarios: Scenarios = None,
    clients: Annotated[
        bool,
        typer.Option(
            "--clients", help="Also play requests of agents such as Codex. Each agent takes dozens of requests."
        ),
    ] = False,
    exchanges: Annotated[
        bool, typer.Option("--exchanges", help="Show the request and the answer of each failure.")
    ] = False,
    format: Annotated[Judgement, typer.Option(help="The format. 'markdown' fits a job's summary.")] = Judgement.text,  # noqa: A002
    output: Annotated[
        Path | None, typer.Option(callback=writable, help="Write to this file instead of to stdout.")
    ] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Play the scenarios to a running endpoint, and judge its answers. Each scenario is played plain and streamed. The
    command keeps nothing.

    With --provider, the API key comes from the environment variable that the provider's profile names. Without
    --provider, it comes from CONFORMANCE_PROBE_KEY. An endpoint on this machine needs no key. If the model does not do
    what the scenario is about, the case is 'not observed', which is not a failure.
    """
    overlay.use(data)
    check_apart({"--output": output})

    provider = provider and names.provider(provider)
    spoken = tuple(dict.fromkeys(map(names.dialect, listed(dialects))))
    chosen = tuple(map(names.scenario, listed(scenarios)))
    known = tuple(load(provider).dialects) if provider else DIALECTS
    for name in spoken:
        if name not in known:
            who = f"a dialect of {provider}" if provider else "a dialect"
            fail(f"--dialect: expected {who} ({', '.join(known)}), got {name!r}", Exit.USAGE)
    if not base_url.startswith(("http://", "https://")):
        fail(f"--base-url: expected an address such as http://127.0.0.1:8080/v1, got {base_url!r}", Exit.USAGE)
    if not model.isprintable():
        fail(f"--model: expected printable characters, got {model!r}", Exit.USAGE)
    try:
        checked_url(base_url)
    except RecordingError as error:
        fail(str(error), Exit.USAGE)
    options = judging.options(
        base_url=base_url, model=model, dialects=",".join(spoken) or None, provider=provider, data=data
    )
    again = f"conformance probe {options}"
    try:
        with Endpoint(base_url, model, provider) as endpoint:
            report = _probed(endpoint, spoken, chosen, tuple(map(names.case, cases or ())), again)
            if clients:
                report = msgspec.structs.replace(report, clients=tuple(_of_clients(endpoint, report.search)))
    except NoKey as error:
        fail(str(error), Exit.USAGE)
    for left in report.unreached:
        say(endpoint.shown(f"{left.id}: {left.why}"))
    if endpoint.has_short_key:
        remark(SHORT_KEY)
    tell = {
        Judgement.text: rendering.to_text,
        Judgement.json: rendering.to_json,
        Judgement.markdown: rendering.to_markdown,
        Judgement.junit: rendering.to_junit,
    }
    give(endpoint.hidden(tell[format](report, exchanges=exchanges)), output)
    conclude(report.summary, report.codes, output)
    raise typer.Exit(report.code)


def _probed(
    endpoint: "Endpoint", dialects: tuple[str, ...], chosen: tuple[str, ...], cases: tuple[str, ...], again: str
) -> "Report":
    try:
        found = search(endpoint, dialects)
    except NoConnection as error:
        fail(endpoint.hidden(f"{error}. Start the endpoint, or correct --base-url"), Exit.UNREADABLE)
    except NoAnswer as error:
        fail(endpoint.shown(str(error)), Exit.UNREADABLE)
    if not found.spoken:
        _give_up(endpoint, found)
    every = [
        (spoken, scenario, mode)
        for spoken in found.spoken
        for scenario in load_all()
        for mode in scenario.modes
        if not scenario.fictional
        and (not chosen or scenario.id in chosen)
        and _begins(case_of(endpoint, CassetteName(spoken.provider, spoken.dialect, scenario.id, mode)), cases)
    ]
    if not every:
        if cases:
            fail(f"no id of a case that can be played to an endpoint begins with {', '.join(cases)}", Exit.USAGE)
        fail(f"no case of {', '.join(chosen)} can be played to an endpoint", Exit.USAGE)
    played = tuple(
        play(endpoint, spoken, scenario, mode) for spoken, scenario, mode in tracked(every, "Probing", console())
    )
    today = datetime.now(UTC).date().isoformat()
    return Report(
        base_url=endpoint.base_url, model=endpoint.model, date=today, search=found, played=played, again=again
    )


def _of_clients(endpoint: "Endpoint", found: "Search") -> Iterator["ClientPlayed"]:
    every = [
        (spoken, request) for spoken in found.spoken for request in load_clients() if request.dialect == spoken.dialect
    ]
    for spoken, request in tracked(every, "Playing agents", console()):
        yield from play_client(endpoint, spoken, request)


def _begins(case: str, beginnings: tuple[str, ...]) -> bool:
    return not beginnings or any(
        f"{case}/".startswith(f"{beginning.rstrip('/')}/") or beginning.startswith(f"{case}/")
        for beginning in beginnings
    )


def _give_up(endpoint: "Endpoint", found: "Search") -> None:
    for line in found.answers:
        say(endpoint.shown(line))
    if found.wants_key:
        fail(_about_key(endpoint), Exit.UNREADABLE)
    tried = "the lines above list what was tried. Correct --base-url or --model"
    fail(f"{endpoint.base_url} speaks no known dialect: {tried}", Exit.UNREADABLE)


def _about_key(endpoint: "Endpoint") -> str:
    """Return the message for an endpoint that refuses requests because of the key."""
    variable = endpoint.key_variable
    if variable is None:
        return f"{endpoint.base_url} wants a key, but {endpoint.provider} has none: correct --provider or --base-url"
    if endpoint.sent_key:
        return f"{endpoint.base_url} refuses the key in the variable {variable}: correct the key, --base-url or --model"
    return f"{endpoint.base_url} wants a key: set the variable {variable}"
