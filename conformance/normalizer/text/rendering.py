"""What formats write calls with."""

from conformance.model import ToolCall
from conformance.normalizer import arguments
from conformance.normalizer.errors import Inexpressible
from conformance.wire import exact_json


def object_text(call: ToolCall) -> str:
    """The arguments of a call as the text of an object. Raises ``Inexpressible`` where they are none."""
    given = whole(call).arguments
    arguments.to_object(given, call.name)
    return given.text if given.form == "object" else "{}"


def json_call(call: ToolCall, *, key: str = "arguments") -> str:
    """``{"name": ..., "arguments": ...}`` as chat templates write it."""
    return f'{{"name": {exact_json.dumps(call.name)}, "{key}": {object_text(call)}}}'


def whole(call: ToolCall) -> ToolCall:
    """The call, where it may be written. Raises ``Inexpressible`` for one that was cut, or is no function's."""
    if not call.complete or call.kind != "function":
        raise Inexpressible(f"the call to {call.name!r} was cut, or is of a kind that no text format has")
    return call
