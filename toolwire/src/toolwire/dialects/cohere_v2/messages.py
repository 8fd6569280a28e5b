"""Messages: ``{role, tool_plan, content, tool_calls, citations}``, and results with ``tool_call_id``.

``tool_plan`` is the reasoning before a call. Only the text of this reasoning goes back to the provider.
"""

from typing import Final

from toolwire.dialects.cohere_v2 import calls, content
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, members, with_rest
from toolwire.dialects.tool_calls import entry
from toolwire.model import Carried, Json, Message, Part, Reasoning, Role, ToolResult

CITATIONS: Final = "citations"
_ROLES: Final[dict[Json, Role]] = {"system": "system", "user": "user", "assistant": "assistant"}


def read(value: Json, where: str) -> Message:
    """Return the message for an entry of ``messages``. Raises ``ShapeError`` for a malformed value."""
    fields = Fields(value, where)
    role = fields.text("role")
    if role == "tool":
        return _read_result(fields)
    if role not in _ROLES:
        raise ShapeError(f"{where}/role: expected system, user, assistant or tool, got {role!r}")
    parts, data = read_parts(fields)
    return Message(role=_ROLES[role], parts=parts, provider_data=data, carried=fields.carried())


def read_parts(fields: Fields) -> tuple[tuple[Part, ...], dict[str, Json]]:
    """Return the parts of a message (plan, content, calls, in this order) and its provider data: the citations. Raises
    ``ShapeError`` for a malformed value.
    """
    plan = fields.filled("tool_plan")
    reasoning = () if plan is None else (Reasoning(text=plan),)
    shown = content.read(fields)
    entries = members(fields, "tool_calls")
    called = (calls.read(item, f"{fields.where}/tool_calls/{n}") for n, item in enumerate(entries))
    citations = fields.items(CITATIONS)
    return (*reasoning, *shown, *called), {CITATIONS: citations} if citations else {}


def _read_result(fields: Fields) -> Message:
    result = ToolResult(
        call_id=fields.text("tool_call_id"),
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
        return [*out, {"role": "user", "content": content.write(others, "user")}] if others else out
    if message.name is not None:
        raise Inexpressible(f"cohere_v2 has no `name` for a message's author, got {message.name!r}")
    role = "system" if message.role == "developer" else message.role
    written: dict[str, Json] = {"role": role}
    if role == "assistant":
        written |= write_parts(others, message.provider_data, message.carried)
    elif others or message.carried is None:
        written["content"] = content.write(others, role) if others else ""
    return [*out, with_rest(written, message.carried)]


def write_parts(
    parts: tuple[Part, ...], data: dict[str, Json], carried: Carried | None, *, as_text: bool = True
) -> dict[str, Json]:
    """Return the keys of an assistant's message that has ``parts``. ``data`` is the message's provider data, and
    ``carried`` its carried data.

    A message without calls that was not read from the wire has ``content`` even if the content is empty. ``as_text`` is
    the parameter of ``content.write``. Raises ``Inexpressible``.
    """
    out: dict[str, Json] = {}
    plan = "".join(part.text for part in parts if is_plan(part))  # type: ignore[union-attr]
    tool_calls = [written for part in parts if (written := entry(part, calls.write)) is not None]
    shown = tuple(part for part in parts if not is_plan(part) and entry(part, calls.write) is None)
    if plan:
        out["tool_plan"] = plan
    if shown:
        out["content"] = content.write(shown, "assistant", as_text=as_text)
    elif carried is None and not tool_calls:
        out["content"] = "" if as_text else []
    if tool_calls:
        out["tool_calls"] = tool_calls
    if data.get(CITATIONS):
        out[CITATIONS] = data[CITATIONS]
    return out


def is_plan(part: Part) -> bool:
    """Return whether a part is reasoning that belongs in ``tool_plan``.

    All reasoning belongs there, except reasoning that was read from ``content``.
    """
    return isinstance(part, Reasoning) and part.provider_data != content.THINKING


def _write_result(result: ToolResult) -> Json:
    out: dict[str, Json] = {"role": "tool"}
    if result.call_id is not None:
        out["tool_call_id"] = result.call_id
    elif result.carried is None:
        raise Inexpressible("cohere_v2 needs a call id in each result: expected an id, got none")
    if result.parts:
        out["content"] = content.write(result.parts, "tool")
    elif result.carried is None:
        out["content"] = ""
    return with_rest(out, result.carried)
