"""``conformance run``: run the whole suite for one adapter."""

from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from conformance.cli import judging, overlay, screen
from conformance.cli.formats import Judgement
from conformance.cli.lists import Providers, Scenarios, listed
from conformance.cli.output import check_apart, conclude, give, give_all, given_path, writable
from conformance.gate import junit
from conformance.gate.page import Page
from conformance.judge.exit_codes import with_formats
from conformance.report import markdown, matrix
from conformance.report import results as result_files
from conformance.report.terminal import summary

_FILES: Final = ("results.json", "matrix.json", "matrix.md")


def run(
    providers: Providers = None,
    scenarios: Scenarios = None,
    adapter: Annotated[
        str,
        typer.Option(
            help="The adapter under test: 'reference', 'package.module:Class', the name of an entry point, "
            "'command:PROGRAM' or 'gateway:URL?speaks=DIALECT&upstream=PROVIDER'."
        ),
    ] = "reference",
    workers: Annotated[
        int | None, typer.Option(min=1, help="The number of processes. By default the number of cores.")
    ] = None,
    cassettes: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            file_okay=False,
            help="Judge only the cassettes below this folder: <provider>/<dialect>/<scenario>.<plain|stream>.yaml.",
        ),
    ] = None,
    results: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER",
            parser=given_path,
            help="The folder for results.json, matrix.json and matrix.md. It is made if it is missing.",
        ),
    ] = Path("conformance-results"),
    format: Annotated[Judgement, typer.Option(help="The format.")] = Judgement.text,  # noqa: A002 - the option's name
    output: Annotated[
        Path | None, typer.Option(callback=writable, help="Write to this file instead of to stdout.")
    ] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Play every cassette to an adapter, and show the matrix. The suite judges the cassettes and the adapter.

    The command writes results.json (a result for each check of each cassette), matrix.json and matrix.md into the
    results folder. If no cassette was played, it writes no file. It needs no network and no key. If a cassette cannot
    be read, stderr names it, and the run goes on with the other cassettes.
    """
    overlay.use(data)

    written = {f"--results {name}": results / name for name in _FILES}
    check_apart({"--output": output}, [] if cassettes is None else [cassettes])
    check_apart({"--output": output, **written})
    for path in written.values():
        writable(path)
    chosen = judging.selection(providers=listed(providers), scenarios=listed(scenarios), folder=cassettes)
    ran, verdict = judging.judge(chosen, adapter, workers)
    built = matrix.build(ran)
    page = Page(verdict=verdict, adapter_options=judging.options(adapter=adapter, data=data))
    if ran.results:
        texts = (result_files.write(ran).decode(), matrix.to_json(built).decode(), markdown.to_markdown(built))
        for name, text in zip(_FILES, texts, strict=True):
            give(text, results / name)
    whole = True
    match format:
        case Judgement.json:
            give(matrix.to_json(built).decode(), output)
        case Judgement.markdown:
            give(markdown.to_markdown(built), output)
        case Judgement.text:
            screen.show(built, summary(ran), output)
        case Judgement.junit:
            whole = give_all([(format.value, partial(junit.to_junit, page), output)])
    conclude(page.summary, verdict.codes, output)
    raise typer.Exit(with_formats(page.code, whole=whole))
