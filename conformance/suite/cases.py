"""The cases that are judged, and their ids.

Cases may have changed answers. A delivery is the same stream, cut into other pieces. A mutant is an answer with one
known change. A mutant is legal if every reader of the dialect must accept it. ``conformance gate`` (the gate) also
judges some mutants that are not legal. They are called the usual mutants.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import msgspec

from conformance import scenarios
from conformance.data import cassettes_folders, kept
from conformance.files import is_named
from conformance.judge.checks import of_scenario
from conformance.judge.subject import TextFormat, known_providers
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS, Mutant
from conformance.mutants.streams.delivery import DELIVERIES, INSIDE_CHARACTERS, Delivery
from conformance.mutants.texts import TEXT_MUTANTS
from conformance.recording import by_dialect, cassette, text_answers
from conformance.recording.cassette import SUFFIXES, CassetteName
from conformance.recording.errors import CassetteError
from conformance.suite import text_formats


class CaseCheck(msgspec.Struct, frozen=True):
    """A check of a cassette, or of a scenario in a text format. ``str()`` is its id, which is a public contract."""

    cassette: CassetteName
    check: str

    def __str__(self) -> str:
        return f"{self.cassette}/{self.check}"


class UnknownName(Exception):
    """An error for a name that no provider or no scenario has. ``str()`` lists the names that exist."""


def check_names(provider: str | None, scenario: str | None) -> None:
    """Raise ``UnknownName`` if the provider or the scenario does not exist."""
    for word, name, known in (("provider", provider, known_providers()), ("scenario", scenario, scenarios.names())):
        if name is not None and name not in known:
            raise UnknownName(f"unknown {word}: {name!r}; expected one of: {', '.join(known)}")


def cassettes(
    provider: str | None = None, scenario: str | None = None, folder: Path | None = None
) -> tuple[CassetteName, ...]:
    """Return the names of the cassettes in ``folder``. None means all folders of cassettes, also the user's.

    If ``provider`` or ``scenario`` is given, return only the cassettes of this provider or scenario.
    """
    found = {
        name
        for place in _folders(folder)
        for name in cassette.find(place)
        if isinstance(name, CassetteName) and provider in (None, name.provider) and scenario in (None, name.scenario)
    }
    return tuple(sorted(found))


def borrowed(provider: str | None = None, scenario: str | None = None) -> tuple[CassetteName, ...]:
    """Return the names of the borrowed cassettes of ``provider`` and ``scenario``. None means any provider or scenario.

    Nobody recorded a borrowed cassette. It is made from a cassette of the dialect's owner, for a provider that borrows
    the dialect.
    """
    return tuple(
        name for name in by_dialect.find() if provider in (None, name.provider) and scenario in (None, name.scenario)
    )


def texts(provider: str | None = None, scenario: str | None = None) -> tuple[CassetteName, ...]:
    """Return the names of the cases in text formats for ``scenario``, or for all scenarios if ``scenario`` is None.

    The provider of these cases is always ``text``. For any other provider, return ().
    """
    return tuple(
        name for name in text_answers.names() if provider in (None, name.provider) and scenario in (None, name.scenario)
    )


def strays(
    provider: str | None = None, scenario: str | None = None, folder: Path | None = None
) -> tuple[CassetteError, ...]:
    """Return an error for each file that cannot be read, or whose name is not the name of a cassette.

    Only files in the cassettes' folders are checked. If ``provider`` or ``scenario`` is given, only the files of this
    provider or scenario are checked.
    """
    return tuple(
        stray
        for place in _folders(folder)
        for stray in cassette.find(place)
        if isinstance(stray, CassetteError) and _concerns(stray.path.relative_to(place), provider, scenario)
    )


def _concerns(stray: Path, provider: str | None, scenario: str | None) -> bool:
    """Return whether an error about the path ``stray`` is reported for a provider and a scenario. None means any.

    An error about a file is reported if the path names this provider and this scenario. An error about a folder is
    reported for every provider and every scenario whose cassettes may be in the folder.
    """
    is_file = is_named(stray, SUFFIXES)
    return (provider is None or provider in stray.parts[:1] or not stray.parts) and (
        scenario is None or scenario == stray.name.partition(".")[0] or not is_file
    )


def path_of(name: CassetteName, folder: Path | None = None) -> Path:
    """Return the path of a cassette. If several data folders have the cassette, return the path in the last of them."""
    return name.among(_folders(folder))


def _folders(folder: Path | None) -> tuple[Path, ...]:
    """Return ``(folder,)``, or all folders of cassettes, also the user's, if ``folder`` is None."""
    return cassettes_folders() if folder is None else (folder,)


def cases(names: Iterable[CassetteName], *, streams: bool = False, gateway: bool = False) -> Iterator[CaseCheck]:
    """Yield all cases of some cassettes. With ``streams``, the cases of deliveries and mutants are included.

    ``gateway`` is true for the cases of a gateway, and false for the cases of other adapters.
    """
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
    """Return the deliveries of a cassette. Each delivery cuts the stream of the first answer into other pieces.

    Return () if the answers are not streams, if the provider refuses the case, or if the scenario has other
    conversations that are held at the same time.
    """
    return DELIVERIES if name.mode == "stream" and _is_mutated(name) else ()


def mutants_of(name: CassetteName) -> tuple[Mutant, ...]:
    """Return the mutants of a cassette's first answer, a stream or a document. Each mutant makes one known change.

    Return () if the provider refuses the case, or if the scenario has other conversations that are held at the same
    time.
    """
    every = MUTANTS if name.mode == "stream" else PLAIN_MUTANTS
    return tuple(mutant for mutant in every if name.dialect in mutant.verdicts) if _is_mutated(name) else ()


def legal_of(name: CassetteName) -> tuple[Mutant, ...]:
    """Return the mutants of a cassette's first answer that every reader of the dialect must accept."""
    return tuple(mutant for mutant in mutants_of(name) if name.dialect in mutant.legal)


def usual_of(name: CassetteName) -> tuple[Mutant, ...]:
    """Return the mutants of a cassette's first answer that the gate may judge, but that readers need not accept."""
    return tuple(mutant for mutant in mutants_of(name) if mutant.usual)


@kept
@lru_cache(maxsize=1)
def legal_streams(name: CassetteName) -> frozenset[str]:
    """Return the names of the checks of changed first answers that every reader of the dialect must accept.

    The changes are the deliveries (the same stream in other pieces) and the legal mutants.
    """
    deliveries, forms = deliveries_of(name), legal_of(name)
    return frozenset((*(delivery.check for delivery in deliveries), *(mutant.check for mutant in forms)))


def all_streams(name: CassetteName) -> frozenset[str]:
    """Return the names of the checks of all changed first answers that the gate can run for a cassette.

    The changes are the deliveries (the same stream in other pieces), the legal mutants and the usual mutants. For a
    case in a text format, they are all mutants.
    """
    if isinstance(name.subject, TextFormat):
        return usual_streams(name)
    return legal_streams(name) | {mutant.check for mutant in usual_of(name)}


@kept
@lru_cache(maxsize=1)
def usual_streams(name: CassetteName) -> frozenset[str]:
    """Return the names of the checks of changed first answers that every gate runs.

    Stream: the usual mutants, the delivery that cuts inside characters of several bytes (because few streams have such
    characters), and a single other check, of a legal mutant or of a delivery with ``usual`` set. A stream without a
    delivery of this kind gets no checks.

    Plain answer: the check of a single usual mutant, if there is any.

    Answer with calls in its text: the checks of all mutants.

    Every choice depends only on the name of the cassette, so it stays the same when other cases are added.
    """
    if isinstance(name.subject, TextFormat):
        return frozenset(mutant.check for mutant in TEXT_MUTANTS)
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
    asked = scenarios.load(name.scenario)  # each concurrent conversation is also a separate scenario
    return not asked.refused and not asked.beside
