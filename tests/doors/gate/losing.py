"""Adapters that return only the first call: a codec, a client, and a reader of calls in text.

As a program, the module is an adapter on stdio with the same fault.
"""

import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from conformance.adapters.answering import answering, reply
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.wire import Reading, Talk, Task
from toolwire.model import Response, Tool, ToolCall

replace = msgspec.structs.replace


def first_call_alone(read: Response) -> Response:
    calls = [part for part in read.parts if isinstance(part, ToolCall)]
    return replace(read, parts=tuple(part for part in read.parts if part not in calls[1:]))


class Codec(ReferenceAdapter):
    name = "losing-codec"

    def decode(self, dialect: str, response: Any) -> Response:
        return first_call_alone(super().decode(dialect, response))


class Client(ReferenceClient):
    def converse(self, task: Task) -> Talk:
        talk = super().converse(task)
        reading: Reading = next(talk)
        while True:
            results = yield replace(reading, calls=reading.calls[:1])
            try:
                reading = talk.send(results)
            except StopIteration:
                return


class Reader:
    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        return first_call_alone(ReferenceAdapter().read_text(text_format, pieces, tools))


if __name__ == "__main__":
    adapter = answering(Client())
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(reply(adapter, line))
        sys.stdout.buffer.flush()
