"""``conformance report``: make the site of results."""

from pathlib import Path
from typing import Annotated

import typer

from conformance.cli import overlay
from conformance.cli.output import console, fail
from conformance.judge.exit_codes import Exit
from conformance.report.results import ResultsError
from conformance.site.building import build
from conformance.site.material import Origin


def report(
    results: Annotated[Path, typer.Argument(help="A results.json that 'conformance run' wrote.")] = Path(
        "conformance-results/results.json"
    ),
    before: Annotated[
        Path | None, typer.Option(help="Earlier results of the same adapter: a page says what got better or worse.")
    ] = None,
    adapters: Annotated[
        Path, typer.Option(help="The folder of what libraries did, <name>@<version>.json; none where it is missing.")
    ] = Path("reports/adapters"),
    repository: Annotated[
        str | None,
        typer.Option(help="Where a wrong verdict is reported, https://host/owner/name: pages link to its new issue."),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(
            help="Where the site will stand, https://host/path: links to it show a picture, and it has a sitemap."
        ),
    ] = None,
    output: Annotated[Path, typer.Option(help="The folder for the site; made if missing.")] = Path("reports/site"),
    *,
    data: overlay.Folders,
) -> None:
    """Make the site of results: the matrix, and behind each cell the exchange, the rules and what adapters gave back.

    It is static, asks no other host for anything and opens from disk: begin with index.html. Exit code 5: there is no
    result in it; 6: it is no results file.
    """
    overlay.use(data)

    for option, given in (("--repository", repository), ("--address", address)):
        if given is not None and not given.startswith(("https://", "http://")):
            fail(f"{option} {given!r} is no address: it begins with https://", Exit.USAGE)
    if not results.is_file():
        fail(f"{results}: no file; 'conformance run' writes it", Exit.UNREADABLE)
    origin = Origin(
        results=results,
        libraries=adapters,
        before=before,
        repository=repository and repository.rstrip("/"),
        address=address and address.rstrip("/"),
    )
    try:
        built = build(origin, output)
    except ResultsError as error:
        fail(str(error), Exit.UNREADABLE)
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror}", Exit.UNREADABLE)
    console().print(f"{output / 'index.html'}: {built.pages} pages, {built.size / 1e6:.1f} MB", highlight=False)
    if not built.results:
        raise typer.Exit(Exit.NOTHING_JUDGED)
