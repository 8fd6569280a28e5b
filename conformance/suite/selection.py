"""The selection of cases to judge."""

from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path

import msgspec

from conformance.data import kept
from conformance.mutants.streams.mutant import MUTANT
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.suite.cases import CaseCheck, UnknownName, borrowed, cases, cassettes, check_names, strays, texts


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
    def _chosen(self) -> frozenset[str]:
        return frozenset(map(str, (*self.names, *self.texts)))

    def strays(self) -> tuple[CassetteError, ...]:
        """Return the errors of files among the cassettes that have no name of a cassette."""
        if self.ids:
            return ()
        chosen = product(self.providers or (None,), self.scenarios or (None,))
        return tuple(stray for provider, scenario in chosen for stray in strays(provider, scenario, self.folder))

    def cases(self, *, gateway: bool = False) -> tuple[CaseCheck, ...]:
        """Every case of a gateway, or of any other adapter, in the order in which they are judged."""
        every = cases((*self.names, *self.texts), mutants=self.mutants, gateway=gateway)
        return tuple(case for case in every if self.wants(str(case)))

    def wants(self, case: str) -> bool:
        """Return True if a case of the chosen cassettes is chosen itself."""
        return not self.ids or any(_begins(case, beginning) for beginning in self.ids)

    def covers(self, case: str) -> bool:
        """Return True if the case of that id is judged."""
        cassette, _, check = case.rpartition("/")
        return cassette in self._chosen and self.wants(case) and (self.mutants or not check.startswith(MUTANT))


def listed(names: str) -> tuple[str, ...]:
    """The names in an option that takes several, each once."""
    return tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))


@kept
@lru_cache(maxsize=1)
def every_case(folder: Path | None = None) -> frozenset[str]:
    """The ids of all cases that there are, those of mutants and of gateways too."""
    every = (*_cassettes(folder), *(() if folder else texts()))
    return frozenset(map(str, cases(every, mutants=True, gateway=True)))


def _cassettes(folder: Path | None) -> tuple[CassetteName, ...]:
    return cassettes(folder=folder) + (() if folder else borrowed())


def _begins(name: str, beginning: str) -> bool:
    return f"{name}/".startswith(f"{beginning.rstrip('/')}/")
