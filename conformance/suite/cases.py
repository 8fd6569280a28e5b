"""Cases: what is judged, and by which id."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import msgspec

from conformance import scenarios
from conformance.data import cassettes_folders, kept
from conformance.judge.checks import of_scenario
from conformance.judge.subject import TextFormat, known_providers
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS, Mutant
from conformance.mutants.streams.delivery import DELIVERIES, INSIDE_CHARACTERS, Delivery
from conformance.recording import by_dialect, cassette, text_answers
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.suite import text_formats


class CaseCheck(msgspec.Struct, frozen=True):
    """One check of one cassette, or of one scenario in a text format. ``str()`` is its id, a public contract."""

    cassette: CassetteName
    check: str

    def __str__(self) -> str:
        return f"{self.cassette}/{self.check}"


class UnknownName(Exception):
    """No provider or no scenario goes by a name; ``str()`` says which there are."""


def check_names(provider: str | None, scenario: str | None) -> None:
    """Raises ``UnknownName``."""
    for word, name, known in (("provider", provider, known_providers()), ("scenario", scenario, scenarios.names())):
        if name is not None and name not in known:
            raise UnknownName(f"no {word} is called {name!r}; there are: {', '.join(known)}")


def cassettes(
    provider: str | None = None, scenario: str | None = None, folder: Path | None = None
) -> tuple[CassetteName, ...]:
    """Return the names of all cassettes, or those of one provider or one scenario."""
    found = {
        name
        for place in _folders(folder)
        for name in cassette.find(place)
        if isinstance(name, CassetteName) and provider in (None, name.provider) and scenario in (None, name.scenario)
    }
    return tuple(sorted(found))


def borrowed(provider: str | None = None, scenario: str | None = None) -> tuple[CassetteName, ...]:
    """Return the names of the cassettes that are played by dialect, or those of one provider or one scenario."""
    return tuple(
        name for name in by_dialect.find() if provider in (None, name.provider) and scenario in (None, name.scenario)
    )


def texts(provider: str | None = None, scenario: str | None = None) -> tuple[CassetteName, ...]:
    """Return the names of the cases in text formats, all or those of one provider, ``text``, or one scenario."""
    return tuple(
        name for name in text_answers.names() if provider in (None, name.provider) and scenario in (None, name.scenario)
    )


def strays(
    provider: str | None = None, scenario: str | None = None, folder: Path | None = None
) -> tuple[CassetteError, ...]:
    """Return the errors of files among the cassettes that have no name of a cassette, for one provider or scenario."""
    return tuple(
        stray
        for place in _folders(folder)
        for stray in cassette.find(place)
        if isinstance(stray, CassetteError)
        and provider in (None, stray.path.relative_to(place).parts[0])
        and scenario in (None, stray.path.name.partition(".")[0])
    )


def path_of(name: CassetteName, folder: Path | None = None) -> Path:
    """Return the path of a cassette; of several with the name, the last that was laid over others."""
    return name.among(_folders(folder))


def _folders(folder: Path | None) -> tuple[Path, ...]:
    """One folder alone, or those of all data."""
    return cassettes_folders() if folder is None else (folder,)


def cases(names: tuple[CassetteName, ...], *, streams: bool = False, gateway: bool = False) -> Iterator[CaseCheck]:
    """Every case of some cassettes, or also one for each delivery and mutant of a stream; those of gateways alone."""
    for name in names:
        if isinstance(name.subject, TextFormat):
            yield from (CaseCheck(name, check) for check in text_formats.checks(name, mutants=streams))
            continue
        for check in of_scenario(scenarios.load(name.scenario), gateway=gateway):
            yield CaseCheck(name, check.name)
        if streams:
            yield from (CaseCheck(name, delivery.check) for delivery in deliveries_of(name))
            yield from (CaseCheck(name, mutant.check) for mutant in mutants_of(name))


def deliveries_of(name: CassetteName) -> tuple[Delivery, ...]:
    """Return the pieces in which the streams of a cassette arrive."""
    return DELIVERIES if name.mode == "stream" and _is_mutated(name) else ()


def mutants_of(name: CassetteName) -> tuple[Mutant, ...]:
    """Return the mutants of the first answer of a cassette, a stream or a document."""
    every = MUTANTS if name.mode == "stream" else PLAIN_MUTANTS
    return tuple(mutant for mutant in every if name.dialect in mutant.verdicts) if _is_mutated(name) else ()


def legal_of(name: CassetteName) -> tuple[Mutant, ...]:
    """Return the mutants of the streams of a cassette that every reader of the dialect has to take."""
    return tuple(mutant for mutant in mutants_of(name) if name.dialect in mutant.legal)


def usual_of(name: CassetteName) -> tuple[Mutant, ...]:
    """Return the mutants of a cassette that every gate judges, though they are not legal."""
    return tuple(mutant for mutant in mutants_of(name) if mutant.usual)


@kept
@lru_cache(maxsize=1)
def legal_streams(name: CassetteName) -> frozenset[str]:
    """Return the checks of the pieces and of the legal forms in which the streams of a cassette may arrive."""
    deliveries, forms = deliveries_of(name), legal_of(name)
    return frozenset((*(delivery.check for delivery in deliveries), *(mutant.check for mutant in forms)))


def all_streams(name: CassetteName) -> frozenset[str]:
    """Return the checks of these and of the usual mutants."""
    return legal_streams(name) | {mutant.check for mutant in usual_of(name)}


@kept
@lru_cache(maxsize=1)
def usual_streams(name: CassetteName) -> frozenset[str]:
    """Return the checks of what every gate does to the first answer of the case.

    To a stream it does the usual mutants, and other pieces or another legal form. Few streams have a character of
    several bytes, so each that has is cut inside it. To a plain answer it does one of the usual mutants. What is done
    depends on the name alone, so it stays when other cases come.
    """
    if name.mode == "plain":
        usual = [mutant.check for mutant in usual_of(name)]
        return frozenset(sorted(usual, key=lambda check: crc32(f"{name}/{check}".encode()))[:1])
    others = (delivery for delivery in deliveries_of(name) if delivery is not INSIDE_CHARACTERS)
    borders = [delivery.check for delivery in others if delivery.usual]
    if not borders:
        return frozenset()
    forms = [mutant.check for mutant in legal_of(name)]
    among = forms if forms and crc32(str(name).encode()) % 2 else borders
    drawn = min(among, key=lambda check: crc32(f"{name}/{check}".encode()))
    return frozenset((INSIDE_CHARACTERS.check, drawn, *(mutant.check for mutant in usual_of(name))))


def _is_mutated(name: CassetteName) -> bool:
    asked = scenarios.load(name.scenario)  # what is beside others is read elsewhere, alone
    return not asked.refused and not asked.beside
