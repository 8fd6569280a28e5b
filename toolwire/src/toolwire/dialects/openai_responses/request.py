"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind, spelling, with_rest
from toolwire.dialects.openai_responses import messages, tools
from toolwire.model import Carried, Json, Message, Request, Text
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATH: Final = "/responses"
_PLACE: Final = "instructions"
_STRING: Final = "string"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    prompt = fields.filled("instructions")
    conversation = _read_input(fields)
    offered = tuple(tools.read(item, f"/tools/{n}") for n, item in enumerate(fields.items("tools")))
    choice = fields.value("tool_choice")
    return Request(
        model=fields.text("model"),
        messages=(_instructions(prompt), *conversation) if prompt is not None else conversation,
        tools=offered,
        tool_choice=tools.read_choice(choice, offered) if choice is not None else None,
        parallel_tool_calls=fields.flag("parallel_tool_calls"),
        stream=fields.true("stream"),
        max_output_tokens=fields.integer("max_output_tokens"),
        continues=fields.filled("previous_response_id"),
        carried=fields.carried(),
    )


def _instructions(text: str) -> Message:
    return Message(role="system", parts=(Text(text=text),), carried=Carried(spelling={"place": _PLACE}))


def _read_input(fields: Fields) -> tuple[Message, ...]:
    text = fields.filled("input")
    if text is not None:
        fields.note("input", _STRING)
        return (Message(role="user", parts=(Text(text=text),), carried=Carried()),)
    if not isinstance(fields.peek("input"), str | list | None):
        raise ShapeError(f"/input: expected a string or an array, got {kind(fields.peek('input'))}")
    return messages.read(fields.items("input"))


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    out: dict[str, Json] = {}
    if request.model is not None:
        out["model"] = request.model
    conversation = request.messages
    prompt = _prompt(conversation[0]) if conversation else None
    if prompt is not None:
        out["instructions"] = prompt
        conversation = conversation[1:]
    if conversation or request.carried is None:
        out["input"] = _write_input(conversation, request.carried)
    if request.tools:
        out["tools"] = [tools.write(tool) for tool in request.tools]
    if request.tool_choice is not None:
        out["tool_choice"] = tools.write_choice(request.tool_choice, request.tools)
    if request.parallel_tool_calls is not None:
        out["parallel_tool_calls"] = request.parallel_tool_calls
    if request.stream:
        out["stream"] = True
    if request.max_output_tokens is not None:
        out["max_output_tokens"] = request.max_output_tokens
    if request.continues is not None:
        out["previous_response_id"] = request.continues
    body = exact_json.encode(with_rest(out, request.carried))
    return WireRequest(url=base_url.rstrip("/") + PATH, body=body, headers={"content-type": "application/json"})


def _prompt(message: Message) -> str | None:
    """Return the text of a first message that belongs under ``instructions``; None for any other message. Such a
    message is a system prompt with only a single text that was not read from ``input``.
    """
    match message:
        case Message(role="system", name=None, parts=(Text(text=text),)):
            placed = message.carried is None or message.carried.spelling.get("place") == _PLACE
            return text if placed else None
    return None


def _write_input(conversation: tuple[Message, ...], carried: Carried | None) -> Json:
    match conversation:
        case (Message(role="user", parts=(Text(carried=None, text=text),)),) if spelling(carried, "input") == _STRING:
            return text
    return [item for message in conversation for item in messages.write(message)]
