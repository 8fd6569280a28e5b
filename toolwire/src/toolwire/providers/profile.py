"""Profiles: what a provider is and what it says of itself."""

from functools import cache
from typing import Annotated, Literal

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import Day, Said, read_yaml
from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import homes, kept, provider_folder, providers_folder


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim about a capability, with its source and the day it was read."""

    capability: str
    claim: Literal["yes", "no", "partly", "unpublished"]
    """``unpublished`` where it was looked for, and nothing says it."""
    source: Said
    """Where it is said, or was looked for."""
    retrieved: Day
    value: int | None = None
    """How many, where the capability is a number."""
    note: str | None = None

    def __post_init__(self) -> None:
        if self.claim == "unpublished" and (self.value, self.note) != (None, None):
            raise ValueError("what is `unpublished` has neither `value` nor `note`")


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
    apply: tuple[dict[str, Json], ...] = ()
    """What makes the owner's bytes this provider's, where that can be done."""
    unapplied: Said | None = None
    """Why that cannot be done, where nothing is applied."""
    breaks: tuple[str, ...] = ()
    """The checks that an answer fails which this changes."""
    ends: bool = False
    """Whether what goes back after such an answer is for its reader to choose: a conversation is played no further."""

    def __post_init__(self) -> None:
        if bool(self.apply) == (self.unapplied is not None):
            raise ValueError("a quirk has either transforms to `apply` or the reason why it is `unapplied`")
        if (self.seen is None) != (self.of is None) or (self.seen or 0) > (self.of or 0):
            raise ValueError("`seen` and `of` go together: so many of so many")


class Deviation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A check that the provider's own answers are known to fail, and why. One that passes is stale, and red."""

    scenarios: tuple[str, ...]
    """Scenario ids; ``*`` for all."""
    modes: tuple[Literal["plain", "stream"], ...] = ("plain", "stream")
    check: str
    reason: str

    def covers(self, scenario: str, mode: str, check: str) -> bool:
        """Whether it speaks of this case."""
        return check == self.check and mode in self.modes and (scenario in self.scenarios or "*" in self.scenarios)


class Asks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What our own client says beside a conversation, laid over the request's document."""

    always: dict[str, Json] = {}
    stream: dict[str, Json] = {}
    """Where the answer is to be streamed."""
    reasoning: dict[str, Json] = {}
    """Where the model is to reason, and to show it."""


class Proposed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """On what a profile rests that was proposed from a few answers, until somebody has looked."""

    date: Day
    answers: int
    """How many there were."""
    confidence: Literal["certain", "likely", "possible"]
    """In the dialect; ``possible`` where nothing shows it, and it is assumed."""
    evidence: tuple[str, ...]
    parser: str
    """The dialect that its answers are read with."""
    schema_style: str
    """How tools are described."""
    text_format: str | None = None
    """The text format of calls in the answers' text."""
    parsers: dict[str, tuple[str, ...]] = {}
    """What reads that elsewhere, by server."""
    example: str = ""
    """The calls of an answer, or the text that holds them."""


class DialectClaims(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a provider says of one dialect that it speaks."""

    home: str
    """The provider that owns the dialect."""
    base_url: Annotated[
        str,
        msgspec.Meta(
            pattern=r"^https?://[A-Za-z0-9._-]+(:\d+)?(/|$)",
            description="an address such as https://api.some.example/v1",
        ),
    ]
    model: str
    """The model that cassettes ask for."""
    models: dict[str, str] = {}
    """Scenarios that ask for another one, which can do what they play."""
    sources: tuple[str, ...] = ()
    """Where the address and what a request says of its key were read, and what a stand-in or recording rests on."""
    written: str = ""
    """The day that the stand-in was written from its sources."""
    declared: tuple[Declared, ...] = ()
    quirks: tuple[Quirk, ...] = ()
    unsupported: dict[str, str] = {}
    """Scenarios that the dialect has no way to express or that the provider ignores, each with the reason."""
    accepts: dict[str, str] = {}
    """Scenarios of what others refuse and this provider takes, each with the reason."""
    pending: dict[str, str] = {}
    """Scenarios that wait for a cassette and are not played by dialect, each with the reason; ``*`` for all others,
    ``scenario.mode`` for a mode."""
    own: dict[str, str] = {}
    """Scenarios that nobody who borrows the dialect is taken to play as the owner does, each with the reason."""
    deviations: tuple[Deviation, ...] = ()
    proposed: Proposed | None = None
    asks: Asks | None = None
    """None for what the owner of the dialect is asked."""

    def model_of(self, scenario: str) -> str:
        """The model that the cassettes of a scenario ask for."""
        return self.models.get(scenario, self.model)


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One provider."""

    title: str
    homepage: str
    auth: Literal["bearer", "api-key", "x-api-key", "x-goog-api-key", "sigv4", "oauth", "none"]
    """The header that a key is sent in, or what is done with it: ``sigv4`` signs, ``oauth`` gets a token for it."""
    dialects: dict[str, DialectClaims]
    key_variable: str | None = None
    aliases: tuple[str, ...] = ()
    """What it is called elsewhere."""
    beside: str | None = None
    """The provider at whose hosts it answers, in dialects that that one does not speak there."""


def names() -> tuple[str, ...]:
    """All providers, sorted."""
    return tuple(homes())


@kept
@cache
def load(provider: str) -> Profile:
    """The profile of a provider. Raises ``ClaimError``."""
    if provider not in names():
        raise ClaimError(f"no provider is called {provider!r}; there are: {', '.join(names())}")
    path = provider_folder(provider) / "profile.yaml"
    profile = read_yaml(path, Profile)
    for dialect, claims in profile.dialects.items():
        if (claims.home, dialect) not in _owned():
            known = ", ".join(f"{name} of {home}" for home, name in _owned())
            raise ClaimError(f"{path}: dialects.{dialect}: {claims.home!r} owns no such dialect; write one of {known}")
    return profile


@kept
@cache
def _owned() -> tuple[tuple[str, str], ...]:
    """Every dialect that is described, with the provider that owns it. Dialects are ours: reading one is code."""
    folders = [path.parent for path in providers_folder().glob("*/*/format.yaml")]
    return tuple(sorted((folder.parent.name, folder.name) for folder in folders))


def load_all() -> dict[str, Profile]:
    """All profiles by name."""
    return {name: load(name) for name in names()}


def asks(provider: str, dialect: str) -> Asks:
    """What is said beside a conversation with a provider."""
    spoken = load(provider).dialects[dialect]
    if spoken.asks is None and spoken.home != provider:
        return asks(spoken.home, dialect)
    return spoken.asks or Asks()


def owner(dialect: str) -> str:
    """The provider that owns a dialect."""
    return next(home for home, name in _owned() if name == dialect)


@kept
@cache
def speaker(host: str | None, dialect: str) -> str:
    """Who speaks a dialect at the hosts of a provider: it, one beside it, or for all we know the dialect's owner."""
    return next((name for name in _at_hosts(host) if dialect in load(name).dialects), owner(dialect))


@kept
@cache
def dialects_at(host: str | None) -> frozenset[str]:
    """The dialects that are spoken at the hosts of a provider."""
    return frozenset(dialect for name in _at_hosts(host) for dialect in load(name).dialects)


def _at_hosts(host: str | None) -> list[str]:
    """A provider, then those beside it."""
    beside = [name for name, profile in load_all().items() if host is not None and profile.beside == host]
    return [host, *beside] if host is not None and host in names() else beside
