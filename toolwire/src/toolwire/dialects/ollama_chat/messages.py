"""Messages: ``{role, thinking, content, images, tool_calls}``, and results with ``tool_name`` or ``tool_call_id``."""

from typing import Final

from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, members, spelling, with_rest
from toolwire.dialects.ollama_chat import calls
from toolwire.model import Image, Json, Message, Part, Reasoning, ResultPart, Role, Text, ToolCall, ToolResult

_ROLES: Final[dict[Json, Role]] = {"system": "system", "user": "user", "assistant": "assistant"}


def read(value: Json, where: str) -> Message:
    """Return the message for an entry of ``messages``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    role = fields.text("role")
    if role == "tool":
        return _read_result(fields)
    if role not in _ROLES:
        raise ShapeError(f"{where}/role: expected system, user, assistant or tool, got {role!r}")
    return Message(role=_ROLES[role], parts=read_parts(fields), carried=fields.carried())


def read_parts(fields: Fields) -> tuple[Part, ...]:
    """Return the parts of a message in this order: reasoning, text, images, calls. Raises ``ShapeError`` for a
    malformed value.
    """
    thinking = fields.filled("thinking")
    reasoning = () if thinking is None else (Reasoning(text=thinking),)
    shown = _read_content(fields)
    entries = members(fields, "tool_calls")
    return (
        *reasoning,
        *shown,
        *(calls.read(entry, f"{fields.where}/tool_calls/{n}") for n, entry in enumerate(entries)),
    )


def _read_content(fields: Fields) -> tuple[Text | Image, ...]:
    if not isinstance(fields.peek("content"), str | None):
        raise ShapeError(f"{fields.where}/content: expected a string, got {kind(fields.peek('content'))}")
    text = fields.filled("content")
    images = members(fields, "images")
    for n, image in enumerate(images):
        if not isinstance(image, str):
            raise ShapeError(f"{fields.where}/images/{n}: expected a string, got {kind(image)}")
    return (*(() if text is None else (Text(text=text),)), *(Image(data=image) for image in images))


def _read_result(fields: Fields) -> Message:
    result = ToolResult(
        call_id=fields.text("tool_call_id"),
        name=fields.text(fields.spelled("tool_name", "name")),
        parts=_read_content(fields),
        carried=fields.carried(),
    )
    return Message(role="tool", parts=(result,))


def write_all(messages: tuple[Message, ...]) -> list[Json]:
    """Return the value of ``messages``. A result that names no tool, and that was not read from the wire, gets the tool
    name of its call. Raises ``Inexpressible``.
    """
    names = {
        part.id: part.name
        for message in messages
        for part in message.parts
        if isinstance(part, ToolCall) and part.id is not None
    }
    return [item for message in messages for item in _write(message, names)]


def _write(message: Message, names: dict[str, str]) -> list[Json]:
    """Return the wire messages for a canonical message: a message for each result, and a message for the other parts.
    Raises ``Inexpressible``.
    """
    results = [part for part in message.parts if isinstance(part, ToolResult)]
    others = tuple(part for part in message.parts if not isinstance(part, ToolResult))
    out: list[Json] = [_write_result(result, names) for result in results]
    if message.role == "tool":
        return [*out, {"role": "user"} | write_parts(others, with_content=True)] if others else out
    if message.role not in _ROLES.values():
        raise Inexpressible(f"ollama_chat has no role {message.role!r}")
    if message.name is not None:
        raise Inexpressible(f"ollama_chat has no `name` for a message's author, got {message.name!r}")
    written: dict[str, Json] = {"role": message.role}
    return [*out, with_rest(written | write_parts(others, with_content=message.carried is None), message.carried)]


def write_parts(parts: tuple[Part, ...], *, with_content: bool, numbered: bool = False) -> dict[str, Json]:
    """Return the keys of a message except ``role``, with the values that ``parts`` become.

    If ``with_content`` is true, the message has ``content`` even if its text is empty. If ``numbered`` is true, each
    call that was not read from the wire gets an ``index``. Raises ``Inexpressible``.
    """
    out: dict[str, Json] = {}
    thinking = "".join(part.text for part in parts if isinstance(part, Reasoning))
    text = "".join(part.text for part in parts if isinstance(part, Text))
    images = [_image(part) for part in parts if isinstance(part, Image)]
    called = [part for part in parts if isinstance(part, ToolCall)]
    for part in parts:
        if not isinstance(part, Reasoning | Text | Image | ToolCall):
            raise Inexpressible(f"ollama_chat cannot express this part of a message: {type(part).__name__.lower()}")
    if thinking:
        out["thinking"] = thinking
    if text or with_content:
        out["content"] = text
    if images:
        out["images"] = images
    if called:
        out["tool_calls"] = [calls.write(call, n if numbered else None) for n, call in enumerate(called)]
    return out


def _image(image: Image) -> str:
    if image.data is None:
        raise Inexpressible("ollama_chat accepts images only as inline data, got an image without data")
    return image.data


def _write_result(result: ToolResult, names: dict[str, str]) -> Json:
    out: dict[str, Json] = {"role": "tool"}
    name = result.name
    if result.call_id is not None:
        out["tool_call_id"] = result.call_id
        name = names.get(result.call_id) if name is None and result.carried is None else name
    if name is not None:
        out[spelling(result.carried, "tool_name")] = name
    texts = [part.text for part in result.parts if isinstance(part, Text)]
    if texts or result.carried is None:
        out["content"] = "\n".join(texts)
    images = [_image_of_result(part) for part in result.parts if not isinstance(part, Text)]
    if images:
        out["images"] = images
    return with_rest(out, result.carried)


def _image_of_result(part: ResultPart) -> str:
    if isinstance(part, Image):
        return _image(part)
    raise Inexpressible(f"ollama_chat cannot express this part of a result: {type(part).__name__.lower()}")
