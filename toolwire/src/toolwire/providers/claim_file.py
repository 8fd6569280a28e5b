"""Reading the YAML files of claims, with errors that name the file, the place and what is allowed there."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import msgspec
import yaml
from msgspec import inspect

from toolwire.providers.errors import ClaimError, DataError

T = TypeVar("T")
Said = Annotated[str, msgspec.Meta(min_length=1)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$", description="a day such as 2026-11-21")]
Pointer = Annotated[str, msgspec.Meta(pattern="^(/|$)", description="a pointer such as /choices/0")]
"""Into a document of the wire, with ``*`` for every member; "" is the whole of it."""


def read_yaml(path: Path, kind: type[T], fault: type[DataError] = ClaimError) -> T:
    """The YAML file as a ``kind``. Raises ``fault``."""
    try:
        read: T = _read(path.read_bytes(), cast("Any", kind))
        return read
    except (OSError, yaml.YAMLError) as error:
        raise fault(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    except _UnlikeError as error:
        raise fault(f"{path}: {error}") from None


class _UnlikeError(Exception):
    """A document of another kind; ``str()`` says where and what is due."""


@lru_cache(maxsize=1024)
def _read(text: bytes, kind: Any) -> Any:
    """What a document says; kept, for data are laid over ours again and again, and ours stay what they are."""
    data = yaml.load(text, Loader=yaml.CSafeLoader)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _UnlikeError(explained(str(error), data, kind)) from None


def explained(error: str, data: Any, kind: type) -> str:
    """What is wrong, where, and what may stand there instead."""
    why, _, way = error.partition(" - at `$")
    place, due = "", inspect.type_info(kind)
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", way):
        due = _chosen(due, data)
        field = next((one for one in getattr(due, "fields", ()) if one.encode_name == name), None)
        if field is not None:
            step, due = name, field.type
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
        case inspect.Metadata(extra_json_schema={"description": described}):
            why = f"expected {described}, got {data!r}"
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
