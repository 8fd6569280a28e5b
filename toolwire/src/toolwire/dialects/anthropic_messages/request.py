"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.anthropic_messages import additions, choice, container, endpoint, messages, servers, tools
from toolwire.dialects.anthropic_messages.endpoint import Endpoint, Host
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind, spelling, with_rest
from toolwire.dialects.lowering import expect_whole
from toolwire.model import Json, Request
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest
from toolwire.wire.recognition import provider

VERSION: Final = "2023-06-01"
"""The version of the API in which requests are written. The next version, 2026-10-21, refuses some of these requests.
"""
MAX_TOKENS: Final = 4096
"""The limit of output tokens that is written if a request has none. The API requires a limit."""
_HOSTS: Final[dict[str, Host]] = {"bedrock": "bedrock", "vertex": "vertex"}
_VERSIONS: Final[dict[Host, str]] = {"bedrock": "bedrock-2023-05-31", "vertex": "vertex-2023-10-16"}
"""The value of ``anthropic_version`` in the bodies of requests to Bedrock and Vertex. There, the URL names the model.
"""
_BETA: Final = "anthropic-beta"
_IN_URL: Final = "url"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    place = endpoint.read(request.url)
    if place.host != "anthropic":
        fields.note("host", place.host)
    model, stream = fields.text("model"), fields.true("stream")
    if place.model is not None and model is None:
        model = place.model
        fields.note("model", _IN_URL)
    if place.host != "anthropic" and not stream:
        stream = place.stream
        fields.note("stream", _IN_URL)
    if not isinstance(fields.peek("messages"), list):
        raise ShapeError(f"/messages: expected an array, got {kind(fields.peek('messages'))}")
    choose = fields.value("tool_choice")
    tool_choice, parallel = choice.read(choose) if choose is not None else (None, None)
    if not isinstance(fields.peek("tools"), list | None):
        raise ShapeError(f"/tools: expected an array, got {kind(fields.peek('tools'))}")
    prompt = messages.read_system(fields)
    offered = tuple(tools.read(item, f"/tools/{n}") for n, item in enumerate(fields.items("tools")))
    conversation = tuple(messages.read(item, f"/messages/{n}") for n, item in enumerate(fields.items("messages")))
    return Request(
        model=model,
        messages=prompt + container.read_request(fields, conversation),
        tools=servers.read(fields, offered),
        tool_choice=tool_choice,
        parallel_tool_calls=parallel,
        stream=stream,
        max_output_tokens=fields.integer("max_tokens"),
        carried=fields.carried(),
    )


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_whole(request, "anthropic_messages")
    host = _HOSTS.get(spelling(request.carried, "host")) or _HOSTS.get(provider(base_url) or "", "anthropic")
    out: dict[str, Json] = {}
    if host in _VERSIONS and request.carried is None:
        out["anthropic_version"] = _VERSIONS[host]
    if request.model is not None and not _in_url(request, host, "model"):
        out["model"] = request.model
    if request.max_output_tokens is not None:
        out["max_tokens"] = request.max_output_tokens
    elif request.carried is None:
        out["max_tokens"] = MAX_TOKENS
    system, conversation = messages.write(request.messages)
    if system is not None:
        out["system"] = system
    if conversation or request.carried is None:
        out["messages"] = conversation
    if request.tools:
        out["tools"] = [tools.write(tool) for tool in request.tools]
    choose = choice.write(request.tool_choice, request.parallel_tool_calls)
    if choose is not None:
        out["tool_choice"] = choose
    if request.stream and not _in_url(request, host, "stream"):
        out["stream"] = True
    out |= container.write_request(request.messages)
    place = Endpoint(host=host, model=request.model, stream=request.stream)
    headers = {"content-type": "application/json"} | beside.headers(request.tools)
    if host == "anthropic":
        headers["anthropic-version"] = VERSION
        if request.offered_tools != request.tools:
            headers[_BETA] = ",".join(filter(None, (headers.get(_BETA), additions.BETA)))
    body = exact_json.encode(with_rest(out | beside.keys(request.tools), request.carried))
    return WireRequest(url=endpoint.write(place, base_url), body=body, headers=headers)


def _in_url(request: Request, host: Host, key: str) -> bool:
    """Return whether the value of ``key`` belongs in the URL and not in the body.

    In a request that was read from the wire, the value stays where it was. Other requests get the form that the
    official SDK writes.
    """
    if request.carried is not None:
        return spelling(request.carried, key) == _IN_URL
    return host == "bedrock" or (host == "vertex" and key == "model")
