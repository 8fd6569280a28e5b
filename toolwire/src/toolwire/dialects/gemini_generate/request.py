"""Reading and writing of requests."""

from toolwire.dialects import beside
from toolwire.dialects.errors import Inexpressible, ShapeError
from toolwire.dialects.fields import Fields, below, kind, spelling
from toolwire.dialects.gemini_generate import choice, messages, repeated, tools, url
from toolwire.dialects.lowering import expect_no_additions, expect_whole
from toolwire.model import Json, Message, Request, ToolChoice
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    target = url.read(request.url)
    for name, value in _formats(target).items():
        fields.note(f"url.{name}", value)
    contents = [messages.read(item, f"/contents/{n}") for n, item in enumerate(repeated.read(fields, "contents"))]
    config = _child(fields, "generationConfig", "generation_config")
    return Request(
        model=target.model,
        messages=(*_read_system(fields), *contents),
        tools=tools.read(fields),
        tool_choice=_read_choice(fields),
        stream=target.stream,
        max_output_tokens=config.integer(config.spelled("maxOutputTokens", "max_output_tokens")) if config else None,
        carried=fields.carried(),
    )


def _formats(target: url.Target) -> dict[str, str]:
    return {"alt": "absent"} | target.formats if target.stream else target.formats


def _child(fields: Fields, usual: str, other: str) -> Fields | None:
    key = fields.spelled(usual, other)
    value = fields.peek(key)
    if value is not None and not isinstance(value, dict):
        raise ShapeError(f"/{key}: expected an object, got {kind(value)}")
    return fields.child(key)


def _read_system(fields: Fields) -> tuple[Message, ...]:
    system = _child(fields, "systemInstruction", "system_instruction")
    return (messages.read_system(system),) if system else ()


def _read_choice(fields: Fields) -> ToolChoice | None:
    config = _child(fields, "toolConfig", "tool_config")
    if config is None:
        return None
    key = config.spelled("functionCallingConfig", "function_calling_config")
    if not isinstance(config.peek(key), dict):
        return None
    chosen = choice.read(config.peek(key), f"{config.where}/{key}")
    if chosen is not None:
        config.mapping(key)
    return chosen


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_whole(request, "gemini_generate")
    expect_no_additions(request, "gemini_generate")
    if request.parallel_tool_calls is False:
        raise Inexpressible("gemini_generate cannot forbid parallel calls")
    carried = request.carried
    system, rest = _split(request.messages)
    out: dict[str, Json] = {}
    if system:
        out[spelling(carried, "systemInstruction")] = messages.write_system(system)
    contents = messages.write(rest)
    if contents or carried is None:
        out["contents"] = repeated.write(contents, carried, "contents")
    if request.tools:
        out["tools"] = tools.write(request.tools, carried)
    if request.tool_choice is not None:
        key = spelling(carried, "toolConfig")
        inner = spelling(below(carried, key), "functionCallingConfig")
        out[key] = {inner: choice.write(request.tool_choice)}
    if request.max_output_tokens is not None:
        key = spelling(carried, "generationConfig")
        out[key] = {spelling(below(carried, key), "maxOutputTokens"): request.max_output_tokens}
    target = url.write(base_url, _target(request))
    return beside.posted(target, out, request.tools, carried)


def _split(all_messages: tuple[Message, ...]) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Split the messages into the leading system messages and the rest."""
    count = 0
    while count < len(all_messages) and all_messages[count].role == "system":
        count += 1
    return all_messages[:count], all_messages[count:]


def _target(request: Request) -> url.Target:
    if request.model is None and request.carried is None:
        raise Inexpressible("gemini_generate needs a model for the URL of a request, got none")
    noted = below(request.carried, "url")
    formats = dict(noted.spelling) if noted else {}
    if request.stream:
        formats.setdefault("alt", "sse")
    if formats.get("alt") == "absent" or (formats.get("alt") == "sse" and not request.stream):
        del formats["alt"]
    return url.Target(model=request.model, stream=request.stream, formats=formats)
