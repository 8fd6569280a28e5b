"""Where the data are: beside the package in a checkout, inside it in a wheel."""

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import yaml
from msgspec import inspect

_PACKAGE = Path(__file__).resolve().parent.parent
_INSIDE = _PACKAGE / "_data"

T = TypeVar("T")
Said = Annotated[str, msgspec.Meta(min_length=1)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]


class ClaimError(Exception):
    """A file of claims does not say what it must; the message names the file, the place and what may stand there."""


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
        data = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    except (OSError, yaml.YAMLError) as error:
        raise ClaimError(f"{path}: {error}") from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ClaimError(f"{path}: {_explained(str(error), data, kind)}") from None


def _explained(error: str, data: Any, kind: type) -> str:
    """What is wrong, where, and what may stand there instead."""
    why, _, way = error.partition(" - at `$")
    place, due = "", inspect.type_info(kind)
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", way):
        due = _chosen(due, data)
        if isinstance(due, inspect.StructType) and name:
            step, due = name, next(field.type for field in due.fields if field.encode_name == name)
        elif isinstance(due, inspect.DictType) and index == "...":
            due = due.value_type
            step = next((key for key, value in data.items() if not _fits(value, due)), index)
        elif isinstance(due, inspect.VarTupleType) and index:
            step, due = int(index), due.item_type
        else:
            break
        place = f"{place}.{step}" if place else str(step)
        data = data[step] if step != "..." else None
    match _chosen(due, data):
        case inspect.StructType(fields=fields):
            why += f"; its keys are {', '.join(field.encode_name for field in fields)}"
        case inspect.UnionType(types=types):
            why += f"; write one of {', '.join(str(getattr(one, 'tag', one)) for one in types)}"
        case inspect.LiteralType(values=values):
            why += f"; write one of {', '.join(map(str, values))}"
    return f"{place}: {why}" if place else why


def _chosen(due: inspect.Type, data: Any) -> inspect.Type:
    """Which member of a union is meant: the only one beside null, or the one whose tag the data have."""
    if not isinstance(due, inspect.UnionType):
        return due
    members = [one for one in due.types if not isinstance(one, inspect.NoneType)]
    tagged = [one for one in members if isinstance(one, inspect.StructType) and one.tag_field]
    named = [one for one in tagged if isinstance(data, dict) and data.get(one.tag_field) == one.tag]
    return next(iter(named or members)) if named or not tagged else due


def _fits(value: Any, due: inspect.Type) -> bool:
    try:
        msgspec.convert(value, getattr(due, "cls", Any))
    except msgspec.ValidationError:
        return False
    return True
