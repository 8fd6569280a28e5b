"""Where the data are: beside the package in a checkout, inside it in a wheel."""

from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

_PACKAGE = Path(__file__).resolve().parent.parent
_INSIDE = _PACKAGE / "_data"

T = TypeVar("T")


class ClaimError(Exception):
    """A file of claims does not say what it must; the message names the file and the place."""


@cache
def _data() -> Path:
    checkout = _PACKAGE.parent
    # An editable install may hold a stale copy inside the package: the checkout comes first.
    if (checkout / "pyproject.toml").is_file() and (checkout / "providers").is_dir():
        return checkout
    return _INSIDE


def providers_folder() -> Path:
    """The folder of claims, one folder a provider."""
    return _data() / "providers"


def cassettes_folder() -> Path:
    """The folder of evidence: ``<provider>/<dialect>/<scenario>.<mode>.yaml``."""
    return _data() / "cassettes"


def read_yaml(path: Path, kind: type[T]) -> T:
    """The YAML file as a ``kind``. Raises ``ClaimError``."""
    try:
        return msgspec.convert(_parse(path), kind)
    except (OSError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise ClaimError(f"{path}: {error}") from None


def _parse(path: Path) -> Any:
    return yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
