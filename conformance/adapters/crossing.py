"""Messages between the judge and the processes of an adapter in Python: the host, which loads the adapter, and the
host's copies, which play the cases. Each message is a line.

The judge pickles its questions. Answers come from a process that runs unknown code. Answers are therefore JSON, which
is decoded by type: decoding an answer runs no code.
"""

import pickle
from base64 import b64decode, b64encode
from typing import Any, Final, TypeAlias

import msgspec

from conformance.adapters.codec import Exposed
from conformance.adapters.process import Misbehaved
from conformance.adapters.protocol import Body, NotProtocol, RequestBytes, bytes_of
from conformance.adapters.wire import Hello, Reading, Task
from conformance.data import Data
from toolwire.model import Request, Response, ToolResult, faults, to_builtins
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

GIVES: Final[dict[str, Any]] = {
    "encode": WireRequest,
    "decode": Response,
    "decode_request": Request,
    "encode_response": bytes,
    "read_text": Response,
    "converse": Reading,
}
"""The type of the value that each method of an adapter returns or yields."""

READY: Final = b"the host is ready"
"""The line with which the host begins. Earlier output comes from modules that Python imports when it starts, such as
``sitecustomize``.
"""


class NotAnAnswer(Misbehaved):
    """An error: the line is not an answer to the question."""


class Described(msgspec.Struct, frozen=True, kw_only=True):
    """An adapter's methods, and the attributes with which it describes itself. Attributes that the adapter does not
    have are None.
    """

    methods: tuple[str, ...]
    name: str | None = None
    hello: Hello | None = None
    exposes: tuple[Exposed, ...] | None = None
    capabilities: tuple[str, ...] | None = None
    text_formats: tuple[str, ...] | None = None
    alone: bool = False
    """True if each case needs a new process that loads the adapter, because a fork would lack threads of the adapter.
    """


class Load(msgspec.Struct, frozen=True):
    """A command to the host to load an adapter. If ``alone`` is true, the host will play a case itself, and make no
    forked copy of its process for the case.
    """

    adapter: str
    path: tuple[str, ...]
    data: tuple[Data, ...]
    alone: bool = False


class Open(msgspec.Struct, frozen=True):
    """A command to the host to play a case in a forked copy of its process.

    The two file descriptors of the copy's pipes are sent over a separate socket. If ``alone`` is true, the host makes
    no copy, plays the case itself, and uses the descriptors itself.
    """

    data: tuple[Data, ...]
    alone: bool = False


class Close(msgspec.Struct, frozen=True):
    """A command to the host to end the forked copy that plays the case.

    ``ends`` is true if the copy seems to be ending by itself. The host then waits a short time before it kills the
    copy.
    """

    ends: bool = False


class Call(msgspec.Struct, frozen=True):
    """A question that calls a method of the adapter."""

    method: str
    positional: tuple[Any, ...]
    named: dict[str, Any]

    @property
    def gives(self) -> Any:
        return GIVES[self.method]


class Begin(msgspec.Struct, frozen=True):
    """A question that begins a conversation. Later questions name the conversation by this question's number."""

    conversation: int
    task: Task
    gives = Reading


class Continue(msgspec.Struct, frozen=True):
    """A question that sends the results of calls to a conversation."""

    conversation: int
    results: tuple[ToolResult, ...]
    gives = Reading


class End(msgspec.Struct, frozen=True):
    """A question that ends a conversation."""

    conversation: int
    gives = None


Question: TypeAlias = Call | Begin | Continue | End
Command: TypeAlias = Load | Open | Close


class _Answer(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    seq: int


class Gave(_Answer, frozen=True, tag="gave"):
    """An answer with the value that the adapter returned or yielded."""

    value: Any


class Declined(_Answer, frozen=True, tag="declined"):
    """An answer: the adapter raised ``Unsupported``, with this reason."""

    reason: str


class Failed(_Answer, frozen=True, tag="failed"):
    """An answer: the adapter raised an ``Exception`` other than ``Unsupported``, returned a wrong value, or raised any
    exception while it was loaded. ``bug``: true if the exception has a type that Python raises for bugs.
    """

    what: str
    bug: bool


class Left(_Answer, frozen=True, tag="left"):
    """An answer: the adapter raised an exception whose class does not derive from ``Exception``: an exit, a
    cancellation or an interruption.
    """

    what: str


class NoAdapter(_Answer, frozen=True, tag="no-adapter"):
    """An answer: loading the adapter raised ``AdapterNotFound``, with this reason."""

    why: str


class NoMore(_Answer, frozen=True, tag="no-more"):
    """An answer: the adapter ended the conversation, and yielded no further reading."""


class Closed(_Answer, frozen=True, tag="closed"):
    """An answer: the forked copy of the host that played the case has ended.

    ``code`` is the exit code of the copy, or the negative number of the signal that ended the copy. ``code`` is None if
    the host killed the copy.
    """

    code: int | None = None


Answer: TypeAlias = Gave | Declined | Failed | Left | NoAdapter | NoMore | Closed


def question_line(seq: int, question: Question | Command) -> bytes:
    """Return a question or a command as a line."""
    return b64encode(pickle.dumps((seq, question))) + b"\n"


def question(line: bytes) -> tuple[int, Any]:
    """Return the question or command in a line, with its number. Unpickling can run code, so the line must come from
    the judge.
    """
    asked: tuple[int, Any] = pickle.loads(b64decode(line))  # noqa: S301
    return asked


def given(value: object, kind: Any) -> object:
    """Return an adapter's value as plain data for JSON. If ``kind`` is None, return None.

    Raises ``TypeError`` if the value is not of type ``kind``. May raise any exception if the value cannot be written as
    JSON.
    """
    if kind is None:
        return None
    if isinstance(kind, type):
        if not isinstance(value, kind):
            name = "yield" if kind is Reading else "return"
            raise TypeError(f"expected the adapter to {name} a {kind.__name__}, got a {type(value).__name__}")
        for fault in faults(value, kind):
            raise TypeError(f"the adapter returned an invalid {kind.__name__}: {fault}")
    match value:
        case WireRequest():
            return to_builtins(RequestBytes.of(value))
        case bytes():
            return to_builtins(bytes_of(value))
    return to_builtins(value)


def answer_line(answer: Answer) -> bytes:
    """Return an answer as a line. May raise any exception if the answer's value cannot be written as JSON."""
    fields = {name: getattr(answer, name) for name in answer.__struct_fields__}
    return exact_json.encode({"kind": answer.__struct_config__.tag, **fields}) + b"\n"


def answer(line: bytes, seq: int, kind: Any) -> Answer:
    """Parse a line with the answer to the question with the number ``seq``.

    A value of the adapter in the answer is converted to the type ``kind``. Raises ``NotAnAnswer``.
    """
    try:
        read: Answer = msgspec.convert(exact_json.loads(line), Answer)
        if read.seq != seq:
            raise NotAnAnswer(f"expected an answer to question {seq}, got an answer to question {read.seq}")
        return Gave(seq, _value(read.value, kind)) if isinstance(read, Gave) else read
    except (JsonError, NotProtocol, msgspec.ValidationError, RecursionError) as why:
        raise NotAnAnswer(str(why)) from None


def _value(plain: Any, kind: Any) -> Any:
    if kind is WireRequest:
        return msgspec.convert(plain, RequestBytes).wire()
    if kind is bytes:
        return msgspec.convert(plain, Body).bytes
    return msgspec.convert(plain, kind)
