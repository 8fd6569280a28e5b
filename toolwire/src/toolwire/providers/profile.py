"""Profiles: facts about a provider, and its claims."""

from functools import cache
from typing import Annotated, Final, Literal

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import Day, NonEmpty, read_yaml
from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import homes, kept, provider_folder, providers_folder
from toolwire.providers.refusal import Refusal


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim about a capability, with its source and the day it was read."""

    capability: str
    claim: Literal["yes", "no", "partly", "unpublished"]
    """``unpublished``: it was looked for, and no source has it."""
    source: NonEmpty
    """The place of the claim, or the place where it was looked for."""
    retrieved: Day
    value: int | None = None
    """The number, for a capability with one."""
    note: str | None = None

    def __post_init__(self) -> None:
        if self.claim == "unpublished" and (self.value, self.note) != (None, None):
            raise ValueError("what is `unpublished` has neither `value` nor `note`")


class Quirk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A difference on the wire from the dialect's owner."""

    id: NonEmpty
    statement: NonEmpty
    source: NonEmpty
    """Starts with ``unconfirmed`` if nobody has checked it."""
    retrieved: Day
    evidence: Literal["documented", "surveyed", "recorded-local"]
    seen: int | None = None
    """The number of recorded places with it, out of ``of``."""
    of: int | None = None
    apply: tuple[dict[str, Json], ...] = ()
    """Transforms that make this provider's bytes of the owner's, if possible."""
    unapplied: NonEmpty | None = None
    """The reason if there are no transforms."""
    breaks: tuple[str, ...] = ()
    """The checks that fail on an answer changed by it."""
    ends: bool = False
    """True if readers may choose what goes back after such an answer: the conversation is played no further."""

    def __post_init__(self) -> None:
        if bool(self.apply) == (self.unapplied is not None):
            raise ValueError("a quirk has either transforms to `apply` or the reason why it is `unapplied`")
        if (self.seen is None) != (self.of is None) or (self.seen or 0) > (self.of or 0):
            raise ValueError("`seen` and `of` go together: so many of so many")


class Deviation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A check that the provider's own answers are known to fail, with the reason. One that they do not is stale."""

    scenarios: tuple[str, ...]
    """Scenario ids; ``*`` for all."""
    modes: tuple[Literal["plain", "stream"], ...] = ("plain", "stream")
    check: str
    reason: str

    def covers(self, scenario: str, mode: str, check: str) -> bool:
        """Return whether it is about this case."""
        return check == self.check and mode in self.modes and (scenario in self.scenarios or "*" in self.scenarios)


class Asks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Keys that our own client adds to the request's document."""

    always: dict[str, Json] = {}
    stream: dict[str, Json] = {}
    """Keys for a streamed answer."""
    reasoning: dict[str, Json] = {}
    """Keys that make the model reason, and show it."""


class Proposed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The basis of a profile that was proposed from a few answers, until somebody has checked it."""

    date: Day
    answers: int
    """The number of answers."""
    confidence: Literal["certain", "likely", "possible"]
    """Confidence in the dialect; ``possible`` if it is assumed without evidence."""
    evidence: tuple[str, ...]
    parser: str
    """The dialect that reads its answers."""
    schema_style: str
    """The style of tool schemas."""
    text_format: str | None = None
    """The text format of calls in the answers' text."""
    parsers: dict[str, tuple[str, ...]] = {}
    """Parsers of this format elsewhere, by server."""
    example: str = ""
    """The calls of an answer, or the text with them."""


ADDRESS: Final = r"^https?://[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(:\d+)?(/|$)"
"""The form of an address."""


class DialectClaims(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider's claims about one of its dialects."""

    home: str
    """The provider that owns the dialect."""
    base_url: Annotated[
        str,
        msgspec.Meta(
            pattern=ADDRESS,
            description="an address such as https://api.some.example/v1",
        ),
    ]
    model: str
    """The model of requests in cassettes."""
    models: dict[str, str] = {}
    """Models by scenario, for scenarios that need another one."""
    sources: tuple[str, ...] = ()
    """Sources of the address and the key, and the basis of a stand-in or recording."""
    written: str = ""
    """The day when the stand-in was written from its sources."""
    declared: tuple[Declared, ...] = ()
    quirks: tuple[Quirk, ...] = ()
    unsupported: dict[str, str] = {}
    """Scenarios that the dialect cannot express or the provider ignores, each with the reason."""
    accepts: dict[str, str] = {}
    """Scenarios that others refuse and this provider takes, each with the reason."""
    refuses: dict[str, Annotated[tuple[Refusal, ...], msgspec.Meta(min_length=1)]] = {}
    """Rules of the dialect's owner that hold here as a MUST, each with this provider's own refusals."""
    pending: dict[str, str] = {}
    """Scenarios that wait for a cassette and are not played by dialect, each with the reason; ``*`` for all others,
    ``scenario.mode`` for a mode."""
    own: dict[str, str] = {}
    """Scenarios that no borrower of the dialect is assumed to play as the owner does, each with the reason."""
    deviations: tuple[Deviation, ...] = ()
    proposed: Proposed | None = None
    asks: Asks | None = None
    """None for the keys of the dialect's owner."""

    def model_of(self, scenario: str) -> str:
        """Return the model of requests in a scenario's cassettes."""
        return self.models.get(scenario, self.model)


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider."""

    title: str
    homepage: str
    auth: Literal["bearer", "api-key", "x-api-key", "x-goog-api-key", "sigv4", "oauth", "none"]
    """The header of the key, or its use: ``sigv4`` signs, ``oauth`` gets a token for it."""
    dialects: dict[str, DialectClaims]
    key_variable: str | None = None
    aliases: tuple[str, ...] = ()
    """Other names of it."""
    beside: str | None = None
    """The provider whose hosts it shares, in dialects that that one does not speak there."""


def names() -> tuple[str, ...]:
    """Return all providers, sorted."""
    return tuple(homes())


@kept
@cache
def load(provider: str) -> Profile:
    """Return the profile of a provider. Raises ``ClaimError``."""
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
    """Return every described dialect, with the provider that owns it. Dialects are ours: reading one takes code."""
    folders = [path.parent for path in providers_folder().glob("*/*/format.yaml")]
    return tuple(sorted((folder.parent.name, folder.name) for folder in folders))


def load_all() -> dict[str, Profile]:
    """Return all profiles by name."""
    return {name: load(name) for name in names()}


def asks(provider: str, dialect: str) -> Asks:
    """Return the keys that our client adds to requests to a provider."""
    spoken = load(provider).dialects[dialect]
    if spoken.asks is None and spoken.home != provider:
        return asks(spoken.home, dialect)
    return spoken.asks or Asks()


def owner(dialect: str) -> str:
    """Return the provider that owns a dialect."""
    return next(home for home, name in _owned() if name == dialect)


@kept
@cache
def speaker(host: str | None, dialect: str) -> str:
    """Return the speaker of a dialect at a provider's hosts: it, one beside it, or else the dialect's owner."""
    return next((name for name in _at_hosts(host) if dialect in load(name).dialects), owner(dialect))


@kept
@cache
def dialects_at(host: str | None) -> frozenset[str]:
    """Return the dialects that are spoken at the hosts of a provider."""
    return frozenset(dialect for name in _at_hosts(host) for dialect in load(name).dialects)


def _at_hosts(host: str | None) -> list[str]:
    """Return a provider, then those beside it."""
    beside = [name for name, profile in load_all().items() if host is not None and profile.beside == host]
    return [host, *beside] if host is not None and host in names() else beside
