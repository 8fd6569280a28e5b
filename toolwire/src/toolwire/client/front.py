"""What an application that speaks another dialect says, and is told: requests and answers as wires have them."""

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
"""Dialects with OpenAI's errors, and what else stands in them."""
_CHAT: Final = "openai_chat"
_KEPT_ELSEWHERE: Final = ("previous_response_id", "conversation")
_FIRST_ERROR: Final = 400
_BAD_GATEWAY: Final = 502
_EVERYBODYS: Final[tuple[FinishReason, ...]] = ("stop", "tool_calls", "length")
_LIKE: Final[dict[FinishReason, tuple[FinishReason, ...]]] = {
    "content_filter": ("content_filter", "refusal"),
    "refusal": ("refusal", "content_filter"),
}
"""Ends that not every dialect has a word for, and those to be said in their place."""


class Front:
    """One side of a translation: the dialect that the application speaks."""

    def __init__(self, of: str) -> None:
        """Raises ``NotRegistered``."""
        self._target = target(of)

    @property
    def name(self) -> str:
        return self._target.name

    @property
    def dialect(self) -> str:
        return self._target.dialect

    def read(self, wire: WireRequest) -> Request:
        """What the application asks. Raises ``WireError``."""
        return self._target.spoken.read_request(wire)

    def write(self, answer: Answer, said: Request) -> WireResponse:
        """An answer to what the application ``said``, as its own provider would give it.

        Calls are those that are handed out, clean; what was cut is left out.
        """
        response = answer.response
        if response.error is not None:
            return self._refusal(response.error)
        message = answer.message
        handed = iter(answer.calls)
        parts = tuple(
            _bare(next(handed).call if isinstance(part, ToolCall) else part)
            for part in message.parts
            if isinstance(part, Text | Refusal | Reasoning | ToolCall)
        )
        try:
            return self._written(response, parts, said)
        except Inexpressible:
            told = (Text(text=part.text) if isinstance(part, Refusal) else part for part in parts)
            return self._written(response, tuple(part for part in told if isinstance(part, Text | ToolCall)), said)

    def stream(self, said: Request) -> "FrontStream | None":
        """What writes an answer to what the application ``said`` while it comes; None in dialects whose streams are
        written whole.
        """
        return FrontStream(self, said) if self._target.dialect == _CHAT else None

    def ending(self, answer: Answer, said: Request) -> Response:
        """What is left to be said of an answer whose parts were told as they came."""
        told = self._told(answer.response, answer.message.parts, said)
        error = answer.response.error
        return told if error is None else msgspec.structs.replace(told, error=self._error(error))

    def refuse(self, why: str, status: int) -> WireResponse:
        """An error in the application's dialect."""
        return self._refusal(ProviderError(message=why, kind="invalid_request_error", status=status))

    def broken(self, why: str) -> WireResponse:
        """The same, of the provider's fault."""
        return self._refusal(ProviderError(message=why, kind="api_error", status=_BAD_GATEWAY))

    def _told(self, response: Response, parts: tuple[Part, ...], said: Request) -> Response:
        untold = said.stream and self._target.dialect == _CHAT and not _asks_for_usage(said)
        return Response(
            id=response.id or _made_id(),
            model=response.model or said.model,
            parts=parts,
            finish=Finish(reason=self._ending(response.finish.reason)),
            usage=None if untold else self._counted(response.usage),
        )

    def _counted(self, usage: Usage | None) -> Usage | None:
        """The counts with their sum, which some dialects require and others do not give."""
        if usage is None:  # Anthropic's SDK reads counts that are always there, and ends where there are none
            return Usage(input_tokens=0, output_tokens=0) if self._target.dialect == "anthropic_messages" else None
        asked, said, total = usage.input_tokens, usage.output_tokens, usage.total_tokens
        if total is None and asked is not None and said is not None:
            total = asked + said
        return Usage(input_tokens=asked, output_tokens=said, total_tokens=total)

    def _ending(self, reason: FinishReason) -> FinishReason:
        """Why an answer ended, as far as the dialect has a word for that or for what is next to it."""
        if reason in _EVERYBODYS:
            return reason
        return next((one for one in _LIKE.get(reason, ()) if self._has_word(one)), "stop")

    def _has_word(self, reason: FinishReason) -> bool:
        ended = Response(id=_made_id(), model="-", parts=(Text(text="-"),), finish=Finish(reason=reason))
        spoken = self._target.spoken
        try:
            said = WireResponse(body=exact_json.encode(spoken.write_response(ended)))
        except Inexpressible:
            return False
        return read_answer(spoken, said).finish.reason == reason

    def _written(self, response: Response, parts: tuple[Part, ...], said: Request) -> WireResponse:
        told = self._told(response, parts, said)
        spoken = self._target.spoken
        if said.stream:
            kind = _STREAMS.get(self._target.dialect, "text/event-stream")
            return WireResponse(body=spoken.write_stream(told), headers={"content-type": kind})
        body = spoken.write_response(told)
        if self._target.dialect == _CHAT:
            body = {"created": int(time()), **body}
        return WireResponse(body=exact_json.encode(body), headers=_PLAIN)

    def _error(self, error: ProviderError) -> ProviderError:
        if self._target.dialect not in _OPENAI_ERRORS:
            return msgspec.structs.replace(error, value=None)
        value = {"message": error.message, "type": error.kind or "api_error", "param": None, "code": error.code}
        return msgspec.structs.replace(error, value=_OPENAI_ERRORS[self._target.dialect] | value)

    def _refusal(self, error: ProviderError) -> WireResponse:
        told = self._error(error)
        body = self._target.spoken.write_response(Response(parts=(), finish=Finish(reason="error"), error=told))
        status = error.status or 0
        status = status if status >= _FIRST_ERROR else _BAD_GATEWAY
        return WireResponse(status=status, body=exact_json.encode(body), headers=_PLAIN)


class FrontStream:
    """Writes an answer in OpenAI's chat completions while it comes. Calls are told when they are whole."""

    def __init__(self, front: Front, said: Request) -> None:
        self._front = front
        self._said = said
        self._writer = StreamWriter(_made_id(), said.model, {"created": int(time())})
        self.headers = {"content-type": "text/event-stream"}

    def begin(self) -> bytes:
        return self._writer.begin({})

    def more(self, segment: Segment) -> bytes:
        match segment:
            case SegmentContent(kind="text"):
                return self._writer.more(Text(text=segment.text))
            case SegmentContent(kind="reasoning"):
                return self._writer.more(_bare(Reasoning(text=segment.text)))
            case SegmentEnded(call=Call() as call):
                return self._writer.more(_bare(call.call))
        return b""

    def end(self, answer: Answer) -> bytes:
        return self._writer.end(self._front.ending(answer, self._said))


def kept_elsewhere(said: Request) -> str | None:
    """The key of a request with which its provider is told to go on with what it keeps; None where there is none."""
    rest = said.carried.rest if said.carried else {}
    return next((key for key in _KEPT_ELSEWHERE if rest.get(key)), None)


def _asks_for_usage(said: Request) -> bool:
    """Whether a stream ends with a chunk of counts alone, which has no choice: who did not ask for it trips over it."""
    options = said.carried.rest.get("stream_options") if said.carried else None
    return isinstance(options, dict) and options.get("include_usage") is True


def _made_id() -> str:
    """Of an answer whose provider gave it none, or whose id is not known when it begins."""
    return f"translated-{uuid4().hex}"


def _bare(part: Part) -> Part:
    match part:
        case Reasoning():
            return Reasoning(text=part.text, provider_data={"field": "reasoning_content"})
        case Text() | ToolCall():
            return msgspec.structs.replace(part, provider_data={}, carried=None)
    return part
