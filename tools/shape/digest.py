"""The shape of real exchanges, without their content: key paths, JSON types, order of events, and counts.

``python tools/shape/digest.py CORPUS --date YYYY-MM-DD`` reads a folder of recorded exchanges, with a JSON lines file
for each dialect. It writes ``tests/shape/digest/<dialect>.<plain|stream|request>.json``. The digests contain no texts
of the recordings except names of keys, and values that name a kind: ``type``, and ``role`` of objects in lists.

A path lists the keys that lead to a value, with ``*`` for an index of a list, and ``<…>`` for the ``type`` or ``role``
of the value. In streams a path begins with the kind of the event: its ``type``, or a name for its shape. In dialects
whose events have no ``type``, each path is listed a second time under ``any``, which represents every kind. If the user
chose the keys of an object, paths end at this object.
"""

import argparse
import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from toolwire.json_value import Json
from toolwire.wire import aws_event_stream, exact_json, sse
from toolwire.wire.errors import JsonError, WireError
from toolwire.wire.ndjson import NdjsonDecoder

Mode: TypeAlias = Literal["plain", "stream", "request"]
Facts: TypeAlias = frozenset[tuple[str, str]]
"""Paths, each with a JSON type that a value at this path had."""

DIGESTS: Final = Path(__file__).resolve().parents[2] / "tests" / "shape" / "digest"
VENDORS: Final = {
    "anthropic_messages": "anthropic",
    "cohere_v2": "cohere",
    "bedrock_converse": "aws_bedrock",
    "gemini_generate": "google_gemini_api",
    "mistral_chat": "mistral",
    "ollama_chat": "ollama",
    "openai_chat": "openai",
    "openai_responses": "openai",
}
"""The vendor of each dialect, under the name that the corpus uses. Recordings of other providers are ignored."""
MODES: Final[tuple[Mode, ...]] = ("plain", "stream", "request")

_STORED: Final = "recorded body as stored"
_PAYLOADS: Final = "chunk payloads, framing lost"
_DONE: Final = "[DONE]"
_FREE: Final = frozenset((
    "arguments", "args", "attributes", "configs", "env", "headers", "input", "input_examples", "input_schema", "labels",
    "logit_bias", "metadata", "output_schema", "parameters", "parametersJsonSchema", "parameters_json_schema",
    "responseJsonSchema", "responseSchema", "response_json_schema", "response_schema", "schema", "structured_content",
    "variables",
))  # fmt: skip
"""The keys of objects in which the user chooses the keys."""
_FREE_HERE: Final = {
    "bedrock_converse": {"json"}, "cohere_v2": {"data", "tool_output"}, "gemini_generate": {"response"},
    "ollama_chat": {"format"},
}  # fmt: skip
_EVENT: Final = {"bedrock_converse": {"metadata"}}
"""For each dialect: the keys in ``_FREE`` that name a kind of event. In their objects, the user does not choose the
keys.
"""
_CALLS: Final = {
    "anthropic_messages": re.compile("<tool_use>"),
    "bedrock_converse": re.compile(r"(content\.\*|start)\.toolUse(<tool_use>)?$"),
    "cohere_v2": re.compile(r"tool_calls(\.\*|<)"),
    "gemini_generate": re.compile(r"\.functionCall$"),
    "mistral_chat": re.compile(r"tool_calls\.\*"),
    "ollama_chat": re.compile(r"tool_calls\.\*"),
    "openai_chat": re.compile(r"tool_calls\.\*"),
    "openai_responses": re.compile("<(function|custom_tool|computer|local_shell|shell|apply_patch)_call>"),
}
"""For each dialect: the pattern of paths that occur only in answers with a call of a tool of the client."""
_NESTED: Final = ("content_block", "delta", "item", "part")
"""The keys under which an event with a ``type`` has the part of the answer that the event is about."""


class Seen(msgspec.Struct, frozen=True):
    """The number of exchanges that have a path or a pair of events, and the types of the values at the path."""

    seen: dict[str, int]
    """The number of exchanges that have the path or pair, by the kind of the exchange."""
    types: tuple[str, ...] = ()


class Digest(msgspec.Struct, frozen=True, kw_only=True):
    """The shape of a vendor's answers in a mode, or of the requests that the vendor accepted."""

    dialect: str
    mode: Mode
    vendor: str
    date: str
    corpus: str
    """The SHA-256 digest of the file of recordings."""
    exchanges: dict[str, int]
    """The number of exchanges by kind: ``request``, ``calls`` (an answer with calls) or ``text`` (without calls)."""
    left_out: dict[str, int]
    paths: dict[str, Seen]
    pairs: dict[str, Seen]
    """Pairs of neighbouring events, by their kinds: ``START > message_start`` means that ``message_start`` is the first
    event.
    """


class Shape(msgspec.Struct, frozen=True):
    """The shape of a single request or answer."""

    kind: str
    facts: Facts
    pairs: frozenset[str] = frozenset()

    @property
    def paths(self) -> frozenset[str]:
        """The paths without their types."""
        return frozenset(path for path, _ in self.facts)


class UnfitError(Exception):
    """An error for a recording that cannot be compared. ``str()`` is the reason."""


def request_shape(dialect: str, body: Json) -> Shape:
    """Return the shape of a request's body."""
    return Shape("request", frozenset(_walk(body, "", _free(dialect))))


def plain_shape(dialect: str, body: Json) -> Shape:
    """Return the shape of a plain answer."""
    return _answer(dialect, frozenset(_walk(body, "", _free(dialect))))


def stream_shape(dialect: str, events: list[Json]) -> Shape:
    """Return the shape of a streamed answer."""
    free = _free(dialect)
    kinds = [event_kind(dialect, event) for event in events]
    facts: set[tuple[str, str]] = set()
    for kind, event in zip(kinds, events, strict=True):
        if event != _DONE:
            facts.update(_walk(event, f"{kind}:", free))
            if dialect in _KINDS:
                facts.update(_walk(event, "any:", free))
    order = ["START", *kinds, "END"]
    return _answer(dialect, frozenset(facts), frozenset(f"{a} > {b}" for a, b in pairwise(order)))


def _answer(dialect: str, facts: Facts, pairs: frozenset[str] = frozenset()) -> Shape:
    kind = "calls" if any(_CALLS[dialect].search(path) for path, _ in facts) else "text"
    return Shape(kind, facts, pairs)


def _free(dialect: str) -> frozenset[str]:
    return (_FREE | _FREE_HERE.get(dialect, set())) - _EVENT.get(dialect, set())


def _walk(value: Json, path: str, free: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield each path in ``value``, with its type. ``path`` is the path of ``value`` itself, or "" for a whole body.

    ``free``: the keys of objects in which the user chooses the keys. Paths end at these objects.
    """
    if path:
        yield path, _type(value)
    glue = " " if path.endswith(":") else "." if path else ""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in free and isinstance(inner, dict | list) and not _is_conversation(inner):
                yield f"{path}{glue}{key}", _type(inner)
            else:
                yield from _walk(inner, f"{path}{glue}{key}{_tag(inner)}", free)
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner, f"{path}{glue}*{_tag(inner, 'role')}", free)


def _is_conversation(value: Json) -> bool:
    """Return whether a value is a list of messages or items. In the Responses API ``input`` is such a list."""
    return isinstance(value, list) and all(
        isinstance(message, dict) and {"type", "role"} & message.keys() for message in value
    )


def _tag(value: Json, *also: str) -> str:
    found = [value.get(key) for key in ("type", *also)] if isinstance(value, dict) else []
    return next((f"<{name}>" for name in found if isinstance(name, str)), "")


def _type(value: Json) -> str:
    if isinstance(value, exact_json.Number):
        return "number" if re.search("[.eE]", value.text) else "integer"
    if value is None:
        return "null"
    names = {list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return names.get(type(value), "object")


def events(dialect: str, body: bytes) -> list[Json]:
    """Return the payloads of a stream in order. ``[DONE]`` stays as it is. Raises ``WireError``."""
    if dialect == "bedrock_converse":
        return [exact_json.loads(payload) for payload in aws_event_stream.payloads(body)]
    if dialect == "ollama_chat":
        decoder = NdjsonDecoder()
        lines = [*decoder.feed(body)]
        if decoder.unfinished():
            raise JsonError("the stream ends before the end of its last line")
        return [exact_json.loads(line) for line in lines]
    whole, cut = sse.decode(body)
    if cut:
        raise JsonError("the stream ends before the end of its last event")
    return [event.data if event.data == _DONE else exact_json.loads(event.data) for event in whole]


def event_kind(dialect: str, event: Json) -> str:
    """Return the kind of an event: its ``type`` and the part that it is about, or a name for the event's shape."""
    if event == _DONE:
        return _DONE
    if dialect in _KINDS:
        return "+".join(dict.fromkeys(_KINDS[dialect](event))) or "nothing"
    about = next((_tag(event[key]) for key in _NESTED if key in event), "")
    return f"{event['type']}{about}"


def _chat_kind(event: Json) -> Iterator[str]:
    if not event.get("choices"):
        yield "usage" if event.get("usage") else "nothing"
    for choice in event.get("choices", ()):
        delta = choice["delta"]
        yield from (key for key in ("role", "content", "refusal") if delta.get(key))
        yield from ("call" if call.get("id") else "arguments" for call in delta.get("tool_calls") or ())
        if choice.get("finish_reason"):
            yield "finish"


def _gemini_kind(event: Json) -> Iterator[str]:
    for candidate in event.get("candidates", ()):
        for part in candidate.get("content", {}).get("parts", ()):
            if "text" in part:
                yield "thought" if part.get("thought") else "text" if part["text"] else "no text"
            else:
                yield from (key for key in part if key != "thoughtSignature")
        if candidate.get("finishReason"):
            yield "finish"


def _ollama_kind(event: Json) -> Iterator[str]:
    message = event["message"]
    yield from (key for key in ("thinking", "content", "tool_calls") if message.get(key))
    if event["done"]:
        yield "done"


def _converse_kind(event: Json) -> Iterator[str]:
    for name, value in event.items():
        about = value.get("start", value.get("delta"))
        yield f"{name}<{next(iter(about))}>" if about else name


_KINDS: Final[dict[str, Callable[[Json], Iterator[str]]]] = {
    "bedrock_converse": _converse_kind,
    "gemini_generate": _gemini_kind,
    "mistral_chat": _chat_kind,
    "ollama_chat": _ollama_kind,
    "openai_chat": _chat_kind,
}


def parent(path: str) -> str:
    """Return the path of the object or list that contains the value at ``path``. It is "" for a whole body."""
    head, _, event = path.rpartition(": ")
    above = event.rpartition(".")[0]
    return f"{head}: {above}" if head and above else f"{head}:" if head else above


def comparable(dialect: str, mode: Mode, record: dict[str, Json]) -> Shape:
    """Return the shape of a recording. Raises ``UnfitError`` if it is not evidence of the vendor's behaviour."""
    why = {
        "refused": record["status"] != 200,
        "not stored as received": record["x_fidelity"] not in (_STORED, _PAYLOADS)[: 1 + (mode == "stream")],
        "ids that look invented": record.get("x_suspicious_ids"),
        "the retired functions of Chat Completions": _has_functions(record["request_body"]),
        "from a different API of the vendor": '"trafficType"' in str(record["response_body"]),
        "a JSON array instead of an event stream": mode == "stream" and _is_json(record["response_content_type"]),
    }
    for reason, unfit in why.items():
        if unfit:
            raise UnfitError(reason)
    if mode == "request":
        return request_shape(dialect, record["request_body"])
    body = record["response_body"]
    if mode == "plain":
        if not isinstance(body, dict) or not _is_whole(dialect, [body]):
            raise UnfitError("an incomplete answer")
        return plain_shape(dialect, body)
    binary = "base64" in str(record.get("x_response_encoding"))
    data = base64.b64decode(body) if binary else body.encode("utf-8", "surrogatepass")
    found = _payloads(dialect, data, is_framed=record["x_fidelity"] == _STORED)
    if not all(isinstance(event, dict) or event == _DONE for event in found) or not _is_whole_stream(dialect, found):
        raise UnfitError("cut, joined or trimmed")
    return stream_shape(dialect, found)


def _has_functions(request: Json) -> bool:
    if not isinstance(request, dict):
        return False
    roles = [message.get("role") for message in request.get("messages", ()) if isinstance(message, dict)]
    return "functions" in request or "function" in roles


def _is_json(content_type: str | None) -> bool:
    return (content_type or "").startswith("application/json")


def _payloads(dialect: str, body: bytes, *, is_framed: bool) -> list[Json]:
    try:
        if is_framed:
            return events(dialect, body)
        return [exact_json.loads(line) for line in body.splitlines() if line.strip()]
    except WireError:
        raise UnfitError("damaged") from None


def _is_whole(dialect: str, found: list[Json]) -> bool:
    last = found[-1]
    match dialect:
        case "anthropic_messages":
            return bool(last.get("type") == "message")
        case "cohere_v2":
            return bool(last.get("finish_reason"))
        case "bedrock_converse":
            return "output" in last and "stopReason" in last
        case "gemini_generate":
            return any("finishReason" in choice for event in found for choice in event.get("candidates", ()))
        case "ollama_chat":
            return [event for event in found if event.get("done")] == [last]
        case "mistral_chat" | "openai_chat":
            return bool(last.get("choices"))
    return bool(last.get("object") == "response")


def _is_whole_stream(dialect: str, found: list[Json]) -> bool:
    """Return whether the events are a single answer that is complete, from its first event to its last."""
    if not found:
        return False
    match dialect:
        case "anthropic_messages":
            return _is_framed(found, {"message_start"}, {"message_stop"})
        case "cohere_v2":
            return found[-1] == _DONE and _is_framed(found[:-1], {"message-start"}, {"message-end"})
        case "bedrock_converse":
            kinds = [name for event in found for name in event]
            return kinds[0] == "messageStart" and kinds[-2:] == ["messageStop", "metadata"]
        case "openai_responses":
            numbers = [event.get("sequence_number") for event in found]
            return numbers in ([None] * len(found), [*range(len(found))]) and _is_framed(
                found, {"response.created"}, {"response.completed", "response.incomplete", "response.failed"}
            )
        case "mistral_chat" | "openai_chat":
            return found[-1] == _DONE and found.count(_DONE) == 1
    return _is_whole(dialect, found)


def _is_framed(found: list[Json], first: set[str], last: set[str]) -> bool:
    places = [n for n, event in enumerate(found) if event.get("type") in first | last]
    return places == [0, len(found) - 1] and found[0]["type"] in first and found[-1]["type"] in last


def digests(dialect: str, corpus: Path, date: str) -> list[Digest]:
    """Return the digest of each mode of a dialect, made from the dialect's file in ``corpus``."""
    data = (corpus / f"{dialect}.jsonl").read_bytes()
    records = [exact_json.loads(line) for line in data.splitlines()]
    own = [record for record in records if record["provider"] == VENDORS[dialect]]
    return [_digest(dialect, mode, own, hashlib.sha256(data).hexdigest(), date) for mode in MODES]


def _digest(dialect: str, mode: Mode, records: list[Json], corpus: str, date: str) -> Digest:
    shapes, left_out = [], Counter[str]()
    for record in records:
        if _is_of(mode, record):
            try:
                shapes.append(comparable(dialect, mode, record))
            except UnfitError as unfit:
                left_out[str(unfit)] += 1
    return Digest(
        dialect=dialect,
        mode=mode,
        vendor=VENDORS[dialect],
        date=date,
        corpus=corpus,
        exchanges=_sorted(Counter(shape.kind for shape in shapes)),
        left_out=_sorted(left_out),
        paths=_count((shape.kind, shape.facts) for shape in shapes),
        pairs=_count((shape.kind, ((pair, "") for pair in shape.pairs)) for shape in shapes),
    )


def _is_of(mode: Mode, record: dict[str, Json]) -> bool:
    if mode == "request":
        return isinstance(record["request_body"], dict)
    return bool(record["streaming"]) == (mode == "stream")


def _count(found: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> dict[str, Seen]:
    seen: dict[str, Counter[str]] = {}
    types: dict[str, set[str]] = {}
    for kind, facts in found:
        here: dict[str, set[str]] = {}
        for name, of in facts:
            here.setdefault(name, set()).add(of)
        for name, kinds in here.items():
            seen.setdefault(name, Counter())[kind] += 1
            types.setdefault(name, set()).update(kinds - {""})
    return {name: Seen(_sorted(seen[name]), tuple(sorted(types[name]))) for name in sorted(seen)}


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def write(made: Digest, folder: Path = DIGESTS) -> Path:
    """Write a digest, with a line for each path or pair, so that a diff shows the changes. Return the path."""
    lines = []
    for name, value in msgspec.to_builtins(made).items():
        if name in ("paths", "pairs"):
            entries = ",\n".join(f"    {json.dumps(key)}: {_line(entry)}" for key, entry in value.items())
            lines.append(f'  "{name}": {{\n{entries}\n  }}' if entries else f'  "{name}": {{}}')
        else:
            lines.append(f'  "{name}": {json.dumps(value)}')
    path = folder / f"{made.dialect}.{made.mode}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return path


def _line(entry: dict[str, Json]) -> str:
    return json.dumps(entry if entry["types"] else {"seen": entry["seen"]})


def read(dialect: str, mode: Mode, folder: Path = DIGESTS) -> Digest:
    """Return a digest that ``write`` wrote."""
    return msgspec.json.decode((folder / f"{dialect}.{mode}.json").read_bytes(), type=Digest)


def main() -> None:
    """Write the digests for the corpus that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, help="the folder with a JSON lines file for each dialect")
    parser.add_argument("--date", required=True, help="the day on which the digests are made, as YYYY-MM-DD")
    options = parser.parse_args()
    DIGESTS.mkdir(parents=True, exist_ok=True)
    for dialect in VENDORS:
        for made in digests(dialect, options.corpus, options.date):
            print(dialect, made.mode, made.exchanges, "left out:", made.left_out, f"{write(made).stat().st_size} bytes")


if __name__ == "__main__":
    main()
