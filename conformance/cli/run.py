"""``conformance run``: the whole suite, for one adapter."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from conformance.cli import overlay
from conformance.cli.exit_codes import Exit, worst
from conformance.cli.output import console, fail, give, say

if TYPE_CHECKING:
    from conformance.report.matrix import Matrix
    from conformance.report.results import Results


class Format(StrEnum):
    text = "text"
    json = "json"
    markdown = "markdown"


def run(
    provider: Annotated[str | None, typer.Option(help="Only this provider.")] = None,
    scenario: Annotated[str | None, typer.Option(help="Only this scenario.")] = None,
    adapter: Annotated[
        str, typer.Option(help="The adapter under test: 'reference' or 'package.module:Class'.")
    ] = "reference",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes to use; as many as there are cores.")] = None,
    cassettes: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            file_okay=False,
            help="Judge the cassettes below this folder, <provider>/<dialect>/<scenario>.<plain|stream>.yaml, "
            "instead of all others.",
        ),
    ] = None,
    results: Annotated[
        Path, typer.Option(help="Folder for results.json, matrix.json and matrix.md; made if missing.")
    ] = Path("conformance-results"),
    format: Annotated[Format, typer.Option(help="What to show.")] = Format.text,  # noqa: A002 - the option's name
    output: Annotated[Path | None, typer.Option(help="Show it in this file instead of on stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Run the whole suite: replay every cassette to the adapter, judge both sides, show the matrix.

    Writes results.json (one result for each check of each cassette), matrix.json and matrix.md into the results
    folder, unless there was nothing to play. Needs no network and no key. A cassette that cannot be read is named on
    stderr, and the rest goes on.
    """
    overlay.use(data)
    from conformance.adapters.loading import AdapterNotFound
    from conformance.report import markdown, matrix
    from conformance.report import results as result_files
    from conformance.suite.cases import UnknownName
    from conformance.suite.run import AdapterBroke, broke, run_suite

    try:
        ran = run_suite(provider, scenario, adapter, workers, console(), cassettes)
    except (AdapterNotFound, UnknownName) as error:
        fail(str(error), Exit.USAGE)
    except AdapterBroke as error:
        fail(str(error), Exit.ADAPTER_BROKE)
    built = matrix.build(ran.results)
    if ran.results.results:
        give(result_files.write(ran.results).decode(), results / "results.json")
        give(matrix.to_json(built).decode(), results / "matrix.json")
        give(markdown.to_markdown(built), results / "matrix.md")
    for line in ran.unreadable:
        say(line)
    code = _code(ran.results, ran.unreadable, adapter_broke=broke(ran.results))
    if code is Exit.ADAPTER_BROKE:
        say(f"{adapter!r} broke: it gave no answer at all")
    if not ran.results.results:
        say("nothing was judged" + (f": there is no cassette of {provider!r} that fits" if provider else ""))
    elif _nothing_judged(ran.results):
        say("nothing was judged: the adapter declined everything")
    match format:
        case Format.json:
            give(matrix.to_json(built).decode(), output)
        case Format.markdown:
            give(markdown.to_markdown(built), output)
        case Format.text:
            _show(built, ran.results, output)
    raise typer.Exit(code)


def _code(ran: "Results", unreadable: tuple[str, ...], *, adapter_broke: bool) -> Exit:
    codes = {Exit.UNREADABLE} if unreadable else set()
    if adapter_broke:
        codes.add(Exit.ADAPTER_BROKE)
    if _nothing_judged(ran):
        codes.add(Exit.NOTHING_JUDGED)
    if any(result.red and result.outcome != "pass" for result in ran.results):
        codes.add(Exit.NOT_CONFORMANT)
    if any(result.red and result.outcome == "pass" for result in ran.results):
        codes.add(Exit.STALE)
    return worst(codes)


def _nothing_judged(ran: "Results") -> bool:
    """Whether no check of the adapter came to a verdict."""
    return not any(result.subject == "adapter" and result.outcome in ("pass", "warn", "fail") for result in ran.results)


def _show(built: "Matrix", ran: "Results", output: Path | None) -> None:
    from io import StringIO

    from rich.console import Console

    from conformance.report.terminal import summary, table

    page = StringIO() if output else None
    screen = Console(file=page, width=None if sys.stdout.isatty() and page is None else 200)
    screen.print(table(built))
    for line in summary(ran):
        screen.print(line, markup=False, highlight=False, soft_wrap=True)
    if page:
        give(page.getvalue(), output)
