"""Profiles: what a provider is and what it says of itself."""

from functools import cache
from typing import Literal

import msgspec

from conformance.claims.folder import ClaimError, Day, Said, providers_folder, read_yaml


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim about a capability, with its source and the day it was read."""

    capability: str
    claim: Literal["yes", "no", "partly"]
    source: Said
    retrieved: Day
    value: int | None = None
    """How many, where the capability is a number."""
    note: str | None = None


class Quirk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that differs on the wire from what the dialect's owner does."""

    id: Said
    statement: Said
    source: Said
    """Begins with ``unconfirmed`` where nobody has looked."""
    retrieved: Day
    evidence: Literal["documented", "surveyed", "recorded-local"]
    seen: int | None = None
    """In how many of ``of`` recorded places."""
    of: int | None = None

    def __post_init__(self) -> None:
        if (self.seen is None) != (self.of is None) or (self.seen or 0) > (self.of or 0):
            raise ValueError("`seen` and `of` go together: so many of so many")


class Deviation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A check that the provider's own answers are known to fail, and why. One that passes is stale, and red."""

    scenarios: tuple[str, ...]
    """Scenario ids; ``*`` for all."""
    modes: tuple[str, ...] = ("plain", "stream")
    check: str
    reason: str

    def covers(self, scenario: str, mode: str, check: str) -> bool:
        """Whether it speaks of this case."""
        return check == self.check and mode in self.modes and (scenario in self.scenarios or "*" in self.scenarios)


class DialectClaims(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a provider says of one dialect that it speaks."""

    home: str
    """The provider that owns the dialect."""
    base_url: str
    model: str
    """The model that cassettes ask for."""
    sources: tuple[str, ...] = ()
    written: str = ""
    """The day that the stand-in was written from its sources."""
    declared: tuple[Declared, ...] = ()
    quirks: tuple[Quirk, ...] = ()
    unsupported: dict[str, str] = {}
    """Scenarios that the dialect has no way to express, each with the reason."""
    accepts: dict[str, str] = {}
    """Scenarios of what others refuse and this provider takes, each with the reason."""
    pending: dict[str, str] = {}
    """Scenarios that wait for a cassette, each with the reason; ``*`` for all others."""
    deviations: tuple[Deviation, ...] = ()


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One provider."""

    title: str
    homepage: str
    auth: Literal["bearer", "api-key", "x-api-key", "x-goog-api-key", "sigv4", "none"]
    dialects: dict[str, DialectClaims]
    key_variable: str | None = None
    beside: str | None = None
    """The provider at whose hosts it answers, in dialects that that one does not speak there."""


@cache
def names() -> tuple[str, ...]:
    """All providers, sorted."""
    return tuple(sorted(path.parent.name for path in providers_folder().glob("*/profile.yaml")))


@cache
def load(provider: str) -> Profile:
    """The profile of a provider. Raises ``ClaimError``."""
    if provider not in names():
        raise ClaimError(f"no provider is called {provider!r}; there are: {', '.join(names())}")
    path = providers_folder() / provider / "profile.yaml"
    profile = read_yaml(path, Profile)
    for dialect, claims in profile.dialects.items():
        if (claims.home, dialect) not in _owned():
            known = ", ".join(f"{name} of {home}" for home, name in _owned())
            raise ClaimError(f"{path}: dialects.{dialect}: {claims.home!r} owns no such dialect; write one of {known}")
    return profile


@cache
def _owned() -> tuple[tuple[str, str], ...]:
    """Every dialect that is described, with the provider that owns it."""
    folders = [path.parent for path in providers_folder().glob("*/*/format.yaml")]
    return tuple(sorted((folder.parent.name, folder.name) for folder in folders))


def load_all() -> dict[str, Profile]:
    """All profiles by name."""
    return {name: load(name) for name in names()}


def owner(dialect: str) -> str:
    """The provider that owns a dialect."""
    return next(home for home, name in _owned() if name == dialect)


@cache
def speaker(host: str | None, dialect: str) -> str:
    """Who speaks a dialect at the hosts of a provider: it, one beside it, or for all we know the dialect's owner."""
    for name, profile in load_all().items():
        if host is not None and host in (name, profile.beside) and dialect in profile.dialects:
            return name
    return owner(dialect)
