"""The messages of a request, and the message of a response."""

from typing import Final

from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, with_rest
from toolwire.dialects.openai_chat import calls, content, tools
from toolwire.dialects.tool_calls import UNKNOWN, entry
from toolwire.model import AddedTool, Json, Message, Part, Reasoning, Refusal, Role, ToolCall, ToolResult, Unknown

REASONING_FIELDS: Final = ("reasoning_content", "reasoning", "reasoning_text")
"""The keys under which providers other than OpenAI put the text of the reasoning. OpenAI itself does not send this
text.
"""
OPAQUE_FIELDS: Final = ("reasoning_details", "reasoning_opaque")
"""The keys with other data of the reasoning. If a provider sends such data, the next request must send the data back.
"""
_ADDING: Final = ("system", "developer")
"""The roles of messages that can add tools."""
_ROLES: Final[dict[Json, Role]] = {
    "system": "system", "developer": "developer", "user": "user", "assistant": "assistant",
}  # fmt: skip


def read(value: Json, where: str) -> Message:
    """Return the message for an entry of ``messages``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    role = fields.text("role")
    if role in ("tool", "function"):
        return _read_result(fields, legacy=role == "function")
    if role not in _ROLES:
        raise ShapeError(f"{where}/role: expected system, developer, user, assistant, tool or function, got {role!r}")
    name = fields.text("name")
    added = _read_additions(fields) if role in _ADDING else ()
    parts, data = (added, {}) if added else read_parts(fields)
    return Message(role=_ROLES[role], name=name, parts=parts, provider_data=data, carried=fields.carried())


def _read_additions(fields: Fields) -> tuple[Part, ...]:
    """Return the tools that a message adds. Return () if the message has content, or no array of objects in ``tools``.

    Moonshot's Kimi K3 has such messages. OpenAI's API does not have them.
    """
    entries = fields.peek("tools")
    if fields.peek("content") or not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        return ()
    where = f"{fields.where}/tools"
    return tuple(AddedTool(tool=tools.read(each, f"{where}/{n}")) for n, each in enumerate(fields.items("tools")))


def read_parts(fields: Fields) -> tuple[tuple[Part, ...], dict[str, Json]]:
    """Return the parts of a message (reasoning, content, refusal, calls, in this order) and its provider data.

    The provider data must go back with the message. Raises ``ShapeError`` for a malformed value.
    """
    parts: list[Part] = []
    for key in REASONING_FIELDS:
        text = fields.filled(key)
        if text is not None:
            parts.append(Reasoning(text=text, provider_data={"field": key}))
    parts.extend(content.read(fields))
    refusal = fields.filled("refusal")
    if refusal is not None:
        parts.append(Refusal(text=refusal))
    for n, item in enumerate(fields.items("tool_calls")):
        parts.append(calls.read(item, f"{fields.where}/tool_calls/{n}"))
    legacy = calls.read_legacy(fields)
    if legacy is not None:
        parts.append(legacy)
    data = {key: fields.value(key) for key in OPAQUE_FIELDS if fields.peek(key) is not None}
    return tuple(parts), data


def _read_result(fields: Fields, *, legacy: bool) -> Message:
    result = ToolResult(
        call_id=None if legacy else fields.text("tool_call_id"),
        name=fields.text("name"),
        kind="legacy" if legacy else "function",
        parts=content.read(fields),  # type: ignore[arg-type]
        carried=fields.carried(),
    )
    return Message(role="tool", parts=(result,))


def write(message: Message) -> list[Json]:
    """Return the wire messages for a canonical message: a message for each result, and a message for the other parts.
    Raises ``Inexpressible``.
    """
    results = [part for part in message.parts if isinstance(part, ToolResult)]
    others = tuple(part for part in message.parts if not isinstance(part, ToolResult))
    out: list[Json] = [_write_result(result) for result in results]
    if message.role == "tool":
        if others:
            out.append({"role": "user", "content": content.write(others)})
        return out
    return [*out, _write_message(message, others)]


def _write_message(message: Message, parts: tuple[Part, ...]) -> Json:
    out: dict[str, Json] = {"role": message.role}
    if message.name is not None:
        out["name"] = message.name
    if message.role == "assistant":
        out |= write_parts(parts, message.provider_data, message.carried is None)
    elif added := [tools.write(part.tool) for part in parts if isinstance(part, AddedTool)]:
        out["tools"] = added
        if len(added) < len(parts):
            raise Inexpressible(
                "openai_chat cannot put added tools and other parts into the same message: add the tools in a separate "
                "message"
            )
    elif parts or message.carried is None:
        out["content"] = content.write(parts) if parts else ""
    return with_rest(out, message.carried)


def write_parts(parts: tuple[Part, ...], data: dict[str, Json], with_content: bool) -> dict[str, Json]:
    """Return the keys of an assistant's message except ``role``, with the values that ``parts`` become.

    ``data`` is the message's provider data, of which only the keys in ``OPAQUE_FIELDS`` are written. The text of
    reasoning is written under the key that the reasoning's provider data names in ``field``. Without ``field``,
    reasoning is left out. If ``with_content`` is true, a message without content has ``content: null``. Raises
    ``Inexpressible``.
    """
    out: dict[str, Json] = {}
    tool_calls = [written for part in parts if (written := _entry(part)) is not None]
    shown: list[Part] = []
    for part in parts:
        match part:
            case Reasoning(provider_data={"field": str(key)}):
                out[key] = part.text
            case Reasoning():
                pass
            case Refusal(carried=None):
                out["refusal"] = part.text
            case ToolCall(kind="legacy"):
                out["function_call"] = calls.write_legacy(part)
            case ToolCall():
                pass
            case Unknown(kind=str(kind)) if kind.startswith(UNKNOWN):
                pass
            case _:
                shown.append(part)
    if shown:
        out["content"] = content.write(tuple(shown))
    elif with_content:
        out["content"] = None
    if tool_calls:
        out["tool_calls"] = tool_calls
    return out | {key: value for key, value in data.items() if key in OPAQUE_FIELDS}


def _entry(part: Part) -> Json:
    """Return the entry of ``tool_calls`` for a part; None if the part does not belong in ``tool_calls``. A legacy
    call belongs under ``function_call`` instead.
    """
    return None if isinstance(part, ToolCall) and part.kind == "legacy" else entry(part, calls.write)


def _write_result(result: ToolResult) -> Json:
    out: dict[str, Json] = {"role": "function" if result.kind == "legacy" else "tool"}
    if result.call_id is not None:
        out["tool_call_id"] = result.call_id
    elif result.carried is None and result.kind != "legacy":
        raise Inexpressible("openai_chat needs a call id in each result: expected an id, got none")
    if result.name is not None and (result.carried is not None or result.kind == "legacy"):
        out["name"] = result.name
    if result.parts:
        out["content"] = content.write(result.parts)
    elif result.carried is None:
        out["content"] = ""
    return with_rest(out, result.carried)
