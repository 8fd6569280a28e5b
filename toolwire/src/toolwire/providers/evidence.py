"""Surveyed evidence: what other people's public recordings show of a provider. Facts alone, never their bytes."""

from functools import cache

import msgspec

from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import kept, provider_folder

FILE = "evidence.json"


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, order=True):
    """A recording that shows it: where anybody finds it."""

    repository: str
    path: str
    commit: str = ""


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How many exchanges bear something out, and how many do not."""

    plain: int = 0
    stream: int = 0
    """Exchanges that bear it out, by whether the answer was streamed."""
    otherwise: int = 0
    """Exchanges that show the contrary; for a rule: that break it and were accepted."""
    refused: int = 0
    """For a rule: exchanges that break it and were refused."""
    models: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    """One recording of each repository."""


class Surveyed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a survey saw of one provider's dialect."""

    date: str
    exchanges: int
    capabilities: dict[str, Seen]
    rules: dict[str, Seen]


@kept
@cache
def surveyed(provider: str) -> dict[str, Surveyed]:
    """What is known of a provider from others' recordings, by dialect. Raises ``ClaimError``."""
    path = provider_folder(provider) / FILE
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Surveyed])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path}: {error}") from None
