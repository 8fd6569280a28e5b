"""The arguments of calls as values."""

from conformance.model import Json
from conformance.wire import exact_json
from conformance.wire.errors import JsonError


def value(arguments: Json) -> Json:
    """What arguments say, be they text or an object on the wire; text that is not JSON stays text.

    Nothing at all, blanks and null are how providers spell the empty object.
    """
    if arguments is None:
        return {}
    if not isinstance(arguments, str):
        return arguments
    if arguments.strip() in ("", "null"):
        return {}
    try:
        return exact_json.loads(arguments)
    except JsonError:
        return arguments
