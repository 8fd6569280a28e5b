"""The data in use: scenarios, cassettes, and claims about providers. ``--data`` adds users' data, which take precedence
over the project's own data.

The project's own data are in the checkout, or inside the installed packages. Users' folders have the same layout as the
project's: ``providers/``, ``scenarios/``, ``cassettes/``.
"""

import os
from functools import cache
from pathlib import Path
from typing import Final, cast

from toolwire.providers import folders
from toolwire.providers.errors import DataError
from toolwire.providers.folders import GROUP, Folder, forget, kept
from toolwire.wire import limited_file

__all__ = [
    "GROUP", "IMPORTED", "Data", "DataError", "all_data", "bundles_folder", "cassettes_folder", "cassettes_folders",
    "consumers_folder", "forget", "kept", "ours", "registered", "use", "whose",
]  # fmt: skip

IMPORTED: Final = "imported-"
"""The beginning of the names of providers that ``conformance import`` makes."""
_PACKAGE: Final = Path(__file__).resolve().parent


class Data(Folder, frozen=True, kw_only=True):
    """The three folders of a set of data: the claims about providers, the scenarios, and the cassettes."""

    scenarios: Path
    cassettes: Path
    """The folder of cassettes, which are named ``<provider>/<dialect>/<scenario>.<mode>.yaml``."""

    @classmethod
    def below(cls, folder: Path) -> "Data":
        """Return the data in a folder.

        Raises ``DataError`` if the folder has none of the three subfolders, or if something with such a name is not a
        folder.
        """
        data = cls(
            folder / "providers",
            scenarios=folder / "scenarios",
            cassettes=folder / "cassettes",
            laid_over=str(folder).encode(errors="backslashreplace").decode(),  # results have this text
        )
        parts = (data.providers, data.scenarios, data.cassettes)
        for part in parts:
            if os.path.lexists(part) and not limited_file.is_folder(part):
                raise DataError(f"{part}: expected a folder, got a file or a broken link")
        if not any(map(limited_file.is_folder, parts)):
            raise DataError(f"{folder}: expected a subfolder 'providers', 'scenarios' or 'cassettes', got none")
        return data


@cache
def ours() -> Data:
    """Return the data that ship with the library and the suite."""
    return Data(folders.ours().providers, scenarios=_PACKAGE / "scenarios", cassettes=_shipped("cassettes"))


def consumers_folder() -> Path:
    """Return the folder of reports on the reactions of libraries to deviations from the documented form."""
    return _shipped("reports/consumers")


def bundles_folder() -> Path:
    """Return the folder of submitted bundles."""
    return _shipped("bundles")


def _shipped(folder: str) -> Path:
    """Return a folder of the checkout, or its copy in the installed package if there is no checkout.

    The checkout comes first, because an editable install may contain an old copy.
    """
    checkout = _PACKAGE.parent / folder
    return checkout if checkout.is_dir() else _PACKAGE / "_data" / folder


@cache
def registered() -> dict[str, Data]:
    """Return the data that installed packages register, by name. Raises ``DataError``.

    Such data are used only if ``--data NAME`` names them.
    """
    return {name: Data.below(folder) for name, folder in folders.registered().items()}


def all_data() -> tuple[Data, ...]:
    """Return the data in use. The first item is the project's own data; later items take precedence over earlier
    items.
    """
    used = folders.folders()
    return cast("tuple[Data, ...]", used) if isinstance(used[0], Data) else (ours(),)


def whose(cassette: Path) -> str | None:
    """Return the user's folder that contains a cassette. Return None if no user's folder contains the cassette."""
    return next((data.laid_over for data in all_data() if cassette.is_relative_to(data.cassettes)), None)


def use(*data: Data) -> None:
    """Replace the data in use, and clear all caches of data. The first item must be the project's own data."""
    folders.use(*data)


def cassettes_folder() -> Path:
    """Return the folder of the project's own cassettes."""
    return all_data()[0].cassettes


def cassettes_folders() -> tuple[Path, ...]:
    """Return all folders of cassettes. If several folders have a cassette, the cassette in the last folder counts."""
    return tuple(data.cassettes for data in all_data())
