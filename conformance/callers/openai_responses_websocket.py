"""The caller for OpenAI's Responses API over a WebSocket. It uses OpenAI's Python SDK. The whole conversation uses a
single connection.

Answers over a WebSocket are always streamed. Plain answers come over HTTP.
"""

from typing import Any, Final

from conformance.callers import openai_responses
from conformance.callers.caller import Conversation, Talk
from conformance.callers.modes import awaited, each
from conformance.callers.openai_chat import client
from toolwire.model import ProviderError

SDK: Final = openai_responses.SDK
_ENDS: Final = ("response.completed", "response.incomplete", "response.failed")


class _Refused(Exception):
    """The provider's refusal of a request. ``event`` is the message of type ``error``."""

    def __init__(self, event: Any) -> None:
        super().__init__(event.error.message)
        self.event = event


def converse(base_url: str, conversation: Conversation) -> Talk:
    """Hold a conversation as ``Caller.converse`` describes."""
    if not conversation.stream:
        yield from openai_responses.converse(base_url, conversation)
        return
    manager = client(base_url, conversation.mode).responses.connect()
    yield from openai_responses.held(conversation, manager, _ask, _provider_error)


async def _ask(connection: Any, arguments: dict[str, Any]) -> Any:
    await awaited(connection.response.create(**arguments))
    async for event in each(connection):
        if event.type == "error":
            raise _Refused(event)
        if event.type in _ENDS:
            return event.response
    raise ConnectionError("the connection was closed before the end of the answer")


def _provider_error(error: Exception) -> ProviderError | None:
    if not isinstance(error, _Refused):
        return None
    stated = error.event.error
    return ProviderError(message=stated.message, kind=stated.type, code=stated.code, status=error.event.status)
