"""Where the data are: ours, and what is laid over them.

Ours stand beside the package in a checkout and inside it in a wheel. Somebody else's stand in folders laid out like the
house: ``providers/``, ``scenarios/``, ``cassettes/``.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

_PACKAGE: Final = Path(__file__).resolve().parent
_INSIDE: Final = _PACKAGE / "_data"
GROUP: Final = "conformance.data"
"""The group of entry points by which packages register data."""

Cached = TypeVar("Cached", bound=Callable[..., Any])


class DataError(Exception):
    """Data do not say what they must; the message names the file, the place and what may stand there."""


class Data(msgspec.Struct, frozen=True):
    """One set of data: claims, scenarios and evidence."""

    providers: Path
    """One folder a provider."""
    scenarios: Path
    cassettes: Path
    """``<provider>/<dialect>/<scenario>.<mode>.yaml``."""
    laid_over: str | None = None
    """The folder that holds them, as it was named; None for ours."""

    @classmethod
    def below(cls, folder: Path) -> "Data":
        """The data that a folder laid out like the house holds. Raises ``DataError``."""
        data = cls(folder / "providers", folder / "scenarios", folder / "cassettes", str(folder))
        if not any(part.is_dir() for part in (data.providers, data.scenarios, data.cassettes)):
            raise DataError(f"{folder}: holds none of the folders providers, scenarios and cassettes")
        return data

    @property
    def name(self) -> str:
        """The folder, for people."""
        return self.laid_over or str(self.providers.parent)


@cache
def ours() -> Data:
    """The data that we ship."""
    checkout = _PACKAGE.parent
    # An editable install may hold a stale copy inside the package: the checkout comes first.
    whole = (checkout / "pyproject.toml").is_file() and (checkout / "providers").is_dir()
    home = checkout if whole else _INSIDE
    return Data(home / "providers", _PACKAGE / "scenarios", home / "cassettes")


@cache
def registered() -> dict[str, Data]:
    """The data that installed packages bring along, by the name under which they register them; none is used unasked.

    An entry point of the group ``conformance.data`` names a package in whose folder they stand. Raises ``DataError``.
    """
    found: dict[str, Data] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        try:
            spec = find_spec(entry.module)
        except (ImportError, ValueError):
            spec = None
        if spec is None or not spec.submodule_search_locations:
            raise DataError(f"{entry.name}, registered as one of {GROUP}: there is no package {entry.module}")
        found[entry.name] = Data.below(Path(spec.submodule_search_locations[0]))
    return found


_used: tuple[Data, ...] = ()
_caches: Final[list[Any]] = []


def all_data() -> tuple[Data, ...]:
    """All data in use: ours first, then what is laid over them, in the order of laying."""
    return _used or (ours(),)


def whose(cassette: Path) -> str | None:
    """The folder laid over ours that holds a cassette; None where none does."""
    return next((data.laid_over for data in all_data() if cassette.is_relative_to(data.cassettes)), None)


def use(*data: Data) -> None:
    """From here on these are all the data, the first of them ours."""
    global _used
    if data != _used:
        _used = data
        forget()


def kept(cached: Cached) -> Cached:
    """A cache of what the data say: other data empty it."""
    _caches.append(cached)
    return cached


def forget() -> None:
    """Empty all caches of what the data say."""
    for one in _caches:
        one.cache_clear()
