"""Functions that write the names and arguments of calls in text formats."""

from toolwire.dialects import arguments
from toolwire.dialects.errors import Inexpressible
from toolwire.model import ToolCall
from toolwire.wire import exact_json


def object_text(call: ToolCall) -> str:
    """Return the arguments of a call as the JSON text of an object. Raises ``Inexpressible`` if the arguments are not
    an object, and for a call that ``writable`` refuses.
    """
    call_arguments = writable(call).arguments
    arguments.to_object(call_arguments, call.name)
    return call_arguments.text if call_arguments.form == "object" else "{}"


def json_call(call: ToolCall, *, key: str = "arguments") -> str:
    """Return ``{"name": ..., "arguments": ...}`` for a call, in the spelling of chat templates. ``key`` is the key for
    the arguments. Raises the errors of ``object_text``.
    """
    return f'{{"name": {exact_json.dumps(call.name)}, "{key}": {object_text(call)}}}'


def writable(call: ToolCall) -> ToolCall:
    """Return ``call`` if a text format can express it.

    Raises ``Inexpressible`` if the call was cut, or if its kind is not ``function``.
    """
    if not call.complete or call.kind != "function":
        raise Inexpressible(f"the call to {call.name!r} was cut, or is of a kind that text formats cannot express")
    return call


def bare_name(call: ToolCall) -> str:
    """Return the name of a call for a format without quotes around names.

    Raises ``Inexpressible`` for a name with blanks, and for a call that ``writable`` refuses.
    """
    name = writable(call).name
    if name.split() != [name]:
        raise Inexpressible(f"expected a tool's name without blanks, got {name!r}")
    return name


def bare_key(key: str, stops: str = "") -> str:
    """Return ``key``, the name of an argument, unchanged. It is written into a tag, such as ``<parameter=KEY>``.

    Raises ``Inexpressible`` for a name that a reader would not get back unchanged: an empty name, a name with blanks at
    its start or end, or a name with a character in ``stops``.
    """
    if not key or key != key.strip() or any(stop in key for stop in stops):
        raise Inexpressible(f"an argument named {key!r} cannot be written in a tag")
    return key
