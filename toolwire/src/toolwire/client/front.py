"""The application's side of a translation: it reads requests and writes answers in the application's dialect."""

from time import time
from typing import Final
from uuid import uuid4

import msgspec

from toolwire.client.answer import Answer, Call
from toolwire.client.segments import Segment, SegmentContent, SegmentEnded
from toolwire.client.target import target
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.openai_chat.stream_writer import StreamWriter
from toolwire.dialects.reading import read_answer
from toolwire.model import (
    ApprovalRequest,
    Finish,
    FinishReason,
    Json,
    Part,
    ProviderError,
    Reasoning,
    Refusal,
    Request,
    Response,
    Text,
    ToolCall,
    Usage,
)
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest, WireResponse

_PLAIN: Final = {"content-type": "application/json"}
_STREAMS: Final = {
    "ollama_chat": "application/x-ndjson",
    "bedrock_converse": "application/vnd.amazon.eventstream",
}
_OPENAI_ERRORS: Final[dict[str, dict[str, Json]]] = {"openai_chat": {}, "mistral_chat": {"object": "error"}}
"""The dialects whose errors have OpenAI's form, each with the keys that the dialect adds to an error."""
_CHAT: Final = "openai_chat"
_FIRST_ERROR: Final = 400
_BAD_GATEWAY: Final = 502
_EVERYBODYS: Final[tuple[FinishReason, ...]] = ("stop", "tool_calls", "length")
_WAITS: Final = "the provider waits for an approval of its call, but {} has no requests for an approval"
_LIKE: Final[dict[FinishReason, tuple[FinishReason, ...]]] = {
    "content_filter": ("content_filter", "refusal"),
    "refusal": ("refusal", "content_filter"),
}
"""The finish reasons to try, in order, for a reason that some dialects lack. Example: ``content_filter`` is written as
``refusal`` if the dialect has no ``content_filter``.
"""


class Front:
    """A reader of the application's requests and a writer of answers, in the application's dialect."""

    def __init__(self, of: str) -> None:
        """Start a front for the dialect or provider named ``of``. Raises ``NotRegistered`` for an unknown name."""
        self._target = target(of)

    @property
    def name(self) -> str:
        return self._target.name

    @property
    def dialect(self) -> str:
        return self._target.dialect

    def read(self, wire: WireRequest) -> Request:
        """Return the application's request in canonical form. Raises ``WireError`` for a malformed request."""
        return self._target.spoken.read_request(wire)

    def write(self, answer: Answer, request: Request) -> WireResponse:
        """Return an answer to the application's ``request`` in the form that the application's own provider would send.

        The calls are taken from ``answer.calls``, so they are checked and cleaned. Cut calls are left out. If the
        dialect cannot express the answer, only texts, refusals as texts, and calls are written.

        Return an error if the provider sent an error, or if the answer has a request for an approval that the dialect
        cannot express.
        """
        response = answer.response
        if response.error is not None:
            return self._refusal(response.error)
        message = answer.message
        handed = iter(answer.calls)
        parts = tuple(
            _bare(next(handed).call if isinstance(part, ToolCall) else part)
            for part in message.parts
            if isinstance(part, Text | Refusal | Reasoning | ToolCall | ApprovalRequest)
        )
        try:
            return self._wire_response(response, parts, request)
        except Inexpressible:
            if response.approvals:
                return self.broken(_WAITS.format(self.dialect))
            supported_parts = (Text(text=part.text) if isinstance(part, Refusal) else part for part in parts)
            return self._wire_response(
                response, tuple(part for part in supported_parts if isinstance(part, Text | ToolCall)), request
            )

    def stream(self, request: Request) -> "FrontStream | None":
        """Return a writer that passes on the answer to ``request`` while the answer arrives.

        Return None if the dialect's streams can only be written after the whole answer arrived.
        """
        return FrontStream(self, request) if self._target.dialect == _CHAT else None

    def ending(self, answer: Answer, request: Request) -> Response:
        """Return the answer in the form that ``FrontStream.end`` needs for the last chunks of a stream: finish, usage
        or error.

        The parts of the response were already streamed.
        """
        response = self._completed(answer.response, answer.message.parts, request)
        error = answer.response.error
        if answer.response.approvals:
            error = ProviderError(message=_WAITS.format(self.dialect), kind="api_error")
        return response if error is None else msgspec.structs.replace(response, error=self._error(error))

    def refuse(self, why: str, status: int) -> WireResponse:
        """Return an error in the application's dialect, for a fault in the application's request."""
        return self._refusal(ProviderError(message=why, kind="invalid_request_error", status=status))

    def broken(self, why: str) -> WireResponse:
        """Return an error in the application's dialect, for a fault of the provider."""
        return self._refusal(ProviderError(message=why, kind="api_error", status=_BAD_GATEWAY))

    def _completed(self, response: Response, parts: tuple[Part, ...], request: Request) -> Response:
        without_usage = request.stream and self._target.dialect == _CHAT and not _asks_for_usage(request)
        return Response(
            id=response.id or _made_id(),
            model=response.model or request.model,
            parts=parts,
            finish=Finish(reason=self._ending(response.finish.reason)),
            usage=None if without_usage else self._counted(response.usage),
        )

    def _counted(self, usage: Usage | None) -> Usage | None:
        """Return the token counts. If the provider gave no total, the total is the sum of input and output.

        Without counts, return zeros for Anthropic's dialect, whose SDK requires counts, and None for any other dialect.
        """
        if usage is None:  # Anthropic's SDK requires counts, and fails without them
            return Usage(input_tokens=0, output_tokens=0) if self._target.dialect == "anthropic_messages" else None
        input_tokens, output_tokens, total_tokens = usage.input_tokens, usage.output_tokens, usage.total_tokens
        if total_tokens is None and input_tokens is not None and output_tokens is not None:
            total_tokens = input_tokens + output_tokens
        return Usage(input_tokens=input_tokens, output_tokens=output_tokens, total_tokens=total_tokens)

    def _ending(self, reason: FinishReason) -> FinishReason:
        """Return ``reason`` if the dialect can express it. Otherwise, return the nearest reason that it can express, or
        ``stop``.
        """
        if reason in _EVERYBODYS:
            return reason
        return next((candidate for candidate in _LIKE.get(reason, ()) if self._has_word(candidate)), "stop")

    def _has_word(self, reason: FinishReason) -> bool:
        response = Response(id=_made_id(), model="-", parts=(Text(text="-"),), finish=Finish(reason=reason))
        spoken = self._target.spoken
        try:
            wire = WireResponse(body=exact_json.encode(spoken.write_response(response)))
        except Inexpressible:
            return False
        return read_answer(spoken, wire).finish.reason == reason

    def _wire_response(self, response: Response, parts: tuple[Part, ...], request: Request) -> WireResponse:
        completed = self._completed(response, parts, request)
        spoken = self._target.spoken
        if request.stream:
            kind = _STREAMS.get(self._target.dialect, "text/event-stream")
            return WireResponse(body=spoken.write_stream(completed), headers={"content-type": kind})
        body = spoken.write_response(completed)
        if self._target.dialect == _CHAT:
            body = {"created": int(time()), **body}
        return WireResponse(body=exact_json.encode(body), headers=_PLAIN)

    def _error(self, error: ProviderError) -> ProviderError:
        if self._target.dialect not in _OPENAI_ERRORS:
            return msgspec.structs.replace(error, value=None)
        value = {"message": error.message, "type": error.kind or "api_error", "param": None, "code": error.code}
        return msgspec.structs.replace(error, value=_OPENAI_ERRORS[self._target.dialect] | value)

    def _refusal(self, error: ProviderError) -> WireResponse:
        dialect_error = self._error(error)
        body = self._target.spoken.write_response(
            Response(parts=(), finish=Finish(reason="error"), error=dialect_error)
        )
        status = error.status or 0
        status = status if status >= _FIRST_ERROR else _BAD_GATEWAY
        return WireResponse(status=status, body=exact_json.encode(body), headers=_PLAIN)


class FrontStream:
    """A writer that passes an answer on as a stream of OpenAI's chat completions, while the answer arrives.

    It sends each call as soon as the call is whole.
    """

    def __init__(self, front: Front, request: Request) -> None:
        self._front = front
        self._request = request
        self._writer = StreamWriter(_made_id(), request.model, {"created": int(time())})
        self.headers = {"content-type": "text/event-stream"}

    def begin(self) -> bytes:
        return self._writer.begin({})

    def more(self, segment: Segment) -> bytes:
        match segment:
            case SegmentContent(kind="text"):
                return self._writer.add(Text(text=segment.text))
            case SegmentContent(kind="reasoning"):
                return self._writer.add(_bare(Reasoning(text=segment.text)))
            case SegmentEnded(call=Call() as call):
                return self._writer.add(_bare(call.call))
        return b""

    def end(self, answer: Answer) -> bytes:
        return self._writer.end(self._front.ending(answer, self._request))


def kept_elsewhere(request: Request) -> str | None:
    """Return a description of the stored answer or conversation that a request continues. Return None if the request
    continues neither.
    """
    if request.continues is not None:
        return f"the stored answer {request.continues!r}"
    return None if request.conversation is None else f"the stored conversation {request.conversation!r}"


def _asks_for_usage(request: Request) -> bool:
    """Return whether a request asks for a last chunk that has only usage.

    Clients that do not ask for this chunk cannot read it.
    """
    options = request.carried.rest.get("stream_options") if request.carried else None
    return isinstance(options, dict) and options.get("include_usage") is True


def _made_id() -> str:
    """Return a new id for an answer.

    It is used if the provider gave no id, or if the provider's id is not known when the answer begins.
    """
    return f"translated-{uuid4().hex}"


def _bare(part: Part) -> Part:
    match part:
        case Reasoning():
            return Reasoning(text=part.text, provider_data={"field": "reasoning_content"})
        case Text() | ToolCall():
            return msgspec.structs.replace(part, provider_data={}, carried=None)
    return part
