"""The folders with claims about providers: our folder, and folders of the user, which are laid over (added to) ours."""

import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from toolwire.providers.errors import ClaimError, DataError
from toolwire.wire import limited_file

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_CHECKOUT: Final = _PACKAGE.parents[2]
GROUP: Final = "toolwire.data"
"""The group of entry points with which packages register data folders."""

NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""A pattern for the names of providers and scenarios, which are parts of case ids."""

Cached = TypeVar("Cached", bound=Callable[..., Any])


class Folder(msgspec.Struct, frozen=True):
    """A folder of claims."""

    providers: Path
    """The folder that has a subfolder for each provider."""
    laid_over: str | None = None
    """The path or name of the user's data folder, as the user gave it; None for our folder."""

    @property
    def name(self) -> str:
        """The name of the folder in messages."""
        return self.laid_over or str(self.providers.parent)


@cache
def ours() -> Folder:
    """Return our folder of claims. It is in the repository's checkout, or inside the installed package."""
    # An editable install may have a stale copy inside the package: the checkout comes first.
    checkout = _CHECKOUT / "providers"
    whole = checkout.is_dir() and (_CHECKOUT / "toolwire" / "pyproject.toml").is_file()
    return Folder(checkout if whole else _PACKAGE / "_data" / "providers")


@cache
def registered() -> dict[str, Path]:
    """Return the data folders that installed packages register, by name.

    The program uses such a folder only if the user asks for it. An entry point of the group ``toolwire.data`` names the
    package whose folder has the data. Raises ``DataError``.
    """
    found: dict[str, Path] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry_point: entry_point.name):
        try:
            spec = find_spec(entry.module)
        except (ImportError, ValueError):
            spec = None
        if spec is None or not spec.submodule_search_locations:
            raise DataError(
                f"{entry.name}: it is registered in {GROUP}, but its package {entry.module} cannot be found"
            )
        found[entry.name] = Path(spec.submodule_search_locations[0])
    return found


_used: tuple[Folder, ...] = ()
_caches: Final[list[Any]] = []


def folders() -> tuple[Folder, ...]:
    """Return the folders in use: first our folder, then the folders that are laid over ours, in order."""
    return _used or (ours(),)


def use(*used: Folder) -> None:
    """Replace the folders in use, and empty the caches of their content. The first folder is ours."""
    global _used
    if used != _used:
        _used = used
        forget()


def kept(cached: Cached) -> Cached:
    """Register a cache of the folders' content, so that it is emptied when other folders are used."""
    _caches.append(cached)
    return cached


def forget() -> None:
    """Empty all caches of the folders' content."""
    for cached in _caches:
        cached.cache_clear()


def providers_folder() -> Path:
    """Return the folder that has a subfolder for each provider that we describe."""
    return folders()[0].providers


@kept
@cache
def homes() -> dict[str, Folder]:
    """Return every provider, sorted, with its folder of claims. Raises ``ClaimError``."""
    found: dict[str, Folder] = {}
    for folder in folders():
        for path in _folders_in(folder.providers):
            first = found.setdefault(path.name, folder)
            if first is not folder:
                raise ClaimError(
                    f"{path}: {first.providers / path.name} already defines this provider: choose another name. "
                    f"To inherit the claims of that provider, name it as `home` in each dialect"
                )
            if NAME.fullmatch(path.name) is None:
                raise ClaimError(f"{path}: expected a provider's name of lower-case letters, digits, - and _")
            if not (path / "profile.yaml").is_file():
                raise ClaimError(f"{path}: expected a profile.yaml in the folder of the provider, found none")
    return dict(sorted(found.items()))


def _folders_in(folder: Path) -> list[Path]:
    """Return the folders inside a folder, sorted, without hidden folders. Return no folders if ``folder`` does not
    exist. Raises ``ClaimError`` if ``folder`` cannot be read.
    """
    try:
        return sorted(
            path for path in folder.iterdir() if not path.name.startswith(".") and limited_file.is_folder(path)
        )
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ClaimError(f"{error.filename}: cannot be read: {error.strerror}") from None


def provider_folder(provider: str) -> Path:
    """Return the folder of a known provider. Raises ``ClaimError``."""
    return homes()[provider].providers / provider
