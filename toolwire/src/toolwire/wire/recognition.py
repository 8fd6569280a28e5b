"""Telling dialects and providers apart, by address and by shape."""

import codecs
import re
from collections.abc import Collection, Mapping
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
from toolwire.wire.exchange import Exchange, WireResponse

Confidence: TypeAlias = Literal["certain", "likely", "possible"]


class Recognised(msgspec.Struct, frozen=True):
    """A dialect or text format, and what shows it."""

    names: tuple[str, ...]
    """One, or all that it may be as well as not; what reads it best stands first."""
    confidence: Confidence
    """``certain`` where nothing else that we know writes what was seen, ``likely`` where others might, ``possible``
    where others do, and what would tell is not known."""
    evidence: tuple[str, ...]

    @property
    def name(self) -> str | None:
        """What it is; None where that is not known: it may be one or another, or is no more than possible."""
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
)
SAME_PATH: Final = {"openai_chat": "mistral_chat"}
"""Dialects that are spoken at another one's path."""
_REGION: Final = re.compile(r"^[^.]+(?=-)")
_INVOKE: Final = re.compile(r"/model/[^/]+/invoke")
"""Bedrock's InvokeModel: answers of Nova models look like Converse's, and requests do not."""
_CONVERSE: Final = frozenset({"messageStart", "contentBlockStart", "contentBlockDelta"})
"""Events that a stream of Bedrock's Converse may begin with."""
_OF_INVOKED_NOVA: Final = "cacheReadInputTokenCount"
"""Counted by answers of InvokeModel, which look like Converse's; these call it ``cacheReadInputTokens``."""
_BARE_ID: Final = re.compile("[0-9a-f]{32}")
_MISTRAL_MODEL: Final = re.compile(r"(open-)?(mistral|mixtral|magistral|ministral|codestral|devstral|pixtral|voxtral)-")
_AT_ONCE: Final = 65536
_NOT_A_CHAT: Final = re.compile(
    r"/(embeddings|images|audio|files|batches|moderations|count_tokens|threads|assistants|completions|rerank|models)\b"
)


def recognise(exchange: Exchange, spoken: Collection[str] = ()) -> str | None:
    """The dialect that an exchange is read with, known here or only by name; None where it is none of a chat API.

    ``spoken``: the dialects of whoever answers there, where that is known; some share a path.
    """
    found = dialect_of_exchange(exchange, spoken)
    return found.names[0] if found else None


def dialect_of_exchange(exchange: Exchange, spoken: Collection[str] = ()) -> Recognised | None:
    """The dialect of an exchange, by its address or else by its answer, and what shows it."""
    path = unquote(_split(exchange.request.url).path)
    for pattern, dialect in _PATHS:
        found = pattern.search(path)
        if found:
            other = SAME_PATH.get(dialect)
            name = other if other is not None and other in spoken and dialect not in spoken else dialect
            return _shown(name, "certain", f"an address that has {found.group()}")
    if path and _NOT_A_CHAT.search(path) and not path.endswith("/completions"):
        return None
    answered = dialect_of(exchange.response.body)
    return None if answered and answered.name == "bedrock_converse" and _INVOKE.search(path) else answered


def recognise_answer(body: bytes) -> str | None:
    """The dialect that an answer's body, plain or streamed, is read with, by its shape."""
    found = dialect_of(body)
    return found.names[0] if found else None


def dialect_of(body: bytes) -> Recognised | None:
    """The dialect of an answer's body, and what shows it."""
    if aws_event_stream.starts(body):
        kind = aws_event_stream.first_kind(body)
        return _shown("bedrock_converse", "certain", f"AWS frame {kind}") if kind in _CONVERSE else None
    document = _first_document(body)
    if not isinstance(document, dict):
        return None
    return next((found for shown_by in _SHAPES if (found := shown_by(document))), None)


def _shown(dialect: str, confidence: Confidence, evidence: str) -> Recognised:
    return Recognised((dialect,), confidence, (evidence,))


def _openai_responses(document: Json) -> Recognised | None:
    match document:
        case {"type": str(kind)} if kind.startswith("response."):
            return _shown("openai_responses", "certain", f"type {kind}")
        case {"object": "response"}:
            return _shown("openai_responses", "certain", "object response")
    return None


def _anthropic_messages(document: Json) -> Recognised | None:
    match document:
        case {"type": "message" | "message_start" as kind} if "content" in document or "message" in document:
            return _shown("anthropic_messages", "certain", f"type {kind}")
        case {"type": "error", "error": dict()}:
            return _shown("anthropic_messages", "likely", "type error beside error")
    return None


def _openai_chat(document: Json) -> Recognised | None:
    """OpenAI's chat completions, or Mistral's: these differ in reasoning, and else in ids alone."""
    match document:
        case {"object": "text_completion"}:
            return None
        case {"choices": list(choices)} if _thinks_in_chunks(choices):
            return _shown("mistral_chat", "certain", "reasoning among the chunks of content")
        case {"choices": list(), "id": str(name), "model": str(model)} if _BARE_ID.fullmatch(
            name
        ) and _MISTRAL_MODEL.match(model):
            evidence = ("key choices", "an id of 32 hexadecimal digits alone, as Mistral's", f"model {model}")
            return Recognised(("openai_chat", "mistral_chat"), "likely", evidence)
        case {"choices": list(), "id": str(name)} if name.startswith("chatcmpl"):
            return _shown("openai_chat", "certain", "key choices, and an id that begins with chatcmpl")
        case {"choices": list()}:
            return _shown("openai_chat", "likely", "key choices")
    return None


def _gemini_generate(document: Json) -> Recognised | None:
    key = next((key for key in ("candidates", "usageMetadata") if key in document), None)
    return _shown("gemini_generate", "certain", f"key {key}") if key else None


def _ollama_chat(document: Json) -> Recognised | None:
    match document:
        case {"message": dict(), "done": bool()}:
            return _shown("ollama_chat", "certain", "keys message and done")
    return None


def _cohere_v2(document: Json) -> Recognised | None:
    match document:
        case {"type": "message-start"}:
            return _shown("cohere_v2", "certain", "type message-start")
        case {"message": dict(), "finish_reason": str(word)} if word.isupper():
            return _shown("cohere_v2", "certain", f"key message, and finish_reason {word}")
    return None


def _bedrock_converse(document: Json) -> Recognised | None:
    match document:
        case {"output": _, "stopReason": _, "metrics": _}:
            return _shown("bedrock_converse", "certain", "keys output, stopReason and metrics")
        case {"output": _, "stopReason": _, "usage": dict(usage)} if _OF_INVOKED_NOVA in usage:
            return None
        case {"output": _, "stopReason": _}:
            return _shown("bedrock_converse", "likely", "keys output and stopReason")
    if len(document) == 1 and document.keys() <= _CONVERSE:
        return _shown("bedrock_converse", "certain", f"event {next(iter(document))}")
    return None


_SHAPES: Final = (
    _openai_chat,
    _openai_responses,
    _anthropic_messages,
    _gemini_generate,
    _ollama_chat,
    _cohere_v2,
    _bedrock_converse,
)
"""What the first document of a body shows; the first that knows it counts."""


def is_answer_of(dialect: str, body: bytes) -> bool:
    """Whether an answer's body has the shape of a dialect, or that of one that is spoken at the same path."""
    found = recognise_answer(body)
    return found is not None and dialect in (found, SAME_PATH.get(found))


def _thinks_in_chunks(choices: list[Json]) -> bool:
    """Whether a choice has reasoning among the chunks of its content, as Mistral alone writes it."""
    for choice in choices:
        match choice:
            case {"message": {"content": list(chunks)}} | {"delta": {"content": list(chunks)}}:
                kinds = [chunk.get("type") for chunk in chunks if isinstance(chunk, dict)]
                if "thinking" in kinds:
                    return True
    return False


def _first_document(body: bytes) -> Json:
    """The first JSON document of a body: the whole of it, or the first payload of a stream."""
    text = body.removeprefix(codecs.BOM_UTF8).lstrip()
    if text[:1] in (b"{", b"["):
        try:
            document = exact_json.loads(text)
        except JsonError:
            document = _parsed(text.split(b"\n", 1)[0])
        return document[0] if isinstance(document, list) and document else document
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
    """The provider that answers at an address; None where it is not known.

    ``others``: hosts (or domains), alone or with the beginning of a path, of providers that are not in our list.
    """
    parts = _split(url)
    host, hosts = (parts.hostname or "").lower(), _hosts()
    while host:
        found = hosts.get(host) or hosts.get(_REGION.sub("", host)) or _below(host, parts.path, others)
        if found:
            return found
        host = host.partition(".")[2]
    return None


def _below(host: str, path: str, others: Mapping[str, str]) -> str | None:
    place = f"{host}{path}"
    while place.startswith(host):
        if place in others:
            return others[place]
        place = place.rpartition("/")[0]
    return None


def _split(url: str) -> SplitResult:
    """The parts of a URL; none where it is no URL."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def is_unframed(response: WireResponse) -> bool:
    """Whether a body holds the payloads of a stream, one a line, without the frames that brought them."""
    lines = response.body.lstrip().split(b"\n", 2)
    return len(lines) > 1 and lines[0][:1] == b"{" and _parsed(lines[0]) is not None and _parsed(response.body) is None


def framed(response: WireResponse) -> bytes:
    """The payloads of an unframed body, each in a frame of server-sent events."""
    return b"".join(b"data: " + line.strip() + b"\n\n" for line in response.body.split(b"\n") if line.strip())
