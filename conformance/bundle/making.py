"""Making a bundle of a folder of recordings: judging them, and writing the manifest beside them."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from conformance import __version__
from conformance.bundle.judging import verdicts
from conformance.bundle.manifest import FILE, FORMAT, BundleError, Entry, Manifest, Versions, read, to_json
from conformance.judge.finding import Outcome
from conformance.recording.case import Case
from conformance.recording.cassette import SCRIPT, Cassette, find
from conformance.recording.errors import CassetteError
from conformance.recording.leaks import refuse
from conformance.recording.outcome import Scrubbed
from conformance.recording.persister import write
from conformance.scenarios import load_all
from toolwire.dialects.errors import Inexpressible
from toolwire.providers.errors import DataError

CASSETTES: Final = "cassettes"
"""The folder of a bundle that has its cassettes."""
_NORMALIZER: Final = "reference normalizer"


def make(folder: Path, submitter: str, date: str, scrubbed: Mapping[str, Scrubbed]) -> Manifest:
    """Write the manifest of the recordings in a folder, which are in use. ``scrubbed``: by case, where it is known.

    What an earlier manifest there knows of scrubbing stays. Raises ``BundleError``, ``LeakError`` and ``OSError``.
    """
    before = {entry.case: entry.scrubbed for entry in read(folder).cassettes} if (folder / FILE).is_file() else {}
    try:
        cassettes = tuple(cassettes_in(folder))
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
    except (CassetteError, DataError) as error:
        raise BundleError(folder, str(error), "mend it, or leave it out") from None
    if not manifest.cassettes:
        raise BundleError(folder / CASSETTES, "holds no cassette", "record or import some")
    text = to_json(manifest)
    refuse(folder / FILE, text.encode())
    write(folder / FILE, text)
    return manifest


def cassettes_in(folder: Path) -> Iterator[Cassette]:
    """Yield the cassettes of a bundle, sorted by name. Raises ``CassetteError``."""
    for name in find(folder / CASSETTES):
        if isinstance(name, CassetteError):
            raise name
        yield Cassette(name.under(folder / CASSETTES))


def paths(folder: Path) -> tuple[str, ...]:
    """Return the paths of all files of a bundle but its manifest, sorted; links and their like are among them."""
    below = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return tuple(sorted(name for path in below if (name := path.relative_to(folder).as_posix()) != FILE))


def digest(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    return sha256(path.read_bytes()).hexdigest()


def versions(cassettes: tuple[Cassette, ...]) -> Versions:
    """Return the versions that these cassettes name, and those of this suite."""
    stated = [cassette.provenance for cassette in cassettes]
    agreed = {reader for each in stated for answered in each.expected for reader in answered.agreed}
    return Versions(
        suite=__version__,
        edition=max(editions()),
        clients=tuple(sorted({each.caller for each in stated} | (agreed - {SCRIPT, _NORMALIZER}))),
        servers=tuple(sorted({each.server for each in stated if each.server})),
    )


def editions() -> frozenset[str]:
    """Return the days on which scenarios were added."""
    return frozenset(scenario.since for scenario in load_all())


def entry(cassette: Cassette, scrubbed: Scrubbed | None) -> Entry:
    """Describe and judge a cassette. Raises ``DataError``."""
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
