"""Pieces of request documents: the tools, the choice and the history."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from toolwire.dialects.dialect import dialect as dialect_of
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.model import Json, Request, ToolChoice, ToolDefinition
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest
from toolwire.wire.merging import merged


class Places(NamedTuple):
    """JSON pointers to the tools, the tool choice and the history in a dialect's requests.

    A field may have several pointers. A value without its key, such as a list of tools without ``tools``, belongs at
    the first pointer of the field.
    """

    tools: tuple[str, ...]
    choice: tuple[str, ...]
    history: tuple[str, ...]


_OPENAI: Final = Places(("/tools",), ("/tool_choice", "/parallel_tool_calls"), ("/messages",))
PLACES: Final = {
    "openai_chat": _OPENAI,
    "mistral_chat": _OPENAI,
    "openai_responses": Places(("/tools",), ("/tool_choice", "/parallel_tool_calls"), ("/input", "/instructions")),
    "anthropic_messages": Places(("/tools",), ("/tool_choice",), ("/messages", "/system")),
    "gemini_generate": Places(("/tools",), ("/toolConfig",), ("/contents", "/systemInstruction")),
    "gemini_interactions": Places(("/tools",), ("/generation_config/tool_choice",), ("/input", "/system_instruction")),
    "ollama_chat": Places(("/tools",), (), ("/messages",)),
    "cohere_v2": Places(("/tools", "/strict_tools"), ("/tool_choice",), ("/messages",)),
    "bedrock_converse": Places(("/toolConfig/tools",), ("/toolConfig/toolChoice",), ("/messages", "/system")),
}


def places(dialect: str) -> Places:
    """Return the JSON pointers to tools, choice and history in the requests of a built-in dialect.

    Raises ``Inexpressible`` for a dialect that another package registers.
    """
    if dialect not in PLACES:
        raise Inexpressible(
            f"the places of tools, tool choice and history in a {dialect} request are unknown: convert the whole "
            "canonical request with Normalizer.request"
        )
    return PLACES[dialect]


def taken(body: Json, places: Iterable[str]) -> dict[str, Any]:
    """Return a document with only the values of ``body`` at the pointers in ``places``. Missing values are left out."""
    out: dict[str, Any] = {}
    for place in places:
        for value in pointer.values(body, place):
            out = merged(out, placed(place, value))
    return out


def form_of(tool: Json) -> str | None:
    """Return the first built-in dialect that reads ``tool`` as a function, and reads all of its keys. Return None if no
    dialect does.
    """
    for dialect, known in PLACES.items():
        try:
            found = read([tool], known.tools[0], dialect).tools
        except WireError:
            continue
        match found:
            case [ToolDefinition(carried=carried)] if carried is None or not carried.rest:
                return dialect
    return None


def read(piece: Json, place: str, dialect: str) -> Request:
    """Return a canonical request that has only the values in ``piece``.

    ``piece`` is an object with the first key of the pointer ``place``, such as ``{"tools": [...]}``, or only the value
    at ``place``. Raises ``WireError`` for a malformed value, and ``Inexpressible`` for a dialect that another package
    registers.
    """
    first = place.split("/")[1]
    whole = isinstance(piece, dict) and first in piece
    known = places(dialect)
    is_text = place == known.history[0] and isinstance(piece, str)
    listed = place in (known.tools[0], known.history[0]) and not is_text
    if listed and not whole and not isinstance(piece, list | tuple):
        raise ShapeError(f"{place}: expected a list or an object with {first!r}, got {type(piece).__name__}")
    body = piece if isinstance(piece, dict) and whole else placed(place, piece)
    body = placed(places(dialect).history[0], []) | body
    encoded = exact_json.encode(body)
    return dialect_of(dialect).read_request(WireRequest(url="", body=encoded))


def placed(place: str, value: Json) -> dict[str, Any]:
    """Return a document that has only ``value``, at the pointer ``place``: ``/a/b`` -> ``{"a": {"b": value}}``."""
    for step in reversed(place.split("/")[1:]):
        value = {step: value}
    found: dict[str, Any] = value
    return found


def choice_in(word: str, dialect: str) -> Request | None:
    """Return a canonical request that has only the tool choice ``word`` of a dialect, such as OpenAI's ``required``.

    Return None if the dialect has no such choice: the word is then the name of a tool.
    """
    known = places(dialect).choice
    try:
        found = read(word, known[0], dialect) if known else None
    except WireError:
        return None
    is_request = found is not None and found.tool_choice is not None and found.tool_choice.mode != "provider"
    return found if is_request else None


def choice_of(word: str) -> ToolChoice:
    """Return the choice that a word means. Any word except auto, none and required is the name of a tool to call."""
    match word:
        case "auto" | "none" | "required":
            return ToolChoice(mode=word)
    return ToolChoice(mode="named", names=(word,))
