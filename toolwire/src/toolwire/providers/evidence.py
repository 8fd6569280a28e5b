"""Surveyed evidence: facts about providers from other people's public recordings, without their bytes."""

from functools import cache
from typing import Literal
from urllib.parse import quote

import msgspec

from toolwire.providers.errors import ClaimError
from toolwire.providers.folders import kept, provider_folder
from toolwire.wire import limited_file

FILE = "evidence.json"
Mode = Literal["plain", "stream"]


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, order=True):
    """A recording with the evidence, and the place to find it."""

    repository: str
    path: str
    commit: str = ""

    @property
    def address(self) -> str:
        """The address of the file at GitHub, where all surveyed repositories are; without a commit, the newest."""
        return f"https://github.com/{self.repository}/blob/{self.commit or 'HEAD'}/{quote(self.path)}"


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Counts of exchanges for and against a rule, or a deviation from the documented form."""

    plain: int = 0
    stream: int = 0
    """Exchanges for it, in plain and streamed answers."""
    otherwise: int = 0
    """Exchanges against it; for a rule: those that break it and were accepted."""
    refused: int = 0
    """For a rule: exchanges that break it and were refused. For a form: exchanges that have it and were refused."""
    contrary: dict[str, int] = {}
    """The exchanges against it by model, where some other model of the provider bears it out."""
    models: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    """One recording of each repository."""
    against: tuple[Origin, ...] = ()
    """One recording of each repository whose exchange is against it."""


class SeenOfModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Exchanges of one model in one mode for and against a capability, and the place of the first of either kind."""

    borne_out: int = 0
    otherwise: int = 0
    example: Origin | None = None
    counterexample: Origin | None = None


class SeenCapability(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Exchanges for and against a capability, by the model that the request names; "" where it names none."""

    by_model: dict[str, dict[Mode, SeenOfModel]] = {}
    origins: tuple[Origin, ...] = ()
    """One recording of each repository."""
    against: tuple[Origin, ...] = ()
    """One recording of each repository whose exchange is against it."""

    def seen(self, mode: Mode, model: str | None = None) -> tuple[SeenOfModel, ...]:
        """Return the counts of a mode: of one model, or of each."""
        models = self.by_model.values() if model is None else (self.by_model.get(model, {}),)
        return tuple(modes[mode] for modes in models if mode in modes)

    @property
    def plain(self) -> int:
        """The number of exchanges for it in plain answers."""
        return sum(seen.borne_out for seen in self.seen("plain"))

    @property
    def stream(self) -> int:
        """The number of exchanges for it in streamed answers."""
        return sum(seen.borne_out for seen in self.seen("stream"))

    @property
    def otherwise(self) -> int:
        """The number of exchanges against it."""
        return sum(seen.otherwise for seen in (*self.seen("plain"), *self.seen("stream")))

    @property
    def contrary(self) -> dict[str, int]:
        """The number of exchanges against it by model, where some model of the provider bears it out."""
        if not self.plain + self.stream:
            return {}
        counts = {name: sum(seen.otherwise for seen in modes.values()) for name, modes in self.by_model.items() if name}
        return {name: number for name, number in counts.items() if number}

    @property
    def models(self) -> tuple[str, ...]:
        """The models of all exchanges, by name."""
        return tuple(sorted(name for name in self.by_model if name))


class Surveyed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A survey's facts about one provider's dialect."""

    date: str
    exchanges: int
    capabilities: dict[str, SeenCapability]
    rules: dict[str, Seen]
    forms: dict[str, Seen] = {}
    """Deviations of requests from the documented form, as the judge names them: ``/tool_choice type null``."""
    answers: dict[str, Seen] = {}
    """Deviations of answers from the form that the dialect's owner documents."""


@kept
@cache
def surveyed(provider: str) -> dict[str, Surveyed]:
    """Return the facts about a provider from others' recordings, by dialect. Raises ``ClaimError``."""
    path = provider_folder(provider) / FILE
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(limited_file.content(path), type=dict[str, Surveyed])
    except OSError as error:
        raise ClaimError(f"{path}: cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ClaimError(f"{path}: {error}") from None


@kept
@cache
def accepted(provider: str, dialect: str) -> frozenset[str]:
    """Return the deviations from the documented form that a provider accepted in others' recordings.

    Raises ``ClaimError``.
    """
    known = surveyed(provider).get(dialect)
    forms = known.forms if known else {}
    return frozenset(name for name, seen in forms.items() if seen.plain or seen.stream)
