"""Adapters in any language: programs that answer on stdio, as wire adapters or as codec adapters.

If the program fails, the current case has an error. The program is started again for each case.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Never

from conformance.adapters.process import Ended, Misbehaved, Process, shown
from conformance.adapters.protocol import (
    VERSIONS,
    Body,
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
    NotJson,
    NotProtocol,
    OutOfStep,
    ReadText,
    RequestBytes,
    ResponseBytes,
    SayHello,
    Start,
    reply,
    to_line,
)
from conformance.adapters.text import wrong_formats
from conformance.adapters.unsupported import Raised, Unsupported
from conformance.adapters.wire import Talk, Task
from conformance.callers.continuation import added_tools, approvals_of
from toolwire.model import Request, Response, Tool
from toolwire.wire.exchange import WireRequest, WireResponse

LIMIT: Final = 30.0
"""The time limit of a conversation at the wire door, or of an operation at the codec door, in seconds."""
_WITHOUT_TEXT: Final = "1.0"
"""The last version of the protocol that has no message for calls in text."""
_START: Final = 30.0
"""The time limit for the start of the program, in seconds."""
_NO_WORDS: Final = "the program reported a failure, and did not describe it in `error`"


class NotAReply(Misbehaved):
    """An error: the line on stdout is not a reply to the message."""


class WrongSequence(Misbehaved):
    """An error: the line on stdout replies to another message, which is unknown or already has its reply."""


class WrongGreeting(Misbehaved):
    """An error: the greeting has an unknown version of the protocol, or differs from the earlier greeting."""


class AdapterFailed(Raised):
    """An error: the program reported a failure. ``str()`` is the program's own description."""

    def __init__(self, what: str) -> None:
        """Store the program's description of the failure.

        The program's language is unknown, so its exceptions never count as bugs.
        """
        super().__init__(what, bug=False)


class Peer:
    """The running program of an adapter, which replies to messages on stdio. It is restarted for each case."""

    def __init__(self, command: tuple[str, ...], limit: float) -> None:
        """Start the program. Raises ``OSError`` if that fails, and ``Misbehaved`` if the protocol is broken."""
        self._command = command
        self._limit = limit
        self._process: Process | None = None
        self._next: Process | None = None
        """The process for the next case, started ahead of time."""
        self._greeting: Greeting | None = None
        self.begin()

    @property
    def greeting(self) -> Greeting:
        """The program's description of itself."""
        assert self._greeting
        return self._greeting

    def begin(self) -> None:
        """Prepare a conversation or an operation: start the program if it is not running, and set the time limit."""
        if self._process is None:
            self._process, self._seq = self._next or Process(self._command, _START), 0
            self._next = None
            self._process.begin(_START)
            self.look()
        self._process.begin(self._limit)

    def look(self) -> None:
        """Ask the program for its greeting.

        Raises ``Misbehaved`` if the program does not reply, if the greeting is wrong or differs from the earlier
        greeting, or if the program wrote a line that replies to no message.
        """
        if self._process is None:
            return
        greeting: Greeting = self.ask(SayHello, protocols=VERSIONS)
        if greeting.protocol not in VERSIONS:
            self._fail(WrongGreeting(f"expected protocol {' or '.join(VERSIONS)}, got {greeting.protocol!r}"))
        if self._greeting is None:
            wrong = wrong_formats(greeting.text_formats)
            if wrong is not None:
                self._fail(WrongGreeting(wrong))
            self._greeting = greeting
        elif self._greeting != greeting:
            why = "the program's reply to hello differs from its earlier reply: always send the same reply"
            self._fail(WrongGreeting(why))

    def end(self) -> None:
        """End the conversation. Then ask for the greeting again (see ``look``), whatever the reply was.

        This shows that the program still runs, and wrote no other line.
        """
        if self._process is not None:
            try:
                self.ask(End)
            finally:
                self.look()

    def stop(self) -> None:
        """Kill the program, and all processes that it has started."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def restart(self) -> None:
        """Kill the program if it runs, and start it again."""
        if self._process is not None:
            self.stop()
            with suppress(OSError):  # the next start raises it again
                self._next = Process(self._command, _START)

    def ask(self, kind: type[Message], **given: Any) -> Any:
        """Send a message and return the result. Raises ``Misbehaved``, ``AdapterFailed`` and ``Unsupported``."""
        assert self._process
        self._seq += 1
        asked = kind(seq=self._seq, **given)
        line = b""
        try:
            line = self._process.ask(to_line(asked))
            answer = reply(line, asked)
        except OutOfStep as why:
            self._fail(WrongSequence(f"{why}: {shown(line)}"))
        except NotJson as why:
            got = f"expected a JSON object on a line of stdout, got {shown(line)} ({why})"
            self._fail(NotAReply(f"{got}; stdout belongs to the protocol: print logs to stderr"))
        except NotProtocol as why:
            self._fail(NotAReply(f"{why}: {shown(line)}"))
        except Misbehaved as why:
            self._fail(why)
        except BaseException:
            self.stop()
            raise
        if isinstance(answer, Declined):
            raise Unsupported(answer.unsupported)
        if isinstance(answer, Failed):
            raise AdapterFailed(f"{answer.error.strip() or _NO_WORDS}{self._process.words()}")
        return answer.result

    def operate(self, kind: type[Message], **given: Any) -> Any:
        """Run a single operation, and return its result. Raises the exceptions of ``ask``."""
        self.begin()
        try:
            return self.ask(kind, **given)
        finally:
            self.look()

    def _fail(self, why: Misbehaved) -> Never:
        assert self._process
        if self._greeting is None and isinstance(why, Ended):
            whole = f"the program ended before it replied to hello: {why}{self._process.last_error()}"
        else:
            whole = f"{why}{self._process.words()}"
        self.stop()
        raise type(why)(whole) from None


class OverStdio:
    """A program that answers on stdio. It may also be a ``TextReader``."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.hello = peer.greeting
        self.text_formats = peer.greeting.text_formats if peer.greeting.protocol != _WITHOUT_TEXT else ()

    def forget(self) -> None:
        """Restart the program for the next case."""
        self._peer.restart()

    def read_text(self, text_format: str, pieces: Sequence[str], tools: Sequence[Tool]) -> Response:
        given: Response = self._peer.operate(
            ReadText, text_format=text_format, pieces=tuple(pieces), tools=tuple(tools)
        )
        return given


class WireOverStdio(OverStdio):
    """A program that answers on stdio, as a ``WireAdapter``."""

    def converse(self, task: Task) -> Talk:
        self._peer.begin()
        try:
            reading = self._peer.ask(Start, task=task)
            while results := (yield reading):
                reading = self._peer.ask(
                    Continue, results=tuple(results), tools=added_tools(results), approvals=approvals_of(results)
                )
        finally:
            self._peer.end()


class CodecOverStdio(OverStdio):
    """A program that answers on stdio, as a ``CodecAdapter``."""

    def __init__(self, peer: Peer) -> None:
        super().__init__(peer)
        self.name = peer.greeting.name
        self.exposes = peer.greeting.exposes
        self.capabilities = peer.greeting.capabilities

    def encode(self, dialect: str, request: Request, base_url: str) -> WireRequest:
        given: RequestBytes = self._peer.operate(Encode, dialect=dialect, request=request, base_url=base_url)
        return given.wire()

    def decode(self, dialect: str, response: WireResponse) -> Response:
        given: Response = self._peer.operate(Decode, dialect=dialect, response=ResponseBytes.of(response))
        return given

    def decode_request(self, dialect: str, request: WireRequest) -> Request:
        given: Request = self._peer.operate(DecodeRequest, dialect=dialect, request=RequestBytes.of(request))
        return given

    def encode_response(self, dialect: str, response: Response, *, stream: bool) -> bytes:
        given: Body = self._peer.operate(EncodeResponse, dialect=dialect, response=response, stream=stream)
        return given.bytes


def over_stdio(command: tuple[str, ...], limit: float = LIMIT) -> WireOverStdio | CodecOverStdio:
    """Start the adapter of a command. If it is both a wire adapter and a codec adapter, use it as a wire adapter.

    Raises ``OSError`` if the program cannot be started, and ``Misbehaved``.
    """
    peer = Peer(command, limit)
    return WireOverStdio(peer) if "wire" in peer.greeting.doors else CodecOverStdio(peer)
