"""A server that lets a Python adapter answer on stdin and stdout: ``python -m conformance.adapters.answering
package.module:Class``.

Everything that the adapter itself prints goes to stderr, because stdout carries only the protocol.
"""

import os
import sys
from typing import Any, Final, Protocol, cast

import msgspec

from conformance.adapters.adapter import Adapter, reads_text_alone, talks_http
from conformance.adapters.codec import CodecAdapter
from conformance.adapters.loading import AdapterNotFound, load_adapter
from conformance.adapters.protocol import (
    VERSIONS,
    Continue,
    Declined,
    Decode,
    DecodeRequest,
    Encode,
    EncodeResponse,
    End,
    Failed,
    Greeting,
    Message,
    Nothing,
    ReadText,
    RequestBytes,
    Result,
    SayHello,
    Start,
    bytes_of,
    message,
    to_line,
)
from conformance.adapters.text import reader_of, text_formats_of
from conformance.adapters.unsupported import Unsupported, message_of, raised
from conformance.adapters.wire import Reading, Talk, WireAdapter, begun
from conformance.callers.continuation import Continuation
from toolwire.dialects.dialect import DIALECTS
from toolwire.model import Response, ToolResult

_USAGE: Final = 2


class UnexpectedMessage(Exception):
    """An error: the judge sent a message that is not defined for this kind of adapter, or that comes in the wrong
    order.
    """


class Answering(Protocol):
    """An object that answers the messages of the protocol."""

    greeting: Greeting

    def give(self, asked: Message) -> Any: ...


class Conversing:
    """A handler of messages for a wire adapter, or for an adapter that only reads text. It can have only one open
    conversation.
    """

    def __init__(self, adapter: WireAdapter) -> None:
        self._adapter = adapter
        self._talk: Talk | None = None
        self.greeting = Greeting(
            protocol=VERSIONS[0],
            doors=("wire",),
            text_formats=text_formats_of(adapter),
            **msgspec.structs.asdict(adapter.hello),
        )

    def give(self, asked: Message) -> Any:
        match asked:
            case Start():
                self._end()
                self._talk = begun(self._adapter, asked.task)
                return _reading(self._talk, None)
            case Continue() if self._talk is not None:
                return _reading(self._talk, Continuation.of(asked.results, asked.tools, asked.approvals))
            case End():
                self._end()
                return Nothing()
            case ReadText():
                return _read_text(self._adapter, asked)
        raise UnexpectedMessage(type(asked).__name__)

    def _end(self) -> None:
        if self._talk is not None:
            talk, self._talk = self._talk, None
            talk.close()


def _read_text(adapter: Adapter, asked: ReadText) -> Response:
    return reader_of(adapter).read_text(asked.text_format, asked.pieces, asked.tools)


def _reading(talk: Talk, results: tuple[ToolResult, ...] | None) -> Reading:
    try:
        return next(talk) if results is None else talk.send(results)
    except StopIteration:
        raise RuntimeError("the adapter ended the conversation") from None


class Coding:
    """A handler of messages for a codec adapter."""

    def __init__(self, adapter: CodecAdapter) -> None:
        self._adapter = adapter
        self.greeting = Greeting(
            protocol=VERSIONS[0],
            doors=("codec",),
            name=adapter.name,
            version="",
            language="python",
            dialects=DIALECTS,
            text_formats=text_formats_of(adapter),
        )

    def give(self, asked: Message) -> Any:
        match asked:
            case Encode():
                return RequestBytes.of(self._adapter.encode(asked.dialect, asked.request, asked.base_url))
            case Decode():
                return self._adapter.decode(asked.dialect, asked.response.wire())
            case DecodeRequest():
                return self._adapter.decode_request(asked.dialect, asked.request.wire())
            case EncodeResponse():
                return bytes_of(self._adapter.encode_response(asked.dialect, asked.response, stream=asked.stream))
            case ReadText():
                return _read_text(self._adapter, asked)
        raise UnexpectedMessage(type(asked).__name__)


def answering(adapter: Adapter) -> Answering:
    """Return the handler of messages for this kind of adapter."""
    if talks_http(adapter) or reads_text_alone(adapter):
        return Conversing(cast("WireAdapter", adapter))
    return Coding(cast("CodecAdapter", adapter))


def reply(adapter: Answering, line: bytes) -> bytes:
    """Return the reply to a line with a message. If the adapter raises an exception, the reply reports the exception.

    Raises ``NotProtocol`` if the line is not a message. A ``KeyboardInterrupt`` of the adapter is raised, too.
    """
    asked = message(line)
    try:
        given = adapter.greeting if isinstance(asked, SayHello) else adapter.give(asked)
        return to_line(Result(seq=asked.seq, result=given))
    except Unsupported as why:
        return to_line(Declined(seq=asked.seq, unsupported=message_of(why)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a cancellation and an exit are failures of the adapter, too
        return to_line(Failed(seq=asked.seq, error=raised(error)))


def main(name: str) -> None:
    """Load the adapter with this name, and answer the messages on stdin until stdin ends. If no usable adapter has the
    name, end with exit code 2.
    """
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    try:
        adapter = answering(load_adapter(name))
    except AdapterNotFound as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(_USAGE)
    for line in sys.stdin.buffer:
        replies.write(reply(adapter, line))
        replies.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
