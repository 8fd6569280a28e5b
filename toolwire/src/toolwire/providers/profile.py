"""Profiles of providers: facts about a provider, and claims about its dialects."""

from functools import cache
from typing import Annotated, Final, Literal

import msgspec

from toolwire.model import Json
from toolwire.providers.claim_file import Day, NonEmpty, read_yaml
from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import homes, kept, provider_folder, providers_folder
from toolwire.providers.refusal import Refusal


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim about a capability, with its source and the day on which the source was read."""

    capability: str
    claim: Literal["yes", "no", "partly", "unpublished"]
    """The claim. ``unpublished`` means that somebody searched for a source and found no source."""
    source: NonEmpty
    """The source of the claim, or the page that was searched for a source."""
    retrieved: Day
    value: int | None = None
    """The number, if the capability is a number."""
    note: str | None = None

    def __post_init__(self) -> None:
        if self.claim == "unpublished" and (self.value, self.note) != (None, None):
            raise ValueError("expected no `value` and no `note` in an `unpublished` claim: remove them")


class Quirk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A difference between the bytes that this provider sends and the bytes that the dialect's owner sends."""

    id: NonEmpty
    statement: NonEmpty
    source: NonEmpty
    """The source. It starts with ``unconfirmed`` if nobody has checked it."""
    retrieved: Day
    evidence: Literal["documented", "surveyed", "recorded-local"]
    seen: int | None = None
    """The number of recorded answers, chunks or calls that have the quirk. ``of`` is the number of all that could have
    it.
    """
    of: int | None = None
    apply: tuple[dict[str, Json], ...] = ()
    """Transforms that turn the owner's bytes into this provider's bytes; empty if no transform can do this."""
    unapplied: NonEmpty | None = None
    """The reason why there are no transforms."""
    breaks: tuple[str, ...] = ()
    """The checks that fail if an answer has the quirk."""
    ends: bool = False
    """True if clients may differ in the request that follows an answer with the quirk. The conversation then ends with
    this answer, because the next request cannot be predicted.
    """

    def __post_init__(self) -> None:
        if bool(self.apply) == (self.unapplied is not None):
            raise ValueError("expected either transforms in `apply` or a reason in `unapplied`")
        if (self.seen is None) != (self.of is None) or (self.seen or 0) > (self.of or 0):
            raise ValueError(
                "expected both `seen` (how many have the quirk) and `of` (how many could have it), or neither of them, "
                "and `seen` not above `of`"
            )


class Deviation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A check that the provider's own answers are known to fail, and the reason.

    If no answer fails the check any more, the deviation is out of date.
    """

    scenarios: tuple[str, ...]
    """The ids of scenarios; ``*`` means all."""
    modes: tuple[Literal["plain", "stream"], ...] = ("plain", "stream")
    check: str
    reason: str

    def covers(self, scenario: str, mode: str, check: str) -> bool:
        """Return whether the deviation applies to a scenario, a mode and a check."""
        return check == self.check and mode in self.modes and (scenario in self.scenarios or "*" in self.scenarios)


class Asks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys that our own client adds to the body of its requests."""

    always: dict[str, Json] = {}
    stored: dict[str, Json] = {}
    """The keys for an answer that the provider stores."""
    stream: dict[str, Json] = {}
    """The keys for a streamed answer."""
    reasoning: dict[str, Json] = {}
    """The keys that make the model reason and make the provider show the reasoning."""


class Proposed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The evidence of a profile that was proposed from a few answers.

    It stays in the profile until somebody has checked the profile.
    """

    date: Day
    answers: int
    """The number of answers from which the profile was proposed."""
    confidence: Literal["certain", "likely", "possible"]
    """The confidence in the dialect. ``possible`` means that the dialect is assumed without evidence."""
    evidence: tuple[str, ...]
    parser: str
    """The dialect whose reader reads the provider's answers."""
    schema_style: str
    """The style of the tools' schemas that the provider accepts."""
    text_format: str | None = None
    """The text format of the calls in the answers' text."""
    parsers: dict[str, tuple[str, ...]] = {}
    """The names of other servers' parsers for this text format, by server."""
    example: str = ""
    """The calls of an answer, or the text that contains them."""


ADDRESS: Final = r"^https?://[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(:\d+)?(/|$)"
"""A regular expression for the address of a provider."""


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
    """The model that the requests in cassettes name."""
    models: dict[str, str] = {}
    """The models by scenario, for scenarios that need a model other than ``model``."""
    sources: tuple[str, ...] = ()
    """The sources of the address and the key, and of the provider's recordings or stand-in.

    A stand-in is a function that answers requests as the provider's documentation describes.
    """
    written: str = ""
    """The day when the stand-in was written from its sources."""
    declared: tuple[Declared, ...] = ()
    quirks: tuple[Quirk, ...] = ()
    unsupported: dict[str, str] = {}
    """The scenarios that the dialect cannot express or the provider ignores, each with the reason."""
    accepts: dict[str, str] = {}
    """The scenarios that other providers refuse and this provider accepts, each with the reason."""
    refuses: dict[str, Annotated[tuple[Refusal, ...], msgspec.Meta(min_length=1)]] = {}
    """The refusals of this provider, each under the id of the owner's rule that the refused requests break. Such a rule
    is a MUST at this provider, too, because the provider refuses requests that break the rule.
    """
    pending: dict[str, str] = {}
    """The scenarios that wait for a cassette, each with the reason.

    These scenarios are not played with the cassettes of the dialect's owner. ``*`` means all other scenarios, and
    ``scenario.mode`` means a single mode of a scenario.
    """
    own: dict[str, str] = {}
    """The scenarios whose cassettes belong to this provider alone, each with the reason.

    If this provider owns the dialect, borrowers do not play these cassettes. If this provider borrows the dialect, its
    stand-in makes these cassettes, because the owner cannot play the scenarios.
    """
    deviations: tuple[Deviation, ...] = ()
    proposed: Proposed | None = None
    asks: Asks | None = None
    """The keys that our client adds to requests. None means the keys that the dialect's owner has."""

    def model_of(self, scenario: str) -> str:
        """Return the model that the requests in a scenario's cassettes name."""
        return self.models.get(scenario, self.model)


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A provider: its names, its key, and its claims about each dialect that it speaks."""

    title: str
    homepage: str
    auth: Literal["bearer", "api-key", "x-api-key", "x-goog-api-key", "sigv4", "oauth", "none"]
    """The header that contains the key, or another use of the key.

    ``sigv4`` signs the request with the key, and ``oauth`` exchanges the key for a token.
    """
    dialects: dict[str, DialectClaims]
    key_variable: str | None = None
    aliases: tuple[str, ...] = ()
    """Other names of the provider."""
    beside: str | None = None
    """The provider whose hosts this provider shares.

    At these hosts, this provider speaks dialects that the other provider does not speak.
    """


def names() -> tuple[str, ...]:
    """Return the names of all providers, sorted. Raises ``ClaimError``."""
    return tuple(homes())


@kept
@cache
def load(provider: str) -> Profile:
    """Return the profile of a provider. Raises ``ClaimError`` for an unknown provider or an invalid profile."""
    if provider not in names():
        raise ClaimError(f"unknown provider: {provider!r}; expected one of: {', '.join(names())}")
    path = provider_folder(provider) / "profile.yaml"
    profile = read_yaml(path, Profile)
    for dialect, claims in profile.dialects.items():
        if (claims.home, dialect) not in _owned():
            known = ", ".join(f"{name} ({home})" for home, name in _owned())
            raise ClaimError(
                f"{path}: dialects.{dialect}: {claims.home!r} does not own this dialect; dialects and owners: {known}"
            )
    return profile


@kept
@cache
def _owned() -> tuple[tuple[str, str], ...]:
    """Return the dialects that our folder describes, as pairs: the provider that owns the dialect, and the dialect.

    Other folders are not searched, because a new dialect needs new code.
    """
    folders = [path.parent for path in providers_folder().glob("*/*/format.yaml")]
    return tuple(sorted((folder.parent.name, folder.name) for folder in folders))


def load_all() -> dict[str, Profile]:
    """Return all profiles by name. Raises ``ClaimError``."""
    return {name: load(name) for name in names()}


def asks(provider: str, dialect: str) -> Asks:
    """Return the keys that our client adds to requests to a provider.

    If the provider's profile names no such keys, the keys of the dialect's owner are returned. Raises ``ClaimError``.
    """
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
    """Return the provider that speaks a dialect at the hosts of the provider ``host``.

    This is ``host`` itself if ``host`` speaks the dialect. Otherwise, it is a provider that shares the hosts and speaks
    the dialect. If no such provider exists, it is the owner of the dialect. Raises ``ClaimError``.
    """
    return next((name for name in _at_hosts(host) if dialect in load(name).dialects), owner(dialect))


@kept
@cache
def dialects_at(host: str | None) -> frozenset[str]:
    """Return the dialects of all providers that share a host with the provider ``host``. Raises ``ClaimError``."""
    return frozenset(dialect for name in _at_hosts(host) for dialect in load(name).dialects)


def _at_hosts(host: str | None) -> list[str]:
    """Return a provider, followed by the providers that share its hosts. Return no providers if ``host`` is None.
    Raises ``ClaimError``.
    """
    beside = [name for name, profile in load_all().items() if host is not None and profile.beside == host]
    return [host, *beside] if host is not None and host in names() else beside
