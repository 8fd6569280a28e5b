"""The transfer of a conversation from one provider to another."""

import hashlib
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from toolwire.dialects.lowering import at_the_head, lowered
from toolwire.model import (
    Approval,
    ApprovalRequest,
    File,
    Image,
    Json,
    Message,
    Namespace,
    Part,
    ProviderPart,
    ProviderTool,
    Reasoning,
    Refusal,
    Request,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    Unknown,
    own_tools,
)
from toolwire.providers import Rule, owner, rules, wire_format
from toolwire.wire import patterns

T = TypeVar("T", bound=msgspec.Struct)
CallKind: TypeAlias = Literal["function", "custom", "legacy"]
_IMAGES: Final = {"iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"}
"""The first characters of images in base64, each with the image's media type."""
_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Transplanted(msgspec.Struct, frozen=True, kw_only=True):
    """A request that was rewritten for another dialect.

    ``ids`` maps the new ids of the calls to their earlier ids. An earlier id is None if the call had no id.
    """

    request: Request
    ids: dict[str, str | None]


def transplant(request: Request, target: str, *, ids: dict[str, str | None] | None = None) -> Transplanted:
    """Return ``request`` in a form that ``target`` can express, without data that only the old provider understands.

    These are left out: signatures, reasoning (encrypted or not), approvals, the old provider's own parts and tools,
    messages that become empty, and what the target lacks: a tool choice, strict tools, or the limit to 1 call. A
    refusal becomes a text. Tools that a message adds are offered from the start.

    A call gets a new id if the target refuses its id, if the target needs an id and the call has none, or if an earlier
    call has the same id. Each result still answers the same call. Results get the order of their calls. Names,
    arguments, texts and the order of calls never change.

    ``ids`` is for the way back: pass the ``ids`` that an earlier transplant returned. A call with an id that the
    earlier transplant made gets its earlier id back.
    """
    request = at_the_head(request)
    expresses = wire_format(owner(target), target).expresses
    renamed = _Ids(target, ids or {}, rules(owner(target), target))
    messages = [*_in_order([_message(message, renamed) for message in request.messages])]
    if not expresses.media_in_results:
        messages = [*media_apart(messages)]
    offered = [*lowered([tool for tool in request.tools if not isinstance(tool, ProviderTool)], expresses)]
    strict = [tool.strict for tool in own_tools(offered) if isinstance(tool, ToolDefinition)]
    loose = expresses.strict == "none" or (expresses.strict == "all" and not all(strict))
    tools = tuple(_tool(tool, target, loose=loose) for tool in offered)
    return Transplanted(
        request=msgspec.structs.replace(
            request,
            messages=tuple(message for message in messages if message.parts),
            tools=tools,
            tool_choice=_choice(request.tool_choice, target) if tools else None,
            parallel_tool_calls=request.parallel_tool_calls if expresses.one_call else None,
            carried=None,
        ),
        ids=renamed.old,
    )


def fitted(request: Request, target: str, provider: str | None) -> Request:
    """Return ``request`` with ids that ``provider`` accepts, and with results in the order of their calls.

    The request's history may come from another provider, and its results may be in any order. Only calls and results
    that were not read from the wire are changed. Mistakes are not corrected: a call without a result, or two calls with
    the same id, stay as they are. If ``provider`` is None, it is unknown, and all ids are kept.
    """
    renamed = _Ids(target, {}, rules(provider, target) if provider else ())
    messages = [
        msgspec.structs.replace(message, parts=tuple(_renamed(part, renamed) for part in message.parts))
        for message in request.messages
    ]
    return msgspec.structs.replace(request, messages=tuple(_in_order(messages)))


def _in_order(messages: list[Message]) -> Iterator[Message]:
    """Yield the messages, with the results of each turn in the order of the calls before the turn.

    A turn is not changed if any of its results was read from the wire or answers none of these calls. It is not changed
    either if two of the calls have the same id.
    """
    order: list[str | None] = []
    for role, run in groupby(messages, key=lambda message: message.role):
        turn = list(run)
        if role == "assistant":
            order = [part.id for message in turn for part in message.parts if isinstance(part, ToolCall)]
        results = [part for message in turn for part in message.parts if isinstance(part, ToolResult)]
        known = len({*order}) == len(order) and all(
            result.call_id in order and result.carried is None for result in results
        )
        if role == "tool" and known:
            following = iter(sorted(results, key=lambda result: order.index(result.call_id)))
            turn = [
                msgspec.structs.replace(
                    message,
                    parts=tuple(next(following) if isinstance(part, ToolResult) else part for part in message.parts),
                )
                for message in turn
            ]
        yield from turn


def _renamed(part: Part, ids: "_Ids") -> Part:
    match part:
        case ToolCall(carried=None, id=str(call_id)):
            return msgspec.structs.replace(part, id=ids.fitting(call_id))
        case ToolResult(carried=None, call_id=str(call_id)):
            return msgspec.structs.replace(part, call_id=ids.fitting(call_id))
    return part


def _message(message: Message, ids: "_Ids") -> Message:
    parts = tuple(moved for part in message.parts if (moved := _part(part, ids)) is not None)
    return msgspec.structs.replace(message, parts=parts, provider_data={}, carried=None)


def media_apart(messages: list[Message]) -> Iterator[Message]:
    """Yield the messages, with only texts in their results. Images and other parts of results are moved into a user's
    message after the turn.
    """
    media: list[Part] = []
    for message in messages:
        if media and message.role != "tool":
            yield Message(role="user", parts=tuple(media))
            media = []
        parts = []
        for part in message.parts:
            if isinstance(part, ToolResult):
                media += [inner for inner in part.parts if not isinstance(inner, Text)]
                texts = tuple(inner for inner in part.parts if isinstance(inner, Text))
                part = msgspec.structs.replace(part, parts=texts)
            parts.append(part)
        yield msgspec.structs.replace(message, parts=tuple(parts))
    if media:
        yield Message(role="user", parts=tuple(media))


def _part(part: Part, ids: "_Ids") -> Part | None:
    match part:
        case Reasoning() | ApprovalRequest() | Approval() | ProviderPart() | Unknown():
            return None
        case Refusal():
            return Text(text=part.text)
        case ToolCall():
            return _bare(part, id=ids.of_call(part))
        case ToolResult():
            shown = tuple(_content(inner) for inner in part.parts if not isinstance(inner, ProviderPart | Unknown))
            answers, tool, kind = ids.of_result(part)
            return _bare(part, call_id=answers, name=tool, kind=kind, parts=shown)
    return _content(part)


def _content(part: T) -> T:
    """Return a part without its carried data and provider data.

    Some dialects need a media type or a name. So an inline image without a media type gets the type that its first
    bytes show, and a file without a name gets the name "document".
    """
    match part:
        case Image(data=str(data), media_type=None):
            return _bare(part, media_type=_media_type(data))
        case File(name=None):
            return _bare(part, name="document")
    return _bare(part)


def _media_type(data: str) -> str | None:
    """Return the media type that the first bytes of a base64 image show; None if the bytes are unknown."""
    return next((kind for start, kind in _IMAGES.items() if data.startswith(start)), None)


def _bare(value: T, /, **changes: Any) -> T:
    """Return a copy of ``value`` with ``changes``, and without its carried data and provider data."""
    if "provider_data" in value.__struct_fields__:
        changes["provider_data"] = {}
    return msgspec.structs.replace(value, carried=None, **changes)


def _tool(tool: Tool, target: str, *, loose: bool) -> Tool:
    if isinstance(tool, Namespace):
        return _bare(tool, tools=tuple(_tool(inner, target, loose=loose) for inner in tool.tools))
    if not isinstance(tool, ToolDefinition):
        return _bare(tool)
    strict = None if loose and tool.strict else tool.strict
    if strict is None and wire_format(owner(target), target).expresses.strict_by_default:
        strict = False
    return _bare(tool, strict=strict, parameters=_lower_types(tool.parameters))


def _lower_types(schema: Json) -> Json:
    """Return a schema with its types in lower case, as in JSON Schema. Gemini also accepts types in capitals."""
    if isinstance(schema, list):
        return [_lower_types(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: member.lower() if key == "type" and isinstance(member, str) else _lower_types(member)
        for key, member in schema.items()
    }


def _choice(choice: ToolChoice | None, target: str) -> ToolChoice | None:
    if choice is None or choice.mode not in wire_format(owner(target), target).expresses.choices:
        return None
    return _bare(choice, raw=None)


class _Ids:
    """A translator of the ids of calls and results into ids that the target accepts."""

    def __init__(self, target: str, back: dict[str, str | None], judged: tuple[Rule, ...]) -> None:
        self.old: dict[str, str | None] = {}
        self._back = back
        form = wire_format(owner(target), target)
        self._shape = form.expresses.call_ids
        self._by_name = form.history.by == "name"
        self._patterns = [rule.parameters["pattern"] for rule in judged if rule.check == "ids-pattern"]
        self._waiting: list[tuple[ToolCall, str | None]] = []
        self._answered: dict[str, tuple[ToolCall, str | None]] = {}

    def of_call(self, call: ToolCall) -> str | None:
        """Return the new id of the next call of the history; None if it has no id and the target needs none."""
        new = self._new(call.id, call.name)
        if new is not None:
            self.old[new] = call.id
        self._waiting.append((call, new))
        return new

    def of_result(self, result: ToolResult) -> tuple[str | None, str | None, CallKind]:
        """Return the new id of the call that a result answers, the result's tool name, and the kind of the call.

        A result with an id answers the first unanswered call with this id, or else the last answered call with this id.
        A result without an id answers the first unanswered call with the result's tool name, or else the first
        unanswered call. In both searches, calls without an id are tried first. If no call fits, the result keeps its
        name and kind, and its id is translated as the id of a call is.

        If the target pairs calls and results by names, the returned name is the name of the call that was found.
        """
        for answers in self._tests(result):
            for n, (call, new) in enumerate(self._waiting):
                if answers(call):
                    del self._waiting[n]
                    if call.id is not None:
                        self._answered[call.id] = call, new
                    return self._of(call, new, result)
        if result.call_id in self._answered:
            return self._of(*self._answered[result.call_id], result)
        orphan = self._new(result.call_id, result.name or "")
        if orphan is not None:
            self.old.setdefault(orphan, result.call_id)
        return orphan, result.name, result.kind

    def _of(self, call: ToolCall, new: str | None, result: ToolResult) -> tuple[str | None, str | None, CallKind]:
        return new, call.name if self._by_name else result.name, call.kind

    def fitting(self, old: str) -> str:
        """Return ``old`` if the target accepts this id, else a new id. The same ``old`` always gives the same new id,
        so results still name their calls.
        """
        return old if self._accepts(old) else self._made(old)

    def _tests(self, result: ToolResult) -> list[Callable[[ToolCall], bool]]:
        """Return functions that test if ``result`` answers a call. The most reliable test is first."""
        if result.call_id is not None:
            return [lambda call: call.id == result.call_id]
        return [
            lambda call: call.id is None and call.name == result.name,
            lambda call: call.name == result.name,
            lambda call: call.id is None,
            lambda call: True,
        ]

    def _new(self, old: str | None, name: str) -> str | None:
        if old in self._back:
            return self._back[old]
        if old is None and not self._shape.needed:
            return None
        if old is not None and old not in self.old and self._accepts(old):
            return old
        return self._made(f"{old if old is not None else name}/{len(self.old)}")

    def _accepts(self, call_id: str) -> bool:
        return all(patterns.matches(pattern, call_id) for pattern in self._patterns)

    def _made(self, seed: str) -> str:
        """Return an id in the target's form. The same ``seed`` gives the same id."""
        number = int.from_bytes(hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest())
        marks = []
        for _ in range(self._shape.length):
            number, place = divmod(number, len(_ALPHABET))
            marks.append(_ALPHABET[place])
        return self._shape.prefix + "".join(marks)
