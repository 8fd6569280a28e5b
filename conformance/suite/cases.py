"""Cases: what is judged, and by which id."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from conformance import claims, scenarios
from conformance.judge.checks import of_scenario
from conformance.recording import cassette
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError


class Case(msgspec.Struct, frozen=True):
    """One check of one cassette. ``str()`` is its id, a public contract."""

    cassette: CassetteName
    check: str

    def __str__(self) -> str:
        return f"{self.cassette}/{self.check}"


class UnknownName(Exception):
    """No provider or no scenario goes by a name; ``str()`` says which there are."""


def check_names(provider: str | None, scenario: str | None) -> None:
    """Raises ``UnknownName``."""
    for word, name, known in (("provider", provider, claims.names()), ("scenario", scenario, scenarios.names())):
        if name is not None and name not in known:
            raise UnknownName(f"no {word} is called {name!r}; there are: {', '.join(known)}")


def cassettes(
    provider: str | None = None, scenario: str | None = None, folder: Path | None = None
) -> tuple[CassetteName, ...]:
    """The cassettes there are, or those of one provider or one scenario."""
    return tuple(
        name
        for name in cassette.find(folder or claims.cassettes_folder())
        if isinstance(name, CassetteName) and provider in (None, name.provider) and scenario in (None, name.scenario)
    )


def strays(
    provider: str | None = None, scenario: str | None = None, folder: Path | None = None
) -> tuple[CassetteError, ...]:
    """What is wrong with files among the cassettes whose names say nothing; of one provider or one scenario."""
    folder = folder or claims.cassettes_folder()
    return tuple(
        stray
        for stray in cassette.find(folder)
        if isinstance(stray, CassetteError)
        and provider in (None, stray.path.relative_to(folder).parts[0])
        and scenario in (None, stray.path.name.partition(".")[0])
    )


def cases(names: tuple[CassetteName, ...]) -> Iterator[Case]:
    """Every case of some cassettes."""
    for name in names:
        for check in of_scenario(scenarios.load(name.scenario)):
            yield Case(name, check.name)
