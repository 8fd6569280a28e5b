"""A stand-in for OpenAI Responses.

The stand-in plays GPT-4.1 mini, which has no reasoning items, and GPT-5 mini, which has reasoning items with or without
a summary. Phases, namespaces, tool search and programs are as in recordings of GPT-5.4 and GPT-5.6 Sol. Items that add
tools are as in a recording of GPT-6 Astra. Calls to MCP servers, and requests for their approval, are as in recordings
of GPT-5 mini up to 2025-12-22. Each block of a turn becomes an item: a text becomes a message, and a call becomes a
``function_call``. The response echoes ``store`` and all other settings. Sources: public recordings up to 2026-08-19
(the keys and their order, obfuscation that pads pieces to a multiple of 16 characters, item ids that share the
response's prefix), and OpenAI's OpenAPI description (``Response``, ``InputItem``, ``FunctionToolParam``,
``ToolChoiceParam``, read 2026-08-21). Recordings of the first two models end at 2026-06-24. ``tool_usage``,
``output_schema``, ``cache_write_tokens`` and ``reasoning.mode`` are taken from OpenAI's other models: all recordings of
these models since 2026-07-22 have these keys. No recording shows the end of a program, so the form of
``program_output`` is from openai 3.54.0 (PyPI).

A compaction has the form of a recording of GPT-5.2. In that recording, the compaction follows the text of the answer.
In answers of the stand-in, the compaction is the first item, because the server compacts the conversation before the
model continues (developers.openai.com, Compaction, read 2026-11-30).

A response in the background is ``queued`` first, as in the log that BerriAI/litellm#19899 quotes. No recording shows
such a stream. The event ``response.queued`` is from openai 3.54.0 (PyPI). It follows ``response.created``, as
its sequence number in the example of the OpenAPI description shows.

A function without ``strict`` becomes strict, as in every recording. The response echoes the changed schema.

Recordings and issue threads quote the messages about calls without outputs, outputs without calls, reasoning without
the item that followed it, item ids of a wrong kind (only the end of the message), Chat's role ``tool``, a choice that
names no tool, schemas that are not strict, and calls without their namespace. The other messages, for example about
altered encrypted reasoning, are written from memory, or follow the vendor's pattern for the same kind of error. The
same applies to each ``param`` that no recording shows.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import msgspec

from conformance.standins import openai, seal
from conformance.standins.openai import Refused
from conformance.standins.script import (
    Answer,
    Early,
    Ids,
    Thought,
    Turn,
    TurnApprovalRequest,
    TurnCall,
    TurnCompaction,
    TurnMcpCall,
    TurnProgram,
    TurnProgramOutput,
    TurnSearch,
    TurnText,
    TurnToolSearch,
    Unplayable,
    paced,
    tokens,
)
from toolwire.model import Expected, ExpectedApproval, ExpectedCall, ProviderError
from toolwire.wire import exact_json, sse
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_NAME_LENGTH: Final = 128
_ID_LENGTH: Final = 64
_LEAST_OUTPUT: Final = 16
_BLOCK: Final = 16
_CONTENTS: Final = 2
"""The maximum number of texts in the content of a message."""
_EARLY: Final[dict[Early, str]] = {"length": "max_output_tokens", "content_filter": "content_filter"}
_ROLES: Final = ("assistant", "system", "developer", "user")
_CHOICES: Final = ("none", "auto", "required")
_NAMED: Final = ("function", "custom")
_MOVED: Final = {
    "messages": "input",
    "max_tokens": "max_output_tokens",
    "max_completion_tokens": "max_output_tokens",
    "response_format": "text.format",
    "reasoning_effort": "reasoning.effort",
}
_ITEM_TYPES: Final = (
    "additional_tools", "apply_patch_call", "apply_patch_call_output", "code_interpreter_call", "compaction",
    "compaction_trigger", "computer_call", "computer_call_output", "custom_tool_call", "custom_tool_call_output",
    "file_search_call", "function_call", "function_call_output", "image_generation_call", "item_reference",
    "local_shell_call", "local_shell_call_output", "mcp_approval_request", "mcp_approval_response", "mcp_call",
    "mcp_list_tools", "message", "program", "program_output", "reasoning", "shell_call", "shell_call_output",
    "tool_search_call", "tool_search_output", "web_search_call",
)  # fmt: skip
_TOOL_TYPES: Final = (
    "apply_patch", "code_interpreter", "computer", "computer_use_preview", "custom", "file_search", "function",
    "image_generation", "local_shell", "mcp", "namespace", "programmatic_tool_calling", "shell", "tool_search",
    "web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11",
)  # fmt: skip
_CHOICE_TYPES: Final = ("allowed_tools", *(word for word in _TOOL_TYPES if word not in ("namespace", "tool_search")))
_ASSISTANT_PARTS: Final = ("output_text", "refusal")
_PARTS: Final = (
    "input_text", "input_image", "output_text", "refusal", "input_file", "computer_screenshot", "summary_text",
)  # fmt: skip
_OUTPUT_PARTS: Final = ("input_text", "input_image", "input_file")
_NOT_JSON: Final = (
    "Invalid body: failed to parse JSON value. Please check the value to ensure it is valid JSON. (Common errors "
    "include trailing commas, missing closing brackets, missing quotation marks, etc.)"
)
_TEXT_OR_LIST: Final = "one of an array of objects or string"
_ITEM_IDS: Final = {"function_call": "fc", "message": "msg", "reasoning": "rs"}
_ANSWERS: Final = {"function_call": "function call", "custom_tool_call": "custom tool call"}
_ENCRYPTED: Final = "reasoning.encrypted_content"
_FAILURE: Final = {"code": "server_error", "message": "The model failed to generate a response."}
"""The error of a response that fails. The code is from the OpenAPI description, and the project wrote the message."""
_QUEUED: Final = {"status": "queued"}
"""The status of a response that waits in the background."""
_FERNET: Final = "80000000006"
"""The first bytes of encrypted content, in hexadecimal: a version, and the start of the time."""
_MOST_TICKS: Final = 0x200
"""The maximum difference between the counters (see ``_ItemIds``) in the ids of two neighbouring items.

A counter has four hexadecimal digits. With this maximum, it does not overflow in a response of up to 96 items.
"""
_HAS_PHASES: Final = re.compile(r"gpt-(?:5\.[4-9]|[6-9])")
"""The models whose messages have a phase. In recordings these are GPT-5.4 and all later models."""
_URL_SAFE: Final = str.maketrans("+/", "-_")
_NO_PARAMETERS: Final = {"type": "object", "properties": {}}
_NO_TOOL_USAGE: Final = {
    "image_gen": {
        "input_tokens": 0,
        "input_tokens_details": {"image_tokens": 0, "text_tokens": 0},
        "output_tokens": 0,
        "output_tokens_details": {"image_tokens": 0, "text_tokens": 0},
        "total_tokens": 0,
    },
    "web_search": {"num_requests": 0},
}


_Item: TypeAlias = (
    Thought
    | TurnCompaction
    | TurnSearch
    | TurnToolSearch
    | TurnMcpCall
    | TurnApprovalRequest
    | TurnProgram
    | TurnProgramOutput
    | TurnCall
)
"""A block of a turn that becomes a separate item. Texts are not included, because two texts may share an item."""


class _ItemIds:
    """A generator of ids for a response and its items.

    An id consists of the kind of the item, a prefix, the time in seconds, a counter of four hexadecimal digits, four
    fixed digits, and random digits. All ids of a response have the same prefix and the same fixed digits. The counter
    increases from item to item, as in all recorded answers.
    """

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._prefix = ids.hex(16)
        self._mark = f"8{ids.hex(3)}"
        self._ticks = 0

    def make(self, kind: str) -> str:
        end = "89ab"[self._ids.number(0, 3)] + self._ids.hex(15)
        drawn = int(self._ids.hex(4), 16)
        self._ticks += drawn % _MOST_TICKS + 1 if self._ticks else drawn // 4 + 1
        return f"{kind}_{self._prefix}01{self._ids.created():08x}{self._ticks:04x}{self._mark}{end}"


def answer(request: WireRequest, turn: Turn, ids: Ids) -> Answer:
    """Return OpenAI's answer to a request: an answer with the content of ``turn``, or a refusal.

    Raises ``Unplayable`` (see ``StandIn.answer``).
    """
    try:
        body = exact_json.loads(request.body)
        _check(body)
    except JsonError:
        return openai.refusal(Refused(_NOT_JSON, code="invalid_json"), ids)
    except Refused as refused:
        return openai.refusal(refused, ids)
    turn = turn.calls_last()
    item_ids = _ItemIds(ids)
    response = _response(body, item_ids.make("resp"), ids)
    items = list(_items(body, turn, item_ids, ids))
    fails = turn.early == "error" and body.get("stream") is True
    if turn.early and items:
        items[-1] = items[-1] | {"status": "incomplete"}
    calls = tuple(
        ExpectedCall(
            id=item["call_id"],
            name=item["name"],
            arguments=item["arguments"],
            complete=item["status"] != "incomplete",
        )
        if item["type"] == "function_call"
        else ExpectedCall(id=item["call_id"], name=item["name"], arguments=item["input"], kind="custom")
        for item in items
        if item["type"] in _ANSWERS
    )
    expected = Expected(
        calls=calls,
        approvals=tuple(
            ExpectedApproval(id=item["id"], name=item["name"], arguments=item["arguments"], server=item["server_label"])
            for item in items
            if item["type"] == "mcp_approval_request"
        ),
        text=turn.text,
        finish=turn.finish,
        reasoning=turn.reasoning or None,
        error=ProviderError(message=_FAILURE["message"], code=_FAILURE["code"]) if fails else None,
    )
    completed = response | {
        **({"status": "failed", "error": _FAILURE} if fails else _ended(turn, ids)),
        "output": items,
        "service_tier": "default",
        "usage": _usage(body, turn),
    }
    if turn.searches:
        completed["tool_usage"] = _NO_TOOL_USAGE | {"web_search": {"num_requests": len(turn.searches)}}
    if body.get("stream"):
        headers = openai.headers(ids, "text/event-stream; charset=utf-8", limits=False)
        frames = _frames(_events(response, completed, _obfuscator(body, ids), ids))
        return Answer(status=200, headers=headers, chunks=paced(frames, ids), expected=expected)
    headers = openai.headers(ids, "application/json", limits=True)
    whole = openai.whole(headers, openai.spread(completed, ascii_only=True), ids, expected)
    if not response["background"]:
        return whole
    headers = openai.headers(ids, "application/json", limits=True)
    queued = openai.whole(headers, openai.spread(response | _QUEUED, ascii_only=True), ids, None)
    return msgspec.structs.replace(whole, pending=queued)


def _ended(turn: Turn, ids: Ids) -> dict[str, Any]:
    """Return the keys about the end of a response: its status, and the time or the reason of its end."""
    completed = ids.created() + ids.number(1, 2)
    if turn.early is None:
        return {"status": "completed", "completed_at": completed}
    return {"status": "incomplete", "incomplete_details": {"reason": turn.word(_EARLY, "")}}


def _response(body: dict[str, Any], response_id: str, ids: Ids) -> dict[str, Any]:
    """Return the response object at its start, which repeats the settings in the request ``body``."""

    def echo(key: str, default: Any) -> Any:
        return default if body.get(key) is None else body[key]

    billing = {} if body.get("stream") else {"billing": {"payer": "developer"}}
    return {
        "id": response_id,
        "object": "response",
        "created_at": ids.created(),
        "status": "in_progress",
        "background": body.get("background") is True,
        **billing,
        "completed_at": None,
        **_conversation(body),
        "error": None,
        "frequency_penalty": 0.0,
        "incomplete_details": None,
        "instructions": echo("instructions", None),
        "max_output_tokens": echo("max_output_tokens", None),
        "max_tool_calls": echo("max_tool_calls", None),
        "model": openai.served(body["model"]),
        "moderation": None,
        "output": [],
        "parallel_tool_calls": echo("parallel_tool_calls", True),
        "presence_penalty": 0.0,
        "previous_response_id": echo("previous_response_id", None),
        "prompt_cache_key": echo("prompt_cache_key", None),
        "prompt_cache_retention": echo("prompt_cache_retention", "in_memory"),
        "reasoning": {"context": None, "effort": None, "mode": "standard", "summary": None} | echo("reasoning", {}),
        "safety_identifier": echo("safety_identifier", None),
        "service_tier": "auto",
        "store": echo("store", True),
        "temperature": echo("temperature", 1.0),
        "text": {"format": {"type": "text"}, "verbosity": "medium"} | echo("text", {}),
        "tool_choice": echo("tool_choice", "auto"),
        "tool_usage": _NO_TOOL_USAGE,
        "tools": [_echoed(tool) for tool in (*echo("tools", []), *_added(body))],
        "top_logprobs": echo("top_logprobs", 0),
        "top_p": echo("top_p", 1.0),
        "truncation": echo("truncation", "disabled"),
        "usage": None,
        "user": echo("user", None),
        "metadata": echo("metadata", {}),
    }


def _conversation(body: dict[str, Any]) -> dict[str, Any]:
    """Return the key ``conversation`` of the response. Return {} if the request belongs to no conversation."""
    conversation = body.get("conversation")
    if not conversation:
        return {}
    return {"conversation": conversation if isinstance(conversation, dict) else {"id": conversation}}


def _added(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tools that items of the input add. The response shows them after the tools of the request."""
    for item in _input(body):
        if item.get("type") == "additional_tools":
            yield from item["tools"]


def _echoed(tool: dict[str, Any]) -> dict[str, Any]:
    """Return a tool in the form in which the response shows it.

    Settings that the request leaves out have their default values. Of a function, only the fields that the vendor reads
    are shown.
    """
    if tool["type"] == "web_search":
        where = {"type": "approximate", "city": None, "country": "US", "region": None, "timezone": None}
        return {"type": "web_search", "filters": None, "search_context_size": "medium", "user_location": where} | tool
    if tool["type"] == "mcp":
        unset = ("allowed_tools", "headers", "server_description")
        return {"type": "mcp", **dict.fromkeys(unset), "require_approval": "always"} | tool
    if tool["type"] == "tool_search":
        return {"description": None, "parameters": None} | tool
    if tool["type"] == "custom":
        return {"format": {"type": "text"}} | tool
    if tool["type"] != "function":
        return tool
    parameters = tool.get("parameters") or _NO_PARAMETERS
    return {
        "type": "function",
        **{key: tool[key] for key in ("allowed_callers", "defer_loading") if key in tool},
        "description": tool.get("description"),
        "name": tool["name"],
        "output_schema": tool.get("output_schema"),
        "parameters": parameters if "strict" in tool else _made_strict(parameters),
        "strict": tool["strict"] is True if "strict" in tool else True,
    }


def _made_strict(schema: Any) -> Any:
    """Return a schema in which every object requires all of its properties.

    An object keeps its ``additionalProperties``. Without this keyword, it gets ``additionalProperties: false``.
    """
    if isinstance(schema, list):
        return [_made_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("properties", "$defs", "definitions") and isinstance(value, dict):
            made[key] = {name: _made_strict(inner) for name, inner in value.items()}
        else:
            made[key] = _made_strict(value) if key in ("items", "anyOf", "oneOf", "allOf") else value
    properties = made.get("properties")
    if made.get("type") == "object" or isinstance(properties, dict):
        required = made["required"] if isinstance(made.get("required"), list) else []
        names = properties if isinstance(properties, dict) else {}
        made["required"] = [*required, *(name for name in names if name not in required)]
        made.setdefault("additionalProperties", False)
    return made


def _items(body: dict[str, Any], turn: Turn, item_ids: _ItemIds, ids: Ids) -> Iterator[dict[str, Any]]:
    """Yield the items of the answer that plays ``turn``. Two neighbouring texts become two contents of a message.

    Raises ``Unplayable`` for a block that the vendor does not produce for this request.
    """
    spaces = {name: space for name, space in _spaces(body) if space}
    caller: dict[str, Any] = {}
    for block in _paired_texts(turn):
        match block:
            case Thought(text):
                summary = [{"type": "summary_text", "text": text}] if text else []
                item = {"id": item_ids.make("rs"), "type": "reasoning", "content": [], "summary": summary}
                if _ENCRYPTED in (body.get("include") or ()):
                    item["encrypted_content"] = seal.signed("", ids, _FERNET, 380).translate(_URL_SAFE)
                yield item
            case TurnCompaction():
                if not _asks_for_compaction(body):
                    raise Unplayable("the request does not ask for a compaction")
                encrypted = seal.signed("", ids, _FERNET, 380).translate(_URL_SAFE)
                yield {"id": item_ids.make("cmp"), "type": "compaction", "encrypted_content": encrypted}
            case TurnSearch(query=query):
                action = {"type": "search", "queries": [query], "query": query}
                yield {"id": item_ids.make("ws"), "type": "web_search_call", "status": "completed", "action": action}
            case TurnToolSearch():
                yield from _tool_search(body, block, item_ids)
            case TurnMcpCall() | TurnApprovalRequest():
                yield from _listed(body, block, item_ids)
                yield _mcp_call(body, block, item_ids)
            case TurnProgram(code):
                call_id = f"call_{ids.alnum(24)}"
                caller = {"caller": {"type": "program", "caller_id": call_id}}
                mark = seal.signed(code, ids, _FERNET, 380).translate(_URL_SAFE)
                yield {
                    "id": item_ids.make("cm"),
                    "type": "program",
                    "call_id": call_id,
                    "code": code,
                    "fingerprint": mark,
                }
            case TurnProgramOutput(text):
                yield {
                    "id": item_ids.make("cmo"),
                    "type": "program_output",
                    "call_id": _program(body),
                    "result": text,
                    "status": "completed",
                }
            case tuple():
                phase = {"phase": "commentary" if turn.calls else "final_answer"}
                yield {
                    "id": item_ids.make("msg"),
                    "type": "message",
                    "status": "completed",
                    "content": [
                        {"type": "output_text", "annotations": [], "logprobs": [], "text": text.text} for text in block
                    ],
                    **(phase if _HAS_PHASES.match(body["model"]) else {}),
                    "role": "assistant",
                }
            case TurnCall(custom=True):
                yield {
                    "id": item_ids.make("ctc"),
                    "type": "custom_tool_call",
                    "status": "completed",
                    "call_id": f"call_{ids.alnum(24)}",
                    "input": block.arguments,
                    "name": block.name,
                }
            case TurnCall():
                yield {
                    "id": item_ids.make("fc"),
                    "type": "function_call",
                    "status": "in_progress" if caller else "completed",
                    "arguments": block.arguments,
                    "call_id": f"call_{ids.alnum(24)}",
                    **caller,
                    "name": block.name,
                    **({"namespace": spaces[block.name]} if block.name in spaces else {}),
                }


def _asks_for_compaction(body: dict[str, Any]) -> bool:
    return any(entry["type"] == "compaction" for entry in body.get("context_management") or ())


def _tool_search(body: dict[str, Any], search: TurnToolSearch, item_ids: _ItemIds) -> Iterator[dict[str, Any]]:
    """Yield the items of a search for tools that the provider runs: the search, and the tools that it finds."""
    done = {"status": "completed", "call_id": None, "execution": "server"}
    echoed = [_echoed(tool) for tool in body["tools"] if tool.get("name") in search.found]
    found = [{key: value for key, value in tool.items() if key != "output_schema"} for tool in echoed]
    arguments = {"paths": list(search.found)}
    yield {"id": item_ids.make("tsc"), "type": "tool_search_call", **done, "arguments": arguments}
    yield {"id": item_ids.make("tso"), "type": "tool_search_output", **done, "tools": found}


def _listed(
    body: dict[str, Any], call: TurnMcpCall | TurnApprovalRequest, item_ids: _ItemIds
) -> Iterator[dict[str, Any]]:
    """Yield the item with the list of an MCP server's tools. Yield nothing if the input already has an item with this
    list.
    """
    if any(item.get("type") == "mcp_list_tools" and item.get("server_label") == call.server for item in _input(body)):
        return
    listed = {
        "annotations": {"read_only": False},
        "description": call.description,
        "input_schema": call.parameters,
        "name": call.tool,
    }
    yield {"id": item_ids.make("mcpl"), "type": "mcp_list_tools", "server_label": call.server, "tools": [listed]}


def _mcp_call(body: dict[str, Any], call: TurnMcpCall | TurnApprovalRequest, item_ids: _ItemIds) -> dict[str, Any]:
    """Return an output item: an ``mcp_call`` with its output, or an ``mcp_approval_request``."""
    if isinstance(call, TurnApprovalRequest):
        return {
            "id": item_ids.make("mcpr"),
            "type": "mcp_approval_request",
            "arguments": call.arguments,
            "name": call.tool,
            "server_label": call.server,
        }
    return {
        "id": item_ids.make("mcp"),
        "type": "mcp_call",
        "status": "completed",
        "approval_request_id": _approved(body, call.server),
        "arguments": call.arguments,
        "error": None,
        "name": call.tool,
        "output": call.output,
        "server_label": call.server,
    }


def _approved(body: dict[str, Any], server: str) -> str | None:
    """Return the id of the approval request that the last item of the input approves. None if the MCP server needs no
    approval. Raises ``Unplayable`` if the last item approves no request.
    """
    tools = [tool for tool in body["tools"] if tool.get("server_label") == server]
    if all(tool.get("require_approval") == "never" for tool in tools):
        return None
    last = _input(body)[-1:]
    approved = [item["approval_request_id"] for item in last if item.get("approve") is True]
    if not approved:
        raise Unplayable("the client has not approved the call")
    return str(approved[0])


def _input(body: dict[str, Any]) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = body["input"] if isinstance(body.get("input"), list) else []
    return items


def _spaces(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of each function with its namespace, or with "" if the function is in no namespace.

    A deferred function outside of a namespace counts as if it were in a namespace with its own name.
    """
    for tool in (*(body.get("tools") or ()), *_added(body)):
        match tool:
            case {"type": "namespace", "name": str(space), "tools": [*inner]}:
                yield from ((str(function.get("name")), space) for function in inner)
            case {"type": "function", "name": str(name)}:
                yield name, name if tool.get("defer_loading") else ""


def _program(body: dict[str, Any]) -> str:
    """Return the ``call_id`` of the last program in the input. Raises ``Unplayable`` if the input has no program."""
    programs = [item["call_id"] for item in body["input"] if item.get("type") == "program"]
    if not programs:
        raise Unplayable(
            "the script has the output of a program, but the request's input has no item of the type program"
        )
    return str(programs[-1])


def _paired_texts(turn: Turn) -> Iterator[_Item | tuple[TurnText, ...]]:
    """Yield the blocks of a turn, with neighbouring texts grouped in tuples of at most ``_CONTENTS`` texts."""
    texts: tuple[TurnText, ...] = ()
    for block in turn.blocks:
        if texts and (len(texts) == _CONTENTS or not isinstance(block, TurnText)):
            yield texts
            texts = ()
        if isinstance(block, TurnText):
            texts = (*texts, block)
        else:
            yield block
    if texts:
        yield texts


def _usage(body: dict[str, Any], turn: Turn) -> dict[str, Any]:
    input_tokens = tokens(exact_json.dumps([body.get("instructions"), body.get("input"), body.get("tools")]))
    reasoning_tokens = tokens(turn.reasoning)
    called = [call.name + call.arguments for call in turn.calls]
    called += [block.tool + block.arguments for block in turn.blocks if isinstance(block, TurnApprovalRequest)]
    output_tokens = reasoning_tokens + tokens(turn.text) + sum(tokens(text) + 8 for text in called)
    return {
        "input_tokens": input_tokens,
        "input_tokens_details": {"cache_write_tokens": 0, "cached_tokens": 0},
        "output_tokens": output_tokens,
        "output_tokens_details": {"reasoning_tokens": reasoning_tokens},
        "total_tokens": input_tokens + output_tokens,
    }


Event = tuple[str, dict[str, Any]]


def _frames(events: Iterator[Event]) -> Iterator[bytes]:
    """Yield events as the vendor writes them. ``type`` comes first, and the other keys are in alphabetical order."""
    for number, (kind, fields) in enumerate(events):
        value = {"type": kind, **dict(sorted((fields | {"sequence_number": number}).items()))}
        yield sse.encode(exact_json.dumps(value), kind)


def _obfuscator(body: dict[str, Any], ids: Ids) -> Callable[[str], dict[str, str]]:
    if (body.get("stream_options") or {}).get("include_obfuscation") is False:
        return lambda piece: {}
    return lambda piece: {"obfuscation": ids.alnum(-len(piece) % _BLOCK)}


def _events(
    response: dict[str, Any], completed: dict[str, Any], padding: Callable[[str], dict[str, str]], ids: Ids
) -> Iterator[Event]:
    if response["background"]:
        yield "response.created", {"response": response | _QUEUED}
        yield "response.queued", {"response": response | _QUEUED}
    else:
        yield "response.created", {"response": response}
    yield "response.in_progress", {"response": response}
    for index, item in enumerate(completed["output"]):
        place = {"item_id": item["id"], "output_index": index}
        begun, events = _GROWING[item["type"]]
        yield "response.output_item.added", {"item": _without(item, begun), "output_index": index}
        for kind, fields in events(item, place):
            if kind.endswith(".delta"):
                for piece in (fields["delta"],) if kind in _WHOLE else ids.pieces(fields["delta"]):
                    yield kind, fields | {"delta": piece} | padding(piece)
            else:
                yield kind, fields
        yield "response.output_item.done", {"item": item, "output_index": index}
    yield f"response.{completed['status']}", {"response": completed}


def _message_events(item: dict[str, Any], place: dict[str, Any]) -> Iterator[Event]:
    """Yield the events inside a message. Each text is in a single delta, which is split later.

    ``place``: the keys with which each event names the item.
    """
    for index, part in enumerate(item["content"]):
        here = place | {"content_index": index}
        yield "response.content_part.added", here | {"part": part | {"text": ""}}
        yield "response.output_text.delta", here | {"delta": part["text"], "logprobs": []}
        yield "response.output_text.done", here | {"text": part["text"], "logprobs": []}
        yield "response.content_part.done", here | {"part": part}


def _call_events(item: dict[str, Any], place: dict[str, Any]) -> Iterator[Event]:
    """Yield the events inside a call. The arguments are in a single delta, which is split later."""
    yield "response.function_call_arguments.delta", place | {"delta": item["arguments"]}
    yield "response.function_call_arguments.done", place | {"arguments": item["arguments"]}


def _reasoning_events(item: dict[str, Any], place: dict[str, Any]) -> Iterator[Event]:
    """Yield the events inside reasoning. Each text is in a single delta, which is split later."""
    for index, part in enumerate(item["summary"]):
        here = place | {"summary_index": index}
        yield "response.reasoning_summary_part.added", here | {"part": part | {"text": ""}}
        yield "response.reasoning_summary_text.delta", here | {"delta": part["text"]}
        yield "response.reasoning_summary_text.done", here | {"text": part["text"]}
        yield "response.reasoning_summary_part.done", here | {"part": part}


def _custom_call_events(item: dict[str, Any], place: dict[str, Any]) -> Iterator[Event]:
    """Yield the events inside a custom call. The input is in a single delta, which is split later."""
    yield "response.custom_tool_call_input.delta", place | {"delta": item["input"]}
    yield "response.custom_tool_call_input.done", place | {"input": item["input"]}


def _search_events(_: dict[str, Any], place: dict[str, Any]) -> Iterator[Event]:
    """Yield the events inside a web search."""
    for state in ("in_progress", "searching", "completed"):
        yield f"response.web_search_call.{state}", place


def _mcp_list_events(_: dict[str, Any], place: dict[str, Any]) -> Iterator[Event]:
    """Yield the events inside a list of an MCP server's tools."""
    for state in ("in_progress", "completed"):
        yield f"response.mcp_list_tools.{state}", place


def _mcp_call_events(item: dict[str, Any], place: dict[str, Any]) -> Iterator[Event]:
    """Yield the events inside a call to an MCP server."""
    yield "response.mcp_call.in_progress", place
    yield "response.mcp_call_arguments.delta", place | {"delta": item["arguments"]}
    yield "response.mcp_call_arguments.done", place | {"arguments": item["arguments"]}
    yield "response.mcp_call.completed", place


def _no_events(_: dict[str, Any], __: dict[str, Any]) -> Iterator[Event]:
    """Yield no events, because the item's last event has the whole content of the item."""
    yield from ()


def _without(item: dict[str, Any], begun: dict[str, Any]) -> dict[str, Any]:
    """Return an item as its event ``response.output_item.added`` shows it.

    The values of ``begun`` replace the item's values. A key whose value in ``begun`` is ``_LEFT_OUT`` is left out.
    """
    return {key: value for key, value in (item | begun).items() if value is not _LEFT_OUT}


_LEFT_OUT: Final = object()
_WHOLE: Final = ("response.mcp_call_arguments.delta",)
"""The deltas that are never split. Each of the 3 recorded calls to MCP servers has a single delta."""
_BEGUN: Final = {"status": "in_progress"}
_GROWING: Final[dict[str, tuple[dict[str, Any], Callable[[dict[str, Any], dict[str, Any]], Iterator[Event]]]]] = {
    "compaction": ({}, _no_events),
    "custom_tool_call": (_BEGUN | {"input": ""}, _custom_call_events),
    "function_call": (_BEGUN | {"arguments": ""}, _call_events),
    "mcp_approval_request": ({}, _no_events),
    "mcp_call": (_BEGUN | {"arguments": "", "output": None}, _mcp_call_events),
    "mcp_list_tools": ({"tools": []}, _mcp_list_events),
    "message": (_BEGUN | {"content": []}, _message_events),
    "program": ({"code": ""}, _no_events),
    "program_output": ({}, _no_events),
    "reasoning": ({"summary": []}, _reasoning_events),
    "tool_search_call": (_BEGUN | {"arguments": {}}, _no_events),
    "tool_search_output": (_BEGUN, _no_events),
    "web_search_call": (_BEGUN | {"action": _LEFT_OUT}, _search_events),
}
"""For each kind of item: the values with which the item starts, and the function that yields the events between the
item's first and last event.
"""


def _check(body: Any) -> None:
    """Raise ``Refused`` for a request that the vendor refuses."""
    if not isinstance(body, dict) or not body.get("model"):
        raise openai.missing("model")
    if not isinstance(body["model"], str):
        raise openai.wrong_type("model", "a string", body["model"])
    for old, new in _MOVED.items():
        if old in body:
            raise Refused(
                f"Unsupported parameter: '{old}'. In the Responses API, this parameter has moved to '{new}'. Try again "
                "with the new parameter. See the API documentation for more information: "
                "https://platform.openai.com/docs/api-reference/responses/create.",
                code="unsupported_parameter",
            )
    for key in ("text", "stream_options", "metadata"):
        if not isinstance(body.get(key), dict | None):
            raise openai.wrong_type(key, "an object", body[key])
    most = body.get("max_output_tokens")
    if isinstance(most, int) and most < _LEAST_OUTPUT:
        raise Refused(
            "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= "
            f"{_LEAST_OUTPUT}, but got {most} instead.",
            "max_output_tokens",
            "integer_below_min_value",
        )
    _check_tools(body)
    _check_input(body)


def _check_tools(body: dict[str, Any]) -> None:
    tools = body.get("tools")
    if tools is not None and not isinstance(tools, list):
        raise openai.wrong_type("tools", "an array of objects", tools)
    for n, tool in enumerate(tools or ()):
        _check_tool(tool, f"tools[{n}]")
    _check_choice(body.get("tool_choice"), tools or [])


def _check_tool(tool: Any, place: str) -> None:
    if not isinstance(tool, dict):
        raise openai.wrong_type(place, "an object", tool)
    if "type" not in tool:
        raise openai.missing(f"{place}.type")
    if tool["type"] not in _TOOL_TYPES:
        raise openai.unsupported(tool["type"], _TOOL_TYPES, f"{place}.type")
    if tool["type"] in _NAMED:
        openai.check_name(tool, place, _NAME_LENGTH)
    if tool["type"] == "function":
        openai.check_schema(tool, place)


def _check_choice(choice: Any, tools: list[dict[str, Any]]) -> None:
    if choice == "required" and not tools:
        raise Refused("Tool choice 'required' must be specified with 'tools' parameter.", "tool_choice")
    if choice is None or choice in _CHOICES:
        return
    if isinstance(choice, str):
        raise openai.unsupported(choice, _CHOICES, "tool_choice")
    if not isinstance(choice, dict):
        raise openai.wrong_type("tool_choice", "one of an object or string", choice)
    if "type" not in choice:
        raise openai.missing("tool_choice.type")
    if choice["type"] not in _CHOICE_TYPES:
        raise openai.unsupported(choice["type"], _CHOICE_TYPES, "tool_choice.type")
    wanted = [choice]
    if choice["type"] == "allowed_tools":
        if choice.get("mode") not in ("auto", "required"):
            raise openai.unsupported(choice.get("mode"), ("auto", "required"), "tool_choice.mode")
        if not isinstance(choice.get("tools"), list):
            raise openai.wrong_type("tool_choice.tools", "an array of objects", choice.get("tools"))
        wanted = choice["tools"]
    offered = [tool.get("name") for tool in _all_tools(tools)]
    for entry in wanted:
        if isinstance(entry, dict) and entry.get("type") in _NAMED:
            name = openai.check_text(entry, "name", "tool_choice")
            if name not in offered:
                raise Refused(f"Tool choice '{name}' not found in 'tools' parameter.", "tool_choice")


def _all_tools(tools: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield all tools, including the tools inside namespaces."""
    for tool in tools:
        if isinstance(tool, dict):
            yield tool
            if isinstance(tool.get("tools"), list):
                yield from _all_tools(tool["tools"])


def _check_input(body: dict[str, Any]) -> None:
    items = body.get("input")
    kept = [key for key in ("previous_response_id", "conversation") if body.get(key)]
    if len(kept) > 1:
        raise Refused(
            "Mutually exclusive parameters. Ensure you are only providing one of: 'previous_response_id' or "
            "'conversation'.",
            code="mutually_exclusive_parameters",
        )
    if isinstance(items, str) or (items is None and (kept or body.get("prompt"))):
        return
    if items is None:
        raise Refused(
            "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided.",
            "input",
            "missing_required_parameter",
        )
    if not isinstance(items, list):
        raise openai.wrong_type("input", _TEXT_OR_LIST, items)
    kinds = [_check_item(item, f"input[{n}]") for n, item in enumerate(items)]
    _check_reasoning(items, kinds)
    _check_namespaces(body, items)
    if "item_reference" not in kinds:
        _check_pairs(items, kinds, bool(kept))
        _check_approvals(items, kinds, bool(kept))


def _check_item(item: Any, place: str) -> str:
    """Return the type of an item of the input. Raises ``Refused`` if the vendor refuses the item.

    ``place``: the path to the item, as error messages name it.
    """
    if not isinstance(item, dict):
        raise openai.wrong_type(place, "an object", item)
    kind = item.get("type")
    if kind is None:
        if "role" not in item and "id" not in item:
            raise openai.missing(f"{place}.type")
        kind = "message" if "role" in item else "item_reference"
    if kind not in _ITEM_TYPES:
        raise openai.unsupported(kind, _ITEM_TYPES, place)
    if kind in _ITEM_IDS and item.get("id") is not None:
        _check_id(openai.check_text(item, "id", place), _ITEM_IDS[kind], f"{place}.id")
    if kind == "message":
        _check_message(item, place)
    elif kind == "function_call":
        openai.check_length(openai.check_text(item, "call_id", place), f"{place}.call_id", _ID_LENGTH)
        openai.check_name(item, place, _NAME_LENGTH)
        openai.check_text(item, "arguments", place)
    elif kind in ("function_call_output", "custom_tool_call_output"):
        openai.check_length(openai.check_text(item, "call_id", place), f"{place}.call_id", _ID_LENGTH)
        _check_parts(item, "output", place, _OUTPUT_PARTS)
    elif kind == "custom_tool_call":
        openai.check_length(openai.check_text(item, "call_id", place), f"{place}.call_id", _ID_LENGTH)
        openai.check_name(item, place, _NAME_LENGTH)
        openai.check_text(item, "input", place)
    elif kind == "mcp_approval_response":
        openai.check_text(item, "approval_request_id", place)
        if not isinstance(item.get("approve"), bool):
            raise openai.wrong_type(f"{place}.approve", "a boolean", item.get("approve"))
    elif kind in ("compaction", "reasoning"):
        _check_encrypted(item)
    elif kind == "additional_tools":
        _check_addition(item, place)
    return str(kind)


def _check_addition(item: dict[str, Any], place: str) -> None:
    if "role" not in item:
        raise openai.missing(f"{place}.role")
    if item["role"] != "developer":
        raise openai.unsupported(item["role"], ("developer",), f"{place}.role")
    if not isinstance(item.get("tools"), list):
        raise openai.wrong_type(f"{place}.tools", "an array of objects", item.get("tools"))
    for n, tool in enumerate(item["tools"]):
        _check_tool(tool, f"{place}.tools[{n}]")


def _check_encrypted(item: dict[str, Any]) -> None:
    """Refuse a reasoning item or a compaction whose encrypted content was altered."""
    encrypted = item.get("encrypted_content")
    if encrypted is not None and not seal.signs(encrypted, ""):
        raise Refused(
            f"The encrypted content for item {item.get('id')} could not be verified. Reason: Encrypted content could "
            "not be decrypted or parsed.",
            code="invalid_encrypted_content",
        )


def _check_id(value: str, prefix: str, place: str) -> None:
    openai.check_length(value, place, _ID_LENGTH)
    if not value.startswith(prefix):
        message = f"Invalid '{place}': '{value}'. Expected an ID that begins with '{prefix}'."
        raise Refused(message, place, "invalid_value")


def _check_message(item: dict[str, Any], place: str) -> None:
    if "role" not in item:
        raise openai.missing(f"{place}.role")
    if item["role"] not in _ROLES:
        raise openai.unsupported(item["role"], _ROLES, place)
    if "tool_calls" in item:
        raise Refused(f"Unknown parameter: '{place}.tool_calls'.", f"{place}.tool_calls", "unknown_parameter")
    _check_parts(item, "content", place, _ASSISTANT_PARTS if item["role"] == "assistant" else _PARTS)


def _check_parts(item: dict[str, Any], key: str, place: str, supported: tuple[str, ...]) -> None:
    place = f"{place}.{key}"
    if key not in item:
        raise openai.missing(place)
    if not isinstance(item[key], str | list):
        raise openai.wrong_type(place, _TEXT_OR_LIST, item[key])
    for n, part in enumerate(item[key] if isinstance(item[key], list) else ()):
        if not isinstance(part, dict):
            raise openai.wrong_type(f"{place}[{n}]", "an object", part)
        if part.get("type") not in supported:
            raise openai.unsupported(part.get("type"), supported, f"{place}[{n}]")


def _check_reasoning(items: list[dict[str, Any]], kinds: list[str]) -> None:
    """Refuse reasoning with an id if the next item is missing or does not come from the model.

    Outputs of tools, and messages of any role but ``assistant``, do not come from the model.
    """
    for n, kind in enumerate(kinds):
        if kind != "reasoning" or not items[n].get("id"):
            continue
        after = kinds[n + 1] if n + 1 < len(kinds) else ""
        followed = items[n + 1].get("role") == "assistant" if after == "message" else not after.endswith("_output")
        if not after or not followed:
            raise Refused(
                f"Item '{items[n]['id']}' of type 'reasoning' was provided without its required following item.",
                "input",
            )


def _check_namespaces(body: dict[str, Any], items: list[dict[str, Any]]) -> None:
    """Refuse a call without a namespace if its function is offered only inside namespaces."""
    found = [tool for item in items if item.get("type") == "tool_search_output" for tool in item.get("tools") or ()]
    offered = [tool for tool in (*(body.get("tools") or ()), *_added(body)) if tool["type"] == "namespace"]
    inside = {tool.get("name") for tool in _all_tools([*found, *offered]) if tool.get("type") == "function"}
    outside = {name for name, space in _spaces(body) if not space}
    for n, item in enumerate(items):
        if item.get("type") == "function_call" and item["name"] in inside - outside and not item.get("namespace"):
            raise Refused(
                f"Missing namespace for function_call '{item['name']}'. It does not exist in the default namespace. "
                "Round-trip the model's function_call item with its namespace field included.",
                f"input[{n}].namespace",
            )


def _check_pairs(items: list[dict[str, Any]], kinds: list[str], kept: bool) -> None:
    """Refuse a call without an output, and an output without a call before it. ``kinds``: the types of the items.

    If ``kept`` is true, the vendor has stored earlier items. Then an output may belong to a call among these items.
    """
    called: set[str] = set()
    waiting: dict[str, str] = {}
    for item, kind in zip(items, kinds, strict=True):
        call_id = item.get("call_id")
        if not isinstance(call_id, str):
            continue
        if kind.endswith("_call"):
            called.add(call_id)
            if kind in _ANSWERS:
                waiting[call_id] = _ANSWERS[kind]
        elif kind.removesuffix("_output") in _ANSWERS:
            if call_id not in called and not kept:
                words = _ANSWERS[kind.removesuffix("_output")]
                raise Refused(f"No tool call found for {words} output with call_id {call_id}.", "input")
            waiting.pop(call_id, None)
    for call_id, words in waiting.items():
        raise Refused(f"No tool output found for {words} {call_id}.", "input")


def _check_approvals(items: list[dict[str, Any]], kinds: list[str], kept: bool) -> None:
    """Refuse a request for an approval without an answer, and an answer without a request before it. ``kinds``: the
    types of the items.

    If ``kept`` is true, the vendor has stored earlier items. Then an answer may belong to a request among these items.
    """
    waiting: list[str] = []
    for item, kind in zip(items, kinds, strict=True):
        if kind == "mcp_approval_request":
            waiting.append(str(item.get("id")))
        elif kind == "mcp_approval_response":
            request = item["approval_request_id"]
            if request in waiting:
                waiting.remove(request)
            elif not kept:
                raise Refused(f"No MCP approval request found for approval response with ID {request}.", "input")
    if waiting:
        raise Refused(f"The following MCP approval requests do not have an approval: {', '.join(waiting)}", "input")
