"""``conformance drift``: compare fresh recordings with the committed recordings."""

from pathlib import Path
from typing import Annotated

import typer

from conformance.cli import names, overlay
from conformance.cli.formats import Page
from conformance.cli.lists import Scenarios, listed
from conformance.cli.output import check_apart, give, writable
from conformance.data import cassettes_folders
from conformance.drift import compare, rendering
from conformance.judge.exit_codes import Exit, worst


def drift(
    fresh: Annotated[
        Path,
        typer.Argument(
            exists=True,
            file_okay=False,
            help="A folder of fresh cassettes: <provider>/<dialect>/<scenario>.<plain|stream>.yaml.",
        ),
    ],
    scenarios: Scenarios = None,
    format: Annotated[Page, typer.Option(help="The format.")] = Page.text,  # noqa: A002 - the option's name
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Compare fresh recordings with the committed recordings. The command also compares them with the types of the
    vendor's SDK.

    The command compares shapes, not contents: keys, types, finish reasons, the form of ids, events and their order. The
    report names each difference and its cause: a change of the provider, an SDK that is behind, or a mistake in our
    data. Exit code 0: nothing changed; recordings of cases that were never committed are listed as new. 1: something
    changed; 5: the folder has no cassette; 6: something could not be compared.
    """
    overlay.use(data)

    check_apart({"--output": output}, [fresh])
    asked = tuple(map(names.scenario, listed(scenarios)))
    found = compare.drift(fresh, cassettes_folders(), asked)
    give(
        {"text": rendering.to_text, "json": rendering.to_json, "markdown": rendering.to_markdown}[format.value](found),
        output,
    )
    codes = {
        Exit.NOTHING_JUDGED: not found.compared and not found.new,
        Exit.UNREADABLE: found.not_looked_at,
        Exit.NOT_CONFORMANT: found.moved,
    }
    raise typer.Exit(worst({code for code, is_so in codes.items() if is_so}))
