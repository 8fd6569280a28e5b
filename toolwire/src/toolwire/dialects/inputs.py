"""``input``: the arguments of a call as an object, as Anthropic's and Bedrock's calls hold them."""

from typing import Final

from toolwire.dialects import arguments
from toolwire.dialects.fields import Fields
from toolwire.model import Arguments, Carried, Json, ToolCall
from toolwire.wire import exact_json

_KEY: Final = "input"
_UNSAID: Final = ("absent", "null")


def read(fields: Fields) -> Arguments:
    """The arguments of a call, which may be missing or null."""
    if fields.peek(_KEY) is not None:
        return arguments.from_value(fields.value(_KEY))
    fields.note(_KEY, "null" if fields.has(_KEY) else "absent")
    return arguments.from_text(None)


def write(call: ToolCall, carried: Carried | None) -> dict[str, Json]:
    """The key with its value; nothing where the wire had nothing, as ``carried`` remembers."""
    if not call.arguments.text and carried is not None and carried.spelling.get(_KEY) in _UNSAID:
        return {}
    # The APIs take objects only, but histories that were sent to them hold other values too.
    if call.carried is not None and call.arguments.form == "not_object":
        return {_KEY: exact_json.loads(call.arguments.text)}
    return {_KEY: arguments.to_object(call.arguments, call.name)}
