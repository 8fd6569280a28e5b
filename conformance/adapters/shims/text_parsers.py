"""Inference servers' parsers of calls in text: the parser of each format, and the pieces that a server gives it.

The formats have the names of the parsers of calls (``FORMATS``); ``text_parsers.yaml`` has the rest.
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
from toolwire.model import Finish, Part, Reasoning, Response, Text, ToolCall
from toolwire.text import FORMATS, TextFormat

Server = Literal["sglang", "vllm"]


class Beside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a text format beside the parser of calls."""

    tokens: tuple[str, ...]
    """The single tokens of the tokenizers of the format's models."""
    reasoning: dict[Server, str] = {}
    """The parser of reasoning, by server."""


_BESIDE: Final = Path(__file__).with_suffix(".yaml")


@cache
def beside() -> dict[str, Beside]:
    """Return the settings by text format."""
    return msgspec.yaml.decode(_BESIDE.read_bytes(), type=dict[str, Beside])


def parsers(server: Server) -> dict[str, str]:
    """Return a server's parser of calls for each text format: the first that reads all spellings of it."""
    whole = ((text_format.name, [*_whole(text_format, server)]) for text_format in FORMATS)
    return {text_format: names[0] for text_format, names in whole if names}


def _whole(text_format: TextFormat, server: Server) -> Iterator[str]:
    return (name for name in getattr(text_format, server) if name not in text_format.in_part.get(server, ()))


def as_tokens(text_format: str, text: str) -> list[str]:
    """Split a text into tokens: the format's own tokens, and one token for every other character."""
    marks = "|".join(map(re.escape, beside()[text_format].tokens))
    return re.findall(f"{marks}|.", text, re.DOTALL)


def streamed(text_format: str, pieces: Sequence[str]) -> list[str]:
    """Return the pieces in which a server's parsers get a text: each token of the format is a piece."""
    marks, ends = beside()[text_format].tokens, set(accumulate(map(len, pieces)))
    found, place, piece = [], 0, ""
    for token in as_tokens(text_format, "".join(pieces)):
        place += len(token)
        if token in marks:
            found += [piece, token]
            piece = ""
        elif place in ends:
            found.append(piece + token)
            piece = ""
        else:
            piece += token
    return [text for text in (*found, piece) if text]


def joined(pieces: Iterable[tuple[int, str | None, str | None]]) -> list[ReadCall]:
    """Join the fragments of a stream's calls, names and arguments, by index, as OpenAI's clients do."""
    names, arguments = defaultdict[int, str](str), defaultdict[int, str](str)
    for index, name, text in pieces:
        names[index] += name or ""
        arguments[index] += text or ""
    return [ReadCall(name=names[index], arguments=arguments[index]) for index in names]


def answer(reasoning: str, text: str, calls: Iterable[ReadCall]) -> Response:
    """Return the response that a client of the server gets."""
    called = [ToolCall(id=call.id, name=call.name, arguments=from_text(call.arguments)) for call in calls]
    thought: list[Part] = [Reasoning(text=reasoning)] if reasoning else []
    spoken: list[Part] = [Text(text=text)] if text else []
    return Response(parts=(*thought, *spoken, *called), finish=Finish(reason="tool_calls" if called else "stop"))
