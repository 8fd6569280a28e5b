"""Ids for calls that arrive without an id."""

import hashlib
from collections.abc import Iterable
from functools import cached_property
from itertools import count
from typing import Final

from toolwire.client.past import Past
from toolwire.model import Message, ToolCall
from toolwire.providers.wire_format import CallIds as Shape

_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NOTHING: Final = ("", "null")
"""The values that providers and their SDKs send if a call has no id."""


class CallIds:
    """A source of ids for calls. Two calls of a conversation never get the same id.

    The ids depend on the conversation. The same answer gets the same ids each time, plain or streamed. Different
    conversations get different ids.
    """

    def __init__(self, shape: Shape, messages: Iterable[Message] = ()) -> None:
        """Start a source for the next answer of a conversation.

        ``shape`` is the form of new ids. ``messages`` are the messages so far: a new id differs from the ids of their
        calls.
        """
        self._shape = shape
        self._messages = tuple(messages)
        calls = [part for message in self._messages for part in message.parts if isinstance(part, ToolCall)]
        self._taken = {call.id for call in calls if call.id is not None}
        self._count = len(calls)

    def of(self, call_id: str | None, name: str, place: int) -> str:
        """Return the id of a call in the next answer. ``place`` is the index of the call among the answer's calls.

        This is ``call_id``, the id that the provider sent, if no earlier call has it. If the provider sent no id or a
        repeated id, return a new id, made from the conversation, ``name`` and ``place``.
        """
        if call_id is None or call_id in _NOTHING or call_id in self._taken:
            call_id = self._made(f"{self._conversation}/{name}/{self._count + place}")
        self._taken.add(call_id)
        return call_id

    @cached_property
    def _conversation(self) -> str:
        return Past(self._messages).digest.hex()

    def _made(self, seed: str) -> str:
        return next(
            made for n in count() if (made := self._shape.prefix + self._marks(f"{seed}/{n}")) not in self._taken
        )

    def _marks(self, seed: str) -> str:
        number = int.from_bytes(hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest())
        marks = []
        for _ in range(self._shape.length):
            number, place = divmod(number, len(_ALPHABET))
            marks.append(_ALPHABET[place])
        return "".join(marks)
