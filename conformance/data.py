"""The data in use: claims, scenarios and cassettes, ours and those that ``--data`` lays over them.

Ours are in the checkout, or inside the installed packages. Users have theirs in folders of the same layout:
``providers/``, ``scenarios/``, ``cassettes/``.
"""

from functools import cache
from pathlib import Path
from typing import Final, cast

from toolwire.providers import folders
from toolwire.providers.errors import DataError
from toolwire.providers.folders import GROUP, Folder, forget, kept

__all__ = [
    "GROUP", "Data", "DataError", "all_data", "bundles_folder", "cassettes_folder", "cassettes_folders",
    "consumers_folder", "forget", "kept", "ours", "registered", "use", "whose",
]  # fmt: skip

_PACKAGE: Final = Path(__file__).resolve().parent


class Data(Folder, frozen=True, kw_only=True):
    """A set of data: claims, scenarios and evidence."""

    scenarios: Path
    cassettes: Path
    """``<provider>/<dialect>/<scenario>.<mode>.yaml``."""

    @classmethod
    def below(cls, folder: Path) -> "Data":
        """Return the data in a folder of this layout. Raises ``DataError``."""
        data = cls(
            folder / "providers",
            scenarios=folder / "scenarios",
            cassettes=folder / "cassettes",
            laid_over=str(folder),
        )
        if not any(part.is_dir() for part in (data.providers, data.scenarios, data.cassettes)):
            raise DataError(f"{folder}: holds none of the folders providers, scenarios and cassettes")
        return data


@cache
def ours() -> Data:
    """Return the data that ship with the library and the suite."""
    return Data(folders.ours().providers, scenarios=_PACKAGE / "scenarios", cassettes=_shipped("cassettes"))


def consumers_folder() -> Path:
    """Return the folder of libraries' reactions to deviations of form."""
    return _shipped("reports/consumers")


def bundles_folder() -> Path:
    """Return the folder of submitted bundles."""
    return _shipped("bundles")


def _shipped(folder: str) -> Path:
    """A folder of the checkout, or its copy in the installed package.

    An editable install may hold a stale copy inside the package: the checkout comes first.
    """
    checkout = _PACKAGE.parent / folder
    return checkout if checkout.is_dir() else _PACKAGE / "_data" / folder


@cache
def registered() -> dict[str, Data]:
    """Return the data that installed packages register, by name; used on request only. Raises ``DataError``."""
    return {name: Data.below(folder) for name, folder in folders.registered().items()}


def all_data() -> tuple[Data, ...]:
    """Return the data in use: ours first, then those laid over them, in order."""
    used = folders.folders()
    return cast("tuple[Data, ...]", used) if isinstance(used[0], Data) else (ours(),)


def whose(cassette: Path) -> str | None:
    """Return the folder laid over ours that holds a cassette; None if none does."""
    return next((data.laid_over for data in all_data() if cassette.is_relative_to(data.cassettes)), None)


def use(*data: Data) -> None:
    """Replace the data in use, of which the first is ours, and clear all caches of them."""
    folders.use(*data)


def cassettes_folder() -> Path:
    """Return our folder of evidence."""
    return all_data()[0].cassettes


def cassettes_folders() -> tuple[Path, ...]:
    """Return all folders of evidence; a cassette in a later one replaces its namesake in an earlier one."""
    return tuple(data.cassettes for data in all_data())
