"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.errors import ShapeError
from toolwire.dialects.fields import Fields, kind, spelling
from toolwire.dialects.openai_responses import messages, tools
from toolwire.model import Carried, Json, Message, Request, Text
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATH: Final = "/responses"
_PLACE: Final = "instructions"
_STRING: Final = "string"
_CONVERSATION: Final = "conversation"
_OBJECT: Final = "object"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    prompt = fields.filled("instructions")
    given = _read_input(fields)
    offered = tuple(tools.read(item, f"/tools/{n}") for n, item in enumerate(fields.items("tools")))
    choice = fields.value("tool_choice")
    return Request(
        model=fields.text("model"),
        messages=(_instructions(prompt), *given) if prompt is not None else given,
        tools=offered,
        tool_choice=tools.read_choice(choice, offered) if choice is not None else None,
        parallel_tool_calls=fields.flag("parallel_tool_calls"),
        stream=fields.true("stream"),
        max_output_tokens=fields.integer("max_output_tokens"),
        continues=fields.filled("previous_response_id"),
        conversation=_read_conversation(fields),
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


def _read_conversation(fields: Fields) -> str | None:
    """Return the id of the stored conversation, on the wire a text or ``{id}``; None if the request names none."""
    if not isinstance(fields.peek(_CONVERSATION), dict):
        return fields.filled(_CONVERSATION)
    inner = fields.child(_CONVERSATION)
    found = inner.filled("id") if inner else None
    if found is not None:
        fields.note(_CONVERSATION, _OBJECT)
    return found


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    out: dict[str, Json] = {}
    if request.model is not None:
        out["model"] = request.model
    given = request.messages
    prompt = _prompt(given[0]) if given else None
    if prompt is not None:
        out["instructions"] = prompt
        given = given[1:]
    if given or request.carried is None:
        out["input"] = _write_input(given, request.carried)
    if request.tools:
        out["tools"] = [tools.write(tool) for tool in request.tools]
    if request.tool_choice is not None:
        out["tool_choice"] = tools.write_choice(request.tool_choice, request.offered_tools)
    if request.parallel_tool_calls is not None:
        out["parallel_tool_calls"] = request.parallel_tool_calls
    if request.stream:
        out["stream"] = True
    if request.max_output_tokens is not None:
        out["max_output_tokens"] = request.max_output_tokens
    if request.continues is not None:
        out["previous_response_id"] = request.continues
    if request.conversation is not None:
        is_object = spelling(request.carried, _CONVERSATION) == _OBJECT
        out[_CONVERSATION] = {"id": request.conversation} if is_object else request.conversation
    return beside.posted(base_url.rstrip("/") + PATH, out, request.tools, request.carried)


def _prompt(message: Message) -> str | None:
    """Return the text of ``message``, the first message, if it belongs under ``instructions``; otherwise None.

    Only a system prompt that is a single text belongs there. It does not belong there if it was read from ``input``.
    """
    match message:
        case Message(role="system", name=None, parts=(Text(text=text),)):
            placed = message.carried is None or message.carried.spelling.get("place") == _PLACE
            return text if placed else None
    return None


def _write_input(given: tuple[Message, ...], carried: Carried | None) -> Json:
    match given:
        case (Message(role="user", parts=(Text(carried=None, text=text),)),) if spelling(carried, "input") == _STRING:
            return text
    return [item for message in given for item in messages.write(message)]
