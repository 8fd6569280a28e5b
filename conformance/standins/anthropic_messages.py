"""A stand-in for Anthropic's Messages API.

The stand-in plays Claude Haiku 4.5 with the API of 2026. Like Claude Opus 5.5 in a recording, it accepts messages that
add tools. Every call has the key ``caller``. A message has the key ``stop_details``, and the usage of the message has
``inference_geo``. In a stream, a ping follows the first block's start, and a data line has blanks before its last
brace. The first piece of a call's arguments is always ``""``, and a call without arguments has no other piece. If a
tool has ``eager_input_streaming``, the pieces of its arguments are longer (platform.claude.com, fine-grained tool
streaming, read 2026-11-30). Sources: recordings of 2025 and 2026, and the types of Anthropic's Python SDK 2.12.0. The
source for the refusals of version 2026-10-21 is the versioning page of the API.

If a request asks for compaction, its answer has ``context_management``, and the usage has ``iterations``. A compaction
has the form of recordings of Claude Opus 4.6.

If a program calls tools, the answer names the program's container, and a stream has each call in one piece, as in
recordings of langchain-anthropic 1.7.10. A request with the results of such calls is refused if it names no container.

A thinking block has a signature. The thinking is encrypted if the model does not show it. A search by the provider
always finds a single page. The stand-in refuses altered signatures and altered search results.

Recordings and issue threads quote the messages of some refusals. The stand-in uses the same messages if the fault is in
names or schemas of tools, in the limits of strict tools, in the pairing of calls with results, or in the pattern of
call ids. The stand-in also uses quoted messages for a misplaced system message, and for thinking that comes with a
forced choice, is missing in the history, or has a wrong signature. The messages about a search without its result, and
about a result without its search, are written from memory of issue threads, without a source.

The project wrote the messages of all other refusals, in the style of the vendor's validator. These messages are about
missing and unknown keys, unknown roles and types, a wrong JSON type, an open schema of a strict tool, a choice without
its tool, a block of the wrong role, empty or trailing text, the output limit, and a body that is not JSON. Further
messages are about altered search results, altered encrypted thinking, MCP servers and their tools, and everything that
version 2026-10-21 removed.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from conformance.standins import seal
from conformance.standins.script import (
    Answer,
    Early,
    Ids,
    Thought,
    Turn,
    TurnCall,
    TurnCompaction,
    TurnMcpCall,
    TurnProgram,
    TurnProgramOutput,
    TurnSearch,
    TurnText,
    TurnToolSearch,
    Unplayable,
    expected_error,
    paced,
    plain,
    tokens,
)
from toolwire.model import Expected, ExpectedCall, ProviderError
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_CALL_ID: Final = re.compile(r"[a-zA-Z0-9_-]+")
_HOSTED_TOOL: Final = re.compile(r"[a-z0-9_]+_\d{8}|mcp_toolset")
_MAX_PADDING: Final = 15
_BUFFERED: Final = (2, 12)
_EAGER: Final = (8, 32)
"""The smallest and the largest piece of streamed arguments, in characters: ``_EAGER`` for tools with
``eager_input_streaming``, ``_BUFFERED`` for all other tools.
"""
_SIGNATURE: Final = "12c802"
"""The first bytes of each signature, in hexadecimal."""
_SIGNED: Final = 331
_MAX_OUTPUT: Final = 64_000
_MAX_STRICT: Final = 20
_MAX_OPTIONAL: Final = 24
_MAX_UNIONS: Final = 16
_EARLY: Final[dict[Early, str]] = {"length": "max_tokens", "refusal": "refusal", "pause": "pause_turn"}
_FAILURE: Final = {"type": "overloaded_error", "message": "Overloaded"}
"""The error that ends a stream, from the vendor's documentation of streams."""
_SERVER_RESULTS: Final = {
    "web_search": "web_search_tool_result",
    "tool_search_tool_bm25": "tool_search_tool_result",
    "code_execution": "code_execution_tool_result",
}
"""The tools that the provider runs, each with the type of the block that has the tool's result."""
_DIRECT: Final = {"type": "direct"}
_CODE: Final = "code_execution_20260120"
_LIFETIME: Final = 270
"""The seconds after which a container expires, as in recordings."""
_SAMPLING: Final = ("temperature", "top_p", "top_k")
_KEYS: Final = frozenset(
    (
        "model", "messages", "max_tokens", "system", "tools", "tool_choice", "stream", "stop_sequences", "thinking",
        "metadata", "service_tier", "cache_control", "container", "diagnostics", "inference_geo", "output_config",
        "output_format", "speed", "billing_policy", "compaction", "context_management", "fallback_credit_token",
        "fallbacks", "mcp_servers", "thread", "user_profile_id", "workspace_id", *_SAMPLING,
    )
)  # fmt: skip
_BETAS: Final = {"mcp_servers": "mcp-client-2025-11-20"}
"""Keys that only a beta version has, each with the name of the version."""
_CHOICE_KEYS: Final = {
    "auto": ("type", "disable_parallel_tool_use"),
    "any": ("type", "disable_parallel_tool_use"),
    "tool": ("type", "name", "disable_parallel_tool_use"),
    "none": ("type",),
}
_TOOL_KEYS: Final = (
    "type", "name", "description", "input_schema", "strict", "cache_control", "input_examples", "defer_loading",
    "allowed_callers", "eager_input_streaming",
)  # fmt: skip
_BLOCK_KEYS: Final = {
    "text": ("type", "text", "cache_control", "citations"),
    "tool_use": ("type", "id", "name", "input", "cache_control", "caller", "toolset_name"),
    "tool_result": ("type", "tool_use_id", "content", "is_error", "cache_control", "toolset_name"),
    "tool_addition": ("type", "tool", "cache_control"),
}
_OTHER_BLOCKS: Final = (
    "image", "document", "search_result", "thinking", "redacted_thinking", "server_tool_use", "container_upload",
    "compaction", "fallback", "mcp_tool_use",
)  # fmt: skip
_RESULT_BLOCKS: Final = ("text", "image", "document", "search_result", "tool_reference", "browser_state")

Calls: TypeAlias = list[tuple[str, TurnCall, Any]]
"""The calls to play. Each has its id, the scripted call, and the call's arguments as a value."""
Blocks: TypeAlias = list[tuple[str, dict[str, Any]]]
"""Content blocks, each with its path in the request, as error messages name it."""
Turns: TypeAlias = list[tuple[str, Blocks]]
"""The turns of a conversation, each with its role and its blocks. Neighbouring messages of the same role are one turn.
"""


class Refused(Exception):
    """The vendor's refusal of a request."""


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return Anthropic's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    request_id = f"req_011C{_base58(ids, 20)}"
    headers = {
        "content-type": "application/json",
        "anthropic-organization-id": "-".join(ids.hex(length) for length in (8, 4, 4, 4, 12)),
        "request-id": request_id,
        "x-envoy-upstream-service-time": str(ids.number(300, 900)),
    }
    try:
        body = exact_json.loads(request.body)
        _check(body, request.headers)
    except JsonError as error:
        return _refusal(f"The request body is not valid JSON: {error}", headers, request_id, ids)
    except Refused as refused:
        return _refusal(str(refused), headers, request_id, ids)
    if any(isinstance(block, TurnCompaction) for block in turn.blocks) and not _asks_for_compaction(body):
        raise Unplayable("the request does not ask for a compaction")
    turn = turn.calls_last()  # in 765 of 771 recordings, only calls follow a call
    calls = [
        (f"toolu_01{_base58(ids, 22)}", call, {} if n == turn.cut else exact_json.loads(call.arguments))
        for n, call in enumerate(turn.calls)
    ]
    fails = turn.early == "error" and body.get("stream") is True
    expected = Expected(
        calls=tuple(
            ExpectedCall(
                id=call_id,
                name=call.name,
                arguments=call.arguments if body.get("stream") and not turn.programs else exact_json.dumps(arguments),
                complete=n != turn.cut,
            )
            for n, (call_id, call, arguments) in enumerate(calls)
        ),
        text=turn.text,
        finish=turn.finish,
        reasoning=turn.reasoning or None,
        error=ProviderError(message=_FAILURE["message"], kind=_FAILURE["type"]) if fails else None,
    )
    if body.get("stream"):
        headers |= {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache"}
        chunks = paced(_stream(body, turn, calls, ids), ids)
        return Answer(status=200, headers=headers, chunks=chunks, expected=expected)
    return plain(200, headers, _message(body, turn, calls, ids), ids, expected)


def _refusal(message: str, headers: dict[str, str], request_id: str, ids: Ids) -> Answer:
    error = {"type": "invalid_request_error", "message": message}
    body = {"type": "error", "error": error, "request_id": request_id}
    return plain(400, headers | {"x-should-retry": "false"}, body, ids, expected_error(400, message, error["type"]))


def _base58(ids: Ids, length: int) -> str:
    """Return random characters from the alphabet of the vendor's ids, which lacks 0, O, I and l."""
    return "".join(_BASE58[ids.number(0, 57)] for _ in range(length))


def _message(body: dict[str, Any], turn: Turn, calls: Calls, ids: Ids) -> dict[str, Any]:
    content = list(_content_of(body, turn, calls, ids))
    stop = _stop(turn.word(_EARLY, "tool_use" if calls else "end_turn"))
    usage = _usage(body, _output_tokens(turn)) | _ran(turn) | _iterations(body, turn)
    made = {**_opening(body, ids), "content": content, **_container(turn, ids), **stop}
    return {**made, "usage": usage, **_managed(body)}


def _container(turn: Turn, ids: Ids) -> dict[str, Any]:
    """Return the key ``container`` of an answer, with the id of the container in which the vendor runs the turn's
    program. Return {} if the turn starts no program.
    """
    if not turn.programs:
        return {}
    end = datetime.fromtimestamp(ids.created() + _LIFETIME, UTC).replace(microsecond=ids.number(100_000, 999_999))
    return {"container": {"id": f"container_011C{_base58(ids, 20)}", "expires_at": f"{end:%Y-%m-%dT%H:%M:%S.%fZ}"}}


def _content_of(body: dict[str, Any], turn: Turn, calls: Calls, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the content blocks of the answer that plays ``turn``. ``body``: the body of the request."""
    left = iter(calls)
    caller = _DIRECT
    for block in turn.blocks:
        match block:
            case Thought():
                yield _thinking(block.text, ids)
            case TurnCompaction():
                yield {"type": "compaction", "content": block.summary}
            case TurnSearch():
                yield from _searched(block, ids)
            case TurnToolSearch():
                yield from _found(block, ids)
            case TurnMcpCall():
                yield from _called(block, ids)
            case TurnProgram():
                program = f"srvtoolu_01{_base58(ids, 22)}"
                code = {"code": block.python}
                yield {
                    "type": "server_tool_use",
                    "id": program,
                    "name": "code_execution",
                    "input": code,
                    "caller": caller,
                }
                caller = {"type": _CODE, "tool_id": program}
            case TurnProgramOutput():
                yield _ended(body, block)
            case TurnText():
                yield {"type": "text", "text": block.text}
            case TurnCall():
                call_id, call, arguments = next(left)
                yield _call(call_id, call.name, arguments, caller)


def _opening(body: dict[str, Any], ids: Ids) -> dict[str, Any]:
    served = "claude-haiku-4-5-20251001" if body["model"] == "claude-haiku-4-5" else body["model"]
    return {"model": served, "id": f"msg_011C{_base58(ids, 20)}", "type": "message", "role": "assistant"}


def _stop(reason: str | None) -> dict[str, str | None]:
    return {"stop_reason": reason, "stop_sequence": None, "stop_details": None}


def _call(call_id: str, name: str, arguments: Any, caller: dict[str, str]) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments, "caller": caller}


def _ended(body: dict[str, Any], output: TurnProgramOutput) -> dict[str, Any]:
    """Return the block with the output of the program that waits for the results in the request ``body``."""
    [program] = _waiting(_turns(body["messages"], ""))
    result = {"stdout": f"{output.text}\n", "stderr": "", "return_code": 0, "content": []}
    content = {"type": "code_execution_result", **result}
    return {"type": "code_execution_tool_result", "tool_use_id": program, "content": content}


def _thinking(text: str, ids: Ids) -> dict[str, str]:
    """Return a block of reasoning. The block is encrypted if the model does not show the text."""
    if not text:
        return {"type": "redacted_thinking", "data": seal.signed("", ids, _SIGNATURE, _SIGNED)}
    return {"type": "thinking", "thinking": text, "signature": seal.signed(text, ids, _SIGNATURE, _SIGNED)}


def _searched(search: TurnSearch, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield two blocks: the search that the provider makes, and the result of the search."""
    call_id = f"srvtoolu_01{_base58(ids, 22)}"
    found = {
        "type": "web_search_result",
        "title": search.title,
        "url": search.url,
        "encrypted_content": seal.signed(search.url, ids, _SIGNATURE, _SIGNED),
        "page_age": None,
    }
    yield {"type": "server_tool_use", "id": call_id, "name": "web_search", "input": {"query": search.query}}
    yield {"type": "web_search_tool_result", "tool_use_id": call_id, "content": [found]}


def _found(search: TurnToolSearch, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield two blocks: the provider's search for tools, and the result with the names of the tools that are found."""
    call_id = f"srvtoolu_01{_base58(ids, 22)}"
    asked = {
        "type": "server_tool_use",
        "id": call_id,
        "name": "tool_search_tool_bm25",
        "input": {"query": search.query},
    }
    references = [{"type": "tool_reference", "tool_name": name} for name in search.found]
    yield asked | {"caller": _DIRECT}
    content = {"type": "tool_search_tool_search_result", "tool_references": references}
    yield {"type": "tool_search_tool_result", "tool_use_id": call_id, "content": content}


def _called(call: TurnMcpCall, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield two blocks: the provider's call to an MCP server, and the result of the call."""
    call_id = f"mcptoolu_01{_base58(ids, 22)}"
    asked = exact_json.loads(call.arguments)
    yield {"type": "mcp_tool_use", "id": call_id, "name": call.tool, "input": asked, "server_name": call.server}
    content = [{"type": "text", "text": call.output}]
    yield {"type": "mcp_tool_result", "tool_use_id": call_id, "is_error": False, "content": content}


def _output_tokens(turn: Turn) -> int:
    return (
        4
        + tokens(turn.reasoning)
        + tokens(turn.text)
        + sum(tokens(call.name + call.arguments) + 30 for call in turn.calls)
    )


def _input_usage(body: dict[str, Any]) -> dict[str, int]:
    asked = tokens(exact_json.dumps([body.get("system"), body["messages"], body.get("tools")]))
    return {"input_tokens": asked, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}


def _usage(body: dict[str, Any], output_tokens: int) -> dict[str, Any]:
    return {
        **_input_usage(body),
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        "output_tokens": output_tokens,
        "service_tier": "standard",
        "inference_geo": "not_available",
    }


def _ran(turn: Turn) -> dict[str, Any]:
    """Return the usage's key ``server_tool_use`` with the number of web searches, which may be 0.

    Return {} if the provider neither searches the web nor calls an MCP server in this turn.
    """
    return (
        {"server_tool_use": {"web_search_requests": len(turn.searches), "web_fetch_requests": 0}}
        if any(isinstance(block, TurnSearch | TurnMcpCall) for block in turn.blocks)
        else {}
    )


def _asks_for_compaction(body: dict[str, Any]) -> bool:
    edits = (body.get("context_management") or {}).get("edits") or ()
    return any(edit["type"] == "compact_20260112" for edit in edits)


def _managed(body: dict[str, Any]) -> dict[str, Any]:
    """Return a dict with the member ``context_management`` of an answer, or {} if the request does not ask for
    compaction.

    The list of edits in this member is always empty, because the API does not list compactions there.
    """
    return {"context_management": {"applied_edits": []}} if _asks_for_compaction(body) else {}


def _iterations(body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """Return the key ``iterations`` of the usage, with the tokens of each compaction and of the message.

    Return {} if the request does not ask for compaction.
    """
    if not _asks_for_compaction(body):
        return {}
    summaries = [block.summary for block in turn.blocks if isinstance(block, TurnCompaction)]
    steps = [*(("compaction", tokens(summary)) for summary in summaries), ("message", _output_tokens(turn))]
    return {"iterations": [_iteration(body, kind, output_tokens) for kind, output_tokens in steps]}


def _iteration(body: dict[str, Any], kind: str, output_tokens: int) -> dict[str, Any]:
    return {
        **_input_usage(body),
        "output_tokens": output_tokens,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        "type": kind,
    }


def _stream(body: dict[str, Any], turn: Turn, calls: Calls, ids: Ids) -> Iterator[bytes]:
    def event(kind: str, **fields: Any) -> bytes:
        text = exact_json.dumps({"type": kind, **fields})
        return sse.encode(f"{text[:-1]}{' ' * ids.number(0, _MAX_PADDING)}}}", kind)

    started = {**_opening(body, ids), "content": [], **_stop(None), "usage": _usage(body, ids.number(1, 4))}
    yield event("message_start", message=started)
    pinged = False
    for index, (block, deltas) in enumerate(_blocks(body, turn, calls, ids)):
        yield event("content_block_start", index=index, content_block=block)
        if not pinged and block["type"] != "code_execution_tool_result":
            yield sse.encode('{"type": "ping"}', "ping")
            pinged = True
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta)
        if turn.early == "error":
            yield event("error", error=_FAILURE)
            return
        yield event("content_block_stop", index=index)
    stop = _stop(turn.word(_EARLY, "tool_use" if calls else "end_turn")) | _container(turn, ids)
    usage = {**_input_usage(body), "output_tokens": _output_tokens(turn)} | _ran(turn) | _iterations(body, turn)
    yield event("message_delta", delta=stop, usage=usage, **_managed(body))
    yield event("message_stop")


def _blocks(
    body: dict[str, Any], turn: Turn, calls: Calls, ids: Ids
) -> Iterator[tuple[dict[str, Any], list[dict[str, str]]]]:
    """Yield each block in the form of its start event, together with the deltas that complete the block.

    If a program makes a call, all arguments of the call are in the start event.
    """
    left = enumerate(calls)
    eager = [tool.get("name") for tool in body.get("tools") or () if tool.get("eager_input_streaming") is True]
    for block in _content_of(body, turn, calls, ids):
        match block["type"]:
            case "thinking":
                thoughts = ids.pieces(block["thinking"], 3, 24)
                yield (
                    block | {"thinking": "", "signature": ""},
                    [
                        *({"type": "thinking_delta", "thinking": piece} for piece in thoughts),
                        {"type": "signature_delta", "signature": block["signature"]},
                    ],
                )
            case "compaction":
                yield block | {"content": None}, [{"type": "compaction_delta", "content": block["content"]}]
            case "server_tool_use" | "mcp_tool_use":
                yield block | {"input": {}}, _fragments(exact_json.dumps(block["input"]), ids, *_BUFFERED)
            case "text":
                pieces = ids.pieces(block["text"], 3, 24)
                yield block | {"text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces]
            case "tool_use" if block["caller"] == _DIRECT:
                n, (_, call, arguments) = next(left)
                text = call.arguments if arguments or n == turn.cut else ""
                yield block | {"input": {}}, _fragments(text, ids, *(_EAGER if call.name in eager else _BUFFERED))
            case _:
                yield block, []


def _fragments(text: str, ids: Ids, low: int, high: int) -> list[dict[str, str]]:
    """Return the deltas of a call's arguments: an empty delta, and then pieces of ``low`` to ``high`` characters."""
    return [{"type": "input_json_delta", "partial_json": piece} for piece in ("", *ids.pieces(text, low, high))]


def _check(body: Any, headers: dict[str, str]) -> None:
    """Raise ``Refused`` for a request that the vendor refuses."""
    version = headers.get("anthropic-version", "")
    if not isinstance(body, dict):
        raise Refused("Input does not match the expected shape.")
    for key in ("model", "max_tokens", "messages"):
        _required(body, key, key)
    for key in body:
        lacks_beta = _BETAS.get(key, "") not in headers.get("anthropic-beta", "")
        if key not in _KEYS or lacks_beta or (key in _SAMPLING and version >= "2026-10-21"):
            raise Refused(f"{key}: Extra inputs are not permitted")
    if not isinstance(body["model"], str) or not body["model"]:
        raise Refused("model: String should have at least 1 character")
    limit = body["max_tokens"]
    if not isinstance(limit, int) or isinstance(limit, bool):
        raise Refused("max_tokens: Input should be a valid integer")
    if limit > _MAX_OUTPUT:
        raise Refused(
            f"max_tokens: {limit} > {_MAX_OUTPUT}, which is the maximum allowed number of output tokens "
            f"for {body['model']}"
        )
    tools = [] if body.get("tools") is None else _list(body["tools"], "tools")
    _check_tools(tools)
    _check_servers(body, tools)
    _check_choice(body, tools)
    turns = _turns(body["messages"], version)
    if _thinks(body):
        _check_thinking(turns)
    _check_searches(turns)
    _check_mcp_calls(turns)
    _check_pairs(turns)
    if _waiting(turns) and not body.get("container"):
        raise Refused(
            "container_id is required when there are pending tool uses generated by code execution with tools."
        )
    _check_end(body, turns)


def _required(value: dict[str, Any], key: str, place: str) -> Any:
    if key not in value:
        raise Refused(f"{place}: Field required")
    return value[key]


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused(f"{place}: Input does not match the expected shape.")
    return value


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise Refused(f"{place}: Input should be a valid list")
    return value


def _only(value: dict[str, Any], keys: tuple[str, ...], place: str) -> None:
    for key in value:
        if key not in keys:
            raise Refused(f"{place}.{key}: Extra inputs are not permitted")


def _unknown_tag(tag: Any, tags: tuple[str, ...], place: str) -> Refused:
    words = ", ".join(f"'{word}'" for word in tags)
    return Refused(f"{place}: Input tag '{tag}' found using 'type' does not match any of the expected tags: {words}")


def _matches(value: Any, pattern: re.Pattern[str], place: str) -> None:
    if not isinstance(value, str):
        raise Refused(f"{place}: Input should be a valid string")
    if not pattern.fullmatch(value):
        raise Refused(f"{place}: String should match pattern '^{pattern.pattern}$'")


def _check_tools(tools: list[Any]) -> None:
    strict = []
    for n, tool in enumerate(tools):
        kind = _object(tool, f"tools.{n}").get("type")
        if isinstance(kind, str) and _HOSTED_TOOL.fullmatch(kind):
            continue
        if kind not in (None, "custom"):
            raise _unknown_tag(kind, ("bash_20250124", "custom", "text_editor_20250728"), f"tools.{n}")
        _check_tool(tool, f"tools.{n}.custom")
        if tool.get("strict") is True:
            strict.append((f"tools.{n}.custom", list(_schemas(tool["input_schema"]))))
    names = [tool["name"] for tool in tools if "name" in tool]
    if any(name in names[:n] for n, name in enumerate(names)):
        raise Refused("tools: Tool names must be unique.")
    _check_strict(strict)


def _check_servers(body: dict[str, Any], tools: list[dict[str, Any]]) -> None:
    """Refuse a request in which ``mcp_servers`` and the tools of the type ``mcp_toolset`` do not belong together.

    Each server must be named by exactly 1 of these tools, and each of these tools must name a server.
    """
    servers = [server.get("name") for server in _list(body.get("mcp_servers") or [], "mcp_servers")]
    named = [tool.get("mcp_server_name") for tool in tools if tool.get("type") == "mcp_toolset"]
    if sorted(map(str, named)) != sorted(map(str, servers)):
        raise Refused(
            "tools: each `mcp_toolset` must name an entry of `mcp_servers`, and each entry must be named once"
        )


def _check_tool(tool: dict[str, Any], place: str) -> None:
    _matches(_required(tool, "name", f"{place}.name"), _NAME, f"{place}.name")
    schema = _object(_required(tool, "input_schema", f"{place}.input_schema"), f"{place}.input_schema")
    if _required(schema, "type", f"{place}.input_schema.type") != "object":
        raise Refused(f"{place}.input_schema.type: Input should be 'object'")
    _only(tool, _TOOL_KEYS, place)


def _check_strict(strict: list[tuple[str, list[dict[str, Any]]]]) -> None:
    if len(strict) > _MAX_STRICT:
        raise Refused(
            f"Too many strict tools ({len(strict)}). The maximum number of strict tools supported is {_MAX_STRICT}. "
            "Try reducing the number of tools marked as strict."
        )
    for place, schemas in strict:
        for schema in schemas:
            if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
                raise Refused(f"{place}: For 'object' type, 'additionalProperties' must be explicitly set to false")
    every = [schema for _, schemas in strict for schema in schemas]
    optional = sum(len(_properties(schema).keys() - set(map(str, _items(schema, "required")))) for schema in every)
    if optional > _MAX_OPTIONAL:
        raise Refused(
            f"Schemas contains too many optional parameters ({optional}), which would make grammar compilation "
            "inefficient. Reduce the number of optional parameters in your tool schemas "
            f"(limit: {_MAX_OPTIONAL})."
        )
    unions = sum("anyOf" in schema or isinstance(schema.get("type"), list) for schema in every)
    if unions > _MAX_UNIONS:
        raise Refused(
            f"Schemas contains too many parameters with union types ({unions} parameters with type arrays or anyOf). "
            "This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters "
            f"(limit: {_MAX_UNIONS} parameters with unions)."
        )


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _items(schema: dict[str, Any], key: str) -> list[Any]:
    items = schema.get(key)
    return items if isinstance(items, list) else []


def _schemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas that it contains."""
    if isinstance(schema, dict):
        yield schema
        definitions = schema.get("$defs")
        inner = [*_properties(schema).values(), *_items(schema, "anyOf"), schema.get("items")]
        inner += definitions.values() if isinstance(definitions, dict) else ()
        for part in inner:
            yield from _schemas(part)


def _check_choice(body: dict[str, Any], tools: list[Any]) -> None:
    if "tool_choice" not in body:
        return
    choice = body["tool_choice"]
    if not isinstance(choice, dict):
        raise Refused("tool_choice: Input should be an object")
    kind = _required(choice, "type", "tool_choice.type")
    if not isinstance(kind, str) or kind not in _CHOICE_KEYS:
        raise _unknown_tag(kind, tuple(_CHOICE_KEYS), "tool_choice")
    if kind == "tool":
        _required(choice, "name", "tool_choice.tool.name")
    _only(choice, _CHOICE_KEYS[kind], f"tool_choice.{kind}")
    if kind not in ("any", "tool"):
        return
    if not tools:
        raise Refused("tool_choice: tool_choice may only be specified while providing tools.")
    if kind == "tool" and choice["name"] not in [tool.get("name") for tool in tools]:
        raise Refused(f"tool_choice: Tool '{choice['name']}' not found in provided tools")
    if _thinks(body):
        raise Refused("Thinking may not be enabled when tool_choice forces tool use.")


def _thinks(body: dict[str, Any]) -> bool:
    thinking = body.get("thinking")
    return isinstance(thinking, dict) and thinking.get("type") == "enabled"


def _turns(messages: Any, version: str) -> Turns:
    """Return the messages of a request, grouped into turns. ``version``: the version of the API that the request names.

    Raises ``Refused`` for an invalid message, and for a misplaced system message.
    """
    turns: Turns = []
    before = None
    if not _list(messages, "messages"):
        raise Refused("messages: at least one message is required")
    for n, message in enumerate(messages):
        role = _required(_object(message, f"messages.{n}"), "role", f"messages.{n}.role")
        content = _required(message, "content", f"messages.{n}.content")
        if role == "system" and before != "user":
            raise Refused(
                'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, '
                'not "system" as an input message role.'
            )
        if role not in ("user", "assistant", "system"):
            raise Refused(f'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant".')
        _only(message, ("role", "content"), f"messages.{n}")
        blocks = _content(content, f"messages.{n}")
        if not blocks and (role != "assistant" or n + 1 < len(messages)):
            raise Refused(
                f"messages.{n}: all messages must have non-empty content except for the optional final "
                "assistant message"
            )
        for place, block in blocks:
            _check_block(block, role, version, place)
        if before == "system" and role == "user":
            raise Refused(f"messages.{n - 1}: role 'system' must precede an 'assistant' message or end the array")
        before = role
        if role == "system":
            continue
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(blocks)
        else:
            turns.append((role, blocks))
    return turns


def _content(content: Any, place: str) -> Blocks:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}] if content else []
    blocks = enumerate(_list(content, f"{place}.content"))
    return [(f"{place}.content.{m}", _object(block, f"{place}.content.{m}")) for m, block in blocks]


def _check_block(block: dict[str, Any], role: str, version: str, place: str) -> None:
    kind = _required(block, "type", f"{place}.type")
    if not isinstance(kind, str) or not (kind in _BLOCK_KEYS or kind in _OTHER_BLOCKS or kind.endswith("_tool_result")):
        raise _unknown_tag(kind, (*_BLOCK_KEYS, *_OTHER_BLOCKS), place)
    if kind == "text":
        _check_text(block, place)
    elif kind == "tool_use":
        _check_call(block, role, place)
    elif kind == "tool_result":
        _check_result(block, role, place)
    elif kind == "tool_addition":
        _check_addition(block, role, f"{place}.tool_addition")
    if kind in _BLOCK_KEYS:
        _only(block, _BLOCK_KEYS[kind], f"{place}.{kind}")
    if version >= "2026-10-21":
        if kind == "document" and role == "assistant":
            raise Refused(f"{place}: `document` blocks are not permitted in `assistant` messages")
        if kind == "text" and role == "user" and block.get("citations"):
            raise Refused(f"{place}.text.citations: `citations` must be empty in `user` messages")


def _check_text(block: dict[str, Any], place: str) -> None:
    text = _required(block, "text", f"{place}.text.text")
    if not isinstance(text, str):
        raise Refused(f"{place}.text.text: Input should be a valid string")
    if not text:
        raise Refused("messages: text content blocks must be non-empty")


def _check_call(block: dict[str, Any], role: str, place: str) -> None:
    _matches(_required(block, "id", f"{place}.tool_use.id"), _CALL_ID, f"{place}.tool_use.id")
    if not isinstance(_required(block, "name", f"{place}.tool_use.name"), str):
        raise Refused(f"{place}.tool_use.name: Input should be a valid string")
    if not isinstance(_required(block, "input", f"{place}.tool_use.input"), dict):
        raise Refused(f"{place}.tool_use.input: Input should be a valid dictionary")
    if role != "assistant":
        raise Refused(f"{place}: `tool_use` blocks can only be in `assistant` messages")


def _check_addition(block: dict[str, Any], role: str, place: str) -> None:
    tool = _object(_required(block, "tool", f"{place}.tool"), f"{place}.tool")
    kind = _required(tool, "type", f"{place}.tool.type")
    if kind == "tool_definition":
        definition = _object(_required(tool, "definition", f"{place}.tool.definition"), f"{place}.tool.definition")
        if definition.get("type") in (None, "custom"):
            _check_tool(definition, f"{place}.tool.definition")
    if role != "system":
        raise Refused(f"{place}: `tool_addition` blocks can only be in `system` messages")


def _check_result(block: dict[str, Any], role: str, place: str) -> None:
    place_of_id = f"{place}.tool_result.tool_use_id"
    _matches(_required(block, "tool_use_id", place_of_id), _CALL_ID, place_of_id)
    content = block.get("content")
    if content is not None and not isinstance(content, str):
        for m, part in enumerate(_list(content, f"{place}.tool_result.content")):
            inner = f"{place}.tool_result.content.{m}"
            kind = _required(_object(part, inner), "type", f"{inner}.type")
            if kind not in _RESULT_BLOCKS:
                raise _unknown_tag(kind, _RESULT_BLOCKS, inner)
    if role != "user":
        raise Refused(f"{place}: `tool_result` blocks can only be in `user` messages")


def _check_pairs(turns: Turns) -> None:
    """Refuse a history whose calls and results do not belong together.

    Each call must have exactly 1 result, at the beginning of the user's next turn. Each result must answer a call in
    the assistant's turn before it.
    """
    called: list[str] = []
    for n, (role, blocks) in enumerate(turns):
        if role == "assistant":
            called = _calls(blocks)
            following = turns[n + 1][1] if n + 1 < len(turns) else []
            _all_answered(blocks, _leading_results(following))
            continue
        answered: list[str] = []
        for place, block in blocks:
            if block["type"] != "tool_result":
                continue
            call_id = block["tool_use_id"]
            if call_id not in called:
                raise Refused(
                    f"{place}: unexpected `tool_use_id` found in `tool_result` blocks: {call_id}. Each `tool_result` "
                    "block must have a corresponding `tool_use` block in the previous message."
                )
            if call_id in answered:
                raise Refused(
                    f"{place}: each tool_use must have a single result. Found multiple `tool_result` blocks "
                    f"with id: {call_id}"
                )
            answered.append(call_id)
        called = []


def _calls(blocks: Blocks) -> list[str]:
    """Return the ids of the calls. Raises ``Refused`` if an id is repeated within a message. Different messages may
    have the same id.
    """
    seen: list[tuple[str, str]] = []
    for place, block in blocks:
        if block["type"] == "tool_use":
            message = place.partition(".content.")[0]
            if (message, block["id"]) in seen:
                raise Refused(f"{place}: `tool_use` ids must be unique")
            seen.append((message, block["id"]))
    return [call_id for _, call_id in seen]


def _leading_results(blocks: Blocks) -> set[str]:
    answered: set[str] = set()
    for _, block in blocks:
        if block["type"] != "tool_result":
            break
        answered.add(block["tool_use_id"])
    return answered


def _all_answered(blocks: Blocks, answered: set[str]) -> None:
    waiting = [
        (place, block["id"]) for place, block in blocks if block["type"] == "tool_use" and block["id"] not in answered
    ]
    if waiting:
        message = waiting[0][0].partition(".content.")[0]
        raise Refused(
            f"{message}: `tool_use` ids were found without `tool_result` blocks immediately after: "
            f"{', '.join(call_id for _, call_id in waiting)}. Each `tool_use` block must have a corresponding "
            "`tool_result` block in the next message."
        )


def _check_thinking(turns: Turns) -> None:
    """Refuse altered thinking: a thinking block whose signature does not fit its text, or an encrypted block whose
    digest is wrong.
    """
    for _, blocks in turns:
        for place, block in blocks:
            if block["type"] == "thinking":
                signature = _required(block, "signature", f"{place}.thinking.signature")
                if not seal.signs(signature, str(_required(block, "thinking", f"{place}.thinking.thinking"))):
                    raise Refused(f"{place}: Invalid `signature` in `thinking` block")
            if block["type"] == "redacted_thinking":
                data = _required(block, "data", f"{place}.redacted_thinking.data")
                if not seal.signs(data, ""):
                    raise Refused(f"{place}: Invalid `data` in `redacted_thinking` block")


def _waiting(turns: Turns) -> set[str]:
    """Return the ids of the programs that wait for the results in the last turn."""
    before = turns[-2][1] if len(turns) > 1 and turns[-1][0] == "user" else []
    callers = [block["caller"] for _, block in before if block["type"] == "tool_use" and block.get("caller")]
    return {caller["tool_id"] for caller in callers if "tool_id" in caller}


def _check_searches(turns: Turns) -> None:
    """Refuse a call of the provider's own tool, such as a search, without a result in the same turn.

    A program that still waits for the results of its calls needs no result. Refuse also the result of a web search
    without its search, and an altered result.
    """
    waiting = _waiting(turns)
    for _, blocks in turns:
        ran = [block["id"] for _, block in blocks if block["type"] == "server_tool_use"]
        found = [block.get("tool_use_id") for _, block in blocks if block["type"] in _SERVER_RESULTS.values()]
        for place, block in blocks:
            if block["type"] == "server_tool_use" and block["id"] not in found and block["id"] not in waiting:
                name = str(block.get("name"))
                raise Refused(
                    f"{place}: `{name}` tool use with id `{block['id']}` was found without a corresponding "
                    f"`{_SERVER_RESULTS.get(name, f'{name}_tool_result')}` block"
                )
            if block["type"] != "web_search_tool_result":
                continue
            if block.get("tool_use_id") not in ran:
                raise Refused(
                    f"{place}: unexpected `tool_use_id` found in `web_search_tool_result` blocks: "
                    f"{block.get('tool_use_id')}. Each `web_search_tool_result` block must have a corresponding "
                    "`server_tool_use` block before it."
                )
            for m, page in enumerate(block["content"] if isinstance(block.get("content"), list) else ()):
                if not seal.signs(page.get("encrypted_content"), str(page.get("url"))):
                    raise Refused(f"{place}.content.{m}: Invalid `encrypted_content` in `search_result` block")


def _check_mcp_calls(turns: Turns) -> None:
    """Refuse a turn that has a call to an MCP server without its result, or such a result without its call."""
    for _, blocks in turns:
        called = [(place, str(block.get("id"))) for place, block in blocks if block["type"] == "mcp_tool_use"]
        found = [
            (place, str(block.get("tool_use_id"))) for place, block in blocks if block["type"] == "mcp_tool_result"
        ]
        for here, there, kind in ((called, found, "mcp_tool_result"), (found, called, "mcp_tool_use")):
            for place, call_id in here:
                if call_id not in [other for _, other in there]:
                    raise Refused(f"{place}: `{call_id}` was found without a corresponding `{kind}` block")


def _check_end(body: dict[str, Any], turns: Turns) -> None:
    """Refuse a history whose last block is a text of the assistant that ends with blanks.

    If thinking is enabled and the last turn has results, also refuse a history in which the turn with their calls does
    not begin with thinking.
    """
    role, blocks = turns[-1]
    last = blocks[-1][1] if blocks else {}
    if role == "assistant" and last.get("type") == "text" and last["text"] != last["text"].rstrip():
        raise Refused("messages: final assistant content cannot end with trailing whitespace")
    if _thinks(body) and role == "user" and len(turns) > 1 and _leading_results(blocks):
        place, first = turns[-2][1][0]
        if first["type"] not in ("thinking", "redacted_thinking"):
            raise Refused(
                f"{place}.type: Expected `thinking` or `redacted_thinking`, but found `{first['type']}`. When "
                "`thinking` is enabled, a final `assistant` message must start with a thinking block."
            )
