"""Messages: the steps of ``input``. Neighbouring steps of the assistant become one message.

``input`` may also be a text, a single content object, or an array of content objects. Content objects among the steps
come from the user.
"""

from collections.abc import Iterable
from typing import Final

from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, members, spelling, with_rest
from toolwire.dialects.gemini_interactions import calls, content, steps
from toolwire.model import Carried, Json, Message, Part, ProviderPart, Role, Text, ToolCall, ToolResult

_FORM: Final = "form"
_BARE: Final = "contents"
INPUT: Final = "input"
_STRING: Final = "string"
_ALONE: Final = "alone"


def read_input(fields: Fields) -> tuple[Message, ...]:
    """Return the messages of a request's ``input``. Raises ``ShapeError``."""
    text = fields.filled(INPUT)
    if text is not None:
        fields.note(INPUT, _STRING)
        return (Message(role="user", parts=(Text(text=text),), carried=Carried()),)
    value = fields.peek(INPUT)
    if isinstance(value, dict):
        fields.note(INPUT, _ALONE)
        return _read([fields.value(INPUT)], "/input")
    if not isinstance(value, str | list | None):
        raise ShapeError(f"/{INPUT}: expected a string, an object or an array, got {kind(value)}")
    return _read(fields.items(INPUT), f"/{INPUT}")


def _read(values: list[Json], where: str) -> tuple[Message, ...]:
    messages: list[Message] = []
    answer: list[Part] = []
    bare: list[Part] = []
    for n, value in enumerate(values):
        at = f"{where}/{n}"
        fields = Fields(value, at)
        word = str(fields.peek("type"))
        is_content, is_answer = word in content.KINDS, word not in (steps.USER, calls.RESULT)
        if bare and not is_content:
            messages.append(_user(tuple(bare), _BARE))
            bare = []
        if answer and (is_content or not is_answer):
            messages.append(Message(role="assistant", parts=tuple(answer), carried=Carried()))
            answer = []
        if is_content:
            bare.append(content.read(value, at))
        elif is_answer:
            answer.extend(steps.read(value, at))
        elif word == calls.RESULT:
            messages.append(Message(role="tool", parts=(calls.read_result(fields),), carried=Carried()))
        else:
            messages.append(_read_user(fields))
    if bare:
        messages.append(_user(tuple(bare), _BARE))
    if answer:
        messages.append(Message(role="assistant", parts=tuple(answer), carried=Carried()))
    return tuple(messages)


def _user(parts: tuple[Part, ...], form: str) -> Message:
    return Message(role="user", parts=parts, carried=Carried(spelling={_FORM: form}))


def _read_user(fields: Fields) -> Message:
    """Return the message for a ``user_input`` step. A step with results becomes a message with the role ``tool``.

    The step has an array of content objects. Some clients send a text instead. Raises ``ShapeError`` for a malformed
    value.
    """
    fields.text("type")
    text = fields.filled("content")
    if text is not None:
        fields.note("content", _STRING)
        return Message(role="user", parts=(Text(text=text),), carried=fields.carried())
    items = enumerate(() if fields.peek("content") == "" else members(fields, "content"))
    parts = tuple(_read_entry(item, f"{fields.where}/content/{n}") for n, item in items)
    fields.note(_FORM, steps.USER)
    role: Role = "tool" if any(isinstance(part, ToolResult) for part in parts) else "user"
    return Message(role=role, parts=parts, carried=fields.carried())


def _read_entry(value: Json, where: str) -> Part:
    if isinstance(value, dict) and value.get("type") == calls.RESULT:
        return calls.read_result(Fields(value, where))
    return content.read(value, where)


def write_input(messages: tuple[Message, ...], carried: Carried | None) -> Json:
    """Return ``input`` for messages. Raises ``Inexpressible``."""
    form = spelling(carried, INPUT)
    match messages:
        case (Message(role="user", parts=(Text(carried=None, text=text),)),) if form == _STRING:
            return text
    names = {
        part.id: part.name for message in messages for part in message.parts if isinstance(part, ToolCall) and part.id
    }
    out = [step for message in messages for step in _write(message, names)]
    return out[0] if form == _ALONE and len(out) == 1 else out


def _write(message: Message, names: dict[str, str]) -> list[Json]:
    """Return the steps for a message. For ``names`` see ``calls.write_result``. Raises ``Inexpressible``."""
    if message.name is not None:
        raise Inexpressible(f"gemini_interactions has no `name` for a message's author, got {message.name!r}")
    form = spelling(message.carried, _FORM)
    match message.role:
        case "assistant":
            return steps.write(message.parts, answer=False)
        case "user" if form == _BARE:
            return content.write_all(message.parts)
        case "tool" if form != steps.USER:
            return _write_results(message.parts, names)
        case "user" if spelling(message.carried, "content") == _STRING and len(message.parts) == 1:
            return [with_rest({"type": steps.USER, "content": _text(message.parts[0])}, message.carried)]
        case "user" | "tool":
            entries = [_write_entry(part, names) for part in message.parts]
            out: dict[str, Json] = {"type": steps.USER}
            if entries or message.carried is None:
                out["content"] = entries
            return [with_rest(out, message.carried)]
    raise Inexpressible(
        "gemini_interactions has a system instruction only before other messages, got a later message with the role "
        f"{message.role!r}"
    )


def _text(part: Part) -> Json:
    return part.text if isinstance(part, Text) else [content.write(part)]


def _write_entry(part: Part, names: dict[str, str]) -> Json:
    return calls.write_result(part, names) if isinstance(part, ToolResult) else content.write(part)


def _write_results(parts: Iterable[Part], names: dict[str, str]) -> list[Json]:
    """Return a step for each result. A ``ProviderPart`` with a step of the provider's tool becomes this step again.
    Other parts become ``user_input`` steps. Raises ``Inexpressible``.
    """
    out: list[Json] = []
    beside: list[Json] = []
    for part in parts:
        is_step = isinstance(part, ToolResult) or (isinstance(part, ProviderPart) and part.kind in steps.PROVIDER_KINDS)
        if not is_step:
            beside.append(content.write(part))
            continue
        if beside:
            out.append({"type": steps.USER, "content": beside})
            beside = []
        out.append(calls.write_result(part, names) if isinstance(part, ToolResult) else steps.write_step(part))
    if beside:
        out.append({"type": steps.USER, "content": beside})
    return out
