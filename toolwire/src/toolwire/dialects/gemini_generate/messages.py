"""The contents of a request, ``{role, parts}``, and its system prompt, which is not among the contents.

Results are in contents with the role ``user`` or ``function``. A content object with results becomes a canonical
message with the role ``tool``.
"""

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, is_absent, spelling, with_rest
from toolwire.dialects.gemini_generate import parts, repeated
from toolwire.model import Carried, Json, Message, Part, Role, ToolCall, ToolResult

_ROLES: Final[dict[str | None, Role]] = {None: "user", "user": "user", "model": "assistant", "function": "tool"}
_WORDS: Final[dict[Role, str]] = {"user": "user", "assistant": "model", "tool": "user"}


def read(value: Json, where: str) -> Message:
    """Return the message for an entry of ``contents``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    raw = fields.text("role")
    if raw not in _ROLES or (raw is None and fields.peek("role") is not None):
        raise ShapeError(
            f"{where}/role: expected user, model or function, got {fields.peek('role') if raw is None else raw!r}"
        )
    role = _ROLES[raw]
    shown = parts.read_all(fields)
    if role == "user" and any(isinstance(part, ToolResult) for part in shown):
        role = "tool"
    if raw is None:
        fields.note("role", "absent")
    elif raw == "function":
        fields.note("role", raw)
    return Message(role=role, parts=shown, carried=fields.carried())


def read_system(fields: Fields) -> Message:
    """Return the system prompt as a message. On the wire, the prompt is a content object, whose role is ignored. Raises
    ``ShapeError`` for a malformed value.
    """
    return Message(role="system", parts=parts.read_all(fields), carried=fields.carried())


def write_system(messages: tuple[Message, ...]) -> Json:
    """Return the system prompt in wire form: a content object with the parts of all leading system messages. Raises
    ``Inexpressible``.
    """
    carried = next((message.carried for message in messages if message.carried is not None), None)
    shown = [part for message in messages for part in parts.write_all(message.parts, message.carried, {})]
    return with_rest(_content(shown, carried), carried)


def write(messages: tuple[Message, ...]) -> list[Json]:
    """Return the contents for messages. Neighbouring messages with results become a single content object if they were
    not read from the wire. Raises ``Inexpressible``.
    """
    names = {
        part.id: part.name
        for message in messages
        for part in message.parts
        if isinstance(part, ToolCall) and part.id is not None
    }
    return [_write(message, names) for message in _merged(messages)]


def _merged(messages: tuple[Message, ...]) -> Iterator[Message]:
    """Yield the messages. Neighbouring messages with results become one message, if they were not read from the wire.

    The API expects that a content object has a result for each call in the content object before it.
    """
    step: list[Message] = []
    for message in messages:
        if step and not _is_fresh_result(message):
            yield _together(step)
            step = []
        if _is_fresh_result(message):
            step.append(message)
        else:
            yield message
    if step:
        yield _together(step)


def _is_fresh_result(message: Message) -> bool:
    return message.role == "tool" and message.carried is None


def _together(step: list[Message]) -> Message:
    shown: list[Part] = [part for message in step for part in message.parts]
    return Message(role="tool", parts=tuple(shown))


def _write(message: Message, names: dict[str, str]) -> Json:
    if message.role not in _WORDS:
        raise Inexpressible(
            "gemini_generate has only user, assistant and tool messages after the system messages at the start, got a "
            f"{message.role} message"
        )
    if message.name is not None:
        raise Inexpressible(f"gemini_generate has no `name` for a message's author, got {message.name!r}")
    carried = message.carried
    out = _content(parts.write_all(message.parts, carried, names), carried)
    if message.role == "assistant" or not is_absent(carried, "role"):
        out["role"] = spelling(carried, "role") if _was_function(message) else _WORDS[message.role]
    return with_rest(out, carried)


def _was_function(message: Message) -> bool:
    return message.role == "tool" and spelling(message.carried, "role") == "function"


def _content(shown: list[Json], carried: Carried | None) -> dict[str, Json]:
    return {"parts": repeated.write(shown, carried, "parts")} if shown or carried is None else {}
