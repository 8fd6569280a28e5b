"""A stand-in for Amazon Bedrock's Converse API.

The stand-in plays Claude Haiku 4.5 as Bedrock hosted it in 2026. Keys are in alphabetical order. Plain answers have
``type: tool_use`` and counts of cached tokens, but streams have neither. Text blocks have no start event, and every
event has padding in ``p``. The first fragment of a call's input is always ``""``, and a call without arguments has no
other fragment. The stand-in keeps all digits of a number that a double cannot represent exactly, although no recording
has such a number. Sources: recordings of 2024 to 2026 and the service model of botocore 1.44.5.

If thinking is enabled, the reasoning of an answer comes first and has a signature. If the model refuses a request, the
message consists of Bedrock's prefix for an error of the model and the message of Anthropic's own API.

Recordings and issue threads quote the messages about a history with calls in a request without tools, about the pairing
of calls with results, about a JSON document that is not an object, and about a failed result without content. For the
message about a blank text, a source shows only the beginning. The project wrote all other messages, in the style of
AWS's validators. They are about missing members, lengths and patterns, an input that is not an object, a choice without
its tool, the order of roles, an address that names no model, and a body that is not JSON.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

from conformance.standins import seal
from conformance.standins.script import (
    Answer,
    Early,
    Ids,
    Thought,
    Turn,
    TurnCall,
    TurnText,
    expected_error,
    paced,
    plain,
    tokens,
)
from toolwire.model import Expected, ExpectedCall, ProviderError
from toolwire.wire import aws_event_stream, exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_PATH: Final = re.compile(r"/model/(.+)/converse(-stream)?")
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]+")
_CALL_ID: Final = re.compile(r"[a-zA-Z0-9_.:-]+")
_LONGEST: Final = 64
_PADDING: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567"
_EARLY: Final[dict[Early, str]] = {"length": "max_tokens", "content_filter": "content_filtered"}
_CHOICES: Final = ("auto", "any", "tool")
_FAILED: Final = "modelStreamErrorException"
_WORDS: Final = "The model had an error while it streamed its answer."
_FAILURE: Final = {"message": _WORDS, "originalStatusCode": 500}
"""The exception that ends a stream, with the members that the service model defines. The project wrote the message."""

Calls: TypeAlias = list[tuple[str, TurnCall, Any]]
"""The calls to play. Each has its id, the scripted call, and the call's arguments as a value."""


class Refused(Exception):
    """The vendor's refusal of a request."""


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return Bedrock's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    request_id = "-".join(ids.hex(length) for length in (8, 4, 4, 4, 12))
    headers = {"content-type": "application/json", "x-amzn-requestid": request_id}
    target = _PATH.fullmatch(unquote(urlsplit(request.url).path))
    try:
        if target is None:
            raise Refused("The address names no model.")
        body = exact_json.loads(request.body)
        _check(body)
    except JsonError as error:
        return _refusal(f"The request body is not valid JSON: {error}", headers, ids)
    except Refused as refused:
        return _refusal(str(refused), headers, ids)
    turn = turn.calls_last()  # as in Anthropic's own API, because the stand-in plays a model of Anthropic
    turn.refuse_cut_call("no source shows a call that the token limit cuts; a recording at the limit has a whole call")
    stream = target[2] is not None
    fails = turn.early == "error" and stream
    calls = [(f"tooluse_{ids.alnum(22)}", call, exact_json.loads(call.arguments)) for call in turn.calls]
    expected = Expected(
        calls=tuple(
            ExpectedCall(
                id=call_id, name=call.name, arguments=call.arguments if stream else exact_json.dumps(arguments)
            )
            for call_id, call, arguments in calls
        ),
        text=turn.text,
        finish=turn.finish,
        reasoning=turn.reasoning or None,
        error=ProviderError(message=_WORDS, kind=_FAILED) if fails else None,
    )
    if stream:
        headers["content-type"] = aws_event_stream.CONTENT_TYPE
        chunks = paced(_stream(body, turn, calls, ids), ids)
        return Answer(status=200, headers=headers, chunks=chunks, expected=expected)
    return plain(200, headers, _message(body, turn, calls, ids), ids, expected)


def _refusal(message: str, headers: dict[str, str], ids: Ids) -> Answer:
    kind = "ValidationException"
    return plain(
        400, headers | {"x-amzn-errortype": kind}, {"message": message}, ids, expected_error(400, message, kind)
    )


def _stop(turn: Turn) -> str:
    return turn.word(_EARLY, "tool_use" if turn.calls else "end_turn")


def _counts(body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    input_tokens = tokens(exact_json.dumps([body.get("system"), body["messages"], body.get("toolConfig")]))
    output_tokens = (
        4
        + tokens(turn.reasoning)
        + tokens(turn.text)
        + sum(tokens(call.name + call.arguments) + 30 for call in turn.calls)
    )
    return {
        "inputTokens": input_tokens,
        "outputTokens": output_tokens,
        "serverToolUsage": {},
        "totalTokens": input_tokens + output_tokens,
    }


def _message(body: dict[str, Any], turn: Turn, calls: Calls, ids: Ids) -> dict[str, Any]:
    content = list(_content_of(turn, calls, ids))
    cached = ("cacheReadInputTokenCount", "cacheReadInputTokens", "cacheWriteInputTokenCount", "cacheWriteInputTokens")
    return {
        "metrics": {"latencyMs": ids.number(300, 2900)},
        "output": {"message": {"content": content, "role": "assistant"}},
        "stopReason": _stop(turn),
        "usage": dict.fromkeys(cached, 0) | _counts(body, turn),
    }


def _content_of(turn: Turn, calls: Calls, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the content blocks of the answer that plays ``turn``."""
    left = iter(calls)
    for block in turn.blocks:
        match block:
            case Thought(text):
                signature = seal.signed(text, ids, "12c802", 331)
                shown = {"reasoningText": {"signature": signature, "text": text}}
                yield {"reasoningContent": shown if text else {"redactedContent": signature}}
            case TurnText(text):
                yield {"text": text}
            case TurnCall():
                call_id, call, arguments = next(left)
                yield {"toolUse": {"input": arguments, "name": call.name, "toolUseId": call_id, "type": "tool_use"}}


def _stream(body: dict[str, Any], turn: Turn, calls: Calls, ids: Ids) -> Iterator[bytes]:
    def event(kind: str, **fields: Any) -> bytes:
        padded = fields | {"p": _PADDING[: ids.number(2, len(_PADDING))]}
        return aws_event_stream.event(kind, exact_json.encode(dict(sorted(padded.items()))))

    yield event("messageStart", role="assistant")
    for index, (start, deltas) in enumerate(_blocks(turn, calls, ids)):
        if start is not None:
            yield event("contentBlockStart", contentBlockIndex=index, start=start)
        for delta in deltas:
            yield event("contentBlockDelta", contentBlockIndex=index, delta=delta)
        if turn.early == "error":
            yield aws_event_stream.event(_FAILED, exact_json.encode(_FAILURE))
            return
        yield event("contentBlockStop", contentBlockIndex=index)
    yield event("messageStop", stopReason=_stop(turn))
    yield event("metadata", metrics={"latencyMs": ids.number(300, 2900)}, usage=_counts(body, turn))


def _blocks(turn: Turn, calls: Calls, ids: Ids) -> Iterator[tuple[dict[str, Any] | None, list[dict[str, Any]]]]:
    """Yield the start of each block, together with the deltas that complete the block.

    The start is None if the block has no start event.
    """
    left = iter(calls)
    for block in _content_of(turn, calls, ids):
        match block:
            case {"reasoningContent": {"reasoningText": thought}}:
                pieces = ids.pieces(thought["text"], 3, 24)
                signed = {"reasoningContent": {"signature": thought["signature"]}}
                yield None, [*({"reasoningContent": {"text": piece}} for piece in pieces), signed]
            case {"text": text}:
                yield None, [{"text": piece} for piece in ids.pieces(text, 3, 24)]
            case {"toolUse": started}:
                _, call, arguments = next(left)
                fragments = ["", *ids.pieces(call.arguments, 2, 9)] if arguments else [""]
                start = {"toolUse": {key: started[key] for key in ("name", "toolUseId")}}
                yield start, [{"toolUse": {"input": text}} for text in fragments]
            case _:
                yield None, [block]


def _check(body: Any) -> None:
    """Raise ``Refused`` for a request that the vendor refuses."""
    messages = _list(_object(body, "").get("messages"), "messages")
    config = body.get("toolConfig")
    names = [] if config is None else _check_tools(_object(config, "toolConfig"))
    _check_choice((config or {}).get("toolChoice"), names)
    for n, block in enumerate(_list(body.get("system") or [], "system")):
        if not _text(_object(block, f"system.{n}").get("text", "-"), f"system.{n}.text"):
            raise _invalid("", f"system.{n}.text", "Member must have length greater than or equal to 1")
    _check_messages(messages, offered=config is not None)
    thinking = (body.get("additionalModelRequestFields") or {}).get("thinking")
    if isinstance(thinking, dict) and thinking.get("type") == "enabled":
        _check_thinking(messages)


def _invalid(value: Any, place: str, constraint: str) -> Refused:
    shown = value if isinstance(value, str) else exact_json.dumps(value)
    return Refused(
        f"1 validation error detected: Value '{shown}' at '{place}' failed to satisfy constraint: {constraint}"
    )


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _invalid(value, place, "Member must be an object")
    return value


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise _invalid(value, place, "Member must be a list")
    return value


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise _invalid(value, place, "Member must be a string")
    return value


def _matches(value: Any, pattern: re.Pattern[str], place: str) -> str:
    text = _text(value, place)
    if len(text) > _LONGEST:
        raise _invalid(text, place, f"Member must have length less than or equal to {_LONGEST}")
    if not pattern.fullmatch(text):
        raise _invalid(text, place, f"Member must satisfy regular expression pattern: {pattern.pattern}")
    return text


def _check_tools(config: dict[str, Any]) -> list[str]:
    """Return the names of the tools. Raises ``Refused`` if a tool is not as the service model requires."""
    tools = _list(config.get("tools"), "toolConfig.tools")
    if not tools:
        raise _invalid(tools, "toolConfig.tools", "Member must have length greater than or equal to 1")
    names = []
    for n, tool in enumerate(tools):
        place = f"toolConfig.tools.{n}.toolSpec"
        if "toolSpec" not in _object(tool, f"toolConfig.tools.{n}"):
            continue
        spec = _object(tool["toolSpec"], place)
        names.append(_matches(spec.get("name"), _NAME, f"{place}.name"))
        if spec.get("description") == "":
            raise _invalid("", f"{place}.description", "Member must have length greater than or equal to 1")
        schema = _object(_object(spec.get("inputSchema"), f"{place}.inputSchema").get("json"), f"{place}.inputSchema")
        if schema.get("type") != "object":
            raise _invalid(schema.get("type"), f"{place}.inputSchema.json.type", "The type must be object")
    return names


def _check_choice(choice: Any, names: list[str]) -> None:
    if choice is None:
        return
    place = "toolConfig.toolChoice"
    words = [word for word in _CHOICES if word in _object(choice, place)]
    if len(words) != 1 or len(choice) != 1:
        raise _invalid(choice, place, f"Member must have one of {', '.join(_CHOICES)}")
    named = _object(choice[words[0]], f"{place}.{words[0]}")
    if words == ["tool"] and named.get("name") not in names:
        raise _invalid(named.get("name"), f"{place}.tool.name", "Member must be the name of a tool")


def _check_messages(messages: list[Any], *, offered: bool) -> None:
    called: list[str] = []
    before = ""
    for n, message in enumerate(messages):
        place = f"messages.{n}"
        role = _object(message, place).get("role")
        if role not in ("user", "assistant") or role == before or (n == 0 and role != "user"):
            raise _invalid(role, f"{place}.role", "Roles must alternate between user and assistant, user first")
        blocks = [
            _object(block, f"{place}.content.{m}")
            for m, block in enumerate(_list(message.get("content"), f"{place}.content"))
        ]
        for m, block in enumerate(blocks):
            _check_block(block, role, f"{place}.content.{m}", offered=offered)
        if role == "user":
            _check_pairs(called, [block["toolResult"]["toolUseId"] for block in blocks if "toolResult" in block], place)
            called = []
        else:
            called = [block["toolUse"]["toolUseId"] for block in blocks if _is_call(block)]
        before = role
    if called:
        raise _unanswered(called, f"messages.{len(messages)}")


def _check_thinking(messages: list[Any]) -> None:
    """Refuse reasoning whose signature does not fit its text.

    If the last message has results, also refuse a history in which the message with their calls does not begin with
    reasoning.
    """
    for n, message in enumerate(messages):
        for m, block in enumerate(message["content"] if message["role"] == "assistant" else ()):
            reasoning = block.get("reasoningContent", {}).get("reasoningText")
            if reasoning is not None and not seal.signs(reasoning.get("signature"), str(reasoning.get("text"))):
                raise _refused_by_model(f"messages.{n}.content.{m}: Invalid `signature` in `thinking` block")
    if len(messages) > 1 and any("toolResult" in block for block in messages[-1]["content"]):
        first = messages[-2]["content"][0]
        if "reasoningContent" not in first:
            found = "tool_use" if "toolUse" in first else "text"
            raise _refused_by_model(
                f"messages.{len(messages) - 2}.content.0.type: Expected `thinking` or `redacted_thinking`, but found "
                f"`{found}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block."
            )


def _refused_by_model(message: str) -> Refused:
    return Refused(f"The model returned the following errors: {message}")


def _is_call(block: dict[str, Any]) -> bool:
    return "toolUse" in block and block["toolUse"].get("type") != "server_tool_use"


def _check_block(block: dict[str, Any], role: str, place: str, *, offered: bool) -> None:
    if "text" in block and not _text(block["text"], f"{place}.text").strip():
        raise Refused(
            f"The text field in the ContentBlock object at {place} is blank. Add text to the text field, and try again."
        )
    if not offered and ("toolUse" in block or "toolResult" in block):
        raise Refused("The toolConfig field must be defined when using toolUse and toolResult content blocks.")
    if "toolUse" in block:
        call = _object(block["toolUse"], f"{place}.toolUse")
        _matches(call.get("toolUseId"), _CALL_ID, f"{place}.toolUse.toolUseId")
        _matches(call.get("name"), _NAME, f"{place}.toolUse.name")
        if not isinstance(call.get("input"), dict):
            raise Refused(
                f"The format of the value at {place}.toolUse.input is invalid. Provide a json object for the field "
                "and try again."
            )
        if role != "assistant":
            raise _invalid(role, place, "toolUse blocks can only be in messages of the assistant")
    if "toolResult" in block:
        _check_result(_object(block["toolResult"], f"{place}.toolResult"), f"{place}.toolResult")


def _check_result(result: dict[str, Any], place: str) -> None:
    _matches(result.get("toolUseId"), _CALL_ID, f"{place}.toolUseId")
    content = _list(result.get("content"), f"{place}.content")
    for m, part in enumerate(content):
        found = _object(part, f"{place}.content.{m}")
        if "json" in found and not isinstance(found["json"], dict):
            raise Refused(
                f"The format of the value at {place}.content.{m}.json is invalid. Provide a json object for the "
                "field and try again."
            )
    if result.get("status") not in (None, "success", "error"):
        raise _invalid(result["status"], f"{place}.status", "Member must satisfy enum value set: [success, error]")
    if result.get("status") == "error" and not content:
        raise Refused(f"The content field at {place} cannot be empty when status value is error.")


def _check_pairs(called: list[str], answered: list[str], place: str) -> None:
    """Refuse a message that lacks the result of a call of the previous turn, or has more results than calls.

    ``called``, ``answered``: the ids of the calls and of the results. ``place``: the path to the message.
    """
    waiting = [call_id for call_id in called if call_id not in answered]
    if waiting:
        raise _unanswered(waiting, place)
    if len(answered) > len(called):
        raise Refused(
            f"The number of toolResult blocks at {place}.content exceeds the number of toolUse blocks of previous turn."
        )


def _unanswered(waiting: list[str], place: str) -> Refused:
    return Refused(f"Expected toolResult blocks at {place}.content for the following Ids: {', '.join(waiting)}")
