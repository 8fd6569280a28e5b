"""Parts: objects with a key that names their kind. Parts may also have the keys ``thought`` and
``thoughtSignature``.
"""

from typing import Final

from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, is_absent, with_rest
from toolwire.dialects.gemini_generate import calls, media, repeated, results, signature
from toolwire.model import (
    Audio,
    Carried,
    File,
    Image,
    Json,
    Part,
    ProviderPart,
    Reasoning,
    Text,
    ToolCall,
    ToolResult,
    Unknown,
    Video,
)

_SERVER_SIDE: Final = {
    "executableCode": "executable_code",
    "codeExecutionResult": "code_execution_result",
    "toolCall": "tool_call",
    "toolResponse": "tool_response",
}
"""The parts for steps of the provider's own tools. They go back to the provider, and the client never runs them."""
_MEDIA: Final = {"inlineData": "inline_data", "fileData": "file_data"}
PROVIDER_KINDS: Final = (*_SERVER_SIDE, *_MEDIA, "functionResponse")
_SILENT: Final[dict[str, Json]] = {"text": ""}
"""The empty part at the end of many streams and in some histories. It does not become a canonical part."""


def is_silent(value: Json) -> bool:
    """Return whether a part is the empty text ``{"text": ""}``."""
    return bool(value == _SILENT)


def read_all(fields: Fields, *, answer: bool = False) -> tuple[Part, ...]:
    """Return the parts of a content object. ``answer`` is true for an object that the provider sent. Raises
    ``ShapeError`` for a malformed value.
    """
    members = repeated.read(fields, "parts")
    silent = [str(n) for n, member in enumerate(members) if is_silent(member)]
    if silent:
        fields.note("silent", " ".join(silent))
    reader = read_answer if answer else read
    return tuple(
        reader(member, f"{fields.where}/parts/{n}") for n, member in enumerate(members) if not is_silent(member)
    )


def read_answer(value: Json, where: str) -> Part:
    """Return the canonical part for a part of an answer.

    Results, and media other than images, become a ``ProviderPart``, because no stream event exists for them. Raises
    ``ShapeError`` for a malformed value.
    """
    part = read(value, where)
    match part:
        case Audio() | Video() | File():
            return ProviderPart(kind="inlineData" if part.data is not None else "fileData", value=value)
        case ToolResult():
            return ProviderPart(kind="functionResponse", value=value)
    return part


def read(value: Json, where: str) -> Part:
    """Return the canonical part for a part on the wire. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    call = fields.spelled("functionCall", "function_call")
    if isinstance(fields.peek(call), dict):
        return calls.read(fields, call)
    result = fields.spelled("functionResponse", "function_response")
    if isinstance(fields.peek(result), dict):
        return results.read(fields, result)
    for kind, other in _SERVER_SIDE.items():
        if fields.has(kind) or fields.has(other):
            return ProviderPart(kind=kind, value=value)
    return _read_medium(fields, value) or _read_text(fields) or Unknown(kind=next(iter(value), ""), value=value)


def _read_medium(fields: Fields, value: dict[str, Json]) -> Part | None:
    """Return the image, audio, video or file in a part; None if the part has none of these.

    If such a part is also a thought or has a signature, return a ``ProviderPart`` with the wire form, because the
    canonical types of media have no field for a thought or a signature.
    """
    kept_whole = fields.has("thought") or any(fields.has(key) for key in (signature.KEY, "thought_signature"))
    medium = media.read(fields)
    if medium is None or not kept_whole:
        return medium
    return ProviderPart(kind="inlineData" if medium.data is not None else "fileData", value=value)


def _read_text(fields: Fields) -> Text | Reasoning | None:
    """Return the canonical part for a text, a thought, or a part with only a signature. Return None for any other
    part.
    """
    text = fields.text("text")
    data = signature.read(fields)
    if text is None:
        if not data:
            return None
        fields.note("text", "absent")
    kind = Reasoning if fields.true("thought") else Text
    return kind(text=text or "", provider_data=data, carried=fields.carried())


def write_all(parts: tuple[Part, ...], carried: Carried | None, names: dict[str, str]) -> list[Json]:
    """Return the wire's parts for canonical parts. Empty parts that were left out when the content object was read are
    inserted again. For ``names`` see ``results.write``. Raises ``Inexpressible``.
    """
    out = [write(part, names) for part in parts]
    for place in carried.spelling.get("silent", "").split() if carried else ():
        out.insert(int(place), dict(_SILENT))
    return out


def write(part: Part, names: dict[str, str]) -> Json:
    """Return the wire's part for a canonical part. For ``names`` see ``results.write``. Raises ``Inexpressible``."""
    match part:
        case Text() | Reasoning():
            return _write_text(part)
        case ToolCall():
            return calls.write(part)
        case ToolResult():
            return results.write(part, names)
        case Image() | Audio() | Video() | File():
            return media.write(part)
        case Unknown():
            return part.value
        case ProviderPart() if part.kind in PROVIDER_KINDS:
            return part.value
    raise Inexpressible(f"gemini_generate cannot express this part: {type(part).__name__.lower()}")


def _write_text(part: Text | Reasoning) -> Json:
    out: dict[str, Json] = {}
    if part.text or not is_absent(part.carried, "text"):
        out["text"] = part.text
    if isinstance(part, Reasoning):
        out["thought"] = True
    return with_rest(out | signature.write(part.provider_data, part.carried), part.carried)
