"""The dialects, text formats and providers, by name or alias: our own, and those that installed packages register.

A package registers objects with entry points in these groups. ``toolwire.dialects``: a module, or any object, with the
methods of ``Dialect``. ``toolwire.text_formats``: a ``TextFormat``. ``toolwire.data``: a package with a folder
``providers/`` that has the layout of our folder; the folder is read, and the package is not imported.
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
"""The dialect that an unknown provider is assumed to speak, because most providers speak it."""
_METHODS: Final = tuple(name for name in vars(Dialect) if not name.startswith("_"))

T = TypeVar("T")


class NotRegistered(Exception):
    """An error for a name that is unknown, or whose registered object cannot be used."""


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """The provider or dialect that requests are written for."""

    name: str
    """The provider, or the dialect if no provider was named."""
    dialect: str
    known: bool = True
    assumed: tuple[str, ...] = ()
    """The assumptions about an unknown provider; empty if the provider or dialect is known."""


def dialects() -> tuple[str, ...]:
    """Return the names of all dialects, ours first. Raises ``NotRegistered`` if a package registers a name that is
    taken.
    """
    return (*DIALECTS, *_dialect_entries())


def dialect(name: str) -> Dialect:
    """Return a dialect by its name. The name or alias of a provider gives the first dialect in the provider's profile.

    Raises ``NotRegistered`` for an unknown name, and for a registered object that is not a dialect.
    """
    known = _spelled(name) or _speaks(name)
    if known is None:
        raise NotRegistered(f"unknown dialect: {name!r}; expected one of: {', '.join(dialects())}")
    if known in DIALECTS:
        return ours(known)
    entry = _dialect_entries()[known]
    found: Dialect = _loaded(
        entry, _is_dialect, f"not a dialect: expected an object with the methods {', '.join(_METHODS)}"
    )
    return found


@cache
def text_formats() -> dict[str, TextFormat]:
    """Return all text formats by name, ours first.

    Raises ``NotRegistered`` if a registered object is not a text format, or if its name is taken.
    """
    found = {known.name: known for known in FORMATS}
    taken = (AUTO, *chain.from_iterable(map(_own_names, FORMATS)))
    for name, entry in _entries(TEXT_FORMAT_GROUP, taken).items():
        otherwise = (
            f"not usable: expected a TextFormat named {name!r} with a read function, and no empty opening or marker"
        )
        found[name] = _loaded(entry, partial(_is_text_format, name), otherwise)
    return found


@cache
def text_format(name: str) -> TextFormat:
    """Return a text format by its name, an alias, or the name of its parser in vLLM, SGLang or llama.cpp.

    The name ``auto`` gives a format that reads the calls of every format. Raises ``NotRegistered`` for an unknown name.
    """
    known = text_formats()
    if name == AUTO:
        return _auto()
    wanted = plain(name)
    for names in (_own_names, _parser_names):
        for candidate in known.values():
            if wanted in map(plain, names(candidate)):
                return candidate
    raise NotRegistered(f"unknown text format: {name!r}; expected one of: {AUTO}, {', '.join(known)}")


@cache
def _auto() -> TextFormat:
    return any_of(tuple(text_formats().values()))


@cache
def signs() -> tuple[Sign, ...]:
    """Return the signs of the text formats that installed packages register: for each marker of such a format, a sign
    by which ``recognise_text`` recognises the format. Raises ``NotRegistered`` if a package registers an unusable text
    format.
    """
    own = {built_in.name for built_in in FORMATS}
    return tuple(
        Sign.of(found.name, marker)
        for found in text_formats().values()
        if found.name not in own
        for marker in found.markers
    )


def provider(name: str) -> providers.Profile:
    """Return the profile of a provider, by its name or an alias. Raises ``NotRegistered`` for an unknown name, and
    ``ClaimError`` for an invalid profile.
    """
    found = _profile(name)
    if found is None:
        raise NotRegistered(f"unknown provider: {name!r}; expected one of: {', '.join(providers.names())}")
    return found[1]


def speaker(name: str) -> Speaker:
    """Return the provider or dialect that ``name`` means.

    For an unknown name, the returned ``Speaker`` has ``known=False``, the dialect ``UNKNOWN``, and in ``assumed`` the
    assumptions about the provider.
    """
    spelled = _spelled(name)
    if spelled is not None:
        return Speaker(name=spelled, dialect=spelled)
    found = _profile(name)
    if found is not None:
        return Speaker(name=found[0], dialect=next(iter(found[1].dialects)))
    return Speaker(name=name, dialect=UNKNOWN, known=False, assumed=assumed())


def assumed(dialect: str | None = None) -> tuple[str, ...]:
    """Return the assumptions about an unknown provider. ``dialect`` is the provider's dialect, if it is known."""
    return (
        *((f"the provider speaks {UNKNOWN}",) if dialect is None else ()),
        "the provider understands neither strict nor custom tools, and no tool choice except auto and none",
        "answers possibly have no more than 1 call; a call may arrive whole or in fragments, and may lack an id",
        "the provider's models write no calls into their text",
    )


def _spelled(name: str) -> str | None:
    """Return the dialect whose name is ``name`` in any spelling: ``openai-chat`` gives ``openai_chat`` (see ``plain``).
    Return None if there is no such dialect.
    """
    return {plain(known): known for known in dialects()}.get(plain(name))


def _speaks(name: str) -> str | None:
    found = _profile(name)
    return next(iter(found[1].dialects)) if found else None


def _profile(name: str) -> tuple[str, providers.Profile] | None:
    """Return a provider's name and profile; None if the provider is unknown.

    The folders in use (see ``folders.use``) are searched first, then the folders that installed packages register.
    """
    wanted = plain(name)
    known = _folders().get(wanted) or _aliases().get(wanted)
    return (known, providers.load(known)) if known else _elsewhere().get(wanted)


@kept
@cache
def _folders() -> dict[str, str]:
    """Return the names of the providers in the folders in use, by the plain form of each name."""
    return {plain(name): name for name in providers.names()}


@kept
@cache
def _aliases() -> dict[str, str]:
    """Return the names of the providers in the folders in use, by the plain form of each alias.

    If several providers have the same alias, the alias belongs to the first provider.
    """
    return {plain(alias): name for name in reversed(providers.names()) for alias in providers.load(name).aliases}


@cache
def _elsewhere() -> dict[str, tuple[str, providers.Profile]]:
    """Return the providers of installed packages, by the plain form of each name and alias.

    If several providers have the same name or alias, the name or alias belongs to the first provider.
    """
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
    return all(opening.text for opening in found.openings) and all(found.markers)


def _own_names(known: TextFormat) -> tuple[str, ...]:
    return (known.name, *known.aliases)


def _parser_names(known: TextFormat) -> tuple[str, ...]:
    return (*known.vllm, *known.sglang, *known.llama_cpp)


def plain(name: str) -> str:
    """Return the plain form of a name: in lower case, with underscores for hyphens, dots and blanks. Example: ``x_ai``
    for ``X.AI``.
    """
    return name.lower().replace("-", "_").replace(".", "_").replace(" ", "_")


@cache
def _dialect_entries() -> dict[str, EntryPoint]:
    return _entries(DIALECT_GROUP, (*DIALECTS, *_folders(), *_aliases()))


def _entries(group: str, taken: Iterable[str]) -> dict[str, EntryPoint]:
    """Return the entry points that packages register in a group, by name.

    Raises ``NotRegistered`` if a name, in any spelling, is in ``taken`` or is registered twice.
    """
    names = set(map(plain, taken))
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        if plain(entry.name) in names:
            raise NotRegistered(
                f"{_package(entry)} registers the name {entry.name!r} in {group}, but that name is taken: "
                "choose another name"
            )
        names.add(plain(entry.name))
        found[entry.name] = entry
    return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


def _loaded(entry: EntryPoint, fits: Callable[[Any], bool], otherwise: str) -> Any:
    """Return the object that an entry point names. To get it, code of the registering package runs.

    ``fits`` returns True for a usable object. ``otherwise`` ends the error message for any other object: "X is ...".
    Raises ``NotRegistered`` for such an object, and for any error of the package's code.
    """
    try:
        found = entry.load()
    except Exception as error:
        raise NotRegistered(
            f"{_package(entry)}: {entry.value} cannot be loaded: {type(error).__name__}: {error}"
        ) from None
    if not fits(found):
        raise NotRegistered(f"{_package(entry)}: {entry.value} is {otherwise}")
    return found
