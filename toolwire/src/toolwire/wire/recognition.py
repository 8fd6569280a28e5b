"""Recognition of dialects and providers, by address and by shape."""

import codecs
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, Literal, TypeAlias
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec
import yaml

from toolwire.json_value import Json
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import JsonError, LimitExceeded
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

Confidence: TypeAlias = Literal["certain", "likely", "possible"]


class Recognised(msgspec.Struct, frozen=True):
    """A dialect or text format, and the evidence for it."""

    names: tuple[str, ...]
    """The name of the dialect or format, or all names that fit the data.

    If there are several, the dialect or format of the first name reads the data best.
    """
    confidence: Confidence
    """The confidence in the names.

    ``certain``: no other known dialect or format writes such data. ``likely``: others might write such data.
    ``possible``: others do write such data, and the data does not show which of them wrote it.
    """
    evidence: tuple[str, ...]

    @property
    def name(self) -> str | None:
        """The only name; None if several names fit, or if the confidence is ``possible``."""
        return self.names[0] if len(self.names) == 1 and self.confidence != "possible" else None


_PATHS: Final = (
    (re.compile(r"/chat/completions/?$"), "openai_chat"),
    (re.compile(r"/responses/?$"), "openai_responses"),
    (re.compile(r"^(?!.*/threads/).*/messages/?$"), "anthropic_messages"),
    (re.compile(r"/models/[^/]*(claude|anthropic)[^/]*:(stream)?rawPredict$", re.IGNORECASE), "anthropic_messages"),
    (re.compile(r"/model/[^/]*anthropic[^/]*/invoke(-with-response-stream)?$"), "anthropic_messages"),
    (re.compile(r":(stream)?generateContent$", re.IGNORECASE), "gemini_generate"),
    (re.compile(r"/api/chat/?$"), "ollama_chat"),
    (re.compile(r"/v2/chat/?$"), "cohere_v2"),
    (re.compile(r"/converse(-stream)?$"), "bedrock_converse"),
    (re.compile(r"/interactions/?$"), "gemini_interactions"),
)
SAME_PATH: Final = {"openai_chat": "mistral_chat"}
"""Pairs of dialects whose requests go to the same path."""
_REGION: Final = re.compile(r"^[^.]+(?=-)")
_INVOKE: Final = re.compile(r"/model/[^/]+/invoke")
"""A pattern for the path of Bedrock's InvokeModel. At this path, answers of Nova models look like answers of Converse,
but the requests do not look like requests of Converse.
"""
_CONVERSE: Final = frozenset({"messageStart", "contentBlockStart", "contentBlockDelta"})
"""Events that may start a stream of Bedrock's Converse."""
_INVOKED_NOVA_COUNT: Final = "cacheReadInputTokenCount"
"""A key that shows that a Nova model answered through InvokeModel. Apart from this key, such answers look like answers
of Converse, which have ``cacheReadInputTokens`` instead.
"""
_BARE_ID: Final = re.compile("[0-9a-f]{32}")
_MISTRAL_MODEL: Final = re.compile(r"(open-)?(mistral|mixtral|magistral|ministral|codestral|devstral|pixtral|voxtral)-")
_AT_ONCE: Final = 65536
_NOT_A_CHAT: Final = re.compile(
    r"/(embeddings|images|audio|files|batches|moderations|count_tokens|threads|assistants|completions|rerank|models)\b"
)


def recognise(exchange: Exchange, spoken: Collection[str] = ()) -> str | None:
    """Return the name of an exchange's dialect; None if it is unknown, or if the exchange is not with a chat API.

    ``spoken`` are the dialects of the provider that answers, if they are known. If several dialects share
    a path, ``spoken`` decides which of them it is.
    """
    found = dialect_of_exchange(exchange, spoken)
    return found.names[0] if found else None


def dialect_of_exchange(exchange: Exchange, spoken: Collection[str] = ()) -> Recognised | None:
    """Return the dialect of an exchange, with the evidence. Return None if the dialect is unknown, or if the exchange
    is not with a chat API.

    The address of the request decides. If it does not show the dialect, the shape of the answer decides.
    """
    path = unquote(_split(exchange.request.url).path)
    for pattern, dialect in _PATHS:
        match = pattern.search(path)
        if match:
            other, address = SAME_PATH.get(dialect), f"an address with {match.group()}"
            if other is not None and other in spoken and dialect not in spoken:
                return _recognised(other, "certain", address)
            if other is not None and not spoken and (sign := _sign_of_mistral(exchange.request)):
                return Recognised((other,), "likely", (address, sign))
            return _recognised(dialect, "certain", address)
    if path and _NOT_A_CHAT.search(path) and not path.endswith("/completions"):
        return None
    answered = dialect_of(exchange.response.body)
    if answered is None or (answered.name == "bedrock_converse" and _INVOKE.search(path)):
        return None
    other = SAME_PATH.get(answered.names[0])
    if other is not None and not spoken and (sign := _sign_of_mistral(exchange.request)):
        return Recognised((other,), "likely", (*answered.evidence, sign))
    return answered


def recognise_answer(body: bytes) -> str | None:
    """Return the dialect of an answer's body, plain or streamed, by its shape; None if it is unknown."""
    recognised = dialect_of(body)
    return recognised.names[0] if recognised else None


def dialect_of(body: bytes) -> Recognised | None:
    """Return the dialect of an answer's body, with the evidence; None if it is unknown."""
    if aws_event_stream.starts(body):
        kind = aws_event_stream.first_kind(body)
        return _recognised("bedrock_converse", "certain", f"AWS frame {kind}") if kind in _CONVERSE else None
    document = _first_document(body)
    if not isinstance(document, dict):
        return None
    return next((recognised for recognise_shape in _SHAPES if (recognised := recognise_shape(document))), None)


def _recognised(dialect: str, confidence: Confidence, evidence: str) -> Recognised:
    return Recognised((dialect,), confidence, (evidence,))


def _openai_responses(document: Json) -> Recognised | None:
    match document:
        case {"type": str(kind)} if kind.startswith("response."):
            return _recognised("openai_responses", "certain", f"type {kind}")
        case {"object": "response"}:
            return _recognised("openai_responses", "certain", "object response")
    return None


def _anthropic_messages(document: Json) -> Recognised | None:
    match document:
        case {"type": "message" | "message_start" as kind} if "content" in document or "message" in document:
            return _recognised("anthropic_messages", "certain", f"type {kind}")
        case {"type": "error", "error": dict()}:
            return _recognised("anthropic_messages", "likely", 'the type is "error", and there is a key "error"')
    return None


def _openai_chat(document: Json) -> Recognised | None:
    """Recognise OpenAI's or Mistral's chat completions. Their answers differ only in reasoning and ids."""
    match document:
        case {"object": "text_completion"}:
            return None
        case {"choices": list(choices)} if _has_reasoning_chunks(choices):
            return _recognised("mistral_chat", "certain", "a chunk of reasoning in the content")
        case {"choices": list(), "id": str(name), "model": str(model)} if _BARE_ID.fullmatch(
            name
        ) and _MISTRAL_MODEL.match(model):
            evidence = (
                "key choices",
                "an id of 32 hexadecimal digits without a prefix, like Mistral's ids",
                f"model {model}",
            )
            return Recognised(("openai_chat", "mistral_chat"), "likely", evidence)
        case {"choices": list(), "id": str(name)} if name.startswith("chatcmpl"):
            return _recognised("openai_chat", "certain", "key choices, and an id that begins with chatcmpl")
        case {"choices": list()}:
            return _recognised("openai_chat", "likely", "key choices")
    return None


def _sign_of_mistral(request: WireRequest) -> str | None:
    """Return the evidence that a request to an unknown host is in Mistral's dialect; None if no such evidence exists.

    The evidence is Mistral's word for ``tool_choice``. If the recording has no host, the name of a Mistral model is
    evidence, too.
    """
    has_host = "." in (_split(request.url).hostname or "")
    match _parsed(request.body):
        case {"tool_choice": "any"}:
            return "tool_choice any"
        case {"model": str(model)} if not has_host and _MISTRAL_MODEL.match(model):
            return f"model {model}"
    return None


def _gemini_generate(document: Json) -> Recognised | None:
    key = next((key for key in ("candidates", "usageMetadata") if key in document), None)
    return _recognised("gemini_generate", "certain", f"key {key}") if key else None


def _ollama_chat(document: Json) -> Recognised | None:
    match document:
        case {"message": dict(), "done": bool()}:
            return _recognised("ollama_chat", "certain", "keys message and done")
    return None


def _cohere_v2(document: Json) -> Recognised | None:
    match document:
        case {"type": "message-start"}:
            return _recognised("cohere_v2", "certain", "type message-start")
        case {"message": dict(), "finish_reason": str(word)} if word.isupper():
            return _recognised("cohere_v2", "certain", f"keys message and finish_reason, with the value {word}")
    return None


def _bedrock_converse(document: Json) -> Recognised | None:
    match document:
        case {"output": _, "stopReason": _, "metrics": _}:
            return _recognised("bedrock_converse", "certain", "keys output, stopReason and metrics")
        case {"output": _, "stopReason": _, "usage": dict(usage)} if _INVOKED_NOVA_COUNT in usage:
            return None
        case {"output": _, "stopReason": _}:
            return _recognised("bedrock_converse", "likely", "keys output and stopReason")
    if len(document) == 1 and document.keys() <= _CONVERSE:
        return _recognised("bedrock_converse", "certain", f"event {next(iter(document))}")
    return None


def _gemini_interactions(document: Json) -> Recognised | None:
    match document:
        case {"object": "interaction"}:
            return _recognised("gemini_interactions", "certain", "object interaction")
        case {"event_type": str(kind)} if kind.startswith(("interaction.", "step.")):
            return _recognised("gemini_interactions", "certain", f"event_type {kind}")
        case {"event_type": "error", "error": dict()}:
            return _recognised("gemini_interactions", "likely", 'the event_type is "error", and there is a key "error"')
        case {"steps": list(), "status": str()}:
            return _recognised("gemini_interactions", "likely", "keys steps and status")
    return None


_SHAPES: Final = (
    _openai_chat,
    _openai_responses,
    _anthropic_messages,
    _gemini_generate,
    _ollama_chat,
    _cohere_v2,
    _bedrock_converse,
    _gemini_interactions,
)
"""The functions that recognise a dialect from the first document of a body. The first function that recognises a
dialect decides.
"""


def is_answer_of(dialect: str, body: bytes) -> bool:
    """Return whether an answer's body has the shape of ``dialect``. A body in the shape of ``openai_chat`` also counts
    as ``mistral_chat`` (see ``SAME_PATH``), because the answers of both often look the same.
    """
    found = recognise_answer(body)
    return found is not None and dialect in (found, SAME_PATH.get(found))


def _has_reasoning_chunks(choices: list[Json]) -> bool:
    """Return whether a choice has reasoning among the chunks of its content. Only Mistral writes reasoning there."""
    for choice in choices:
        match choice:
            case {"message": {"content": list(chunks)}} | {"delta": {"content": list(chunks)}}:
                kinds = [chunk.get("type") for chunk in chunks if isinstance(chunk, dict)]
                if "thinking" in kinds:
                    return True
    return False


def _first_document(body: bytes) -> Json:
    """Return the first JSON document of a body: the whole body, or the first payload of a stream. Return None if the
    body has no JSON document.
    """
    text = body.removeprefix(codecs.BOM_UTF8).lstrip()
    if text[:1] in (b"{", b"["):
        try:
            document = exact_json.loads(text)
        except JsonError:
            document = _parsed(text.split(b"\n", 1)[0])
        return document[0] if isinstance(document, list) and document else document
    if not text:
        return None
    decoder = sse.SseDecoder()
    with suppress(LimitExceeded):
        for start in range(0, len(body), _AT_ONCE):
            for event in decoder.feed(body[start : start + _AT_ONCE]):
                document = _parsed(event.data)
                if document is not None:
                    return document
    return None


def _parsed(text: str | bytes) -> Json:
    try:
        return exact_json.loads(text)
    except JsonError:
        return None


@cache
def _hosts() -> dict[str, str]:
    data = yaml.load((files("toolwire.wire") / "hosts.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {str(host): str(name) for name, hosts in data.items() for host in hosts}


def provider(url: str, others: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """Return the provider that answers at an address; None if the provider is unknown.

    ``others`` has the names of providers that are not in ``hosts.yaml``, by their host or domain. A path may follow the
    host.
    """
    parts = _split(url)
    host, hosts = (parts.hostname or "").lower(), _hosts()
    while host:
        name = hosts.get(host) or hosts.get(_REGION.sub("", host)) or _provider_below(host, parts.path, others)
        if name:
            return name
        host = host.partition(".")[2]
    return None


def _provider_below(host: str, path: str, others: Mapping[str, str]) -> str | None:
    place = f"{host}{path}"
    while place.startswith(host):
        if place in others:
            return others[place]
        place = place.rpartition("/")[0]
    return None


def _split(url: str) -> SplitResult:
    """Return the parts of a URL. The parts of a text that is not a URL are empty."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def unframed(response: WireResponse) -> list[bytes] | None:
    """Return the payloads of a stream that lost its framing; None for any other body.

    The payloads are the lines of the body, or the items of a JSON array.
    """
    body = response.body.strip()
    if body[:1] == b"[":
        payloads = _parsed(body)
        is_stream = isinstance(payloads, list) and all(isinstance(payload, dict) for payload in payloads)
        return [exact_json.encode(payload) for payload in payloads] if is_stream and payloads else None
    lines = body.split(b"\n")
    if len(lines) > 1 and lines[0][:1] == b"{" and _parsed(lines[0]) is not None and _parsed(body) is None:
        return [line.strip() for line in lines if line.strip()]
    return None


def framed(payloads: Iterable[bytes]) -> bytes:
    """Return a body of server-sent events. Each payload becomes an event with only a ``data`` line."""
    return b"".join(b"data: " + payload + b"\n\n" for payload in payloads)
