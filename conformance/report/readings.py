"""The conversion of an adapter's reading of an answer into the form of the expected reading in a cassette."""

from typing import Any

from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError


def as_stated(actual: str, expected: str) -> str:
    """Convert an adapter's reading to the form of the expected reading in a cassette, so that both can be compared.

    ``actual``: the adapter's reading. ``expected``: the expected reading. Return ``actual`` unchanged if it is not a
    canonical response as JSON, or if ``expected`` does not have the form of a cassette's reading.
    """
    try:
        read, stated = exact_json.loads(actual), exact_json.loads(expected)
    except JsonError:
        return actual
    if not isinstance(read, dict) or not isinstance(stated, dict) or "parts" in stated:
        return actual
    parts = read.get("parts")
    if not isinstance(parts, list | tuple) or not all(isinstance(part, dict) for part in parts):
        return actual
    return exact_json.dumps(_stated(read, list(parts), stated))


def _stated(read: dict[str, Any], parts: list[dict[str, Any]], stated: dict[str, Any]) -> dict[str, Any]:
    """Return a reading with the keys of the expected reading.

    ``read``, ``parts``: the adapter's reading, and its parts. ``stated``: the expected reading. A key
    that the expected reading lacks is left out if its value is usual: an empty value, or the finish ``stop``.
    """
    finish = read.get("finish")
    found = {
        "calls": [_call(part) for part in parts if part.get("type") == "tool_call"],
        "text": _joined(parts, "text"),
        "finish": finish.get("reason") if isinstance(finish, dict) else finish,
        "error": read.get("error"),
    }
    if "reasoning" in stated:
        found["reasoning"] = _joined(parts, "reasoning")
    return {key: value for key, value in found.items() if key in stated or value not in ([], "", "stop", None)}


def _call(part: dict[str, Any]) -> dict[str, Any]:
    arguments = part.get("arguments")
    text = arguments.get("text") if isinstance(arguments, dict) else arguments
    beside = {"complete": True, "kind": "function"}
    return {
        "name": part.get("name"),
        "arguments": text,
        "id": part.get("id"),
        **{key: part[key] for key, usual in beside.items() if part.get(key, usual) != usual},
    }


def _joined(parts: list[dict[str, Any]], kind: str) -> str:
    return "".join(str(part.get("text") or "") for part in parts if part.get("type") == kind)
