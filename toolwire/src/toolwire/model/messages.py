"""Messages and requests."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from toolwire.json_value import Json
from toolwire.model.carried import Carried
from toolwire.model.parts import AddedTool, Part
from toolwire.model.tools import Tool, ToolChoice

Role = Literal["system", "developer", "user", "assistant", "tool"]


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A message. Results are parts of messages with the role ``tool``. Such a message may have several results."""

    role: Role
    parts: tuple[Part, ...]
    name: str | None = None
    provider_data: dict[str, Json] = {}
    carried: Carried | None = None


def tools_added_by(messages: Iterable[Message]) -> tuple[Tool, ...]:
    """Return the tools that messages add to the tools at the head of the request."""
    parts = (part for message in messages for part in message.parts)
    return tuple(part.tool for part in parts if isinstance(part, AddedTool))


class Request(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A request to a provider. The system prompt is a leading ``system`` message, even if the wire does not
    have it among the messages.
    """

    messages: tuple[Message, ...]
    model: str | None = None
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    """False allows at most 1 call in a response. None leaves the number to the provider."""
    stream: bool = False
    max_output_tokens: int | None = None
    continues: str | None = None
    """The id of a stored answer that the request continues. The provider itself adds the messages up to this answer, so
    ``messages`` has only the new messages.
    """
    conversation: str | None = None
    """The id of a conversation that the provider stores. The provider itself adds the messages so far, so ``messages``
    has only the new messages.
    """
    carried: Carried | None = None

    @property
    def offered_tools(self) -> tuple[Tool, ...]:
        """All tools that the request offers: the tools in ``tools``, and the tools that its messages add."""
        return (*self.tools, *tools_added_by(self.messages))
