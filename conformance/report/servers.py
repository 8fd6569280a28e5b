"""What genuine servers did when they were probed: kept a file each, with what that rests on, and shown on one page."""

from collections import Counter, defaultdict
from pathlib import Path

import msgspec

from conformance.report.canonical import to_json
from conformance.report.digests import digest
from conformance.scenarios import homes
from toolwire.providers import owner, provider_folder, providers_folder


class Failing(msgspec.Struct, frozen=True, kw_only=True):
    """Cases of one dialect that fail one check, and the first thing that it found in the first of them."""

    check: str
    cases: tuple[str, ...]
    """``scenario/plain|stream``."""
    said: str


class Probed(msgspec.Struct, frozen=True, kw_only=True):
    """What a server did in one dialect."""

    dialect: str
    asked: str
    """Digest of the scenarios and of what is known of the dialect: what the verdicts rest on."""
    outcomes: dict[str, int]
    """How many checks came out how."""
    capabilities: dict[str, dict[str, str]]
    """What was seen of each, by mode: the worst of its scenarios."""
    failing: tuple[Failing, ...]


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A genuine server, as it was started and probed."""

    name: str
    """The provider that it is."""
    server: str
    """What it is, and its version."""
    model: str
    weights: str
    """Digest of the model's file."""
    date: str
    probed: tuple[Probed, ...]

    def is_current(self, one: Probed) -> bool:
        """Whether the same would be asked today."""
        return one.asked == asked(self.name, one.dialect)


class _Found(msgspec.Struct, frozen=True):
    path: str
    message: str


class _Failed(msgspec.Struct, frozen=True):
    id: str
    check: str
    findings: tuple[_Found, ...]


class Document(msgspec.Struct, frozen=True):
    """As much of what ``conformance probe --format json`` writes as is kept."""

    model: str
    date: str
    table: tuple[dict[str, str | None], ...]
    failed: tuple[_Failed, ...]
    outcomes: dict[str, str]


def asked(provider: str, dialect: str) -> str:
    """Digest of all scenarios, of what is known of a dialect, and of what the provider says of itself."""
    known = dict.fromkeys((providers_folder() / owner(dialect) / dialect, provider_folder(provider) / dialect))
    played = (data.scenarios / f"{name}.yaml" for name, data in sorted(homes().items()))
    claimed = (path for folder in known for path in sorted(folder.glob("*.*")))
    return digest([*played, provider_folder(provider) / "profile.yaml", *claimed])


def kept(name: str, server: str, weights: Path, probe: bytes) -> Server:
    """What is kept of a probe's report."""
    told = msgspec.json.decode(probe, type=Document)
    dialects = dict.fromkeys(case.split("/")[1] for case in told.outcomes)
    return Server(
        name=name,
        server=server,
        model=told.model,
        weights=digest([weights]),
        date=told.date,
        probed=tuple(_probed(name, dialect, told) for dialect in dialects),
    )


def _probed(name: str, dialect: str, told: Document) -> Probed:
    below = f"{name}/{dialect}/"
    failing: dict[str, list[_Failed]] = defaultdict(list)
    for one in told.failed:
        if one.id.startswith(below):
            failing[one.check].append(one)
    seen = Counter(outcome for case, outcome in told.outcomes.items() if case.startswith(below))
    return Probed(
        dialect=dialect,
        asked=asked(name, dialect),
        outcomes=dict(sorted(seen.items())),
        capabilities={
            str(row["capability"]): {
                mode: said for mode in ("plain", "stream") if (said := row.get(f"{dialect}/{mode}")) is not None
            }
            for row in told.table
        },
        failing=tuple(
            Failing(
                check=check,
                cases=tuple(one.id.removeprefix(below).rpartition("/")[0] for one in some),
                said=_said(some[0].findings[0]),
            )
            for check, some in sorted(failing.items())
        ),
    )


def _said(finding: _Found) -> str:
    return f"{finding.path}: {finding.message}" if finding.path else finding.message


def write(server: Server, folder: Path) -> Path:
    """Keep it, in place of what was kept of the same server."""
    path = folder / f"{server.name}.json"
    path.write_text(to_json(server), encoding="utf-8")
    return path


def read(folder: Path) -> tuple[Server, ...]:
    """All that are kept, by name."""
    return tuple(msgspec.json.decode(path.read_bytes(), type=Server) for path in sorted(folder.glob("*.json")))
