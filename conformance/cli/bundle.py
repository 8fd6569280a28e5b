"""``conformance bundle``: verify a bundle of recordings, or judge it again."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from conformance.bundle.making import make
from conformance.bundle.manifest import BundleError, read
from conformance.bundle.verifying import Problem, change_problems, claim_problems, problems_before_use
from conformance.cli import overlay
from conformance.cli.formats import Data
from conformance.cli.output import check_apart, fail, give, one_line, say, writable
from conformance.judge.exit_codes import Exit, worst
from conformance.leaks import LeakError, safe
from conformance.plural import counted
from conformance.report.canonical import indented


def bundle(
    action: Annotated[
        Literal["verify", "judge"], typer.Argument(help="Verify the bundle, or judge its recordings again.")
    ],
    path: Annotated[Path, typer.Argument(metavar="FOLDER", exists=True, file_okay=False, help="The bundle's folder.")],
    range_: Annotated[
        str | None,
        typer.Option(
            "--range",
            metavar="COMMITS",
            help="Also verify that these commits, such as main...HEAD, only add this bundle.",
        ),
    ] = None,
    format: Annotated[Data, typer.Option(help="Text for people, JSON for machines.")] = Data.text,  # noqa: A002
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
) -> None:
    """Verify a bundle of recordings, or judge its recordings again. 'judge' writes the new verdicts into the bundle's
    manifest.

    'conformance record --bundle' and 'conformance import --submitter' make bundles. 'verify' checks that the bundle has
    the right form and files, that no file contains a secret, and that origins, versions and verdicts agree with the
    cassettes. Exit code 0: everything is as the bundle states; 1: something differs; 5: the commits of --range change
    no file; 6: something could not be read.

    Before a pull request: conformance bundle verify bundles/openai-2026-12 --range main...HEAD
    """
    check_apart({"--output": output}, [path])
    try:
        if action == "judge":
            if range_ is not None:
                fail("--range works with 'verify' only", Exit.USAGE)
            manifest = read(path)
            overlay.use([path])
            made = make(path, manifest.submitter, datetime.now(UTC).date().isoformat(), {})
            give(f"{path}: {counted(len(made.cassettes), 'cassette')} judged\n", output)
            return
        found = (*_problems(path), *(change_problems(path, range_) if range_ is not None else ()))
        problems = tuple(map(_without_secrets, found))
    except LeakError as error:
        fail(str(error), Exit.UNREADABLE)
    except BundleError as error:
        fail(safe(str(error)), Exit.UNREADABLE)
    except OSError as error:
        fail(safe(f"{error.filename or path}: {error.strerror}"), Exit.UNREADABLE)
    if format is Data.json:
        give(indented({"problems": msgspec.to_builtins(problems)}), output)
    else:
        lines = [one_line(str(problem)) for problem in problems] or ["everything is as the bundle states"]
        give("".join(f"{line}\n" for line in lines), output)
    if problems:
        say(f"{counted(len(problems), 'problem')} in {path}")
    raise typer.Exit(worst({problem.code for problem in problems}))


def _without_secrets(problem: Problem) -> Problem:
    """Return the problem with its texts made safe: a file's name or a value of the manifest may contain a secret."""
    return msgspec.structs.replace(problem, where=safe(problem.where), what=safe(problem.what))


def _problems(folder: Path) -> tuple[Problem, ...]:
    """Return the problems of a bundle.

    The bundle's data are used only if the checks of its form, files and secrets find no problem.
    """
    manifest, before = problems_before_use(folder)
    if manifest is None or before:
        return before
    overlay.use([folder])
    return tuple(claim_problems(folder, manifest))
