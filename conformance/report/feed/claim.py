"""Claims about models in installed packages, such as LiteLLM's table and the profiles of pydantic-ai."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import msgspec

from conformance.report.feed.document import CapabilitiesDocument
from conformance.report.feed.words import projects
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError


class PackageError(Exception):
    """An error for a package whose claims cannot be read. ``str()`` is the reason."""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A package's claim that a provider's model has a capability, or that the model lacks it."""

    package: str
    version: str
    place: str
    """The entry of a file, or the attribute, in which the package states the claim."""
    name: str
    """The package's own word for the capability."""
    provider: str
    model: str
    capability: str
    value: bool


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """The claims of a package about models in the feed, and the providers whose claims could not be read."""

    claims: tuple[Claim, ...]
    unread: dict[str, str] = {}
    """The reasons why claims could not be read, by provider."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A package that has its claims in a file."""

    distributions: tuple[str, ...]
    file: str
    provider: str
    """The key of the provider in an entry of the file. Its value is the package's own name of the provider."""
    providers: dict[str, str]
    """Our names of providers, by the package's names."""
    claims: dict[str, str]
    """Our capabilities, by the package's words for them."""


class _Profiles(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A package that has a class for each provider. The method ``model_profile`` of the class returns the claims about
    a model.
    """

    distributions: tuple[str, ...]
    module: str
    providers: dict[str, tuple[str, str]]
    """The submodule and the class of each provider."""
    claims: dict[str, str]
    """Our capabilities, by the package's words for them."""


def claims_of(package: str, feed: CapabilitiesDocument) -> Claims:
    """Return an installed package's claims about those models that the feed has observed. Raises ``PackageError``."""
    data = {name: entry for name, entry in projects().items() if "distributions" in entry}
    if package not in data:
        raise PackageError(f"expected a package whose claims can be read ({', '.join(data)}), got {package!r}")
    entry = data[package]
    found = next(filter(None, map(_installed, entry["distributions"])), None)
    if found is None:
        raise PackageError(f"{package} is not installed here: pip install {package}")
    known = {(subject.provider, model) for model, subject in feed.of_models()}
    if "file" in entry:
        return Claims(claims=tuple(_of_table(package, found, msgspec.convert(entry, _Table), known)))
    return _of_profiles(package, found.version, msgspec.convert(entry, _Profiles), sorted(known))


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _of_table(package: str, found: Distribution, table: _Table, known: set[tuple[str, str]]) -> Iterator[Claim]:
    try:
        entries = exact_json.loads(Path(str(found.locate_file(table.file))).read_bytes())
    except (OSError, JsonError) as error:
        raise PackageError(f"{package} {found.version}: {table.file} cannot be read: {error}") from None
    for key, entry in entries.items() if isinstance(entries, dict) else ():
        if not isinstance(entry, dict):
            continue
        word = entry.get(table.provider)
        provider = table.providers.get(word) if isinstance(word, str) else None
        model = key.removeprefix(f"{word}/")
        if provider is None or (provider, model) not in known:
            continue
        for name, capability in table.claims.items():
            if isinstance(value := entry.get(name), bool):
                yield Claim(
                    package=package, version=found.version, place=f"{table.file}: {key}", name=name,
                    provider=provider, model=model, capability=capability, value=value,
                )  # fmt: skip


def _of_profiles(package: str, version: str, profiles: _Profiles, known: Iterable[tuple[str, str]]) -> Claims:
    claims: list[Claim] = []
    unread: dict[str, str] = {}
    for provider, model in known:
        if provider not in profiles.providers or provider in unread:
            continue
        module, name = profiles.providers[provider]
        try:
            made = getattr(import_module(f"{profiles.module}.{module}"), name).model_profile(model)
        except Exception as error:  # an extra that is not installed, or another version of the package
            unread[provider] = f"{type(error).__name__}: {error}"
            continue
        stated = made if isinstance(made, dict) else vars(made) if made is not None else {}
        claims += [
            Claim(
                package=package, version=version, place=f"{name}.model_profile({model!r})", name=claim,
                provider=provider, model=model, capability=capability, value=value,
            )
            for claim, capability in profiles.claims.items()
            if isinstance(value := stated.get(claim), bool)
        ]  # fmt: skip
    return Claims(claims=tuple(claims), unread=unread)
