"""A conversation begun with one provider, made ready to go on with another."""

import hashlib
import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from toolwire.model import (
    Image,
    Json,
    Message,
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
)
from toolwire.providers import Rule, owner, rules, wire_format

T = TypeVar("T", bound=msgspec.Struct)
CallKind: TypeAlias = Literal["function", "custom", "legacy"]
_IMAGES: Final = {"iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"}
"""How images begin, in base64."""
_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Transplanted(msgspec.Struct, frozen=True, kw_only=True):
    """A request for another dialect, and the ids of its calls as they were: new id -> old one, None where none was."""

    request: Request
    ids: dict[str, str | None]


def transplant(request: Request, target: str, *, ids: dict[str, str | None] | None = None) -> Transplanted:
    """``request`` without what only its own provider understands, as ``target`` can say it.

    Signatures, encrypted reasoning, reasoning itself and parts and tools of the provider's own stay behind. Calls and
    results keep their pairs: ids that the target refuses get others, one for one, and results stand as their calls.
    Names, arguments, the order of calls and texts are never touched. ``ids``, from a transplant before, gives the calls
    their old ids back.
    """
    expresses = wire_format(owner(target), target).expresses
    renamed = _Ids(target, ids or {}, rules(owner(target), target))
    messages = [*_in_order([_message(message, renamed) for message in request.messages])]
    if not expresses.media_in_results:
        messages = [*media_apart(messages)]
    offered = [tool for tool in request.tools if not isinstance(tool, ProviderTool)]
    strict = [tool.strict for tool in offered if isinstance(tool, ToolDefinition)]
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
    """``request`` with ids that a provider takes, for calls and results made by hand, and results as calls stand.

    A history may come from another provider, and results may come in any order. What was read from the wire of the
    target itself stays as it is, and nothing is mended: a call without a result or two with one id stay so. Where
    nobody knows who answers, any id is taken.
    """
    renamed = _Ids(target, {}, rules(provider, target) if provider else ())
    messages = [
        msgspec.structs.replace(message, parts=tuple(_renamed(part, renamed) for part in message.parts))
        for message in request.messages
    ]
    return msgspec.structs.replace(request, messages=tuple(_in_order(messages)))


def _in_order(messages: list[Message]) -> Iterator[Message]:
    """The messages with the results of each turn as its calls stand, where these have ids; not what the wire keeps."""
    order: list[str | None] = []
    for role, run in groupby(messages, key=lambda message: message.role):
        said = list(run)
        if role == "assistant":
            order = [part.id for message in said for part in message.parts if isinstance(part, ToolCall)]
        results = [part for message in said for part in message.parts if isinstance(part, ToolResult)]
        known = len({*order}) == len(order) and all(one.call_id in order and one.carried is None for one in results)
        if role == "tool" and known:
            following = iter(sorted(results, key=lambda one: order.index(one.call_id)))
            said = [
                msgspec.structs.replace(
                    message,
                    parts=tuple(next(following) if isinstance(part, ToolResult) else part for part in message.parts),
                )
                for message in said
            ]
        yield from said


def _renamed(part: Part, ids: "_Ids") -> Part:
    match part:
        case ToolCall(carried=None, id=str(call_id)):
            return msgspec.structs.replace(part, id=ids.fitting(call_id))
        case ToolResult(carried=None, call_id=str(call_id)):
            return msgspec.structs.replace(part, call_id=ids.fitting(call_id))
    return part


def _message(message: Message, ids: "_Ids") -> Message:
    parts = tuple(part for one in message.parts if (part := _part(one, ids)) is not None)
    return msgspec.structs.replace(message, parts=parts, provider_data={}, carried=None)


def media_apart(messages: list[Message]) -> Iterator[Message]:
    """The messages with texts alone in their results; what else was in them follows the last result of its turn, in a
    message of the user's.
    """
    media: list[Part] = []
    for message in messages:
        if media and message.role != "tool":
            yield Message(role="user", parts=tuple(media))
            media = []
        parts = []
        for part in message.parts:
            if isinstance(part, ToolResult):
                media += [one for one in part.parts if not isinstance(one, Text)]
                part = msgspec.structs.replace(part, parts=tuple(one for one in part.parts if isinstance(one, Text)))
            parts.append(part)
        yield msgspec.structs.replace(message, parts=tuple(parts))
    if media:
        yield Message(role="user", parts=tuple(media))


def _part(part: Part, ids: "_Ids") -> Part | None:
    match part:
        case Reasoning() | ProviderPart() | Unknown():
            return None
        case Refusal():
            return Text(text=part.text)
        case ToolCall():
            return _bare(part, id=ids.of_call(part))
        case ToolResult():
            inner = tuple(_bare(one) for one in part.parts if not isinstance(one, ProviderPart | Unknown))
            answers, tool, kind = ids.of_result(part)
            return _bare(part, call_id=answers, name=tool, kind=kind, parts=inner)
        case Image(data=str(data), media_type=None):
            return _bare(part, media_type=_media_type(data))
    return _bare(part)


def _media_type(data: str) -> str | None:
    """What the first bytes of an image say of it, for dialects that say nothing."""
    return next((kind for start, kind in _IMAGES.items() if data.startswith(start)), None)


def _bare(value: T, /, **changes: Any) -> T:
    """``value`` without what its own provider alone understands."""
    if "provider_data" in value.__struct_fields__:
        changes["provider_data"] = {}
    return msgspec.structs.replace(value, carried=None, **changes)


def _tool(tool: Tool, target: str, *, loose: bool) -> Tool:
    if not isinstance(tool, ToolDefinition):
        return _bare(tool)
    strict = None if loose and tool.strict else tool.strict
    if strict is None and wire_format(owner(target), target).expresses.strict_unless_said:
        strict = False
    return _bare(tool, strict=strict, parameters=_lower_types(tool.parameters))


def _lower_types(schema: Json) -> Json:
    """A schema with its types as JSON Schema writes them: Gemini takes them in capitals too."""
    if isinstance(schema, list):
        return [_lower_types(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: one.lower() if key == "type" and isinstance(one, str) else _lower_types(one) for key, one in schema.items()
    }


def _choice(choice: ToolChoice | None, target: str) -> ToolChoice | None:
    if choice is None or choice.mode not in wire_format(owner(target), target).expresses.choices:
        return None
    return _bare(choice, raw=None)


class _Ids:
    """The ids of calls and results in the target's conversation."""

    def __init__(self, target: str, back: dict[str, str | None], judged: tuple[Rule, ...]) -> None:
        self.old: dict[str, str | None] = {}
        self._back = back
        form = wire_format(owner(target), target)
        self._shape = form.expresses.call_ids
        self._by_name = form.history.by == "name"
        self._patterns = [re.compile(rule.parameters["pattern"]) for rule in judged if rule.check == "ids-pattern"]
        self._waiting: list[tuple[ToolCall, str | None]] = []

    def of_call(self, call: ToolCall) -> str | None:
        """The id that a call has there."""
        new = self._new(call.id, call.name)
        if new is not None:
            self.old[new] = call.id
        self._waiting.append((call, new))
        return new

    def of_result(self, result: ToolResult) -> tuple[str | None, str | None, CallKind]:
        """The id of the call that a result answers there, its tool where the target pairs by names, and its kind.

        The call is the first unanswered one with the result's id; where that says none, with its name, or else at all,
        those without ids before the others.
        """
        for answers in self._ways(result):
            for n, (call, new) in enumerate(self._waiting):
                if answers(call):
                    del self._waiting[n]
                    return new, call.name if self._by_name else result.name, call.kind
        orphan = self._new(result.call_id, result.name or "")
        if orphan is not None:
            self.old.setdefault(orphan, result.call_id)
        return orphan, result.name, result.kind

    def fitting(self, old: str) -> str:
        """The id that stands for another, the same for the same: what does not pair in a history, does not there."""
        return old if self._takes(old) else self._made(old)

    def _ways(self, result: ToolResult) -> list[Callable[[ToolCall], bool]]:
        """How a result may say which call it answers, the surest first."""
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
        if old is not None and old not in self.old and self._takes(old):
            return old
        return self._made(f"{old if old is not None else name}/{len(self.old)}")

    def _takes(self, call_id: str) -> bool:
        return all(one.fullmatch(call_id) for one in self._patterns)

    def _made(self, seed: str) -> str:
        """An id of the target's shape; the same for the same conversation."""
        number = int.from_bytes(hashlib.sha256(seed.encode()).digest())
        marks = []
        for _ in range(self._shape.length):
            number, place = divmod(number, len(_ALPHABET))
            marks.append(_ALPHABET[place])
        return self._shape.prefix + "".join(marks)
