"""What was said up to some point of a conversation, in a few bytes: conversations are told apart by it."""

import hashlib
from collections.abc import Iterable

from toolwire.model import Message, to_builtins
from toolwire.wire import exact_json


class Past:
    """Everything that was said so far."""

    def __init__(self, said: Iterable[Message] = ()) -> None:
        self._hash = hashlib.sha256()
        for message in said:
            self.add(message)

    def add(self, message: Message) -> None:
        self._hash.update(exact_json.encode(to_builtins(message)))

    @property
    def digest(self) -> bytes:
        """32 bytes, the same for the same messages."""
        return self._hash.digest()
