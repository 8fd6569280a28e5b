"""Dialects, text formats and providers by name or alias: ours, and those that installed packages register.

A package registers by entry points. ``toolwire.dialects``: a module, or any object, that offers what ``Dialect``
says. ``toolwire.text_formats``: a ``TextFormat``. ``toolwire.data``: a package in whose folder ``providers/``
stands, laid out as ours; it is read, and not imported.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from itertools import chain
from typing import Any, Final, TypeVar

import msgspec

from toolwire import providers
from toolwire.dialects.dialect import DIALECTS, Dialect
from toolwire.dialects.dialect import dialect as ours
from toolwire.providers.claim_file import read_yaml
from toolwire.providers.folders import kept, registered
from toolwire.text import FORMATS, TextFormat
from toolwire.text.any_of import AUTO, any_of
from toolwire.wire.text_recognition import Sign

DIALECT_GROUP: Final = "toolwire.dialects"
TEXT_FORMAT_GROUP: Final = "toolwire.text_formats"
UNKNOWN: Final = "openai_chat"
"""What a provider is taken to speak that nobody knows: most do."""
_METHODS: Final = tuple(name for name in vars(Dialect) if not name.startswith("_"))

T = TypeVar("T")


class NotRegistered(Exception):
    """Nothing is known by a name, or what is registered under it cannot be used; the message says which there are."""


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """Whom one talks to."""

    name: str
    """The provider, or the dialect where no provider was named."""
    dialect: str
    known: bool = True
    assumed: tuple[str, ...] = ()
    """What nobody said, and is taken to be so: the least that such an endpoint must understand."""


def dialects() -> tuple[str, ...]:
    """The names of all dialects, ours first. Raises ``NotRegistered`` where a package registers one of ours."""
    return (*DIALECTS, *_dialect_entries())


def dialect(name: str) -> Dialect:
    """A dialect by its name, or by that of a provider that owns or speaks it. Raises ``NotRegistered``."""
    known = _spelled(name) or _speaks(name)
    if known is None:
        raise NotRegistered(f"no dialect is called {name!r}; there are: {', '.join(dialects())}")
    if known in DIALECTS:
        return ours(known)
    entry = _dialect_entries()[known]
    found: Dialect = _loaded(entry, _is_dialect, f"no dialect: it has to offer {', '.join(_METHODS)}")
    return found


@cache
def text_formats() -> dict[str, TextFormat]:
    """All text formats by name, ours first. Raises ``NotRegistered`` where what a package registers is none."""
    found = {one.name: one for one in FORMATS}
    taken = (AUTO, *chain.from_iterable(map(_called, FORMATS)))
    for name, entry in _entries(TEXT_FORMAT_GROUP, taken).items():
        otherwise = f"no TextFormat of the name {name!r}, with read and without empty openings and markers"
        found[name] = _loaded(entry, partial(_is_text_format, name), otherwise)
    return found


@cache
def text_format(name: str) -> TextFormat:
    """A text format by its name, an alias, or the name that vLLM, SGLang or llama.cpp has for its parser.

    ``auto`` is whichever it is. Raises ``NotRegistered``.
    """
    known = text_formats()
    if name == AUTO:
        return _auto()
    wanted = plain(name)
    for names in (_called, _parsers):
        for one in known.values():
            if wanted in map(plain, names(one)):
                return one
    raise NotRegistered(f"no text format is called {name!r}; there are: {AUTO}, {', '.join(known)}")


@cache
def _auto() -> TextFormat:
    return any_of(tuple(text_formats().values()))


@cache
def signs() -> tuple[Sign, ...]:
    """What shows the text formats that packages register: their markers."""
    own = {one.name for one in FORMATS}
    return tuple(
        Sign.of(one.name, marker) for one in text_formats().values() if one.name not in own for marker in one.markers
    )


def provider(name: str) -> providers.Profile:
    """What is known of a provider, by its name or an alias. Raises ``NotRegistered``, and ``ClaimError``."""
    found = _profile(name)
    if found is None:
        raise NotRegistered(f"no provider is called {name!r}; there are: {', '.join(providers.names())}")
    return found[1]


def speaker(name: str) -> Speaker:
    """Whom a name stands for, a provider's or a dialect's. One that nobody knows speaks what most do, and says so."""
    spelled = _spelled(name)
    if spelled is not None:
        return Speaker(name=spelled, dialect=spelled)
    found = _profile(name)
    if found is not None:
        return Speaker(name=found[0], dialect=next(iter(found[1].dialects)))
    return Speaker(name=name, dialect=UNKNOWN, known=False, assumed=assumed())


def assumed(dialect: str | None = None) -> tuple[str, ...]:
    """What is taken for granted of somebody whom nobody knows, but that they speak ``dialect``, if they are said to."""
    return (
        *((f"it speaks {UNKNOWN}",) if dialect is None else ()),
        "it understands no strict tools, no custom tools, and no choice but auto and none",
        "it may send one call at a time, whole or in pieces, with or without an id",
        "its models write no calls into their text",
    )


def _spelled(name: str) -> str | None:
    """The dialect of a name, however that is spelled."""
    return {plain(one): one for one in dialects()}.get(plain(name))


def _speaks(name: str) -> str | None:
    found = _profile(name)
    return next(iter(found[1].dialects)) if found else None


def _profile(name: str) -> tuple[str, providers.Profile] | None:
    """A provider's name and profile: one in the data that are used, or else one that a package has."""
    wanted = plain(name)
    known = _folders().get(wanted) or _aliases().get(wanted)
    return (known, providers.load(known)) if known else _elsewhere().get(wanted)


@kept
@cache
def _folders() -> dict[str, str]:
    """The providers in the data that are used, by name."""
    return {plain(name): name for name in providers.names()}


@kept
@cache
def _aliases() -> dict[str, str]:
    """The same by alias; the first counts."""
    return {plain(alias): name for name in reversed(providers.names()) for alias in providers.load(name).aliases}


@cache
def _elsewhere() -> dict[str, tuple[str, providers.Profile]]:
    """The providers that packages have, by name and alias; the first counts."""
    found: dict[str, tuple[str, providers.Profile]] = {}
    for folder in registered().values():
        for path in sorted((folder / "providers").glob("*/profile.yaml")):
            profile = read_yaml(path, providers.Profile)
            for name in (path.parent.name, *profile.aliases):
                found.setdefault(plain(name), (path.parent.name, profile))
    return found


def _is_dialect(found: Any) -> bool:
    return all(callable(getattr(found, method, None)) for method in _METHODS)


def _is_text_format(name: str, found: Any) -> bool:
    if not isinstance(found, TextFormat) or found.name != name or not callable(found.read):
        return False
    return all(one.text for one in found.openings) and all(found.markers)


def _called(one: TextFormat) -> tuple[str, ...]:
    return (one.name, *one.aliases)


def _parsers(one: TextFormat) -> tuple[str, ...]:
    return (*one.vllm, *one.sglang, *one.llama_cpp)


def plain(name: str) -> str:
    """A name without what makes no difference between names."""
    return name.lower().replace("-", "_").replace(".", "_").replace(" ", "_")


@cache
def _dialect_entries() -> dict[str, EntryPoint]:
    return _entries(DIALECT_GROUP, (*DIALECTS, *_folders(), *_aliases()))


def _entries(group: str, taken: Iterable[str]) -> dict[str, EntryPoint]:
    """What packages register in a group, by name; none may take a name that there is, however it is spelled."""
    names = set(map(plain, taken))
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda one: one.name):
        if plain(entry.name) in names:
            raise NotRegistered(
                f"{_package(entry)} registers {entry.name!r} as one of {group}, and there is one of that name"
            )
        names.add(plain(entry.name))
        found[entry.name] = entry
    return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


def _loaded(entry: EntryPoint, fits: Callable[[Any], bool], otherwise: str) -> Any:
    """What an entry point leads to. Somebody else's code runs: whatever it raises is told."""
    try:
        found = entry.load()
    except Exception as error:
        raise NotRegistered(
            f"{_package(entry)}: {entry.value} cannot be loaded: {type(error).__name__}: {error}"
        ) from None
    if not fits(found):
        raise NotRegistered(f"{_package(entry)}: {entry.value} is {otherwise}")
    return found
