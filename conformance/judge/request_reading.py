"""Comparison of a codec's reading of a recorded request with the user's request."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from conformance.judge import arguments, wording
from conformance.judge.finding import Effect, Finding
from conformance.judge.settings import LIMIT
from toolwire.model import (
    Approval,
    ApprovalRequest,
    Json,
    Message,
    Namespace,
    Part,
    Request,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    own_tools,
)


class _Item(NamedTuple):
    """A piece of a conversation: the name of its field, the effect if it is misread, and its value."""

    field: str
    effect: Effect
    value: Json


def misread(
    asked: Request,
    read: Request,
    *,
    has_ids: bool = True,
    has_names: bool = False,
    has_plan: bool = False,
    requires_limit: bool = False,
) -> Iterator[Finding]:
    """Yield the differences between the user's request and a codec's reading of the recorded request.

    The function compares everything that all dialects express in the same way: texts with their roles, calls, results
    with their calls, requests for an approval with their answers, the names and descriptions of tools, the tool choice,
    and the settings. It does not compare ids: the check ``request_round_trip`` compares them in the request that the
    codec writes from its reading.

    ``has_ids``: each result has the id of its call. ``has_names``: each result has the name of its tool. ``has_plan``:
    the text beside calls is a plan, which may be read as text or as reasoning. ``requires_limit``: a request must have
    a limit of output tokens, even if the user set none.
    """
    has_pairs = _is_paired(asked)
    is_paired = has_pairs and _is_paired(read)
    wanted, found = (list(_items(each.messages, is_paired, has_plan)) for each in (asked, read))
    yield from _misread_messages(wanted, found)
    if has_ids and has_pairs and not is_paired:
        yield Finding(path="", message="result.call_id: expected the id of a call in each result", effect="call")
    if has_names and (expected := _names(asked)) != (got := _names(read)):
        yield _instead("result.name", "call", expected, got)
    for expected, got in zip(_settings(asked), _settings(read), strict=True):
        is_open = expected.field == LIMIT and (got.value is None or (requires_limit and expected.value is None))
        if expected.value != got.value and not is_open:
            yield _instead(expected.field, expected.effect, expected.value, got.value)


def _settings(request: Request) -> Iterator[_Item]:
    """Yield the compared settings of a request: the tools, the tool choice, the continued answer or conversation,
    parallel calls, the stream, and the limit of output tokens.
    """
    yield _Item("tool.name", "tools", _tools(request.offered_tools))
    yield _Item("tool_choice", "tools", _choice(request.tool_choice))
    yield _Item("parallel_tool_calls", "tools", request.parallel_tool_calls)
    yield _Item("continues", "context", request.continues)
    yield _Item("conversation", "context", request.conversation)
    yield _Item("stream", "context", request.stream)
    yield _Item(LIMIT, "context", request.max_output_tokens)


def _misread_messages(wanted: list[_Item], found: list[_Item]) -> Iterator[Finding]:
    for expected, got in zip(wanted, found, strict=False):
        if expected.field != got.field:
            shown = (f"{item.field} {wording.shown(item.value)}" for item in (expected, got))
            yield Finding(path="", message="parts: expected {}, got {}".format(*shown), effect=expected.effect)
            return
        if not arguments.same(expected.value, got.value):
            yield _instead(expected.field, expected.effect, expected.value, got.value)
    for lost in wanted[len(found) :]:
        yield _instead(lost.field, lost.effect, lost.value, None)
    for added in found[len(wanted) :]:
        yield _instead(added.field, added.effect, None, added.value)


def _instead(field: str, effect: Effect, expected: Json, got: Json) -> Finding:
    return Finding(path="", message=f"{field}: {wording.read_instead(expected, got)}", effect=effect)


def _is_paired(request: Request) -> bool:
    """Return whether every call has an id, and every result has the id of a call."""
    parts = _parts(request)
    ids = {part.id for part in parts if isinstance(part, ToolCall)}
    return None not in ids and all(part.call_id in ids for part in parts if isinstance(part, ToolResult))


def _names(request: Request) -> Json:
    """Return the sorted names of tools that the results of a request state."""
    return sorted(part.name for part in _parts(request) if isinstance(part, ToolResult) and part.name is not None)


def _parts(request: Request) -> list[Part]:
    return [part for message in request.messages for part in message.parts]


def _items(messages: tuple[Message, ...], is_paired: bool, has_plan: bool) -> Iterator[_Item]:
    """Yield the pieces of a conversation. Neighbouring texts of the same role are joined.

    ``is_paired``: each result has the id of a call. ``has_plan``: see ``misread``.
    """
    for field, run in groupby(_pieces(messages, is_paired, has_plan), key=lambda piece: piece.field):
        items = list(run)
        if items[0].effect == "context":
            yield _Item(field, "context", "".join(item.value for item in items))
        else:
            yield from items


def _pieces(messages: tuple[Message, ...], is_paired: bool, has_plan: bool) -> Iterator[_Item]:
    """Yield the pieces of a conversation turn by turn: first the results in the order of their calls, then texts, then
    calls, and then approvals and requests for an approval. For the parameters see ``_items``.
    """
    called: tuple[str | None, ...] = ()
    for _, run in groupby(messages, key=lambda message: "results" if _answers(message) else message.role):
        parts = [(message.role, part) for message in run for part in message.parts]
        yield from _in_order([part for _, part in parts if isinstance(part, ToolResult)], called if is_paired else ())
        calls = [part for _, part in parts if isinstance(part, ToolCall)]
        texts = [(role, part.text) for role, part in parts if isinstance(part, Text) and part.text.strip()]
        yield from (_Item(role, "context", text) for role, text in texts if not (has_plan and calls))
        for call in calls:
            yield _Item("call.name", "call", call.name)
            yield _Item("call.arguments", "call", _arguments(call))
        for _, part in parts:
            if isinstance(part, ApprovalRequest):
                yield _Item("approval_request", "call", [part.id, part.server, part.name, part.arguments.text])
            elif isinstance(part, Approval):
                yield _Item("approval", "call", [part.request_id, part.approve])
        called = tuple(call.id for call in calls) or called


def _in_order(results: list[ToolResult], called: tuple[str | None, ...]) -> Iterator[_Item]:
    """Yield the results in the order of their calls. Results of the same call, or of no call, are sorted by text."""
    texts = [
        (called.index(result.call_id) if result.call_id in called else len(called), _shown(result))
        for result in results
    ]
    yield from (_Item("result", "call", text) for _, text in sorted(texts))


def _shown(result: ToolResult) -> str:
    return "\n".join(part.text for part in result.parts if isinstance(part, Text))


def _answers(message: Message) -> bool:
    return any(isinstance(part, ToolResult | Approval) for part in message.parts)


def _arguments(call: ToolCall) -> Json:
    return call.arguments.text if call.arguments.value is None else call.arguments.value


def _tools(tools: tuple[Tool, ...]) -> Json:
    """Return the names of tools and namespaces, each with its description."""
    spaces = [tool for tool in tools if isinstance(tool, Namespace)]
    return dict(sorted((tool.name, tool.description or "") for tool in (*own_tools(tools), *spaces)))


def _choice(choice: ToolChoice | None) -> Json:
    """Return the mode and the names of a tool choice. None if the model may choose freely.

    If a call is required and only one tool is allowed, the mode is ``named``.
    """
    if choice is None or choice.mode == "auto":
        return None
    is_named = choice.mode == "allowed" and choice.must_call and len(choice.names) == 1
    mode = "named" if is_named else choice.mode
    return {"mode": mode, "names": sorted(choice.names)} if choice.names else mode
