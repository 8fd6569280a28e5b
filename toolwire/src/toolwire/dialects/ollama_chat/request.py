"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, is_absent, members
from toolwire.dialects.lowering import expect_no_additions, expect_whole
from toolwire.dialects.ollama_chat import messages, tools
from toolwire.model import Json, Request
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATH: Final = "/api/chat"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    conversation = [messages.read(item, f"/messages/{n}") for n, item in enumerate(members(fields, "messages"))]
    offered = [tools.read(item, f"/tools/{n}") for n, item in enumerate(members(fields, "tools"))]
    return Request(
        model=fields.text("model"),
        messages=tuple(conversation),
        tools=tuple(offered),
        stream=_read_stream(fields),
        max_output_tokens=_read_limit(fields),
        carried=fields.carried(),
    )


def _read_stream(fields: Fields) -> bool:
    """Return whether the request asks for a streamed answer. Only ``stream: false`` asks for a plain answer."""
    stream = fields.flag("stream")
    if stream is None:
        fields.note("stream", "absent")
    return stream is not False


def _read_limit(fields: Fields) -> int | None:
    """Return ``num_predict``; None if it is missing, zero or negative.

    Zero and negative numbers mean that no limit exists. They stay unread and are kept in ``carried``.
    """
    options = fields.child("options")
    limit = options.peek("num_predict") if options else None
    return options.integer("num_predict") if options and isinstance(limit, int) and limit > 0 else None


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_whole(request, "ollama_chat")
    expect_no_additions(request, "ollama_chat")
    if request.tool_choice is not None and request.tool_choice.mode != "auto":
        raise Inexpressible(f"ollama_chat has no tool_choice, got {request.tool_choice.mode!r}")
    if request.parallel_tool_calls is False:
        raise Inexpressible("ollama_chat cannot forbid parallel calls")
    carried = request.carried
    out: dict[str, Json] = {}
    if request.model is not None:
        out["model"] = request.model
    if request.messages or carried is None:
        out["messages"] = messages.write_all(request.messages)
    if request.tools:
        out["tools"] = [tools.write(tool) for tool in request.tools]
    if not (request.stream and is_absent(carried, "stream")):
        out["stream"] = request.stream
    if request.max_output_tokens is not None:
        out["options"] = {"num_predict": request.max_output_tokens}
    return beside.posted(base_url.rstrip("/") + PATH, out, request.tools, carried)
