"""The manifest of a bundle, ``bundle.json``: its submitter, its versions, its cassettes and its files."""

import errno
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import msgspec

from conformance.judge.finding import Outcome
from conformance.judge.origin import Recorded
from conformance.recording.cassette import Address
from conformance.recording.outcome import Scrubbed
from toolwire.model.schema import components
from toolwire.providers.claim_file import Day
from toolwire.wire import limited_file

FORMAT: Final = 1
"""The version of the format of bundles."""
FILE: Final = "bundle.json"
CASSETTES: Final = "cassettes"
"""The folder with the cassettes of a bundle."""
SCHEMA: Final = "bundle.schema.json"
ID: Final = "https://toolcall-conformance.invalid/schemas/bundle.schema.json"
Submitter = Annotated[
    str, msgspec.Meta(pattern=r"^(?! )[^\x00-\x1f\x7f-\xa0\u2028-\u202e\u2066-\u2069]{1,100}(?<! )$(?!\n)")
]
"""A name in a single line. It has no characters that change the look of the name in a terminal or on a page."""
Case = Annotated[str, msgspec.Meta(pattern="^(?:[A-Za-z0-9_.-]+/){3}(?:plain|stream)$")]
Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class BundleError(Exception):
    """An error: a bundle cannot be read or made.

    ``str()`` is a single line with the file, the problem and the remedy.
    """

    def __init__(self, path: Path, what: str, todo: str) -> None:
        super().__init__(f"{path}: {what}: {todo}")
        self.what = what
        self.todo = todo


class Versions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The versions of the suite, the clients and the servers with which a bundle was made."""

    suite: str
    edition: Day
    """The day when the newest scenario was added."""
    clients: tuple[str, ...]
    """The clients that sent the requests, and the SDKs that confirm the readings of answers. Each has its version."""
    servers: tuple[str, ...] = ()
    """The servers that were recorded, if the recordings name them."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A cassette of a bundle: its origin, and the verdicts on its answers."""

    case: Case
    """The name of the case: ``provider/dialect/scenario/plain|stream``."""
    origin: Recorded
    address: Address
    date: Day
    models: tuple[str, ...]
    """The models that the answers name, or the requested model if the answers name none."""
    verdicts: dict[str, Outcome]
    """The outcome of each check of the provider's answers."""
    region: str | None = None
    server: str | None = None
    scrubbed: Scrubbed | None = None
    """The numbers of masked secrets and replaced ids, or None if they are not known."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bundle: everything in ``bundle.json``."""

    format: int
    submitter: Submitter
    """The name of the submitter, such as an account. The submitter also made all recordings of the bundle."""
    date: Day
    """The day on which the cassettes were judged."""
    versions: Versions
    cassettes: Annotated[tuple[Entry, ...], msgspec.Meta(min_length=1)]
    files: dict[str, Sha256]
    """The digest of every other file of the bundle, by its path."""


class _Format(msgspec.Struct):
    format: int


def read(folder: Path) -> Manifest:
    """Read the manifest of a bundle. Raises ``BundleError``."""
    path = folder / FILE
    try:
        data = limited_file.content(path)
        version = msgspec.json.decode(data, type=_Format).format
        if version != FORMAT:
            todo = "verify it with the version of the suite that made it, or make it again with this version"
            raise BundleError(path, f"expected format {FORMAT}, got {version}", todo)
        return msgspec.json.decode(data, type=Manifest)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise BundleError(path, f"{error.strerror}", "split the bundle") from None
        raise BundleError(path, f"{error.strerror}", "make a manifest with 'conformance record --bundle'") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        todo = "make it again with 'conformance record --bundle' or 'conformance import --submitter'"
        raise BundleError(path, f"not a bundle's manifest: {error}", todo) from None


def to_json(manifest: Manifest) -> str:
    """Return the text of a manifest."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode() + "\n"


def schema() -> bytes:
    """Return the JSON Schema of manifests, generated from their type."""
    (body,), found = components((Manifest,))
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": ID, "title": "A bundle of recordings"}
    return msgspec.json.format(msgspec.json.encode({**head, **body, "$defs": found}), indent=2) + b"\n"


def published() -> bytes:
    """Return the schema from the file that the package contains."""
    return (files("conformance.bundle") / SCHEMA).read_bytes()
