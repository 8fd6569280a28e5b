"""``conformance report``: make the site of results."""

from pathlib import Path
from typing import Annotated

import typer

from conformance.cli import overlay
from conformance.cli.output import console, fail, given_path, one_line
from conformance.judge.exit_codes import Exit
from conformance.report.results import ResultsError
from conformance.site.building import build
from conformance.site.material import Origin


def report(
    results: Annotated[Path, typer.Argument(help="A results.json that 'conformance run' wrote.")] = Path(
        "conformance-results/results.json"
    ),
    before: Annotated[
        Path | None, typer.Option(help="Earlier results of the same adapter. A page shows what got better or worse.")
    ] = None,
    adapters: Annotated[Path, typer.Option(help="The folder with results of libraries. It may be missing.")] = Path(
        "reports/adapters"
    ),
    repository: Annotated[
        str | None,
        typer.Option(
            help="The repository for reports of wrong verdicts, https://host/owner/name. Pages link to a new issue."
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(
            help="The address at which the site will be published, https://host/path. With it, the site has a "
            "sitemap and preview pictures."
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(metavar="FOLDER", parser=given_path, help="The folder for the site. It is made if it is missing."),
    ] = Path("reports/site"),
    *,
    data: overlay.Folders,
) -> None:
    """Make a site of the results. It has the matrix, and for each cell the exchange, the rules and what adapters
    returned.

    The site is static, loads nothing from other hosts and opens from disk: begin with index.html. Exit code 5: the
    file has no results; 6: the file is not a results file.
    """
    overlay.use(data)

    for option, given in (("--repository", repository), ("--address", address)):
        if given is not None and not given.startswith(("https://", "http://")):
            fail(f"{option}: expected an address that begins with https:// or http://, got {given!r}", Exit.USAGE)
    if not results.is_file():
        fail(f"{results}: there is no such file; 'conformance run' writes it", Exit.UNREADABLE)
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
    console().print(
        one_line(f"{output / 'index.html'}: {built.pages} pages, {built.size / 1e6:.1f} MB"),
        highlight=False,
        soft_wrap=True,
    )
    if not built.results:
        raise typer.Exit(Exit.NOTHING_JUDGED)
