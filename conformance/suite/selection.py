"""The selection of cases to judge."""

from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Literal

import msgspec

from conformance.data import kept
from conformance.mutants.streams.delivery import DELIVERY
from conformance.mutants.streams.mutant import MUTANT
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.suite.cases import (
    CaseCheck,
    UnknownName,
    all_deliveries,
    borrowed,
    cases,
    cassettes,
    check_names,
    strays,
    texts,
    usual_deliveries,
)

Deliveries = Literal["none", "usual", "all"]


class Selection(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All cases, or those that fit all that is said here. Raises ``UnknownName`` for names that there are not."""

    providers: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    """Ids of cases, or how they begin, up to a slash."""
    folder: Path | None = None
    """The cassettes below this folder alone."""
    mutants: bool = False
    """True if streams are mutated, too."""
    deliveries: Deliveries = "none"
    """The other pieces and legal forms in which streams arrive, besides the recorded one."""

    def __post_init__(self) -> None:
        for provider in self.providers:
            check_names(provider, None)
        for scenario in self.scenarios:
            check_names(None, scenario)
        for beginning in self.ids:
            if not any(_begins(case, beginning) for case in every_case(self.folder)):
                raise UnknownName(f"no case is called {beginning!r}, or begins so")

    @cached_property
    def names(self) -> tuple[CassetteName, ...]:
        """The cassettes whose cases are chosen: recorded ones, then those by dialect."""
        return tuple(filter(self._fits, _cassettes(self.folder)))

    @cached_property
    def texts(self) -> tuple[CassetteName, ...]:
        """The chosen cases in text formats; none where the cassettes of one folder are judged."""
        return tuple(filter(self._fits, () if self.folder else texts()))

    def _fits(self, name: CassetteName) -> bool:
        return (
            (not self.providers or name.provider in self.providers)
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
        """Return the errors of files among the cassettes that have no name of a cassette."""
        if self.ids:
            return ()
        chosen = product(self.providers or (None,), self.scenarios or (None,))
        return tuple(stray for provider, scenario in chosen for stray in strays(provider, scenario, self.folder))

    def cases(self, *, gateway: bool = False) -> tuple[CaseCheck, ...]:
        """Every case of a gateway, or of any other adapter, in the order in which they are judged."""
        every = cases((*self.names, *self.texts), streams=self.mutants or self.deliveries != "none", gateway=gateway)
        return tuple(case for case in every if self.covers(str(case)))

    def covers(self, case: str) -> bool:
        """Return True if the case of that id is judged."""
        cassette, _, check = case.rpartition("/")
        chosen = cassette in self._chosen and (not self.ids or any(_begins(case, beginning) for beginning in self.ids))
        return chosen and (not check.startswith((DELIVERY, MUTANT)) or self._changes(self._chosen[cassette], check))

    def _changes(self, name: CassetteName, check: str) -> bool:
        """Return True if the stream of a cassette arrives so."""
        if self.mutants and check.startswith(MUTANT):
            return True
        match self.deliveries:
            case "none":
                return False
            case "usual":
                return check in usual_deliveries(name)
            case "all":
                return check in all_deliveries(name)


def listed(names: str) -> tuple[str, ...]:
    """The names in an option that takes several, each once."""
    return tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))


@kept
@lru_cache(maxsize=1)
def every_case(folder: Path | None = None) -> frozenset[str]:
    """The ids of all cases that there are, those of deliveries, mutants and gateways too."""
    every = (*_cassettes(folder), *(() if folder else texts()))
    return frozenset(map(str, cases(every, streams=True, gateway=True)))


def _cassettes(folder: Path | None) -> tuple[CassetteName, ...]:
    return cassettes(folder=folder) + (() if folder else borrowed())


def _begins(name: str, beginning: str) -> bool:
    return f"{name}/".startswith(f"{beginning.rstrip('/')}/")
