"""``conformance import``: turn a user's own captures into scenarios and cassettes."""

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec
import typer
from vcr.serializers import yamlserializer

from conformance.bundle import manifest
from conformance.cli import overlay
from conformance.cli.bundling import check_submitter, make_bundle
from conformance.cli.formats import Data
from conformance.cli.output import check_apart, console, fail, give, given_path, one_line, remark, writable
from conformance.judge.exit_codes import Exit, worst
from conformance.leaks import LeakError, hidden, safe
from conformance.plural import counted
from conformance.progress import tracked
from conformance.recording import vcr_file
from conformance.recording.errors import CassetteError
from conformance.recording.guarded import refuse
from conformance.recording.lock import alone
from conformance.recording.outcome import Scrubbed
from conformance.recording.persister import write
from conformance.report.canonical import indented
from conformance.survey.importing import CAPABILITY, Imported, NotTaken, digest, taken
from conformance.survey.sources import (
    Foreign,
    Source,
    Unreadable,
    content,
    find,
    guarded,
    passed_over,
    passed_over_line,
    recorded,
)
from conformance.survey.text_records import TextRecord
from toolwire.json_value import Json, type_name

_OWN: Final = ("cassettes", "providers", "scenarios", manifest.FILE)
"""The files and folders that an import writes into ``--into``. An import does not read them."""
_SHARE: Final = 8
"""The imports in memory are written when they are more than 1/8 of the imports that are already written.

Each write reads and writes the whole profile. With this limit, the total time grows with the number of exchanges, and
not with the square of that number.
"""


def import_(
    paths: Annotated[
        list[Path],
        typer.Argument(parser=given_path, help="Files or folders: vcrpy cassettes, HTTP archives, JSON lines."),
    ],
    into: Annotated[
        Path,
        typer.Option(metavar="DIR", parser=given_path, help="The folder for the data. It is made if it is missing."),
    ],
    format: Annotated[Data, typer.Option(help="Text for people, JSON for machines.")] = Data.text,  # noqa: A002
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
    submitter: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Make a bundle to submit. NAME is the person who made and submits the captures."
        ),
    ] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Turn recordings that you made with other tools into your own data. Each exchange becomes a scenario and a
    cassette.

    Other commands use these data with --data DIR. Keys, cookies, organizations and accounts are masked. An exchange
    that may still contain a secret is not imported. The command overwrites no cassette. It lists each exchange that it
    did not import, with the reason. Exit code 5: nothing was imported, now or before; 6: a file could not be read or
    written.
    """
    overlay.use(data)

    check_apart({"--output": output}, [*paths, into], made=[into / name for name in _OWN])
    if submitter is not None:
        check_submitter(into, submitter)
    today = datetime.now(UTC).date().isoformat()
    with _locked(into):
        made, existing, left, unread = _import_all(paths, into, today)
    if submitter is not None and (made or existing):
        overlay.use([*data, into])
        scrubbed = {str(imported.name): Scrubbed(masked=imported.masked) for imported in made}
        make_bundle(into, submitter, today, scrubbed)
    if passed := passed_over(paths):
        remark(passed_over_line(passed))
    give(hidden(_format(format, made, existing, left, unread)), output)
    codes = {Exit.NOTHING_JUDGED: not (made or existing), Exit.UNREADABLE: unread}
    raise typer.Exit(worst({code for code, is_so in codes.items() if is_so}))


@contextmanager
def _locked(into: Path) -> Iterator[None]:
    """Hold the lock of a folder during an import, which reads and changes the profiles in the folder.

    If the folder is empty after the import, remove it. If the folder cannot be written, end the command.
    """
    try:
        with alone(into):
            yield
        with suppress(OSError):
            into.rmdir()
    except OSError as error:
        fail(f"{into}: cannot be written: {error.strerror or error}", Exit.UNREADABLE)


class _Results(NamedTuple):
    """The results of an import: the cases that it made, the cases that existed before, the exchanges that it did not
    import, and the files and exchanges that could not be read or written.
    """

    made: list[Imported]
    existing: list[Imported]
    left: list[NotTaken]
    unread: list[Unreadable]


def _import_all(paths: list[Path], into: Path, today: str) -> _Results:
    made: list[Imported] = []
    existing: list[Imported] = []
    left: list[NotTaken] = []
    unread: list[Unreadable] = []
    waiting: dict[Path, _Texts] = {}
    digests: dict[Path, str | None] = {}
    for source in tracked(_sources(paths, into), "Importing", console()):
        held = source if isinstance(source, Unreadable) else content(source)
        exchanges = [held] if isinstance(held, Unreadable) else recorded(source, held)  # type: ignore[arg-type]
        for found in exchanges:
            if isinstance(found, Foreign):
                left.append(NotTaken(found.where, safe(found.why)))
                continue
            if isinstance(found, Unreadable):
                unread.append(Unreadable(found.where, safe(found.why)))
                continue
            if isinstance(found, TextRecord):
                why = "expected an exchange, got only a model's output, which 'conformance check' can judge"
                left.append(NotTaken(found.where, why))
                continue
            imported = guarded(found.where, partial(taken, found, today))
            if isinstance(imported, Unreadable):
                unread.append(Unreadable(imported.where, safe(imported.why)))
                continue
            if isinstance(imported, NotTaken):
                left.append(imported)
                continue
            if _digest(_cassette(imported, into), waiting, digests) not in (None, imported.digest):
                imported = imported.apart()
            cassette = _cassette(imported, into)
            if cassette in waiting or cassette.exists():
                existing.append(imported)
            else:
                texts = guarded(found.where, partial(_texts, imported, into))
                if isinstance(texts, Unreadable):
                    unread.append(Unreadable(texts.where, safe(texts.why)))
                elif isinstance(texts, LeakError):
                    left.append(NotTaken(found.where, str(texts)))
                else:
                    waiting[cassette] = texts
                if len(waiting) * _SHARE > len(made):
                    _write_all(waiting, into, made, left, unread)
    _write_all(waiting, into, made, left, unread)
    return _Results(made, existing, left, unread)


def _sources(paths: list[Path], into: Path) -> list[Source | Unreadable]:
    """Return the sources (files, or pieces of large files) below these paths, and an error for each unreadable file.

    The data that earlier imports have written to ``into`` are left out.
    """
    own = [os.path.realpath(into / name) for name in _OWN]
    sources: list[Source | Unreadable] = []
    passed: set[Path] = set()
    for source in find(paths):
        if isinstance(source, Source) and any(map(Path(os.path.realpath(source.path)).is_relative_to, own)):
            passed.add(source.path)
        else:
            sources.append(source)
    if passed:
        remark(f"{counted(len(passed), 'file')} not imported: already part of the data in {into}")
    return sources


def _digest(cassette: Path, waiting: "dict[Path, _Texts]", digests: dict[Path, str | None]) -> str | None:
    """Return the digest of the exchange in a cassette, which is a file or is not written yet.

    Return None if there is no such cassette, or if the file cannot be read.

    ``waiting``: the imports that are not written yet, by the path of the cassette. ``digests`` keeps the digests of
    files, because the digest of a large cassette may be needed many times.
    """
    if cassette in waiting:
        return waiting[cassette].imported.digest
    if cassette not in digests and cassette.exists():
        try:
            exchange = next(vcr_file.exchanges(cassette, vcr_file.read_document(cassette)))
        except CassetteError as error:
            exchange = error
        digests[cassette] = None if isinstance(exchange, CassetteError) else digest(exchange)
    return digests.get(cassette)


class _Texts(msgspec.Struct, frozen=True):
    """An import that is not written yet: the texts of its scenario and its cassette."""

    imported: Imported
    scenario: str
    cassette: str


def _texts(imported: Imported, into: Path) -> _Texts | LeakError:
    """Return the texts of an import's scenario and cassette. Return a ``LeakError`` if a text, or the provider's
    profile, would contain a secret.

    Raises YAML's error for a text that cannot be written, such as a lone surrogate.
    """
    texts = _Texts(imported, yamlserializer.serialize(imported.scenario), yamlserializer.serialize(imported.cassette))
    try:
        refuse(_scenario(imported, into), texts.scenario.encode())
        refuse(_cassette(imported, into), texts.cassette.encode())
        refuse(_profile(imported, into), imported.profile({}))
    except LeakError as error:
        return error
    return texts


def _cassette(imported: Imported, into: Path) -> Path:
    return imported.name.under(into / "cassettes")


def _scenario(imported: Imported, into: Path) -> Path:
    return into / "scenarios" / f"{imported.name.scenario}.yaml"


def _profile(imported: Imported, into: Path) -> Path:
    return into / "providers" / imported.name.provider / "profile.yaml"


def _write_all(
    waiting: dict[Path, _Texts], into: Path, made: list[Imported], left: list[NotTaken], unread: list[Unreadable]
) -> None:
    """Write the imports in ``waiting``, and empty it. Add each import to ``made``, or its error to ``left`` or
    ``unread``.

    Scenarios are written first, then the profiles that name them, and then the cassettes. If the import is stopped at
    any time, other commands can still read the folder, and the next import makes the missing files.
    """
    todo = list(waiting.values())
    waiting.clear()
    if not todo:
        return
    capabilities = into / "scenarios" / "capabilities.yaml"
    document = _document(capabilities)
    if CAPABILITY not in document:
        document[CAPABILITY] = "Imported captures"
        if (failed := _put(capabilities, yamlserializer.serialize(document))) is not None:
            unread.append(failed)
            return
    by_profile: dict[Path, list[_Texts]] = defaultdict(list)
    for texts in todo:
        if (failed := _put(_scenario(texts.imported, into), texts.scenario)) is not None:
            unread.append(failed)
        else:
            by_profile[_profile(texts.imported, into)].append(texts)
    for profile, described in by_profile.items():
        text = yamlserializer.serialize(_added([texts.imported for texts in described], profile))
        try:
            refuse(profile, text.encode())
        except LeakError as error:
            left += [NotTaken(texts.imported.where, str(error)) for texts in described]
            continue
        if (failed := _put(profile, text)) is not None:
            unread.append(failed)
            continue
        for texts in described:
            if (failed := _put(_cassette(texts.imported, into), texts.cassette)) is not None:
                unread.append(failed)
            else:
                made.append(texts.imported)


def _added(imports: list[Imported], profile: Path) -> dict[str, Json]:
    document = _document(profile)
    try:
        for imported in imports:
            document = imported.profile(document)
    except (TypeError, KeyError, AttributeError):
        fail(f"{profile}: expected a profile that lists dialects and their models", Exit.UNREADABLE)
    return document


def _put(path: Path, text: str) -> Unreadable | None:
    """Write a file. Return None, or the error if the file cannot be written."""
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
        document = vcr_file.edited(path)
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
