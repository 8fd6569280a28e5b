"""Disputes: claims of packages that observations contradict.

A claim about a capability that nobody has observed is not disputed.
"""

from collections.abc import Iterable, Iterator

import msgspec

from conformance.report.feed.claim import Claim
from conformance.report.feed.document import CapabilitiesDocument, CaseSource, Fact, RecordingSource, Source
from conformance.scenarios import Mode


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A claim, and the observation that contradicts it."""

    claim: Claim
    dialect: str
    mode: Mode
    fact: Fact

    @property
    def evidence(self) -> Source:
        """The first source of the observation."""
        return self.fact.sources[0]


def disputes(claims: Iterable[Claim], feed: CapabilitiesDocument) -> Iterator[Dispute]:
    """Yield a dispute for each claim that observations contradict, with the first of these observations.

    The claim that a model has a capability is contradicted if the capability fails in every observed dialect and mode.
    The claim that a model lacks a capability is contradicted if the capability works without exceptions in any observed
    dialect and mode.
    """
    observed: dict[tuple[str, str, str], list[tuple[str, Mode, Fact]]] = {}
    for model, subject in feed.of_models():
        for capability, modes in subject.capabilities.items():
            place = observed.setdefault((subject.provider, model, capability), [])
            place += [
                (subject.dialect, mode, fact) for mode, fact in modes.items() if fact.is_observed and fact.sources
            ]
    for claim in claims:
        found = observed.get((claim.provider, claim.model, claim.capability), [])
        works = [each for each in found if each[2].value == "works"]
        against = works if not claim.value else [] if any(each[2].works for each in found) else found
        if against:
            dialect, mode, fact = against[0]
            yield Dispute(claim=claim, dialect=dialect, mode=mode, fact=fact)


def again(source: Source) -> str:
    """Return how to look at a source: a command for a case, an address for a recording, or the name of the source."""
    match source:
        case CaseSource(case=case):
            return f"conformance explain {case}"
        case RecordingSource(repository=repository, path=path, commit=commit):
            return f"https://github.com/{repository}/blob/{commit}/{path}"
    return source.source


def title(dispute: Dispute) -> str:
    """Return a sentence that states the claim and the observation."""
    claim = dispute.claim
    observed = "works" if dispute.fact.value == "works" else "does not work"
    value = str(claim.value).lower()
    return f"{claim.provider}'s {claim.model}: {claim.name} is {value}, but {claim.capability} {observed}"


def issue(dispute: Dispute) -> str:
    """Return the text of an issue for the package, as markdown."""
    claim, fact = dispute.claim, dispute.fact
    kind = "recordings in a public repository" if fact.evidence == "surveyed" else "a recording of this suite"
    observed = "works" if fact.value == "works" else f"does not work: {'; '.join(fact.reasons) or fact.value}"
    return (
        f"### {title(dispute)}\n\n"
        f"{claim.package} {claim.version}, {claim.place}.\n\n"
        f"Observed in {dispute.dialect}, {dispute.mode} ({kind}, {fact.date}): {claim.capability} {observed}.\n"
        f"Evidence: {again(dispute.evidence)}\n"
    )
