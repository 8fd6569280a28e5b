"""Surveyed evidence: facts about providers from other people's public recordings, without their bytes."""

from functools import cache

import msgspec

from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import kept, provider_folder

FILE = "evidence.json"


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, order=True):
    """A recording with the evidence, and the place to find it."""

    repository: str
    path: str
    commit: str = ""


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Counts of exchanges for and against a fact."""

    plain: int = 0
    stream: int = 0
    """Exchanges for it, in plain and streamed answers."""
    otherwise: int = 0
    """Exchanges against it; for a rule: those that break it and were accepted."""
    refused: int = 0
    """For a rule: exchanges that break it and were refused."""
    models: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    """One recording of each repository."""


class Surveyed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A survey's facts about one provider's dialect."""

    date: str
    exchanges: int
    capabilities: dict[str, Seen]
    rules: dict[str, Seen]


@kept
@cache
def surveyed(provider: str) -> dict[str, Surveyed]:
    """Return the facts about a provider from others' recordings, by dialect. Raises ``ClaimError``."""
    path = provider_folder(provider) / FILE
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Surveyed])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path}: {error}") from None
