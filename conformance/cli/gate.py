"""``conformance gate``: judge an adapter in its own CI, against a baseline of known failures."""

from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from conformance.adapters.gateway import PORT, NoGateway, address_of, kind_of, named, upstream_of
from conformance.adapters.gateway_headers import GatewayHeader, WrongHeader, given
from conformance.adapters.unsupported import Gone
from conformance.cli import judging, names, overlay
from conformance.cli.formats import Judgement
from conformance.cli.lists import Providers, Scenarios, listed
from conformance.cli.output import (
    check_apart,
    conclude,
    fail,
    give,
    give_all,
    given_path,
    is_terminal,
    put,
    remark,
    writable,
)
from conformance.gate import junit, rendering
from conformance.gate.baseline import HEAD, Baseline, BaselineError, head, updated, written
from conformance.gate.failing import to_explain
from conformance.gate.issue import Excerpt, Issue, of_failure
from conformance.gate.page import Page, ShownCause
from conformance.gate.verdict import Verdict
from conformance.judge.exit_codes import Exit, with_formats
from conformance.plural import counted
from conformance.suite import patience
from conformance.suite.run import started
from conformance.suite.selection import USUAL, Generated, Selection
from conformance.suite.shrink import Repro, shrink
from conformance.suite.shrink_request import shrink_request


def gate(
    cases: Annotated[
        list[str] | None, typer.Argument(help="Only these cases: ids, or the beginnings of ids, up to a slash.")
    ] = None,
    adapter: Annotated[
        str | None,
        typer.Option(
            help="The adapter under test: 'reference', 'package.module:Class', the name of an entry point, "
            "'command:PROGRAM' or 'gateway:URL?speaks=DIALECT&upstream=PROVIDER'."
        ),
    ] = None,
    command: Annotated[
        str | None, typer.Option(help="The command that starts an adapter in any language: JSON lines on stdio.")
    ] = None,
    gateway: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The base URL that clients of a gateway use."),
    ] = None,
    speaks: Annotated[
        str | None, typer.Option(metavar="DIALECT", help="The dialect of the gateway's clients, such as openai_chat.")
    ] = None,
    upstream: Annotated[
        str | None,
        typer.Option(
            metavar="PROVIDER",
            help="The provider that the gateway calls, or PROVIDER/DIALECT if it has several dialects.",
        ),
    ] = None,
    upstream_port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            help="The port on 127.0.0.1 where the gate plays the provider, and to which the gateway must send its "
            "requests. By default 8900.",
        ),
    ] = None,
    gateway_header: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A header that the gateway requires from its clients; may be given several times. $NAME in the value "
            "is replaced by an environment variable. Values are never shown.",
        ),
    ] = None,
    providers: Providers = None,
    scenarios: Scenarios = None,
    baseline: Annotated[
        Path | None, typer.Option(help="The file of known failures, each with a reason and a link.")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Write all failures into the baseline, and keep the reasons in it.")
    ] = False,
    edition: Annotated[
        str | None, typer.Option(metavar="DATE", help="Show cases that are newer than this day, but do not count them.")
    ] = None,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Also judge each streamed case with every known change to its stream.")
    ] = False,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough",
            help="Judge each streamed case many times: with its stream cut into pieces at different places, and in "
            "each legal form of the stream. Includes --mutants.",
        ),
    ] = False,
    generate: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Also judge this number of conversations that are generated from a seed."
        ),
    ] = USUAL.count,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, max=999_999_999, help="The seed of generated conversations.")
    ] = USUAL.seed,
    shrink: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            parser=given_path,
            help="Write to this folder, for each root cause, the smallest request or stream that shows it, and the "
            "text of an issue.",
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="The number of processes. By default the number of cores.")
    ] = None,
    format: Annotated[Judgement, typer.Option(help="The format. 'markdown' fits a job's summary.")] = Judgement.text,  # noqa: A002
    output: Annotated[
        Path | None, typer.Option(callback=writable, help="Write to this file instead of to stdout.")
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option(metavar="FORMAT=FILE", help="Also write another format to a file; may be given several times."),
    ] = None,
    details: Annotated[
        bool | None,
        typer.Option(
            help="With the format 'text': show the details of the 10 gravest root causes, or with --no-details only "
            "those of the gravest, shortened. The default is --no-details on a terminal, and --details in files and "
            "pipes.",
        ),
    ] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Judge an adapter or a gateway against recorded exchanges. Every failure is red, unless a baseline explains it.

    The baseline is strict in both directions. A failure that it does not list is red. An entry is red, too, if its
    case passes now or fails in another way. A declined case is never green: it needs a reason in the baseline, too.

    An adapter in Python is a class. It has `hello` and `converse` if it talks HTTP, and only `read_text` if it only
    reads calls in text. 'python -m pydoc conformance.adapters.wire' describes the class, and
    'python -m pydoc conformance.adapters.protocol' describes the messages of a program in another language. The
    repository has adapters to copy, in its folder examples/.
    """
    overlay.use(data)
    if [adapter, command, gateway].count(None) != _OTHERS:
        fail("expected exactly one of --adapter, --command and --gateway, which name the adapter", Exit.USAGE)
    if gateway is None and ((speaks, upstream, upstream_port) != (None, None, None) or gateway_header):
        fail("--speaks, --upstream, --upstream-port and --gateway-header need --gateway", Exit.USAGE)
    headers = _headers(gateway_header or [])
    if gateway is not None:
        name = _gateway(gateway, speaks, upstream, upstream_port, headers)
    else:
        name = f"command:{command}" if adapter is None else adapter
    if write_baseline and baseline is None:
        fail("--write-baseline needs --baseline, the file to write", Exit.USAGE)
    if edition is not None and not _is_day(edition):
        fail(f"--edition: expected a date such as 2026-11-21, got {edition!r}", Exit.USAGE)
    more = [_format_and_file(option) for option in also or ()]
    copies = {f"--also {kind.value}={file}": file for kind, file in more}
    check_apart({"--output": output, **copies}, [] if baseline is None else [baseline])

    chosen = judging.selection(
        providers=listed(providers),
        scenarios=listed(scenarios),
        ids=tuple(cases or ([] if upstream is None else [upstream])),
        mutants=mutants or thorough,
        deliveries="all" if thorough else "usual",
        generated=Generated(generate, seed),
    )
    if write_baseline:
        writable(baseline)
    if shrink is not None:
        writable(shrink / "request.json")
    known, begin = Baseline(), HEAD
    if baseline is not None and (baseline.exists() or not write_baseline):
        known = judging.known_failures(baseline)
        begin = _head(baseline) if write_baseline else ""
    if not write_baseline:
        for case in known.unexplained():
            fail(f"{baseline}: {case}: {_UNEXPLAINED}", Exit.USAGE)
    _, verdict = judging.judge(chosen, name, workers, known, edition)
    page = Page(
        verdict=verdict,
        adapter_options=judging.options(
            adapter=adapter,
            command=command,
            gateway=gateway,
            speaks=speaks,
            upstream=upstream,
            upstream_port=upstream_port,
            gateway_header=[header.shown for header in headers],
            data=data,
        ),
        untried=_untried(chosen),
        details=output is not None or not is_terminal() if details is None else details,
    )
    tell = {
        Judgement.text: rendering.to_text,
        Judgement.json: rendering.to_json,
        Judgement.markdown: rendering.to_markdown,
        Judgement.junit: junit.to_junit,
    }
    quiet = write_baseline and output is None
    wanted = [*([] if quiet else [(format, output)]), *more]
    whole = give_all([(kind.value, partial(tell[kind], page), file) for kind, file in wanted])
    conclude(page.summary, verdict.codes, output)
    code = page.code
    if write_baseline and baseline is not None:
        code = _write(baseline, known, begin, verdict, chosen, code)
    if shrink is not None:
        _shrink(page, name, shrink)
    raise typer.Exit(with_formats(code, whole=whole))


_OTHERS = 2
_UNEXPLAINED = "the reason or the link still has its placeholder 'to be explained': fill in both"


def _is_day(text: str) -> bool:
    """Return whether a text is a date such as ``2026-11-21``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _untried(chosen: "Selection") -> tuple[str, ...]:
    """Return the kinds of streams that the run does not try, each with the option that adds this kind."""
    options = {
        "broken streams (--mutants)": chosen.mutants,
        "streams cut into pieces at different places, and in every legal form (--thorough)": chosen.deliveries == "all"
        or not chosen.names,
    }
    return tuple(words for words, tried in options.items() if not tried)


def _headers(options: list[str]) -> "tuple[GatewayHeader, ...]":
    """Return the headers that clients must send to the gateway. A wrong option ends the command."""
    try:
        return given(options)
    except WrongHeader as error:
        fail(f"--gateway-header: {error}", Exit.USAGE)


def _gateway(
    url: str, speaks: str | None, upstream: str | None, port: int | None, headers: "tuple[GatewayHeader, ...]"
) -> str:
    """Return the adapter name of a gateway. A missing or wrong option ends the command."""
    if speaks is None or upstream is None:
        fail("--gateway needs --speaks and --upstream", Exit.USAGE)

    try:
        address_of(url)
        names.provider(upstream.partition("/")[0])
        speaks, upstream = names.only_dialect(speaks), names.case(upstream)
        upstream_of(upstream)
    except NoGateway as error:
        fail(str(error), Exit.USAGE)
    return named(url, speaks, upstream, PORT if port is None else port, headers)


def _format_and_file(option: str) -> tuple[Judgement, Path]:
    """Return the format and the file in a value of ``--also``. A wrong value ends the command."""
    kind, equals, file = option.partition("=")
    if not equals or not file or kind not in set(Judgement):
        fail(f"--also: expected one of {', '.join(f'{name}=FILE' for name in Judgement)}, got {option!r}", Exit.USAGE)
    if file == "-":
        fail("--also: expected a file, got -. Use --format for the format on stdout", Exit.USAGE)
    path = Path(file)
    writable(path)
    return Judgement(kind), path


def _head(path: Path) -> str:
    """Return the comments at the beginning of a baseline. A comment that is not at the beginning ends the command."""
    try:
        return head(path)
    except BaselineError as error:
        fail(str(error), Exit.USAGE)


def _write(path: Path, known: "Baseline", begin: str, verdict: "Verdict", chosen: "Selection", code: Exit) -> Exit:
    """Write the baseline. Return exit code 0 if every entry is explained, otherwise 1.

    ``known``: the entries before the run. ``begin``: the comments at the beginning. ``code``: the exit code of the run.
    If the run does not show which cases the adapter fails, write nothing and end the command.
    """
    if code in (Exit.ADAPTER_BROKE, Exit.NOTHING_JUDGED, Exit.UNREADABLE):
        todo = ". Add a scenario that it does not decline" if code is Exit.NOTHING_JUDGED else ""
        fail(f"{path}: not written, because this run does not show which cases the adapter fails{todo}", code)
    failing = [result for result in to_explain(verdict.results) if result.unscored is None and chosen.covers(result.id)]
    made = updated(known, failing, chosen.covers)
    give(written(made, begin), path)
    unexplained = len(list(made.unexplained()))
    left = f"{unexplained} of them still need a reason and a link" if unexplained else "nothing is left to explain"
    remark(f"{path}: {counted(len(made.entries), 'known failure')}, {left}")
    return Exit.NOT_CONFORMANT if unexplained else Exit.CONFORMANT


def _issue(shown: ShownCause, repro: Repro) -> Issue:
    assert shown.shrinks is not None
    left = Excerpt(
        request=repro.request, is_stream=repro.body is not None, size=repro.size, of=repro.of, unit=repro.unit
    )
    findings = tuple(finding.line for finding in repro.findings)
    return of_failure(shown.shrinks, shown.cause.heading, findings, (repro.expected, repro.got), left)


def _shrink(page: "Page", adapter: str, folder: Path) -> None:
    """Write, for each root cause, the smallest request or stream that shows the cause, if it can be made smaller.

    The files of a root cause are in a folder with its id. A line on stderr names each root cause without files. If the
    adapter ends or hangs too often, the command ends.
    """
    for shown in page.causes:
        if shown.shrinks is None:
            remark(f"{shown.cause.id}: no files, because only wrong requests and misread streams can be made smaller")
    count = patience.Alone()
    for shown in page.shrinkable:
        assert shown.shrinks is not None
        result = shown.shrinks.result
        try:
            with patience.counting(count):
                repro = shrink(result, started(adapter)) or shrink_request(shown.cause, started(adapter))
        except Gone as error:
            fail(
                f"the {kind_of(adapter)} stopped answering while the gate reduced {result.id}: {error}",
                Exit.ADAPTER_BROKE,
            )
        if repro is None:
            remark(f"{shown.cause.id}: no files, because {result.id} cannot be made smaller")
            continue
        home = folder / shown.cause.id
        for name, text in (
            ("request.json", repro.request),
            ("expected.json", f"{repro.expected}\n"),
            ("got.txt", f"{repro.got}\n"),
            ("issue.md", rendering.to_issue(_issue(shown, repro))),
        ):
            give(text, home / name)
        if repro.body is not None:
            put(repro.body, home / "stream")
        remark(f"{home}: {repro.size} of {repro.of} {repro.unit} are enough to show the failure")
