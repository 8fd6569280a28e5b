"""Secrets of many kinds, and exchanges with secrets in many places."""

import base64
import random
import string
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

_DRAWN = random.Random("planted")


def drawn(length: int, letters: str = string.ascii_letters + string.digits) -> str:
    """Return random letters, the same in every run."""
    return "".join(_DRAWN.choices(letters, k=length))


HEX = "0123456789abcdef"
SHAPES = {
    "Anthropic key": f"sk-ant-api03-{drawn(93)}AA",
    "OpenAI key": f"sk-proj-{drawn(74)}T3BlbkFJ{drawn(74)}",
    "key of DeepSeek": f"sk-{drawn(32, HEX)}",
    "Google key": f"AIza{drawn(35)}",
    "Google token": f"ya29.{drawn(120)}",
    "Hugging Face token": f"hf_{drawn(34)}",
    "Groq key": f"gsk_{drawn(52)}",
    "xAI key": f"xai-{drawn(80)}",
    "AWS key id": f"AKIA{drawn(16, string.ascii_uppercase + string.digits)}",
    "GitHub token": f"ghp_{drawn(36)}",
    "Slack token": f"xoxb-{drawn(12, string.digits)}-{drawn(12, string.digits)}-{drawn(24)}",
    "Stripe key": f"sk_live_{drawn(24)}",
    "organization id": f"org-{drawn(24)}",
    "project id": f"proj_{drawn(24)}",
    "account id": f"arn:aws:bedrock:us-east-1:{drawn(12, string.digits)}:inference-profile/x",
    "JSON Web Token": ".".join(
        base64.urlsafe_b64encode(part.encode()).decode().rstrip("=")
        for part in ('{"alg":"HS256","typ":"JWT"}', f'{{"sub":"{drawn(10)}","iat":1790000000}}', drawn(32))
    ),
    "private key": f"-----BEGIN PRIVATE KEY-----\n{drawn(64)}\n{drawn(64)}\n-----END PRIVATE KEY-----",
    "cookie": f"__cf_bm={drawn(43)}-1790000000-1.0.1.1-{drawn(60)}",
    "authorization": f"Bearer {drawn(40)}",
    "key without a shape": drawn(40),
    "hexadecimal key": drawn(64, HEX),
}
"""Secrets that are found by their shape, without a name beside them."""

NAMED = {
    "authorization": drawn(12),
    "x-api-key": drawn(12),
    "set-cookie": f"session={drawn(12)}",
    "openai-organization": f"acme-{drawn(6)}",
    "anthropic-organization-id": f"{drawn(8, HEX)}-{drawn(4, HEX)}-{drawn(4, HEX)}-{drawn(4, HEX)}-{drawn(12, HEX)}",
    "client_secret": drawn(12),
    "password": "correct horse battery",
    "aws_secret_access_key": drawn(40),
    "accountId": drawn(12, string.digits),
}
"""Secrets that are found only by the name beside them."""

ANSWER = {"id": "chatcmpl-1", "object": "chat.completion", "model": "m", "choices": []}


class Planted(NamedTuple):
    """An exchange with a secret."""

    name: str
    secret: str
    exchange: Exchange


def planted() -> Iterator[Planted]:
    """Yield an exchange for every secret in an answer's text, and exchanges with a secret in each other place."""
    for kind, secret in SHAPES.items():
        yield _in_answer(f"{kind} in a text", secret, f"It is {secret} now.")
    for name, secret in NAMED.items():
        yield _in_answer(f"field {name}", secret, {name: secret})
        yield Planted(f"header {name}", secret, _exchange(headers={name: secret}))
        yield Planted(f"header {name} of the request", secret, _exchange(request_headers={name: secret}))
        yield _in_answer(f"field {name} of arguments", secret, exact_json.dumps({name: secret}))
    key = SHAPES["key without a shape"]
    for where, made in _PLACES.items():
        yield Planted(where, key, made(key))
    private = SHAPES["private key"]
    yield Planted("base64 of a private key", private, _exchange(text=_based(private)))
    split = SHAPES["Anthropic key"]
    yield Planted("several events", split, streamed([split[:9], split[9:40], split[40:]]))


def _based(text: str) -> str:
    return base64.b64encode(f"the key: {text}".encode()).decode()


def _in_answer(name: str, secret: str, text: Any) -> Planted:
    return Planted(name, secret, _exchange(text=text))


def _exchange(
    *,
    text: Any = "Hello.",
    url: str = "https://api.example/v1/chat/completions",
    headers: dict[str, str] | None = None,
    request_headers: dict[str, str] | None = None,
    asked: Any = "Hello?",
    body: bytes | None = None,
    content_type: str = "application/json",
) -> Exchange:
    answer = ANSWER | {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}
    return Exchange(
        request=WireRequest(
            url=url,
            headers={"content-type": "application/json"} | (request_headers or {}),
            body=exact_json.encode({"model": "m", "messages": [{"role": "user", "content": asked}]}),
        ),
        response=WireResponse(
            headers={"content-type": content_type} | (headers or {}),
            body=exact_json.encode(answer) if body is None else body,
        ),
    )


def streamed(texts: list[Any]) -> Exchange:
    chunks = [{"id": "c", "choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    body = "".join(sse.encode(exact_json.dumps(chunk)).decode() for chunk in chunks).encode()
    return _exchange(body=body, content_type="text/event-stream")


_PLACES: dict[str, Callable[[str], Exchange]] = {
    "query": lambda key: _exchange(url=f"https://api.example/v1/chat?key={key}"),
    "query of a strange name": lambda key: _exchange(url=f"https://api.example/v1/chat?x={key}"),
    "path": lambda key: _exchange(url=f"https://api.example/{key}/chat"),
    "password of an address": lambda key: _exchange(url=f"https://me:{key}@api.example/v1/chat"),
    "signed address": lambda key: _exchange(text=f"See https://files.example/a.png?X-Amz-Signature={key}&x=1"),
    "strange header": lambda key: _exchange(headers={"x-strange": key}),
    "strange field": lambda key: _exchange(text={"strange": {"deep": [key]}}),
    "key of an object": lambda key: _exchange(text={key: 1}),
    "request": lambda key: _exchange(asked=f"My key is {key}."),
    "base64": lambda key: _exchange(text=_based(key)),
    "base64 of base64": lambda key: _exchange(text=_based(_based(key))),
    "JSON in JSON": lambda key: _exchange(text=exact_json.dumps({"a": exact_json.dumps({"b": key})})),
    "escaped in JSON": lambda key: _exchange(
        body=b'{"a": "%s"}' % "".join(f"\\u{ord(letter):04x}" for letter in key).encode()
    ),
    "event": lambda key: streamed(["Hello", {"strange": key}]),
    "letters of a stream": lambda key: streamed(list(f"It is {key} now.")),
    "letters of arguments of a stream": lambda key: streamed([{"arguments": letter} for letter in f'{{"q": "{key}"}}']),
    "id": lambda key: _exchange(text={"debug": {"id": key}}),
    "ids": lambda key: _exchange(text={"session_ids": [key]}),
    "comment of a stream": lambda key: _exchange(
        body=f": {key}\n\n".encode() + streamed(["a", "b"]).response.body, content_type="text/event-stream"
    ),
    "frame of AWS": lambda key: _exchange(
        body=aws_event_stream.event("contentBlockDelta", exact_json.encode({"delta": {"text": key}})),
        content_type=aws_event_stream.CONTENT_TYPE,
    ),
    "header of a frame of AWS": lambda key: _exchange(
        body=aws_event_stream.encode({":event-type": "messageStart", "x": key}, b'{"role":"assistant"}'),
        content_type=aws_event_stream.CONTENT_TYPE,
    ),
    "assigned in a text": lambda key: _exchange(text=f"export API_KEY={key[:9]}7"),
    "variable of an environment": lambda key: _exchange(text=f"OPENAI_API_KEY={key[:9]}7 run"),
    "form": lambda key: msgspec.structs.replace(
        _exchange(), request=WireRequest(url="https://x", body=f"grant=a&client_secret={key[:9]}".encode())
    ),
    "lines": lambda key: _exchange(body=b'{"a": 1}\n{"b": "%s"}\n' % key.encode(), content_type="application/x-ndjson"),
    "text that is no JSON": lambda key: _exchange(body=f"<p>{key}</p>".encode(), content_type="text/html"),
}
