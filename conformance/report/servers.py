"""The verdicts on genuine servers that were probed. Each server has a file with the verdicts and a digest of the
evidence.
"""

from collections import Counter, defaultdict
from pathlib import Path

import msgspec

from conformance.report.canonical import to_json
from conformance.report.digests import digest, digest_of_claims
from conformance.scenarios import homes
from toolwire.providers import owner, provider_folder, providers_folder


class Failing(msgspec.Struct, frozen=True, kw_only=True):
    """The cases in which a check fails in a dialect, and the first finding on the first of these cases."""

    check: str
    cases: tuple[str, ...]
    """The names of the cases: ``scenario/plain|stream``."""
    finding: str


class Probed(msgspec.Struct, frozen=True, kw_only=True):
    """The verdicts on a server, in a dialect."""

    dialect: str
    asked: str
    """The digest of the scenarios, of the claims about the dialect, and of the provider's profile."""
    outcomes: dict[str, int]
    """The number of checks by outcome."""
    capabilities: dict[str, dict[str, str]]
    """The worst verdict on each capability, by mode."""
    failing: tuple[Failing, ...]


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A genuine server that was started to be probed."""

    name: str
    """The name of the server as a provider, such as ``ollama``."""
    server: str
    """The name and version of the server."""
    model: str
    weights: str
    """The digest of the file with the model's weights."""
    date: str
    probed: tuple[Probed, ...]

    def is_current(self, probed: Probed) -> bool:
        """Return whether the scenarios, the claims and the provider's profile have not changed since the server was
        probed.
        """
        return probed.asked == asked(self.name, probed.dialect)


class _Finding(msgspec.Struct, frozen=True):
    path: str
    message: str


class _Failed(msgspec.Struct, frozen=True):
    id: str
    check: str
    findings: tuple[_Finding, ...]


class Document(msgspec.Struct, frozen=True):
    """The fields of the output of ``conformance probe --format json`` that this module reads."""

    model: str
    date: str
    table: tuple[dict[str, str | None], ...]
    failed: tuple[_Failed, ...]
    outcomes: dict[str, str]


def asked(provider: str, dialect: str) -> str:
    """Return a single digest of all scenarios, the claims about a dialect, and a provider's profile."""
    known = dict.fromkeys((providers_folder() / owner(dialect) / dialect, provider_folder(provider) / dialect))
    played = (data.scenarios / f"{name}.yaml" for name, data in sorted(homes().items()))
    claimed = (path for folder in known for path in sorted(folder.glob("*.*")))
    return digest_of_claims([*played, provider_folder(provider) / "profile.yaml", *claimed])


def of_probe(name: str, server: str, weights: Path, probe: bytes) -> Server:
    """Return the verdicts on a server from the output of a probe.

    ``name``: the provider. ``server``: the name and the version of the server. ``weights``: the file with the model's
    weights. ``probe``: the output of ``conformance probe --format json``.
    """
    document = msgspec.json.decode(probe, type=Document)
    dialects = dict.fromkeys(case.split("/")[1] for case in document.outcomes)
    return Server(
        name=name,
        server=server,
        model=document.model,
        weights=digest([weights]),
        date=document.date,
        probed=tuple(_probed(name, dialect, document) for dialect in dialects),
    )


def _probed(name: str, dialect: str, document: Document) -> Probed:
    below = f"{name}/{dialect}/"
    failing: dict[str, list[_Failed]] = defaultdict(list)
    for failed in document.failed:
        if failed.id.startswith(below):
            failing[failed.check].append(failed)
    outcomes = Counter(outcome for case, outcome in document.outcomes.items() if case.startswith(below))
    return Probed(
        dialect=dialect,
        asked=asked(name, dialect),
        outcomes=dict(sorted(outcomes.items())),
        capabilities={
            str(row["capability"]): {
                mode: verdict for mode in ("plain", "stream") if (verdict := row.get(f"{dialect}/{mode}")) is not None
            }
            for row in document.table
        },
        failing=tuple(
            Failing(
                check=check,
                cases=tuple(failed.id.removeprefix(below).rpartition("/")[0] for failed in same),
                finding=_format_finding(same[0].findings[0]),
            )
            for check, same in sorted(failing.items())
        ),
    )


def _format_finding(finding: _Finding) -> str:
    return f"{finding.path}: {finding.message}" if finding.path else finding.message


def write(server: Server, folder: Path) -> Path:
    """Write a server's file, which replaces its previous file. Return the path."""
    path = folder / f"{server.name}.json"
    path.write_text(to_json(server), encoding="utf-8")
    return path


def read(folder: Path) -> tuple[Server, ...]:
    """Read a server from each JSON file of a folder, in the order of the file names.

    Raises ``msgspec.DecodeError`` if a file does not have the form of a ``Server``.
    """
    return tuple(msgspec.json.decode(path.read_bytes(), type=Server) for path in sorted(folder.glob("*.json")))
