"""A cassette: the recorded exchanges of a scenario with a provider, and their origin."""

import os
import re
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from conformance import scenarios
from conformance.data import cassettes_folders
from conformance.files import is_named, walk
from conformance.judge.origin import Origin, Recorded
from conformance.judge.subject import Subject, subject_of
from conformance.plural import counted
from conformance.recording import vcr_file
from conformance.recording.background import is_poll_of
from conformance.recording.errors import CassetteError
from conformance.scenarios import Mode
from toolwire import providers
from toolwire.model import Expected
from toolwire.providers import DialectClaims
from toolwire.wire import aws_event_stream, exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, Pending, WireResponse
from toolwire.wire.payloads import payloads

Address = Literal["own", "loopback", "other"]
Connection = Literal["http", "websocket"]
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"(?![ \t])[\t -~\x80-\xff]*(?<![ \t])")
SUFFIXES: Final = (".yaml", ".yml", ".yaml.gz", ".yml.gz")


class Models(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The model that the requests name, and the models that the answers name."""

    asked: str
    served: tuple[str, ...]


SCRIPT: Final = "script"
"""The name of the scenario's script in a list of the sources that agree on a reading."""


class Answered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The right reading of an answer. ``answer`` is None if independent readers do not agree on the reading."""

    answer: Expected | None
    agreed: tuple[str, ...]
    """The sources that agree on the reading: the scenario's script, or the readers."""
    why: str | None = None
    """The point on which the readers disagree, if ``answer`` is None."""


class Timing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The times at which the chunks of each answer arrived.

    A chunk is a pair: the milliseconds since the request was sent, and the size in bytes.
    """

    times: Literal["scripted", "measured"]
    chunks: tuple[tuple[tuple[int, int], ...], ...]
    """The chunks of each answer. Empty for imported exchanges, because their times are not known."""

    def of(self, turn: int) -> tuple[tuple[int, int], ...]:
        """Return the chunks of an answer, or an empty tuple if its times are not known."""
        return self.chunks[turn] if turn < len(self.chunks) else ()


class Provenance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The block ``metadata`` of a cassette: the origin of the exchanges, and the right readings."""

    origin: Recorded
    date: str
    """The day of the recording. For a documented cassette, it is the day on which the stand-in was written from its
    sources.
    """
    sources: tuple[str, ...]
    models: Models
    caller: str
    """The client that sent the requests, and its version: an official SDK, or our own client."""
    expected: tuple[Answered, ...]
    timing: Timing
    ids: Literal["scripted", "aliased", "kept"]
    """The origin of the ids. ``scripted``: the stand-in made them from a seed. ``aliased``: each id of the server was
    replaced by an id with the same prefix, length and alphabet. ``kept``: the ids are the server's ids, unchanged.
    """
    server: str | None = None
    """The name and version of the server, for the origin ``recorded-local``. Otherwise None."""
    address: Address = "own"
    """The address of a recording. ``own``: the provider's own address, which is on loopback for a local server.
    ``loopback``: a server on loopback in place of a hosted provider. ``other``: any other address."""
    region: str | None = None
    """The region of the provider, if the address names a region."""
    connection: Connection = "http"
    """The connection over which the answers arrived. ``websocket``: each event of the stream was a message of a
    WebSocket.
    """
    confirmed: str | None = None
    """The last day on which a new recording had the same answers. None if no later recording had the same answers."""


_HOME: Final = 2
"""The number of folders between the folder of all cassettes and a cassette: the provider's folder and the dialect's
folder.
"""


class CassetteName(msgspec.Struct, frozen=True, order=True):
    """The name of a cassette, from which its path is made: ``<provider>/<dialect>/<scenario>.<mode>.yaml``."""

    provider: str
    dialect: str
    scenario: str
    mode: Mode

    @classmethod
    def of(cls, path: Path) -> "CassetteName":
        """Return the name of the cassette at a path. Raises ``CassetteError``."""
        name = cls.spelled(path.parent.parent.name, path.parent.name, path.name)
        if name is None:
            raise CassetteError(path, "expected a file name <scenario>.plain.yaml or <scenario>.stream.yaml")
        return name

    @classmethod
    def spelled(cls, provider: str, dialect: str, file: str) -> "CassetteName | None":
        """Return the name of the cassette in a file, for example for the file ``call-single.plain.yaml``.

        ``provider``, ``dialect``: the folders of the file. Return None if the file's name does not have the form
        ``<scenario>.<mode>.yaml``.
        """
        match file.split("."):
            case [scenario, "plain" | "stream" as mode, "yaml"]:
                return cls(provider, dialect, scenario, mode)
        return None

    @property
    def subject(self) -> Subject:
        """The subject of the cassette's cases: a dialect of the provider, or a text format."""
        return subject_of(self.provider, self.dialect)

    def under(self, folder: Path) -> Path:
        """Return the path of the cassette below the folder of all cassettes."""
        return folder / self.provider / self.dialect / f"{self.scenario}.{self.mode}.yaml"

    def among(self, folders: tuple[Path, ...]) -> Path:
        """Return the path of the cassette in one of the folders. If several folders have the cassette, the last of them
        counts.

        If no folder has the cassette, return its path below the first folder.
        """
        paths = [self.under(folder) for folder in folders]
        return next((path for path in reversed(paths) if path.exists()), paths[0])

    def __str__(self) -> str:
        return f"{self.provider}/{self.dialect}/{self.scenario}/{self.mode}"


class Cassette:
    """A cassette that was read from its file."""

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        """Read a cassette. ``data``: the bytes of the file, if they are already known. Raises ``CassetteError``."""
        self.path = path
        self.name = CassetteName.of(path)
        self._check_name()
        self.claims = providers.load(self.name.provider).dialects[self.name.dialect]
        self.provenance, self.exchanges = _read(path, vcr_file.content(path) if data is None else data)
        turns = len(scenarios.load(self.name.scenario).expect)
        if len(self.exchanges) > turns:
            most = counted(turns, "exchange")
            why = f"expected at most {most}, as many as the scenario has turns, got {len(self.exchanges)}"
            raise CassetteError(path, why, "interactions")

    @property
    def origin(self) -> Origin:
        """The origin of the cassette's bytes."""
        return self.provenance.origin

    def known(self, check: str) -> str | None:
        """Return the reason why the provider's answers are known to fail a check. Return None if there is no such
        reason.
        """
        return deviation(self.name, self.claims, check)

    def _check_name(self) -> None:
        name = self.name
        self._check_known("provider", name.provider, providers.names())
        self._check_known(f"dialect of {name.provider}", name.dialect, tuple(providers.load(name.provider).dialects))
        self._check_known("scenario", name.scenario, scenarios.names())

    def _check_known(self, word: str, value: str, known: tuple[str, ...]) -> None:
        if value not in known:
            raise CassetteError(self.path, f"unknown {word}: {value!r}; expected one of: {', '.join(known)}")


@lru_cache(maxsize=4096)
def _read(path: Path, data: bytes) -> tuple[Provenance, tuple[Exchange, ...]]:
    """Read the provenance and the exchanges from the bytes of a cassette. Raises ``CassetteError``.

    The result is cached, because several callers read the same bytes.
    """
    document = vcr_file.document_of(path, data)
    try:
        provenance = msgspec.convert(document.get("metadata"), Provenance)
    except msgspec.ValidationError as error:
        raise CassetteError(path, str(error), "metadata") from None
    exchanges = tuple(_exchanges(path, document))
    if len(provenance.expected) != len(exchanges):
        wanted = counted(len(exchanges), "entry", "entries")
        why = f"expected {wanted}, as many as exchanges, got {len(provenance.expected)}"
        raise CassetteError(path, why, "metadata.expected")
    for n, (exchange, stated) in enumerate(zip(exchanges, provenance.expected, strict=True)):
        _check_status(path, f"interactions[{n}]", exchange.response.status)
        _check_headers(path, f"interactions[{n}]", exchange.response)
        _check_bodies(path, f"interactions[{n}]", exchange, stated)
    return provenance, exchanges


def _exchanges(path: Path, document: dict[str, Any]) -> list[Exchange]:
    """Return the exchanges of a cassette. An answer in the background has two interactions: the request, whose response
    is not the answer yet, and the poll that got the answer.
    """
    read: list[Exchange] = []
    for exchange in vcr_file.exchanges(path, document):
        if isinstance(exchange, CassetteError):
            raise exchange
        if read and is_poll_of(exchange.request, read[-1].request):
            pending = Pending(response=read[-1].response, poll=exchange.request)
            read[-1] = msgspec.structs.replace(read[-1], response=exchange.response, pending=pending)
        else:
            read.append(exchange)
    return read


def is_kept(status: int) -> bool:
    """Return whether an answer with this status may be in a cassette. Redirects and answers without content may not."""
    return HTTPStatus.OK <= status < HTTPStatus.NO_CONTENT or HTTPStatus.BAD_REQUEST <= status <= vcr_file.LAST_STATUS


def _check_status(path: Path, interaction: str, status: int) -> None:
    """Raise ``CassetteError`` if an API never answers with this status, for example because it is the status of a
    redirect.
    """
    if not is_kept(status):
        why = f"expected a status from 200 to 203 or from 400 to 599, got {status}"
        raise CassetteError(path, why, f"{interaction}.response.status")


def unsendable(response: WireResponse) -> str | None:
    """Return the name of the first header that HTTP does not allow, or None. A server cannot send an answer with such a
    header.
    """
    return next(
        (name for name, value in response.headers.items() if not (_NAME.fullmatch(name) and _VALUE.fullmatch(value))),
        None,
    )


def _check_headers(path: Path, interaction: str, response: WireResponse) -> None:
    name = unsendable(response)
    if name is not None:
        why = f"HTTP cannot carry the header {name!r}: expected a name and a value as in RFC 9110, 5.1 and 5.5"
        raise CassetteError(path, why, f"{interaction}.response.headers")


def _check_bodies(path: Path, interaction: str, exchange: Exchange, stated: Answered) -> None:
    place = f"{interaction}.request.body"
    try:
        exact_json.loads(exchange.request.body)
        if stated.answer is not None:  # a reader could read it
            place = f"{interaction}.response.body"
            if not aws_event_stream.is_event_stream(exchange.response):
                exchange.response.body.decode()
            payloads(exchange.response)
    except WireError as error:
        raise CassetteError(path, str(error), place) from None
    except UnicodeDecodeError as error:
        raise CassetteError(path, f"not UTF-8: byte {error.start + 1}", place) from None


def deviation(name: CassetteName, claims: DialectClaims, check: str) -> str | None:
    """Return the reason why a cassette fails a check, if it is known to fail the check. None otherwise."""
    covering = (known for known in claims.deviations if known.covers(name.scenario, name.mode, check))
    return next((known.reason for known in covering), None)


def find(folder: Path) -> tuple[CassetteName | CassetteError, ...]:
    """Return the names of all cassettes below a folder, then an error for each YAML file that is not a cassette, and
    for each folder that cannot be read.

    The names are sorted.
    """
    names, strays = [], []
    refused: list[OSError] = []
    seen: set[tuple[int, int]] = set()
    for place, folders, files in walk(folder, refused.append, follow_links=True):
        home = place.relative_to(folder).parts
        try:
            found = place.stat()
        except OSError as error:  # it was removed meanwhile
            refused.append(error)
            continue
        same = (found.st_dev, found.st_ino)
        if _leads_above(place) or (same in seen and len(home) > _HOME):
            folders.clear()
            continue
        seen.add(same)
        for file in (*folders, *files):
            if not is_named(place / file, SUFFIXES):
                continue
            name = CassetteName.spelled(home[0], home[1], file) if len(home) == _HOME else None
            if name is None:
                strays.append(place / file)
            else:
                names.append(name)
    unread = (
        CassetteError(Path(error.filename), f"cannot be read: {error.strerror}")
        for error in refused
        if not isinstance(error, FileNotFoundError)
    )
    return *sorted(names), *(_stray_error(path) for path in sorted(strays)), *unread


def _leads_above(place: Path) -> bool:
    """Return whether a folder is a link to a folder that contains the link. Other links are followed, because two
    providers or dialects may share a folder by a link.
    """
    return place.is_symlink() and Path(os.path.realpath(place.parent)).is_relative_to(os.path.realpath(place))


def recorded() -> frozenset[CassetteName]:
    """Return the names of all cassettes that are files in a data folder: recorded and documented cassettes."""
    found = (name for folder in cassettes_folders() for name in find(folder))
    return frozenset(name for name in found if isinstance(name, CassetteName))


def _stray_error(stray: Path) -> CassetteError:
    try:
        CassetteName.of(stray)
    except CassetteError as error:
        return error
    return CassetteError(stray, "expected a cassette in a folder <provider>/<dialect>")
