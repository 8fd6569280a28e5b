"""The messages between the judge and an adapter on stdio: JSON lines, one reply to each message.

``docs/protocol.md`` shows every message. Arguments of calls are sent as text only, because some languages would round
numbers in them. The expected values are never sent.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from conformance.adapters.codec import Exposed
from conformance.adapters.wire import Hello, Reading, Task
from toolwire.model import Approval, Arguments, Request, Response, Tool, ToolResult, to_builtins
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError, JsonLimitExceeded
from toolwire.wire.exchange import WireRequest, WireResponse

VERSIONS: Final = ("1.1", "1.0")
"""The versions of the protocol that the judge speaks: the current version, and then the previous version."""

Door = Literal["wire", "codec"]
T = TypeVar("T")


class NotProtocol(Exception):
    """An error: the line is not a message, or not a reply to the message before it. ``str()`` has the reason."""


class NotJson(NotProtocol):
    """An error: the line is not JSON, or not a JSON object."""


class OutOfStep(NotProtocol):
    """An error: the line is a reply to another message."""


class Greeting(Hello, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An adapter's description of itself. Only the dialects in ``dialects`` are tested."""

    protocol: str
    """The version of the protocol that the adapter speaks. It must be among the offered versions."""
    doors: Annotated[tuple[Door, ...], msgspec.Meta(min_length=1)] = ("wire",)
    """The doors (interfaces) of the adapter: ``wire``, ``codec`` or both. If it has both, the judge uses ``wire``."""
    exposes: tuple[Exposed, ...] = ()
    """The optional fields of answers that an adapter at the codec door reads."""
    text_formats: tuple[str, ...] = ()
    """The formats of calls in text that the adapter reads, at either door. Since version 1.1."""


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Bytes: UTF-8 text, or base64."""

    body: str
    encoding: Literal["text", "base64"] = "text"

    @property
    def bytes(self) -> bytes:
        """The decoded bytes. Raises ``NotProtocol``."""
        try:
            return self.body.encode() if self.encoding == "text" else b64decode(self.body, validate=True)
        except ValueError as error:
            raise NotProtocol(f"the body is not valid {self.encoding}: {error}") from None


class RequestBytes(Body, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A wire request."""

    url: str
    method: str = "POST"
    headers: dict[str, str] = {}

    @classmethod
    def of(cls, request: WireRequest) -> "RequestBytes":
        return cls(url=request.url, method=request.method, headers=request.headers, **_spelled(request.body))

    def wire(self) -> WireRequest:
        """Return the request with decoded bytes. Raises ``NotProtocol``."""
        return WireRequest(url=self.url, method=self.method, headers=self.headers, body=self.bytes)


class ResponseBytes(Body, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A wire answer, plain or streamed, with transfer and content encodings decoded."""

    status: int
    headers: dict[str, str] = {}

    @classmethod
    def of(cls, response: WireResponse) -> "ResponseBytes":
        return cls(status=response.status, headers=response.headers, **_spelled(response.body))

    def wire(self) -> WireResponse:
        """Return the answer with decoded bytes. Raises ``NotProtocol``."""
        return WireResponse(status=self.status, headers=self.headers, body=self.bytes)


def bytes_of(data: bytes) -> Body:
    return Body(**_spelled(data))


def _spelled(data: bytes) -> dict[str, Any]:
    try:
        return {"body": data.decode()}
    except UnicodeDecodeError:
        return {"body": b64encode(data).decode(), "encoding": "base64"}


class Nothing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An acknowledgement without content."""


class Result(msgspec.Struct, Generic[T], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reply of an adapter that succeeded."""

    seq: int
    """The number of the message to which the adapter replies."""
    result: T


class Declined(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reply of an adapter that does not support the operation."""

    seq: int
    unsupported: str
    """The reason why the adapter does not support the operation."""


class Failed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reply of an adapter that failed. A provider's refusal is not a failure: it is a reading with ``error``."""

    seq: int
    error: str
    """A description of the failure."""


Reply: TypeAlias = Result[T] | Declined | Failed


class _Message(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="op", forbid_unknown_fields=True
):
    seq: int
    """The message's number: 1, 2, 3 and so on."""


class SayHello(_Message, frozen=True, kw_only=True, tag="hello"):
    """The first message. The judge repeats it when it checks the adapter. The reply must always be the same."""

    gives: ClassVar[Any] = Greeting
    protocols: tuple[str, ...]
    """The versions that the judge speaks."""


class Start(_Message, frozen=True, kw_only=True, tag="start"):
    """Ask a wire adapter to begin a conversation."""

    gives: ClassVar[Any] = Reading
    task: Task


class Continue(_Message, frozen=True, kw_only=True, tag="continue"):
    """Ask a wire adapter to send the results of the calls in the last answer, and to read the next answer. If the last
    answer asks for approvals, the adapter also sends the client's approvals or refusals.
    """

    gives: ClassVar[Any] = Reading
    results: tuple[ToolResult, ...]
    tools: tuple[Tool, ...] = ()
    """The tools that the conversation offers from here on, in addition to the earlier tools. Only adapters that claim
    ``added-tools`` get them.
    """
    approvals: tuple[Approval, ...] = ()
    """The client's approvals and refusals of calls that the provider makes itself, if the provider asks for an
    approval. Only adapters that claim ``approvals`` get them.
    """


class End(_Message, frozen=True, kw_only=True, tag="end"):
    """Inform a wire adapter that the conversation has ended, whatever its outcome."""

    gives: ClassVar[Any] = Nothing


class Encode(_Message, frozen=True, kw_only=True, tag="encode"):
    """Ask a codec adapter for the wire form of a request."""

    gives: ClassVar[Any] = RequestBytes
    dialect: str
    request: Request
    base_url: str


class Decode(_Message, frozen=True, kw_only=True, tag="decode"):
    """Ask a codec adapter for the canonical form of an answer."""

    gives: ClassVar[Any] = Response
    dialect: str
    response: ResponseBytes


class DecodeRequest(_Message, frozen=True, kw_only=True, tag="decode_request"):
    """Ask a codec adapter for the canonical form of a wire request. Used for round trips."""

    gives: ClassVar[Any] = Request
    dialect: str
    request: RequestBytes


class EncodeResponse(_Message, frozen=True, kw_only=True, tag="encode_response"):
    """Ask a codec adapter for the bytes of an answer. Used for round trips."""

    gives: ClassVar[Any] = Body
    dialect: str
    response: Response
    stream: bool


class ReadText(_Message, frozen=True, kw_only=True, tag="read_text"):
    """Ask a reader of text formats for the canonical form of an answer with calls in its text. Since version 1.1."""

    gives: ClassVar[Any] = Response
    text_format: str
    pieces: tuple[str, ...]
    """The text, in the pieces of the stream."""
    tools: tuple[Tool, ...]
    """The offered tools."""


Message: TypeAlias = SayHello | Start | Continue | End | Encode | Decode | DecodeRequest | EncodeResponse | ReadText
MESSAGES: Final[tuple[type[Message], ...]] = (
    SayHello,
    Start,
    Continue,
    End,
    Encode,
    Decode,
    DecodeRequest,
    EncodeResponse,
    ReadText,
)


def to_line(value: Message | Reply[Any]) -> bytes:
    """Return a message or a reply as a line. May raise any exception if a value in a reply cannot be written as
    JSON.
    """
    return exact_json.encode(to_builtins(_changed(value, _without_value))) + b"\n"


def message(line: bytes) -> Message:
    """Parse a message. Raises ``NotProtocol``."""
    read: Message = _read(_json(line), Message)
    return read


def reply(line: bytes, asked: Message) -> Reply[Any]:
    """Parse the reply to a message.

    Raises ``NotProtocol``, ``NotJson``, or ``OutOfStep`` for the reply to another message.
    """
    value = _json(line)
    if not isinstance(value, dict):
        raise NotJson("not an object")
    for place in ("", "/result", "/result/calls/*"):
        for holder in pointer.values(value, place):
            if isinstance(holder, exact_json.RepeatedKeys):
                raise NotProtocol(f"expected each key once, got {', '.join(holder.repeated)} again - at `${place}`")
    seq = value.get("seq", asked.seq)
    if type(seq) is int and seq != asked.seq:
        again = ", which already has its reply" if 0 < seq < asked.seq else ""
        raise OutOfStep(f"expected a reply to message {asked.seq}, got a reply to message {seq}{again}")
    kind: Any = Result[type(asked).gives]  # type: ignore[misc]
    for key, other in (("unsupported", Declined), ("error", Failed)):
        kind = other if key in value else kind
    read: Reply[Any] = _read(value, kind)
    return read


def _json(line: bytes) -> Any:
    try:
        return exact_json.loads(line)
    except JsonLimitExceeded as error:
        raise NotProtocol(str(error)) from None
    except JsonError as error:
        raise NotJson(str(error)) from None


def _read(value: Any, kind: Any) -> Any:
    try:
        return _changed(msgspec.convert(value, kind), _with_value)
    except (msgspec.ValidationError, RecursionError) as error:
        raise NotProtocol(str(error)) from None


def _changed(value: Any, change: Callable[[Arguments], Arguments]) -> Any:
    """Return a copy of ``value`` in which ``change`` has replaced the arguments of every call."""
    if isinstance(value, Arguments):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_changed(item, change) for item in value)
    if not isinstance(value, msgspec.Struct):
        return value
    old = {name: getattr(value, name) for name in value.__struct_fields__}
    new = {name: _changed(item, change) for name, item in old.items() if isinstance(item, tuple | msgspec.Struct)}
    return msgspec.structs.replace(value, **new) if new else value


def _without_value(arguments: Arguments) -> Arguments:
    return msgspec.structs.replace(arguments, value=None)


def _with_value(arguments: Arguments) -> Arguments:
    if arguments.value is not None:
        raise NotProtocol(
            "expected only the text of a call's arguments, got a `value` beside the text: leave out `value`"
        )
    return msgspec.structs.replace(arguments, value=_value(arguments))


def _value(arguments: Arguments) -> Any:
    """Return the object in the text of the arguments. Return None if the ``form`` of the arguments is neither
    ``object`` nor ``empty``, or if the text is not JSON.
    """
    if arguments.form == "empty":
        return {}
    if arguments.form != "object":
        return None
    try:
        return exact_json.loads(arguments.text)
    except JsonError:
        return None
