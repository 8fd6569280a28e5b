"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.bedrock_converse import choice, messages, tools, url
from toolwire.dialects.bedrock_converse.url import Target
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, kind, spelling
from toolwire.dialects.lowering import expect_no_additions, expect_whole
from toolwire.model import Json, Request, ToolChoice
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

_OF_THE_MODEL: Final = "additionalModelRequestFields"
_ONE_CALL: Final = "disable_parallel_tool_use"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    target = url.read(request.url)
    config = fields.child("toolConfig")
    offered = _members(config, "tools") if config else []
    choose = config.value("toolChoice") if config else None
    limits = fields.child("inferenceConfig")
    prompt = messages.read_system(fields)
    conversation = tuple(messages.read(item, f"/messages/{n}") for n, item in enumerate(_members(fields, "messages")))
    return Request(
        model=target.model,
        messages=prompt + conversation,
        tools=tuple(tools.read(item, f"/toolConfig/tools/{n}") for n, item in enumerate(offered)),
        tool_choice=None if choose is None else choice.read(choose),
        parallel_tool_calls=_read_parallel(fields),
        stream=target.stream,
        max_output_tokens=limits.integer("maxTokens") if limits else None,
        carried=fields.carried(),
    )


def _members(fields: Fields, key: str) -> list[Json]:
    value = fields.peek(key)
    if value is not None and not isinstance(value, list):
        raise ShapeError(f"{fields.where}/{key}: expected an array, got {kind(value)}")
    return fields.items(key)


def _read_parallel(fields: Fields) -> bool | None:
    """Return True if the request allows parallel calls, False if it forbids them, and None if it has no switch for
    them.

    Only Claude models have such a switch, in ``additionalModelRequestFields`` (@ai-sdk/amazon-bedrock 4.0.186).
    """
    own = fields.child(_OF_THE_MODEL)
    choose = own.child("tool_choice") if own else None
    disabled = choose.flag(_ONE_CALL) if choose else None
    if disabled is None:
        return None
    fields.note("parallel", _OF_THE_MODEL)
    return not disabled


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_whole(request, "bedrock_converse")
    expect_no_additions(request, "bedrock_converse")
    carried = request.carried
    out: dict[str, Json] = {}
    system, conversation = messages.write(request.messages)
    if system:
        out["system"] = system
    if conversation or carried is None:
        out["messages"] = conversation
    if request.max_output_tokens is not None:
        out["inferenceConfig"] = {"maxTokens": request.max_output_tokens}
    config: dict[str, Json] = {}
    if request.tools:
        config["tools"] = [tools.write(tool) for tool in request.tools]
    if request.tool_choice is not None and not _is_implied(request.tool_choice, request):
        config["toolChoice"] = choice.write(request.tool_choice)
    if config:
        out["toolConfig"] = config
    if spelling(carried, "parallel") == _OF_THE_MODEL and request.parallel_tool_calls is not None:
        out[_OF_THE_MODEL] = {"tool_choice": {_ONE_CALL: not request.parallel_tool_calls}}
    elif request.parallel_tool_calls is False:
        raise Inexpressible("bedrock_converse cannot forbid parallel calls")
    target = Target(model=request.model, stream=request.stream)
    return beside.posted(url.write(base_url, target), out, request.tools, carried)


def _is_implied(chosen: ToolChoice, request: Request) -> bool:
    """Return whether a choice forbids calls in a request without tools. Such a choice is not sent, because it changes
    nothing.
    """
    return chosen.mode == "none" and not request.tools
