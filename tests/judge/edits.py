"""A change of a value, described as data: operations like JSON Patch, for JSON documents, streams and canonical
structs.
"""

from copy import deepcopy
from typing import Literal, TypeAlias, get_type_hints

import msgspec

from toolwire.json_value import Json
from toolwire.model import Part
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import JsonError

Op: TypeAlias = Literal["set", "add", "remove", "copy", "swap", "repeat", "text"]


class Edit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change. ``set`` puts ``to`` at ``path``, ``add`` inserts ``to``, and ``remove`` removes the value at ``path``.

    ``copy`` inserts a copy of the value at ``source``. ``swap`` exchanges the values at ``path`` and ``source``.
    ``repeat`` inserts ``to`` more copies of the value at ``path``. ``text`` replaces ``source`` by ``to`` in the
    bytes.
    """

    op: Op = "set"
    path: str = ""
    source: str = ""
    to: Json = None

    def on(self, value: Json) -> Json:
        """Return the changed value. Raises ``LookupError`` if the path leads nowhere."""
        match self.op:
            case "copy":
                return _put(value, _steps(self.path), deepcopy(_get(value, self.source)), "add")
            case "swap":
                here, there = _get(value, self.path), _get(value, self.source)
                return _put(_put(value, _steps(self.path), there, "set"), _steps(self.source), here, "set")
            case "repeat":
                for _ in range(self.to):
                    value = _put(value, _steps(self.path), _get(value, self.path), "add")
                return value
            case "text":
                raise TypeError("bytes only")
            case op:
                return _put(value, _steps(self.path), self.to, op)

    def on_bytes(self, body: bytes, framing: str) -> bytes:
        """Return the changed bytes of a document, or of a stream. A stream is changed as the array of its payloads."""
        if self.op == "text":
            found = self.source.encode()
            if found not in body:
                raise LookupError(f"{self.source!r} does not occur in the bytes")
            return body.replace(found, str(self.to).encode())
        if framing == "sse":
            events = sse.decode(body)[0]
            named = any(event.event != "message" for event in events)
            payloads = self.on([_payload(event.data) for event in events])
            return b"".join(
                sse.encode(_text(data), _kind(data) if named and isinstance(data, dict) else None) for data in payloads
            )
        if framing == "ndjson":
            payloads = self.on([_payload(line) for line in body.decode().splitlines()])
            return "".join(f"{_text(data)}\n" for data in payloads).encode()
        if framing == "aws":
            payloads = self.on([exact_json.loads(payload) for payload in aws_event_stream.payloads(body)])
            return aws_event_stream.framed(b"\n".join(map(exact_json.encode, payloads)))
        return exact_json.encode(self.on(exact_json.loads(body)))


def _kind(event: dict[str, Json]) -> str:
    return str(event.get("type", event.get("event_type")))


def _payload(data: str) -> Json:
    try:
        return exact_json.loads(data)
    except JsonError:
        return data


def _text(data: Json) -> str:
    return data if isinstance(data, str) else exact_json.dumps(data)


def _steps(path: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]


def _member(value: Json, step: str) -> Json:
    """Return the key or index that a step names in a dict, list, tuple or struct. The tag of a part, such as ``text``,
    names the first part with this tag.
    """
    if isinstance(value, tuple) and not step.lstrip("-").isdecimal():
        for place, part in enumerate(value):
            if part.__struct_config__.tag == step:
                return place
        raise LookupError(f"there is no {step}")
    if isinstance(value, list | tuple):
        place = int(step)
        if not -len(value) <= place < len(value):
            raise LookupError(f"the list has no index {step}")
        return place
    if step not in (value if isinstance(value, dict) else value.__struct_fields__):
        raise LookupError(f"there is no {step!r}")
    return step


def _get(value: Json, path: str) -> Json:
    for step in _steps(path):
        member = _member(value, step)
        value = getattr(value, member) if isinstance(value, msgspec.Struct) else value[member]
    return value


def _put(value: Json, steps: list[str], to: Json, op: str) -> Json:
    if not steps:
        return to
    step, rest = steps[0], steps[1:]
    if isinstance(value, msgspec.Struct):
        member = _member(value, step)
        old = getattr(value, member)
        new = _put(old, rest, to, op)
        if isinstance(new, dict | list) and not isinstance(old, dict | list):
            new = msgspec.convert(new, get_type_hints(type(value))[member])
        return msgspec.structs.replace(value, **{member: new})
    if isinstance(value, tuple) and not rest and isinstance(to, dict):
        to = msgspec.convert(to, Part)
    changed = dict(value) if isinstance(value, dict) else list(value)
    if rest:
        member = _member(value, step)
        changed[member] = _put(changed[member], rest, to, op)
    elif op == "remove":
        del changed[_member(value, step)]
    elif op == "add" and isinstance(changed, list):
        changed.insert(len(changed) if step == "-" else int(step), to)
    else:
        changed[step if isinstance(changed, dict) else _member(value, step)] = to
    return tuple(changed) if isinstance(value, tuple) else changed
