"""Profiles: what a provider is and what it says of itself."""

from functools import cache
from typing import Literal

import msgspec

from conformance.claims.folder import ClaimError, providers_folder, read_yaml


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim about a capability, with its source and the day it was read."""

    capability: str
    claim: Literal["yes", "no", "partly"]
    source: str
    retrieved: str
    note: str | None = None


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
    unsupported: dict[str, str] = {}
    """Scenarios that the dialect has no way to express, each with the reason."""
    pending: dict[str, str] = {}
    """Scenarios that wait for a cassette, each with the reason; ``*`` for all others."""
    deviations: tuple[Deviation, ...] = ()


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One provider."""

    title: str
    homepage: str
    auth: Literal["bearer", "x-api-key", "x-goog-api-key", "none"]
    dialects: dict[str, DialectClaims]
    key_variable: str | None = None
    hosts: tuple[str, ...] = ()
    """Host names by which its exchanges are known."""


@cache
def names() -> tuple[str, ...]:
    """All providers, sorted."""
    return tuple(sorted(path.parent.name for path in providers_folder().glob("*/profile.yaml")))


@cache
def load(provider: str) -> Profile:
    """The profile of a provider. Raises ``ClaimError``."""
    if provider not in names():
        raise ClaimError(f"no provider is called {provider!r}; there are: {', '.join(names())}")
    return read_yaml(providers_folder() / provider / "profile.yaml", Profile)


@cache
def home_of(dialect: str) -> str:
    """The provider that owns a dialect. Raises ``ClaimError`` where nobody does."""
    for name, profile in load_all().items():
        if dialect in profile.dialects and profile.dialects[dialect].home == name:
            return name
    raise ClaimError(f"no provider owns a dialect {dialect!r}")


def load_all() -> dict[str, Profile]:
    """All profiles by name."""
    return {name: load(name) for name in names()}
