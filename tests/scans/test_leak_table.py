"""Tests of keys of every kind at every place, whole or in pieces of a stream, in any dialect."""

import base64
import string
from collections.abc import Callable, Iterable
from typing import Any, Final
from urllib.parse import quote

import pytest

from conformance import leaks
from conformance.leaks import Known, Leak
from tests.recording.planted import HEX, SHAPES, drawn
from toolwire.wire import aws_event_stream, exact_json

SMALL: Final = string.ascii_lowercase + string.digits
KINDS: Final = {
    **SHAPES,
    "Mistral key": drawn(32),
    "Cohere key": drawn(40),
    "Azure key": drawn(32, HEX),
    "Azure key of 84 letters": f"{drawn(52)}JQQJ99{drawn(4)}AC{drawn(10)}AAABACOG{drawn(4)}",
    "Cerebras key": f"csk-{drawn(48, SMALL)}",
    "AWS secret key": drawn(40, string.ascii_letters + string.digits + "+/"),
    "key of small letters": drawn(48, SMALL),
    "key of 24 digits": drawn(24, HEX),
    "key of 40 digits": drawn(40, HEX),
    "key in capitals": drawn(32, HEX.upper()),
    "key with a dot": f"{drawn(32, HEX)}.{drawn(16)}",
    "bytes with colons": ":".join(drawn(2, HEX) for _ in range(32)),
}


def cut(secret: str) -> list[str]:
    """Return a text in pieces of one to four letters."""
    pieces, sizes = [], [3, 1, 4, 2]
    while secret:
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(secret[:size])
        secret = secret[size:]
    return pieces


def answer(body: Any) -> dict[str, Any]:
    """Return an answer as vcrpy keeps it."""
    if not isinstance(body, bytes):
        body = exact_json.encode(body)
    return {"interactions": [{"request": {"uri": "https://api.example/v1"}, "response": {"body": {"string": body}}}]}


def chat(text: Any, **more: Any) -> dict[str, Any]:
    return answer({"id": "chatcmpl-1", "choices": [{"index": 0, "message": {"content": text}}]} | more)


def events(documents: Iterable[Any], name: str = "") -> dict[str, Any]:
    before = f"event: {name}\n" if name else ""
    return answer("".join(f"{before}data: {exact_json.dumps(document)}\n\n" for document in documents).encode())


def frames(documents: Iterable[Any]) -> dict[str, Any]:
    return answer(
        b"".join(aws_event_stream.event("contentBlockDelta", exact_json.encode(document)) for document in documents)
    )


def openai_chat(text: str) -> Any:
    return {"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"content": text}}]}


def openai_arguments(text: str) -> Any:
    call = {"index": 0, "function": {"arguments": text}}
    return {"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}


def openai_responses(text: str) -> Any:
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    return {"type": "response.output_text.delta", **place, "delta": text}


def anthropic(text: str) -> Any:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}


def anthropic_arguments(text: str) -> Any:
    return {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": text}}


def gemini(text: str) -> Any:
    return {"candidates": [{"content": {"parts": [{"text": text}], "role": "model"}, "index": 0}]}


def cohere(text: str) -> Any:
    return {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": text}}}}


def ollama(text: str) -> Any:
    return {"model": "m", "message": {"role": "assistant", "content": text}, "done": False}


def bedrock(text: str) -> Any:
    return {"contentBlockIndex": 0, "delta": {"text": text}, "p": "abcdefghij"}


def bedrock_invoked(text: str) -> Any:
    return {"bytes": base64.b64encode(exact_json.encode(anthropic(text))).decode(), "p": "abcdefghijklm"}


def based(text: str) -> str:
    return base64.b64encode(f"the key: {text}".encode()).decode()


def sentence(secret: str) -> str:
    return f"It is {secret} now."


def query(secret: str) -> str:
    return exact_json.dumps({"q": secret, "n": 1})


PLACES: Final[dict[str, Callable[[str], Any]]] = {
    "header": lambda key: {"interactions": [{"response": {"headers": {"x-strange": [key]}}}]},
    "query": lambda key: {"interactions": [{"request": {"uri": f"https://api.example/v1?x={quote(key)}&y=1"}}]},
    "address": lambda key: chat(f"See https://files.example/{quote(key)}/a.png"),
    "known field": lambda key: answer({"api_key": key}),
    "unknown field": lambda key: answer({"zeta": {"deep": [key]}}),
    "text": lambda key: chat(sentence(key)),
    "arguments": lambda key: chat(None, tool_calls=[{"function": {"arguments": query(key)}}]),
    "tokens": lambda key: chat("Hi", logprobs={"content": [{"token": letter} for letter in sentence(key)]}),
    "base64": lambda key: chat(based(key)),
    "hexadecimal": lambda key: chat(f"the key: {key}".encode().hex()),
    "SSE, whole": lambda key: events(map(openai_chat, ["Hello. ", key, " Bye."])),
    "SSE, base64 in letters": lambda key: events(map(openai_chat, sentence(based(key)))),
    "SSE, text without JSON": lambda key: answer("".join(f"data: {piece}\n\n" for piece in cut(key)).encode()),
    "openai_chat, letters": lambda key: events(map(openai_chat, sentence(key))),
    "openai_chat, pieces": lambda key: events(map(openai_chat, cut(sentence(key)))),
    "openai_chat, arguments": lambda key: events(map(openai_arguments, query(key))),
    "openai_responses, letters": lambda key: events(map(openai_responses, sentence(key))),
    "anthropic_messages, letters": lambda key: events(map(anthropic, sentence(key)), "content_block_delta"),
    "anthropic_messages, arguments": lambda key: events(map(anthropic_arguments, cut(query(key)))),
    "gemini_generate, letters": lambda key: events(map(gemini, sentence(key))),
    "gemini_generate, an array": lambda key: answer(list(map(gemini, sentence(key)))),
    "cohere_v2, pieces": lambda key: events(map(cohere, cut(sentence(key)))),
    "ollama_chat, letters": lambda key: answer(
        b"\n".join(exact_json.encode(ollama(letter)) for letter in sentence(key))
    ),
    "bedrock_converse, whole": lambda key: frames([bedrock("Hello. "), bedrock(sentence(key))]),
    "bedrock_converse, letters": lambda key: frames(map(bedrock, sentence(key))),
    "bedrock, invoked": lambda key: frames(map(bedrock_invoked, cut(sentence(key)))),
}
UNDER: Final[dict[str, Callable[[str], Any]]] = {
    "id of something": lambda key: chat("Hi", debug={"id": key}),
    "id of a session": lambda key: chat("Hi", session_id=key),
    "ids": lambda key: chat("Hi", session_ids=[key]),
    "id in letters": lambda key: events({"debug": {"id": letter}} for letter in key),
    "hash": lambda key: chat("Hi", hash=key),
    "signature": lambda key: chat("Hi", signature=key),
    "data": lambda key: answer({"data": key}),
}


@pytest.mark.parametrize("place", [*PLACES, *UNDER])
def test_every_kind_is_found(place: str) -> None:
    hidden = (PLACES | UNDER)[place]
    for kind, secret in KINDS.items():
        found = leaks.find(hidden(secret))
        assert any(isinstance(leak, Leak) for leak in found), kind
        assert secret not in " ".join(map(str, found)), kind


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_id_is_believed_where_ids_have_aliases(kind: str) -> None:
    known = Known(without_ids=lambda text: text.replace("kQ2wZ8xL4vB7nM1cR5tY9pD3", ""))
    assert leaks.find(answer({"id": KINDS[kind]}), known=known)
    assert leaks.find(events({"id": KINDS[kind]} for _ in range(2)), known=known)
    assert leaks.find(answer({"id": "call_kQ2wZ8xL4vB7nM1cR5tY9pD3"}), known=known) == ()


@pytest.mark.parametrize("place", [place for place in PLACES if place not in ("base64", "hexadecimal")])
def test_what_was_sent_is_found_whatever_it_looks_like(place: str) -> None:
    hidden = PLACES[place]
    known = Known(key="opensesame")
    assert leaks.find(hidden("opensesame"), known=known), place
    assert leaks.find(hidden("closedsesame"), known=known) == leaks.find(hidden("closedsesame")), place


INNOCENT: Final = {
    "ids in every event": [{"id": f"chatcmpl-{drawn(29)}", "system_fingerprint": "fp_44709d6fcb"}] * 5,
    "short ids": [{"delta": {"tool_calls": [{"id": drawn(9), "index": 0}]}} for _ in range(5)],
    "ids one after the other": [{"item_id": f"fc_{drawn(50, HEX)}"} for _ in range(5)],
    "paddings": [{"delta": "a", "obfuscation": drawn(12)} for _ in range(5)],
    "seals": [{"index": 0, "delta": {"signature": drawn(400)}} for _ in range(3)],
    "sound": [{"delta": {"audio": {"id": "audio_1", "data": drawn(400)}}} for _ in range(3)],
    "addresses": [{"url": f"https://shop.example/{word}-Shoes-2026-Edition"} for word in ("Red", "Blue", "Green")],
    "words": [
        {"delta": word} for word in ["claude", "3", "5", "Sonnet", "2024", "10", "22", "getCurrentWeatherInParis"]
    ],
    "dates": [{"created_at": f"2026-11-22T10:00:0{n}.123456789Z"} for n in range(5)],
}


@pytest.mark.parametrize("name", INNOCENT)
def test_innocents_over_a_stream(name: str) -> None:
    assert leaks.find(events(INNOCENT[name])) == ()
    assert leaks.find(answer(INNOCENT[name] * 3)) == ()
