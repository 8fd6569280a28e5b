"""Functions that make a bundle: they judge the recordings in a folder, and write a manifest into the folder."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
import yaml
from vcr.serializers import yamlserializer

from conformance import __version__
from conformance.bundle.judging import verdicts
from conformance.bundle.manifest import CASSETTES, FILE, FORMAT, BundleError, Entry, Manifest, Versions, read, to_json
from conformance.files import walk
from conformance.judge.finding import Outcome
from conformance.leaks import LeakError
from conformance.recording import guarded
from conformance.recording.case import Case
from conformance.recording.cassette import SCRIPT, Cassette, find
from conformance.recording.errors import CassetteError
from conformance.recording.outcome import Scrubbed
from conformance.recording.persister import write
from conformance.recording.vcr_file import content, parsed
from conformance.scenarios import load_all
from toolwire.dialects.errors import Inexpressible
from toolwire.providers.errors import DataError
from toolwire.wire import limited_file

_NORMALIZER: Final = "reference normalizer"


def make(folder: Path, submitter: str, date: str, scrubbed: Mapping[str, Scrubbed]) -> Manifest:
    """Write the manifest of the recordings in a folder, and return it.

    The data that the recordings need must be in use, see ``conformance.data.use``. ``scrubbed``: the numbers of masked
    secrets and replaced ids, by case. For a case that is not in ``scrubbed``, the numbers in the earlier manifest are
    kept. If a YAML file does not have the form that ``is_whole`` requires, it is written again in this form, without
    its comments.

    Raises ``BundleError`` and ``OSError``. Raises ``LeakError`` if a file has a secret, or a value that could not be
    searched for secrets.
    """
    for path in paths(folder):
        if is_irregular(folder / path):
            raise BundleError(folder / path, "expected a file, got a link or a pipe", "put the file itself there")
    before = {entry.case: entry.scrubbed for entry in read(folder).cassettes} if (folder / FILE).is_file() else {}
    try:
        for path in paths(folder):
            if path.endswith(".yaml") and not is_whole(folder / path):
                write(folder / path, _as_read(folder / path))
        cassettes = tuple(cassettes_in(folder))
        if not cassettes:
            raise BundleError(folder / CASSETTES, "the folder has no cassette", "record or import cassettes first")
        manifest = Manifest(
            format=FORMAT,
            submitter=submitter,
            date=date,
            versions=versions(cassettes),
            cassettes=tuple(
                entry(cassette, scrubbed.get(str(cassette.name)) or before.get(str(cassette.name)))
                for cassette in cassettes
            ),
            files={path: digest(folder / path) for path in paths(folder)},
        )
        for path in manifest.files:
            if leaks := guarded.at(folder / path):
                raise LeakError(folder / path, leaks)
        text = to_json(msgspec.convert(msgspec.to_builtins(manifest), Manifest))
    except (CassetteError, DataError, msgspec.ValidationError) as error:
        raise BundleError(folder, str(error), "repair the file, or remove it") from None
    except UnicodeEncodeError as error:
        name = error.object.encode(errors="backslashreplace").decode()
        raise BundleError(folder / name, "expected a name in UTF-8", "rename the file, or remove it") from None
    guarded.refuse(folder / FILE, text.encode())
    write(folder / FILE, text)
    return manifest


def cassettes_in(folder: Path) -> Iterator[Cassette]:
    """Yield the cassettes of a bundle, sorted by name. Raises ``CassetteError``."""
    for name in find(folder / CASSETTES):
        if isinstance(name, CassetteError):
            raise name
        yield Cassette(name.under(folder / CASSETTES))


def paths(folder: Path) -> tuple[str, ...]:
    """Return the paths of all files of a bundle except its manifest, sorted and relative to the bundle's folder.

    Links and special files are included. Raises ``OSError`` if a folder cannot be read.
    """
    refused: list[OSError] = []
    below = [
        place / name
        for place, folders, names in walk(folder, refused.append)
        for name in (*names, *(link for link in folders if (place / link).is_symlink()))
    ]
    for error in refused:
        raise error
    return tuple(sorted(name for path in below if (name := path.relative_to(folder).as_posix()) != FILE))


def is_irregular(path: Path) -> bool:
    """Return whether a path is anything but a regular file, such as a link or a pipe. Never open such a path."""
    return path.is_symlink() or not path.is_file()


def is_whole(path: Path) -> bool:
    """Return whether a YAML file has exactly the form that the suite writes.

    A file in another form may have comments or repeated keys. Parsing drops these, so the search for secrets may miss a
    secret in them. Raises ``CassetteError`` and ``OSError``.
    """
    return limited_file.content(path) == _as_read(path).encode()


def _as_read(path: Path) -> str:
    try:
        text: str = yamlserializer.serialize(parsed(path, content(path)))
        text.encode()
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        raise CassetteError(path, f"cannot be written as YAML: {type(error).__name__}") from None
    return text


def digest(path: Path) -> str:
    """Return the SHA-256 digest of a file. Raises ``OSError``, also for a file that is too large for a bundle."""
    return sha256(limited_file.content(path)).hexdigest()


def versions(cassettes: tuple[Cassette, ...]) -> Versions:
    """Return the versions that these cassettes name, and the version and the edition of this suite."""
    stated = [cassette.provenance for cassette in cassettes]
    agreed = {reader for each in stated for answered in each.expected for reader in answered.agreed}
    return Versions(
        suite=__version__,
        edition=max(editions()),
        clients=tuple(sorted({each.caller for each in stated} | (agreed - {SCRIPT, _NORMALIZER}))),
        servers=tuple(sorted({each.server for each in stated if each.server})),
    )


def editions() -> frozenset[str]:
    """Return the days on which scenarios were added. Each day names an edition: the requirements as of that day."""
    return frozenset(scenario.since for scenario in load_all())


def entry(cassette: Cassette, scrubbed: Scrubbed | None) -> Entry:
    """Return the manifest's entry for a cassette, with the verdicts on the cassette's answers.

    Raises ``CassetteError`` and ``DataError``.
    """
    stated = cassette.provenance
    return Entry(
        case=str(cassette.name),
        origin=stated.origin,
        address=stated.address,
        date=stated.date,
        models=stated.models.served or (stated.models.asked,),
        verdicts=_verdicts(cassette),
        region=stated.region,
        server=stated.server,
        scrubbed=scrubbed,
    )


def _verdicts(cassette: Cassette) -> dict[str, Outcome]:
    try:
        return verdicts(Case.of(cassette))
    except Inexpressible as error:
        raise CassetteError(cassette.path, f"cannot be judged: {error}") from None
