"""The selection of cases to judge."""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec

from conformance.data import kept
from conformance.mutants.streams.delivery import DELIVERY
from conformance.mutants.streams.mutant import MUTANT
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.recording.generated import speakers
from conformance.scenarios import Mode
from conformance.scenarios.generated import GeneratedName, parsed
from conformance.suite.cases import (
    CaseCheck,
    UnknownName,
    all_streams,
    borrowed,
    cases,
    cassettes,
    check_names,
    strays,
    texts,
    usual_streams,
)

Deliveries = Literal["none", "usual", "all"]


class Generated(msgspec.Struct, frozen=True):
    """The generated scenarios to play: their number, and the seed from which they are made."""

    count: int = 0
    seed: int = 1

    def names(self) -> tuple[CassetteName, ...]:
        """Return the names of the cassettes of the generated scenarios: each scenario in each dialect, plain and
        streamed.
        """
        return tuple(
            CassetteName(provider, dialect, str(GeneratedName(self.seed, number)), mode)
            for (provider, dialect), number, mode in product(speakers(), range(self.count), get_args(Mode))
        )


USUAL: Final = Generated(45, 1)
"""The generated scenarios that every gate plays by default."""


def drawn(subject: str, generated: Generated) -> "Selection":
    """Return a selection with only the generated scenarios of a provider's dialect, without changed answers.

    ``subject``: the dialect, such as ``openai/openai_chat``.
    """
    names = (GeneratedName(generated.seed, number) for number in range(generated.count))
    return Selection(ids=tuple(f"{subject}/{name}" for name in names))


class UnknownCase(UnknownName):
    """An error: no id of a case equals the name, or begins with it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown case: {name!r}: no id equals it or begins with it")
        self.name = name


class Selection(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A selection of cases: all cases, or the cases that match every given field.

    Raises ``UnknownName`` for unknown names.
    """

    providers: tuple[str, ...] = ()
    """Names of providers, each alone or as ``PROVIDER/DIALECT``. Empty means all providers."""
    scenarios: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    """Ids of cases, or beginnings of ids up to a slash. Empty means all cases."""
    folder: Path | None = None
    """The only folder from which cassettes are chosen. None means all folders of cassettes, also the user's."""
    mutants: bool = False
    """True if all mutants of answers are judged, too."""
    deliveries: Deliveries = "none"
    """The changed answers to judge in addition to the recorded answers. See ``usual_streams`` and ``all_streams``."""
    generated: Generated = Generated()
    """The generated scenarios to play in addition to the written scenarios."""

    def __post_init__(self) -> None:
        for provider in self.providers:
            check_names(alone(provider), None)
            if "/" in provider and not _has_case(provider, None):
                raise UnknownName(f"{alone(provider)} has no case in the dialect {provider.partition('/')[2]!r}")
        for scenario in self.scenarios:
            check_names(None, scenario)
        for beginning in self.ids:
            if not _generated(beginning) and not _has_case(beginning, self.folder):
                raise UnknownCase(beginning)

    @cached_property
    def names(self) -> tuple[CassetteName, ...]:
        """The chosen cassettes: cassettes in folders, borrowed cassettes, and cassettes of generated scenarios."""
        return (*filter(self._fits, _cassettes(self.folder)), *self._drawn)

    @cached_property
    def _drawn(self) -> tuple[CassetteName, ...]:
        """The cassettes of generated scenarios. If ``ids`` name generated scenarios, only these are chosen."""
        named = dict.fromkeys(name for beginning in self.ids for name in _generated(beginning))
        return tuple(named) or (() if self.folder else tuple(filter(self._fits, self.generated.names())))

    @cached_property
    def texts(self) -> tuple[CassetteName, ...]:
        """The chosen cases in text formats. There are none if ``folder`` is given."""
        return tuple(filter(self._fits, () if self.folder else texts()))

    def _fits(self, name: CassetteName) -> bool:
        return (
            (not self.providers or any(_begins(f"{name}", provider) for provider in self.providers))
            and (not self.scenarios or name.scenario in self.scenarios)
            and (
                not self.ids
                or any(_begins(f"{name}", beginning) or _begins(beginning, f"{name}") for beginning in self.ids)
            )
        )

    @cached_property
    def _chosen(self) -> dict[str, CassetteName]:
        return {str(name): name for name in (*self.names, *self.texts)}

    def strays(self) -> tuple[CassetteError, ...]:
        """Return an error for each file that cannot be read, or whose name is not the name of a cassette.

        Only files in the cassettes' folders are checked. If the selection has ``ids``, return ().
        """
        if self.ids:
            return ()
        chosen = product(dict.fromkeys(map(alone, self.providers)) or (None,), self.scenarios or (None,))
        return tuple(stray for provider, scenario in chosen for stray in strays(provider, scenario, self.folder))

    def cases(self, *, gateway: bool = False) -> tuple[CaseCheck, ...]:
        """Return the chosen cases of a gateway, or of any other adapter, in the order in which they are judged."""
        every = cases((*self.names, *self.texts), streams=self.mutants or self.deliveries != "none", gateway=gateway)
        return tuple(case for case in every if self.covers(str(case)))

    def covers(self, case: str) -> bool:
        """Return whether the case with this id is judged."""
        cassette, _, check = case.rpartition("/")
        chosen = cassette in self._chosen and (not self.ids or any(_begins(case, beginning) for beginning in self.ids))
        return chosen and (not check.startswith((DELIVERY, MUTANT)) or self._changes(self._chosen[cassette], check))

    def _changes(self, name: CassetteName, check: str) -> bool:
        """Return whether the selection includes ``check``, a check of a delivery or a mutant of a cassette."""
        if self.mutants and check.startswith(MUTANT):
            return True
        match self.deliveries:
            case "none":
                return False
            case "usual":
                return check in usual_streams(name)
            case "all":
                return check in all_streams(name)


def listed(names: str) -> tuple[str, ...]:
    """Return the names in an option that takes several names, without duplicates: ``"a, b,a"`` gives ``("a", "b")``."""
    return tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))


def is_case(case: str, folder: Path | None = None) -> bool:
    """Return whether ``case`` is the id of a known case, or of a case of a generated scenario."""
    name = _named(folder).get(case.rpartition("/")[0])
    names = _generated(case) if name is None else (name,)
    return len(names) == 1 and case in _ids(names)


def _has_case(beginning: str, folder: Path | None) -> bool:
    """Return whether ``beginning`` is the id of a case, or the beginning of an id up to a slash."""
    near = (name for text, name in _named(folder).items() if _begins(text, beginning) or _begins(beginning, text))
    return any(_begins(case, beginning) for case in _ids(near))


def _ids(names: Iterable[CassetteName]) -> Iterator[str]:
    """Yield the ids of all cases of some cassettes, including the cases of deliveries, mutants and gateways."""
    return map(str, cases(names, streams=True, gateway=True))


@kept
@lru_cache(maxsize=1)
def _named(folder: Path | None) -> dict[str, CassetteName]:
    """Return the names of all cassettes and of all cases in text formats, each by its ``str()``.

    If ``folder`` is not None, return only the names of the cassettes in this folder.
    """
    return {str(name): name for name in (*_cassettes(folder), *(() if folder else texts()))}


def _generated(case: str) -> tuple[CassetteName, ...]:
    """Return the cassettes of the generated scenario that an id, or the beginning of an id, names."""
    provider, dialect, scenario, mode, *_ = (*case.rstrip("/").split("/"), "", "", "", "")
    if parsed(scenario) is None or (provider, dialect) not in speakers():
        return ()
    return tuple(CassetteName(provider, dialect, scenario, each) for each in get_args(Mode) if mode in ("", each))


def _cassettes(folder: Path | None) -> tuple[CassetteName, ...]:
    return cassettes(folder=folder) + (() if folder else borrowed())


def alone(provider: str) -> str:
    """Return the provider's name in ``PROVIDER`` or ``PROVIDER/DIALECT``: ``openai/openai_chat`` gives ``openai``."""
    return provider.partition("/")[0]


def _begins(name: str, beginning: str) -> bool:
    return f"{name}/".startswith(f"{beginning.rstrip('/')}/")
