"""Reading and writing of requests."""

from typing import Final

from toolwire.dialects import beside
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.fields import Fields
from toolwire.dialects.gemini_interactions import choice, messages, tools
from toolwire.dialects.lowering import expect_no_additions, expect_no_conversation
from toolwire.model import Carried, Json, Message, Request, Text
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

PATH: Final = "/interactions"
_SYSTEM: Final = "system_instruction"
_CONFIG: Final = "generation_config"


def read_request(request: WireRequest) -> Request:
    """Return the canonical form of a request. Raises ``WireError``."""
    fields = Fields(exact_json.loads(request.body), "")
    prompt = fields.filled(_SYSTEM)
    conversation = messages.read_input(fields)
    config = fields.child(_CONFIG)
    chosen = config.value("tool_choice") if config else None
    return Request(
        model=fields.text("model"),
        messages=conversation if prompt is None else (_system(prompt), *conversation),
        tools=tuple(tools.read(item, f"/tools/{n}") for n, item in enumerate(fields.items("tools"))),
        tool_choice=choice.read(chosen) if chosen is not None else None,
        stream=fields.true("stream"),
        max_output_tokens=config.integer("max_output_tokens") if config else None,
        continues=fields.filled("previous_interaction_id"),
        carried=fields.carried(),
    )


def _system(text: str) -> Message:
    return Message(role="system", parts=(Text(text=text),), carried=Carried())


def write_request(request: Request, base_url: str) -> WireRequest:
    """Return the wire form of a request. Raises ``Inexpressible``."""
    expect_no_conversation(request, "gemini_interactions")
    expect_no_additions(request, "gemini_interactions")
    if request.parallel_tool_calls is False:
        raise Inexpressible("gemini_interactions cannot forbid parallel calls")
    out: dict[str, Json] = {}
    if request.model is not None:
        out["model"] = request.model
    system, conversation = _split(request.messages)
    if system is not None:
        out[_SYSTEM] = system
    if conversation or request.carried is None:
        out[messages.INPUT] = messages.write_input(conversation, request.carried)
    if request.tools:
        out["tools"] = [tools.write(tool) for tool in request.tools]
    config: dict[str, Json] = {}
    if request.tool_choice is not None:
        config["tool_choice"] = choice.write(request.tool_choice)
    if request.max_output_tokens is not None:
        config["max_output_tokens"] = request.max_output_tokens
    if config:
        out[_CONFIG] = config
    if request.stream:
        out["stream"] = True
    if request.continues is not None:
        out["previous_interaction_id"] = request.continues
    return beside.posted(base_url.rstrip("/") + PATH, out, request.tools, request.carried)


def _split(conversation: tuple[Message, ...]) -> tuple[str | None, tuple[Message, ...]]:
    """Return the system instruction, which is a single text or None, and all other messages.

    Raises ``Inexpressible`` if a system message has a part that is not text.
    """
    count = next((n for n, message in enumerate(conversation) if message.role not in ("system", "developer")), None)
    prompts = conversation[:count]
    texts = [part.text for message in prompts for part in message.parts if isinstance(part, Text)]
    if len(texts) != sum(len(message.parts) for message in prompts):
        raise Inexpressible("gemini_interactions has only text in the system instruction, got another part")
    return "\n".join(texts) if texts else None, conversation[len(prompts) :]
