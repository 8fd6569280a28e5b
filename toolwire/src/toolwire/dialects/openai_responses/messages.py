"""Messages: the items of ``input``. Neighbouring items of the assistant become one message."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, with_rest
from toolwire.dialects.openai_responses import additions, approvals, calls, content, items
from toolwire.model import AddedTool, Approval, Carried, Json, Message, Part, ProviderPart, Role, ToolResult

_ROLES: Final[dict[Json, Role]] = {"system": "system", "developer": "developer", "user": "user"}


def read(values: list[Json]) -> tuple[Message, ...]:
    """Return the canonical messages for the items of ``input``. Raises ``ShapeError`` for a malformed value."""
    messages: list[Message] = []
    answer: list[Part] = []
    for n, value in enumerate(values):
        where = f"/input/{n}"
        fields = Fields(value, where)
        if _is_answer(fields):
            answer.extend(items.read(value, where))
            continue
        if answer:
            messages.append(_answer(answer))
            answer = []
        messages.append(_read_other(fields, value))
    if answer:
        messages.append(_answer(answer))
    return tuple(messages)


def _answer(parts: list[Part]) -> Message:
    return Message(role="assistant", parts=tuple(parts), carried=Carried())


def _is_answer(fields: Fields) -> bool:
    """Return whether an item comes from the assistant: a message, a call, reasoning, or a step of a hosted tool."""
    kind = fields.peek("type")
    if kind == "message" or (kind is None and fields.has("role")):
        return bool(fields.peek("role") == "assistant")
    if additions.is_addition(fields):
        return False
    return not (isinstance(kind, str) and (kind in calls.RESULTS or kind in items.CLIENT_KINDS))


def _read_other(fields: Fields, value: Json) -> Message:
    kind = fields.peek("type")
    if additions.is_addition(fields):
        return additions.read(fields)
    if kind in calls.RESULTS:
        return Message(role="tool", parts=(calls.read_result(fields),), carried=Carried())
    if kind == approvals.RESPONSE and (approved := approvals.read(fields)) is not None:
        return Message(role="tool", parts=(approved,), carried=Carried())
    if kind is not None and kind != "message":
        return Message(role="tool", parts=(ProviderPart(kind=kind, value=value),), carried=Carried())
    role = fields.text("role")
    if role not in _ROLES:
        raise ShapeError(f"{fields.where}/role: expected system, developer, user or assistant, got {role!r}")
    return Message(role=_ROLES[role], parts=content.read(fields, "content"), carried=fields.carried())


def write(message: Message) -> list[Json]:
    """Return the items for a message. Raises ``Inexpressible``."""
    if message.name is not None:
        raise Inexpressible(f"openai_responses has no `name` for a message's author, got {message.name!r}")
    match message.role:
        case "assistant":
            return items.write(message.parts, answer=False)
        case "tool":
            return _write_results(message.parts)
    if any(isinstance(part, AddedTool) for part in message.parts):
        return list(_write_additions(message))
    if not message.parts and message.carried is not None:
        return [with_rest({"role": message.role}, message.carried)]
    return [with_rest({"role": message.role, "content": _content(message.parts)}, message.carried)]


def _write_additions(message: Message) -> Iterator[Json]:
    """Yield an item for each group of neighbouring added tools, and a message for each group of other neighbouring
    parts. Raises ``Inexpressible``.
    """
    for is_added, run in groupby(message.parts, lambda part: isinstance(part, AddedTool)):
        parts = tuple(run)
        if is_added:
            yield additions.write(parts, message.carried)
        else:
            yield {"role": message.role, "content": content.write(parts)}


def _write_results(parts: tuple[Part, ...]) -> list[Json]:
    """Return an item for each result, each approval and each provider's part. Other parts become a user's message.
    Raises ``Inexpressible``.
    """
    out: list[Json] = []
    beside: list[Part] = []
    for part in parts:
        if not isinstance(part, ToolResult | Approval | ProviderPart):
            beside.append(part)
            continue
        if beside:
            out.append({"role": "user", "content": content.write(tuple(beside))})
            beside = []
        out += items.write((part,), answer=False)
    if beside:
        out.append({"role": "user", "content": content.write(tuple(beside))})
    return out


def _content(parts: tuple[Part, ...]) -> Json:
    return content.write(parts) if parts else ""
