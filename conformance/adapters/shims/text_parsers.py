"""Settings for inference servers' parsers of calls in text, and the pieces of text that a server gives to its parsers.

``FORMATS`` has the names of the parsers of calls. ``text_parsers.yaml`` has the parsers of reasoning.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Final, Literal

import msgspec

from conformance.adapters.wire import ReadCall
from toolwire.dialects.arguments import from_text
from toolwire.dialects.assembly import Assembler
from toolwire.model import Finish, Json, Part, Reasoning, Response, Text, Tool, ToolCall
from toolwire.registry import text_format as format_named
from toolwire.text import FORMATS, TextFormat, TextStream
from toolwire.wire import exact_json

Server = Literal["sglang", "vllm"]


_REASONING: Final = Path(__file__).with_suffix(".yaml")


@cache
def _reasoning() -> dict[str, dict[Server, str]]:
    return msgspec.yaml.decode(_REASONING.read_bytes(), type=dict[str, dict[Server, str]])


def reasoning(server: Server, text_format: str) -> str | None:
    """Return the name of a server's parser of reasoning for a text format. None if there is none."""
    return _reasoning().get(text_format, {}).get(server)


def parsers(server: Server) -> dict[str, str]:
    """Return a server's parser of calls for each text format.

    For each format, this is the first of the server's parsers that reads all spellings of calls in the format. A format
    without such a parser is left out.
    """
    whole = ((text_format.name, [*_whole(text_format, server)]) for text_format in FORMATS)
    return {text_format: names[0] for text_format, names in whole if names}


def _whole(text_format: TextFormat, server: Server) -> Iterator[str]:
    return (name for name in getattr(text_format, server) if name not in text_format.in_part.get(server, ()))


def as_tokens(text_format: str, text: str, tools: Sequence[Tool] | None = None) -> list[str]:
    """Split a text into tokens: each marker of the format that is a token, and each character outside of these markers.

    If the tools are given, a marker inside a value is split into characters, because it is text that the model quotes.
    Parsers that recognize markers by their tokens, such as some of vLLM's, then read the value correctly. It is not
    known whether a model would write the token of the marker at this place.
    """
    tokens = "|".join((*map(re.escape, format_named(text_format).tokens), "."))
    quoted = [] if tools is None else list(_values(text_format, text, tools))
    found: list[str] = []
    for token in re.finditer(tokens, text, re.DOTALL):
        inside = any(start <= token.start() and token.end() <= end for start, end in quoted)
        found += [*token[0]] if inside else [token[0]]
    return found


def _values(text_format: str, text: str, tools: Sequence[Tool]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end, in the text, of each value that contains a marker of the format.

    ``tools``: the offered tools, which the reader of the text needs.
    """
    tokens = format_named(text_format).tokens
    if sum(map(text.count, tokens)) < 1:
        return
    stream, answered, place = TextStream(format_named(text_format), tools), Assembler(), 0
    for event in (*stream.feed(text), *stream.end()):
        answered.add(event)
    for call in answered.response().calls:
        place = max(place, text.find(call.name, place))
        for value in _texts(call.arguments.value):
            if not any(token in value for token in tokens):
                continue
            spellings = {value, exact_json.dumps(value)[1:-1]}
            starts = [(start, spelled) for spelled in spellings if (start := text.find(spelled, place)) >= 0]
            if starts:
                start, spelled = min(starts)
                place = start + len(spelled)
                yield start, place


def _texts(value: Json) -> Iterator[str]:
    """Yield every string in a JSON value, at any depth. Keys are not included."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(inner)


def streamed(text_format: str, pieces: Sequence[str], tools: Sequence[Tool] | None = None) -> list[list[str]]:
    """Return the pieces of a text as a server's parsers get them. Each piece is a list of tokens.

    Each token of the format is a separate piece. ``tools``: as for ``as_tokens``.
    """
    marks, ends = format_named(text_format).tokens, set(accumulate(map(len, pieces)))
    found, place, piece = list[list[str]](), 0, list[str]()
    for token in as_tokens(text_format, "".join(pieces), tools):
        place += len(token)
        if token in marks:
            found += [piece, [token]]
            piece = []
        elif place in ends:
            found.append([*piece, token])
            piece = []
        else:
            piece.append(token)
    return [tokens for tokens in (*found, piece) if tokens]


def joined(pieces: Iterable[tuple[int, str | None, str | None]]) -> list[ReadCall]:
    """Return the calls of a stream. Fragments of names and arguments with the same index are joined, as OpenAI's
    clients join them.
    """
    names, arguments = defaultdict[int, str](str), defaultdict[int, str](str)
    for index, name, text in pieces:
        names[index] += name or ""
        arguments[index] += text or ""
    return [ReadCall(name=names[index], arguments=arguments[index]) for index in names]


def answer(reasoning: str, text: str, calls: Iterable[ReadCall]) -> Response:
    """Return reasoning, a text and calls that parsers have read as the response that a server sends to its client."""
    called = [ToolCall(id=call.id, name=call.name, arguments=from_text(call.arguments)) for call in calls]
    thought: list[Part] = [Reasoning(text=reasoning)] if reasoning else []
    spoken: list[Part] = [Text(text=text)] if text else []
    return Response(parts=(*thought, *spoken, *called), finish=Finish(reason="tool_calls" if called else "stop"))
