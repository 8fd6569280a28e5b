"""``conformance explain``: explain an id."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from conformance.cli import names, overlay
from conformance.cli.formats import Data
from conformance.cli.output import check_apart, fail, give, writable
from conformance.judge.exit_codes import Exit
from conformance.report.explanation import Explanation
from conformance.report.explanation import explain as explained
from conformance.report.explanation.facts import UnknownId
from conformance.report.explanation.libraries import causes


def explain(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="The id of a rule, checker, check, scenario, capability, provider, dialect, text format, delivery, "
            "mutant, case, library or root cause. For several cases: the beginning of their ids, up to a slash.",
        ),
    ],
    format: Annotated[Data, typer.Option(help="Text for people, JSON for machines.")] = Data.text,  # noqa: A002
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Explain anything that has an id. The command shows its meaning, its reason, its source and its evidence.

    For a case it shows the verdict, the reason and the evidence in every report in the repository's folder reports/.
    The matrix, results files, 'conformance run' and 'conformance check' show ids. With --format json, the result is an
    array, because several things may have the same id.
    """
    overlay.use(data)
    check_apart({"--output": output})

    found = _explained(name)
    if format is Data.json:
        give(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n", output)
    else:
        give("\n".join(map(_text, found)), output)


def _explained(name: str) -> "tuple[Explanation, ...]":
    """Return the explanations of an id.

    If no id equals ``name``, return the explanations of each id that has the alias ``name``, or that differs from
    ``name`` only in spelling. If there is no such id either, end the command.
    """
    try:
        return explained(name if name in causes() or "/" not in name else names.case(name))
    except UnknownId as error:
        found: list[Explanation] = []
        for candidate in names.candidates(name):
            with suppress(UnknownId):  # a name that packages register, or that has several meanings
                found += explained(candidate)
        if not found:
            close = ", ".join(names.similar(name, names.aliases()))
            fail(f"{error}; similar names: {close}" if close else str(error), Exit.USAGE)
    return tuple(found)


def _text(explanation: "Explanation") -> str:
    lines = [f"{explanation.kind} {explanation.id}", f"  {explanation.title}"]
    for fact in explanation.facts:
        lines += [f"{fact.name}:", *(f"  {line}" for line in fact.lines or ("nothing",))]
    return "\n".join(lines) + "\n"
