"""Operations that parse JSON in texts, and that remove the objects and lists around a text or another value."""

from typing import Final

from conformance.judge import arguments, bytes_text
from conformance.judge.equal.operations import in_member, of_value
from conformance.judge.marks import Read
from toolwire.model import Json
from toolwire.providers.equal import (
    ANYTHING,
    RESULT_KEYS,
    Base64,
    JsonText,
    JsonValue,
    Unwrap,
    UnwrapDocument,
    UnwrapMessage,
    UnwrapObject,
    UnwrapResult,
    UnwrapText,
)
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

_OBJECT: Final = "the object"
"""The key of a ``marks.Read`` whose value is an object without wrappers, so that the object is not unwrapped again."""
_JSON_TEXT: Final = "JSON text"
"""The key of a ``marks.Read`` whose value is parsed JSON, so that the value is not parsed again."""


@of_value.register
def _(_operation: JsonText, value: Json) -> Json:
    return _read(value) if isinstance(value, str) else value


@of_value.register
def _(_operation: JsonValue, value: Json) -> Json:
    if isinstance(value, dict) and not isinstance(value, Read):
        return Read(_JSON_TEXT, value, value)
    return _read(value) if isinstance(value, str) else value


def _read(text: str) -> Json:
    try:
        return Read(_JSON_TEXT, exact_json.loads(text), text)
    except JsonError:
        return text


@of_value.register
def _(_operation: Base64, value: Json) -> Json:
    return bytes_text.bare(value) if isinstance(value, str) else value


@of_value.register
def _(operation: UnwrapText, value: Json) -> Json:
    match value:
        case [{"type": kind, "text": str(text), **more}] if kind in operation.types and not more:
            return text
    return value


@of_value.register
def _(_operation: UnwrapMessage, value: Json) -> Json:
    match value:
        case [{"role": "user", "content": str(text), **more}] if not more:
            return text
    return value


@of_value.register
def _(operation: Unwrap, value: Json) -> Json:
    return next(iter(_held(operation.wrapper, value) or ()), value)


def _held(wrapper: Json, value: Json) -> list[Json] | None:
    """Return the parts of ``value`` at those places where ``wrapper`` has the placeholder ``ANYTHING``.

    None if ``value`` differs from ``wrapper`` anywhere else.
    """
    if wrapper == ANYTHING:
        return [value]
    if isinstance(wrapper, dict) and isinstance(value, dict) and wrapper.keys() == value.keys():
        held = [_held(wrapper[key], value[key]) for key in wrapper]
    elif isinstance(wrapper, list) and isinstance(value, list) and len(wrapper) == len(value):
        held = [_held(item, inner) for item, inner in zip(wrapper, value, strict=True)]
    else:
        return [] if arguments.same(wrapper, value) else None
    return None if None in held else [found for values in held if values for found in values]


@of_value.register
def _(_operation: UnwrapResult, value: Json) -> Json:
    return result_text(value) if isinstance(value, str) else value


def result_text(text: str, keys: tuple[str, ...] = RESULT_KEYS) -> str:
    """Return a text without the JSON objects that wrap it.

    A wrapper is an object with a single key, a member of ``keys``, and a text as its value. Wrappers inside wrappers
    are removed, too. A text without a wrapper is returned as it is.
    """
    while (inner := _wrapped(text, keys)) is not None:
        text = inner
    return text


def _wrapped(text: str, keys: tuple[str, ...]) -> str | None:
    try:
        spelled = exact_json.loads(text)
    except JsonError:
        return None
    match spelled:
        case {**members} if len(members) == 1:
            [(key, value)] = members.items()
            return str(value) if key in keys and isinstance(value, str) else None
    return None


@in_member.register
def _(operation: UnwrapObject, around: dict[str, Json], key: str) -> None:
    given = value = around[key]
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict) or value.keys() == {_OBJECT}:
        around[key] = value
        return
    for name, beside in operation.repeats.items():
        if name in value and value[name] == around.get(name) and value.keys() - {name} in [{held} for held in beside]:
            value = {other: inner for other, inner in value.items() if other != name}
    while isinstance(value, dict) and len(value) == 1 and next(iter(value)) in operation.keys:
        value = next(iter(value.values()))
    around[key] = Read(_OBJECT, _object(value), given)


def _object(value: Json) -> Json:
    """Return the object that a text contains as JSON. Return any other value X as the object ``{"output": X}``.

    A list with only a text counts as this text. Objects that wrap the text are removed first (see ``result_text``). The
    text is then parsed if it is a JSON object or list.
    """
    match value:
        case [{"text": str(text), **more}] if not more:
            value = text
    if isinstance(value, str):
        value = result_text(value)
        try:
            spelled = exact_json.loads(value)
        except JsonError:
            spelled = None
        value = spelled if isinstance(spelled, dict | list) else value
    return value if isinstance(value, dict) else {"output": value}


@of_value.register
def _(operation: UnwrapDocument, value: Json) -> Json:
    return _document(value, operation.keys)


def _document(value: Json, keys: tuple[str, ...]) -> Json:
    """Return the content of a tool's result without its wrappers: ``{"output": "21"}`` becomes ``"21"``.

    First, a list with a single document (``type``: ``document``) is replaced by the document's data. Then wrappers are
    removed: objects, also as JSON text, whose only member is a text under a key of ``keys`` or ``RESULT_KEYS``. If an
    object remains, also as JSON text, it is returned as a ``Read``. A ``Read``, and a value that is neither a text nor
    an object, is returned as it is.
    """
    given = value
    match value:
        case [{"type": "document", "document": {"data": data, **more}}] if not more.keys() - {"id"}:
            value = data
    match value:
        case Read():
            return value
        case dict():
            text = exact_json.dumps(value)
        case str():
            text = value
        case _:
            return value
    text = result_text(text, (*keys, *RESULT_KEYS))  # a text in a document may look like a wrapped result, too
    try:
        spelled = exact_json.loads(text)
    except JsonError:
        return text
    return Read(_JSON_TEXT, spelled, given) if isinstance(spelled, dict) else text
