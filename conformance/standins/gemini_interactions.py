"""A stand-in for the Interactions API of Gemini, in the revision whose answers consist of steps.

The stand-in plays a Gemini 2.5 Flash or a Gemini 3 Flash. It keeps no state, so the client sends all steps of the
conversation. Each answer begins with a thought. The thought always has a signature, and has a summary if the request
asks for summaries. A call has an id of eight letters and digits. In a stream, a call starts without arguments, and the
text of the arguments follows. Sources: the types of Google's Python SDK google-genai 3.4.0 (read 2026-11-28), the pages
of ai.google.dev about the API (streaming, function calling, thinking; copies of 2026-05 and later), and public
recordings: seven of Gemini 3 Flash, two of 2.5 Flash, and one stream without state, whose interaction has an empty id.

An interaction in the background is ``in_progress`` first (ai.google.dev, Background execution). No recording shows the
first response. The stand-in gives it the keys of the first event of a stream, and the keys ``created`` and ``updated``.

No source quotes the message of a refusal. The project wrote all messages, in the form of the SDK's types. Signatures
are not checked, because no source shows how the API answers a history without signatures.
"""

import base64
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from conformance.standins import seal
from conformance.standins.script import (
    Answer,
    Block,
    Ids,
    Thought,
    Turn,
    TurnCall,
    TurnMcpCall,
    TurnSearch,
    TurnText,
    TurnToolSearch,
    expected_error,
    paced,
    plain,
    tokens,
)
from toolwire.model import Expected, ExpectedCall, ProviderError
from toolwire.wire import exact_json, payloads, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_PATH: Final = "/interactions"
_FAMILIES: Final = ("gemini-", "gemma-")
_MODES: Final = ("auto", "any", "none", "validated")
_CONTENTS: Final = ("text", "image", "audio", "video", "document")
_STEPS: Final = (
    "user_input", "model_output", "thought", "function_call", "function_result", "google_search_call",
    "google_search_result", "tool_search_call", "tool_search_result", "mcp_server_tool_call", "mcp_server_tool_result",
)  # fmt: skip
_TOOLS: Final = (
    "code_execution", "computer_use", "file_search", "function", "google_maps", "google_search", "mcp_server",
    "retrieval", "tool_search", "url_context",
)  # fmt: skip
_FAILURE: Final = {"message": "Deadline expired before operation could complete.", "code": "gateway_timeout"}
"""The error in the example of Google's page about streaming."""
_KIND: Final = "invalid_request"
_BEGUN: Final = "in_progress"
_JSON: Final = {"content-type": "application/json"}
_SEARCH: Final = ("google_search_call", "google_search_result")
_TOOL_SEARCH: Final = ("tool_search_call", "tool_search_result")
_MCP_CALL: Final = ("mcp_server_tool_call", "mcp_server_tool_result")
_AFTER: Final = ("arguments", "result", "is_error", "signature")
"""The keys that a stream sends after the start of a step, if a tool of the provider makes the step."""


class Refused(Exception):
    """The vendor's refusal of a request."""


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return Gemini's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    try:
        body = _check(request)
    except Refused as refused:
        error = {"error": {"message": str(refused), "code": _KIND}}
        reading = expected_error(400, str(refused), None, _KIND)
        return plain(400, _JSON, error, ids, reading)
    turn.refuse_cut_call("a call in a plain answer is an object, and no source shows a call at the token limit")
    fails = turn.early == "error" and body.get("stream") is True
    status = "failed" if fails else turn.word({"length": "incomplete"}, _status(turn))
    steps = [step for block in _blocks(turn) for step in _steps(body, block, ids)]
    expected = Expected(
        calls=tuple(
            ExpectedCall(id=step["id"], name=step["name"], arguments=exact_json.dumps(step["arguments"]))
            for step in steps
            if step["type"] == "function_call"
        ),
        text=turn.text,
        finish=turn.finish,
        reasoning=turn.reasoning or None,
        error=ProviderError(message=_FAILURE["message"], code=_FAILURE["code"]) if fails else None,
    )
    ended = _interaction(body, turn, status, ids)
    if body.get("stream"):
        events = [_created(body, ended), _updated(ended), *_events(steps, ids)]
        events.append({"error": _FAILURE, "event_type": "error"} if fails else _completed(ended))
        frames = (sse.encode(exact_json.dumps(event), event["event_type"]) for event in events)
        headers = {"content-type": "text/event-stream"}
        return Answer(status=200, headers=headers, chunks=paced(_with_end(frames, fails), ids), expected=expected)
    steps_first = {key: ended[key] for key in ("id", "status", "usage", "created", "updated", "service_tier")}
    last = {key: ended[key] for key in ("object", "model")}
    answer = plain(200, _JSON, steps_first | {"steps": steps} | last, ids, expected)
    if body.get("background") is not True:
        return answer
    begun = {"id": ended["id"], "status": _BEGUN, "created": ended["created"], "updated": ended["created"]} | last
    return msgspec.structs.replace(answer, pending=plain(200, _JSON, begun, ids, None))


def _status(turn: Turn) -> str:
    return "requires_action" if turn.calls else "completed"


def _with_end(frames: Iterator[bytes], fails: bool) -> Iterator[bytes]:
    """Yield the frames of a stream, and then the frame ``done``.

    If the stream ends with an error (``fails``), the frame ``done`` is left out, because no source shows such a frame
    after an error.
    """
    yield from frames
    if not fails:
        yield sse.encode(payloads.DONE, "done")


def _blocks(turn: Turn) -> tuple[Block, ...]:
    """Return the blocks of a turn. If the turn has no thought, a thought without text is added as the first block."""
    return turn.blocks if any(isinstance(block, Thought) for block in turn.blocks) else (Thought(""), *turn.blocks)


def _steps(body: dict[str, Any], block: Block, ids: Ids) -> Iterator[dict[str, Any]]:
    match block:
        case Thought(text):
            summary = {"summary": [{"text": text, "type": "text"}]} if text else {}
            yield {"signature": _signature(ids), **summary, "type": "thought"}
        case TurnText(text):
            yield {"content": [{"text": text, "type": "text"}], "type": "model_output"}
        case TurnCall(name=name):
            arguments = exact_json.loads(block.arguments)
            yield {"id": ids.lower(8), "type": "function_call", "name": name, "arguments": arguments}
        case TurnSearch(query=query):
            made = ids.lower(8)
            yield {
                "id": made, "signature": _signature(ids), "type": _SEARCH[0], "arguments": {"queries": [query]},
                "search_type": "web_search",
            }  # fmt: skip
            shown = f'<a href="{block.url}">{block.title}</a>'
            yield {
                "call_id": made, "signature": _signature(ids), "type": _SEARCH[1],
                "result": [{"search_suggestions": shown}], "is_error": False,
            }  # fmt: skip
        case TurnMcpCall(server=server, tool=tool):
            made = ids.lower(8)
            arguments = exact_json.loads(block.arguments)
            yield {
                "id": made, "type": _MCP_CALL[0], "name": tool, "server_name": server, "arguments": arguments,
            }  # fmt: skip
            output = [{"text": block.output, "type": "text"}]
            yield {"call_id": made, "type": _MCP_CALL[1], "name": tool, "server_name": server, "result": output}
        case TurnToolSearch(found=names):
            made = ids.lower(8)
            yield {
                "id": made, "signature": _signature(ids), "type": _TOOL_SEARCH[0],
                "arguments": {"function_names": list(names)},
            }  # fmt: skip
            found = [tool for tool in body["tools"] if tool.get("name") in names]
            yield {"call_id": made, "signature": _signature(ids), "type": _TOOL_SEARCH[1], "result": found}


def _signature(ids: Ids) -> str:
    """Return a signature: base64 of a proto field of 228 bytes. Its first bytes are as in recordings."""
    return seal.signed("", ids, "0ae101010c39d6c7", 228)


def _interaction(body: dict[str, Any], turn: Turn, status: str, ids: Ids) -> dict[str, Any]:
    """Return the interaction object at the end of the answer, without its steps. ``status``: the final status."""
    asked = tokens(exact_json.dumps([body["input"], body.get("system_instruction"), body.get("tools")]))
    written = tokens(turn.text) + sum(tokens(call.name + call.arguments) for call in turn.calls)
    thought = tokens(turn.reasoning) + ids.number(40, 90)
    time = datetime.fromtimestamp(ids.created(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "id": _id(ids) if body.get("store", True) else "",
        "status": status,
        "usage": {
            "total_tokens": asked + written + thought,
            "total_input_tokens": asked,
            "input_tokens_by_modality": [{"modality": "text", "tokens": asked}],
            "total_cached_tokens": 0,
            "total_output_tokens": written,
            "total_tool_use_tokens": 0,
            "total_thought_tokens": thought,
        },
        "created": time,
        "updated": time,
        "service_tier": "standard",
        "object": "interaction",
        "model": body["model"],
    }


def _id(ids: Ids) -> str:
    """Return the id of an interaction: ``v1_``, and then base64 of a protobuf message.

    As in recordings, the message has two fields with the same random text.
    """
    word = ids.alnum(23).encode()
    return "v1_" + base64.b64encode(b"\n\x17" + word + b"\x12\x17" + word).decode().rstrip("=")


def _created(body: dict[str, Any], ended: dict[str, Any]) -> dict[str, Any]:
    opened = {"id": ended["id"], "status": _BEGUN, "object": "interaction", "model": body["model"]}
    return {"interaction": opened, "event_type": "interaction.created"}


def _updated(ended: dict[str, Any]) -> dict[str, Any]:
    return {"interaction_id": ended["id"], "status": _BEGUN, "event_type": "interaction.status_update"}


def _completed(ended: dict[str, Any]) -> dict[str, Any]:
    return {"interaction": ended, "event_type": "interaction.completed"}


def _events(steps: list[dict[str, Any]], ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the events that start, fill and stop the steps."""
    for index, step in enumerate(steps):
        started, deltas = _parted(step, ids)
        yield {"index": index, "step": started, "event_type": "step.start"}
        for delta in deltas:
            yield {"index": index, "delta": delta, "event_type": "step.delta"}
        yield {"index": index, "event_type": "step.stop"}


def _parted(step: dict[str, Any], ids: Ids) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a step as its start event shows it, and the deltas that add the rest of the step.

    The last delta of a thought has the thought's signature.
    """
    kind = step["type"]
    if kind == "thought":
        deltas = [
            {"content": {"text": piece, "type": "text"}, "type": "thought_summary"}
            for content in step.get("summary", ())
            for piece in ids.pieces(content["text"], 20, 60)
        ]
        return {"type": kind}, [*deltas, {"signature": step["signature"], "type": "thought_signature"}]
    if kind == "model_output":
        (content,) = step["content"]
        return {"type": kind}, [{"text": piece, "type": "text"} for piece in ids.pieces(content["text"], 8, 20)]
    if kind == "function_call":
        text = exact_json.dumps(step["arguments"])
        pieces = ids.pieces(text, 24, 60)
        return step | {"arguments": {}}, [{"arguments": piece, "type": "arguments_delta"} for piece in pieces]
    after = {key: step[key] for key in _AFTER if key in step}
    before = {key: value for key, value in step.items() if key not in after}
    if kind in _MCP_CALL:
        return before, [{"type": kind, "name": step["name"], "server_name": step["server_name"]} | after]
    return before | {"signature": ""}, [{"type": kind} | after]


def _check(request: WireRequest) -> dict[str, Any]:
    """Return the body of the request. Raises ``Refused`` for a body that the types of the vendor's SDK do not allow."""
    if not urlsplit(request.url).path.endswith(_PATH):
        raise Refused("the path is unknown")
    try:
        body = exact_json.loads(request.body)
    except JsonError as error:
        raise Refused(f"the body is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise Refused("the body is not an object")
    model = body.get("model")
    if not isinstance(model, str) or not model.startswith(_FAMILIES):
        raise Refused("model is missing or unknown")
    _check_input(body.get("input"))
    _check_tools(body)
    return body


def _check_input(value: Any) -> None:
    if isinstance(value, str) and value:
        return
    if not isinstance(value, list) or not value:
        raise Refused("input is missing or empty")
    for n, step in enumerate(value):
        kind = step.get("type") if isinstance(step, dict) else None
        if kind not in (*_STEPS, *_CONTENTS):
            raise Refused(f"input[{n}].type is unknown")
        if kind in ("user_input", "model_output"):
            _check_contents(step.get("content"), f"input[{n}].content")
        if kind == "function_call":
            _check_keys(step, f"input[{n}]", id=str, name=str, arguments=dict)
        if kind == "function_result":
            _check_keys(step, f"input[{n}]", call_id=str, result=(str, dict, list))
            if isinstance(step["result"], list):
                _check_contents(step["result"], f"input[{n}].result")


def _check_contents(value: Any, at: str) -> None:
    if not isinstance(value, list):
        raise Refused(f"{at} is not an array")
    for n, content in enumerate(value):
        if not isinstance(content, dict) or content.get("type") not in _CONTENTS:
            raise Refused(f"{at}[{n}].type is unknown")


def _check_keys(step: dict[str, Any], at: str, **kinds: Any) -> None:
    for key, kind in kinds.items():
        if not isinstance(step.get(key), kind):
            raise Refused(f"{at}.{key} is missing or has a wrong type")


def _check_tools(body: dict[str, Any]) -> None:
    tools = body.get("tools", [])
    if not isinstance(tools, list):
        raise Refused("tools is not an array")
    for n, tool in enumerate(tools):
        kind = tool.get("type") if isinstance(tool, dict) else None
        if kind not in _TOOLS:
            raise Refused(f"tools[{n}].type is unknown")
        if kind == "function" and not isinstance(tool.get("name"), str):
            raise Refused(f"tools[{n}].name is missing")
    config = body.get("generation_config", {})
    choice = config.get("tool_choice", "auto") if isinstance(config, dict) else None
    allowed = choice.get("allowed_tools") if isinstance(choice, dict) else None
    mode = allowed.get("mode", "auto") if isinstance(allowed, dict) else choice
    if mode not in _MODES:
        raise Refused("generation_config.tool_choice has no known mode")
