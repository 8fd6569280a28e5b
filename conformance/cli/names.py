"""The canonical names of providers, dialects and other things that users name in options and arguments.

Users may write a name in another spelling. An unknown name ends the command, with similar names in the message. Call
these functions after ``overlay.use``.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Final, Literal, TypeAlias

import msgspec

from conformance import scenarios
from conformance.cli.output import fail
from conformance.data import IMPORTED, registered
from conformance.judge.exit_codes import Exit
from conformance.judge.subject import is_text
from conformance.similar import similar as spelled_alike
from toolwire import providers, registry
from toolwire.registry import plain
from toolwire.text.any_of import AUTO

Kind: TypeAlias = Literal["provider", "dialect", "text format", "scenario"]


def provider(name: str) -> str:
    """Return the provider with this name or alias."""
    return _named("provider", name)


def judged(name: str) -> str:
    """Return the canonical form of a provider, of ``PROVIDER/DIALECT``, or of ``text``, which means calls in text."""
    first, slash, second = name.partition("/")
    if is_text(plain(first)):
        return f"{plain(first)}/{text_format(second)}" if slash else plain(first)
    return f"{provider(first)}/{dialect(second)}" if slash else provider(first)


def dialect(name: str) -> str:
    """Return the dialect with this name, or the first dialect of the provider with this name."""
    return _named("dialect", name)


def only_dialect(name: str) -> str:
    """Return the dialect with this name, or the only dialect of the provider with this name. The name of a provider
    with several dialects ends the command.
    """
    found = dialect(name)
    if plain(found) != plain(name) and len(spoken := providers.load(provider(name)).dialects) > 1:
        fail(f"name a dialect of {provider(name)}: {', '.join(spoken)}", Exit.USAGE)
    return found


def text_format(name: str) -> str:
    """Return the text format with this name or alias. An alias may be the name of another project's parser."""
    return _named("text format", name)


def scenario(name: str) -> str:
    """Return the scenario with this name."""
    return _named("scenario", name)


def case(name: str) -> str:
    """Return the id of a case, or its beginning, with canonical names. Unknown parts stay unchanged."""
    first, *others = name.split("/")
    known = [_find(kind, part) or part for kind, part in _parts(name)]
    known[0] = plain(first) if is_text(plain(first)) else known[0]
    return "/".join([*known, *others[len(known) - 1 :]])


def unknown_part(name: str) -> str | None:
    """Return a message that names the first unknown part of a case's id, with similar names. None if all are known."""
    unknown = [(kind, part) for kind, part in _parts(name) if _find(kind, part) is None and not is_text(plain(part))]
    return next((f"unknown {kind}: {part!r}; {_hint(kind, part)}" for kind, part in unknown), None)


def _parts(name: str) -> Iterator[tuple[Kind, str]]:
    """Yield a pair for the provider, for the dialect or text format, and for the scenario in a case's id.

    A pair is the kind and the name, such as ``("provider", "openai")``.
    """
    first, *others = name.split("/")
    kinds: tuple[Kind, ...] = ("provider", "text format" if is_text(plain(first)) else "dialect", "scenario")
    yield from zip(kinds, (first, *others), strict=False)


def candidates(name: str) -> list[str]:
    """Return the ids that differ from this name only in spelling, and the ids that have this name as an alias."""
    kinds: tuple[Kind, ...] = ("provider", "text format", "scenario")
    dialects = [dialect for dialect in registry.dialects() if plain(dialect) == plain(name)]
    return list(dict.fromkeys([*dialects, *filter(None, (_find(kind, name) for kind in kinds))]))


def similar(name: str, known: Iterable[str]) -> list[str]:
    """Return up to 3 items of ``known`` that are spelled like ``name``, or else up to 5 items that contain ``name``."""
    names = {plain(other): other for other in known}
    close = spelled_alike(plain(name), names)
    return [names[other] for other in close or [other for other in names if name and plain(name) in other][:5]]


def aliases() -> Iterator[str]:
    """Yield the aliases of providers and text formats."""
    return chain.from_iterable(known.aliases() for known in _KINDS.values())


def _named(kind: Kind, name: str) -> str:
    found = _find(kind, name)
    if found is None:
        fail(f"unknown {kind}: {name!r}; {_hint(kind, name)}", Exit.USAGE)
    return found


def _find(kind: Kind, name: str) -> str | None:
    try:
        return _KINDS[kind].find(name)
    except registry.NotRegistered as error:
        fail(str(error), Exit.USAGE)


def _hint(kind: Kind, name: str) -> str:
    if kind == "provider" and is_text(plain(name)):
        return "'text' means calls in text, which only 'conformance run' and 'conformance gate' judge"
    if kind == "provider" and (packages := list(_packages(registry.speaker(name).name))):
        return f"an installed package has this provider: add --data {packages[0]}"
    if kind == "provider" and _is_imported(name) and not any(map(_is_imported, providers.names())):
        return "'conformance import --into DIR' makes such providers: add --data DIR"
    for other, known in _KINDS.items():
        if other != kind and (found := known.find(name)) is not None:
            return f"that is the {other} {found}"
    names = list(_KINDS[kind].names())
    close = similar(name, [*names, *_KINDS[kind].aliases()])
    return f"did you mean {', '.join(close)}?" if close else f"expected one of: {', '.join(names)}"


def _is_imported(provider: str) -> bool:
    return provider.startswith(IMPORTED)


def _packages(provider: str) -> Iterator[str]:
    """Return the names under which packages register data with this provider."""
    return (name for name, data in registered().items() if (data.providers / provider / "profile.yaml").is_file())


def _provider(name: str) -> str | None:
    speaker = registry.speaker(name)
    return speaker.name if speaker.known and speaker.name in providers.names() else None


def _dialect(name: str) -> str | None:
    speaker = registry.speaker(name)
    return speaker.dialect if speaker.known else None


def _text_format(name: str) -> str | None:
    if plain(name) == AUTO:
        return AUTO
    registry.text_formats()  # raises an error if a package registers unusable data
    with suppress(registry.NotRegistered):
        return registry.text_format(name).name
    return None


def _scenario(name: str) -> str | None:
    return {plain(scenario): scenario for scenario in scenarios.names()}.get(plain(name))


class _Known(msgspec.Struct, frozen=True):
    """The names and aliases of providers, dialects, text formats or scenarios.

    ``find`` returns the canonical name for a name or an alias, or None if it is unknown.
    """

    find: Callable[[str], str | None]
    names: Callable[[], Iterable[str]]
    aliases: Callable[[], Iterable[str]] = tuple


_KINDS: Final[dict[Kind, _Known]] = {
    "provider": _Known(
        _provider,
        providers.names,
        lambda: chain.from_iterable(profile.aliases for profile in providers.load_all().values()),
    ),
    "dialect": _Known(_dialect, registry.dialects),
    "text format": _Known(
        _text_format,
        lambda: (AUTO, *registry.text_formats()),
        lambda: chain.from_iterable(text_format.aliases for text_format in registry.text_formats().values()),
    ),
    "scenario": _Known(_scenario, scenarios.names),
}
