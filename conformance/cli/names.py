"""Names that a command is given, in whatever spelling, and what they are called here.

What there is not ends the command, with the names that are like it. The data have to be those that are used by then.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Final, Literal, TypeAlias

import msgspec

from conformance import scenarios
from conformance.cli.output import fail
from conformance.data import registered
from conformance.judge.exit_codes import Exit
from conformance.recording.text_answers import TEXT
from toolwire import providers, registry
from toolwire.registry import plain
from toolwire.text.any_of import AUTO

Kind: TypeAlias = Literal["provider", "dialect", "text format", "scenario"]


def provider(said: str) -> str:
    """The provider that is called so, by its name or an alias."""
    return _named("provider", said)


def judged(said: str) -> str:
    """The same, or ``text``, which stands for calls in text."""
    return TEXT if plain(said) == TEXT else provider(said)


def dialect(said: str) -> str:
    """The dialect, ours or a package's, that is called so, or that a provider of the name speaks first."""
    return _named("dialect", said)


def text_format(said: str) -> str:
    """The text format, ours or a package's, that goes by a name, an alias or the name of a parser elsewhere."""
    return _named("text format", said)


def scenario(said: str) -> str:
    """The scenario that is called so."""
    return _named("scenario", said)


def case(said: str) -> str:
    """The id of a case, or how one begins, with what its parts are called here; what is not known stays as it is."""
    first, *others = said.split("/")
    kinds: tuple[Kind, ...] = ("provider", "text format" if plain(first) == TEXT else "dialect", "scenario")
    known = [_found(kind, part) or part for kind, part in zip(kinds, (first, *others), strict=False)]
    known[0] = TEXT if plain(first) == TEXT else known[0]
    return "/".join([*known, *others[len(kinds) - 1 :]])


def meant(said: str) -> list[str]:
    """All that may be meant by what is no id to the letter."""
    kinds: tuple[Kind, ...] = ("provider", "text format", "scenario")
    spelled = [name for name in registry.dialects() if plain(name) == plain(said)]
    return list(dict.fromkeys([*spelled, *filter(None, (_found(kind, said) for kind in kinds))]))


def alike(said: str, known: Iterable[str]) -> list[str]:
    """What of what is known may be meant."""
    names = {plain(name): name for name in known}
    close = difflib.get_close_matches(plain(said), names, n=5, cutoff=0.7)
    return [names[name] for name in close or [name for name in names if said and plain(said) in name][:5]]


def aliases() -> Iterator[str]:
    """What providers and text formats are called besides."""
    return chain.from_iterable(known.aliases() for known in _KINDS.values())


def _named(kind: Kind, said: str) -> str:
    found = _found(kind, said)
    if found is None:
        fail(f"no {kind} is called {said!r}; {_hint(kind, said)}", Exit.USAGE)
    return found


def _found(kind: Kind, said: str) -> str | None:
    try:
        return _KINDS[kind].find(said)
    except registry.NotRegistered as error:
        fail(str(error), Exit.USAGE)


def _hint(kind: Kind, said: str) -> str:
    if kind == "provider" and plain(said) == TEXT:
        return "it stands for calls in text, which 'conformance run' and 'conformance gate' judge, and nobody serves"
    if kind == "provider" and (packages := list(_packages(registry.speaker(said).name))):
        return f"a package has it: --data {packages[0]} lays it over ours"
    for other, known in _KINDS.items():
        if other != kind and (found := known.find(said)) is not None:
            return f"that is the {other} {found}"
    names = list(_KINDS[kind].names())
    close = alike(said, [*names, *_KINDS[kind].aliases()])
    return f"did you mean {', '.join(close)}?" if close else f"there are: {', '.join(names)}"


def _packages(provider: str) -> Iterator[str]:
    """The names of registered data that have a provider."""
    return (name for name, data in registered().items() if (data.providers / provider / "profile.yaml").is_file())


def _provider(said: str) -> str | None:
    found = registry.speaker(said)
    return found.name if found.known and found.name in providers.names() else None


def _dialect(said: str) -> str | None:
    found = registry.speaker(said)
    return found.dialect if found.known else None


def _text_format(said: str) -> str | None:
    if plain(said) == AUTO:
        return AUTO
    registry.text_formats()  # raises where what a package registers cannot be used
    with suppress(registry.NotRegistered):
        return registry.text_format(said).name
    return None


def _scenario(said: str) -> str | None:
    return {plain(name): name for name in scenarios.names()}.get(plain(said))


class _Known(msgspec.Struct, frozen=True):
    """How a name is looked for among those of a kind, and all that it may be."""

    find: Callable[[str], str | None]
    names: Callable[[], Iterable[str]]
    aliases: Callable[[], Iterable[str]] = tuple


_KINDS: Final[dict[Kind, _Known]] = {
    "provider": _Known(
        _provider, providers.names, lambda: chain.from_iterable(one.aliases for one in providers.load_all().values())
    ),
    "dialect": _Known(_dialect, registry.dialects),
    "text format": _Known(
        _text_format,
        lambda: (AUTO, *registry.text_formats()),
        lambda: chain.from_iterable(one.aliases for one in registry.text_formats().values()),
    ),
    "scenario": _Known(_scenario, scenarios.names),
}
