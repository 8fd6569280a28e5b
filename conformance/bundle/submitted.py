"""The verdicts on a case from submitted bundles and from our own cassettes, and the disagreements between these
verdicts.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from conformance.bundle.judging import verdicts
from conformance.bundle.manifest import CASSETTES, FILE, Entry, Manifest, read
from conformance.data import IMPORTED, bundles_folder, cassettes_folders
from conformance.judge.finding import Outcome
from conformance.recording.case import Case
from conformance.recording.cassette import Cassette, CassetteName, recorded
from toolwire.providers import load, names

_DECIDED: Final[frozenset[Outcome]] = frozenset({"pass", "warn", "fail"})
"""The outcomes that are verdicts. Two sources contradict each other if their verdicts differ."""


class Submitted(msgspec.Struct, frozen=True, kw_only=True):
    """A submitted bundle in our repository. ``str()`` names the bundle and its submitter."""

    name: str
    """The name of the bundle's folder."""
    manifest: Manifest

    def __str__(self) -> str:
        return f"bundle {self.name}, observed by {self.manifest.submitter}"


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The verdicts of this version of the suite on a recording of a case. ``source`` describes the recording."""

    source: str
    outcomes: dict[str, Outcome]


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """A check whose outcomes differ between the sources of a case. ``str()`` has the outcome of each source."""

    case: str
    check: str
    outcomes: dict[str, Outcome]
    """The outcomes, by source."""

    def __str__(self) -> str:
        return f"{self.case}/{self.check}: " + "; ".join(f"{found}: {by}" for by, found in self.outcomes.items())


def submitted() -> tuple[Submitted, ...]:
    """Return all committed bundles, sorted by name. Raises ``BundleError``."""
    folders = sorted(path.parent for path in bundles_folder().glob(f"*/{FILE}"))
    return tuple(Submitted(name=folder.name, manifest=read(folder)) for folder in folders)


def of_provider(provider: str) -> tuple[tuple[Submitted, tuple[Entry, ...]], ...]:
    """Return the bundles with cassettes of a provider, each with the entries of these cassettes.

    Raises ``BundleError``.
    """
    of_each = ((bundle, tuple(_entries(bundle, provider))) for bundle in submitted())
    return tuple((bundle, entries) for bundle, entries in of_each if entries)


def _entries(bundle: Submitted, provider: str) -> Iterator[Entry]:
    """Yield a bundle's entries for a provider.

    They include entries for imported recordings, whose cases begin with ``imported-`` and the provider's name.
    """
    for entry in bundle.manifest.cassettes:
        if entry.case.split("/")[0].removeprefix(IMPORTED) == provider:
            yield entry


def views(name: CassetteName) -> tuple[View, ...]:
    """Return the verdicts on a case from each bundle that has recorded the case, and from our own cassette.

    Our cassette, if we have one, comes first. Imported recordings are left out. Return () if no bundle has the case.
    Raises ``BundleError`` and ``CassetteError``.
    """
    return _views(name, submitted())


def _views(name: CassetteName, bundles: tuple[Submitted, ...]) -> tuple[View, ...]:
    if name.provider not in names() or name.dialect not in load(name.provider).dialects:
        return ()
    found: list[View] = []
    for bundle in bundles:
        if any(entry.case == str(name) and entry.origin != "imported" for entry in bundle.manifest.cassettes):
            cassette = Cassette(name.under(bundles_folder() / bundle.name / CASSETTES))
            found.append(_view(f"{bundle}", cassette))
    if found and name in recorded():
        found.insert(0, _view("committed here", Cassette(name.among(cassettes_folders()))))
    return tuple(found)


def _view(source: str, cassette: Cassette) -> View:
    stated = cassette.provenance
    place = "" if stated.origin == "documented" else f", address {stated.address}"
    models = ", ".join(stated.models.served or (stated.models.asked,))
    return View(
        source=f"{source} ({stated.origin} {stated.date}{place}, {models})", outcomes=verdicts(Case.of(cassette))
    )


def disagreements(name: CassetteName, of_case: tuple[View, ...]) -> tuple[Disagreement, ...]:
    """Return a disagreement for each check whose verdict differs between the recordings of a case.

    ``of_case``: the outcomes of the checks for each recording. Only ``pass``, ``warn`` and ``fail`` are verdicts.
    """
    found = []
    for check in dict.fromkeys(check for view in of_case for check in view.outcomes):
        outcomes = {view.source: view.outcomes[check] for view in of_case if view.outcomes.get(check) in _DECIDED}
        if len({*outcomes.values()}) > 1:
            found.append(Disagreement(case=str(name), check=check, outcomes=outcomes))
    return tuple(found)


def disagreements_of(provider: str) -> tuple[Disagreement, ...]:
    """Return the disagreements on those cases of a provider that any bundle has.

    Raises ``BundleError`` and ``CassetteError``.
    """
    of_each = of_provider(provider)
    bundles = tuple(bundle for bundle, _ in of_each)
    cases = sorted({entry.case for _, entries in of_each for entry in entries})
    names = (CassetteName(*case.split("/")) for case in cases)  # type: ignore[arg-type]
    return tuple(found for name in names for found in disagreements(name, _views(name, bundles)))
