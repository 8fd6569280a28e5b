"""A digest of the messages of a conversation so far. Different conversations have different digests."""

import hashlib
from collections.abc import Iterable

from toolwire.model import Message, to_builtins
from toolwire.wire import exact_json


class Past:
    """A running digest of all messages of a conversation so far."""

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        self._hash = hashlib.sha256()
        for message in messages:
            self.add(message)

    def add(self, message: Message) -> None:
        self._hash.update(exact_json.encode(to_builtins(message)))

    @property
    def digest(self) -> bytes:
        """The digest, of 32 bytes. The same messages have the same digest."""
        return self._hash.digest()
