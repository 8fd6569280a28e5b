"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.cohere_v2 import messages, tools
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields, members
from toolwire.dialects.lowering import expect_no_additions, expect_whole
from toolwire.model import Json, Request
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATH: Final = "/v2/chat"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    conversation = tuple(messages.read(item, f"/messages/{n}") for n, item in enumerate(members(fields, "messages")))
    return Request(
        model=fields.text("model"),
        messages=conversation,
        tools=tools.read(fields),
        tool_choice=tools.read_choice(fields.value("tool_choice")),
        stream=fields.true("stream"),
        max_output_tokens=fields.integer("max_tokens"),
        carried=fields.carried(),
    )


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_whole(request, "cohere_v2")
    expect_no_additions(request, "cohere_v2")
    if request.parallel_tool_calls is False:
        raise Inexpressible("cohere_v2 cannot forbid parallel calls")
    out: dict[str, Json] = {}
    if request.model is not None:
        out["model"] = request.model
    if request.messages or request.carried is None:
        out["messages"] = [item for message in request.messages for item in messages.write(message)]
    out |= tools.write(request.tools)
    choice = tools.write_choice(request.tool_choice)
    if choice is not None:
        out["tool_choice"] = choice
    if request.stream:
        out["stream"] = True
    if request.max_output_tokens is not None:
        out["max_tokens"] = request.max_output_tokens
    return beside.posted(base_url.rstrip("/") + PATH, out, request.tools, request.carried)
