"""The folders of claims, and reading what stands in them."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, cast

import msgspec
import yaml
from msgspec import inspect

from conformance.data import Data, DataError, all_data, kept

NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""What providers and scenarios may be called: their names stand in case ids."""

T = TypeVar("T")
Said = Annotated[str, msgspec.Meta(min_length=1)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$", description="a day such as 2026-11-21")]
Pointer = Annotated[str, msgspec.Meta(pattern="^(/|$)", description="a pointer such as /choices/0")]
"""Into a document of the wire, with ``*`` for every member; "" is the whole of it."""


class ClaimError(DataError):
    """A file of claims does not say what it must; the message names the file, the place and what may stand there."""


def providers_folder() -> Path:
    """Our folder of claims, one folder a provider."""
    return all_data()[0].providers


def cassettes_folder() -> Path:
    """Our folder of evidence: ``<provider>/<dialect>/<scenario>.<mode>.yaml``."""
    return all_data()[0].cassettes


def cassettes_folders() -> tuple[Path, ...]:
    """All folders of evidence: what stands in one of them counts for more than what stands in those before it."""
    return tuple(data.cassettes for data in all_data())


@kept
@cache
def homes() -> dict[str, Data]:
    """Every provider, sorted, with the data that it stands in. Raises ``ClaimError``."""
    found: dict[str, Data] = {}
    for data in all_data():
        for path in sorted(path for path in data.providers.glob("*/") if not path.name.startswith(".")):
            first = found.setdefault(path.name, data)
            if first is not data:
                raise ClaimError(
                    f"{path}: {first.providers / path.name} is there already; a provider stands in one folder: give "
                    f"yours a name of its own, it borrows what it says with `home`"
                )
            if NAME.fullmatch(path.name) is None:
                raise ClaimError(f"{path}: a provider's name has small letters, digits, - and _ alone")
            if not (path / "profile.yaml").is_file():
                raise ClaimError(f"{path}: a provider has a profile.yaml, and there is none")
    return dict(sorted(found.items()))


def provider_folder(provider: str) -> Path:
    """The folder of a provider that there is."""
    return homes()[provider].providers / provider


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
