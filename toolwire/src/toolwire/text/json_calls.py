"""Calls that are JSON objects in text."""

from collections.abc import Collection
from typing import Any, Final

import msgspec

from toolwire.text.block import Block, TextCall
from toolwire.text.errors import NotACall
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError

NAMES: Final = ("name",)
ARGUMENTS: Final = ("arguments", "parameters")
_MEMBERS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS: Final = msgspec.json.Decoder(list[msgspec.Raw])
_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""The errors that ``_MEMBERS`` and ``_ITEMS`` raise for half a surrogate pair and for deep nesting.

The source text of a call is then not known, so the text is written again from the call's value.
"""


def read(text: str, names: Collection[str] = NAMES, arguments: Collection[str] = ARGUMENTS) -> tuple[TextCall, ...]:
    """Return the calls in a JSON object, or in an array of JSON objects.

    Raises ``NotACall`` for text that is not JSON, for an empty array, for an object that is not a call, and for
    arguments that are not an object.
    """
    try:
        value = exact_json.loads(text)
    except JsonError:
        raise NotACall from None
    if not isinstance(value, list):
        return (_call(text, value, names, arguments),)
    if not value:
        raise NotACall
    try:
        items = [bytes(item).decode() for item in _ITEMS.decode(text)]
    except _UNREADABLE:
        items = [exact_json.dumps(member) for member in value]
    return tuple(_call(item, member, names, arguments) for item, member in zip(items, value, strict=True))


def offered(
    block: Block, text: str, names: Collection[str] = NAMES, arguments: Collection[str] = ARGUMENTS
) -> tuple[TextCall, ...]:
    """Return the calls in a text that could also be an answer in JSON. Each call must be to an offered tool, and its
    arguments must fit the tool.

    Raises ``NotACall`` for any other text.
    """
    try:
        value = exact_json.loads(text)
    except JsonError:
        raise NotACall from None
    if isinstance(value, dict) and isinstance(value.get("tool_calls"), list) and len(value) == 1:
        text = exact_json.dumps(value["tool_calls"])
    calls = read(text, names, arguments)
    if not calls:
        raise NotACall
    for call in calls:
        try:
            given = exact_json.loads(call.arguments)
        except JsonError:
            raise NotACall from None
        if not block.offered.fits(call.name, given):
            raise NotACall
    return calls


def emit(block: Block, calls: Collection[TextCall]) -> None:
    for call in calls:
        block.call(call.name, call.arguments, call.call_id)


def _call(text: str, value: Any, names: Collection[str], arguments: Collection[str]) -> TextCall:
    if not isinstance(value, dict):
        raise NotACall
    inner = value.get("function")
    if isinstance(inner, dict) and not any(name in value for name in names):
        return _call(exact_json.dumps(inner), inner, names, arguments)
    name = next((value[key] for key in names if isinstance(value.get(key), str)), "")
    if not name:
        raise NotACall
    key = next((key for key in arguments if key in value), None)
    call_id = next((value[key] for key in ("id", "tool_call_id") if isinstance(value.get(key), str)), None)
    return TextCall(name=name, arguments="" if key is None else _text(text, key, value[key]), call_id=call_id)


def _text(text: str, key: str, value: Any) -> str:
    """Return the JSON text of a call's arguments, as the model spelled it in ``text``, the JSON of the whole call.

    ``value`` is the parsed value under ``key``: an object, or a string that contains the JSON of an object. It may be
    null or a blank string if the call has no arguments. Raises ``NotACall`` for any other value.
    """
    if isinstance(value, str):
        if value.strip() and not exact_json.is_object(value):
            raise NotACall
        return value
    if value is not None and not isinstance(value, dict):
        raise NotACall
    try:
        return bytes(_MEMBERS.decode(text)[key]).decode()
    except _UNREADABLE:
        return exact_json.dumps(value)
