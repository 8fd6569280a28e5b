"""The paths to canonical fields, such as ``call.name``, in JSON documents.

A canonical field has a path in a provider's document and a path in a canonical document. The path in a provider's
document depends on the dialect, and the claims state it. The path in a canonical document is the same for all
providers.
"""

from typing import Final

from toolwire.model import Json
from toolwire.providers.mapping import Mapping
from toolwire.wire import pointer
from toolwire.wire.pointer import Steps

Places = dict[Steps, str]
"""The paths to the values of canonical fields in a document, each with the name of the field."""

_PARTS: Final = {
    "text": (("text", "text"),),
    "reasoning": (("reasoning", "text"),),
    "tool_call": (("call.id", "id"), ("call.name", "name"), ("call.arguments", "arguments")),
    "tool_result": (
        ("result.call_id", "call_id"),
        ("result.name", "name"),
        ("result.text", "parts"),
        ("result.is_error", "is_error"),
    ),
}
"""The canonical fields in each type of part, with their keys in the part."""
_TOOL: Final = (
    ("tool.name", "name"),
    ("tool.description", "description"),
    ("tool.parameters", "parameters"),
)


def of_events(mapping: Mapping) -> dict[str, tuple[str, ...]]:
    """Return the pointers to each field in the events of a stream.

    Fields whose values arrive in pieces are included, even if the mapping does not show how to join the pieces.
    """
    places: dict[str, tuple[str, ...]] = {"reasoning": mapping.beside.reasoning}
    for more in (mapping.unjoined, mapping.instead, mapping.stream):
        places |= {field: (*places.get(field, ()), *pointers) for field, pointers in more.items()}
    return places


def on_wire(document: Json, places: dict[str, tuple[str, ...]], mapping: Mapping) -> Places:
    """Return the canonical field at each path in a request, an answer or an event in a provider's dialect.

    ``places``: the JSON Pointers of each field. Paths to empty values, and paths that the mapping excludes (key
    ``aside``), are left out. Several fields may have pointers to the same value, for example the text of a message and
    the text of a result. Then ``_choose_field`` chooses the field.
    """
    found: dict[Steps, list[str]] = {}
    for field, pointers in places.items():
        for at in pointers:
            for way, value in pointer.located(document, at):
                if value not in (None, ""):
                    found.setdefault(way, []).append(field)
    aside = {way for entry in mapping.aside for way in entry.find(document)} if found else set()
    return {
        way: _choose_field(document, way, fields)
        for way, fields in found.items()
        if not any(way[:n] in aside for n in range(len(way)))
    }


def _choose_field(document: Json, way: Steps, fields: list[str]) -> str:
    """Return the field to which the value at a path belongs. ``way``: the path. ``fields``: the possible fields.

    If several fields are possible, the role of the message decides: the values of a message with the role ``tool``
    belong to fields of results.
    """
    if len(fields) > 1:
        role = ""
        for step in way:
            role = document.get("role", role) if isinstance(document, dict) else role
            document = document[step]
        of_results = [field for field in fields if field.startswith("result.") == (role == "tool")]
        fields = of_results or fields
    return fields[0]


def in_request(request: Json) -> Places:
    """Return the paths to fields in a canonical request."""
    found: Places = {("model",): "model"} if "model" in request else {}
    for n, tool in enumerate(request.get("tools", ())):
        found |= {("tools", n, key): field for field, key in _TOOL if key in tool}
    for n, message in enumerate(request.get("messages", ())):
        found |= _of_parts(message.get("parts", ()), ("messages", n, "parts"), system=message["role"] == "system")
    return found


def in_response(response: Json) -> Places:
    """Return the paths to fields in a canonical response, or in the right reading of a response."""
    found = _of_parts(response.get("parts", ()), ("parts",), system=False)
    for n, call in enumerate(response.get("calls", ())):
        found |= {("calls", n, key): field for field, key in _PARTS["tool_call"] if key in call}
    found |= {(key,): key for key in ("id", "model", "finish", "text", "reasoning") if key in response}
    usage = response.get("usage") or {}
    return found | {("usage", key): f"usage.{key}" for key in ("input_tokens", "output_tokens") if key in usage}


def _of_parts(parts: Json, way: Steps, *, system: bool) -> Places:
    found: Places = {}
    for n, part in enumerate(parts):
        for field, key in _PARTS.get(part["type"], ()):
            if key in part:
                found[(*way, n, key)] = "system" if system else field
        if "provider_data" in part:
            found[(*way, n, "provider_data")] = "opaque"
    return found
