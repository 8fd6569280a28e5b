"""The container in which the provider runs the model's programs. An answer has an object with the container's id, and a
request has only the id.

A program waits in its container for the results of its calls, so the next request must name the container.
"""

from typing import Final

import msgspec

from toolwire.dialects.fields import Fields
from toolwire.model import Json, Message

KEY: Final = "container"


def read_answer(container: Json) -> dict[str, Json]:
    """Return the provider data that stores an answer's container; an empty object if the answer has no container."""
    return {KEY: container} if isinstance(container, dict) and container else {}


def read_request(fields: Fields, messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return ``messages``. The container that the request names becomes provider data of the assistant's last message.

    If the assistant has no message, or the container is not an id, the key ``container`` stays unread.
    """
    last = _last(messages)
    found = fields.filled(KEY) if last is not None else None
    if last is None or found is None:
        return messages
    named = msgspec.structs.replace(messages[last], provider_data=messages[last].provider_data | {KEY: {"id": found}})
    return (*messages[:last], named, *messages[last + 1 :])


def write_request(messages: tuple[Message, ...]) -> dict[str, Json]:
    """Return the key of a request that names the container of the assistant's last message: ``{"container": id}``.

    Return an empty object if this message has no container.
    """
    last = _last(messages)
    match messages[last].provider_data if last is not None else {}:
        case {"container": {"id": str(container)}}:
            return {KEY: container}
    return {}


def _last(messages: tuple[Message, ...]) -> int | None:
    return next((n for n in reversed(range(len(messages))) if messages[n].role == "assistant"), None)
