"""The evidence of a survey: facts about providers, from other people's public recordings. The recordings themselves are
not part of this evidence.
"""

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
    """The origin of evidence: a file with a public recording, in a repository."""

    repository: str
    path: str
    commit: str = ""

    @property
    def address(self) -> str:
        """The file's address at GitHub, where all surveyed repositories are. If the commit is unknown, the address
        leads to the newest version of the file.
        """
        return f"https://github.com/{self.repository}/blob/{self.commit or 'HEAD'}/{quote(self.path)}"


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The numbers of exchanges that support or contradict a claim. The claim is a rule, or a deviation from the
    documented form of a dialect.
    """

    plain: int = 0
    stream: int = 0
    """The number of streamed answers that support the rule or the deviation. ``plain`` counts the plain answers."""
    otherwise: int = 0
    """The number of exchanges that contradict the rule or the deviation. If a rule is about requests, such an exchange
    has an accepted request that breaks the rule.
    """
    refused: int = 0
    """The number of refused exchanges whose request breaks the rule or has the deviation."""
    contrary: dict[str, int] = {}
    """The number of exchanges that contradict the rule or the deviation, by model.

    Empty if no exchange of the provider supports the rule or the deviation.
    """
    models: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    """A recording from each repository that has an exchange about the rule or the deviation."""
    against: tuple[Origin, ...] = ()
    """A recording from each repository that has an exchange that contradicts the rule or the deviation."""


class SeenOfModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The evidence about a capability from the exchanges with a model, either all plain or all streamed.

    ``borne_out`` is the number of exchanges that support the capability, and ``example`` is the first of them.
    ``otherwise`` is the number of exchanges that contradict it, and ``counterexample`` is the first of them.
    """

    borne_out: int = 0
    otherwise: int = 0
    example: Origin | None = None
    counterexample: Origin | None = None


class SeenCapability(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The exchanges that support or contradict a capability, by the model that the request names.

    The model is "" if the request names no model.
    """

    by_model: dict[str, dict[Mode, SeenOfModel]] = {}
    origins: tuple[Origin, ...] = ()
    """A recording from each repository that has an exchange about the capability."""
    against: tuple[Origin, ...] = ()
    """A recording from each repository that has an exchange that contradicts the capability."""

    def seen(self, mode: Mode, model: str | None = None) -> tuple[SeenOfModel, ...]:
        """Return the counts for the plain or the streamed answers of ``model``.

        If ``model`` is None, return an entry for each model. A model without such answers has no entry.
        """
        models = self.by_model.values() if model is None else (self.by_model.get(model, {}),)
        return tuple(modes[mode] for modes in models if mode in modes)

    @property
    def plain(self) -> int:
        """The number of plain answers that support the capability."""
        return sum(seen.borne_out for seen in self.seen("plain"))

    @property
    def stream(self) -> int:
        """The number of streamed answers that support the capability."""
        return sum(seen.borne_out for seen in self.seen("stream"))

    @property
    def otherwise(self) -> int:
        """The number of exchanges that contradict the capability."""
        return sum(seen.otherwise for seen in (*self.seen("plain"), *self.seen("stream")))

    @property
    def contrary(self) -> dict[str, int]:
        """The number of exchanges that contradict the capability, by the name of the model. Models without such
        exchanges are left out, and so are exchanges that name no model.

        The dict is empty if no exchange of any model supports the capability.
        """
        if not self.plain + self.stream:
            return {}
        counts = {name: sum(seen.otherwise for seen in modes.values()) for name, modes in self.by_model.items() if name}
        return {name: number for name, number in counts.items() if number}

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the models in all exchanges, sorted. Exchanges that name no model are left out."""
        return tuple(sorted(name for name in self.by_model if name))


class Surveyed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A survey's facts about a dialect of a provider."""

    date: str
    exchanges: int
    capabilities: dict[str, SeenCapability]
    rules: dict[str, Seen]
    forms: dict[str, Seen] = {}
    """The counts for each deviation of requests from the documented form. Each key is the judge's name for the
    deviation, such as ``/tool_choice type null``.
    """
    answers: dict[str, Seen] = {}
    """The counts for each deviation of answers from the form that the dialect's owner documents."""


@kept
@cache
def surveyed(provider: str) -> dict[str, Surveyed]:
    """Return the facts about a provider from other people's recordings, by dialect; empty if no recordings of the
    provider were surveyed. Raises ``ClaimError`` for an unknown provider or an invalid file.
    """
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
    """Return the deviations from the documented form that a provider accepted in other people's recordings.

    Raises ``ClaimError``.
    """
    known = surveyed(provider).get(dialect)
    forms = known.forms if known else {}
    return frozenset(name for name, seen in forms.items() if seen.plain or seen.stream)
