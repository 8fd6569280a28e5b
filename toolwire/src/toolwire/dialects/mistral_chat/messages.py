"""The messages of a request, and the message of a response."""

from typing import Final

from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, with_rest
from toolwire.dialects.mistral_chat import calls, content, thinking
from toolwire.dialects.tool_calls import entry
from toolwire.model import Json, Message, Part, Role, ToolResult

_ROLES: Final[dict[Json, Role]] = {"system": "system", "user": "user", "assistant": "assistant"}


def read(value: Json, where: str) -> Message:
    """Return the message for an entry of ``messages``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    role = fields.text("role")
    if role == "tool":
        return _read_result(fields)
    if role not in _ROLES:
        raise ShapeError(f"{where}/role: expected system, user, assistant or tool, got {role!r}")
    return Message(role=_ROLES[role], parts=read_parts(fields)[0], carried=fields.carried())


def read_parts(fields: Fields) -> tuple[tuple[Part, ...], dict[str, Json]]:
    """Return the parts of a message (its content, then its calls) and its provider data.

    The provider data is always empty, because Mistral's messages have no such data. Raises ``ShapeError`` for a
    malformed value.
    """
    entries = enumerate(fields.items("tool_calls"))
    called = (calls.read(item, f"{fields.where}/tool_calls/{n}") for n, item in entries)
    return (*content.read(fields), *called), {}


def _read_result(fields: Fields) -> Message:
    result = ToolResult(
        call_id=fields.text("tool_call_id"),
        name=fields.text("name"),
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
        return [*out, {"role": "user"} | write_parts(others, {}, True)] if others else out
    if message.role not in _ROLES:
        raise Inexpressible(f"mistral_chat has no role {message.role!r}")
    if message.name is not None:
        raise Inexpressible(f"mistral_chat has no `name` for a message's author, got {message.name!r}")
    written: dict[str, Json] = {"role": message.role}
    return [*out, with_rest(written | write_parts(others, {}, message.carried is None), message.carried)]


def write_parts(parts: tuple[Part, ...], _: dict[str, Json], with_content: bool) -> dict[str, Json]:
    """Return the keys ``content`` and ``tool_calls`` of a message, with the values that its parts become.

    Reasoning that only another provider can read is left out. If ``with_content`` is true, the message has ``content``
    even if it is empty, as in Mistral's answers with calls. Raises ``Inexpressible``.
    """
    out: dict[str, Json] = {}
    shown = tuple(part for part in parts if entry(part, calls.write) is None and not thinking.is_foreign(part))
    if shown or with_content:
        out["content"] = content.write(shown) if shown else ""
    entries = [written for part in parts if (written := entry(part, calls.write)) is not None]
    if entries:
        out["tool_calls"] = entries
    return out


def _write_result(result: ToolResult) -> Json:
    out: dict[str, Json] = {"role": "tool"}
    if result.call_id is not None:
        out["tool_call_id"] = result.call_id
    elif result.carried is None:
        raise Inexpressible("mistral_chat needs a call id in each result: expected an id, got none")
    if result.name is not None:
        out["name"] = result.name
    if result.parts:
        out["content"] = content.write(result.parts)
    elif result.carried is None:
        out["content"] = ""
    return with_rest(out, result.carried)
