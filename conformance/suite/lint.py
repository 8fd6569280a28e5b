"""Lint of the data: errors in claims, scenarios and cassettes, and gaps between them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from conformance import scenarios
from conformance.data import Data, DataError, all_data, whose
from conformance.files import below
from conformance.judge import checks, predicates
from conformance.judge.rules import checker
from conformance.recording import by_dialect
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.errors import CassetteError
from conformance.report import coverage
from conformance.suite.cases import cassettes, path_of, strays
from toolwire import providers
from toolwire.providers import Profile, every_rule, own_rules, owner, provider_folder, wire_format
from toolwire.providers.addresses import is_local, provider_at
from toolwire.providers.evidence import FILE, surveyed
from toolwire.providers.wire_format import MAPPING

_ASKED_OF_EACH: Final = ("parallel-calls", "streamed-calls", "needs-schema", "most-tools", "most-calls")
"""The capabilities for which each of our providers must have a claim, or a note that the provider publishes nothing
about the capability.
"""
_OF_THE_ORACLES: Final = "sdk-reads"
"""The name of a check that only the tests with the vendors' SDKs have (``tests/oracles``). The suite does not have this
check, but known deviations may name it.
"""


def problems() -> Iterator[str]:
    """Yield a line for each error or gap. An error in one part of the data does not end the search in other parts."""
    found = dict.fromkeys(refused())  # one mistake may show in many places
    yield from found
    try:
        yield from dict.fromkeys(problem for problem in _cassettes() if problem not in found)
        yield from _addresses()
        yield from _coverage()
    except DataError:
        yield "the coverage was not checked: first correct the errors in the claims and the scenarios"


def refused(*, ours: bool = True) -> Iterator[str]:
    """Yield the errors in claims and scenarios that prevent all judging.

    With ``ours`` false, do not check our own providers and scenarios.
    """
    try:
        names = [name for name, data in providers.homes().items() if ours or data.laid_over]
        ids = [name for name, data in scenarios.homes().items() if ours or data.laid_over]
        scenarios.capabilities()
    except DataError as error:
        yield str(error)
        return
    for provider in names:
        yield from _provider(provider)
    for scenario in ids:
        yield from _scenario(scenario)
    yield from _errors(every_rule)
    for data in all_data():
        yield from _unread_scenarios(data.scenarios)


def _unread_scenarios(folder: Path) -> Iterator[str]:
    """Yield a line for each YAML file in a folder of scenarios, or in its subfolders, if the file is not read."""
    for file in below(folder, (".yaml", ".yml")) if folder.is_dir() else ():
        if isinstance(file, OSError):
            yield f"{file.filename}: cannot be read: {file.strerror}"
        elif file.parent != folder:
            yield f"{file}: expected a file in {folder} itself, because its subfolders are not read"
        elif file.suffix != ".yaml":
            yield f"{file}: expected a name that ends in .yaml"


def _provider(provider: str) -> Iterator[str]:
    folder = provider_folder(provider)
    try:
        profile = providers.load(provider)
        surveyed(provider)
    except DataError as error:
        yield str(error)
        return
    problems = [*_named(profile), *([] if providers.homes()[provider].laid_over else _undeclared(profile))]
    yield from (f"{folder / 'profile.yaml'}: {problem}" for problem in problems)
    yield from _unread(folder, profile)
    for dialect in profile.dialects:
        yield from _errors(partial(wire_format, provider, dialect))
        for quirk in profile.dialects[dialect].quirks:
            yield from _errors(partial(by_dialect.transforms, provider, dialect, quirk))
        try:
            providers.rules(provider, dialect)
        except DataError as error:
            yield str(error)
            continue
        for rule in own_rules(provider, dialect):
            if rule.check is not None:
                file = folder / dialect / "rules.yaml"
                yield from (f"{file}: {problem}" for problem in _errors(partial(checker, rule)))


def _named(profile: Profile) -> Iterator[str]:
    """Yield an error for each name in a profile that does not exist, or that is listed more than once."""
    if profile.beside is not None:
        yield from _unknown("beside", "provider", [profile.beside], providers.names())
    known_checks = [*(check.name for check in checks.CHECKS), _OF_THE_ORACLES]
    for dialect, claims in profile.dialects.items():
        at = f"dialects.{dialect}."
        declared = [declared.capability for declared in claims.declared]
        yield from _unknown(f"{at}declared", "capability", declared, scenarios.capabilities())
        yield from _twice(f"{at}declared", declared)
        yield from _twice(f"{at}quirks", [quirk.id for quirk in claims.quirks])
        yield from _unknown(f"{at}unsupported", "scenario", claims.unsupported, scenarios.names())
        yield from _unknown(f"{at}pending", "scenario", claims.pending, (*scenarios.names_in_modes(), "*"))
        yield from _unknown(f"{at}own", "scenario", claims.own, scenarios.names())
        yield from _unknown(f"{at}models", "scenario", claims.models, scenarios.names())
        for n, deviation in enumerate(claims.deviations):
            yield from _unknown(f"{at}deviations.{n}.check", "check", [deviation.check], known_checks)
            yield from _unknown(
                f"{at}deviations.{n}.scenarios", "scenario", deviation.scenarios, (*scenarios.names(), "*")
            )


def _undeclared(profile: Profile) -> Iterator[str]:
    """Yield an error for each capability in ``_ASKED_OF_EACH`` that a profile does not declare, not even with ``claim:
    unpublished``.
    """
    for dialect, claims in profile.dialects.items():
        declared = {declared.capability for declared in claims.declared}
        yield from (
            f"dialects.{dialect}.declared: no claim about {capability}; if no source states it, write `claim: "
            f"unpublished` and the places that were searched"
            for capability in _ASKED_OF_EACH
            if capability not in declared
        )


def _unknown(at: str, word: str, names: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    names_known = list(known)
    for name in names:
        if name not in names_known:
            yield f"{at}: unknown {word}: {name!r}; write one of {', '.join(names_known)}"


def _twice(at: str, names: list[str]) -> Iterator[str]:
    yield from (f"{at}: {name!r} is listed {number} times" for name, number in Counter(names).items() if number > 1)


def _unread(folder: Path, profile: Profile) -> Iterator[str]:
    """Yield an error for each file that looks like a file of claims, but is not read."""
    read = {folder / "profile.yaml", folder / FILE}
    for dialect in profile.dialects:
        read.add(folder / dialect / "rules.yaml")
        if provider_folder(owner(dialect)) == folder:
            described = ("format.yaml", *(f"{kind}.schema.json" for kind in ("request", "response", "event", "error")))
            read.update(folder / dialect / name for name in described)
        else:
            read.add(folder / dialect / MAPPING)
    for path in below(folder, (".yaml", ".yml", ".json")):
        if isinstance(path, OSError):
            yield f"{path.filename}: cannot be read: {path.strerror}"
        elif path not in read:
            yield (
                f"{path}: this file is not read; the files of a provider are profile.yaml, {FILE}, "
                f"{', '.join(f'{dialect}/rules.yaml' for dialect in profile.dialects)}, and {MAPPING} in the folder of "
                f"each dialect that belongs to another provider, or else format.yaml and the schemas of the dialect"
            )


def _scenario(name: str) -> Iterator[str]:
    try:
        scenario = scenarios.load(name)
    except DataError as error:
        yield str(error)
        return
    file = scenarios.homes()[name].scenarios / f"{name}.yaml"
    expected = [predicate.name for turn in scenario.expect for predicate in turn]
    for problem in _unknown("expect", "predicate", expected, sorted(predicates.names())):
        yield f"{file}: {problem}"


def _cassettes() -> Iterator[str]:
    yield from map(str, strays())
    for name in cassettes():
        yield from _errors(partial(_cassette, name))


def _cassette(name: CassetteName) -> None:
    """Raise ``CassetteError`` if a cassette cannot be read, or if its address is not the provider's. Users' cassettes
    may have any address.
    """
    cassette = Cassette(path_of(name))
    if whose(cassette.path) is None and cassette.provenance.address != "own":
        why = f"expected own (the provider's address), got {cassette.provenance.address}"
        raise CassetteError(cassette.path, why, "metadata.address")


def _addresses() -> Iterator[str]:
    """Yield an error for each provider's base URL that is not recognised as an address of this provider."""
    for provider, profile in providers.load_all().items():
        for dialect, claims in profile.dialects.items():
            found = provider_at(claims.base_url)
            if not is_local(claims.base_url) and found != (profile.beside or provider):
                yield (
                    f"{provider_folder(provider) / 'profile.yaml'}: dialects.{dialect}.base_url: captures from this "
                    f"address are not attributed to {provider}, because {found or 'another provider'} has the same "
                    f"address; set `beside` to the name of that provider"
                )


def _coverage() -> Iterator[str]:
    for place in coverage.places():
        if place.state == "missing":
            at = f"{place.provider}/{place.dialect}/{place.scenario}"
            yield f"{at}: expected a cassette, or the reason for its absence in the profile"
    for played in coverage.contradicted():
        yield (
            f"{played}: judged with the cassette of the dialect's owner, but the claims state that the provider lacks "
            f"the capability of this scenario: list the scenario under `unsupported`"
        )
    for stale in coverage.stale():
        yield (
            f"{stale}: the profile gives a reason for a missing cassette, but the cassette exists, or no scenario has "
            f"this name: remove the reason"
        )


def _errors(look: Callable[[], object]) -> Iterator[str]:
    try:
        look()
    except (DataError, CassetteError) as error:
        yield str(error)


def looked_at() -> Iterator[tuple[Data, dict[str, int]]]:
    """Yield each set of data (ours and the user's), with the number of its providers, scenarios and cassettes."""
    for data in all_data():
        yield (
            data,
            {
                "providers": len(list(data.providers.glob("*/profile.yaml"))),
                "scenarios": len(scenarios.files(data)),
                "cassettes": len(cassettes(folder=data.cassettes)),
            },
        )
