"""What formats write calls with."""

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.model import ToolCall
from toolwire.wire import exact_json


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


def bare_name(call: ToolCall) -> str:
    """The name of a call that may be written, where it stands with nothing around it. Raises ``Inexpressible``."""
    name = whole(call).name
    if name.split() != [name]:
        raise Inexpressible(f"a tool called {name!r} cannot be called by its bare name")
    return name


def bare_key(key: str, stops: str = "") -> str:
    """The name of an argument that stands in a tag, where none of the characters ``stops`` may.

    Raises ``Inexpressible`` for one that is read otherwise there.
    """
    if not key or key != key.strip() or any(stop in key for stop in stops):
        raise Inexpressible(f"an argument called {key!r} cannot stand in a tag")
    return key
