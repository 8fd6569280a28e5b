"""Removal of control characters from calls, before the application runs the calls."""

import re
from typing import Final

import msgspec

from toolwire.client.note import Note
from toolwire.dialects import arguments
from toolwire.model import Arguments, Json, ToolCall
from toolwire.wire import exact_json
from toolwire.wire.exact_json import RepeatedKeys

_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""The characters of Unicode's category Cc except tab, line feed and carriage return."""
_RAW: Final = re.compile("[\x00-\x1f]")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def sanitised(call: ToolCall, where: str) -> tuple[ToolCall, tuple[Note, ...]]:
    """Return a call without control characters (see ``_CONTROL``) in its name and arguments, and notes about the
    changes. The notes' pointers begin with ``where``.

    JSON requires that control characters in strings are escaped. If unescaped control characters are the only fault of
    the arguments, the arguments are read as if these characters were escaped.
    """
    notes = []
    name, args = _CONTROL.sub("", call.name), call.arguments
    if name != call.name:
        notes.append(Note(kind="sanitised", where=f"{where}/name", why="control characters were removed"))
    if args.form == "invalid":
        escaped = arguments.from_text(_STRING.sub(_escaped, args.text), complete=call.complete)
        if escaped.form == "object":
            why = "strings had unescaped control characters: they were escaped"
            notes.append(Note(kind="sanitised", where=f"{where}/arguments", why=why))
            args = escaped
    clean = _clean_arguments(args)
    if clean is not args:
        notes.append(Note(kind="sanitised", where=f"{where}/arguments", why="control characters were removed"))
    return (msgspec.structs.replace(call, name=name, arguments=clean) if notes else call), tuple(notes)


def _escaped(string: re.Match[str]) -> str:
    return _RAW.sub(lambda found: f"\\u{ord(found.group()):04x}", string.group())


def _clean_arguments(args: Arguments) -> Arguments:
    if args.form != "object":
        text = _CONTROL.sub("", args.text)
        return args if text == args.text else msgspec.structs.replace(args, text=text)
    value = _clean(args.value)
    return args if value is args.value else Arguments(text=exact_json.dumps(value), form="object", value=value)


def _clean(value: Json) -> Json:
    """Return a value without control characters in its keys and strings. Return the same object if it has none."""
    if isinstance(value, str):
        return _CONTROL.sub("", value) if _CONTROL.search(value) else value
    if isinstance(value, dict):
        old = [*exact_json.pairs(value)]
        new = [(_clean(key), _clean(member)) for key, member in old]
        if all(a is c and b is d for (a, b), (c, d) in zip(old, new, strict=True)):
            return value
        found = dict(new)
        return found if len(found) == len(new) else RepeatedKeys(new)
    if isinstance(value, list):
        members = [_clean(member) for member in value]
        return value if all(new is old for new, old in zip(members, value, strict=True)) else members
    return value
