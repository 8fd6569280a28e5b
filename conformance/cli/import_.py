"""``conformance import``: turn a user's own captures into scenarios and cassettes."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.progress import track
from vcr.serializers import yamlserializer

from conformance.cli import overlay
from conformance.cli.bundling import check_submitter, make_bundle
from conformance.cli.formats import Data
from conformance.cli.output import check_apart, console, fail, give, one_line, remark, writable
from conformance.judge.exit_codes import Exit, worst
from conformance.plural import counted
from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from conformance.recording.leaks import LeakError, hidden, refuse, safe
from conformance.recording.outcome import Scrubbed
from conformance.recording.persister import write
from conformance.report.canonical import indented
from conformance.survey.importing import CAPABILITY, Imported, NotTaken, taken
from conformance.survey.sources import Unreadable, content, find, guarded, passed_over, passed_over_line, read
from conformance.survey.text_records import TextRecord
from toolwire.json_value import Json, type_name


def import_(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders: vcrpy cassettes, HTTP archives, JSON lines.")],
    into: Annotated[
        Path, typer.Option(metavar="DIR", file_okay=False, help="The folder for the data. It is made if it is missing.")
    ],
    format: Annotated[Data, typer.Option(help="Text for people, JSON for machines.")] = Data.text,  # noqa: A002
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    submitter: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Make a bundle to submit. NAME made the captures and submits the bundle."),
    ] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Turn your own captures into data of your own: a scenario and a cassette for each exchange.

    Other commands use these data with --data DIR. Keys, cookies, organizations and accounts are masked. An exchange
    that may still hold a secret is not imported. The command overwrites no cassette. It lists each exchange that it did
    not import, with the reason. Exit code 5: nothing was imported, now or before; 6: a file could not be read or
    written.
    """
    overlay.use(data)

    check_apart({"--output": output}, paths)
    if submitter is not None:
        check_submitter(into, submitter)
    today = datetime.now(UTC).date().isoformat()
    made: list[Imported] = []
    existing: list[Imported] = []
    left: list[NotTaken] = []
    unread: list[Unreadable] = []
    before = into.resolve()
    sources = [
        source
        for source in find(paths)
        if isinstance(source, Unreadable) or not source.path.resolve().is_relative_to(before)
    ]
    quiet = console()
    for source in track(sources, "Importing", console=quiet, transient=True, disable=not quiet.is_terminal):
        held = source if isinstance(source, Unreadable) else content(source)
        exchanges = [held] if isinstance(held, Unreadable) else read(source, held)  # type: ignore[arg-type]
        for found in exchanges:
            if isinstance(found, Unreadable):
                unread.append(Unreadable(found.where, safe(found.why)))
                continue
            if isinstance(found, TextRecord):
                left.append(NotTaken(found.where, "expected an exchange, got only a model's output"))
                continue
            imported = guarded(found.where, partial(taken, found, today))
            if isinstance(imported, Unreadable):
                unread.append(Unreadable(imported.where, safe(imported.why)))
                continue
            if isinstance(imported, NotTaken):
                left.append(imported)
            elif imported.name.under(into / "cassettes").exists():
                existing.append(imported)
            else:
                texts = guarded(found.where, partial(_texts, _documents(imported, into)))
                if isinstance(texts, Unreadable):
                    unread.append(Unreadable(texts.where, safe(texts.why)))
                elif isinstance(texts, LeakError):
                    left.append(NotTaken(found.where, str(texts)))
                elif (failed := _unwritten(texts)) is not None:
                    unread.append(failed)
                else:
                    made.append(imported)
    if submitter is not None and (made or existing):
        overlay.use([*data, into])
        scrubbed = {str(imported.name): Scrubbed(masked=imported.masked) for imported in made}
        make_bundle(into, submitter, today, scrubbed)
    if passed := passed_over(paths):
        remark(passed_over_line(passed))
    give(hidden(_format(format, made, existing, left, unread)), output)
    codes = {Exit.NOTHING_JUDGED: not (made or existing), Exit.UNREADABLE: unread}
    raise typer.Exit(worst({code for code, is_so in codes.items() if is_so}))


def _documents(imported: Imported, into: Path) -> dict[Path, Json]:
    """Return the documents of an import, by their files.

    The cassette comes last. If an import stops before it writes the cassette, the next import makes all files again.
    """
    profile = into / "providers" / imported.name.provider / "profile.yaml"
    scenarios = into / "scenarios"
    capabilities = scenarios / "capabilities.yaml"
    return {
        profile: _added(imported, profile),
        capabilities: _document(capabilities) | {CAPABILITY: "Imported captures"},
        scenarios / f"{imported.name.scenario}.yaml": imported.scenario,
        imported.name.under(into / "cassettes"): imported.cassette,
    }


def _texts(documents: dict[Path, Json]) -> dict[Path, str] | LeakError:
    """Return the text of each file, or a ``LeakError`` if a text has a secret.

    Raises YAML's error for a text that cannot be written, such as half a surrogate pair.
    """
    texts = {path: yamlserializer.serialize(document) for path, document in documents.items()}
    try:
        for path, text in texts.items():
            refuse(path, text.encode())
    except LeakError as error:
        return error
    return texts


def _added(imported: Imported, profile: Path) -> dict[str, Json]:
    try:
        return imported.profile(_document(profile))
    except (TypeError, KeyError, AttributeError):
        fail(f"{profile}: expected a profile that lists dialects and their models", Exit.UNREADABLE)


def _unwritten(texts: dict[Path, str]) -> Unreadable | None:
    """Write files in order. Stop at the first file that cannot be written, and return its error. Else return None."""
    for path, text in texts.items():
        try:
            write(path, text)
        except OSError as error:
            return Unreadable(str(path), f"cannot be written: {error.strerror}")
    return None


def _document(path: Path) -> dict[str, Json]:
    """Return the mapping in a file, or an empty mapping if there is no file.

    Users may have edited the file, so any other content ends the command.
    """
    if not path.exists():
        return {}
    try:
        document = vcr_file.parsed(path, vcr_file.content(path))
    except CassetteError as error:
        fail(str(error), Exit.UNREADABLE)
    if not isinstance(document, dict):
        fail(f"{path}: expected a mapping, got {type_name(document)}", Exit.UNREADABLE)
    return document


def _format(format: Data, made: list[Any], existing: list[Any], left: list[Any], unread: list[Any]) -> str:  # noqa: A002
    if format is Data.json:

        def named(imports: list[Any]) -> list[dict[str, str]]:
            return [{"where": imported.where, "cassette": str(imported.name)} for imported in imports]

        document = {"made": named(made), "there": named(existing), "not_taken": left, "unreadable": unread}
        return indented(msgspec.to_builtins(document))

    lines = [
        f"{counted(len(made), 'cassette')} made, {len(existing)} existed already, "
        f"{counted(len(left), 'exchange')} not imported"
    ]
    lines += [one_line(f"  {item.where}: {item.why}") for item in (*left, *unread)]
    return "\n".join(lines) + "\n"
