"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.fields import Fields
from toolwire.dialects.lowering import expect_no_additions, expect_whole
from toolwire.dialects.mistral_chat import messages, tools
from toolwire.model import Json, Request
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATH: Final = "/chat/completions"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    choice = fields.value("tool_choice")
    return Request(
        model=fields.text("model"),
        messages=tuple(messages.read(item, f"/messages/{n}") for n, item in enumerate(fields.items("messages"))),
        tools=tuple(tools.read(item, f"/tools/{n}") for n, item in enumerate(fields.items("tools"))),
        tool_choice=None if choice is None else tools.read_choice(choice),
        parallel_tool_calls=fields.flag("parallel_tool_calls"),
        stream=fields.true("stream"),
        max_output_tokens=fields.integer("max_tokens"),
        carried=fields.carried(),
    )


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_whole(request, "mistral_chat")
    expect_no_additions(request, "mistral_chat")
    out: dict[str, Json] = {}
    if request.model is not None:
        out["model"] = request.model
    if request.messages or request.carried is None:
        out["messages"] = [item for message in request.messages for item in messages.write(message)]
    if request.tools:
        out["tools"] = [tools.write(tool) for tool in request.tools]
    if request.tool_choice is not None:
        out["tool_choice"] = tools.write_choice(request.tool_choice)
    if request.parallel_tool_calls is not None:
        out["parallel_tool_calls"] = request.parallel_tool_calls
    if request.stream:
        out["stream"] = True
    if request.max_output_tokens is not None:
        out["max_tokens"] = request.max_output_tokens
    return beside.posted(base_url.rstrip("/") + PATH, out, request.tools, request.carried)
