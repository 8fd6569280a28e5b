"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, spelling
from toolwire.dialects.lowering import expect_whole
from toolwire.dialects.openai_chat import messages, tools
from toolwire.model import Json, Request, ToolCall, ToolDefinition, ToolResult
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATH: Final = "/chat/completions"
_LEGACY: Final = "functions"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    limit = fields.spelled("max_completion_tokens", "max_tokens")
    legacy = not fields.has("tools") and bool(fields.peek(_LEGACY))
    if legacy:
        fields.note("tools", _LEGACY)
        offered = tuple(tools.read_legacy(item, f"/functions/{n}") for n, item in enumerate(fields.items(_LEGACY)))
        choice = fields.value("function_call")
    else:
        offered = tuple(tools.read(item, f"/tools/{n}") for n, item in enumerate(fields.items("tools")))  # type: ignore[misc]
        choice = fields.value("tool_choice")
    read_choice = tools.read_legacy_choice if legacy else tools.read_choice
    return Request(
        model=fields.text("model"),
        messages=tuple(messages.read(item, f"/messages/{n}") for n, item in enumerate(fields.items("messages"))),
        tools=offered,
        tool_choice=read_choice(choice) if choice is not None else None,
        parallel_tool_calls=fields.flag("parallel_tool_calls"),
        stream=fields.true("stream"),
        max_output_tokens=fields.integer(limit),
        carried=fields.carried(),
    )


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_whole(request, "openai_chat")
    out: dict[str, Json] = {}
    if request.model is not None:
        out["model"] = request.model
    if request.messages or request.carried is None:
        out["messages"] = [item for message in request.messages for item in messages.write(message)]
    if spelling(request.carried, "tools") == _LEGACY or (request.carried is None and _is_legacy(request)):
        out |= _legacy(request)
    else:
        if request.tools:
            out["tools"] = [tools.write(tool) for tool in request.tools]
        if request.tool_choice is not None:
            out["tool_choice"] = tools.write_choice(request.tool_choice, request.tools)
    if request.parallel_tool_calls is not None:
        out["parallel_tool_calls"] = request.parallel_tool_calls
    if request.stream:
        out["stream"] = True
    if request.max_output_tokens is not None:
        out[spelling(request.carried, "max_completion_tokens")] = request.max_output_tokens
    return beside.posted(base_url.rstrip("/") + PATH, out, request.tools, request.carried)


def _is_legacy(request: Request) -> bool:
    """Return whether the history has calls or results in the form of the legacy ``functions``."""
    return any(
        isinstance(part, ToolCall | ToolResult) and part.kind == "legacy"
        for message in request.messages
        for part in message.parts
    )


def _legacy(request: Request) -> dict[str, Json]:
    out: dict[str, Json] = {}
    functions = [tool for tool in request.tools if isinstance(tool, ToolDefinition)]
    if len(functions) != len(request.tools):
        raise Inexpressible("expected only functions in the legacy list `functions`, got a tool that is not a function")
    if functions:
        out["functions"] = [tools.write_legacy(tool) for tool in functions]
    if request.tool_choice is not None:
        out["function_call"] = tools.write_legacy_choice(request.tool_choice)
    return out
