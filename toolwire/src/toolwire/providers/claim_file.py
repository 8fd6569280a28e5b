"""Reading of the YAML files of claims. An error names the file, the path to the wrong value, and the allowed values."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import msgspec
from msgspec import inspect

from toolwire.providers.errors import ClaimError, DataError
from toolwire.wire import limited_file, limited_yaml
from toolwire.wire.errors import YamlError
from toolwire.wire.exact_json import RepeatedKeys

T = TypeVar("T")
NonEmpty = Annotated[str, msgspec.Meta(min_length=1)]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$", description="a day such as 2026-11-21")]
Pointer = Annotated[str, msgspec.Meta(pattern="^(/|$)", description="a pointer such as /choices/0")]
"""A pointer into a wire document. ``*`` means every member, and "" means the whole document."""


def read_yaml(path: Path, kind: type[T], fault: type[DataError] = ClaimError) -> T:
    """Return the content of the YAML file at ``path`` as a value of the type ``kind``.

    Raises ``fault`` if the file cannot be read, or does not have the form of ``kind``.
    """
    try:
        read: T = _read(limited_file.content(path), cast("Any", kind))
        return read
    except (OSError, YamlError) as error:
        raise fault(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    except _InvalidError as error:
        raise fault(f"{path}: {error}") from None


class _InvalidError(Exception):
    """An error for a document that does not have the expected form. ``str()`` returns the path to the wrong value, and
    the expected value.
    """


@lru_cache(maxsize=1024)
def _read(text: bytes, kind: Any) -> Any:
    """Return the document in ``text`` as a value of the type ``kind``.

    Documents are cached, because our files are read again each time the data folders in use change.
    """
    data = limited_yaml.loads(text)
    for place in repeated(data):
        raise _InvalidError(f"{place}: expected each key once, got this key again")
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _InvalidError(explained(str(error), data, kind)) from None


def repeated(data: Any, place: str = "") -> Iterator[str]:
    """Yield the path to each key that an object repeats. Only the last value of such a key would be read."""
    if isinstance(data, RepeatedKeys):
        yield from (f"{place}{key}" for key in data.repeated)
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield from repeated(item, f"{place}{key}/")


def explained(error: str, data: Any, kind: type) -> str:
    """Return msgspec's message about a fault in a document, with the path to the wrong value and the allowed values."""
    fault, _, path = error.partition(" - at `$")
    place, expected = "", inspect.type_info(kind)
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        expected = _chosen(expected, data)
        field = next(
            (struct_field for struct_field in getattr(expected, "fields", ()) if struct_field.encode_name == name), None
        )
        if field is not None:
            step, expected = name, field.type
        elif isinstance(expected, inspect.DictType) and index == "...":
            expected = expected.value_type
            step = next((key for key, value in data.items() if not _fits(value, expected)), index)
        elif isinstance(expected, inspect.VarTupleType) and index:
            step, expected = int(index), expected.item_type
        else:
            break
        place = f"{place}.{step}" if place else str(step)
        data = data[step] if step != "..." else None
    match _chosen(expected, data):
        case inspect.StructType(fields=fields):
            fault += f"; its keys are {', '.join(field.encode_name for field in fields)}"
        case inspect.UnionType(types=types):
            fault += f"; write one of {', '.join(str(getattr(member, 'tag', member)) for member in types)}"
        case inspect.Metadata(extra_json_schema={"description": described}):
            fault = f"expected {described}, got {data!r}"
        case inspect.LiteralType(values=values):
            fault += f"; write one of {', '.join(map(str, values))}"
    return f"{place}: {fault}" if place else fault


def _chosen(expected: inspect.Type, data: Any) -> inspect.Type:
    """Return the member of the union ``expected`` that fits ``data``. Return a type that is not a union unchanged.

    The members of some unions have tags: the member with the tag in ``data`` fits, and if no member has this tag, the
    union is returned. If the members have no tags, the first member other than null is returned.
    """
    if not isinstance(expected, inspect.UnionType):
        return expected
    members = [member for member in expected.types if not isinstance(member, inspect.NoneType)]
    tagged = [member for member in members if isinstance(member, inspect.StructType) and member.tag_field]
    named = [member for member in tagged if isinstance(data, dict) and data.get(member.tag_field) == member.tag]
    return next(iter(named or members)) if named or not tagged else expected


def _fits(value: Any, expected: inspect.Type) -> bool:
    try:
        msgspec.convert(value, _python_type(expected))
    except msgspec.ValidationError:
        return False
    return True


def _python_type(expected: inspect.Type) -> Any:
    """Return the Python type that ``expected`` describes, for a struct or another type with a class, or for a tuple of
    any length. Return ``Any`` for other types, which then are not checked.
    """
    if isinstance(expected, inspect.VarTupleType):
        return tuple[_python_type(expected.item_type), ...]  # type: ignore[misc]
    return getattr(expected, "cls", Any)
