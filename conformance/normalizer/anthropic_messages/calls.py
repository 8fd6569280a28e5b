"""Calls: ``{type: tool_use, id, name, input}``."""

from typing import Final

from conformance.model import Arguments, Json, ToolCall
from conformance.normalizer import arguments
from conformance.normalizer.errors import Inexpressible
from conformance.normalizer.fields import Fields, is_absent, with_rest
from conformance.wire import exact_json

OPAQUE: Final = ("caller", "toolset_name")
"""What must go back with a call: who made it (the model, or code that it runs), and the toolset it is from."""


def read(fields: Fields) -> ToolCall:
    """A block of type ``tool_use``."""
    fields.text("type")
    return ToolCall(
        id=fields.text("id"),
        name=fields.text("name") or "",
        arguments=_arguments(fields),
        provider_data={key: fields.value(key) for key in OPAQUE if fields.peek(key) is not None},
        carried=fields.carried(),
    )


def _arguments(fields: Fields) -> Arguments:
    if fields.peek("input") is not None:
        return arguments.from_value(fields.value("input"))
    if not fields.has("input"):
        fields.note("input", "absent")
    return arguments.from_text(None)


def write(call: ToolCall) -> dict[str, Json]:
    """The block."""
    out = head(call)
    if not _unsaid(call):
        out["input"] = _input(call)
    return with_rest(out, call.carried)


def head(call: ToolCall) -> dict[str, Json]:
    """The block without its input."""
    if call.kind == "custom":
        raise Inexpressible(f"anthropic_messages has no free-form calls, as that to {call.name!r} is one")
    out: dict[str, Json] = {"type": "tool_use"}
    if call.id is not None:
        out["id"] = call.id
    elif call.carried is None:
        raise Inexpressible(f"the call to {call.name!r} needs an id in anthropic_messages")
    out["name"] = call.name
    return out | {key: call.provider_data[key] for key in OPAQUE if key in call.provider_data}


def _unsaid(call: ToolCall) -> bool:
    if call.carried is None or call.arguments.text:
        return False
    return "input" in call.carried.rest or is_absent(call.carried, "input")


def _input(call: ToolCall) -> Json:
    # The API takes objects only, but histories that were sent to it hold other values too.
    if call.carried is not None and call.arguments.form == "not_object":
        return exact_json.loads(call.arguments.text)
    return arguments.to_object(call.arguments, call.name)
