"""``conformance feed``: show the capabilities of providers and models, for programs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from conformance.cli.output import fail, give, writable
from conformance.judge.exit_codes import Exit
from conformance.report.explanation.verdicts import capabilities
from conformance.report.feed import document, exports
from conformance.report.feed.document import CapabilitiesDocument


class Shape(StrEnum):
    """The forms of the feed: our own document, and the forms of other projects."""

    ours = "ours"
    litellm = "litellm"
    pydantic_ai = "pydantic-ai"
    models_dev = "models.dev"


def feed(
    shape: Annotated[
        Shape, typer.Option("--as", help="The form: our own document, or another project's table of models.")
    ] = Shape.ours,
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
) -> None:
    """Show the known capabilities of models as JSON. Each capability has its provider, model, dialect and mode.

    Each value has its evidence, date and sources. If a value is absent, nobody examined it. The form of another project
    has only values that were observed with a model.
    """
    found = kept()
    made = exports.SHAPES.get(shape.value)
    text = document.to_json(found) if made is None else msgspec.json.format(msgspec.json.encode(made(found)))
    give(text.decode().rstrip("\n") + "\n", output)


def kept() -> CapabilitiesDocument:
    """Return the feed from the reports. If the reports have no feed, end the command."""
    found = capabilities()
    if found is None:
        fail(f"the reports have no {document.FEED}: 'python tools/regenerate.py' makes it", Exit.UNREADABLE)
    return found
